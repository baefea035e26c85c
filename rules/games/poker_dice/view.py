"""The screens of Poker Dice."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rules.dice import POKER, POSITIONS, Faces, Roll
from rules.events.rolls import made_remark, missed_remark, with_event
from rules.games.poker_dice.computer import house
from rules.games.poker_dice.flow import compare
from rules.games.poker_dice.state import HandChoice, HandRoll, HandsShowdown, PokerTable, State
from rules.hands import FOUR, Hand, describe, describe_against, why
from rules.headlines import FIRST_CHOICE, beat, draw, rolls, shared_win, win, with_seat, your_turn
from rules.medals import medal, places
from rules.proposals import proposed_reroll, reroll_or_keep
from rules.screen import Block, Control, Dice, Divider, Line, Screen, Seat
from rules.text import Text, say, say_in, side_by_side
from rules.turns import ROLLS, TurnRolled, TurnRolling, describe_roll

NAME = say("Poker Dice")

MOST_NEXT = 3
"""The most players whose turns the small print announces."""

GOAL = say("Best hand wins.")
"""The aim of the game in one line (README 2.5, 2.6)."""


def screen(state: State, viewer: Seat | None) -> Screen:
    """Return the board. All dice are public, so it is the same for every viewer."""
    match state:
        case HandRoll(table, rolling):
            return _board(table, rolls(table.next), _rolling(table, rolling))
        case HandChoice(table, rolled):
            task = beat(_hand(table, table.best)) if table.finished else FIRST_CHOICE
            board = _board(
                table,
                your_turn(table.next, task),
                _rolled(table, rolled),
                _choices(table, rolled),
                GOAL if len(rolled.rolls) == 1 else None,
            )
            jackpot = made_remark(rolled.rolls, ()) or (None if rolled.new else _third(table))
            return replace(board, jackpot=jackpot)
        case HandsShowdown(table):
            return _result(table)
        case _:
            assert_never(state)


def _board(
    table: PokerTable,
    title: Text,
    now: tuple[Block, ...],
    controls: tuple[Control, ...] = (),
    goal: Text | None = None,
) -> Screen:
    """Return the board of a turn: the finished hands, then that of the acting seat."""
    return Screen(title, (*now, *_option(table)), controls, footer=_footer(table), goal=goal)


def _footer(table: PokerTable) -> Text:
    """Return the small print: the game, and who plays next."""
    following = range(table.seats)[table.next.index + 1 :]
    if table.seats == 2:
        return NAME
    if not following:
        return say("Poker Dice, the last player")
    players = [say_in("a player", "{seat}", seat=Seat(index)) for index in following[:MOST_NEXT]]
    return say("Poker Dice, next: {players}", players=side_by_side(players))


def _rolling(table: PokerTable, rolling: TurnRolling) -> tuple[Block, ...]:
    if not rolling.rolls:
        waiting = Line(say("Five dice are rolling."), instruction=True)
        return (*_to_beat(table, with_turn=True), waiting)
    dice = rolling.rolls[-1]
    hand = describe(table.order.hand(dice), POKER)
    return (*_to_beat(table), _heading(table.next, hand), Dice(dice, POKER))


def _rolled(table: PokerTable, rolled: TurnRolled) -> tuple[Block, ...]:
    """Return the finished hands and the lines about the dice on the buttons.

    Before the first reroll they include the turns of the others.
    """
    return (
        *_to_beat(table, with_turn=len(rolled.rolls) == 1),
        _heading(table.next, _so_far(table, rolled.dice)),
        Line(with_event(describe_roll(rolled, POKER), _made(rolled)), "quiet"),
    )


def _made(rolled: TurnRolled) -> Text | None:
    """Return the remark on four of a kind; five stand above the title."""
    event = made_remark(rolled.rolls, (FOUR,) if rolled.new else ())
    return None if event == made_remark(rolled.rolls, ()) else event


def _so_far(table: PokerTable, dice: Roll) -> Text:
    """Return the hand of the acting seat, and whether it beats the best finished one."""
    own, rival = table.order.hand(dice), _rival(table)
    return describe(own, POKER) if rival is None else describe_against(own, rival, POKER)


def _rival(table: PokerTable) -> Hand | None:
    """Return the best finished hand, None before the first one."""
    return table.order.hand(table.finished[table.best.index].hand) if table.finished else None


def _choices(table: PokerTable, rolled: TurnRolled) -> tuple[Control, ...]:
    order, dice = table.order, rolled.dice
    last = table.next.index + 1 == table.seats
    rerolled = proposed_reroll(order, dice, house(table, rolled), _rival(table), last=last)
    return reroll_or_keep(dice, rerolled, POKER, say("Keep this hand and stop"), rolled.landed)


def _option(table: PokerTable) -> tuple[Block, ...]:
    return (
        (Line(say("Straights count as busts, the lowest hands."), "quiet"),)
        if table.straights_bust
        else ()
    )


def _to_beat(table: PokerTable, *, with_turn: bool = False) -> tuple[Block, ...]:
    """Return the finished hands above the present one.

    With two seats the hand is drawn large; with more, hands stand as at the end. With
    `with_turn`, a line describes the latest turn.
    """
    if not table.finished:
        return ()
    latest = _turn(table, Seat(len(table.finished) - 1), named=table.seats > 2) if with_turn else ()
    hands = _large(table, table.best, new=with_turn) if table.seats == 2 else _places(table)
    return (*hands, *latest, Divider())


def _turn(table: PokerTable, seat: Seat, *, named: bool = False) -> tuple[Line, ...]:
    """Return a line about the first roll of a seat, for the latest turn with a remark.

    The rerolled dice are not stored.
    """
    rolls, event = table.finished[seat.index].rolls, _event(table, seat)
    if len(rolls) == 1:
        text = say("{seat}: first roll", seat=seat) if named else say("first roll")
        return (Line(with_event(text, event), "quiet"),)
    faces = Faces(rolls[0], POKER)
    text = (
        say("{seat}, first roll: {faces}", seat=seat, faces=faces)
        if named
        else say("first roll: {faces}", faces=faces)
    )
    return (Line(with_event(text, event), "quiet"),)


def _event(table: PokerTable, seat: Seat) -> Text | None:
    """Return the remark on the third roll of the latest turn, or on its lead.

    At the end of the round the board shows both itself, and only a loser was close.
    """
    if seat.index < len(table.finished) - 1:
        return None
    rolls, over = table.finished[seat.index].rolls, len(table.finished) == table.seats
    event = missed_remark(rolls, table.order.ranks) if len(rolls) == ROLLS else None
    if over:
        best, own = (table.finished[one.index].hand for one in (table.best, seat))
        return event if table.order.hand(own) < table.order.hand(best) else None
    if event is not None:
        return event
    if seat.index and table.best == seat:
        return say_in("an event", "{seat} takes the lead", seat=seat).with_you(
            say_in("an event", "You take the lead")
        )
    return None


def _third(table: PokerTable) -> Text | None:
    """Return the five of a kind that the third roll of the latest turn made, None without one."""
    if not table.finished or len(table.finished[-1].rolls) < ROLLS:
        return None
    event = made_remark(table.finished[-1].rolls, ())
    return None if event is None else with_seat(event, Seat(len(table.finished) - 1))


def _hand(table: PokerTable, seat: Seat) -> Text:
    return describe(table.order.hand(table.finished[seat.index].hand), POKER)


def _heading(seat: Seat, hand: Text) -> Line:
    return Line(say("{seat} — {hand}", seat=seat, hand=hand))


def _large(table: PokerTable, seat: Seat, *, new: bool) -> tuple[Block, ...]:
    """Return the hand of a seat, drawn large, with its last roll marked if it is `new`."""
    dice = table.finished[seat.index].hand
    landed = _last_roll(table, seat) if new else ()
    return (_heading(seat, _hand(table, seat)), Dice(dice, POKER, landed))


def _last_roll(table: PokerTable, seat: Seat) -> tuple[int, ...]:
    """Return the positions changed by the third roll, if any, of the latest finished turn."""
    rolls = table.finished[seat.index].rolls
    if seat.index + 1 < len(table.finished) or len(rolls) < ROLLS:
        return ()
    return tuple(place for place in POSITIONS if rolls[-1][place - 1] != rolls[-2][place - 1])


def _result(table: PokerTable) -> Screen:
    outcome = compare(table)
    winners = outcome.winners
    blocks = (
        Line(_reason(table, len(winners))),
        *_option(table),
        Divider(),
        *(_two_hands(table) if table.seats == 2 else _places(table)),
    )
    if len(winners) == 1:
        return Screen(win(winners[0]), blocks, tone="won", footer=NAME)
    title = draw() if table.seats == 2 else shared_win(winners)
    return Screen(title, blocks, tone="drawn", footer=NAME)


def _reason(table: PokerTable, winners: int) -> Text:
    """Return the sentence that explains the result, given the number of winners."""
    hands = sorted((table.order.hand(turn.hand) for turn in table.finished), reverse=True)
    if winners > 1 and len(hands) > 2:
        return say("The {number} best hands show the same five faces.", number=winners)
    return why(hands[0], hands[1], POKER)


def _two_hands(table: PokerTable) -> tuple[Block, ...]:
    one, other = (
        (*_large(table, Seat(index), new=True), *_turn(table, Seat(index))) for index in range(2)
    )
    return (*one, Divider(), *other)


def _places(table: PokerTable) -> tuple[Block, ...]:
    """Return the finished hands in order of place; identical hands share a medal."""
    strengths = [table.order.hand(turn.hand).strength for turn in table.finished]
    blocks: list[Block] = []
    for place, index in places(strengths):
        seat, dice = Seat(index), Faces(table.finished[index].hand, POKER)
        text = say(
            "{medal} {seat} — {hand}", medal=medal(place), seat=seat, hand=_hand(table, seat)
        )
        blocks += [Line(text), Line(say_in("a hand", "{faces}", faces=dice))]
    return tuple(blocks)
