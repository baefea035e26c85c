"""Runs analyses in a worker process, so that presses never wait for them.

The worker is a fresh interpreter, started by the first question. It computes one question at a
time, and between the pieces of a long one (`rules.pieces`) those that are more urgent. A piece that
takes too long is refused, and the worker killed. It ends with the bot as well, and after
`IDLE_SECONDS` without a question.
"""

from __future__ import annotations

import asyncio
import atexit
import logging
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from multiprocessing import get_context, resource_tracker
from queue import Empty, PriorityQueue
from typing import Any, TypeVar

from bot.thinking.worker import Question, run
from rules.errors import Refusal
from rules.pieces import Pieces
from rules.text import say

T = TypeVar("T")

log = logging.getLogger(__name__)

IDLE_SECONDS = 600.0
"""The number of seconds without a question after which the worker ends."""

PIECE_LIMIT = 30.0
"""The number of seconds that a question, or a piece of a long one, may take."""

TOO_LONG = say("This takes too long just now. Please ask again in a moment.")

ATTEMPTS = 2
"""The number of workers in which a question is begun if they end."""


class Restarting(Refusal):
    """Raised for a question that was being answered when the bot stopped."""

    def __init__(self) -> None:
        super().__init__(say("The bot is restarting. Please ask again in a moment."))


class AnalysisCrashed(Exception):
    """Raised when the worker ended at each attempt to answer a question, or cannot be started."""

    def __init__(self) -> None:
        super().__init__("the analysis process ended each time it was asked a question")


@dataclass(order=True)
class _Request:
    """A question without an answer yet: the lowest `rank` comes first, then the lowest `turn`."""

    rank: int
    turn: int
    question: Question = field(compare=False)
    number: int = field(compare=False)
    answer: Future[Any] = field(compare=False, default_factory=Future)
    attempts: int = field(compare=False, default=0)
    begun_in: _Worker | None = field(compare=False, default=None)


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Start processes in the block that Ctrl-C cannot end before they ignore it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # starting it unblocks them
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Worker:
    """A worker process, started at once, and the pipe to it."""

    def __init__(self) -> None:
        spawn = get_context("spawn")
        self._pipe, other_end = spawn.Pipe()
        with other_end, _signals_blocked():
            self.process = spawn.Process(target=run, args=(other_end,))
            self.process.start()
        self.is_too_slow = False

    def answer(self, number: int, question: Question | None, limit: float) -> tuple[bool, Any]:
        """Return what the worker answers to a question, or to None (`worker.go_on`).

        Raises EOFError when the worker ends; after `limit` seconds it is killed, since it
        `is_too_slow`. Raises the errors of the question, too.
        """
        watch = threading.Timer(limit, self._end_slow)
        watch.daemon = True
        watch.start()
        try:
            self._pipe.send((number, question))
            answer = self._pipe.recv()
        except OSError as error:  # it ended before the question, or in the middle of an answer
            raise EOFError from error
        finally:
            watch.cancel()
        if isinstance(answer, Exception):
            raise answer
        return answer  # type: ignore[no-any-return]

    def _end_slow(self) -> None:
        self.is_too_slow = True
        self.process.kill()

    def end(self) -> int | None:
        """End the process and what belongs to it; return its exit code."""
        self.process.kill()
        self.process.join()
        self._pipe.close()
        return self.process.exitcode


class AnalysisProcess:
    """Starts the worker when it is needed, and passes it questions from callers on any thread.

    A thread of its own passes them on, one at a time. `close` ends it and the worker. A question,
    or each piece of it, may take `limit` seconds.
    """

    def __init__(self, idle_seconds: float = IDLE_SECONDS, limit: float = PIECE_LIMIT) -> None:
        self._idle_seconds, self._limit = idle_seconds, limit
        self._waiting: PriorityQueue[_Request] = PriorityQueue()
        self._numbers = count()
        self._changing = threading.Lock()
        self._thread: threading.Thread | None = None
        self._worker: _Worker | None = None
        self._closed = False

    async def ask(
        self, question: Callable[..., Pieces[T] | T], *args: Any, later: bool = False
    ) -> T:
        """Return the answer to a question; both and its arguments can be pickled.

        Of a generator (`rules.pieces`) it is what that returns. A question asked for
        `later` waits until no other one does. Where the worker ends unexpectedly, that is logged
        and the question is asked once more. Raises the errors of the question, a refusal when it
        takes too long, AnalysisCrashed when the worker ends again, and Restarting once the bot
        stops.
        """
        answer: T = await asyncio.wrap_future(self._submit(question, args, later))
        return answer

    def ask_from_thread(self, question: Callable[..., T], *args: Any, seconds: float) -> T:
        """Return the answer to a question as `ask` does; the calling thread waits for it.

        Raises TimeoutError when that takes longer than `seconds`.
        """
        future = self._submit(question, args, later=False)
        try:
            answer: T = future.result(seconds)
        except TimeoutError:
            future.cancel()  # unless it is being computed
            raise
        return answer

    def _submit(
        self, question: Callable[..., Any], args: tuple[Any, ...], later: bool
    ) -> Future[Any]:
        number = next(self._numbers)
        request = _Request(int(later), number, (question, args), number)
        with self._changing:
            if self._closed:
                raise Restarting
            self._waiting.put(request)
            if self._thread is None:
                atexit.register(self.close)  # else a bot that fails would wait for the worker
                self._thread = threading.Thread(target=self._work, name="analysis", daemon=True)
                self._thread.start()
        return request.answer

    def close(self) -> None:
        """End the worker; all questions that have no answer yet raise Restarting."""
        with self._changing:
            self._closed = True
            if self._worker is not None:
                self._worker.process.kill()
        if self._thread is not None:
            self._waiting.put(_Request(-1, 0, (int, ()), 0))
            self._thread.join()
            atexit.unregister(self.close)

    # On the thread -------------------------------------------------------------------

    def _work(self) -> None:
        """Pass on questions, and end the worker where nobody asks for long, until closed."""
        while not self._closed:
            patience = None if self._worker is None else self._idle_seconds
            try:
                request = self._waiting.get(timeout=patience)
            except Empty:
                self._end_worker()
                continue
            if request.attempts or request.answer.set_running_or_notify_cancel():
                try:
                    self._pass_on(request)
                except Exception as error:  # noqa: BLE001 — the asker gets it
                    request.answer.set_exception(error)
        self._end_worker()
        while not self._waiting.empty():
            request = self._waiting.get()
            if request.attempts or request.answer.set_running_or_notify_cancel():
                request.answer.set_exception(Restarting())

    def _pass_on(self, request: _Request) -> None:
        """Have a question answered, or a piece of it; then it waits for its next turn.

        Raises the errors of the question and those that `ask` names.
        """
        worker, question = self._worker_for(request)
        try:
            ended, answer = worker.answer(request.number, question, self._limit)
        except EOFError:
            code = self._end_worker()
            if worker.is_too_slow:
                log.warning("a question took too long; the analysis process was ended")
                raise Refusal(TOO_LONG) from None
            if not self._closed:
                log.warning("the analysis process ended unexpectedly, exit code %s", code)
        else:
            if ended:
                request.answer.set_result(answer)
                return
        request.turn = next(self._numbers)
        self._waiting.put(request)

    def _worker_for(self, request: _Request) -> tuple[_Worker, Question | None]:
        """Return the worker, started if there is none, and the question unless it has begun it."""
        with self._changing:
            if self._closed:
                raise Restarting
            if request.begun_in is not None and request.begun_in is self._worker:
                return self._worker, None
            if request.attempts == ATTEMPTS:
                raise AnalysisCrashed
            request.attempts += 1
            try:
                self._worker = request.begun_in = self._worker or _Worker()
            except OSError as error:
                log.warning("the analysis process cannot be started: %s", error.strerror)
                raise AnalysisCrashed from error
            return self._worker, request.question

    def _end_worker(self) -> int | None:
        """End the worker, if there is one; return its exit code."""
        with self._changing:
            worker, self._worker = self._worker, None
        return None if worker is None else worker.end()
