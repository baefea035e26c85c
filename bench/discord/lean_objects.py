"""What a press and a server cost by `bot.ui.lean_objects` and by discord.py's own objects.

A press on a board of seven rows is read from its payload, its names are noted and it is answered
with the same board, over a session that answers at once: no socket, no storage, no drawing. The
two ways alternate; the table shows the least processor time of ten passes. Made-up servers of
sixty channels, forty roles and ten threads are then taken in as their GUILD_CREATE tells them,
and the bytes are counted that Python holds for them.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import tracemalloc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from time import process_time
from types import SimpleNamespace
from typing import Any

import discord
from discord.state import AutoShardedConnectionState

from bench.local_discord import payloads
from bench.local_discord.messages import Message
from bot.ui import components, mentions
from bot.ui.components import Drawing
from bot.ui.custom_ids import CustomId
from bot.ui.lean_objects import LeanState

PRESSES, PASSES, SERVERS = 2_000, 10, 1_000
CHANNELS, ROLES, THREADS = 60, 40, 10
BOT: Any = payloads.user(1 << 59, "bench", bot=True)


class Reply:
    """What Discord answers to a callback, with the message if it was asked back."""

    def __init__(self, text: str) -> None:
        self.status, self._text = (200 if text else 204), text
        self.headers = {"content-type": "application/json"} if text else {}

    async def text(self, **_: object) -> str:
        """Return the body."""
        return self._text


class Session:
    """A session of aiohttp that answers at once."""

    def __init__(self, answer: str) -> None:
        self._answer = answer

    @asynccontextmanager
    async def request(self, *_: object, params: Any = None, **__: object) -> AsyncIterator[Reply]:
        """Answer a callback."""
        yield Reply(self._answer if params else "")


class Http:
    """As much of discord.py's HTTP client as interactions read."""

    proxy = proxy_auth = None

    def __init__(self, session: Session) -> None:
        self._HTTPClient__session = session


def connection(
    kind: type[AutoShardedConnectionState[Any]], session: Session, heard: Callable[..., None]
) -> Any:
    """Return a connection of discord.py with the intents and caches of the bot."""
    state: Any = kind(
        dispatch=heard,
        handlers={},
        hooks={},
        http=Http(session),
        intents=discord.Intents(guilds=True),
        member_cache_flags=discord.MemberCacheFlags.none(),
        chunk_guilds_at_startup=False,
        max_messages=None,
        allowed_mentions=discord.AllowedMentions.none(),
    )
    state.user = discord.ClientUser(state=state, data=BOT)
    client = SimpleNamespace(user=state.user)
    vars(state).update(_get_client=lambda: client)
    state.shard_count = 1
    return state


def board() -> Drawing:
    """Return a message of the size of a board."""
    dice = [
        components.button(
            CustomId("mark", 1, 0, str(position)), None, emoji={"id": "1", "name": "x"}
        )
        for position in range(1, 6)
    ]
    verbs = [components.button(CustomId("press", 1, 0, verb), verb) for verb in ("keep", "reroll")]
    lines = [components.text("### <@1377000000000000001>, your turn\n" * 3) for _ in range(5)]
    return Drawing([components.container(0x5865F2, [*lines, *components.rows(dice, verbs)])])


async def microseconds(kind: type[AutoShardedConnectionState[Any]], presses: int) -> float:
    """Return the processor time of a press."""
    drawing, make = board(), payloads.Snowflakes().make
    channel = payloads.channel(make(), make(), 0)
    place = payloads.place(int(BOT["id"]), make(), channel)
    message = Message(make(), place.channel, BOT, place)
    message.show({"components": json.loads(json.dumps(drawing.to_components())), "flags": 1 << 15})
    about = {"id": "1", "type": 3, "response_message_id": str(message.id)}
    answer = json.dumps(
        {"interaction": about, "resource": {"type": 7, "message": json.loads(message.text)}}
    )
    heard: list[discord.Interaction[Any]] = []
    state = connection(kind, Session(answer), lambda _event, one, *_: heard.append(one))
    state.parse_guild_create(payloads.guild(place.guild, make(), BOT, [channel]))
    carried = payloads.press("press:1:0:keep", 9)
    texts = [payloads.interaction(place, 3, make(), carried, message.text) for _ in range(presses)]
    parsed = [json.loads(text) for text in texts]
    names = mentions.DisplayNames()
    gc.collect()
    begun = process_time()
    for data in parsed:
        state.parse_interaction_create(data)
        interaction = heard.pop()
        names.note(interaction)
        await interaction.response.edit_message(**mentions.edited(drawing))
    return (process_time() - begun) / presses * 1e6


def server(random: Random) -> dict[str, Any]:
    """Return a made-up GUILD_CREATE."""

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


def bytes_a_server(kind: type[AutoShardedConnectionState[Any]], servers: int) -> float:
    """Return how many bytes a connection holds for each server."""
    random = Random(1)
    texts = [payloads.dumps(server(random)) for _ in range(servers)]
    state = connection(kind, Session(""), lambda *_: None)
    tracemalloc.start()
    for text in texts:
        state.parse_guild_create(json.loads(text))
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held / servers


def main() -> None:
    """Measure both ways and print the table."""
    parser = argparse.ArgumentParser(description="Compare lean objects with discord.py's own.")
    parser.add_argument("--presses", type=int, default=PRESSES, metavar="N")
    parser.add_argument("--servers", type=int, default=SERVERS, metavar="N")
    chosen = parser.parse_args()
    kinds: dict[str, type[AutoShardedConnectionState[Any]]] = {
        "discord.py's objects": AutoShardedConnectionState,
        "lean objects": LeanState,
    }
    least = dict.fromkeys(kinds, float("inf"))
    each = max(1, chosen.presses // PASSES)
    for _ in range(PASSES):
        for name, kind in kinds.items():
            least[name] = min(least[name], asyncio.run(microseconds(kind, each)))
    print(f"{'':<22}{'µs a press':>12}{'bytes a server':>18}")
    for name, kind in kinds.items():
        print(f"{name:<22}{least[name]:>12.0f}{bytes_a_server(kind, chosen.servers):>18,.0f}")


if __name__ == "__main__":
    main()
