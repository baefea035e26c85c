"""Messages to the service manager, by the protocol of sd_notify(3).

A service of `Type=notify` finds the address of a datagram socket in NOTIFY_SOCKET, and the interval
of its watchdog in WATCHDOG_USEC.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping


class Supervisor:
    """The service manager that has started this process, if there is one."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._listens = self._address.startswith(("/", "\0")) and hasattr(socket, "AF_UNIX")
        self.watchdog_seconds = _watchdog_seconds(environment) if self._listens else None
        """The seconds without a message after which the process is killed, None for never."""

    def notify(self, **state: object) -> bool:
        """Send assignments such as READY=1 in one message.

        Return False if they have to be sent again, since sending does not wait for a manager that
        is not reading. Without a manager nothing is sent.
        """
        if not self._listens:
            return True
        message = "\n".join(f"{name}={value}" for name, value in state.items())
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
                end.setblocking(False)
                end.sendto(message.encode(), self._address)
        except OSError:
            return False
        return True


def _watchdog_seconds(environment: Mapping[str, str]) -> float | None:
    """Return the watchdog's interval, None if it is meant for another process."""
    microseconds = environment.get("WATCHDOG_USEC", "")
    process = environment.get("WATCHDOG_PID", "")
    if (
        not microseconds.isdecimal()
        or int(microseconds) == 0
        or process not in ("", str(os.getpid()))
    ):
        return None
    return int(microseconds) / 1_000_000
