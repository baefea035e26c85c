"""Rounds that members of the demo have played before its page opens, for pictures of statistics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from bot.commands.demo import MEMBERS, Past
from bot.statistics.store import to_judge
from bot.statistics.store.to_judge import UnjudgedRound
from bot.storage.database import Storage
from bot.table.luck import SEED_BYTES, SeededLuck
from bot.table.players import Player, Players
from bot.table.store import rounds
from bot.table.stored_round import DiscordPlace, StoredRound
from rules import registry
from rules.engine import Round, begin, play_automatic
from rules.losses import judge
from rules.pieces import whole
from rules.screen import Seat

ANA, BOGDAN, _ = MEMBERS

OTHERS = (
    "dănuț",
    "elena",
    "florin",
    "gabriela",
    "horia",
    "ioana",
    "ștefania-cristina",
    "lucian",
    "mihai",
    "nicoleta",
    "ovidiu",
    "paul",
)
"""The members besides those who can be played on the page."""

TOGETHER = 40
"""The number of rounds of Dice Poker that the others play with each other."""

SHEETS = 10
"""The sheets that a member fills: enough for the list by accuracy."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """A round of `game`: names of members, or levels of the computer, and how each plays."""

    game: str
    seats: tuple[str, ...]
    plays: tuple[str, ...]
    seed: str


def of_others() -> Iterator[Earlier]:
    """Yield rounds that the others play with each other, and the sheets of some."""
    chance = Random("others")  # noqa: S311 - no secret
    for number in range(TOGETHER):
        pair = chance.sample(OTHERS, 2)
        yield Earlier("dice-poker", (*pair,), ("house", "house"), f"together {number}")
    for worse, name in enumerate(OTHERS[:5], start=1):
        for number in range(SHEETS):
            level = "house" if number < 2 * worse else "perfect"
            yield Earlier("nine", (name,), (level,), f"{name} {number}")


def of_ana() -> Iterator[Earlier]:
    """Yield rounds of the member who looks at the page: several games."""
    for number in range(30):
        other, level = ((BOGDAN, "easy"), ("house", "house"), ("perfect", "perfect"))[number % 3]
        plays = ("house" if number % 4 else "perfect", level)
        yield Earlier("dice-poker", (ANA, other), plays, f"ana {number}")
    for number in range(SHEETS):
        level = "house" if number < 5 else "perfect"
        yield Earlier("nine", (ANA,), (level,), f"ana {number}")
    for number in range(3):
        yield Earlier("six-card", (ANA, "perfect"), ("house", "perfect"), f"ana {number}")
        seats = (ANA, "house", BOGDAN)
        yield Earlier("poker-dice", seats, ("house", "house", "easy"), f"ana {number}")


def all_rounds() -> Sequence[Earlier]:
    """Return all rounds, in the order in which they were played."""
    return (*of_others(), *of_ana())


def _played(one: Earlier) -> Round[Any]:
    luck = SeededLuck(Random(one.seed).randbytes(SEED_BYTES))  # noqa: S311 - pictures want the same dice
    seats = {Seat(place): level for place, level in enumerate(one.plays)}
    game = registry.game(one.game)
    return play_automatic(begin(game, len(seats), {}, luck), seats, luck)


def store(storage: Storage, server: int, channel: int, members: Mapping[str, int]) -> None:
    """Store all rounds, judged, six minutes apart, the last one six minutes ago."""
    found = all_rounds()
    for number, one in enumerate(found):
        play = _played(one)
        players = tuple(
            Player(user=members[name]) if name in members else Player(level=name)
            for name in one.seats
        )
        stored = storage.write(
            rounds.open_round,
            StoredRound(
                DiscordPlace(channel=channel, guild=server, message=channel + 1),
                one.game,
                members[one.seats[0]],
                Players(players),
                datetime.now(UTC) - timedelta(hours=(len(found) - number) / 10),
                status="over",
                play=play,
            ),
        )
        ends = {seat: None for seat, player in enumerate(players) if player.user is not None}
        judgements = whole(judge(play.game, len(players), {}, play.steps, ends))
        unjudged = UnjudgedRound(stored, play.steps, (*ends,))
        storage.write(to_judge.store_judgements, [(unjudged, judgements)])


PAST = Past(OTHERS, store)
