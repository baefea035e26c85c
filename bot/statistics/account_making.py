"""Makes the accounts of ended rounds, in the analysis process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.statistics.account import DecisionAccount, SeatAccount
from bot.table import closing
from bot.table.rated import skill_ends
from bot.table.stored_round import StoredRound
from rules import registry
from rules.engine import Round, Step, history
from rules.game import Game
from rules.house_skill import HouseSkill
from rules.pieces import Pieces, whole
from rules.review import (
    Decision,
    SeatReview,
    expected_of_open,
    lost_by_house,
    reviews_in_pieces,
    skill_of,
)
from rules.screen import Seat
from rules.skill import RoundSkill, broken_off, left_alone
from rules.whole_hands import WholeHand, rarest


@dataclass(frozen=True, slots=True)
class ToAccount:
    """A round to be accounted for, which may be unfinished.

    `skill_ends` holds for each seat the number of the first step that does not count for its
    player's skill, None without (`bot.table.rated`). `gone_from` holds for each seat the number of
    the first step after its player broke the round off, None for the others: the missing decisions
    count as well. `stayed` is for each seat whether all others left: then the choice that was due
    counts with the loss of `house` there.
    """

    game: Game[Any]
    options: Mapping[str, str]
    record: tuple[Step, ...]
    skill_ends: tuple[int | None, ...]
    gone_from: tuple[int | None, ...] = ()
    stayed: tuple[bool, ...] = ()

    @classmethod
    def of(cls, stored: StoredRound, record: tuple[Step, ...]) -> ToAccount:
        """Make the values from a stored round and its record."""
        return cls(
            registry.game(stored.game),
            stored.options,
            record,
            skill_ends(stored),
            closing.gone_from(stored, len(record)),
            closing.stayed(stored),
        )


def accounts_of_rounds(rounds: Sequence[ToAccount]) -> Pieces[list[tuple[SeatAccount, ...]]]:
    """Return the accounts of several rounds, in order. Raises the errors of `accounts_of`."""
    made = []
    for one in rounds:
        accounts = yield from _accounts_in_pieces(one)
        made.append(accounts)
    return made


def accounts_of(given: ToAccount) -> tuple[SeatAccount, ...]:
    """Return the account of each seat of a round.

    Raises Unreadable and ValueError as `review` does.
    """
    return whole(_accounts_in_pieces(given))


def _accounts_in_pieces(given: ToAccount) -> Pieces[tuple[SeatAccount, ...]]:
    game, options, record, skill_ends = given.game, given.options, given.record, given.skill_ends
    seats = len(skill_ends)
    rounds = history(game, seats, options, record)
    reviews = yield from reviews_in_pieces(rounds, seats)
    house = game.house_skill(seats, options)
    accounts = []
    broken, alone = given.gone_from or (None,) * seats, given.stayed or (False,) * seats
    for one, end, gone, stays in zip(reviews, skill_ends, broken, alone, strict=True):
        counted = one.decisions
        if end is not None:
            counted = tuple(each for each in counted if each.number < end)
        skill = _skill(counted, house)
        if house and gone is not None and (end is None or end >= gone):
            before = rounds[:gone][-1]
            made = [each for each in counted if each.number < gone]
            expected = expected_of_open(before, seats, one.seat, made, house)
            skill = broken_off(skill_of(counted, house), expected / house.mean)
        elif house and stays and end is None:
            due = expected_of_open(rounds[-1], seats, one.seat, counted, house)
            if due:
                lost = lost_by_house(rounds[-1], one.seat)
                skill = skill_of(counted, house)
                skill = left_alone(skill, lost / house.mean, due / house.mean)
        accounts.append(_account(one, counted, skill, house, rounds))
    return tuple(accounts)


def _account(
    one: SeatReview,
    counted: Sequence[Decision],
    skill: RoundSkill | None,
    house: HouseSkill | None,
    rounds: Sequence[Round[Any]],
) -> SeatAccount:
    known = {(each.number, each.action) for each in counted}
    decisions = tuple(
        DecisionAccount(
            number=each.number,
            loss=each.given_away,
            difficulty=each.difficulty,
            expected=None if house is None else each.expected_of(house),
            rows=each.rows,
            exact=each.exact,
            helped=(each.number, each.action) not in known,
        )
        for each in one.decisions
    )
    return SeatAccount(
        start=one.start,
        luck=one.total("luck"),
        skill=one.total("skill"),
        others=one.total("others"),
        hidden=one.total("hidden"),
        estimate=one.total("estimate"),
        result=one.result,
        round_skill=skill,
        counted=len(counted),
        decisions=decisions,
        rarest=_rarest(rounds, one.seat),
    )


def _rarest(rounds: Sequence[Round[Any]], seat: Seat) -> WholeHand | None:
    hand = rounds[0].game.hand
    return None if hand is None else rarest(hand(each.state, seat) for each in rounds)


def _skill(counted: Sequence[Decision], house: HouseSkill | None) -> RoundSkill | None:
    if house is None or not counted:
        return None
    return skill_of(counted, house)
