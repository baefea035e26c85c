"""`dice-poker health`: asks a running bot how it does, over HTTP or by its file."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from bot.atomic_file import written_beside

STALE_SECONDS = 30.0
"""How old the file of a bot that is well may be; it is written every five seconds."""

ASK_SECONDS = 3.0
"""How long an answer over HTTP may take."""

WELL = "ok"


def fault_over_http(address: str, port: int, *, ready: bool) -> str:
    """Return what keeps a bot from being well, or `ready`; an empty string if nothing does."""
    # the file is read without it: a container asks every half minute
    from http.client import HTTPConnection, HTTPException  # noqa: PLC0415

    everywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 — listened on, not asked at
    connection = HTTPConnection(everywhere.get(address, address), port, timeout=ASK_SECONDS)
    try:
        connection.request("GET", "/readyz" if ready else "/healthz")
        answer = connection.getresponse()
        told = answer.read(1000).decode(errors="replace").strip()
    except (OSError, HTTPException) as error:
        return f"no answer on {address} port {port} ({type(error).__name__})"
    finally:
        connection.close()
    return "" if answer.status == 200 else told or f"status {answer.status}"


def write(file: Path, alive: str, ready: str) -> None:
    """Write how a bot does: a line for what /healthz says, and one for /readyz.

    Every user may read it, as far as the umask allows. Raises OSError.
    """
    with written_beside(file, mode=0o666) as beside:
        beside.write_text(f"{alive or WELL}\n{ready or WELL}\n", "utf-8")


def remove(file: Path) -> None:
    """Remove the file of a bot that has ended."""
    with suppress(OSError):
        file.unlink(missing_ok=True)


def fault_in_file(file: Path, *, ready: bool) -> str:
    """Return what the file of a bot says against it; an empty string if nothing."""
    try:
        age = time.time() - file.stat().st_mtime
        lines = file.read_text("utf-8").splitlines()
    except OSError as error:
        return f"{file} cannot be read ({error.strerror})"
    if age > STALE_SECONDS:
        return f"{file} was last written {age:.0f} seconds ago"
    told = lines[int(ready)] if len(lines) == 2 else f"{file} cannot be understood"
    return "" if told == WELL else told
