"""The folder of a bot that was stopped, with finished rounds of every game."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeAlias

import pytest

from bot import cli
from bot.storage.database import Storage
from bot.table.players import Player, Players
from bot.table.store import rounds
from bot.table.stored_round import DiscordPlace, StoredRound
from empty_database import write_empty_database
from random_play import play_at_random
from rules import engine, registry

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
Run: TypeAlias = Callable[..., tuple[int, str, str]]
URL = "sqlite:///dice-poker.sqlite3"


@pytest.fixture
def here(folder: Path) -> Path:
    """Be in a folder with the default database, which is empty."""
    write_empty_database(Path("dice-poker.sqlite3"))
    return folder


@pytest.fixture
def played(here: Path) -> dict[str, int]:
    """Store a finished round of each game, a day apart, one that was left and an open one."""
    ids: dict[str, int] = {}
    with Storage.open(URL) as storage:
        for day, (key, game) in enumerate(registry.games().items()):
            seats = max(2, game.info.seats.start)
            journey = play_at_random(game, seats, {}, "seed")
            level = game.level(None)
            people = [Player(user=2**60 + seat) for seat in range(seats - 1)]
            new = StoredRound(
                place=DiscordPlace(channel=day, guild=7),
                game=key,
                opener=2**60,
                players=Players((*people, Player(level=level))),
                opened=NOON,
                status="over",
                play=journey.end,
                options=game.complete({}),
            )
            ids[key] = storage.write(
                rounds.open_round, replace(new, opened=NOON + timedelta(days=day))
            ).id
        dice_poker = registry.game("dice-poker")
        start = play_at_random(dice_poker, 2, {}, "half").end.steps[:2]
        begun = replace(
            new,
            game="dice-poker",
            opened=NOON + timedelta(days=len(ids)),
            options={},
            play=engine.replay(dice_poker, 2, {}, start),
            players=Players((Player(user=2**60), Player(user=2**60 + 1, left=True))),
        )
        ids["left"] = storage.write(rounds.open_round, begun).id
        ids["open"] = storage.write(
            rounds.open_round,
            replace(begun, status="playing", place=replace(begun.place, channel=90)),
        ).id
    return ids


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs a command and returns its code, output and errors."""

    def command(*argv: str) -> tuple[int, str, str]:
        code = cli.main(argv)
        return code, *capsys.readouterr()

    return command
