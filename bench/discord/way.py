"""The files and functions that each act passes: `python -m bench.discord.way`.

The whole bot runs at SimCord's Discord. Two members do every act once in a channel, which warms
it; a minute later two members do it again in another channel, and these acts are measured. Of the
dice selected on a board the second is measured, for the drawing made at the first is kept. Dice
come from a seeded generator in place of the rounds' seeds, and days have seeds of another one.
Real dice would add the file of the luck to Keep all. The press in the daily selects its first die.

The figures are taken from what `sys.setprofile` and `threading.setprofile` report of all threads,
from a command or press until SimCord has nothing more to settle: of the event loop, of the
storage, and of the analyses, which a thread answers here instead of a process of their own. What
the bot does unasked is left out: its loops run between acts only, and an act begins when the
timers of the acts before have ended. Only code in `rules/`, `bot/` and `cogs/` is counted:

- files: how many were entered;
- functions: how many different ones were entered. Lambdas, generator expressions and
  comprehensions are functions, as in Python 3.11; the aims were set by such figures. From Python
  3.12 on, list, set and dict comprehensions are parts of the functions around them, and the
  figures are lower. Methods that `dataclass` writes are in no file and not counted;
- calls: how often functions were entered. A coroutine or generator is entered again each time it
  is resumed;
- moves: how often a function was entered in another file than the function entered before it, on
  whichever thread. This may vary by a few from run to run where threads run side by side.

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
from bot.ui.emoji import animated, pictured
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


class Act(NamedTuple):
    """What an act is called, and the most files and functions that it should enter."""

    title: str
    files: int | None = None
    functions: int | None = None


ACTS = {
    "die": Act("select a die", files=22, functions=90),
    "keep": Act("Keep all, not the last press", files=50, functions=250),
    "last": Act("Reroll, the last press", files=60, functions=330),
    "play": Act("/play with an opponent", files=50, functions=280),
    "hint": Act("Hint"),
    "review": Act("Review"),
    "daily": Act("/daily"),
    "daily-press": Act("a press in the daily"),
    "stats": Act("/stats"),
}


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
    def calls(self) -> int:
        return len(self.entered)

    @property
    def moves(self) -> int:
        """How often the next call is in another file."""
        following = self.entered[1:]
        return sum(
            one.file != after.file for one, after in zip(self.entered, following, strict=False)
        )


class Profile:
    """Notes the functions in some folders of `root` that are entered while it is installed."""

    def __init__(self, root: Path, folders: Sequence[str] = PACKAGES) -> None:
        self._root = root
        self._folders = tuple(f"{root / folder}/" for folder in folders)
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
        file = Path(code.co_filename).relative_to(self._root).as_posix()
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

        It is not the first round there since the start, for which its seed is drawn, too. The hint
        is for the round after it, against the computer.
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
        alone = await one.slash(channel, "play", game=GAME)
        await self._do("hint", _use(one, alone.response, "tool:*:hint"))
        await self.wait(COUNTED_SECONDS)
        await self._do("stats", one.slash(channel, "stats"))
        answer = await self._do("daily", one.slash(channel, "daily"))
        shown = answer.followups[-1] if answer.followups else answer.response
        answer = await _use(one, shown, "today:*")
        page = answer.followups[-1] if answer.followups else answer.response
        await self._do("daily-press", _use(one, page, "mark:*:1"))

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
            raise RuntimeError(f"not answered: {ACTS[key].title}")
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
    profile, seeds = Profile(ROOT), Random("way")
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
    """Yield the lines of the table, each aim beside its figure."""
    yield f"{'act':<30}{'files':>6}{'aim':>6}{'functions':>12}{'aim':>6}{'calls':>9}{'moves':>8}"
    for key, act in ACTS.items():
        way = ways[key]
        files, functions = len(way.files), len(way.functions)
        judged = [
            count <= aim
            for count, aim in ((files, act.files), (functions, act.functions))
            if aim is not None
        ]
        verdict = "" if not judged else "  reached" if all(judged) else "  MISSED"
        yield (
            f"{act.title:<30}{files:>6}{_aim(act.files):>6}{functions:>12}{_aim(act.functions):>6}"
            f"{way.calls:>9,}{way.moves:>8,}{verdict}"
        )


def _aim(most: int | None) -> str:
    return "" if most is None else f"≤ {most}"


def listing(title: str, way: Way) -> Iterator[str]:
    """Yield the lines that list the files and functions of a way, in the order first entered."""
    yield (
        f"{title}: {len(way.files)} files, {len(way.functions)} functions, "
        f"{way.calls:,} calls, {way.moves:,} moves"
    )
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
    for line in table(ways) if chosen is None else listing(ACTS[chosen].title, ways[chosen]):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
