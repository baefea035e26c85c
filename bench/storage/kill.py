"""Repeated kills of playing processes, and a search for lost or doubled acts.

    python -m bench.storage.kill [times, default 200] [--url URL] [--two split|same] [--cut]

A child (`kill_child.py`) plays rounds of every game and their rematches, side by side in several
channels, as the bot does: through `bot.play.rounds`, with live rounds in memory. Some rounds
have a perfect computer that thinks in a process of its own. Beside them each member plays the
dice of one day after the other. It reports each act before it is tried, and again after its
commit has returned. It is killed with SIGKILL at random moments, while it starts too; the next
child plays on where it stopped. Whenever no child is alive, reports and database are compared, and
the luck of every round with that of its seed. At the end copies of the SQLite file are damaged, to
see that the comparison finds it.

The database is a new SQLite file, or the empty one at `--url`. With `--two`, two
children play on it at the same time and are killed one by one: `split` gives each
the servers of one shard, with `same` both play in every channel. With `--cut`, sessions of
PostgreSQL are cut beside the kills; their children play on.
"""
# ruff: noqa: S101 — the asserts are what this is about

from __future__ import annotations

import argparse
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import Any

from sqlalchemy import create_engine, select, text

from bot import verify
from bot.storage.copies.backup import back_up
from bot.storage.database import Storage
from bot.storage.engine import address
from bot.storage.schema import results
from bot.storage.schema import rounds as rounds_table
from bot.storage.statement import Connection as StorageConnection
from bot.storage.statement import Statement
from bot.table import proof, turns
from bot.table.counts import counts
from bot.table.store import rounds
from bot.table.stored_round import StoredRound
from rules import engine
from rules.engine import Acted, Step
from rules.errors import Refusal

CHILD = [sys.executable, "-m", "bench.storage.kill_child"]
ROOT = Path(__file__).parents[2]

SQLITE = "sqlite:///"
"""The address of a file of SQLite begins so."""

MAX_ACTS = 25
"""How many acts a child reports at most before its last moments begin."""

LAST_MOMENTS = 0.01
"""How many seconds those last at most: an act takes some thousandths."""

TIMEOUT = 60.0
"""How many seconds a report may take."""

SERVERS = {None: ("all",), "split": ("0", "1"), "same": ("same", "same")}
"""The servers for which the children answer, by the value of `--two`."""


@dataclass
class Reports:
    """The reports of all children, by the ids of acts.

    `tried` holds round, seat and action, `done` the number of the step, `unchanged` those that
    repeat a secret decision. `under_way` are those of which no end was reported and in which a
    computer thinks. `again` counts how often changes were repeated, `thinking` the kills while a
    computer was thinking.
    """

    tried: dict[str, tuple[int, int, str]] = field(default_factory=dict)
    done: dict[str, int] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    unchanged: set[str] = field(default_factory=set)
    under_way: set[str] = field(default_factory=set)
    again: int = 0
    thinking: int = 0

    @property
    def known(self) -> set[str]:
        """The acts of which the end was reported."""
        return self.done.keys() | self.refused | self.unchanged

    def kill(self, child: str) -> None:
        """Note that a child was killed; the ids of its acts begin with its name."""
        left = {act for act in self.under_way if act.startswith(f"{child}.")}
        self.thinking += bool(left)
        self.under_way -= left

    def add(self, line: dict[str, Any]) -> bool:
        """Add one line; return whether it reports the end of an act."""
        act = line["act"]
        if "round" in line:
            self.tried[act] = line["round"], line["seat"], line["action"]
            if line.get("thinks"):
                self.under_way.add(act)
            return False
        self.under_way.discard(act)
        self.again += line["again"]
        if "number" in line:
            self.done[act] = line["number"]
        elif line.get("unchanged"):
            self.unchanged.add(act)
        else:
            self.refused.add(act)
        return True


class Launcher:
    """A process that starts one child after the other, each ready to play at once."""

    def __init__(self, url: str, servers: str, reports: Reports) -> None:
        self._reports = reports
        self.lines: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self._process = subprocess.Popen(  # noqa: S603 — the module beside this one
            [*CHILD, url, servers],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._reading = Thread(target=self._read, daemon=True)
        self._reading.start()
        self.child, self.name = 0, ""

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self.lines.put(json.loads(line))

    def start(self) -> None:
        assert self._process.stdin
        self._process.stdin.write(b"start\n")
        self._process.stdin.flush()
        self.child = -1
        while self.child < 0:
            line = self.lines.get(timeout=TIMEOUT)
            if "started" in line:
                self.child, self.name = line["started"], line["name"]
            else:  # the child is faster than its launcher
                self._reports.add(line)

    def wait(self, acts: int) -> None:
        """Wait until the child has reported the end of a number of acts."""
        while acts:
            line = self.lines.get(timeout=TIMEOUT)
            assert "act" in line, f"the child ended before it was killed: {line}"
            acts -= self._reports.add(line)

    def kill(self) -> None:
        os.kill(self.child, signal.SIGKILL)
        self.child = 0
        while "ended" not in (line := self.lines.get(timeout=TIMEOUT)):
            self._reports.add(line)
        self._reports.kill(self.name)
        assert line["ended"] == -signal.SIGKILL, f"the child ended before it was killed: {line}"

    def close(self) -> None:
        """End the process, and a child that still plays."""
        if self.child > 0:
            with suppress(ProcessLookupError):  # it ended before it was killed
                os.kill(self.child, signal.SIGKILL)
        assert self._process.stdin
        self._process.stdin.close()
        self._reading.join()
        with self._process:
            self._process.wait()


def kill_again_and_again(
    url: str, times: int, reports: Reports, *, two: str | None, cut: bool
) -> tuple[int, int]:
    """Let children play on the empty database at `url`, kill them, and compare.

    `two` is a key of `SERVERS`, `cut` is whether sessions of PostgreSQL are cut before half of
    the kills. Returns the numbers of kills and of cut sessions. Raises AssertionError where an act
    is missing or doubled, or where a record does not rebuild the state beside it.
    """
    random, kills, cuts = Random(), 0, 0
    with Storage.open(url) as storage:
        assert not rounds_of(storage), "the database holds rounds already"
    launchers = [Launcher(url, servers, reports) for servers in SERVERS[two]]
    try:
        while kills < times:
            alive = list(launchers)
            for launcher in alive:
                launcher.start()
            while alive:
                launcher = random.choice(alive)
                if cut and random.random() < 1 / 2:
                    launcher.wait(random.randint(1, MAX_ACTS))
                    cuts += cut_session(url, launcher.name)
                launcher.wait(random.randint(0, MAX_ACTS))
                time.sleep(random.uniform(0, LAST_MOMENTS))
                launcher.kill()
                kills += 1
                if len(alive) == 1 or kills >= times or random.random() < 1 / 4:
                    alive.remove(launcher)
                else:  # the other one has played on
                    launcher.start()
            compare(url, reports)
    finally:
        for launcher in launchers:
            launcher.close()
    return kills, cuts


def compare(url: str, reports: Reports) -> int:
    """Check the database against the reports, while no child is alive.

    Returns how many acts are stored whose child was killed before it reported
    their end. Raises AssertionError for an act that is missing, for one that
    was not tried or is stored twice, and for a round that its record does not
    rebuild.
    """
    _wait_until_alone(url)
    acts: dict[tuple[int, int], tuple[int, int, str]] = {}
    with Storage.open(url) as storage:
        found = rounds_of(storage)
        for stored in found:
            for step in storage.read(rounds.record, stored.id):
                act = act_of(stored, step)
                if act is not None:
                    acts[stored.id, step.number] = act
        for name, number in reports.done.items():
            tried = reports.tried[name]
            kept = acts.pop((tried[0], number), None)
            assert kept == tried, f"step {number} was reported as {tried}, but is {kept}"
        unknown = reports.tried.keys() - reports.known
        surplus = Counter(acts.values()) - Counter(reports.tried[name] for name in unknown)
        assert not surplus, f"stored, but not tried so often: {dict(surplus)}"
        _check_seeds(storage)
        for stored in found:
            check_round(storage, stored)
        _check_rematches(found)
        _check_private_rounds(found)
    return len(acts)


DAMAGES = (
    ("DELETE FROM steps WHERE round = :round AND number = :number", "was reported as"),
    ("UPDATE steps SET action = 'fly' WHERE round = :round AND number = :number", "reported as"),
    ("DELETE FROM results", "has 0 results"),
    ("UPDATE turns SET points = points + 1 WHERE ended IS NOT NULL", "has other turns"),
    (
        "UPDATE daily_days SET seed = hex(zeroblob(32)) WHERE day IN (SELECT set_key FROM rounds)",
        "by the seed",
    ),
    ("UPDATE seeds SET opened = opened + 1 WHERE round = :round", "by the seed"),
    ("UPDATE seeds SET seed = zeroblob(32) WHERE round = :round", "by the seed"),
    ("UPDATE seeds SET seed = (SELECT min(seed) FROM seeds)", "taken twice"),
    ("UPDATE rounds SET moment = moment + 1 WHERE id = :round", "is not at"),
    ("UPDATE rounds SET drawn = version + 1 WHERE id = :round", "a version it never had"),
    (
        """
        UPDATE rounds SET state = (
            SELECT state FROM rounds AS other
            WHERE other.game = rounds.game AND other.state <> rounds.state
            AND other.set_key IS NULL
        ) WHERE id IN (
            SELECT one.id FROM rounds AS one
            JOIN rounds AS two ON two.game = one.game AND two.state <> one.state
            WHERE one.set_key IS NULL AND two.set_key IS NULL LIMIT 1
        )
        """,
        "does not replay",
    ),
)
"""Damages to a copy, with words of the fault that the comparison then finds.

`:round` and `:number` are those of the step of a reported act.
"""


def check_comparison(url: str, reports: Reports) -> int:
    """Damage copies of the SQLite database at `url`; return in how many ways.

    Raises AssertionError where the comparison does not find a damage, or does not find an act
    that was never tried, or one that was reported twice.
    """
    known = reports.known
    unreported = {act for name, act in reports.tried.items() if name not in known}
    name = next(name for name in reports.done if reports.tried[name] not in unreported)
    tried, number, damaged = reports.tried[name], reports.done[name], 0
    with tempfile.TemporaryDirectory() as folder:
        for at, (damage, expected) in enumerate(DAMAGES):
            file = Path(folder) / f"{at}.sqlite3"
            back_up(url, file)
            with closing(sqlite3.connect(file, isolation_level=None)) as connection:
                changed = connection.execute(damage, {"round": tried[0], "number": number})
                if not changed.rowcount:  # no two rounds of a game have ended differently
                    continue
            found = _difference(f"sqlite:///{file}", reports)
            assert expected in found, f"{damage} is not found: {found}"
            damaged += 1
    never_tried = replace_acts(reports, without=name)
    assert "not tried so often" in _difference(url, never_tried), "an act too many is not found"
    twice = replace_acts(reports, doubled=name)
    assert "but is None" in _difference(url, twice), "an act that is missing is not found"
    return damaged


def replace_acts(reports: Reports, without: str = "", doubled: str = "") -> Reports:
    """Return reports of the same acts without one of them, or with one of them twice."""
    tried, done = {**reports.tried}, {**reports.done}
    if without:
        del tried[without], done[without]
    if doubled:
        tried["again"], done["again"] = tried[doubled], done[doubled]
    return replace(reports, tried=tried, done=done)


def _difference(url: str, reports: Reports) -> str:
    """Return the fault that the comparison finds, empty without one."""
    try:
        compare(url, reports)
    except (AssertionError, Refusal, ValueError, verify.BadProof) as found:
        return str(found)
    return ""


def act_of(stored: StoredRound, step: Step) -> tuple[int, int, str] | None:
    """Return the report of a step by a child, None for dice and choices of computers."""
    if isinstance(step, Acted) and stored.players[step.seat.index].user is not None:
        return stored.id, step.seat.index, step.action.code
    return None


def check_round(storage: Storage, stored: StoredRound) -> None:
    """Check that a round is what its record rebuilds."""
    assert stored.place.drawn <= stored.version, f"round {stored.id} shows a version it never had"
    _check_luck(storage, stored)
    play: Any = stored.play
    if play is None:
        return
    rebuilt = engine.replay(
        play.game, len(stored.players), stored.options, storage.read(rounds.record, stored.id)
    )
    assert rebuilt.state == play.state, f"round {stored.id} does not replay to its state"
    here = (play.moment, play.recorded)
    assert (rebuilt.moment, rebuilt.recorded) == here, f"round {stored.id} is not at {here}"
    has_headline, over = stored.end.headline is not None, stored.status == "over"
    assert has_headline == over, f"round {stored.id} has no headline, or one before its end"
    if stored.players.everybody:
        _check_turns(stored, storage.read(rounds.record, stored.id))
    ended = storage.read(_ended_results, stored.id)
    members = sum(one.user is not None for one in stored.players) if counts(stored) else 0
    assert len(ended) == members, f"round {stored.id} has {len(ended)} results"
    assert {*ended} <= {stored.ended}, f"a result of round {stored.id} is not at its end"


def _ended_results(connection: StorageConnection, round_id: int) -> list[bool]:
    """Return for each result of a round whether its game has ended."""
    finished = results.c.finished
    found = connection.run(Statement(select(finished).where(results.c.round == round_id))).scalars()
    return [one is not None for one in found]


def _check_turns(stored: StoredRound, record: Sequence[Step]) -> None:
    """Check that the turns of a sheet for everybody are those of its record."""
    play, seat = stored.play, turns.seat_of(stored)
    assert play is not None
    assert play.game.so_far is not None
    ended = [one for one in stored.turns.taken if one.ended is not None]
    so_far = len(ended), sum(one.points for one in ended)
    assert so_far == play.game.so_far(play.state, seat), f"round {stored.id} has other turns"
    began = [record[one.step - 1] for one in ended]
    fit = all(isinstance(step, Acted) and step.seat == seat for step in began)
    assert fit, f"a turn of round {stored.id} begins with another step"


def _check_rematches(found: Sequence[StoredRound]) -> None:
    """Check that no round has two rematches, and that in each of them seats moved on by one."""
    players = {one.id: [(each.user, each.level) for each in one.players] for one in found}
    after = Counter(one.successor_of for one in found if one.successor_of is not None)
    assert set(after.values()) <= {1}, f"rounds with several rematches: {after}"
    for one in found:
        if one.successor_of is not None:
            first, *others = players[one.successor_of]
            assert players[one.id] == [*others, first], f"round {one.id} has other players"


def _check_private_rounds(found: Sequence[StoredRound]) -> None:
    """Check that each member played one round a day, each day after the end of the one before."""
    private_rounds = [one for one in found if one.set_key is not None]
    for member in {one.opener for one in private_rounds}:
        own = [one for one in private_rounds if one.opener == member]
        days = [one.set_key for one in own]
        assert days == sorted({*days}, key=str), f"{member} has private rounds at {days}"
        left = [one.id for one in own[:-1] if one.status != "over"]
        assert not left, f"{member} has left the private rounds {left}"


def _check_luck(storage: Storage, stored: StoredRound) -> None:
    """Check that all of a round's luck is that of its seed, unless a restoration has changed it."""
    assert stored.seed is not None, f"round {stored.id} has no seed"
    if stored.seed.proven:
        verify.verify(proof.proof_file(stored, storage.read(rounds.record, stored.id), stored.seed))


def _check_seeds(storage: Storage) -> None:
    """Check that no seed is that of two rounds, or of a round and of a next one."""
    query = text("SELECT count(seed), count(DISTINCT seed) FROM seeds")
    every, different = storage.read(lambda connection: connection.run(Statement(query)).first())
    assert every == different, f"{every - different} seeds were taken twice"


def rounds_of(storage: Storage) -> list[StoredRound]:
    """Return all rounds."""
    query = Statement(select(rounds_table.c.id).order_by(rounds_table.c.id))
    found = storage.read(lambda connection: [*connection.run(query).scalars()])
    return [storage.read(rounds.load, round_id) for round_id in found]


def cut_session(url: str, name: str) -> int:
    """Cut the sessions of a child on PostgreSQL; return their number."""
    own = text(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
        "WHERE application_name = :name AND datname = current_database()"
    )
    database = create_engine(address(url))
    with database.connect() as connection:
        found = int(connection.execute(own, {"name": name}).scalar_one())
    database.dispose()
    return found


def _wait_until_alone(url: str) -> None:
    """Wait until PostgreSQL has ended the sessions of the children: a commit may be under way."""
    where = address(url)
    if where.get_backend_name() != "postgresql":
        return
    others = text(
        "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' "
        "AND datname = current_database() AND pid <> pg_backend_pid()"
    )
    database, until = create_engine(where), time.monotonic() + TIMEOUT
    with database.connect() as connection:
        while connection.execute(others).scalar():
            assert time.monotonic() < until, "another program uses the database"
            connection.rollback()  # the next query sees the sessions of its own time
            time.sleep(0.005)
    database.dispose()


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description="Kills processes that play; see the module.")
    parser.add_argument("times", type=int, nargs="?", default=200, help="how often (200)")
    parser.add_argument("--url", help="an empty database (default: a new SQLite file)")
    parser.add_argument("--two", choices=("split", "same"), help="two children at a time")
    parser.add_argument("--cut", action="store_true", help="cut sessions of PostgreSQL, too")
    chosen = parser.parse_args(arguments)
    if chosen.cut and (chosen.url is None or chosen.url.startswith(SQLITE)):
        parser.error("--cut needs a database of PostgreSQL")
    began, reports = time.perf_counter(), Reports()
    with tempfile.TemporaryDirectory() as folder:
        url = chosen.url or f"{SQLITE}{folder}/killed.sqlite3"
        kills, cuts = kill_again_and_again(
            url, chosen.times, reports, two=chosen.two, cut=chosen.cut
        )
        print(f"{kills} children killed in {time.perf_counter() - began:.0f} s")
        print(f"{reports.thinking} of them while a perfect computer's move was under way")
        if chosen.cut:
            print(f"{cuts} sessions cut")
        show(url, reports)


def show(url: str, reports: Reports) -> None:
    """Print what was reported and what is stored."""
    unreported = compare(url, reports)
    with Storage.open(url) as storage:
        found = rounds_of(storage)
    print(f"{len(reports.done)} acts reported, 0 missing, 0 doubled")
    print(f"{unreported} acts stored whose child was killed before it reported them")
    print(f"{len(reports.refused)} acts refused, {reports.again} repeated after another child's")
    print(f"{len(reports.unchanged)} secret decisions made twice, stored once")
    if reports.done and url.startswith(SQLITE):
        print(f"{check_comparison(url, reports)} kinds of damage to copies were found")
    print(
        f"{len(found)} rounds, every record replays to its state; "
        f"{sum(one.seed is not None and one.seed.proven for one in found)} have the luck of their "
        f"seeds, {sum(one.status == 'over' for one in found)} are finished, "
        f"{sum(one.successor_of is not None for one in found)} are rematches, "
        f"{sum(one.set_key is not None for one in found)} rounds of a day"
    )
    print(f"{sum(len(one.turns.taken) for one in found)} turns of everybody")


if __name__ == "__main__":
    main(sys.argv[1:])
