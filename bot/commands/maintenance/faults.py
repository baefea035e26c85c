"""The report of a command about a database that cannot be opened or read."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from bot.exit_codes import EXIT_MISTAKE, EXIT_RETRY, fail
from bot.storage.errors import StorageFailed, StorageFault

P = ParamSpec("P")


def report_faults(command: Callable[P, int]) -> Callable[P, int]:
    """Make a command print a fault of the database in one line and return its exit code."""

    @wraps(command)
    def run_command(*args: P.args, **kwargs: P.kwargs) -> int:
        try:
            return command(*args, **kwargs)
        except StorageFault as fault:
            return fail(str(fault), code=EXIT_RETRY if fault.passes else EXIT_MISTAKE)
        except StorageFailed as failure:
            return fail(str(failure), code=EXIT_RETRY)

    return run_command
