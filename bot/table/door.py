"""Who may look at what of a round whose dice others may still play: asked by everything that shows.

Private rounds come with their set as it is stored now: they are kept in no process's memory.
"""

from __future__ import annotations

from bot.table.stored_round import StoredRound
from rules.errors import Refusal
from rules.text import say


def check_look_back(stored: StoredRound, user: int) -> None:
    """Raise a refusal where a member could see dice that they, or others, may still play."""
    if on_offer(stored) and not stored.seats_of(user):
        raise Refusal(
            say(
                "Others may still play the dice of this sheet, so until their card closes only "
                "who filled it looks back at it."
            )
        )
    if stored.set_key is not None and not is_revealed(stored):
        raise Refusal(
            say(
                "Others may still play these dice: until that has ended, there is nothing to "
                "look back at."
            )
        )


def check_is_public(stored: StoredRound) -> None:
    """Raise a refusal for a private round: what is asked for belongs to rounds of a channel."""
    if stored.set_key is not None:
        raise Refusal(
            say(
                "You play this round for yourself, with the same dice as everybody. It has no "
                "hints and no coach, nothing in it is taken back, and nobody leaves it, closes it "
                "or asks for a rematch."
            )
        )


def is_revealed(private: StoredRound) -> bool:
    """Return whether the set of a private round is over for everybody, and its seed shown."""
    return private.set_seed is not None and private.set_seed.revealed


def on_offer(stored: StoredRound) -> bool:
    """Return whether others may still play the dice of a round, from its card."""
    return stored.sealed_until is not None and stored.has_card
