"""What is seen of Poker Dice: whose turn it is, the hand to beat, the end, and the rules."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from rules.dice import POKER, Faces, Roll
from rules.games.poker_dice.flow import compare
from rules.games.poker_dice.state import Choosing, Compared, Finished, Rolling, State, Table
from rules.hands import POKER_DICE, POKER_DICE_STRAIGHTS_BUST, describe
from rules.rarity import rarities
from rules.screen import Block, Dice, Divider, Line, Press, Screen, Seat
from rules.text import Text, say, say_count
from rules.turns import KEEP, mark_reroll, tell_roll


def screen(state: State, viewer: Seat | None) -> Screen:
    """Return the board. Dice lie open, so every viewer sees the same."""
    match state:
        case Rolling(table, _):
            return _board(table, (Line(say("{seat} rolls …", seat=table.next)),))
        case Choosing(table, lying):
            dice = (
                Line(_holds(table, table.next, lying.dice)),
                Dice(lying.dice, POKER),
                Line(tell_roll(lying), "quiet"),
            )
            board = _board(table, dice)
            keep = Press(KEEP, say("Keep this hand"))
            return Screen(board.title, board.blocks, (mark_reroll(lying.dice, POKER), keep))
        case Compared(table):
            return _result(table)
        case _:
            assert_never(state)


def _board(table: Table, dice: tuple[Block, ...]) -> Screen:
    title = say("Poker Dice · turn {turn} of {turns}", turn=table.next.index + 1, turns=table.seats)
    blocks = (*_option(table), *_told(table), *_to_beat(table), Divider(), *dice)
    return Screen(title, (*blocks, *_to_come(table)))


def _option(table: Table) -> tuple[Block, ...]:
    return (Line(say("Straights count as busts."), "quiet"),) if table.straights_bust else ()


def _told(table: Table) -> tuple[Block, ...]:
    """Tell the turn that was finished last."""
    if not table.finished:
        return ()
    seat = Seat(len(table.finished) - 1)
    return (Line(_rolled(seat, table.finished[-1]), "quiet"),)


def _rolled(seat: Seat, finished: Finished) -> Text:
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
    """Show the best hand so far, then the other finished ones in short lines."""
    if not table.finished:
        return (Line(say("No hand to beat yet: {seat} plays first.", seat=table.next)),)
    best = table.best
    beat = say("To beat: {hand}", hand=_in_short(table, best))
    others = (Seat(index) for index in range(len(table.finished)) if index != best.index)
    return (Line(beat, "strong"), *(Line(_in_short(table, seat)) for seat in others))


def _to_come(table: Table) -> tuple[Block, ...]:
    after = table.seats - table.next.index - 1
    if after == 0:
        return (Line(say("The last turn of the round."), "quiet"),)
    following = Seat(table.next.index + 1)
    if after == 1:
        return (Line(say("{seat} plays next, as the last.", seat=following), "quiet"),)
    text = say_count(
        "{seat} plays next, then {n} more.",
        "{seat} plays next, then {n} more.",
        after - 1,
        seat=following,
    )
    return (Line(text, "quiet"),)


def _holds(table: Table, seat: Seat, dice: Roll) -> Text:
    return say("{seat} — {hand}", seat=seat, hand=describe(table.order.hand(dice), POKER))


def _in_short(table: Table, seat: Seat) -> Text:
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
        *_told(table),
        Divider(),
        *_finish(table),
    )
    if outcome.shares[winners[0].index] == Fraction(1):
        return Screen(say("🏆 Poker Dice · {seat} wins", seat=winners[0]), blocks, tone="won")
    if len(winners) == 2:
        one, other = winners
        title = say("🏆 Poker Dice · {one} and {other} share the win", one=one, other=other)
    else:
        title = say("🏆 Poker Dice · {number} players share the win", number=len(winners))
    return Screen(title, blocks, tone="drawn")


def _finish(table: Table) -> tuple[Block, ...]:
    """List the order of finish; identical hands share a place."""
    hands = [table.order.hand(turn.hand) for turn in table.finished]
    order = sorted(range(len(hands)), key=lambda index: -hands[index].strength)
    return tuple(
        Line(
            say(
                "Place {place}: {hand}",
                place=1 + sum(other > hands[index] for other in hands),
                hand=_in_short(table, Seat(index)),
            )
        )
        for index in order
    )


def rules() -> tuple[Block, ...]:
    """Return the rules with how rare each rank is (2.3), also where straights are busts (2.4)."""
    return (
        *(Line(text) for text in _RULES),
        Line(say("Ranks, best first, and how rare each is in one roll:"), "quiet"),
        rarities(POKER_DICE),
        Line(say("And where straights count as busts:"), "quiet"),
        rarities(POKER_DICE_STRAIGHTS_BUST),
    )


_RULES = (
    say("Seats play one after the other. Roll five dice, then reroll any of them up to two times."),
    say("You may stop after any roll. Hands lie open: later seats know what they have to beat."),
    say("When all have played, the best hand wins. Identical hands share the win."),
    say("Equal ranks: the larger group decides, then the higher dice. There are no flushes."),
    say("Note: here a full house beats a straight. Faces from low to high: 9, 10, J, Q, K, A."),
    say("A table may count straights as busts; then it says so on the board."),
)
