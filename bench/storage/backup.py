"""Repeated backups of a playing bot, all of them restored.

    python -m bench.storage.backup [times, default 200]

A child (`kill_child.py`) plays rounds of every game and reports each act before it is tried and
after its commit. Meanwhile its database is copied as `dice-poker backup` does. Each copy is
restored as `dice-poker restore` does and compared: it holds every act that was reported before the
copy began, no later act without all that were reported before that one was tried, and none that was
not tried; and every round replays to its state. At the end copies are torn, to see that the
comparison finds it.
"""
# ruff: noqa: S101 — the asserts are what this is about

from __future__ import annotations

import argparse
import shutil
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from queue import Empty
from random import Random
from typing import Any

from bench.storage.kill import Launcher, Reports, act_of, check_round, rounds_of
from bot import verify
from bot.commands.maintenance.copies import put_in_place
from bot.storage.copies.backup import back_up
from bot.storage.database import Storage
from bot.table.store import rounds
from rules.errors import Refusal

PAUSE = 0.05
"""How many seconds pass at most between two copies."""

Act = tuple[int, int]
"""A stored act: its round and the number of its step."""


@dataclass
class Ordered(Reports):
    """The reports with their places: which act was tried and done when."""

    order: list[str] = field(default_factory=list)
    tried_at: dict[str, int] = field(default_factory=dict)
    done_at: dict[str, int] = field(default_factory=dict)

    def add(self, line: dict[str, Any]) -> bool:
        """Add one line; return whether it reports the end of an act."""
        ended = super().add(line)
        self.order.append(line["act"])
        places = self.done_at if ended else self.tried_at
        places[line["act"]] = len(self.order)
        return ended


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy, and how many reports there were before it began."""

    file: Path
    before: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Figures:
    """The counts of a run; `held` is the number of acts in the last copy."""

    copies: int
    reported: int
    held: int
    slowest: float
    median: float


def back_up_again_and_again(folder: Path, times: int, seed: int = 1) -> Figures:
    """Copy the database of a child that plays in `folder`, and restore and compare every copy.

    Raises AssertionError where a copy is torn.
    """
    url = f"sqlite:///{folder / 'played.sqlite3'}"
    Storage.open(url).close()
    reports, random, copies = Ordered(), Random(seed), []
    launcher = Launcher(url, "all", reports)
    try:
        launcher.start()
        launcher.wait(1)
        for number in range(times):
            time.sleep(random.uniform(0, PAUSE))
            _drain(launcher, reports)
            before, began = len(reports.order), time.perf_counter()
            file = folder / f"copy-{number}.sqlite3"
            back_up(url, file)
            seconds = time.perf_counter() - began
            copies.append(Copy(file, before, seconds))
        launcher.kill()
    finally:
        launcher.close()
    seen: dict[int, int] = {}
    held = [_compare(copy, reports, seen) for copy in copies]
    _check_comparison(copies[-1], reports)
    assert held == sorted(held), "a later copy holds fewer acts"
    times_taken = sorted(copy.seconds for copy in copies)
    return Figures(
        len(copies), len(reports.done), held[-1], times_taken[-1], times_taken[len(copies) // 2]
    )


def _check_comparison(copy: Copy, reports: Ordered) -> None:
    """See that a torn copy is found: one without its last steps, one without results."""
    for at, damage in enumerate(("DELETE FROM steps WHERE number > 2", "DELETE FROM results")):
        torn = replace(copy, file=copy.file.with_name(f"torn-{at}.sqlite3"))
        shutil.copy(copy.file, torn.file)
        with closing(sqlite3.connect(torn.file, isolation_level=None)) as connection:
            if not connection.execute(damage).rowcount:
                continue
        try:
            _compare(torn, reports, {})
        except (AssertionError, Refusal, ValueError, verify.BadProof):
            continue
        raise AssertionError(f"a torn copy is not found: {damage}")


def _drain(launcher: Launcher, reports: Ordered) -> None:
    while True:
        try:
            reports.add(launcher.lines.get_nowait())
        except Empty:
            return


def _compare(copy: Copy, reports: Ordered, seen: dict[int, int]) -> int:
    """Restore a copy and compare it; return how many acts it holds.

    `seen` holds the versions of rounds that have been replayed already.
    """
    folder = copy.file.with_suffix(".restored")
    url = f"sqlite:///{folder / 'restored.sqlite3'}"
    restored = put_in_place(url, copy.file, datetime.now(UTC))
    assert restored.kept is None
    stored: dict[Act, tuple[int, int, str]] = {}
    with Storage.open(url) as storage:
        for round_ in rounds_of(storage, url):
            for step in storage.read(rounds.record, round_.id):
                tried = act_of(round_, step)
                if tried is not None:
                    stored[round_.id, step.number] = tried
            if seen.get(round_.id) != round_.version:
                check_round(storage, round_)
                seen[round_.id] = round_.version
    shutil.rmtree(folder)
    known = {(reports.tried[name][0], number): name for name, number in reports.done.items()}
    last = 0
    for act, what in stored.items():
        name = known.get(act)
        if name is None:  # the child was killed before it reported the end of this one
            assert what in reports.tried.values(), f"step {act} was never tried"
            continue
        assert reports.tried[name] == what, f"step {act} is {what}"
        last = max(last, reports.tried_at[name])
    must = max(copy.before, last)
    for act, name in known.items():
        if reports.done_at[name] <= must:
            assert act in stored, f"step {act} was reported before, and is missing"
    return len(stored)


def main(arguments: list[str]) -> None:
    """Make the backups and print the figures."""
    parser = argparse.ArgumentParser(description="Backs a playing bot up; see the module.")
    parser.add_argument("times", type=int, nargs="?", default=200, help="how often (200)")
    chosen = parser.parse_args(arguments)
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        figures = back_up_again_and_again(Path(folder), chosen.times, time.time_ns())
    print(f"{figures.copies} copies made and restored in {time.perf_counter() - began:.0f} s")
    print(f"{figures.reported} acts reported, {figures.held} of them in the last copy")
    print(
        f"a copy took {figures.median * 1000:.0f} ms (median), {figures.slowest * 1000:.0f} ms at "
        "most; each is a prefix of what was reported, none is torn"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
