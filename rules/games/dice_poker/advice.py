"""Worths, advice and reasons for selections in Dice Poker (README 1.8, 1.9)."""

from __future__ import annotations

from typing import assert_never

from rules.dice import PIPS
from rules.exact.reasons import reason_of_reroll
from rules.game import Advice, share_by_two
from rules.games.dice_poker.flow import compare
from rules.games.dice_poker.state import (
    DEALER,
    PLAYER,
    DealerRerolls,
    DealerRolls,
    DealerSelects,
    DiceShowdown,
    PlayerRerolls,
    PlayerRolls,
    PlayerSelects,
    State,
)
from rules.hands import DICE_POKER
from rules.screen import Action, Seat
from rules.text import Text, say
from rules.turns import KEEP


def worth(state: State, seat: Seat) -> float:
    """Return the seat's expected share of the win if both seats play perfectly from here on."""
    share = _worth_to_player(state)
    return share if seat == PLAYER else 1 - share


def _worth_to_player(state: State) -> float:
    from rules.exact.rerolls import keep_of  # noqa: PLC0415 — numpy is loaded with the first question
    from rules.games.dice_poker import solver  # noqa: PLC0415

    match state:
        case DealerRolls():
            return solver.before_rolls()
        case PlayerRolls(dealer):
            return solver.before_player_rolls(dealer)
        case DealerSelects(dealer, player):
            return solver.before_dealer_selects(dealer, player)
        case DealerRerolls(dealer, selected, player):
            return solver.before_dealer_rerolls(keep_of(dealer, selected), player)
        case PlayerSelects(dealer, player):
            return solver.before_player_selects(dealer.hand, player)
        case PlayerRerolls(dealer, player, selected):
            return solver.before_player_rerolls(dealer.hand, keep_of(player, selected))
        case DiceShowdown(dealer, player):
            return float(compare(dealer.hand, player.hand).shares[PLAYER.index])
        case _:
            assert_never(state)


def advise(state: State, seat: Seat) -> tuple[Advice, ...]:
    """Return the advice for the 32 selections of the seat that selects, best first.

    The dealer's chances are those against a perfect player. Among equally good
    selections the one that rerolls the fewest dice comes first; the first
    selection is that of the computer's level `perfect`. The result is empty for
    the other seat.
    """
    from rules.games.dice_poker import solver  # noqa: PLC0415 — numpy is loaded with the first question

    match state:
        case DealerSelects(dealer, player) if seat == DEALER:
            return share_by_two(solver.advise_dealer(dealer, player), seat)
        case PlayerSelects(dealer, player) if seat == PLAYER:
            return share_by_two(solver.advise_player(dealer.hand, player), seat)
        case _:
            return ()


def reason(state: State, seat: Seat, action: Action) -> Text | None:
    """Return the kept dice and the aim of a selection, or that the hand wins already."""
    match state:
        case PlayerSelects(dealer, player) if action == KEEP:
            if DICE_POKER.hand(player) > DICE_POKER.hand(dealer.hand):
                return say("This hand wins already.")
            return None
        case DealerSelects(dice, _) | PlayerSelects(_, dice):
            return reason_of_reroll(dice, action)
        case _:
            return None


def why(state: State, seat: Seat, better: Action, worse: Action) -> Text | None:
    """Return why one selection is worth more than another: a rank, a certain win or loss."""
    from rules.exact.causes import HandContrast  # noqa: PLC0415 — numpy is loaded with the first question
    from rules.games.dice_poker import solver  # noqa: PLC0415

    match state:
        case DealerSelects(dice, player) if seat == DEALER:
            keeps, decided = solver.dealer_by_rank(player), False
        case PlayerSelects(dealer, dice) if seat == PLAYER:
            keeps, decided = solver.player_by_rank(dealer.hand), True
        case _:
            return None
    return HandContrast(DICE_POKER, PIPS, dice, better, worse, keeps, decided).why()
