"""Which sheets keep their dice for others, and how long: once offered they are not offered again."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.table.refusals import Stale
from bot.table.round_luck import SECRET_FOR, give_up_dare, keep_secret, offer_on_card, reveal
from bot.table.stored_round import DiscordPlace
from bot.table.use_cases import OpenRequest
from fair_rounds import seed

ANA = 1
NOW = datetime(2026, 1, 1, tzinfo=UTC)
UNTIL, LATER = NOW + timedelta(days=2), NOW + timedelta(days=5)


def over(table, game="nine", guild=9, **changes):
    """Return a round of Ana's that has just ended, with its seed as `keep_secret` leaves it."""
    stored = table.open(OpenRequest(game, ANA, 7, guild, **changes), NOW, seed(1))
    return keep_secret(stored.ended_as("over"), NOW)


def test_the_seed_of_a_sheet_that_one_member_filled_on_a_server_stays_secret(table):
    assert over(table).end.secret_until == NOW + SECRET_FOR


@pytest.mark.parametrize("changes", [{"guild": None}, {"level": "easy"}, {"everybody": True}])
def test_the_seed_of_any_other_is_shown(table, changes):
    assert over(table, **changes).end.secret_until is None


def test_so_is_that_of_a_sheet_whose_dare_nobody_could_see_or_check(table):
    stored = reveal(over(table))
    guest = replace(stored, place=DiscordPlace(7, 9, out_of_reach=True))
    replaced = replace(stored, seed=replace(stored.seed, proven=False))
    assert keep_secret(guest, NOW) is guest
    assert keep_secret(replaced, NOW) is replaced


def test_a_card_offers_its_dice_once(table):
    """A second press, or another process, would post a second card of the same dice."""
    offered = offer_on_card(UNTIL)(over(table))
    assert (offered.end.secret_until, offered.end.has_card) == (UNTIL, True)
    with pytest.raises(Stale):
        offer_on_card(LATER)(offered)
    with pytest.raises(Stale):
        give_up_dare(offered)


def test_dice_whose_seed_is_shown_are_not_offered(table):
    closed = reveal(offer_on_card(UNTIL)(over(table)))
    assert (closed.end.secret_until, closed.end.has_card) == (None, True)
    given_up = give_up_dare(over(table))
    assert given_up.end.secret_until is None
    for shown in (closed, given_up):
        with pytest.raises(Stale):
            offer_on_card(LATER)(shown)
