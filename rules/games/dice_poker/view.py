"""The screens of Dice Poker."""

from __future__ import annotations

from typing import assert_never

from rules.dice import PIPS, Roll
from rules.games.dice_poker.computer import house
from rules.games.dice_poker.flow import compare
from rules.games.dice_poker.state import (
    DEALER,
    PLAYER,
    Compared,
    DealerRerolls,
    DealerRolls,
    DealerSelects,
    Final,
    PlayerRerolls,
    PlayerRolls,
    PlayerSelects,
    State,
)
from rules.hands import DICE_POKER, describe, describe_against
from rules.headlines import beat, drawn, rolls, won, your_turn
from rules.proposals import proposed_reroll, reroll_or_keep
from rules.screen import Block, Dice, Divider, Line, Screen, Seat
from rules.text import Text, say, say_in
from rules.turns import name_rerolled

NAME = say("Dice Poker")

ROLES = (say_in("seat", "dealer"), say_in("seat", "player"))
"""What the two seats are called."""

FIRST_CHOICE = say_in("a task", "you choose first, then {other}", other=PLAYER)
"""What the dealer is told: the player answers a finished hand (README 1.4)."""

GOAL = say("Highest hand wins; you may reroll once.")
"""What is wanted, in one line (README 1.4, 1.5)."""


def screen(state: State, viewer: Seat | None) -> Screen:
    """Return the board. All dice are public, so it is the same for every viewer."""
    match state:
        case DealerRolls():
            return _rolling(DEALER, _empty(DEALER), _empty(PLAYER))
        case PlayerRolls(dealer):
            return _rolling(PLAYER, _rolled(DEALER, dealer), _empty(PLAYER))
        case DealerSelects(dealer, player):
            return _selecting(DEALER, (dealer, player), FIRST_CHOICE, _rolled(PLAYER, player))
        case DealerRerolls(dealer, _, player):
            return _rolling(DEALER, _rolled(DEALER, dealer), _rolled(PLAYER, player))
        case PlayerSelects(dealer, player):
            others = _finished(DEALER, dealer, dealer.rerolled)
            task = beat(_hand(dealer.hand))
            return _selecting(PLAYER, (player, dealer.hand), task, others, answers=True)
        case PlayerRerolls(dealer, player, _):
            return _rolling(PLAYER, _finished(DEALER, dealer), _rolled(PLAYER, player))
        case Compared(dealer, player):
            return _result(dealer, player)
        case _:
            assert_never(state)


def _rolling(seat: Seat, *parts: tuple[Block, ...]) -> Screen:
    """Return the board of a phase in which the dice of `seat` are awaited."""
    upper, lower = parts
    return Screen(rolls(seat), (*upper, Divider(), *lower), footer=NAME)


def _selecting(
    seat: Seat,
    dice: tuple[Roll, Roll],
    task: Text,
    others: tuple[Block, ...],
    *,
    answers: bool = False,
) -> Screen:
    """Return the board of a phase in which `seat` selects; its buttons show its dice.

    `dice` are its own and, as they lie, those of the other seat, whose hand is finished where
    `seat` answers it.
    """
    roll, other = dice
    own, rival = DICE_POKER.hand(roll), DICE_POKER.hand(other)
    rerolled = proposed_reroll(DICE_POKER, roll, house(roll), rival, last=answers)
    hand = describe_against(own, rival, PIPS) if answers else describe(own, PIPS)
    return Screen(
        your_turn(seat, task),
        (*others, Divider(), _heading(seat, hand)),
        reroll_or_keep(roll, rerolled, PIPS, say("Keep all")),
        footer=NAME,
        goal=GOAL,
    )


def _result(dealer: Final, player: Final) -> Screen:
    outcome = compare(dealer.hand, player.hand)
    blocks = (
        Line(outcome.reason, "strong"),
        Divider(),
        *_finished(DEALER, dealer),
        Divider(),
        *_finished(PLAYER, player),
    )
    if not any(outcome.won):
        return Screen(drawn(NAME), blocks, tone="drawn")
    return Screen(won(NAME, outcome.winners[0]), blocks, tone="won")


def _empty(seat: Seat) -> tuple[Block, ...]:
    return (Line(say_in("a seat", "{seat}", seat=seat)),)


def _rolled(seat: Seat, roll: Roll) -> tuple[Block, ...]:
    return (_heading(seat, _hand(roll)), Dice(roll, PIPS))


def _finished(seat: Seat, final: Final, landed: tuple[int, ...] = ()) -> tuple[Block, ...]:
    """Return the hand of a seat and its history; a reroll has just brought the dice `landed`."""
    return (
        _heading(seat, _hand(final.hand)),
        Dice(final.hand, PIPS, landed),
        Line(_history(final), "quiet"),
    )


def _history(final: Final) -> Text:
    return name_rerolled(final.first, final.rerolled, final.hand, PIPS)


def _heading(seat: Seat, hand: Text) -> Line:
    return Line(say("{seat} — {hand}", seat=seat, hand=hand))


def _hand(roll: Roll) -> Text:
    return describe(DICE_POKER.hand(roll), PIPS)
