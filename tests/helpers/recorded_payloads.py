"""Interactions and servers as Discord's gateway sends them, written by its documentation.

`INTERACTIONS` holds one of each kind that the bot meets. The parts that Discord may leave out
are left out in some of them.
"""

from __future__ import annotations

from typing import Any

APPLICATION, GUILD, CHANNEL, THREAD, CATEGORY = 1000, 2000, 3000, 3500, 3900
ANA, BOGDAN, CARMEN = 4001, 4002, 4003
MESSAGE, PLAYERS = 5000, 6002
V2, EPHEMERAL = 1 << 15, 1 << 6


def user(user_id: int, name: str, shown: str | None = None) -> dict[str, Any]:
    """Return a user; `shown` is the global name."""
    return {
        "id": str(user_id),
        "username": name,
        "avatar": None,
        "discriminator": "0",
        "public_flags": 0,
        "flags": 0,
        "global_name": shown,
        "primary_guild": None,
    }


def member(user_id: int, name: str, nick: str | None = None, **more: Any) -> dict[str, Any]:
    """Return a member with its user."""
    return {
        "user": user(user_id, name, name.title()),
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": "2024-03-01T12:00:00.000000+00:00",
        "nick": nick,
        "pending": False,
        "premium_since": None,
        "roles": [str(PLAYERS)],
        "mute": False,
        "deaf": False,
        **more,
    }


BOT = {**user(APPLICATION, "dice"), "bot": True}

CONTAINED = [
    {"type": 10, "id": 2, "content": f"### <@{ANA}>, your turn"},
    {"type": 14, "id": 3, "divider": True, "spacing": 1},
    {
        "type": 1,
        "id": 4,
        "components": [
            {
                "type": 2,
                "id": 5,
                "style": 1,
                "disabled": False,
                "custom_id": "mark:7:0:2",
                "emoji": {"id": "900", "name": "pips_4"},
            },
            {"type": 2, "id": 6, "style": 2, "custom_id": "mark:7:0:3", "label": "3"},
            {"type": 2, "id": 7, "style": 5, "url": "https://example.invalid", "label": "Rules"},
        ],
    },
]

BOARD = [{"type": 17, "id": 1, "accent_color": 255, "spoiler": False, "components": CONTAINED}]


def message(*mentions: dict[str, Any], flags: int = V2, **more: Any) -> dict[str, Any]:
    """Return a message of the bot that shows a board."""
    return {
        "id": str(MESSAGE),
        "channel_id": str(CHANNEL),
        "type": 20,
        "content": "",
        "mentions": [*mentions],
        "mention_roles": [],
        "mention_everyone": False,
        "attachments": [],
        "embeds": [],
        "timestamp": "2026-01-01T12:00:00.000000+00:00",
        "edited_timestamp": None,
        "flags": flags,
        "components": BOARD,
        "author": BOT,
        "pinned": False,
        "tts": False,
        **more,
    }


TEXT_CHANNEL: dict[str, Any] = {
    "id": str(CHANNEL),
    "type": 0,
    "name": "games",
    "guild_id": str(GUILD),
    "position": 1,
    "parent_id": str(CATEGORY),
    "flags": 0,
    "permissions": "2248473465835073",
}

THREAD_CHANNEL: dict[str, Any] = {
    "id": str(THREAD),
    "type": 11,
    "name": "Dice Poker",
    "guild_id": str(GUILD),
    "parent_id": str(CHANNEL),
    "owner_id": str(APPLICATION),
    "flags": 0,
    "message_count": 3,
    "member_count": 2,
    "total_message_sent": 3,
    "permissions": "2248473465835073",
    "thread_metadata": {
        "archived": False,
        "archive_timestamp": "2026-01-01T12:00:00.000000+00:00",
        "auto_archive_duration": 10080,
        "locked": False,
    },
}

DIRECT = {"id": str(CHANNEL), "type": 1, "flags": 0, "recipients": [user(ANA, "ana", "Ana")]}

GROUP = {
    "id": str(CHANNEL),
    "type": 3,
    "flags": 0,
    "name": None,
    "icon": None,
    "owner_id": str(BOGDAN),
    "recipients": [user(ANA, "ana"), user(BOGDAN, "bogdan", "Bogdan")],
}


def _interaction(kind: int, **more: Any) -> dict[str, Any]:
    pressed = {"component_type": 2, "custom_id": "press:7:0:keep", "id": 9}
    return {
        "id": str(1 << 60),
        "application_id": str(APPLICATION),
        "type": kind,
        "token": "a token",
        "version": 1,
        "locale": "ro",
        "data": pressed,
        "app_permissions": "2251799813685247",
        "attachment_size_limit": 10485760,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": {"0": str(GUILD)},
        "context": 0,
        **more,
    }


def on_server(kind: int = 3, **more: Any) -> dict[str, Any]:
    """Return an interaction on the server of the bot, a press unless it is of another kind."""
    shown = {"message": message(user(BOGDAN, "bogdan", "Bogdan"))} if kind == 3 else {}
    return _interaction(
        kind,
        **{
            "guild_id": str(GUILD),
            "guild": {"id": str(GUILD), "features": ["COMMUNITY"], "locale": "de"},
            "guild_locale": "de",
            "channel_id": str(CHANNEL),
            "channel": TEXT_CHANNEL,
            "member": member(ANA, "ana", "Annie", permissions="2248473465835105"),
            **shown,
            **more,
        },
    )


def in_private(kind: int = 3, **more: Any) -> dict[str, Any]:
    """Return an interaction in direct messages with the bot."""
    shown = {"message": message(user(ANA, "ana", "Ana"))} if kind == 3 else {}
    return _interaction(
        kind,
        **{
            "context": 1,
            "authorizing_integration_owners": {"0": "0", "1": str(ANA)},
            "channel_id": str(CHANNEL),
            "channel": DIRECT,
            "user": user(ANA, "ana"),
            **shown,
            **more,
        },
    )


COMMAND = {
    "id": "8000",
    "name": "play",
    "type": 1,
    "options": [{"type": 1, "name": "nine", "options": []}],
}

_guest = {"1": str(ANA)}

INTERACTIONS: dict[str, dict[str, Any]] = {
    "a press on a server": on_server(),
    "a choice from a menu of members": on_server(
        data={
            "component_type": 5,
            "custom_id": "seat:7:0:x",
            "id": 9,
            "values": [str(CARMEN)],
            "resolved": {
                "users": {str(CARMEN): user(CARMEN, "carmen")},
                "members": {str(CARMEN): member(CARMEN, "carmen", "Car")},
            },
        }
    ),
    "a press in a thread": on_server(channel=THREAD_CHANNEL, channel_id=str(THREAD)),
    "a press on a message for one member": on_server(message=message(flags=V2 | EPHEMERAL)),
    "a press on a message of text": on_server(
        message=message(user(CARMEN, "carmen"), flags=0, components=[], content="text")
    ),
    "a press of a member without nick, on a message that mentions the bot": on_server(
        member=member(ANA, "ana", permissions="0"),
        message=message(BOT, user(ANA, "ana", "Ana")),
    ),
    "a press as a guest of a server": on_server(
        guild_id="2999",
        guild={"id": "2999", "features": ["COMMUNITY"], "locale": "ro"},
        guild_locale="ro",
        authorizing_integration_owners=_guest,
    ),
    "a press in direct messages": in_private(),
    "a press in a group": in_private(
        context=2, authorizing_integration_owners=_guest, channel=GROUP
    ),
    "a command on a server": on_server(2, data=COMMAND),
    "a command in direct messages": in_private(2, data=COMMAND),
}

_spare = on_server()
for _key in (
    "authorizing_integration_owners",
    "context",
    "guild_locale",
    "locale",
    "app_permissions",
    "entitlements",
    "entitlement_sku_ids",
    "guild",
):
    del _spare[_key]
_spare["message"] = {**message(), "flags": 0}
for _key in ("flags", "edited_timestamp"):
    del _spare["message"][_key]
INTERACTIONS["a press with as little as it may have"] = _spare


def role(role_id: int, permissions: int) -> dict[str, Any]:
    return {
        "id": str(role_id),
        "name": f"role {role_id}",
        "description": None,
        "permissions": str(permissions),
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


def channel(channel_id: int, kind: int = 0, overwrites: Any = ()) -> dict[str, Any]:
    """Return a channel of the server; overwrites are (id, type, allowed, denied)."""
    made = {**TEXT_CHANNEL, "id": str(channel_id), "type": kind, "parent_id": None}
    del made["permissions"]
    made["permission_overwrites"] = [
        {"id": str(target), "type": of, "allow": str(allow), "deny": str(deny)}
        for target, of, allow, deny in overwrites
    ]
    return made | ({"bitrate": 64000, "user_limit": 0} if kind == 2 else {})


def thread(
    thread_id: int, parent: int, *, private: bool = False, archived: bool = False
) -> dict[str, Any]:
    about = {**THREAD_CHANNEL["thread_metadata"], "archived": archived}
    own = {"id": str(thread_id), "parent_id": str(parent), "type": 12 if private else 11}
    return {**THREAD_CHANNEL, **own, "thread_metadata": about}


def guild(
    owner: int, roles: list[Any], channels: list[Any], threads: list[Any] | None = None
) -> dict[str, Any]:
    """Return the server as GUILD_CREATE tells it."""
    return {
        "id": str(GUILD),
        "name": "The Green Table",
        "icon": None,
        "description": None,
        "owner_id": str(owner),
        "features": ["COMMUNITY", "NEWS"],
        "preferred_locale": "de",
        "unavailable": False,
        "member_count": 30,
        "roles": roles,
        "emojis": [],
        "stickers": [],
        "channels": channels,
        "threads": threads or [],
        "members": [member(APPLICATION, "dice") | {"user": BOT}],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
