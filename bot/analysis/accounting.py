"""The accounting of a round that has ended, made in the analysis process to be stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.analysis.kinds import mistake_of
from bot.table.accounting import DecisionAccount, SeatAccount
from rules.engine import Round, Step, TakenBack, history, without_taken_back
from rules.game import Game
from rules.house_skill import HouseSkill
from rules.review import Decision, SeatReview, review, review_of
from rules.screen import Seat
from rules.skill import RoundSkill, round_skill
from rules.whole_hands import WholeHand, rarest


def account(
    game: Game[Any],
    options: Mapping[str, str],
    record: tuple[Step, ...],
    counted_to: Sequence[int | None],
) -> tuple[SeatAccount, ...]:
    """Return the account of each seat of a round, which may be unfinished.

    `record` is the whole record, with what was taken back. `counted_to` holds for each
    seat the number of the first step that is no skill of its player, None without: what
    a player took back counts where it was their first help. Raises Unreadable and
    ValueError as `review` does.
    """
    seats = len(counted_to)
    line = without_taken_back(record)
    rounds = history(game, seats, options, line)
    reviews = review_of(rounds, seats)
    house = (game.house_skill or {}).get(seats)
    taken_back = any(isinstance(step, TakenBack) for step in record)
    accounts = []
    for one, end in zip(reviews, counted_to, strict=True):
        if end is None or not taken_back:
            counted = _before(one, end)
        else:
            until_then = [step for step in record if step.number < end]
            counted = review(game, seats, options, until_then)[one.seat.index].decisions
        accounts.append(_account(one, counted, house, rounds))
    return tuple(accounts)


def _before(one: SeatReview, end: int | None) -> tuple[Decision, ...]:
    return tuple(each for each in one.decisions if end is None or each.number < end)


def _account(
    one: SeatReview,
    counted: Sequence[Decision],
    house: HouseSkill | None,
    rounds: Sequence[Round[Any]],
) -> SeatAccount:
    known = {(each.number, each.action) for each in counted}
    return SeatAccount(
        one.start,
        one.total("luck"),
        one.total("skill"),
        one.total("others"),
        one.total("hidden"),
        one.total("estimate"),
        one.result,
        _skill(counted, house),
        len(counted),
        tuple(
            DecisionAccount(
                each.number,
                each.given_away,
                each.difficulty,
                None if house is None else _expected(each, house),
                each.rows,
                each.exact,
                (each.number, each.action) not in known,
                mistake_of(rounds[each.number - 1], one.seat, each),
            )
            for each in one.decisions
        ),
        _rarest(rounds, one.seat),
    )


def _rarest(rounds: Sequence[Round[Any]], seat: Seat) -> WholeHand | None:
    """Return the rarest hand that a seat had at any moment of a round."""
    hand = rounds[0].game.hand
    return None if hand is None else rarest(hand(each.state, seat) for each in rounds)


def _skill(counted: Sequence[Decision], house: HouseSkill | None) -> RoundSkill | None:
    if house is None or not counted:
        return None
    return round_skill(
        [each.given_away for each in counted],
        [_expected(each, house) for each in counted],
        house,
    )


def _expected(one: Decision, house: HouseSkill) -> float:
    return house.expected(one.difficulty, one.rows, one.rerolls)
