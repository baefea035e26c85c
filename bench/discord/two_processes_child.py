"""A bot whose clock, and Discord's, the bench sets, run by `two_processes`.

Its arguments are the addresses of the API and of the gateway, and a file that holds by how many
seconds its clock is ahead of the machine's. The settings are environment variables.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.cli import main as command_line
from bot.ui import discord_clock, ticks


def run(api: str, gateway: str, ahead: str) -> int:
    """Run the bot until it is stopped; return its exit code."""
    if {urlsplit(api).hostname, urlsplit(gateway).hostname} != {"127.0.0.1"}:
        sys.exit("two_processes_child: the bench has nothing to do with the real Discord")
    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    clock = Path(ahead)

    def utcnow() -> datetime:
        return datetime.now(UTC) + timedelta(seconds=float(clock.read_text()))

    discord.utils.utcnow = utcnow
    # Ids would tell the time of the machine, too.
    discord_clock.DiscordClock.newest = property(lambda _: utcnow(), lambda *_: None)  # type: ignore[assignment]
    ticks._keep_pace = lambda *_: None  # noqa: SLF001 — discord.py plans by the machine's clock
    return command_line(["run"])


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))
