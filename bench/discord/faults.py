"""The effects of real faults on players: `python -m bench.discord.faults`.

The bot runs in a process of its own against the local Discord of `press.py`, and meets one fault
after the other: SIGSTOP for 20 seconds, SIGTERM while presses are being answered, a full disk, and
a callback that Discord does not answer. The table shows the effects on rounds and presses; the exit
code is 1 if a figure is wrong, or if Discord refused a request.

The full disk is a small tmpfs, which needs root; without root it is skipped. Linux and SQLite
only. Silent databases are tested with PostgreSQL (`tests/bot/storage/test_silence.py`).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Self, TypeAlias, cast

from bench.discord.press import cores
from bench.local_discord import load
from bench.local_discord.messages import Message
from bench.local_discord.payloads import COMPONENT, press
from bench.local_discord.players import Player
from bench.local_discord.process import DATABASE, BotProcess, Failed, Launch, busy_seconds
from bench.local_discord.server import LATE, UNANSWERED, Interaction, LocalDiscord

ROOT = Path(__file__).resolve().parents[2]
STOPPED_SECONDS = 20.0
SHORT_TURNS = "TURN_MINUTES=0.25\n"
"""Settings with which deadlines fall into a fault that lasts 20 seconds."""

TICKS_SECONDS = 7.0
"""How long two ticks of the deadlines take at most."""

LATENCY = 0.3
"""Seconds until the local Discord answers while the bot is stopped: presses are under way then."""

HINT_SECONDS = 0.01
"""How long before the end of the process the hint is asked for: it is not computed by then."""

UNDER_WAY = 30
DISK_BYTES = 6_000_000
HANG_SECONDS = 45.0


@dataclass
class Report:
    """The table of one fault: figures beside their expected values; `wrong` counts wrong ones."""

    title: str
    rows: list[tuple[str, str, str]] = field(default_factory=list)
    wrong: int = 0

    def add(self, what: str, figure: object, should: object = None) -> None:
        """Add a figure that should be equal to another one."""
        self._add(what, str(figure), "" if should is None else str(should), figure == should)

    def at_most(self, what: str, seconds: float, most: float) -> None:
        self._add(what, f"{seconds:.2f} s", f"≤ {most:g} s", seconds <= most)

    def print(self) -> None:
        print(f"\n{self.title}")
        for what, figure, should in self.rows:
            print(f"  {what:<58}{figure:>12}  {should and 'should be ' + should}".rstrip())

    def _add(self, what: str, figure: str, should: str, right: bool) -> None:
        self.rows.append((what, figure, should if right else f"{should}  WRONG" if should else ""))
        self.wrong += bool(should) and not right


class Bot(BotProcess):
    """A bot that gets signals."""

    @classmethod
    async def begin(cls, discord: LocalDiscord, folder: Path, launch: Launch) -> Self:
        """Start the bot in `folder`. Raises Failed."""
        return cast("Self", await cls.start("bot", discord, folder, launch))

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    async def ended(self) -> tuple[float, int]:
        """Return after how many seconds the process has ended, and its exit code."""
        begun = perf_counter()
        code = await asyncio.wait_for(self._process.wait(), 30)
        return perf_counter() - begun, code

    def tracebacks(self) -> int:
        return self.log_end(1_000_000).count("Traceback (most recent call last)")

    def errors(self) -> int:
        """Return how many lines of the log are errors."""
        return self.log_end(1_000_000).count("[ERROR ")


Fault: TypeAlias = Callable[[LocalDiscord, Path, Launch, Report], Awaitable[None]]


async def stopped(discord: LocalDiscord, folder: Path, launch: Launch, told: Report) -> None:
    """Stop the process for so long that every deadline expires meanwhile."""
    _shorten_turns(folder)
    bot = await Bot.begin(discord, folder, launch)
    try:
        players = [Player(discord, place, strict=True) for place in discord.places[:24]]
        await _open(players)
        pressing, waiting = players[:8], players[8:]
        await asyncio.gather(*(_press(one, "mark:1") for one in pressing))
        await asyncio.sleep(TICKS_SECONDS)
        bot.send(signal.SIGSTOP)
        sent = [asyncio.create_task(_press(one, "submit")) for one in pressing]
        await asyncio.sleep(STOPPED_SECONDS)
        bot.send(signal.SIGCONT)
        begun = perf_counter()
        await _press(waiting[0], "mark:2")
        answered = perf_counter() - begun
        await asyncio.sleep(TICKS_SECONDS)
        rounds = _rounds(folder)
        left = [rounds[one.place.channel] for one in waiting]
        told.add("rounds whose deadline fell into it", len(left))
        told.add("  ended without their players", sum(one.status != "playing" for one in left), 0)
        grace = sum(one.deadline > datetime.now(UTC) + timedelta(seconds=90) for one in left)
        told.add("  with two minutes of grace", grace, len(left))
        acts = [rounds[one.place.channel] for one in pressing]
        told.add("presses sent meanwhile", len(sent))
        rerolled = sum("reroll.1" in one.actions for one in acts)
        told.add("  carried out when it went on", rerolled, len(sent))
        shown = sum(_shows_the_end(one.board) for one in pressing)
        told.add("  and shown, though Discord takes no late answer", shown, len(sent))
        told.at_most("first press afterwards answered after", answered, 1)
        await _keep_all(waiting, told)
    finally:
        await bot.stop()


async def terminated(discord: LocalDiscord, folder: Path, launch: Launch, told: Report) -> None:
    """End the process while presses and a hint are being answered."""
    bot = await Bot.begin(discord, folder, launch)
    try:
        players = [Player(discord, place, strict=True) for place in discord.places[: UNDER_WAY + 1]]
        await _open(players)
        *pressing, asking = players
        discord.latency = LATENCY
        sent = [asyncio.create_task(_press(one, "press")) for one in pressing]
        await asyncio.sleep(LATENCY / 2)
        hint = asyncio.create_task(_press(asking, "tool:hint"))
        await asyncio.sleep(HINT_SECONDS)
        bot.send(signal.SIGTERM)
        seconds, code = await bot.ended()
        answers = [await one for one in sent]
        rounds = _rounds(folder)
        done = [rounds[one.place.channel].status == "over" for one in pressing]
        answered = [one.shown.result() is not None for one in answers]
        told.add("presses under way at the signal", len(sent))
        told.add("  carried out", sum(done), len(sent))
        told.add("  answered", sum(answered), len(sent))
        restarts = (await hint).shown.result()
        said = restarts is not None and "restarting" in restarts.text
        told.add("hint under way told that the bot restarts", said, should=True)
        told.at_most("process ended after", seconds, 4)
        told.add("exit code", code, 0)
        told.add("tracebacks in the log", bot.tracebacks(), 0)
    finally:
        await bot.stop()


async def full_disk(discord: LocalDiscord, folder: Path, launch: Launch, told: Report) -> None:
    """Fill the disk that holds the database for 20 seconds; the log is on another one."""
    small = folder / "small"
    small.mkdir()
    with mounted(small, DISK_BYTES):
        _shorten_turns(small)
        (folder / "bot.log").touch()
        (small / "bot.log").symlink_to(folder / "bot.log")
        bot = await Bot.begin(discord, small, launch)
        try:
            players = [Player(discord, place, strict=True) for place in discord.places[:9]]
            *players, late = players
            await _open(players)
            await asyncio.sleep(TICKS_SECONDS)
            fill(small / "filler")
            begun = perf_counter()
            refused = await asyncio.gather(
                *(_press(one, "press") for one in players[:4]), late.type("play", game="dice-poker")
            )
            told.at_most("refused presses answered after", perf_counter() - begun, 3)
            private = sum(_is_private(one.shown.result()) for one in refused)
            told.add("presses answered by an apology", private, len(refused))
            await asyncio.sleep(STOPPED_SECONDS)
            (small / "filler").unlink()
            await asyncio.sleep(TICKS_SECONDS)
            rounds = _rounds(small)
            over = sum(rounds[one.place.channel].status != "playing" for one in players)
            told.add("rounds whose deadline fell into it", len(players))
            told.add("  ended without their players", over, 0)
            await _keep_all(players, told)
            told.add("/play works again", not _is_private(await _play(late)), should=True)
            told.add("error lines in the log, one a minute and place", bot.errors())
            told.add("tracebacks in the log", bot.tracebacks(), 0)
        finally:
            await bot.stop()
        with closing(sqlite3.connect(small / DATABASE)) as connection:
            (whole,) = connection.execute("PRAGMA integrity_check").fetchone()
        told.add("integrity of the database", whole, "ok")


async def hanging(discord: LocalDiscord, folder: Path, launch: Launch, told: Report) -> None:
    """Leave one callback without an answer while others play."""
    bot = await Bot.begin(discord, folder, launch)
    try:
        players = [Player(discord, place, strict=True) for place in discord.places[:9]]
        one, *others = players
        await load.mixed(bot, others, 2.0)
        before = await load.mixed(bot, others, 5.0)
        await _open([one])
        board = one.board
        if board is None:
            raise Failed("the round did not open")
        keep = board.control("press")
        carried = press(keep["custom_id"], keep["id"], None) if keep else ""
        begun = perf_counter()
        sent = await discord.send(one.place, COMPONENT, carried, board)
        discord.hanging.add(sent.id)
        again = asyncio.create_task(_later_press(one, 1.0, begun))
        seen = asyncio.create_task(_ended(board, begun))
        if launch.core is not None:
            used = busy_seconds(launch.core) - bot.cpu_seconds()
        meanwhile = await load.mixed(bot, others, HANG_SECONDS)
        if launch.core is not None:
            used = busy_seconds(launch.core) - bot.cpu_seconds() - used
            told.add("share of the bot’s core that others used", f"{used / HANG_SECONDS:.0%}")
        for name, sample in (("before", before), ("while it hangs", meanwhile)):
            p50, p99 = (1000 * sample.percentile(share) for share in (0.5, 0.99))
            slowest = 1000 * max(sample.latencies)
            figures = f"{p50:.1f} / {p99:.1f} / {slowest:.0f}"
            told.add(f"others, {name}: p50 / p99 / slowest, in ms", figures)
            told.add("  presses answered wrongly or late", sum(sample.faults.values()), 0)
        told.at_most("its round answers the next press after", await again, 6)
        told.at_most("its board shows what was pressed after", await seen, 15)
        told.add("drawn once more within the minute", board.edits >= 3, should=True)
    finally:
        await bot.stop()


FAULTS: dict[str, tuple[str, Fault]] = {
    "stop": (f"SIGSTOP for {STOPPED_SECONDS:.0f} s, turns of 15 s", stopped),
    "term": (f"SIGTERM under load, {1000 * LATENCY:.0f} ms to Discord", terminated),
    "disk": (f"full disk for {STOPPED_SECONDS:.0f} s, turns of 15 s", full_disk),
    "hang": ("one callback hangs, 8 players press in other channels", hanging),
}


REFUSED = {"stop": {LATE, UNANSWERED}}
"""Why Discord refuses requests because of a fault itself: a stopped process answers too late."""


@dataclass(frozen=True)
class Stored:
    """The stored state of the last round in a channel."""

    status: str
    deadline: datetime
    actions: tuple[str, ...]


def _rounds(folder: Path) -> dict[int, Stored]:
    database = folder / DATABASE
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        actions: dict[int, tuple[str, ...]] = {}
        for number, action in connection.execute(
            "SELECT round, action FROM steps WHERE action IS NOT NULL ORDER BY round, number"
        ):
            actions[number] = (*actions.get(number, ()), action)
        return {
            channel: Stored(
                status,
                datetime.fromisoformat(deadline or "2000-01-01").replace(tzinfo=UTC),
                actions.get(number, ()),
            )
            for number, channel, status, deadline in connection.execute(
                "SELECT id, channel, status, deadline FROM rounds ORDER BY id"
            )
        }


def _shorten_turns(folder: Path) -> None:
    """Write the settings with which deadlines fall into a fault."""
    settings = folder / ".env"
    settings.write_text(SHORT_TURNS, encoding="utf-8")
    settings.chmod(0o600)


async def _play(player: Player) -> Message | None:
    player.board = (await player.type("play", game="dice-poker")).shown.result()
    return player.board


async def _open(players: Iterable[Player]) -> None:
    """Open a round for each player. Raises Failed."""
    boards = await asyncio.gather(*map(_play, players))
    if any(board is None or board.private for board in boards):
        raise Failed("not all rounds opened")


async def _press(player: Player, kind: str) -> Interaction:
    """Press a control of the player's board. Raises Failed where there is none."""
    sent = None if player.board is None else await player.choose(player.board, [kind])
    if sent is None:
        raise Failed(f"the board shows no {kind}")
    return sent


async def _later_press(player: Player, after: float, begun: float) -> float:
    """Press a die a while later; return when that was answered."""
    await asyncio.sleep(after)
    await _press(player, "mark:1")
    return perf_counter() - begun


async def _ended(board: Message, begun: float) -> float:
    """Return when a board shows the end of its round, `HANG_SECONDS` at most."""
    await _until(lambda: _shows_the_end(board), HANG_SECONDS)
    return perf_counter() - begun


async def _until(condition: Callable[[], bool], seconds: float) -> None:
    for _ in range(int(seconds / 0.05)):
        if condition():
            break
        await asyncio.sleep(0.05)


async def _keep_all(players: list[Player], told: Report) -> None:
    """Let the players keep their dice, and report how many rounds that ends."""
    sent = await asyncio.gather(*(_press(one, "press") for one in players))
    over = sum(_shows_the_end(one.shown.result()) for one in sent)
    told.add("rounds played to their end afterwards", over, len(players))


def _shows_the_end(board: Message | None) -> bool:
    return board is not None and board.control("tool", "rematch") is not None


def _is_private(message: Message | None) -> bool:
    return message is not None and message.private


@contextmanager
def mounted(folder: Path, size: int) -> Iterator[None]:
    """Mount a tmpfs of `size` bytes. Needs root."""
    kind = ["-t", "tmpfs", "-o", f"size={size}", "tmpfs"]
    subprocess.run(["mount", *kind, str(folder)], check=True, capture_output=True)  # noqa: S603, S607
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)  # noqa: S603, S607


def may_mount() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        try:
            with mounted(Path(folder), 1_000_000):
                return True
        except (OSError, subprocess.CalledProcessError):
            return False


def fill(file: Path) -> None:
    with file.open("wb", buffering=0) as written:
        try:
            while True:
                written.write(bytes(4096))
        except OSError:
            return


async def meet(name: str, launch: Launch) -> Report:
    """Expose the bot to a fault; return the report. Raises Failed."""
    title, fault = FAULTS[name]
    told = Report(title)
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        async with LocalDiscord(4, 10) as discord:
            await fault(discord, Path(folder), launch, told)
            refused = [
                why for why in discord.refused.elements() if why not in REFUSED.get(name, ())
            ]
            for why in sorted({*refused}):
                told.add(why, "refused")
            told.add("requests that Discord refused", len(refused), 0)
    return told


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Measure what real faults cost the players.")
    parser.add_argument("--only", choices=FAULTS, help="one fault")
    parser.add_argument("--checkout", type=Path, default=ROOT, metavar="FOLDER")
    chosen = parser.parse_args(argv)
    core, own = cores()
    if own is not None:
        os.sched_setaffinity(0, {own})
    wrong = 0
    for name in [chosen.only] if chosen.only else FAULTS:
        if name == "disk" and not may_mount():
            print(f"\n{FAULTS[name][0]}\n  skipped: a tmpfs can only be mounted as root")
            continue
        try:
            told = asyncio.run(meet(name, Launch(core, chosen.checkout.resolve())))
        except Failed as failed:
            sys.exit(f"faults.py: {name}: {failed}")
        told.print()
        wrong += told.wrong
    print(f"\n{wrong} figures are not what they should be")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
