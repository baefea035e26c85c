"""Discord's payloads as JSON text: guilds, members and interactions.

The parts of an interaction that do not change are serialized once for each player, so that the
bench spends little time on each press.
"""

from __future__ import annotations

import json
import time
from base64 import b64encode
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
"""An object of Discord's API."""

COMMAND, COMPONENT = 2, 3
"""The types of interactions."""

SEND, DEFER, DEFER_UPDATE, UPDATE = 4, 5, 6, 7
"""The types of callbacks: a message or an edit, at once or deferred."""

BUTTON, SELECT = 2, 3
"""The types of components that are pressed."""

EPHEMERAL, V2 = 1 << 6, 1 << 15
"""The flags of messages that an edit does not change."""

_EPOCH = 1_420_070_400_000
_MEMBER_PERMISSIONS = "2248473465835073"
_APP_PERMISSIONS = "2251799813685247"
_AVATAR = "8342729096ea3675442027381ff50dfe"
_TOKEN_LENGTH = 216


class Snowflakes:
    """Makes unique ids that contain their time, like Discord's."""

    def __init__(self) -> None:
        self._last = 0

    def make(self) -> int:
        """Return an id greater than all ids before."""
        self._last = max(self._last + 1, (int(time.time() * 1000) - _EPOCH) << 22)
        return self._last


@dataclass(frozen=True, slots=True)
class Place:
    """A member in a channel of their own; `text` is their part of every interaction."""

    user: int
    channel: int
    guild: int
    member: Json
    text: str

    def beside(self, other: Place) -> Place:
        """Return the place of this member in another member's channel."""
        told = json.loads(f"{{{other.text}}}") | {"member": self.member}
        return replace(self, channel=other.channel, guild=other.guild, text=dumps(told)[1:-1])


def dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def user(user_id: int, name: str, *, bot: bool = False) -> Json:
    made: Json = {
        "id": str(user_id),
        "username": name,
        "global_name": None if bot else name.title(),
        "discriminator": "0001" if bot else "0",
        "avatar": _AVATAR,
        "avatar_decoration_data": None,
        "banner": None,
        "clan": None,
        "collectibles": None,
        "primary_guild": None,
        "public_flags": 0,
    }
    if bot:
        made["bot"] = True
    return made


def application(application_id: int) -> Json:
    """Return the bot's own application, with the fields that it reads."""
    return {
        "id": str(application_id),
        "name": "bench",
        "icon": None,
        "description": "",
        "summary": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "owner": user(application_id - 1, "owner"),
        "approximate_guild_count": 1,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "tags": [],
    }


def member(of_user: Json) -> Json:
    """Return a member with the permissions that everybody has."""
    return {
        "user": of_user,
        "roles": [],
        "nick": None,
        "avatar": None,
        "banner": None,
        "joined_at": "2024-03-01T12:00:00.000000+00:00",
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "unusual_dm_activity_until": None,
        "permissions": _MEMBER_PERMISSIONS,
    }


def channel(channel_id: int, guild_id: int, position: int) -> Json:
    return {
        "id": str(channel_id),
        "type": 0,
        "name": f"table-{position}",
        "topic": None,
        "guild_id": str(guild_id),
        "position": position,
        "parent_id": None,
        "nsfw": False,
        "flags": 0,
        "rate_limit_per_user": 0,
        "last_message_id": str(channel_id),
        "permission_overwrites": [],
        "theme_color": None,
        "icon_emoji": {"id": None, "name": "🎲"},
    }


def guild(guild_id: int, owner: int, bot: Json, channels: list[Json]) -> Json:
    """Return a guild as GUILD_CREATE carries it."""
    everyone: Json = {
        "id": str(guild_id),
        "name": "@everyone",
        "description": None,
        "permissions": _MEMBER_PERMISSIONS,
        "position": 0,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    return {
        "id": str(guild_id),
        "name": f"server {guild_id}",
        "icon": None,
        "description": None,
        "owner_id": str(owner),
        "region": "deprecated",
        "features": [],
        "preferred_locale": "en-US",
        "verification_level": 1,
        "default_message_notifications": 1,
        "explicit_content_filter": 2,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "afk_timeout": 300,
        "afk_channel_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "max_members": 500000,
        "member_count": len(channels) + 1,
        "large": False,
        "unavailable": False,
        "joined_at": "2024-03-01T12:00:00.000000+00:00",
        "roles": [everyone],
        "emojis": [],
        "stickers": [],
        "channels": channels,
        "threads": [],
        "members": [member(bot)],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def place(application_id: int, member_id: int, of_channel: Json) -> Place:
    """Return the place of a member who plays in this channel."""
    guild_id = of_channel["guild_id"]
    one = member(user(member_id, f"player{member_id % 10_000}"))
    shown = {key: value for key, value in of_channel.items() if key != "permission_overwrites"}
    common = {
        "application_id": str(application_id),
        "app_permissions": _APP_PERMISSIONS,
        "attachment_size_limit": 10_485_760,
        "authorizing_integration_owners": {"0": guild_id},
        "channel": {**shown, "permissions": _MEMBER_PERMISSIONS},
        "channel_id": of_channel["id"],
        "context": 0,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "guild": {"id": guild_id, "features": [], "locale": "en-US"},
        "guild_id": guild_id,
        "guild_locale": "en-US",
        "locale": "en-US",
        "member": one,
    }
    return Place(
        user=member_id,
        channel=int(of_channel["id"]),
        guild=int(guild_id),
        member=one,
        text=dumps(common)[1:-1],
    )


def bot_token(application_id: int) -> str:
    """Return a bot's token in the form of Discord's."""
    first = b64encode(str(application_id).encode()).decode().rstrip("=")
    return f"{first}.bench0.{'local-discord-' * 3}"


def token(interaction_id: int) -> str:
    """Return the token of an interaction, as long as Discord's."""
    return f"aW50ZXJhY3Rpb246{interaction_id}".ljust(_TOKEN_LENGTH, "A")


def interaction(
    at: Place, kind: int, interaction_id: int, carried: str, message: str | None
) -> str:
    """Return INTERACTION_CREATE's object; `carried` and `message` are JSON already."""
    clicked = "" if message is None else f'"message":{message},'
    return (
        f'{{"id":"{interaction_id}","type":{kind},"version":1,"token":"{token(interaction_id)}",'
        f'{clicked}"data":{carried},{at.text}}}'
    )


def press(custom_id: str, component_id: int, values: list[str] | None = None) -> str:
    """Return the data of a pressed button, or of a menu with the chosen values."""
    carried: Json = {
        "component_type": BUTTON if values is None else SELECT,
        "custom_id": custom_id,
        "id": component_id,
    }
    if values is not None:
        carried["values"] = values
    return dumps(carried)


def command(
    command_id: str, names: tuple[str, ...], options: list[Json], resolved: Json | None = None
) -> str:
    """Return the data of a command; more than one name stands for a subcommand."""
    for name in reversed(names[1:]):
        options = [{"type": 1, "name": name, "options": options}]
    carried: Json = {"id": command_id, "name": names[0], "type": 1, "options": options}
    if resolved is not None:
        carried["resolved"] = resolved
    return dumps(carried)
