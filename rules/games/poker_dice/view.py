"""The screens of Poker Dice and the rules for its players."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from rules.dice import POKER, Faces, Roll
from rules.endings import won
from rules.games.poker_dice.flow import compare
from rules.games.poker_dice.state import Choosing, Compared, Finished, Rolling, State, Table
from rules.hands import POKER_DICE, POKER_DICE_STRAIGHTS_BUST, describe
from rules.rank_table import rarities
from rules.screen import Block, Dice, Divider, Line, Press, Screen, Seat
from rules.text import Text, say, say_count
from rules.turns import KEEP, mark_reroll, tell_roll

NAME = say("Poker Dice")


def screen(state: State, viewer: Seat | None) -> Screen:
    """Return the board. All dice are public, so it is the same for every viewer."""
    match state:
        case Rolling(table, _):
            return _board(table, (Line(say("{seat} rolls …", seat=table.next)),))
        case Choosing(table, rolled):
            dice = (
                Line(_heading(table, table.next, rolled.dice)),
                Dice(rolled.dice, POKER),
                Line(tell_roll(rolled), "quiet"),
            )
            board = _board(table, dice)
            keep = Press(KEEP, say("Keep this hand"))
            return Screen(board.title, board.blocks, (mark_reroll(rolled.dice, POKER), keep))
        case Compared(table):
            return _result(table)
        case _:
            assert_never(state)


def _board(table: Table, dice: tuple[Block, ...]) -> Screen:
    title = say("Poker Dice · turn {turn} of {turns}", turn=table.next.index + 1, turns=table.seats)
    blocks = (*_option(table), *_latest_turn(table), *_to_beat(table), Divider(), *dice)
    return Screen(title, (*blocks, *_to_come(table)))


def _option(table: Table) -> tuple[Block, ...]:
    return (Line(say("Straights count as busts."), "quiet"),) if table.straights_bust else ()


def _latest_turn(table: Table) -> tuple[Block, ...]:
    """Return a line with the rolls of the latest finished turn, none before it."""
    if not table.finished:
        return ()
    seat = Seat(len(table.finished) - 1)
    return (Line(_rolls(seat, table.finished[-1]), "quiet"),)


def _rolls(seat: Seat, finished: Finished) -> Text:
    """Return the rolls of a finished turn in words."""
    match [Faces(roll, POKER) for roll in finished.rolls]:
        case [only]:
            return say("{seat} kept the first roll: {first}", seat=seat, first=only)
        case [one, two]:
            return say("{seat} rolled {first}, then {second}", seat=seat, first=one, second=two)
        case [one, two, three]:
            return say(
                "{seat} rolled {first}, then {second}, then {third}",
                seat=seat,
                first=one,
                second=two,
                third=three,
            )
        case _:
            raise AssertionError("a turn has one to three rolls")


def _to_beat(table: Table) -> tuple[Block, ...]:
    """Return a line with the best finished hand, then one for each other finished hand."""
    if not table.finished:
        return (Line(say("No hand to beat yet: {seat} plays first.", seat=table.next)),)
    best = table.best
    beat = say("To beat: {hand}", hand=_hand_line(table, best))
    others = (Seat(index) for index in range(len(table.finished)) if index != best.index)
    return (Line(beat, "strong"), *(Line(_hand_line(table, seat)) for seat in others))


def _to_come(table: Table) -> tuple[Block, ...]:
    after = table.seats - table.next.index - 1
    if after == 0:
        return (Line(say("The last turn of the round."), "quiet"),)
    following = Seat(table.next.index + 1)
    if after == 1:
        return (Line(say("{seat} plays next and is the last.", seat=following), "quiet"),)
    text = say_count(
        "{seat} plays next, then {n} more.",
        "{seat} plays next, then {n} more.",
        after - 1,
        seat=following,
    )
    return (Line(text, "quiet"),)


def _heading(table: Table, seat: Seat, dice: Roll) -> Text:
    """Return a seat with the name of its hand."""
    return say("{seat} — {hand}", seat=seat, hand=describe(table.order.hand(dice), POKER))


def _hand_line(table: Table, seat: Seat) -> Text:
    """Return the finished hand of a seat as small dice, with its name."""
    hand = table.finished[seat.index].hand
    return say(
        "{faces} {seat} — {hand}",
        faces=Faces(hand, POKER),
        seat=seat,
        hand=describe(table.order.hand(hand), POKER),
    )


def _result(table: Table) -> Screen:
    outcome = compare(table)
    winners = [Seat(index) for index, share in enumerate(outcome.shares) if share]
    best = table.finished[winners[0].index].hand
    blocks = (
        *_option(table),
        Line(outcome.reason, "strong"),
        Dice(best, POKER),
        *_latest_turn(table),
        Divider(),
        *_finish(table),
    )
    if outcome.shares[winners[0].index] == Fraction(1):
        return Screen(won(NAME, winners[0]), blocks, tone="won")
    if len(winners) == 2:
        one, other = winners
        title = say("🏆 Poker Dice · {one} and {other} share the win", one=one, other=other)
    else:
        title = say("🏆 Poker Dice · {number} players share the win", number=len(winners))
    return Screen(title, blocks, tone="drawn")


def _finish(table: Table) -> tuple[Block, ...]:
    """Return a line for each seat in order of place; identical hands share a place."""
    hands = [table.order.hand(turn.hand) for turn in table.finished]
    order = sorted(range(len(hands)), key=lambda index: -hands[index].strength)
    return tuple(
        Line(
            say(
                "Place {place}: {hand}",
                place=1 + sum(other > hands[index] for other in hands),
                hand=_hand_line(table, Seat(index)),
            )
        )
        for index in order
    )


def rules() -> tuple[Block, ...]:
    """Return the rules with the frequencies of the ranks for both options (README 2.3, 2.4)."""
    return (
        *(Line(text) for text in _RULES),
        Line(say("Ranks, best first, and how rare each is in one roll:"), "quiet"),
        rarities(POKER_DICE),
        Line(say("And where straights count as busts:"), "quiet"),
        rarities(POKER_DICE_STRAIGHTS_BUST),
    )


_RULES = (
    say("The players take turns. Roll five dice, then reroll any of them up to two times."),
    say("You may stop after any roll. All hands are visible: later players know the hand to beat."),
    say("When all have played, the best hand wins. Identical hands share the win."),
    say("Equal ranks: the larger group decides, then the higher dice. There are no flushes."),
    say("Note: here a full house beats a straight. Faces from low to high: 9, 10, J, Q, K, A."),
    say("A round may count straights as busts; then the board says so."),
)
