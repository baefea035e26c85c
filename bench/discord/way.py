"""The files, functions and calls of each act, beside 1.0.0's: `python -m bench.discord.way`.

The whole bot runs at SimCord's Discord. Two members do every act once in a channel, which warms
it; a minute later two members do it again in another channel, and these acts are measured. Of the
dice selected on a board the second is measured, for the drawing made at the first is kept. Dice
come from a seeded generator in place of the rounds' seeds, and days have seeds of another one.
Real dice would add the file of the luck to Keep all. The press in the daily selects its first die;
then its first button is pressed until the sheet is full.

The figures are taken from what `sys.setprofile` and `threading.setprofile` report of all threads,
from a command or press until SimCord has nothing more to settle: of the event loop, of the
storage, and of the analyses, which a thread answers here instead of a process of their own. What
the bot does unasked is left out: its loops run between acts only, and an act begins when the
timers of the acts before have ended. Only code in `rules/`, `bot/` and `cogs/` is counted:

- files: how many were entered;
- functions: how many different ones were entered. Lambdas, generator expressions and
  comprehensions are functions, as in Python 3.11. From Python 3.12 on, list, set and dict
  comprehensions are parts of the functions around them, and the figures are lower. Methods that
  `dataclass` writes are in no file and not counted;
- calls: how often functions were entered. A coroutine or generator is entered again each time it
  is resumed.

The figures of 1.0.0 are constants of this module. They were measured under Python 3.11 at the
commit that set the version, `COMMIT_OF_1_0_0`, in an environment with the constraints of that
commit. This module ran there in place of the bench of that time, with these changes:

- `AnalysisThread` was that of the old bench, for `rules.pieces` did not exist;
- `/daily standings` was measured as `/daily`, and `/daily play` as Play on its page;
- SimCord's clock began on Friday, 2 January 2026, instead of Thursday, for the daily of Thursdays
  was Six Card Poker and not yet Yams;
- Picture was left out. An act that 1.0.0 did not have is shown with dashes.

`--files ACT` lists the files and functions that one act enters, in the order first entered, each
function with its line and the number of its calls.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import threading
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from random import Random, SystemRandom
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any, NamedTuple, TypeVar
from unittest.mock import patch

import simcord
from discord.ext.tasks import Loop

from bench.seeded import Seeded
from bot.client import DicePokerBot
from bot.config import Config
from bot.storage.database import Storage
from bot.ui.drawing.emoji import animated, pictured
from rules.pieces import Pieces, whole

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("rules", "bot", "cogs")
GAME = "dice-poker"
PAUSE_SECONDS = 60.0
"""What passes on SimCord's clock before the acts that are measured; settings are read again."""

COUNTED_SECONDS = 30.0
"""After how many seconds on SimCord's clock a finished round stands in the statistics."""

QUIET_SECONDS = 0.05
"""The silence before an act, in seconds."""

T = TypeVar("T")

ACTS = {
    "die": "select a die",
    "keep": "Keep all, not the last press",
    "last": "Reroll, the last press",
    "play": "/play with an opponent",
    "hint": "Hint",
    "review": "Review",
    "share": "Share",
    "stats": "/stats",
    "daily": "/daily",
    "daily-play": "Play, on the page of /daily",
    "daily-press": "a press in the daily",
    "daily-share": "Share here, after the daily",
    "daily-picture": "Picture, after the daily",
}
"""The names of the acts."""


class Figures(NamedTuple):
    """How many files and functions an act enters, and how often it enters a function."""

    files: int
    functions: int
    calls: int


COMMIT_OF_1_0_0 = "cf5d87e7"

FIGURES_OF_1_0_0 = {
    "die": Figures(21, 86, 122),
    "keep": Figures(49, 246, 584),
    "last": Figures(60, 333, 954),
    "play": Figures(53, 264, 530),
    "hint": Figures(64, 297, 2526),
    "review": Figures(68, 475, 3442),
    "share": Figures(61, 274, 1531),
    "stats": Figures(33, 155, 575),
    "daily": Figures(33, 155, 491),
    "daily-play": Figures(70, 390, 2283),
    "daily-press": Figures(65, 326, 2325),
    "daily-share": Figures(72, 400, 34549),  # the choices of the daily were judged in it
}
"""The figures of each act that 1.0.0 had."""


class Function(NamedTuple):
    """A function of the project: its file, its first line, its qualified name."""

    file: str
    line: int
    name: str


@dataclass(frozen=True)
class Way:
    """The functions that an act entered, one for each call, in order."""

    entered: Sequence[Function]

    @property
    def files(self) -> list[str]:
        """The different files, in the order first entered."""
        return list(dict.fromkeys(function.file for function in self.entered))

    @property
    def functions(self) -> Counter[Function]:
        """The number of calls of each function, in the order first entered."""
        return Counter(self.entered)

    @property
    def figures(self) -> Figures:
        return Figures(len(self.files), len(self.functions), len(self.entered))


class Profile:
    """Notes the functions of `PACKAGES` that are entered while it is installed."""

    def __init__(self) -> None:
        self._folders = tuple(f"{ROOT / package}/" for package in PACKAGES)
        self._entered: list[CodeType] = []

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Note the calls of this thread, and of threads that start inside the `with` block."""
        own, of_threads = sys.getprofile(), threading.getprofile()
        threading.setprofile(self._note)
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(own)
            threading.setprofile(of_threads)

    def __len__(self) -> int:
        return len(self._entered)

    def since(self, calls: int) -> Way:
        return Way([self._function(code) for code in self._entered[calls:]])

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(self._folders):
            self._entered.append(frame.f_code)  # atomic: threads need no lock

    def _function(self, code: CodeType) -> Function:
        file = Path(code.co_filename).relative_to(ROOT).as_posix()
        return Function(file, code.co_firstlineno, code.co_qualname.replace(".<locals>", ""))


def _answer(question: Callable[..., Pieces[T] | T], *args: Any) -> T:
    answer = question(*args)
    return whole(answer) if isinstance(answer, Generator) else answer


class AnalysisThread:
    """Answers analyses on a thread of this process, one after another."""

    waiting = 0

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="analysis")

    async def ask(
        self,
        question: Callable[..., Pieces[T] | T],
        *args: Any,
        later: bool = False,  # noqa: ARG002 - as the process
    ) -> T:
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, _answer, question, *args
        )

    def ask_from_thread(self, question: Callable[..., T], *args: Any, seconds: float) -> T:
        """Return the answer to a question; the calling thread waits for it."""
        return self._thread.submit(question, *args).result(seconds)

    def close(self) -> None:
        self._thread.shutdown(cancel_futures=True)


class Members:
    """A server whose members do all acts; `ways` has the last way of each.

    The bot's loops do something only while `loops` is set, that is inside `wait`.
    """

    def __init__(self, env: Any, profile: Profile, loops: asyncio.Event) -> None:
        self.ways: dict[str, Way] = {}
        self._env, self._profile, self._loops = env, profile, loops
        self._guild = env.create_guild("The Green Table")

    def add(self, name: str) -> Any:
        """Add a member to the server."""
        return self._guild.add_member(self._env.create_user(name))

    async def do_all(self, one: Any, other: Any) -> None:
        """Do every act in a new channel: `one` challenges `other`, who is to choose first.

        Another round is opened there before: for the first one since the start, a seed is drawn,
        too. The hint is for the round after it, against the computer.
        """
        channel = self._guild.create_text_channel("games")
        first = await other.slash(channel, "play", game=GAME, opponent=one)
        await _use(other, first.response, "lobby:*:withdraw")
        opened = await self._do("play", one.slash(channel, "play", game=GAME, opponent=other))

        def board() -> Any:
            return next(one for one in channel.history() if one.id == opened.response.id)

        await _use(other, board(), "lobby:*:join")
        await self._do("keep", _use(other, board(), "press:*:keep"))
        await _use(one, board(), "mark:*:1")
        await self._do("die", _use(one, board(), "mark:*:2"))
        await self._do("last", _use(one, board(), "submit:*:reroll"))
        await self._do("review", _use(one, board(), "tool:*:review"))
        await self._do("share", _use(one, board(), "tool:*:share"))
        alone = await one.slash(channel, "play", game=GAME)
        await self._do("hint", _use(one, alone.response, "tool:*:hint"))
        await self.wait(COUNTED_SECONDS)
        await self._do("stats", one.slash(channel, "stats"))
        page = _newest(await self._do("daily", one.slash(channel, "daily")))
        page = _newest(await self._do("daily-play", _use(one, page, "today:*")))
        page = _newest(await self._do("daily-press", _use(one, page, "mark:*:1")))
        while _has(page, "press:*"):
            page = _newest(await _use(one, page, "press:*"))
        await self._do("daily-share", _use(one, page, "share:*"))
        await self._do("daily-picture", _use(one, page, "picture:*"))

    async def wait(self, seconds: float) -> None:
        """Let time pass on SimCord's clock, and the bot's loops run meanwhile."""
        self._loops.set()
        await self._env.advance_time(seconds)
        self._loops.clear()

    async def _do(self, key: str, act: Awaitable[Any]) -> Any:
        """Return the answer to an act, and note its way."""
        await self._quiet()
        before = len(self._profile)
        answer = await act
        await self._env.settle()
        self.ways[key] = self._profile.since(before)
        if not answer.acknowledged:
            raise RuntimeError(f"not answered: {ACTS[key]}")
        return answer

    async def _quiet(self) -> None:
        """Wait until earlier acts have ended."""
        await self._env.settle()
        calls = -1
        while calls < len(self._profile) or _timers():
            calls = len(self._profile)
            await asyncio.sleep(QUIET_SECONDS)


def _timers() -> bool:
    return any(isinstance(thread, threading.Timer) for thread in threading.enumerate())


def _controls(message: Any) -> Iterator[dict[str, Any]]:
    """Yield the controls of a message, in order."""
    parts = [part if isinstance(part, dict) else part.to_dict() for part in message.components]
    while parts:
        part = parts.pop(0)
        if "custom_id" in part:
            yield part
        parts = [*part.get("components", []), *parts]


def _newest(answer: Any) -> Any:
    """Return the last message of an answer."""
    return answer.followups[-1] if answer.followups else answer.response


def _has(message: Any, pattern: str) -> bool:
    return any(fnmatch(control["custom_id"], pattern) for control in _controls(message))


async def _use(member: Any, message: Any, pattern: str) -> Any:
    """Press the first control whose custom id fits a pattern; in a menu, choose the first line."""
    controls = {control["custom_id"]: control for control in _controls(message)}
    custom_id = next((one for one in controls if fnmatch(one, pattern)), None)
    if custom_id is None:
        raise RuntimeError(f"no control is {pattern} among {', '.join(controls)}")
    options = controls[custom_id].get("options")
    if options:
        return await member.select(message, [options[0]["value"]], custom_id=custom_id)
    return await member.click(message, custom_id=custom_id)


@asynccontextmanager
async def simulated(folder: Path) -> AsyncIterator[Any]:
    """Run the bot at a simulated Discord, its database in `folder`; yield SimCord's environment."""
    storage = Storage.open(f"sqlite:///{folder / 'way.sqlite3'}")
    settings = Config(shards=1)
    bot = DicePokerBot(storage, settings, luck=Seeded("way"), analysis=AnalysisThread())
    env = simcord.Env(bot, settle_timeout=60)
    for emoji in pictured():
        env.backend.create_application_emoji(emoji, animated=emoji in animated())
    await env.start()
    try:
        yield env
    finally:
        await env.shutdown()
        await bot.close()


@contextmanager
def held_loops() -> Iterator[asyncio.Event]:
    """Yield an event: loops started inside the `with` block do nothing while it is not set."""
    running, start = asyncio.Event(), Loop.start

    def start_held(loop: Loop[Any], *args: Any, **kwargs: Any) -> Any:
        tick = loop.coro

        async def held(*given: Any) -> None:
            if running.is_set():
                await tick(*given)

        loop.coro = held
        return start(loop, *args, **kwargs)

    with patch.object(Loop, "start", start_held):
        yield running


async def measure() -> dict[str, Way]:
    """Let members do every act twice; return the way of each the second time."""
    profile, seeds = Profile(), Random("way")
    with (
        TemporaryDirectory(prefix="way-") as folder,
        patch.object(SystemRandom, "randbytes", lambda _, count: seeds.randbytes(count)),
        held_loops() as loops,
        profile.installed(),
    ):
        async with simulated(Path(folder)) as env:
            members = Members(env, profile, loops)
            ana, bogdan, carmen = map(members.add, ("ana", "bogdan", "carmen"))
            await members.wait(PAUSE_SECONDS)
            await members.do_all(ana, bogdan)
            await members.wait(PAUSE_SECONDS)
            await members.do_all(bogdan, carmen)
    return members.ways


def table(ways: dict[str, Way]) -> Iterator[str]:
    """Yield the lines of the table, each figure of 1.0.0 beside that of today."""
    yield f"{'act':<30}" + "".join(f"{name:>11}{'1.0.0':>8}" for name in Figures._fields)
    for key, title in ACTS.items():
        now, then = ways[key].figures, FIGURES_OF_1_0_0.get(key)
        yield f"{title:<30}" + "".join(
            f"{count:>11,}{'–' if then is None else format(then[number], ','):>8}"
            for number, count in enumerate(now)
        )


def listing(title: str, way: Way) -> Iterator[str]:
    """Yield the lines that list the files and functions of a way, in the order first entered."""
    files, functions, calls = way.figures
    yield f"{title}: {files} files, {functions} functions, {calls:,} calls"
    for number, file in enumerate(way.files, 1):
        yield f"\n{number:>3}. {file}"
        for function, calls in way.functions.items():
            if function.file == file:
                yield f"{function.line:>9}  {function.name}" + (
                    f" × {calls:,}" if calls > 1 else ""
                )


def main(argv: list[str] | None = None) -> int:
    """Measure; print the table, or the list of one act."""
    parser = argparse.ArgumentParser(description="Count what each act enters of the code.")
    parser.add_argument(
        "--files", choices=ACTS, metavar="ACT", help=f"list its files; one of {', '.join(ACTS)}"
    )
    chosen: str | None = parser.parse_args(argv).files
    ways = asyncio.run(measure())
    for line in table(ways) if chosen is None else listing(ACTS[chosen], ways[chosen]):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
