"""The headlines of first games: each has one, and no kind leads more than half of them.

`pytest -m "" tests/bot/table/test_headline_kinds.py -rP` prints the share of each kind.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

import pytest

from bot.language.render import PlainRenderer, render
from bot.storage.database import Storage
from bot.table import headline
from bot.table.headline import Headline
from bot.table.players import Player, Players
from bot.table.store import rounds
from bot.table.stored_round import DiscordPlace, StoredRound
from rules import engine, registry
from rules.levels import HOUSE
from rules.screen import Seat
from simulated_luck import SeededLuck

pytestmark = pytest.mark.slow

GAMES = 200

LONGEST = 38
"""The letters of a headline in a line of a phone, with the name of a member."""

JACKPOTS = {"jackpot-further", "jackpot-at-once", "jackpot-five", "jackpot-all-three"}


def first_game(key, number):
    """Return the end of a game that medium plays for a member, alone or against medium."""
    game = registry.game(key)
    seats, own = game.info.seats.start, game.info.opener.index
    luck = SeededLuck(f"{key} {number}")
    begun = engine.begin(game, seats, {}, luck)
    over = engine.play_automatic(begun, {Seat(seat): HOUSE.key for seat in range(seats)}, luck)
    players = [Player(level=HOUSE.key)] * seats
    players[own] = Player(user=number)
    return StoredRound(
        place=DiscordPlace(channel=number, guild=number),
        game=key,
        opener=number,
        players=Players(players),
        opened=datetime(2026, 1, 1, 12, tzinfo=UTC),
        status="over",
        play=over,
    )


@pytest.mark.parametrize("key", registry.games())
def test_each_of_200_first_games_has_a_headline_and_no_kind_has_more_than_half(key, tmp_path):
    """Medium has a jackpot in at most one game of ten."""
    kinds = Counter()
    with Storage.open(f"sqlite:///{tmp_path / 'rounds.sqlite3'}") as storage:
        for number in range(1, GAMES + 1):
            ended = storage.write(rounds.open_round, first_game(key, number))
            again = storage.read(rounds.load, ended.id)
            assert again.end.headline == ended.end.headline
            kinds[Headline.of_code(again.end.headline).kind] += 1
            for language in ("en", "ro"):
                names = ["ana"] * len(again.players)
                told = render(headline.sentence_of(again), language, PlainRenderer(language, names))
                assert told, again.end.headline
                assert "\n" not in told
                assert len(told) <= LONGEST, told
    shares = (f"{kind} {times / GAMES:.1%}" for kind, times in kinds.most_common())
    print(", ".join(shares))  # noqa: T201 — what `-rP` shows
    assert kinds.total() == GAMES
    assert sum(kinds[kind] for kind in JACKPOTS) <= GAMES / 10
    assert max(kinds.values()) <= GAMES / 2
