"""The screens of Dice Poker and the rules for its players."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from rules.dice import PIPS, Faces, Roll
from rules.endings import drawn, won
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
from rules.hands import DICE_POKER, describe
from rules.rank_table import rarities
from rules.screen import Block, Control, Dice, Divider, Line, Press, Screen, Seat
from rules.text import Text, say
from rules.turns import KEEP, mark_reroll, name_rerolled

NAME = say("Dice Poker")


def screen(state: State, viewer: Seat | None) -> Screen:
    """Return the board. All dice are public, so it is the same for every viewer."""
    match state:
        case DealerRolls():
            return _board(1, _empty(DEALER), _empty(PLAYER))
        case PlayerRolls(dealer):
            return _board(2, _rolled(DEALER, dealer), _empty(PLAYER))
        case DealerSelects(dealer, player):
            return _board(3, _rolled(PLAYER, player), _rolled(DEALER, dealer), dealer)
        case DealerRerolls(dealer, _, player):
            return _board(4, _rolled(DEALER, dealer), _rolled(PLAYER, player))
        case PlayerSelects(dealer, player):
            return _board(5, _finished(DEALER, dealer), _rolled(PLAYER, player), player)
        case PlayerRerolls(dealer, player, _):
            return _board(6, _finished(DEALER, dealer), _rolled(PLAYER, player))
        case Compared(dealer, player):
            return _result(dealer, player)
        case _:
            assert_never(state)


def _board(
    phase: int, upper: tuple[Block, ...], lower: tuple[Block, ...], choosing: Roll | None = None
) -> Screen:
    """Return the board of a phase; the choosing seat is `lower`, next to the buttons."""
    return Screen(
        _title(phase),
        (*upper, Divider(), *lower),
        _controls(choosing) if choosing else (),
    )


def _title(phase: int) -> Text:
    """Return the title with the phase and the seat that chooses in it."""
    match phase:
        case 3:
            return say("Dice Poker · phase 3 of 7: the dealer chooses")
        case 5:
            return say("Dice Poker · phase 5 of 7: the player chooses")
        case _:
            return say("Dice Poker · phase {phase} of 7", phase=phase)


def _controls(roll: Roll) -> tuple[Control, ...]:
    return (mark_reroll(roll, PIPS), Press(KEEP, say("Keep all")))


def _result(dealer: Final, player: Final) -> Screen:
    outcome = compare(dealer.hand, player.hand)
    blocks = (
        Line(outcome.reason, "strong"),
        Divider(),
        *_finished(DEALER, dealer),
        Divider(),
        *_finished(PLAYER, player),
    )
    if outcome.shares[0] == Fraction(1, 2):
        return Screen(drawn(NAME), blocks, tone="drawn")
    winner = DEALER if outcome.shares[0] else PLAYER
    return Screen(won(NAME, winner), blocks, tone="won")


def _empty(seat: Seat) -> tuple[Block, ...]:
    return (Line(say("{seat} rolls …", seat=seat)),)


def _rolled(seat: Seat, roll: Roll) -> tuple[Block, ...]:
    return (_heading(seat, roll), Dice(roll, PIPS))


def _finished(seat: Seat, final: Final) -> tuple[Block, ...]:
    history = say(
        "first roll {roll} · {rerolled}",
        roll=Faces(final.first, PIPS),
        rerolled=name_rerolled(final.rerolled),
    )
    return (_heading(seat, final.hand), Dice(final.hand, PIPS), Line(history, "quiet"))


def _heading(seat: Seat, roll: Roll) -> Line:
    return Line(say("{seat} — {hand}", seat=seat, hand=describe(DICE_POKER.hand(roll), PIPS)))


def rules() -> tuple[Block, ...]:
    """Return the rules with the table of ranks and their frequencies (README 1.2)."""
    return (
        *(Line(text) for text in _RULES),
        Line(say("Ranks, best first, and how rare each is in one roll:"), "quiet"),
        rarities(DICE_POKER),
    )


_RULES = (
    say("The dealer and the player roll five dice each."),
    say(
        "The dealer may reroll any of their dice once, then the player, who sees the dealer’s hand."
    ),
    say(
        "The better rank wins. Between equal ranks the larger group decides, then the higher dice."
    ),
    say("Note: here a straight beats a full house. The same five faces are a draw."),
)
