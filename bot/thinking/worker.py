"""What runs in the worker process: it answers questions, long ones in pieces.

The worker has a lower priority than the bot, is the first process that Linux ends if memory runs
out, ignores SIGINT and SIGTERM, which a service manager sends to every process of the bot, and ends
with the bot however that ends.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import time
import traceback
from collections.abc import Callable, Generator
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeAlias

from bot.thinking.shipped_tables import ShippedTables
from rules.exact.table_store import use_tables
from rules.pieces import Pieces

NICENESS = 10
"""The increment of the worker's niceness, so that presses come first on a single core."""

OUT_OF_MEMORY = Path("/proc/self/oom_score_adj")
"""The file with the preference of Linux for ending this process if memory runs out."""

FIRST = "1000"
"""The highest preference. The bot starts another worker and repeats the question."""

PIECE_SECONDS = 0.05
"""The time after which a long question gives way to others, once a piece of it has ended."""

Question: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...]]
"""A function and its arguments, all of which can be pickled."""

_begun: dict[int, Pieces[Any]] = {}
"""The long questions that have no answer yet, by number."""


def run(pipe: Connection) -> None:
    """Answer the questions that come through the pipe, until it is closed."""
    _prepare()
    while True:
        try:
            pickled = pipe.recv_bytes()
        except EOFError:
            return
        pipe.send_bytes(_answer(pickled))


def _answer(pickled_question: bytes) -> bytes:
    """Return the answer to a number and a question (`go_on`), or the error of it, pickled."""
    try:
        number, question = pickle.loads(pickled_question)  # noqa: S301 — from the bot
        return pickle.dumps(go_on(number, question))
    except Exception as error:  # noqa: BLE001 — the asker gets it
        trace = traceback.format_exc()
        error.add_note(trace)
        try:
            pickled = pickle.dumps(error)
            pickle.loads(pickled)  # noqa: S301 — some cannot be made again
        except Exception:  # noqa: BLE001 — whatever their own methods raise
            return pickle.dumps(RuntimeError(trace))
        return pickled


def _prepare() -> None:
    for ignored in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ignored, signal.SIG_IGN)
    if hasattr(os, "nice"):  # Windows has no such priorities
        os.nice(NICENESS)
    with suppress(OSError):  # Linux alone has the file
        OUT_OF_MEMORY.write_text(FIRST, "ascii")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    use_tables(ShippedTables())
    threading.Thread(target=_end_with_the_bot, daemon=True).start()


def _end_with_the_bot() -> None:
    bot = multiprocessing.parent_process()
    if bot is not None:
        bot.join()
        os._exit(0)  # even while it computes


def go_on(number: int, question: Question | None) -> tuple[bool, Any]:
    """Return whether a question is answered, and its answer.

    None goes on with the one of this number, whose function is a generator.
    """
    if question is not None:
        function, args = question
        answer = function(*args)
        if not isinstance(answer, Generator):
            return True, answer
        _begun[number] = answer
    pieces = _begun.pop(number)
    until = time.monotonic() + PIECE_SECONDS
    try:
        while time.monotonic() < until:
            next(pieces)
    except StopIteration as end:
        return True, end.value
    _begun[number] = pieces
    return False, None
