"""Stores the accounts of ended rounds, and adds the rounds to the standings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    RowMapping,
    bindparam,
    delete,
    insert,
    select,
    union,
)

from bot.statistics.account import DecisionAccount, SeatAccount
from bot.statistics.store.standings import code_of, read_hand
from bot.statistics.store.standings_update import EndedRound, count, never, uncount
from bot.storage.schema import (
    accounts,
    count_queue,
    decisions,
    results,
    rounds,
    without_account,
)
from bot.storage.statement import Statement
from bot.table import closing
from bot.table.store import account_queue, rows
from bot.table.store.game_keys import game_key
from bot.table.store.results import Result, read_result
from bot.table.stored_round import StoredRound
from rules import registry
from rules.engine import Step
from rules.skill import RoundSkill

_AMOUNTS = ("start", "luck", "skill", "others", "hidden", "estimate", "result")
_SOME: BindParameter[Any] = bindparam("some", expanding=True)
_ROUNDS = select(rounds).where(rounds.c.id.in_(_SOME)).order_by(rounds.c.id)
_LOCKED = _ROUNDS.with_for_update(read=True)
"""Rounds, locked against the erasure of a member in the meantime."""

_RESULTS = (
    select(results).where(results.c.round.in_(_SOME)).order_by(results.c.round, results.c.seat)
)
_COUNTED = union(
    select(accounts.c.round).where(accounts.c.round.in_(_SOME)),
    select(without_account.c.round).where(without_account.c.round.in_(_SOME)),
)
"""The rounds that were counted before, with or without an account."""

_OF_SEATS = select(accounts).where(accounts.c.round.in_(_SOME)).order_by(accounts.c.seat)
_NOT_YET_AGAIN = delete(count_queue).where(count_queue.c.round == bindparam("which"))
"""Takes a round out of the queue in which it waits to be counted again, and counts for nothing."""

_FORGET = tuple(
    delete(table).where(table.c.round == bindparam("which"))
    for table in (decisions, accounts, without_account)
)

_INSERTS = tuple(
    Statement(insert(table), [column.name for column in table.columns])
    for table in (accounts, without_account, decisions)
)


def store(
    connection: Connection,
    accountings: Mapping[int, Sequence[SeatAccount]],
    read: Mapping[int, StoredRound] | None = None,
    somebody_waits: Callable[[], bool] = never,
) -> tuple[int, list[int]]:
    """Store the accounts of rounds in the queue, by their ids, and count them in this order.

    An account is empty where a round has none. Some rounds were `read` for their account: one that
    has another version now stays in the queue. Returns the number of the other
    rounds that were in the queue, and the ids of the rounds that are left. Each round is counted
    once, except for one that counted as broken off while it rested: its account is replaced.
    Members who were erased meanwhile are left out.

    Once `somebody_waits` returns True no further round is counted: the rest is left.
    """
    known = read or {}
    there = connection.execute(_LOCKED, {"some": [*accountings]}).all()
    same = [row for row in there if row.id not in known or known[row.id].version == row.version]
    ended = account_queue.ended(connection, [row.id for row in same])
    if not ended:
        return 0, []
    some = {"some": [*ended]}
    unknown = [row for row in same if row.id in ended and row.id not in known]
    stored = {**known, **rows.without_plays(connection, unknown)}
    counted = set(connection.execute(_COUNTED, some).scalars())
    for one in [one for one in counted if stored[one].parked]:
        _take_back(connection, stored[one])
        counted.remove(one)
    ends = _results(connection, some["some"])
    new = [
        EndedRound(
            stored[one].server,
            stored[one],
            ended[one],
            ends[one],
            accounting,
            closing.gone(stored[one]),
        )
        for one, accounting in accountings.items()
        if one in ended and one not in counted
    ]
    done = count(connection, new, somebody_waits)
    _insert(connection, new[:done])
    left = [one.stored.id for one in new[done:]]
    account_queue.remove(connection, [one for one in ended if one not in left])
    return len(ended) - len(left), left


def _take_back(connection: Connection, stored: StoredRound) -> None:
    """Delete the account of a round that rested, and take back its counts."""
    which = {"which": stored.id}
    if not connection.execute(_NOT_YET_AGAIN, which).rowcount:
        seats = connection.execute(_OF_SEATS, {"some": [stored.id]}).mappings().all()
        if seats:
            gone, ended = [bool(row["gone"]) for row in seats], seats[0]["ended"]
            accounting = read_accounting(connection, stored.id)
            rested = EndedRound(stored.server, stored, ended, (), accounting, gone)
            uncount(connection, [rested])
    for forget in _FORGET:
        connection.execute(forget, which)


def to_account(
    connection: Connection, round_ids: Sequence[int]
) -> dict[int, tuple[StoredRound, tuple[Step, ...]]]:
    """Return ended rounds with their records, without those that have no account.

    Rounds without exact play or without moves have none.
    """
    found = {}
    there = connection.execute(_ROUNDS, {"some": [*round_ids]}).all()
    records = rows.records(connection, round_ids)
    for stored in rows.without_plays(connection, there).values():
        record = records[stored.id]
        game = registry.games().get(stored.game)
        exact = None if game is None else game.exact
        if exact is not None and record:
            found[stored.id] = stored, record
    return found


def read_accounting(connection: Connection, round_id: int) -> tuple[SeatAccount, ...]:
    """Read the account of a round."""
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
    """Count a round from its stored account.

    A round that has ended since it counted as broken off is counted once its new account is stored.
    """
    there = connection.execute(_LOCKED, {"some": [round_id]}).all()
    if not there:
        return
    stored = rows.without_plays(connection, there)[round_id]
    if stored.parked and account_queue.waits(connection, round_id):
        for forget in _FORGET:
            connection.execute(forget, {"which": round_id})
        return
    ends = _results(connection, [round_id])[round_id]
    of_account = select(accounts.c.ended).where(accounts.c.round == round_id)
    ended = next((one.finished for one in ends), None)
    ended = ended or connection.execute(of_account).scalar() or stored.opened
    accounting = read_accounting(connection, round_id)
    gone = closing.gone(stored)
    count(connection, [EndedRound(stored.server, stored, ended, ends, accounting, gone)])


def _results(connection: Connection, round_ids: Sequence[int]) -> dict[int, list[Result]]:
    found: dict[int, list[Result]] = {round_id: [] for round_id in round_ids}
    for row in connection.execute(_RESULTS, {"some": [*round_ids]}):
        found[row.round].append(read_result(row))
    return found


def _skill(row: RowMapping) -> RoundSkill | None:
    if row["given"] is None:
        return None
    return RoundSkill(row["given"], row["expected"], row["variance"])


def _insert(connection: Connection, new: Iterable[EndedRound]) -> None:
    """Insert accounts of seats and decisions of members, or a note that a round has no account."""
    of_seats: list[dict[str, Any]] = []
    made: list[dict[str, Any]] = []
    without: list[dict[str, Any]] = []
    for each in new:
        if each.accounting:
            of_seats += _account_rows(each)
            made += _decision_rows(each)
        else:
            without.append({"round": each.stored.id})
    for statement, inserted in zip(_INSERTS, (of_seats, without, made), strict=True):
        if inserted:
            statement.run_many(connection, inserted)


def _account_rows(one: EndedRound) -> Iterator[dict[str, Any]]:
    stored = one.stored
    for seat, (player, account) in enumerate(zip(stored.players, one.accounting, strict=False)):
        skill = account.round_skill
        yield {
            "round": stored.id,
            "seat": seat,
            "guild": one.server,
            "user": player.member,
            "game": game_key(stored.game, len(stored.players)),
            "ended": one.ended,
            **{name: getattr(account, name) for name in _AMOUNTS},
            "given": None if skill is None else skill.given,
            "expected": None if skill is None else skill.expected,
            "variance": None if skill is None else skill.variance,
            "counted": account.counted,
            "gone": one.gone[seat],
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
