"""The process that runs an untrusted file: starts it, reads its lines, and stops it.

The process shares nothing with this one: no modules, no environment variables of Python, no
standard streams. Its folder is empty and removed afterwards. It is killed with its process group
after a silence of `TIME_LIMIT`.
"""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryDirectory
from threading import Thread
from types import TracebackType
from typing import IO, Any, cast

TIME_LIMIT = 5.0
"""The seconds that a case, or the import, may take before the process is stopped."""

TOTAL_LIMIT = 30.0
"""The total seconds of waiting for a process."""

MAX_PROCESSOR_TIME = 60
"""The seconds of processor time of a process, enforced by the system."""

MAX_OUTPUT = 20_000_000
"""The maximum number of bytes that a process may write."""

MAX_WAITING = 64
"""The maximum number of pieces of unread output, of up to 64 KB each."""

PAUSE = 0.01
"""The seconds between two looks at the output of a process without replies."""

CHILD = Path(__file__).with_name("child.py")
CLOSED = ("rules", "bot", "cogs", "course")
"""The packages whose files the process cannot read."""


class ProcessEnd(Exception):
    """Raised when a process has ended, was stopped, or sent an invalid message."""


def event_of(message: object) -> str | None:
    """Return the event of a message, None for an answer."""
    event = message.get("event") if isinstance(message, dict) else None
    return event if isinstance(event, str) else None


class Process:
    """A process that runs one file; the end of the context kills it.

    `beside` are the folders of the files that it runs. `stopped` says whether it was stopped for a
    long silence or too much output. With `pause` its output is read seldom, to leave processor time
    to a process that needs no replies.
    """

    def __init__(
        self,
        question: Mapping[str, Any],
        beside: Sequence[Path],
        *,
        pause: float = 0.0,
        seconds: int = MAX_PROCESSOR_TIME,
        libraries: tuple[str, ...] = (),
    ) -> None:
        self.stopped = False
        self._rest = b""
        self._pause = pause
        self._chunks: Queue[bytes] = Queue(MAX_WAITING)
        self._closing = ExitStack()
        folder = self._closing.enter_context(
            TemporaryDirectory(prefix="dice-poker-", ignore_cleanup_errors=True)
        )
        self._process = subprocess.Popen(  # noqa: S603 — this interpreter runs a file of this package
            [sys.executable, "-I", "-S", "-B", str(CHILD)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            start_new_session=True,
        )
        self._stdin = cast("IO[bytes]", self._process.stdin)
        self._stdout = cast("IO[bytes]", self._process.stdout)
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()
        self.renew()
        limits = {
            "seconds": seconds,
            "closed": _closed(),
            "beside": [str(one) for one in beside],
            "libraries": libraries,
        }
        try:
            with suppress(OSError):  # the process has ended
                self._stdin.write(json.dumps({**question, **limits}).encode() + b"\n")
                self._stdin.flush()
                os.set_blocking(self._stdin.fileno(), False)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Process:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def renew(self) -> None:
        self._heard = 0
        self._waited = 0.0

    def line(self) -> bytes | None:
        """Return the next whole line, None at the end of the output."""
        while not self.stopped:
            line, newline, rest = self._rest.partition(b"\n")
            if newline:
                self._rest = rest
                return line
            begun = time.monotonic()
            try:
                chunk = self._chunks.get(timeout=TIME_LIMIT)
            except Empty:
                self.stopped = True
                break
            if not chunk:
                break
            self._rest += chunk
            self._heard += len(chunk)
            self._waited += time.monotonic() - begun
            self.stopped = self._heard > MAX_OUTPUT or self._waited > TOTAL_LIMIT
        return None

    def message(self) -> Any:
        """Return the next line as JSON. Raises ProcessEnd without one, or for other output."""
        line = self.line()
        if line is None:
            raise ProcessEnd
        try:
            return json.loads(line)
        except (ValueError, RecursionError) as error:
            raise ProcessEnd from error

    def send(self, message: object) -> None:
        """Send a line of JSON. A process that does not read it is stopped."""
        try:
            self._stdin.write(json.dumps(message).encode() + b"\n")
            self._stdin.flush()
        except BlockingIOError:
            self.stopped = True
        except OSError:  # the process has ended: its next line says so
            pass

    def close(self) -> None:
        """Kill the process and, where process groups exist, the processes that it started."""
        with suppress(AttributeError, OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        while self._reader.is_alive():  # it may be blocked on a full queue
            with suppress(Empty):
                self._chunks.get(timeout=0.05)
        with suppress(OSError):
            self._stdin.close()
        self._stdout.close()
        self._process.wait()
        self._closing.close()

    def _read(self) -> None:
        """Put the output into the queue, followed by b""."""
        with suppress(OSError):
            while chunk := os.read(self._stdout.fileno(), 65536):
                self._chunks.put(chunk)
                if self._pause:
                    time.sleep(self._pause)
        self._chunks.put(b"")


@cache
def _closed() -> tuple[str, ...]:
    """Return the folders closed to the process: those of this project and of other processes."""
    found = []
    for package in CLOSED:
        spec = importlib.util.find_spec(package)
        found += [] if spec is None else spec.submodule_search_locations or []
    return (*found, "/proc")
