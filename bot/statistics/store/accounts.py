"""Stores the accounts of rounds that have ended, and adds the rounds to the standings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BindParameter, Connection, RowMapping, bindparam, insert, select, union

from bot.statistics.account import DecisionAccount, SeatAccount
from bot.statistics.store.standings import code_of, read_hand
from bot.statistics.store.standings_update import EndedRound, count
from bot.storage.schema import accounts, decisions, results, rounds, without_account
from bot.table.store import rows
from bot.table.store.account_queue import dequeue
from bot.table.store.game_keys import game_key
from bot.table.store.results import Result, read_result
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
_SOME: BindParameter[Any] = bindparam("some", expanding=True)
_ROUNDS = select(rounds).where(rounds.c.id.in_(_SOME)).order_by(rounds.c.id)
_LOCKED = _ROUNDS.with_for_update(read=True)
"""Rounds that nobody may erase a member from meanwhile."""

_RESULTS = (
    select(results).where(results.c.round.in_(_SOME)).order_by(results.c.round, results.c.seat)
)
_COUNTED = union(
    select(accounts.c.round).where(accounts.c.round.in_(_SOME)),
    select(without_account.c.round).where(without_account.c.round.in_(_SOME)),
)
"""The rounds that were counted before, with their accounting or without."""


def store(connection: Connection, accountings: Mapping[int, Sequence[SeatAccount]]) -> int:
    """Store the accounting of rounds in the queue, by their ids, and count them in this order.

    An accounting is empty where a round has none. Returns how many of the rounds were in the
    queue: each is counted once. Who was erased meanwhile is left out.
    """
    ended = dequeue(connection, [*accountings])
    if not ended:
        return 0
    some = {"some": [*ended]}
    stored = rows.without_plays(connection, connection.execute(_LOCKED, some).all())
    counted = set(connection.execute(_COUNTED, some).scalars())
    ends = _results(connection, some["some"])
    new = [
        EndedRound(stored[one].server, stored[one], ended[one], ends[one], accounting)
        for one, accounting in accountings.items()
        if one in ended and one not in counted
    ]
    insert_accountings(connection, new)
    count(connection, new)
    return len(ended)


def to_account(
    connection: Connection, round_ids: Sequence[int]
) -> dict[int, tuple[StoredRound, tuple[Step, ...]]]:
    """Return rounds that have ended and their records, without those that have no accounting.

    They have none without exact play, or without their moves.
    """
    found = {}
    there = connection.execute(_ROUNDS, {"some": [*round_ids]}).all()
    for stored in rows.without_plays(connection, there).values():
        record = rows.record(connection, stored.id)
        game = registry.games().get(stored.game)
        exact = None if game is None else game.exact
        if exact is not None and record:
            found[stored.id] = stored, record
    return found


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


def count_stored(connection: Connection, round_id: int) -> None:
    """Count a round with what is stored of it."""
    there = connection.execute(_LOCKED, {"some": [round_id]}).all()
    if not there:
        return
    stored = rows.without_plays(connection, there)[round_id]
    ends = _results(connection, [round_id])[round_id]
    of_account = select(accounts.c.ended).where(accounts.c.round == round_id)
    ended = next((one.finished for one in ends), None)
    ended = ended or connection.execute(of_account).scalar() or stored.opened
    accounting = read_accounting(connection, round_id)
    count(connection, [EndedRound(stored.server, stored, ended, ends, accounting)])


def _results(connection: Connection, round_ids: Sequence[int]) -> dict[int, list[Result]]:
    found: dict[int, list[Result]] = {round_id: [] for round_id in round_ids}
    for row in connection.execute(_RESULTS, {"some": [*round_ids]}):
        found[row.round].append(read_result(row))
    return found


def _skill(row: RowMapping) -> RoundSkill | None:
    if row["given"] is None:
        return None
    return RoundSkill(row["given"], row["expected"], row["variance"])


def insert_accountings(connection: Connection, new: Iterable[EndedRound]) -> None:
    """Insert an account for each seat of rounds, and the decisions of members; or that none is."""
    of_seats: list[dict[str, Any]] = []
    made: list[dict[str, Any]] = []
    without: list[dict[str, Any]] = []
    for each in new:
        if each.accounting:
            of_seats += _account_rows(each)
            made += _decision_rows(each)
        else:
            without.append({"round": each.stored.id})
    for table, inserted in ((accounts, of_seats), (without_account, without), (decisions, made)):
        if inserted:
            connection.execute(insert(table), inserted)


def _account_rows(one: EndedRound) -> Iterator[dict[str, Any]]:
    stored = one.stored
    for seat, (player, account) in enumerate(zip(stored.players, one.accounting, strict=False)):
        skill = account.round_skill
        yield {
            "round": stored.id,
            "seat": seat,
            "guild": one.server,
            "user": None if player.former else player.user,
            "game": game_key(stored.game, len(stored.players)),
            "ended": one.ended,
            **{name: getattr(account, name) for name in _AMOUNTS},
            "given": None if skill is None else skill.given,
            "expected": None if skill is None else skill.expected,
            "variance": None if skill is None else skill.variance,
            "counted": account.counted,
            "rarest": code_of(account.rarest),
        }


def _decision_rows(one: EndedRound) -> Iterator[dict[str, Any]]:
    for seat, (player, account) in enumerate(zip(one.stored.players, one.accounting, strict=False)):
        for decision in account.decisions if player.user is not None else ():
            yield {
                "round": one.stored.id,
                "seat": seat,
                **{name: getattr(decision, name) for name in DecisionAccount.__dataclass_fields__},
            }
