"""The start and the idle memory of a bot on many servers.

    python -m bench.discord.servers [servers, default 10000] [--shards 5]

One bot connects all shards to the local Discord, which announces made-up servers with sixty
channels, forty roles and five threads. As Discord asks, a shard begins five seconds after the one
before.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from bench.local_discord import payloads, process
from bench.local_discord.process import BotProcess, Failed, Launch, Memory
from bench.local_discord.server import LocalDiscord

IDLE_SECONDS = 15.0
PATIENCE = 900.0
CHANNELS, ROLES, THREADS = 60, 40, 5
BOT: Any = payloads.user(1 << 59, "bench", bot=True)


def server(random: Random) -> dict[str, Any]:
    def snowflake() -> int:
        return random.randrange(1 << 59, 1 << 60)

    guild_id = snowflake()
    channels = [payloads.channel(snowflake(), guild_id, number) for number in range(CHANNELS)]
    made = payloads.guild(guild_id, snowflake(), BOT, channels)
    everyone = made["roles"][0]
    for number in range(ROLES):
        permissions = str(random.randrange(1 << 50) & ~8)
        role = {"id": str(snowflake()), "name": f"role {number}", "permissions": permissions}
        made["roles"].append({**everyone, **role})
    for channel in channels:
        for role in random.sample(made["roles"], 3):
            allow, deny = random.choice(((1024, 0), (0, 1024), (0, 2048)))
            channel["permission_overwrites"].append(
                {"id": role["id"], "type": 0, "allow": str(allow), "deny": str(deny)}
            )
    for _ in range(THREADS):
        data = {
            "archived": False,
            "auto_archive_duration": 4320,
            "archive_timestamp": "2026-01-01T12:00:00+00:00",
            "locked": False,
        }
        thread = payloads.channel(snowflake(), guild_id, 0) | {"type": 11, "owner_id": BOT["id"]}
        thread |= {"parent_id": channels[0]["id"], "thread_metadata": data, "message_count": 5}
        made["threads"].append(thread | {"member_count": 3})
    return made


async def started(discord: LocalDiscord, servers: int, shards: int, folder: Path) -> BotProcess:
    """Add made-up servers to a Discord, and start a bot there; return it once it is ready.

    Raises Failed.
    """
    random, texts = Random(1), dict[str, str]()
    while len(texts) < servers:
        made = server(random)
        texts[made["id"]] = payloads.dumps(made)
    discord.gateway.guilds += [{"id": one} for one in texts]
    discord.gateway.tell = lambda guild: texts.get(guild["id"]) or payloads.dumps(guild)
    own = folder / ".env"
    own.touch(0o600)
    own.write_text(f"SHARDS={shards}\n", encoding="utf-8")
    process.START_SECONDS = PATIENCE
    bot = await BotProcess.start("bot", discord, folder, Launch(None, Path.cwd()))
    ready = rf"ready as .* on {len(discord.gateway.guilds)} servers"
    until = perf_counter() + PATIENCE
    while not re.search(ready, bot.log_end(100)):
        bot.check()
        if perf_counter() > until:
            await bot.stop()
            raise Failed(f"the bot was not ready in time; its log ends with:\n{bot.log_end()}")
        await asyncio.sleep(0.05)
    return bot


async def measure(servers: int, shards: int, folder: Path) -> tuple[float, float, Memory]:
    """Return the seconds and the CPU seconds until the bot is ready, and its memory when idle."""
    async with LocalDiscord(0, 1) as discord:
        begun = perf_counter()
        bot = await started(discord, servers, shards, folder)
        try:
            ready, cpu = perf_counter() - begun, bot.cpu_seconds()
            await asyncio.sleep(IDLE_SECONDS)
            return ready, cpu, bot.memory()
        finally:
            await bot.stop()


def main(arguments: list[str]) -> None:
    """Measure without servers and with them, and print both."""
    parser = argparse.ArgumentParser(
        description="Start and memory on many servers; see the module."
    )
    parser.add_argument("servers", type=int, nargs="?", default=10_000, help="(10000)")
    parser.add_argument("--shards", type=int, default=5, help="(5)")
    given = parser.parse_args(arguments)
    print("| servers | shards | ready after | CPU until then | memory when idle |")
    print("| --- | --- | --- | --- | --- |")
    for servers, shards in ((0, 1), (given.servers, given.shards)):
        with tempfile.TemporaryDirectory() as folder:
            try:
                ready, cpu, memory = asyncio.run(measure(servers, shards, Path(folder)))
            except Failed as failed:
                sys.exit(f"servers.py: {failed}")
        print(f"| {servers:,} | {shards} | {ready:.1f} s | {cpu:.1f} s | {memory.rss:.0f} MB |")


if __name__ == "__main__":
    main(sys.argv[1:])
