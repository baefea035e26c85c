"""The luck of a stored round, from its seed, and who may look back at dice that others may play.

All checks of that are here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.table.luck import SeededLuck, without_seat
from bot.table.refusals import Stale
from bot.table.stored_round import StoredRound
from rules import registry
from rules.engine import Acted, Landed, Luck, Step
from rules.errors import Refusal
from rules.text import say

SECRET_FOR = timedelta(days=3)
"""How long after its end a sheet played alone can be offered to others."""


def luck_of(stored: StoredRound) -> Luck:
    """Return the luck of a round. Raises ValueError for one without a seed."""
    if stored.seed is None:
        raise ValueError(f"round {stored.id} has no seed")
    return SeededLuck(stored.seed.secret, stored.seed.opened, shared=is_shared(stored))


def is_shared(stored: StoredRound) -> bool:
    """Return whether others play its dice, or may: on a sheet that one member fills alone."""
    return len(stored.players) == 1 and not stored.players.everybody


def keep_secret(over: StoredRound, now: datetime) -> StoredRound:
    """Return a round that has ended, with its seed still secret if others may play its dice.

    They may if members see it, and such sheets are the daily challenge. The seed of a private
    round is that of its day or dare.
    """
    if over.set_key is not None:
        return over
    seen = over.place.guild is not None and not over.place.out_of_reach
    if not (over.seed and over.seed.proven and is_shared(over) and seen):
        return over
    if not registry.game(over.game).info.weekdays:
        return over
    return replace(over, end=replace(over.end, secret_until=now + SECRET_FOR))


def offer_on_card(until: datetime) -> Callable[[StoredRound], StoredRound]:
    """Record that a card offers the dice of a round until a time; its seed stays secret as long.

    The change raises Stale for a round of which this was done, or whose seed is shown.
    """

    def put_on_card(before: StoredRound) -> StoredRound:
        if before.end.secret_until is None or before.end.has_card:
            raise Stale
        return replace(before, end=replace(before.end, secret_until=until, has_card=True))

    return put_on_card


def reveal(before: StoredRound) -> StoredRound:
    """Return a round whose seed is shown from now on."""
    if before.end.secret_until is None:
        return before
    return replace(before, end=replace(before.end, secret_until=None))


def give_up_dare(before: StoredRound) -> StoredRound:
    """Return a round that its player dares nobody to beat, so its seed is shown from now on.

    Raises Stale if a card offers its dice.
    """
    if is_on_offer(before):
        raise Stale
    return reveal(before)


def check_look_back(stored: StoredRound, user: int) -> None:
    """Raise a refusal if a member would see dice that they, or others, may still play."""
    if is_on_offer(stored) and not stored.seats_of(user):
        raise Refusal(
            say(
                "Others may still play these dice. Until their card closes, only the player of "
                "this sheet can look back at it."
            )
        )
    if stored.set_key is not None and not is_revealed(stored):
        raise Refusal(
            say("Others may still play these dice. You can look back at them when that is over.")
        )


def check_is_public(stored: StoredRound) -> None:
    """Raise a refusal for a private round: the page exists only for rounds of a channel."""
    if stored.set_key is not None:
        raise Refusal(
            say(
                "Everybody plays these same dice alone: without hints or rematch. You cannot leave "
                "or close the game."
            )
        )


def is_revealed(private: StoredRound) -> bool:
    """Return whether the dice of a private round are closed for everybody and their seed shown."""
    return private.set_key is not None and (private.seed is None or private.seed.revealed)


def is_on_offer(stored: StoredRound) -> bool:
    """Return whether others may still play the dice of a round from its card."""
    return stored.end.secret_until is not None and stored.end.has_card


def label_steps(stored: StoredRound, record: Sequence[Step]) -> tuple[Step, ...]:
    """Return the record of a round with the labels under which its luck was drawn."""
    if not is_shared(stored):
        return tuple(record)
    return tuple(
        replace(step, label=without_seat(step.label))
        if isinstance(step, Acted | Landed) and step.label
        else step
        for step in record
    )
