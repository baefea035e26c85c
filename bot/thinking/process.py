"""Runs analyses in a separate process, so that presses never wait for them.

The process (`answering`) is a fresh interpreter, started by the first question. Questions are
computed there concurrently; less urgent ones wait until it is idle. A question that takes too long
is refused, and the process ended. It ends with the bot as well, and after `IDLE_SECONDS` without a
question.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeVar

import rules.games
from bot.thinking.answering import AT_ONCE, ENDED, receive, send
from rules.errors import Refusal
from rules.text import say

T = TypeVar("T")

log = logging.getLogger(__name__)

IDLE_SECONDS = 600.0
"""The number of seconds without a question after which the process ends."""

ANSWER_SECONDS = 30.0
"""The number of seconds that a question may take."""

LATER_TIMES = 10
"""The factor by which a question with low priority may take longer."""

TOO_LONG = say("This takes too long just now. Please ask again in a moment.")

ATTEMPTS = 2
"""The number of attempts at a question if the process ends unexpectedly."""


class Restarting(Refusal):
    """Raised for a question that was being answered when the bot stopped."""

    def __init__(self) -> None:
        super().__init__(say("The bot is restarting. Please ask again in a moment."))


class AnalysisCrashed(Exception):
    """Raised when the process ended unexpectedly at each attempt to answer a question."""

    def __init__(self) -> None:
        super().__init__("the analysis process ended each time it was asked a question")


@dataclass(order=True)
class _Request:
    """A question without an answer yet: the lowest `rank` comes first, then the lowest `number`."""

    rank: int
    number: int
    pickled: bytes = field(compare=False)
    answer: Future[Any] = field(compare=False, default_factory=Future)
    attempts: int = field(compare=False, default=0)
    late_at: float = field(compare=False, default=0.0)

    @property
    def later(self) -> bool:
        return self.rank > 0


class AnalysisProcess:
    """Starts the process when it is needed, and passes it questions from callers on any thread.

    A thread sends the questions, and another one waits for the answers. `close` ends them and the
    process. A question may take `answer_seconds`, one for `later` `LATER_TIMES` as long.
    """

    def __init__(
        self, idle_seconds: float = IDLE_SECONDS, answer_seconds: float = ANSWER_SECONDS
    ) -> None:
        self._idle_seconds, self._answer_seconds = idle_seconds, answer_seconds
        self._waiting: list[_Request] = []
        self._sent: dict[int, _Request] = {}
        self._numbers = count()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._ended_by: Exception | None = None
        self._used = 0.0
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The id of the process, None while there is none."""
        process = self._process
        return None if process is None else process.pid

    async def ask(self, question: Callable[..., T], *args: Any, later: bool = False) -> T:
        """Return the answer to a question; both and its arguments can be pickled.

        A question asked for `later` waits until no other one does. Where the process
        ends unexpectedly, that is logged and the question is asked once more.
        Raises the errors of the question, a refusal when it takes too long,
        AnalysisCrashed when the process ends again, and Restarting once the bot stops.
        """
        answer: T = await asyncio.wrap_future(self._submit(question, args, later))
        return answer

    def ask_from_thread(self, question: Callable[..., T], *args: Any, seconds: float) -> T:
        """Return the answer to a question as `ask` does; the calling thread waits for it.

        Raises TimeoutError when that takes longer than `seconds`.
        """
        asked = self._submit(question, args, later=False)
        try:
            answer: T = asked.result(seconds)
        except TimeoutError:
            asked.cancel()  # unless it is being computed
            raise
        return answer

    def _submit(
        self, question: Callable[..., Any], args: tuple[Any, ...], later: bool
    ) -> Future[Any]:
        request = _Request(int(later), next(self._numbers), pickle.dumps((question, args)))
        with self._changed:
            if self._closed:
                raise Restarting
            heapq.heappush(self._waiting, request)
            self._changed.notify()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="analysis", daemon=True)
                self._thread.start()
        return request.answer

    def close(self) -> None:
        """End the process; all questions that have no answer yet raise Restarting."""
        with self._changed:
            self._closed = True
            self._changed.notify()
            if self._process is not None:
                self._process.kill()
        if self._thread is not None:
            self._thread.join()

    # On the thread -------------------------------------------------------------------

    def _work(self) -> None:
        """Send requests, and end the process where it is time to, until closed."""
        while not self._closed:
            with self._changed:
                if not (self._closed or self._ended_by or self._sendable):
                    self._changed.wait(self._patience)
                if self._closed:
                    break
                failure, request, now = self._ended_by, None, time.monotonic()
                late = [one for one in self._sent.values() if one.late_at <= now]
                if failure is None and not late and self._sendable:
                    request = heapq.heappop(self._waiting)
            if failure is not None:
                self._ask_again(failure)
            elif late:
                self._refuse(late)
            elif request is not None:
                self._send(request)
            elif not self._sent and now >= self._used + self._idle_seconds:
                self._end_process()
        self._end_process()
        for request in (*self._sent.values(), *self._waiting):
            if request.attempts or request.answer.set_running_or_notify_cancel():
                request.answer.set_exception(Restarting())

    @property
    def _sendable(self) -> bool:
        if not self._waiting:
            return False
        return len(self._sent) < AT_ONCE and not (self._waiting[0].later and self._sent)

    @property
    def _patience(self) -> float | None:
        """The seconds until a question has taken too long, or the process was idle for long."""
        if self._process is None:
            return None
        idle_at = self._used + self._idle_seconds
        soonest = min((request.late_at for request in self._sent.values()), default=idle_at)
        return max(0.0, soonest - time.monotonic())

    def _send(self, request: _Request) -> None:
        if not request.attempts and not request.answer.set_running_or_notify_cancel():
            return  # its asker has left
        request.attempts += 1
        seconds = self._answer_seconds * (LATER_TIMES if request.later else 1)
        request.late_at = time.monotonic() + seconds
        with self._changed:
            self._sent[request.number] = request
        try:
            process = self._process or self._start_process()
            send(process.stdin, (request.number, request.pickled))
        except ENDED as error:
            with self._changed:
                self._ended_by = self._ended_by or error

    def _ask_again(self, failure: Exception) -> None:
        """Send the open questions of an ended process again; a question fails the second time."""
        code = self._end_process()
        log.warning(
            "the analysis process ended unexpectedly: %s, exit code %s",
            type(failure).__name__,
            code,
        )
        for request in self._take_back():
            if request.attempts < ATTEMPTS:
                self._return(request)
            else:
                request.answer.set_exception(AnalysisCrashed())

    def _refuse(self, late: Sequence[_Request]) -> None:
        """Refuse an overlong question and end the process; the other questions are sent again."""
        self._end_process()
        log.warning("questions took too long: %d; the analysis process was ended", len(late))
        for request in self._take_back():
            if request in late:
                request.answer.set_exception(Refusal(TOO_LONG))
            else:
                self._return(request)

    def _take_back(self) -> tuple[_Request, ...]:
        """Return the questions that were sent and have no answer."""
        with self._changed:
            sent, self._sent = tuple(self._sent.values()), {}
        return sent

    def _return(self, request: _Request) -> None:
        with self._changed:
            heapq.heappush(self._waiting, request)

    def _start_process(self) -> subprocess.Popen[bytes]:
        folders = [folder or os.getcwd() for folder in sys.path]  # noqa: PTH109 — a text
        games = os.pathsep.join(rules.games.__path__)
        process = subprocess.Popen(  # noqa: S603 — a file of this package
            [sys.executable, "-P", "-m", "bot.thinking.answering", games],
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
        threading.Thread(
            target=self._read, args=(process,), name="analysis-answers", daemon=True
        ).start()
        return process

    def _end_process(self) -> int | None:
        process = self._process
        if process is not None:
            process.kill()
            process.wait()
            with suppress(OSError):  # it may hold what the process never read
                process.stdin.close()  # type: ignore[union-attr]
        with self._changed:
            self._process = self._ended_by = None
        return None if process is None else process.returncode

    # On the thread that waits for answers --------------------------------------------

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        """Deliver answers to their callers until the process ends."""
        with process.stdout:  # type: ignore[union-attr]
            while True:
                try:
                    number, pickled = receive(process.stdout)
                except ENDED as error:
                    with self._changed:
                        if self._process is process:
                            self._ended_by = self._ended_by or error
                            self._changed.notify()
                    return
                with self._changed:
                    self._used = time.monotonic()
                    request = self._sent.pop(number, None) if self._process is process else None
                    self._changed.notify()
                if request is not None:
                    _give(request, pickled)


def _give(request: _Request, pickled: bytes) -> None:
    try:
        answered, value = pickle.loads(pickled)  # noqa: S301 — from our own process
    except Exception as error:  # noqa: BLE001 — the caller gets it
        answered, value = False, error
    if answered:
        request.answer.set_result(value)
    else:
        request.answer.set_exception(value)
