"""Makes the accounts of rounds that have ended, in the analysis process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.statistics.account import DecisionAccount, SeatAccount
from bot.statistics.mistake_kinds import mistake_of
from rules.engine import Round, Step, TakenBack, history, without_taken_back
from rules.game import Game
from rules.house_skill import HouseSkill
from rules.review import Decision, SeatReview, expected_of_open, review, review_of, skill_of
from rules.screen import Seat
from rules.skill import RoundSkill, broken_off
from rules.whole_hands import WholeHand, rarest


@dataclass(frozen=True, slots=True)
class ToAccount:
    """A round to be accounted for: what `accounts_of` takes."""

    game: Game[Any]
    options: Mapping[str, str]
    record: tuple[Step, ...]
    counted_to: tuple[int | None, ...]
    gone_from: tuple[int | None, ...] = ()


def accounts_of_rounds(rounds: Sequence[ToAccount]) -> list[tuple[SeatAccount, ...]]:
    """Return the accounts of several rounds, in order; raises as `accounts_of` does."""
    return [
        accounts_of(one.game, one.options, one.record, one.counted_to, one.gone_from)
        for one in rounds
    ]


def accounts_of(
    game: Game[Any],
    options: Mapping[str, str],
    record: tuple[Step, ...],
    counted_to: Sequence[int | None],
    gone_from: Sequence[int | None] = (),
) -> tuple[SeatAccount, ...]:
    """Return the account of each seat of a round, which may be unfinished.

    `record` is the whole record, with what was taken back. `counted_to` holds for each
    seat the number of the first step that is no skill of its player, None without: what
    a player took back counts where it was their first help. `gone_from` holds the number
    of the first step after the player broke the round off, None for who stayed: what is
    missing counts as well, unless there was help before. Raises Unreadable and ValueError
    as `review` does.
    """
    seats = len(counted_to)
    line = without_taken_back(record)
    rounds = history(game, seats, options, line)
    reviews = review_of(rounds, seats)
    house = None if game.exact is None else game.exact.house_skill.get(seats)
    taken_back = any(isinstance(step, TakenBack) for step in record)
    accounts = []
    for one, end, gone in zip(reviews, counted_to, gone_from or (None,) * seats, strict=True):
        counted = one.decisions
        if end is not None and taken_back:  # a choice that was taken back may count
            until_then = [step for step in record if step.number < end]
            counted = review(game, seats, options, until_then)[one.seat.index].decisions
        elif end is not None:
            counted = tuple(each for each in counted if each.number < end)
        skill = _skill(counted, house)
        if house and gone is not None and not taken_back and (end is None or end >= gone):
            before = rounds[:gone][-1]
            made = [each for each in counted if each.number < gone]
            expected = expected_of_open(before, seats, one.seat, made, house)
            skill = broken_off(skill_of(counted, house), expected / house.mean)
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
            mistake=mistake_of(rounds[each.number - 1], one.seat, each),
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
