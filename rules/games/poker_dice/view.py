"""The screens of Poker Dice and the rules for its players."""

from __future__ import annotations

from typing import assert_never

from rules.dice import POKER, Faces, Roll
from rules.games.poker_dice.computer import house
from rules.games.poker_dice.flow import compare
from rules.games.poker_dice.state import Choosing, Compared, Rolling, State, Table
from rules.hands import Hand, describe, describe_against
from rules.headlines import FIRST_HAND, beat, rolls, won, your_turn
from rules.medals import medal, places
from rules.proposals import proposed_reroll, reroll_or_keep
from rules.screen import Block, Control, Dice, Divider, Line, Screen, Seat
from rules.text import Text, say, say_in
from rules.turns import TurnRolled, TurnRolling, tell_roll

NAME = say("Poker Dice")

GOAL = say("The best hand wins; you may reroll twice. Suits do not count.")
"""What is wanted, in one line (README 2.5, 2.6)."""

BEGINNINGS_TOLD = 2
"""The number of finished turns whose first dice are told, the latest ones: they take much room."""


def screen(state: State, viewer: Seat | None) -> Screen:
    """Return the board. All dice are public, so it is the same for every viewer."""
    match state:
        case Rolling(table, rolling):
            return _board(table, rolls(table.next), _rolling(table, rolling))
        case Choosing(table, rolled):
            task = beat(_hand(table, table.best)) if table.finished else FIRST_HAND
            return _board(
                table,
                your_turn(table.next, task),
                _rolled(table, rolled),
                _choices(table, rolled),
                GOAL if len(rolled.rolls) == 1 else None,
            )
        case Compared(table):
            return _result(table)
        case _:
            assert_never(state)


def _board(
    table: Table,
    title: Text,
    now: tuple[Block, ...],
    controls: tuple[Control, ...] = (),
    goal: Text | None = None,
) -> Screen:
    """Return the board of a turn: the finished hands, then that of the acting seat."""
    return Screen(title, (*now, *_option(table)), controls, footer=_footer(table), goal=goal)


def _footer(table: Table) -> Text:
    player, following = table.next.index + 1, Seat(table.next.index + 1)
    if player == table.seats:
        return say("Poker Dice, player {number} of {seats}", number=player, seats=player)
    return say(
        "Poker Dice, player {number} of {seats}, then {seat}",
        number=player,
        seats=table.seats,
        seat=following,
    )


def _rolling(table: Table, rolling: TurnRolling) -> tuple[Block, ...]:
    if not rolling.rolls:
        waiting = Line(say("Five dice are rolling."), instruction=True)
        return (*_to_beat(table, told=True), waiting)
    dice = rolling.rolls[-1]
    hand = describe(table.order.hand(dice), POKER)
    return (*_to_beat(table), _heading(table.next, hand), Dice(dice, POKER))


def _rolled(table: Table, rolled: TurnRolled) -> tuple[Block, ...]:
    """Return the finished hands and the lines about the dice that the buttons show.

    Before the first reroll the turns of the others are told.
    """
    return (
        *_to_beat(table, told=len(rolled.rolls) == 1),
        _heading(table.next, _so_far(table, rolled.dice)),
        Line(tell_roll(rolled, POKER), "quiet"),
    )


def _so_far(table: Table, dice: Roll) -> Text:
    """Return the hand of the acting seat, and whether it beats the best one, if there is one."""
    own, rival = table.order.hand(dice), _rival(table)
    return describe(own, POKER) if rival is None else describe_against(own, rival, POKER)


def _rival(table: Table) -> Hand | None:
    """Return the best finished hand, None before there is one."""
    return table.order.hand(table.finished[table.best.index].hand) if table.finished else None


def _choices(table: Table, rolled: TurnRolled) -> tuple[Control, ...]:
    order, dice = table.order, rolled.dice
    last = table.next.index + 1 == table.seats
    rerolled = proposed_reroll(order, dice, house(table, rolled), _rival(table), last=last)
    return reroll_or_keep(dice, rerolled, POKER, say("Keep this hand and stop"), rolled.new)


def _option(table: Table) -> tuple[Block, ...]:
    return (Line(say("Straights count as busts."), "quiet"),) if table.straights_bust else ()


def _to_beat(table: Table, *, told: bool = False) -> tuple[Block, ...]:
    """Return the best finished hand, drawn large, then a line for each other, all set apart.

    If `told` is true, the turns are told below their hands.
    """
    if not table.finished:
        return ()
    best = table.best
    blocks: list[Block] = []
    others = (Seat(index) for index in range(len(table.finished)) if index != best.index)
    for seat in (best, *others):
        blocks += _large(table, seat) if seat == best else [Line(_small(table, seat))]
        blocks += _turn(table, seat) if told else ()
        blocks.append(Divider())
    return tuple(blocks)


def _turn(table: Table, seat: Seat) -> tuple[Line, ...]:
    """Return a line about with what a seat began; which dice it rerolled is not stored."""
    rolls = table.finished[seat.index].rolls
    if len(rolls) == 1:
        return (Line(say("first roll"), "quiet"),)
    if seat.index < len(table.finished) - BEGINNINGS_TOLD:
        return ()
    faces = Faces(rolls[0], POKER)
    text = say("first of {number} rolls: {faces}", number=len(rolls), faces=faces)
    return (Line(text, "quiet"),)


def _hand(table: Table, seat: Seat) -> Text:
    return describe(table.order.hand(table.finished[seat.index].hand), POKER)


def _heading(seat: Seat, hand: Text) -> Line:
    return Line(say("{seat} — {hand}", seat=seat, hand=hand))


def _large(table: Table, seat: Seat) -> tuple[Block, ...]:
    dice = table.finished[seat.index].hand
    return (_heading(seat, _hand(table, seat)), Dice(dice, POKER))


def _small(table: Table, seat: Seat) -> Text:
    return say(
        "{faces} {seat} — {hand}",
        faces=Faces(table.finished[seat.index].hand, POKER),
        seat=seat,
        hand=_hand(table, seat),
    )


def _result(table: Table) -> Screen:
    outcome = compare(table)
    winners = outcome.winners
    blocks = (
        Line(outcome.reason, "strong"),
        *_option(table),
        Divider(),
        *(_two_hands(table) if table.seats == 2 else _places(table)),
    )
    if len(winners) == 1:
        return Screen(won(NAME, winners[0]), blocks, tone="won")
    if len(winners) == 2:
        one, other = winners
        title = say("🏆 Poker Dice · {one} and {other} share the win", one=one, other=other)
    else:
        title = say("🏆 Poker Dice · {number} players share the win", number=len(winners))
    return Screen(title, blocks, tone="drawn")


def _two_hands(table: Table) -> tuple[Block, ...]:
    one, other = ((*_large(table, Seat(index)), *_turn(table, Seat(index))) for index in range(2))
    return (*one, Divider(), *other)


def _places(table: Table) -> tuple[Block, ...]:
    """Return the hands in order of place, the turns told; identical hands share a medal."""
    strengths = [table.order.hand(turn.hand).strength for turn in table.finished]
    blocks: list[Block] = []
    for place, index in places(strengths):
        seat, dice = Seat(index), Faces(table.finished[index].hand, POKER)
        text = say(
            "{medal} {seat} — {hand}", medal=medal(place), seat=seat, hand=_hand(table, seat)
        )
        blocks += [Line(text), Line(say_in("a hand", "{faces}", faces=dice))]
        blocks += _turn(table, seat)
    return tuple(blocks)
