"""The entries of a field that are files, each in its own process within limits."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from course.contest.strategies import ContestError, located
from course.sandbox.child import decoded
from course.sandbox.process import Process, ProcessEnd, event_of

MAX_PROCESSOR_TIME = 3600
"""The seconds of processor time of an entry in a whole field, enforced by the system."""


@dataclass(slots=True)
class Entrant:
    """A strategy in a process of its own: its displayed name and the process."""

    name: str
    process: Process

    def begin(self, seed: str) -> None:
        """Import the file again, seed Python's generator there, and reset the time limits.

        Raises ContestError.
        """
        self.process.renew()
        file, _, function = self.name.rpartition(":")
        message = self._said({"begin": seed}, f"{file} is imported")
        match event_of(message):
            case "failed":
                raise ContestError(f"{file} cannot be read: {_described(message)}")
            case "missing":
                raise ContestError(f"{file} has no function called {function}")
            case "no-function":
                raise ContestError(f"{function} in {file} is no function")

    def luck(self) -> object:
        """Return a text that stands for the state of Python's generator there."""
        return self._said({"luck": True}, self.name)

    def answer(self, where: str, shown: str, *arguments: tuple[int, ...]) -> Any:
        """Return the result of the function, as `Strategy.answer` does. Raises ContestError."""
        given = [{"tuple": [*argument]} for argument in arguments]
        asked = f"{where}{self.name} was given {shown}"
        message = self._said({"call": given}, asked)
        if event_of(message) == "failed":
            raise ContestError(f"{asked} and raised {_described(message)}")
        try:
            return decoded(message["answer"])
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise ContestError(f"{asked} and wrote to the stream of its answers") from error

    def _said(self, request: dict[str, Any], asked: str) -> Any:
        """Return the reply of the process to a request. Raises ContestError without a reply."""
        self.process.send(request)
        try:
            return self.process.message()
        except ProcessEnd as error:
            why = "does not end in time" if self.process.stopped else "ended Python"
            raise ContestError(f"{asked} and {why}") from error


def _described(message: Any) -> str:
    """Return the exception in a message, with its line."""
    if message.get("result") == "ended":
        return "SystemExit"
    if message.get("result") == "asked":
        return "EOFError: there is no input here"
    line = f" (line {message['line']})" if message.get("line") else ""
    return f"{message.get('answer')}{line}"


class Entrants:
    """The processes of a field by the names of their strategies; the context ends them."""

    def __init__(self) -> None:
        self._started: dict[str, Entrant] = {}
        self._closing = ExitStack()

    def __enter__(self) -> Entrants:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._closing.close()

    def load(self, name: str, others: tuple[str, ...], seed: str = "") -> Entrant:
        """Return the strategy `name`, written as path.py:function, from a fresh import.

        Raises ContestError as `course.contest.strategies.load` does.
        """
        entrant = self._started.get(name)
        if entrant is None:
            place, path, function = located(name, others)
            question = {"strategy": str(path), "function": function}
            process = Process(question, [path.parent], seconds=MAX_PROCESSOR_TIME)
            self._closing.enter_context(process)
            entrant = self._started[name] = Entrant(f"{Path(place).name}:{function}", process)
        entrant.begin(seed)
        return entrant
