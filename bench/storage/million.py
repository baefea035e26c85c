"""The cost of every question to a database with a million rounds.

    python -m bench.storage.million [rounds, default 20,000]

Fills a database (`bench.storage.full_database`), starts the bot on it at the local Discord, and
types every command and presses every control of their pages as a member who has a hundredth of
all rounds, then exports and erases that member, while others press fifty times a second. Prints
how long each took, the CPU time beyond that of the presses, and the slowest press meanwhile;
then what ticks ask of storage, without Discord. Ends with exit code 1 where an aim is missed:
a press above a quarter of a second beside a question, a start above five seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
import tempfile
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from bench.discord.press import ROOT, cores
from bench.local_discord.messages import Message
from bench.local_discord.payloads import SELECT, Json
from bench.local_discord.players import Player
from bench.local_discord.process import DATABASE, BotProcess, Launch
from bench.local_discord.server import LocalDiscord
from bench.storage import full_database
from bot.admin.store import retention
from bot.statistics.store import to_judge
from bot.storage.database import Storage
from bot.table.store import deadlines, erasures, rounds

SLOWEST_PRESS = 0.25
START, START_SECONDS = "start until a command was answered", 5.0
RATE = 50.0
GUILDS, CHANNELS = 100, 2
PLAYERS = 40
REST = 0.3
"""How long after a question presses still count as beside it, in seconds."""

QUIET_SECONDS = 5.0
"""How long presses alone are measured."""

AGAIN = 5
"""The number of times each query of a tick is measured."""

NUMBER = re.compile(r"\d+")

NOT_PRESSED = ("privacy:", "lobby:", "play", "tool:", "mark:", "press:", "submit:", "menu:day-")
"""Controls that are measured apart, or that play."""


@dataclass
class Presses:
    """Players who press at random, `RATE` times a second, until they are stopped."""

    players: list[Player]
    made: list[tuple[float, float]] = field(default_factory=list)
    """When each press was answered, and after how many seconds."""
    faults: int = 0
    _running: set[asyncio.Task[None]] = field(default_factory=set)

    async def go_on(self) -> None:
        random, idle, due = Random(1), [*self.players], perf_counter()

        async def press(player: Player) -> None:
            step = await player.step()
            self.made.append((perf_counter(), step.seconds))
            self.faults += step.fault is not None
            idle.append(player)

        while True:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            due += random.expovariate(RATE)
            if idle:
                task = asyncio.create_task(press(idle.pop(random.randrange(len(idle)))))
                self._running.add(task)
                task.add_done_callback(self._running.discard)

    async def ended(self) -> None:
        if self._running:
            await asyncio.wait(self._running)

    def slowest(self, since: float) -> float:
        """Return the longest time of the presses that were under way since a moment."""
        return max((seconds for at, seconds in self.made if at >= since), default=0.0)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: seconds until its answer, CPU seconds of the bot, the slowest press beside it."""

    name: str
    seconds: float
    cpu: float
    press: float


@dataclass
class Asking:
    """Asks the bot as one member, and measures each question beside the presses."""

    bot: BotProcess
    asker: Player
    presses: Presses
    cpu_share: float
    """CPU seconds that the presses take of the bot in a second."""
    found: list[Asked] = field(default_factory=list)

    async def measure(
        self, name: str, ask: Callable[[], Awaitable[Message | None]]
    ) -> Message | None:
        """Ask one question; return the message that it shows."""
        begun, cpu = perf_counter(), self.bot.cpu_seconds()
        shown = await ask()
        seconds = perf_counter() - begun
        await asyncio.sleep(REST)
        lasted = perf_counter() - begun
        own = max(0.0, self.bot.cpu_seconds() - cpu - self.cpu_share * lasted)
        self.found.append(Asked(name, seconds, own, self.presses.slowest(begun)))
        return shown

    async def everything(self) -> None:
        """Type every command, and press every kind of control that pages show, once each."""
        pages: deque[tuple[str, Message]] = deque()
        for names, options in commands(self.asker.discord.application.commands):
            name = "/" + " ".join(names)
            shown = await self.measure(name, lambda n=names, o=options: self._typed(n, o))  # type: ignore[misc]
            if shown is not None and shown.private:
                pages.append((name, shown))
        seen: set[str] = set()
        while pages:
            name, page = pages.popleft()
            for control in [*page.controls()]:
                kind = NUMBER.sub("#", control.get("custom_id", ""))
                if not kind or kind in seen or kind.startswith(NOT_PRESSED):
                    continue
                seen.add(kind)
                label = f"{name} > {_label(control)}"
                shown = await self.measure(label, lambda c=control, p=page: self._pressed(c, p))  # type: ignore[misc]
                if shown is not None and shown.private and label.count(">") < 3:
                    pages.append((label, shown))

    async def export(self) -> None:
        await self.measure("Export", lambda: self._privacy("export"))

    async def erase(self) -> None:
        asked = await self._privacy("erase")
        now = None if asked is None else asked.control("privacy", "erase-now")
        if asked is None or now is None:
            raise SystemExit("million.py: the bot does not ask before it erases")
        await self.measure("Erase", lambda: self._pressed(now, asked))

    async def _privacy(self, what: str) -> Message | None:
        settings = await self._typed(("settings",), [])
        page = None if settings is None else settings.control("privacy", "page")
        if settings is None or page is None:
            raise SystemExit("million.py: /settings shows no privacy")
        shown = await self._pressed(page, settings)
        control = None if shown is None else shown.control("privacy", what)
        if shown is None or control is None:
            raise SystemExit(f"million.py: there is no {what}")
        return await self._pressed(control, shown)

    async def _typed(self, names: tuple[str, ...], options: list[Json]) -> Message | None:
        sent = await self.asker._command(names, options)  # noqa: SLF001 — options of any type
        return sent.shown.result()

    async def _pressed(self, control: Json, page: Message) -> Message | None:
        menu = control["type"] == SELECT
        values = [control["options"][-1]["value"]] if menu else None
        sent = await self.asker.press(control, page, values)
        return sent.shown.result()


def commands(registered: list[Json]) -> Iterator[tuple[tuple[str, ...], list[Json]]]:
    """Yield the names of every command and subcommand, with the options that it needs."""
    for command in registered:
        if command.get("type", 1) == 1:
            yield from _leaves((command["name"],), command.get("options", []))


def _leaves(
    names: tuple[str, ...], options: list[Json]
) -> Iterator[tuple[tuple[str, ...], list[Json]]]:
    inside = [one for one in options if one["type"] in (1, 2)]
    for one in inside:
        yield from _leaves((*names, one["name"]), one.get("options", []))
    needed = [one for one in options if one.get("required")]
    if not inside and not any(one["type"] in (6, 7, 8, 11) for one in needed):
        yield names, [_given(one) for one in needed]


def _given(option: Json) -> Json:
    choices = option.get("choices")
    value = choices[0]["value"] if choices else {3: "44412", 4: 1, 5: True}.get(option["type"], 1)
    return {"name": option["name"], "type": option["type"], "value": value}


def _label(control: Json) -> str:
    label = control.get("label") or control.get("placeholder") or ""
    return label or control["custom_id"].rpartition(":")[2]


def ticks(database: Path) -> Iterator[tuple[str, list[float]]]:
    """Yield the seconds of each query that ticks send to storage."""
    now, later = datetime.now(UTC), datetime.now(UTC) + timedelta(days=30)
    before = now - timedelta(days=30)
    with Storage.open(f"sqlite:///{database}") as storage:
        guild = next(iter(storage.read(retention.stored_servers) - {0}))
        questions: dict[str, Callable[[], object]] = {
            "servers": lambda: storage.read(retention.stored_servers),
            "erasures": lambda: storage.read(erasures.count_erasures),
            "due": lambda: storage.read(deadlines.due, now),
            "to remind": lambda: storage.read(deadlines.to_remind, now),
            "undrawn": lambda: storage.read(deadlines.undrawn),
            "open rounds": lambda: storage.read(deadlines.count_open),
            "overdue moved": lambda: storage.write(deadlines.extend_overdue, before, now),
            "distant cut": lambda: storage.write(
                deadlines.cut_distant, later, timedelta(minutes=10)
            ),
            "to be judged": lambda: storage.read(to_judge.load_oldest, 16),
            "their number": lambda: storage.read(to_judge.queue_length),
            "let rest": lambda: storage.write(to_judge.let_rest, now),
            "rested": lambda: storage.read(retention.rested_rounds, now, 20),
            "thinning": lambda: storage.write(retention.thin_rounds, before, 0, 50),
            "of a member": lambda: storage.read(rounds.of_member, full_database.FIRST_MEMBER),
            "unfinished of a server": lambda: storage.read(retention.unfinished_rounds, guild),
            "20 rounds of a server deleted": lambda: storage.write(
                retention.delete_server, guild, 20
            ),
        }
        for name, ask in questions.items():
            taken = []
            for _ in range(AGAIN):
                begun = perf_counter()
                ask()
                taken.append(perf_counter() - begun)
            yield name, taken


async def measured(
    count: int, folder: Path, core: int | None
) -> tuple[list[Asked], dict[str, float]]:
    """Fill a database, start the bot on it and run all queries; return times and single figures."""
    launch = Launch(core, ROOT)
    figures: dict[str, float] = {}
    async with LocalDiscord(GUILDS, CHANNELS) as discord:
        database = await full_database.played(discord, folder, launch)
        asker, *others = (Player(discord, place, strict=True) for place in discord.places[:-2])
        guilds = sorted({place.guild for place in discord.places})
        filled = full_database.fill(database, count, guilds, asker.place)
        print(f"{filled:,} rounds, {database.stat().st_size / 1e6:,.0f} MB", flush=True)
        begun = perf_counter()
        bot = await BotProcess.start("bot", discord, folder, launch)
        await asker.type("play")
        figures[START] = perf_counter() - begun
        presses = Presses(others[:PLAYERS])
        pressing = asyncio.create_task(presses.go_on())
        try:
            await asyncio.sleep(1)
            cpu, begun = bot.cpu_seconds(), perf_counter()
            await asyncio.sleep(QUIET_SECONDS)
            share = (bot.cpu_seconds() - cpu) / (perf_counter() - begun)
            figures["presses alone, slowest"] = presses.slowest(begun)
            asking = Asking(bot, asker, presses, share)
            await asking.everything()
            await asking.export()
            await asking.erase()
            figures["presses"] = len(presses.made)
            figures["presses, median"] = median(seconds for _, seconds in presses.made)
            figures["presses, slowest"] = max(seconds for _, seconds in presses.made)
            figures["presses not answered as they should be"] = presses.faults
            figures["faults of the answers"] = sum(discord.refused.values())
            figures["warnings in the log"] = bot.faults_logged()
        finally:
            pressing.cancel()
            with suppress(asyncio.CancelledError):
                await pressing
            await presses.ended()
            await bot.stop()
    return asking.found, figures


def report(found: list[Asked], figures: dict[str, float]) -> int:
    """Print the tables; return the exit code."""
    print("| question | answered, ms | CPU, ms | slowest press beside it, ms |")
    print("| --- | --- | --- | --- |")
    for one in sorted(found, key=lambda one: -one.press):
        times = (one.seconds, one.cpu, one.press)
        print(f"| {one.name} | " + " | ".join(f"{1000 * time:,.0f}" for time in times) + " |")
    answers = sorted(one.seconds for one in found)
    print(
        f"\n{len(found)} questions: median {1000 * median(answers):,.0f} ms, slowest "
        f"{1000 * answers[-1]:,.0f} ms, CPU {1000 * sum(one.cpu for one in found):,.0f} ms"
    )
    for name, figure in figures.items():
        print(f"{name}: {figure:,.3f}".removesuffix(".000"))
    missed = [one.name for one in found if one.press > SLOWEST_PRESS]
    if figures[START] > START_SECONDS:
        missed.append(START)
    print(f"{len(missed)} aims missed" + "".join(f"\n  {name}" for name in missed))
    return int(bool(missed))


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Measure a database with very many rounds.")
    parser.add_argument("rounds", type=int, nargs="?", default=20_000)
    count = parser.parse_args(argv).rounds
    core, own = cores()
    if own is not None:
        os.sched_setaffinity(0, {own})
    with tempfile.TemporaryDirectory(prefix="million-") as made:
        folder = Path(made)
        found, figures = asyncio.run(measured(count, folder, core))
        code = report(found, figures)
        print("\n| queries of ticks | median, ms | slowest, ms |\n| --- | --- | --- |")
        for name, taken in ticks(folder / DATABASE):
            print(f"| {name} | {1000 * median(taken):.1f} | {1000 * max(taken):.1f} |")
    return code


if __name__ == "__main__":
    sys.exit(main())
