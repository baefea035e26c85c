"""Kills a process that plays, again and again, and looks for acts that were lost or doubled.

    python bench/kill.py [how often, 200 unless told]

A child process plays rounds of every game on a database in a file and says on a
pipe what it did, each act only after its commit has returned. It is killed with
SIGKILL at random moments; the next one plays on where it stopped. In the end
pipe and database are compared.
"""
# ruff: noqa: S101 — the asserts are what this is about

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT)]

from bench.direct import change_now  # noqa: E402
from bot.luck import SecureLuck  # noqa: E402 — found by the line above
from bot.storage import Storage  # noqa: E402
from bot.storage.errors import RoundGone  # noqa: E402
from bot.table.stored_round import StoredRound  # noqa: E402
from bot.table.use_cases import OpenRequest, Table, TimeLimits  # noqa: E402
from rules import engine, registry  # noqa: E402
from rules.engine import Acted  # noqa: E402

PLAYERS = (11, 22)
CHANNEL = 7
MAX_DEALS = 15
"""How many acts a child reports at most before its last moments begin."""

LONGEST = 0.01
"""How many seconds those last: an act takes some thousandths."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What came of it: `unreported` acts were kept, but their child died before it could say so."""

    kills: int
    reported: int
    unreported: int
    rounds: int
    finished: int


def kill_again_and_again(folder: Path, times: int, seed: int = 1) -> Figures:
    """Let children play in `folder` and kill each; compare what they said with what is kept.

    Raises AssertionError where an act is missing or doubled, or where a record
    does not rebuild the state beside it.
    """
    url, random = f"sqlite:///{folder / 'killed.sqlite3'}", Random(seed)
    Storage.open(url).close()
    said: list[dict[str, Any]] = []
    with subprocess.Popen(  # noqa: S603 — this very file
        [sys.executable, __file__, "--play", url],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as mother:
        assert mother.stdin
        assert mother.stdout
        for kills in range(1, times + 1):
            mother.stdin.write("play\n")
            mother.stdin.flush()
            lines = map(json.loads, mother.stdout)
            child = next(line["sat"] for line in lines if "sat" in line)
            for _ in range(random.randint(0, MAX_DEALS)):
                said.append(next(lines))
                assert "round" in said[-1], "the child fell before it was killed"
            time.sleep(random.uniform(0, LONGEST))
            os.kill(child, signal.SIGKILL)
            for line in lines:
                if "died" in line:
                    break
                said.append(line)
            assert line["died"] == -signal.SIGKILL, "the child fell before it was killed"
            _compare(url, said, kills)
        mother.stdin.close()
    return _figures(url, said, times)


def _compare(url: str, said: list[dict[str, Any]], kills: int) -> None:
    """Check that the database holds what was said, at most one act more, and that it replays."""
    told: dict[int, dict[int, tuple[int, str]]] = {}
    for act in said:
        steps = told.setdefault(act["round"], {})
        assert act["number"] not in steps, f"said twice: {act}"
        steps[act["number"]] = (act["seat"], act["action"])
    more = 0
    with Storage.open(url) as storage:
        for stored in _rounds(storage):
            acts = {
                step.number: (step.seat.index, step.action.code)
                for step in storage.rounds.record(stored.id)
                if isinstance(step, Acted)
            }
            steps = told.pop(stored.id, {})
            missing = steps.items() - acts.items()
            assert not missing, f"round {stored.id} has lost {missing}"
            more += len(acts) - len(steps)
            if stored.play is not None:
                _replay(storage, stored)
    assert not told, f"whole rounds are lost: {sorted(told)}"
    assert more <= kills, f"{more} acts were never reported: some were doubled"


def _replay(storage: Storage, stored: StoredRound) -> None:
    play: Any = stored.play
    rebuilt = engine.replay(
        play.game, len(stored.players), stored.options, storage.rounds.record(stored.id)
    )
    assert rebuilt.state == play.state, f"round {stored.id} does not replay to its state"
    here = (play.moment, play.recorded)
    assert (rebuilt.moment, rebuilt.recorded) == here, f"round {stored.id} is not at {here}"
    results = len(storage.results.of_round(stored.id))
    expected = len(stored.players) if stored.status == "over" else 0
    assert results == expected, f"round {stored.id} has {results} results"


def _rounds(storage: Storage) -> list[StoredRound]:
    """Return all rounds: their ids count up from 1."""
    last = storage.rounds.in_channel(CHANNEL)
    found: list[StoredRound] = []
    while last is None or len(found) < last:
        try:
            found.append(storage.rounds.load(len(found) + 1))
        except RoundGone:
            break
    return found


def _figures(url: str, said: list[dict[str, Any]], times: int) -> Figures:
    with Storage.open(url) as storage:
        rounds = _rounds(storage)
        acts = sum(
            isinstance(step, Acted)
            for stored in rounds
            for step in storage.rounds.record(stored.id)
        )
    finished = sum(stored.status == "over" for stored in rounds)
    return Figures(times, len(said), acts - len(said), len(rounds), finished)


def mother(url: str) -> None:
    """Bear a child that plays for every line that is read, and tell when it has died."""
    registry.games()  # found once, before the children are born
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            play(url)
        _, status = os.waitpid(child, 0)
        _say(died=-os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))


def play(url: str) -> None:
    """Play rounds of every game, one after the other, until killed."""
    storage, table, random = (
        Storage.open(url),
        Table(SecureLuck(), TimeLimits()),
        Random(os.getpid()),
    )
    _say(sat=os.getpid())
    while True:
        found = storage.rounds.in_channel(CHANNEL)
        stored = _new_round(storage, table) if found is None else storage.rounds.load(found)
        stored = _seated(storage, table, stored)
        while stored.status == "playing":
            play: Any = stored.play
            seat = random.choice(play.awaits.seats)
            action = random.choice(play.game.legal(play.state, seat))
            user, number = stored.players[seat.index].user or 0, play.recorded + 1
            stored = change_now(
                storage, stored.id, table.act(user, stored.moment, action, datetime.now(UTC))
            )
            _say(round=stored.id, number=number, seat=seat.index, action=action.code)


def _new_round(storage: Storage, table: Table) -> StoredRound:
    games = sorted(registry.games())
    game = games[(len(_rounds(storage))) % len(games)]
    pair = len(registry.game(game).info.seats) == 1
    opening = OpenRequest(game, PLAYERS[0], CHANNEL, opponent=PLAYERS[1] if pair else None)
    return storage.rounds.open(table.open(opening, datetime.now(UTC)))


def _seated(storage: Storage, table: Table, stored: StoredRound) -> StoredRound:
    now = datetime.now(UTC)
    if stored.status == "waiting" and len(stored.people) == 1:
        stored = change_now(storage, stored.id, table.join(PLAYERS[1], now))
    if stored.status == "waiting":
        stored = change_now(storage, stored.id, table.start(PLAYERS[0], now))
    return stored


def _say(**what: object) -> None:
    os.write(1, (json.dumps(what) + "\n").encode())


def main(times: int) -> None:
    """Kill so many times and print the figures."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        figures = kill_again_and_again(Path(folder), times, seed=time.time_ns())
    print(f"{figures.kills} children killed in {time.perf_counter() - began:.0f} s")
    print(f"{figures.reported} acts reported, 0 missing, 0 doubled")
    print(f"{figures.unreported} acts kept whose child died before it could report them")
    print(
        f"{figures.rounds} rounds, {figures.finished} finished; every record replays to its state"
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--play"]:
        mother(sys.argv[2])
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
