"""What a state of Dice Poker is worth, and each selection (rules 1.8, 1.9)."""

from __future__ import annotations

from typing import assert_never

from rules.exact import dice_poker as exact
from rules.exact.rerolls import kept
from rules.game import Advice
from rules.games.dice_poker.flow import compare
from rules.games.dice_poker.state import (
    DEALER,
    PLAYER,
    Compared,
    DealerRerolls,
    DealerRolls,
    DealerSelects,
    PlayerRerolls,
    PlayerRolls,
    PlayerSelects,
    State,
)
from rules.screen import Seat


def worth(state: State, seat: Seat) -> float:
    """Return the seat's expected share of the win, both playing perfectly from here on."""
    share = _worth_to_player(state)
    return share if seat == PLAYER else 1 - share


def _worth_to_player(state: State) -> float:
    match state:
        case DealerRolls():
            return exact.before_rolls()
        case PlayerRolls(dealer):
            return exact.before_player_rolls(dealer)
        case DealerSelects(dealer, player):
            return exact.before_dealer_selects(dealer, player)
        case DealerRerolls(dealer, selected, player):
            return exact.before_dealer_rerolls(kept(dealer, selected), player)
        case PlayerSelects(dealer, player):
            return exact.before_player_selects(dealer.hand, player)
        case PlayerRerolls(dealer, player, selected):
            return exact.before_player_rerolls(dealer.hand, kept(player, selected))
        case Compared(dealer, player):
            return float(compare(dealer.hand, player.hand).shares[PLAYER.index])
        case _:
            assert_never(state)


def advise(state: State, seat: Seat) -> tuple[Advice, ...]:
    """Return what each of the 32 selections is worth to the seat that selects, best first.

    The dealer's chances are those against a player who answers perfectly. Of
    equally good selections the one that rerolls the fewest dice stands first;
    it is what the computer does at level `perfect`. Other seats get none.
    """
    match state:
        case DealerSelects(dealer, player) if seat == DEALER:
            return exact.advise_dealer(dealer, player)
        case PlayerSelects(dealer, player) if seat == PLAYER:
            return exact.advise_player(dealer.hand, player)
        case _:
            return ()
