"""Stores the accounts of rounds that have ended, and adds the rounds to the standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, RowMapping, bindparam, insert, select

from bot.statistics.account import DecisionAccount, SeatAccount
from bot.statistics.standing import game_key
from bot.statistics.store.standings import code_of, read_hand
from bot.statistics.store.standings_update import EndedRound, count
from bot.storage.schema import accounts, decisions, results, rounds, without_account
from bot.table.former import is_former
from bot.table.store import rows
from bot.table.store.account_queue import dequeue
from bot.table.store.results import Result, read_result
from bot.table.store.servers import server_of
from bot.table.stored_round import StoredRound
from rules import registry
from rules.engine import Step
from rules.skill import RoundSkill


@dataclass(frozen=True, slots=True)
class SkillRound:
    """A round of a member that counts for skill."""

    round: int
    skill: RoundSkill


_AMOUNTS = ("start", "luck", "skill", "others", "hidden", "estimate", "result")
_LOCKED = select(rounds).where(rounds.c.id == bindparam("which")).with_for_update(read=True)
"""A round that nobody may erase a member from meanwhile."""


def store(connection: Connection, round_id: int, accounting: Sequence[SeatAccount]) -> bool:
    """Store the accounting of a round in the queue, empty where it has none, and count it.

    Returns whether the round was in the queue: it is counted once. Who was erased
    meanwhile is left out.
    """
    ended = dequeue(connection, round_id)
    if ended is None:
        return False
    row = connection.execute(_LOCKED, {"which": round_id}).one()
    stored = rows.without_play(row)
    ends = _results(connection, round_id)
    if not _counted(connection, round_id):
        insert_accounting(connection, stored, ended, accounting)
        count(
            connection,
            EndedRound(server_of(stored), stored, ended, ends, accounting),
        )
    return True


def to_account(
    connection: Connection, round_id: int
) -> tuple[StoredRound, tuple[Step, ...]] | None:
    """Return a round that has ended and its record; None where it has no accounting.

    It has none without exact play, or without its moves.
    """
    row = connection.execute(select(rounds).where(rounds.c.id == round_id)).one()
    stored, record = rows.without_play(row), rows.record(connection, round_id)
    game = registry.games().get(stored.game)
    exact = None if game is None else game.exact
    return (stored, record) if exact is not None and record else None


def form(
    connection: Connection, server: int, user: int, game: str | None, most: int
) -> tuple[SkillRound, ...]:
    """Return the last rounds of a member on a server that count for skill, oldest first."""
    query = (
        select(accounts)
        .where(accounts.c.guild == server, accounts.c.user == user)
        .where(accounts.c.given.is_not(None))
        .order_by(accounts.c.round.desc())
        .limit(most)
    )
    if game is not None:
        query = query.where(accounts.c.game == game)
    found = connection.execute(query).all()
    return tuple(
        SkillRound(row.round, RoundSkill(row.given, row.expected, row.variance))
        for row in reversed(found)
    )


def read_accounting(connection: Connection, round_id: int) -> tuple[SeatAccount, ...]:
    """Read the accounting of a round back."""
    of_seats: dict[int, list[DecisionAccount]] = {}
    for row in connection.execute(
        select(decisions).where(decisions.c.round == round_id).order_by(decisions.c.number)
    ).mappings():
        made = {key: row[key] for key in DecisionAccount.__dataclass_fields__}
        of_seats.setdefault(row["seat"], []).append(DecisionAccount(**made))
    query = select(accounts).where(accounts.c.round == round_id).order_by(accounts.c.seat)
    return tuple(
        SeatAccount(
            **{key: row[key] for key in _AMOUNTS},
            round_skill=_skill(row),
            counted=row["counted"],
            rarest=read_hand(row["rarest"]),
            decisions=tuple(of_seats.get(row["seat"], ())),
        )
        for row in connection.execute(query).mappings()
    )


def _counted(connection: Connection, round_id: int) -> bool:
    """Return whether a round was counted before, with its accounting or without."""
    return any(
        connection.execute(select(table.c.round).where(table.c.round == round_id)).first()
        for table in (accounts, without_account)
    )


def count_stored(connection: Connection, round_id: int) -> None:
    """Count a round with what is stored of it."""
    row = connection.execute(_LOCKED, {"which": round_id}).first()
    if row is None:
        return
    stored, ends = rows.without_play(row), _results(connection, round_id)
    of_account = select(accounts.c.ended).where(accounts.c.round == round_id)
    ended = next((one.finished for one in ends), None)
    ended = ended or connection.execute(of_account).scalar() or stored.opened
    accounting = read_accounting(connection, round_id)
    count(connection, EndedRound(server_of(stored), stored, ended, ends, accounting))


def _results(connection: Connection, round_id: int) -> tuple[Result, ...]:
    query = select(results).where(results.c.round == round_id).order_by(results.c.seat)
    return tuple(read_result(row) for row in connection.execute(query))


def _skill(row: RowMapping) -> RoundSkill | None:
    if row["given"] is None:
        return None
    return RoundSkill(row["given"], row["expected"], row["variance"])


def insert_accounting(
    connection: Connection,
    stored: StoredRound,
    ended: datetime,
    accounting: Sequence[SeatAccount],
) -> None:
    """Insert an account for each seat, and the decisions of members; or that there is none."""
    of_seats: list[dict[str, Any]] = []
    made: list[dict[str, Any]] = []
    for seat, (player, one) in enumerate(zip(stored.players, accounting, strict=False)):
        skill = one.round_skill
        of_seats.append(
            {
                "round": stored.id,
                "seat": seat,
                "guild": server_of(stored),
                "user": None if is_former(player.user) else player.user,
                "game": game_key(stored.game, len(stored.players)),
                "ended": ended,
                **{name: getattr(one, name) for name in _AMOUNTS},
                "given": None if skill is None else skill.given,
                "expected": None if skill is None else skill.expected,
                "variance": None if skill is None else skill.variance,
                "counted": one.counted,
                "rarest": code_of(one.rarest),
            }
        )
        if player.user is not None:
            made += [
                {
                    "round": stored.id,
                    "seat": seat,
                    **{name: getattr(each, name) for name in DecisionAccount.__dataclass_fields__},
                }
                for each in one.decisions
            ]
    if of_seats:
        connection.execute(insert(accounts), of_seats)
    else:
        connection.execute(insert(without_account).values(round=stored.id))
    if made:
        connection.execute(insert(decisions), made)
