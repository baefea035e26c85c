"""Runs analyses in a process of their own, so that presses never wait for them.

The process is a fresh interpreter, `python -m bot.analysis.process`, started by
the first question. Questions go to its standard input and answers come back on
its standard output, both pickled, one at a time. It ignores SIGINT and SIGTERM,
which a service manager sends to every process of the bot, and has a lower
priority than the bot. It ends when its standard input does, so with the bot
however that ends, or when nothing was asked for `IDLE_SECONDS`.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
import os
import pickle
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from itertools import count
from queue import SimpleQueue
from typing import IO, Any, NamedTuple, NoReturn, TypeVar

import rules.games
from rules.errors import Refusal
from rules.text import say

T = TypeVar("T")

log = logging.getLogger(__name__)

IDLE_SECONDS = 600.0
"""After how many seconds without a question the process ends."""

NICENESS = 10
"""How much lower the priority of the process is: on a single core, presses come first."""

ATTEMPTS = 2
"""How many times a question is asked whose process ends unexpectedly."""

_ENDED = (OSError, EOFError, pickle.UnpicklingError)
"""Errors raised where the process cannot be started, or ends in the middle of a message."""


class Restarting(Refusal):
    """Raised for a question that was being answered when the bot stopped."""

    def __init__(self) -> None:
        super().__init__(say("The bot is restarting. Please ask again in a moment."))


class AnalysisCrashed(Exception):
    """Raised when the process ended unexpectedly each time it was asked a question."""


class _Request(NamedTuple):
    """A question that waits for its turn: the lowest `rank` first, then the lowest `number`."""

    rank: int
    number: int
    pickled: bytes
    answer: Future[Any]


class AnalysisProcess:
    """Starts the process when it is needed, and asks it one question after the other.

    A thread waits for the answers; callers may run on any event loop. `close`
    ends both.
    """

    def __init__(self, idle_seconds: float = IDLE_SECONDS) -> None:
        self._idle_seconds = idle_seconds
        self._requests: list[_Request] = []
        self._numbers = count()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The id of the process, None while there is none."""
        process = self._process
        return None if process is None else process.pid

    async def ask(self, question: Callable[..., T], *args: Any, later: bool = False) -> T:
        """Return the answer to a question; both and its arguments can be pickled.

        Questions asked for `later` wait until no other one does. Where the process
        ends unexpectedly, that is logged and the question is asked once more.
        Raises the errors of the question, AnalysisCrashed when the process ends
        again, and Restarting once the bot stops.
        """
        pickled = pickle.dumps((question, args))
        request = _Request(int(later), next(self._numbers), pickled, Future())
        with self._changed:
            if self._closed:
                raise Restarting
            heapq.heappush(self._requests, request)
            self._changed.notify()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="analysis", daemon=True)
                self._thread.start()
        answer: T = await asyncio.wrap_future(request.answer)
        return answer

    def close(self) -> None:
        """End the process; all questions that have no answer yet raise Restarting."""
        with self._changed:
            self._closed = True
            self._changed.notify()
            if self._process is not None:
                self._process.kill()
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        """Answer requests, on the thread, until closed."""
        while not self._closed:
            with self._changed:
                if not self._changed.wait_for(
                    lambda: self._requests or self._closed, self._idle_seconds
                ):
                    self._end_process()
                    continue
                if self._closed:
                    break
                request = heapq.heappop(self._requests)
            if request.answer.set_running_or_notify_cancel():
                self._answer(request)
        self._end_process()
        for request in self._requests:
            if request.answer.set_running_or_notify_cancel():
                request.answer.set_exception(Restarting())

    def _answer(self, request: _Request) -> None:
        try:
            answered, value = pickle.loads(self._exchange(request.pickled))  # noqa: S301 — from our own process
        except Exception as error:  # noqa: BLE001 — the caller gets it
            answered, value = False, error
        if answered:
            request.answer.set_result(value)
        else:
            request.answer.set_exception(value)

    def _exchange(self, pickled: bytes) -> bytes:
        """Return the pickled answer of the process to a pickled question."""
        for _ in range(ATTEMPTS):
            try:
                process = self._process or self._start_process()
                _send(process.stdin, pickled)
                return _receive(process.stdout)
            except _ENDED as error:
                code = self._end_process()
                if self._closed:
                    raise Restarting from None
                log.warning(
                    "the analysis process ended unexpectedly: %s, exit code %s",
                    type(error).__name__,
                    code,
                )
        raise AnalysisCrashed("the analysis process ended each time it was asked a question")

    def _start_process(self) -> subprocess.Popen[bytes]:
        folders = [folder or os.getcwd() for folder in sys.path]  # noqa: PTH109 — a text
        process = subprocess.Popen(  # noqa: S603 — this very file
            [sys.executable, "-P", "-m", "bot.analysis.process", *rules.games.__path__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={
                "OPENBLAS_NUM_THREADS": "1",
                **os.environ,
                "PYTHONPATH": os.pathsep.join(folders),
            },
            start_new_session=True,  # Ctrl-C in a terminal does not reach it
        )
        with self._changed:
            self._process = process
            if self._closed:
                process.kill()
        return process

    def _end_process(self) -> int | None:
        """End the process if there is one; return its exit code."""
        process = self._process
        if process is None:
            return None
        process.kill()
        with suppress(OSError), process:  # its streams may hold what it never read
            process.wait()
        self._process = None
        return process.returncode


def _send(stream: IO[bytes] | None, message: bytes) -> None:
    """Write a message; pickled once more, it says itself where it ends."""
    if stream is not None:
        pickle.dump(message, stream)
        stream.flush()


def _receive(stream: IO[bytes] | None) -> bytes:
    """Read a message. Raises EOFError or UnpicklingError when the other side has ended."""
    if stream is None:
        raise EOFError
    message: bytes = pickle.load(stream)  # noqa: S301 — from our own process
    return message


# In the process -----------------------------------------------------------------------


def serve() -> NoReturn:
    """Answer questions from standard input until it ends.

    What a question prints goes to standard error. The arguments of the command
    line are the folders in which games are found.
    """
    for ignored in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ignored, signal.SIG_IGN)
    if hasattr(os, "nice"):  # Windows has no such priorities
        os.nice(NICENESS)
    rules.games.__path__[:] = sys.argv[1:]
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    questions: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(questions,), daemon=True).start()
    with suppress(BrokenPipeError):  # the bot has ended
        while True:
            _send(answers, _answered(questions.get()))
    os._exit(0)


def _read(questions: SimpleQueue[bytes]) -> NoReturn:
    """Take questions from standard input; end the process with it, even while it computes."""
    while True:
        try:
            questions.put(_receive(sys.stdin.buffer))
        except _ENDED:
            os._exit(0)


def _answered(pickled: bytes) -> bytes:
    """Return True and the answer to a question, or False and the error that it raised."""
    try:
        question, args = pickle.loads(pickled)  # noqa: S301 — from the bot
        return pickle.dumps((True, question(*args)))
    except Refusal as refusal:
        return pickle.dumps((False, refusal))
    except Exception as error:  # noqa: BLE001 — the bot raises it where the question was asked
        return pickle.dumps((False, _portable(error)))


def _portable(error: Exception) -> Exception:
    """Return an error that can be pickled, with its traceback as a note."""
    portable = error
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 — made on this line
    except Exception:  # noqa: BLE001 — a class may ask for anything when it is made again
        portable = RuntimeError(f"{type(error).__name__}: {error}")
    lines = traceback.format_exception(error)
    portable.add_note("In the analysis process:\n" + "".join(lines).rstrip())
    return portable


if __name__ == "__main__":
    serve()
