"""The screens of Dice Poker."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rules.dice import PIPS, POSITIONS, Roll
from rules.events.rolls import made_remark, missed_remark, with_event
from rules.games.dice_poker.computer import house
from rules.games.dice_poker.flow import compare
from rules.games.dice_poker.state import (
    DEALER,
    PLAYER,
    DealerRerolls,
    DealerRolls,
    DealerSelects,
    DiceShowdown,
    Final,
    PlayerRerolls,
    PlayerRolls,
    PlayerSelects,
    State,
)
from rules.hands import DICE_POKER, RANKS_IN_SENTENCES, describe, describe_against, why
from rules.headlines import beat, draw, rolls, win, your_turn
from rules.proposals import proposed_reroll, reroll_or_keep
from rules.screen import Block, Dice, Divider, Line, Screen, Seat
from rules.text import Text, say, say_in
from rules.turns import name_finished_reroll

NAME = say("Dice Poker")

FIRST_REROLL = say_in("a task", "you reroll first")
"""The task of the dealer, whose final hand the player has to beat (README 1.4)."""

GOAL = say("One reroll each; a straight beats a full house.")
"""The course of the game in one line (README 1.2, 1.4)."""


def screen(state: State, viewer: Seat | None) -> Screen:
    """Return the board. All dice are public, so it is the same for every viewer."""
    match state:
        case DealerRolls():
            return _rolling(DEALER, _empty(DEALER), _empty(PLAYER))
        case PlayerRolls(dealer):
            return _rolling(PLAYER, _rolled(DEALER, dealer), _empty(PLAYER))
        case DealerSelects(dealer, player):
            others = _rolled(PLAYER, player, POSITIONS)
            board = _selecting(DEALER, (dealer, player), FIRST_REROLL, others, POSITIONS)
            return replace(
                board,
                jackpot=made_remark((dealer,), ()) or made_remark((player,), ()),
            )
        case DealerRerolls(dealer, _, player):
            return _rolling(DEALER, _rolled(DEALER, dealer), _rolled(PLAYER, player))
        case PlayerSelects(dealer, player):
            jackpot = made_remark((dealer.first, dealer.hand), ())
            others = _finished(DEALER, dealer, dealer.rerolled, _missed(dealer))
            task = beat(RANKS_IN_SENTENCES[DICE_POKER.hand(dealer.hand).name])
            board = _selecting(PLAYER, (player, dealer.hand), task, others, answers=True)
            return replace(board, jackpot=jackpot)
        case PlayerRerolls(dealer, player, _):
            return _rolling(PLAYER, _finished(DEALER, dealer), _rolled(PLAYER, player))
        case DiceShowdown(dealer, player):
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
    landed: tuple[int, ...] = (),
    *,
    answers: bool = False,
) -> Screen:
    """Return the board of a phase in which `seat` selects; its buttons show its dice.

    `dice` are its own and the present ones of the other seat, which has a finished hand if `seat`
    is the player. The latest roll changed its dice at the positions `landed`.
    """
    roll, other = dice
    own, rival = DICE_POKER.hand(roll), DICE_POKER.hand(other)
    rerolled = proposed_reroll(DICE_POKER, roll, house(roll), rival, last=answers)
    hand = describe_against(own, rival, PIPS) if answers else describe(own, PIPS)
    event = () if answers else _same_rolls(roll, other)
    return Screen(
        your_turn(seat, task),
        (*others, Divider(), _heading(seat, hand), *event),
        reroll_or_keep(roll, rerolled, PIPS, say("Keep all"), landed),
        footer=NAME,
        goal=GOAL,
    )


def _result(dealer: Final, player: Final) -> Screen:
    outcome = compare(dealer.hand, player.hand)
    better, worse = sorted((DICE_POKER.hand(one.hand) for one in (dealer, player)), reverse=True)
    event = _missed(player) if outcome.winners == (DEALER,) else None
    blocks = (
        Line(why(better, worse, PIPS)),
        Divider(),
        *_finished(DEALER, dealer),
        Divider(),
        *_finished(PLAYER, player, player.rerolled, event),
    )
    if not any(outcome.won):
        return Screen(draw(), blocks, tone="drawn", footer=NAME)
    return Screen(win(outcome.winners[0]), blocks, tone="won", footer=NAME)


def _empty(seat: Seat) -> tuple[Block, ...]:
    return (Line(_role(seat)),)


def _role(seat: Seat) -> Text:
    """Return the name of a seat with its role (README 1.1)."""
    if seat == DEALER:
        return say_in("a seat", "Dealer {seat}", seat=seat).with_you(
            say_in("a seat", "You (dealer)")
        )
    return say_in("a seat", "Player {seat}", seat=seat).with_you(say_in("a seat", "You (player)"))


def _rolled(seat: Seat, roll: Roll, landed: tuple[int, ...] = ()) -> tuple[Block, ...]:
    return (_heading(seat, _hand(roll)), Dice(roll, PIPS, landed))


def _same_rolls(one: Roll, other: Roll) -> tuple[Line, ...]:
    """Return a line if the first rolls of both seats are the same."""
    if sorted(one) != sorted(other):
        return ()
    return (Line(say_in("an event", "both have rolled the same five!"), "quiet"),)


def _finished(
    seat: Seat, final: Final, landed: tuple[int, ...] = (), event: Text | None = None
) -> tuple[Block, ...]:
    """Return the hand of a seat, its history, and an event in it."""
    return (
        _heading(seat, _hand(final.hand)),
        Dice(final.hand, PIPS, landed),
        Line(with_event(_history(final), event), "quiet"),
    )


def _missed(final: Final) -> Text | None:
    """Return the remark on the hand that a seat missed with its only reroll."""
    return missed_remark((final.first, final.hand), DICE_POKER.ranks)


def _history(final: Final) -> Text:
    return name_finished_reroll(final.first, final.rerolled, final.hand, PIPS)


def _heading(seat: Seat, hand: Text) -> Line:
    return Line(say("{seat} — {hand}", seat=_role(seat), hand=hand))


def _hand(roll: Roll) -> Text:
    return describe(DICE_POKER.hand(roll), PIPS)
