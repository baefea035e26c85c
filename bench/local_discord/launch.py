"""Starts a bot against the local Discord; a script that `process` runs.

Its arguments are the bot ("bot" or the name of a peer), the addresses of the API and of the
gateway, a core ("-" for all of them), and the folder of the code. The settings are environment
variables.
"""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from discord import Client


def main(bot: str, api: str, gateway: str, core: str, checkout: str) -> int:
    """Run a bot until it is stopped; return its exit code."""
    if core != "-":
        os.sched_setaffinity(0, {int(core)})
    # The script's own folder is no place to import from.
    sys.path[0] = checkout
    if {urlsplit(api).hostname, urlsplit(gateway).hostname} != {"127.0.0.1"}:
        sys.exit("launch.py: the bench has nothing to do with the real Discord")

    import yarl  # noqa: PLC0415 - imported on the core that is measured
    from discord.gateway import DiscordWebSocket  # noqa: PLC0415
    from discord.http import Route  # noqa: PLC0415

    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    if bot != "bot":
        sys.path[0] = str(Path(__file__).parents[2])  # peers are those of this bench
        _peer(bot).run(os.environ["DISCORD_TOKEN"], log_handler=None)
        return 0
    found = find_spec("bot")
    if found is None or not Path(str(found.origin)).is_relative_to(checkout):
        sys.exit(f"launch.py: there is no bot in {checkout}")
    from bot.cli import main as command_line  # noqa: PLC0415
    from bot.play import quotas  # noqa: PLC0415

    # The members of a bench open rounds as quickly as presses are answered.
    quotas.OPENINGS = 1_000_000

    return command_line(["run"])


def _peer(name: str) -> Client:
    """Return another bot; the modules that one of them needs are imported for it alone."""
    if name == "ordinary":
        from bench.discord.ordinary_bot import OrdinaryBot  # noqa: PLC0415

        return OrdinaryBot()
    from bench.discord.noop_bot import NoopBot  # noqa: PLC0415

    return NoopBot()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
