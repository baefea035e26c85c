"""The entry point of the analysis process: `python -m bot.thinking.answering`.

`process` starts it. Questions come on standard input and answers go to standard output, each
pickled with its number. Several are computed concurrently, so a short one does not wait for a long
one. It ignores SIGINT and SIGTERM, which a service manager sends to every process of the bot, has a
lower priority than the bot, is the first process that Linux ends if memory runs out, and ends when
its standard input does, so with the bot however that ends.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NoReturn, TypeAlias

import rules.games
from bot.thinking.shipped_tables import ShippedTables
from rules.errors import Refusal
from rules.exact.kept import keep_with

NICENESS = 10
"""The increment of the process's niceness, so that presses come first on a single core."""

OUT_OF_MEMORY = Path("/proc/self/oom_score_adj")
"""The file with the preference of Linux for ending this process if memory runs out."""

FIRST = "1000"
"""The highest preference. The bot starts the process again and repeats the question."""

AT_ONCE = 8
"""The largest number of questions that are computed concurrently."""

ENDED = (OSError, EOFError, pickle.UnpicklingError)
"""Errors raised where the other side cannot be started, or ends in the middle of a message."""

Message: TypeAlias = tuple[int, bytes]
"""The number of a question, and the pickled question or answer."""


def send(stream: IO[bytes] | None, message: Message) -> None:
    """Write a message; its pickle marks its own end."""
    if stream is not None:
        pickle.dump(message, stream)
        stream.flush()


def receive(stream: IO[bytes] | None) -> Message:
    """Read a message. Raises one of the errors `ENDED` when the other side has ended."""
    if stream is None:
        raise EOFError
    number, pickled = pickle.load(stream)  # noqa: S301 — from our own process
    return number, pickled


def serve(games: list[str]) -> NoReturn:
    """Answer questions from standard input until it ends.

    Games are found in the folders `games`. What a question prints goes to standard error.
    """
    for ignored in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ignored, signal.SIG_IGN)
    if hasattr(os, "nice"):  # Windows has no such priorities
        os.nice(NICENESS)
    with suppress(OSError):  # Linux alone has the file
        OUT_OF_MEMORY.write_text(FIRST, "ascii")
    rules.games.__path__[:] = games
    keep_with(ShippedTables())
    answers = _Answers(os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)
    threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="answer")
    while True:
        try:
            message = receive(sys.stdin.buffer)
        except ENDED:
            os._exit(0)  # even while it computes
        threads.submit(answers.answer, message)


class _Answers:
    """The stream of answers, which threads write in turn."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream, self._lock = stream, threading.Lock()

    def answer(self, message: Message) -> None:
        number, question = message
        answer = _answered(question)
        try:
            with self._lock:
                send(self._stream, (number, answer))
        except OSError:  # the bot has ended
            os._exit(0)


def _answered(pickled: bytes) -> bytes:
    """Return True and the answer to a question, or False and its error."""
    try:
        question, args = pickle.loads(pickled)  # noqa: S301 — from the bot
        return pickle.dumps((True, question(*args)))
    except Refusal as refusal:
        return pickle.dumps((False, refusal))
    except Exception as error:  # noqa: BLE001 — the bot raises it where the question was asked
        return pickle.dumps((False, _portable(error)))


def _portable(error: Exception) -> Exception:
    """Return an error that can be pickled, with its traceback as a note."""
    portable: Any = error
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 — made on this line
    except Exception:  # noqa: BLE001 — a class may ask for anything when it is made again
        portable = RuntimeError(f"{type(error).__name__}: {error}")
    lines = traceback.format_exception(error)
    portable.add_note("In the analysis process:\n" + "".join(lines).rstrip())
    return portable  # type: ignore[no-any-return]


if __name__ == "__main__":
    serve(sys.argv[1].split(os.pathsep))
