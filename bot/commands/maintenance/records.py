"""A finished round as a line of JSON, and back; docs/export.md explains each field.

Ids of Discord are strings: as numbers they are too large for some readers of JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from bot.statistics.store.finished_rounds import FinishedRound
from bot.statistics.store.standings import code_of
from bot.table.store import rows, table_options
from bot.table.stored_round import Player
from rules.engine import Step

FORMAT = 1
"""The number of the format; it rises when a field changes its meaning."""


class NotARecord(Exception):
    """Raised for a line that is no finished round."""


@dataclass(frozen=True, slots=True)
class Record:
    """What is replayed: a finished round with its steps, and its result for each seat."""

    round: int
    game: str
    options: Mapping[str, str]
    players: tuple[Player, ...]
    steps: tuple[Step, ...]
    results: tuple[tuple[Fraction, int | None], ...]
    kept: bool = True
    """Whether the steps are kept: KEEP_ROUNDS_DAYS deletes those of old rounds."""


def line_of(finished: FinishedRound) -> str:
    """Return a finished round as a line of JSON."""
    stored = finished.stored
    ends = [result.finished for result in finished.results if result.finished is not None]
    return json.dumps(
        {
            "format": FORMAT,
            "round": stored.id,
            "game": stored.game,
            "options": dict(stored.options),
            "table": table_options.values(stored),
            "language": stored.language,
            "server": _id(stored.guild),
            "channel": _id(stored.channel),
            "opened": _time(stored.opened),
            "finished": _time(max(ends, default=None)),
            "rematch_of": stored.successor_of,
            "players": [_player(player) for player in stored.players],
            "steps": [_step(step) for step in finished.steps] if finished.kept else None,
            "results": [
                {
                    "share": str(result.share),
                    "score": result.score,
                    "rarest": code_of(finished.rarest.get(result.seat)),
                }
                for result in finished.results
            ],
        },
        separators=(",", ":"),
    )


def record_of(finished: FinishedRound) -> Record:
    """Return a finished round as it is replayed."""
    return read_line(line_of(finished))


def read_line(line: str) -> Record:
    """Read a line back. Raises NotARecord, whose message says what is wrong."""
    try:
        given = json.loads(line)
    except ValueError as error:
        raise NotARecord("it is not JSON") from error
    if not isinstance(given, dict) or "format" not in given:
        raise NotARecord("it is not a round that dice-poker has exported")
    if given["format"] != FORMAT:
        raise NotARecord(f"its format is {str(given['format'])[:20]}, not {FORMAT}")
    try:
        return Record(
            round=int(given["round"]),
            game=str(given["game"]),
            options={str(key): str(value) for key, value in given["options"].items()},
            players=tuple(_read_player(player) for player in given["players"]),
            steps=tuple(
                _read_step(number, step) for number, step in enumerate(given["steps"] or (), 1)
            ),
            results=tuple((Fraction(one["share"]), one["score"]) for one in given["results"]),
            kept=given["steps"] is not None,
        )
    except Exception as error:  # a file that was edited may be wrong in any way
        raise NotARecord("a field is missing or wrong") from error


def _id(number: int | None) -> str | None:
    return None if number is None else str(number)


def _time(when: datetime | None) -> str | None:
    return None if when is None else when.isoformat().replace("+00:00", "Z")


def _player(player: Player) -> dict[str, Any]:
    return {
        "member": _id(player.user),
        "computer": player.level,
        "left": player.left,
        "hints": list(player.hints),
        "coached": list(player.coached),
        "taken_back": list(player.taken_back),
    }


def _read_player(given: dict[str, Any]) -> Player:
    member = given["member"]
    return Player(
        user=None if member is None else int(member),
        level=given["computer"],
        left=bool(given["left"]),
        hints=tuple(given["hints"]),
        coached=tuple(given.get("coached", ())),
        taken_back=tuple(given.get("taken_back", ())),
    )


def _step(step: Step) -> dict[str, Any]:
    row = rows.step_row(0, step)
    if row["action"] is None:
        return {"faces": [int(face) for face in row["faces"].split()]}
    return {"seat": row["seat"], "action": row["action"]}


def _read_step(number: int, given: dict[str, Any]) -> Step:
    faces = given.get("faces")
    row: Any = SimpleNamespace(
        number=number,
        seat=given.get("seat"),
        action=None if faces is not None else str(given["action"]),
        faces=None if faces is None else " ".join(str(int(face)) for face in faces),
        label=None,
        source=None,
    )
    return rows.read_step(row)
