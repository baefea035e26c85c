"""Places where the bot is no member, as the interactions of a member who installed it show them.

SimCord knows servers with the bot alone. Its payloads are rewritten here as Discord
describes them: `context`, `authorizing_integration_owners`, the channel, on a server
the partial `guild`, elsewhere `user` in place of `member`. In its channel the bot may
do nothing but answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal
from unittest import mock

import discord
from simcord import interactions
from simcord.backend import serializers

from simulated import Sim

Kind = Literal["server", "commands", "direct", "group", "bot"]
"""A server without the bot, one with its commands alone; messages between two members, of a group,
and of a member with the bot."""

EXTERNAL = discord.Permissions(use_external_apps=True).value

ALLOWED = discord.Permissions(attach_files=True, embed_links=True, mention_everyone=True).value
"""What Discord lets an app do in an answer where it is no member."""


@contextmanager
def elsewhere(sim: Sim, kind: Kind, *, external: bool = True) -> Iterator[None]:
    """Let the channel of the games be one of a server without the bot, or of direct messages.

    On a server, members may or may not show others what `external` apps answer.
    """
    sim.forbid(view_channel=True, send_messages=True)
    guild = sim.bot.get_guild(sim.guild.id)
    assert guild is not None
    sim.bot._connection._remove_guild(guild)
    before = interactions.base_payload

    def payload_of(*args: Any, **kwargs: Any) -> Any:
        record, payload = before(*args, **kwargs)
        payload["authorizing_integration_owners"] = {"1": str(sim.ana.id)}
        payload["app_permissions"] = str(ALLOWED)
        if kind in ("commands", "bot"):
            owner = str(sim.guild.id) if kind == "commands" else "0"
            payload["authorizing_integration_owners"] = {"0": owner}
        if kind in ("server", "commands"):
            partial = {"id": str(sim.guild.id), "locale": "ro", "features": ["COMMUNITY"]}
            payload.update(guild=partial, guild_locale="ro", context=0)
            permissions = int(payload["member"]["permissions"]) & ~EXTERNAL
            payload["member"]["permissions"] = str(permissions | EXTERNAL * external)
            return record, payload
        user = payload.pop("member")["user"]
        for key in ("guild_id", "guild_locale"):
            payload.pop(key)
        context = 1 if kind == "bot" else 2
        return record, {**payload, "user": user, "context": context, "channel": _channel(sim, kind)}

    with mock.patch.object(interactions, "base_payload", payload_of):
        yield


def _channel(sim: Sim, kind: Kind) -> dict[str, Any]:
    members = (sim.bogdan,) if kind == "direct" else (sim.bogdan, sim.carmen)
    backend = sim.env.backend
    people = [dict(serializers.user_payload(backend.get_user(one.id))) for one in members]
    channel = {"id": str(sim.channel.id), "recipients": people, "last_message_id": None}
    if kind in ("direct", "bot"):
        return {**channel, "type": 1}
    return {**channel, "type": 3, "name": None, "icon": None, "owner_id": str(sim.ana.id)}
