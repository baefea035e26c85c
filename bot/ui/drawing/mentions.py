"""Mentions of members in messages, and the arguments with which messages are sent.

Discord sends the data of a mentioned member along with a message only if `allowed_mentions` lists
them, and clients show the others as "@unknown-user" unless they have cached them. Edits and private
pages notify no member, so they list every member whom they name. A new message notifies the members
whom it lists, and raises a badge for them even if it is sent silently. So it mentions only those
who are to be notified; the others appear by display name until its first edit. On a board, which is
drawn again soon, these names have an @, so that both versions read alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import lru_cache, partial
from operator import itemgetter
from types import SimpleNamespace
from typing import Any, TypeAlias

import discord

from bot.memory import Memory
from bot.table.stored_round import StoredRound
from bot.ui.drawing.components import TEXT, Component, Drawing, inside
from bot.ui.drawing.short_names import cleaned, shortened

Names: TypeAlias = Callable[[int], str | None]
"""A function that returns the display name of a member, None if it is not known."""

MOST_LISTED = 100
"""The most members that `allowed_mentions` may list, set by Discord."""

LONGEST_NAME = 32
"""The most letters of a display name, set by Discord."""

KEPT_NAMES = 4096
"""The number of escaped names that are cached."""

UNKNOWN = "…"
"""The text in place of a member whose name is not known, until the message is edited.

A message with pictures is not edited for that: it keeps it."""

_MENTION = re.compile(r"<@!?([0-9]+)>")
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


def mentioned(message: Drawing | str) -> tuple[int, ...]:
    """Return the members whom a message mentions, each once, in the order of the text."""
    if isinstance(message, str):
        ids = _MENTION.findall(message)
    else:
        ids = []
        for one in inside(message.to_components()):
            if one["type"] == TEXT:
                ids += _MENTION.findall(one["content"])
    return tuple(dict.fromkeys(map(int, ids)))


def edited(message: Drawing | str) -> dict[str, Any]:
    """Return discord.py's arguments for a message that notifies no member.

    That is an edit, or a page for one member. It lists every member whom it mentions.
    """
    content = {"content": message} if isinstance(message, str) else {"view": message}
    return {**content, "allowed_mentions": _listing(mentioned(message))}


def posted(
    message: Drawing | str,
    names: Names,
    notified: Collection[int] = (),
    *,
    board: bool = False,
) -> tuple[dict[str, Any], bool]:
    """Return discord.py's arguments for a new message that may notify `notified`.

    All other members have their display names, with an @ on a `board`; the message is silent if it
    notifies no member. The second value is whether a name is not known: then the message has to be
    edited at once.
    """
    unnamed, sign = False, "@" if board else ""

    def written(mention: re.Match[str]) -> str:
        nonlocal unnamed
        user = int(mention[1])
        if user in notified:
            return mention[0]
        name = plain(names(user) or "")
        unnamed = unnamed or not name
        return f"{sign}{name}" if name else UNKNOWN

    new: Drawing | str
    if isinstance(message, str):
        new = _MENTION.sub(written, message)
    else:
        new = Drawing([_rewritten(one, written) for one in message.to_components()])
    return {**edited(new), "silent": not notified}, unnamed


@lru_cache(KEPT_NAMES)
def plain(name: str) -> str:
    r"""Return a name as text that Discord shows as it is: no mention, markup or link.

    >>> plain("*Ana*  <@17>")
    '\\*Ana\\* \\<\\@17\\>'
    """
    return _PUNCTUATION.sub(r"\\\1", shortened(cleaned(name), LONGEST_NAME))


def _listing(users: Collection[int]) -> discord.AllowedMentions:
    # Discord's ids are strings; the library would send numbers.
    listed: Any = [SimpleNamespace(id=str(user)) for user in [*users][:MOST_LISTED]]
    return discord.AllowedMentions(everyone=False, roles=False, users=listed)


def _rewritten(component: Component, written: Callable[[re.Match[str]], str]) -> Component:
    """Return a component with all mentions in it replaced by `written`."""
    made = {**component}
    if made["type"] == TEXT:
        made["content"] = _MENTION.sub(written, made["content"])
    if "components" in made:
        made["components"] = [_rewritten(one, written) for one in made["components"]]
    return made


class DisplayNames:
    """The display names of members, by server."""

    def __init__(self) -> None:
        self.memory: Memory[tuple[int | None, int], str] = Memory(member=itemgetter(1))
        self.nicknames: Memory[tuple[int | None, int], str] = Memory(member=itemgetter(1))
        """The names that members have on a server alone."""

    def learn_from(self, interaction: discord.Interaction[Any]) -> None:
        """Note the names in an interaction.

        They are those of the member, of the members mentioned in the clicked message, and of the
        members who were chosen. Discord sends mentioned members without their nickname.
        """
        guild, message, member = interaction.guild_id, interaction.message, interaction.user
        data: Any = interaction.data or {}
        for user in () if message is None else message.mentions:
            self.memory[guild, user.id] = user.display_name
        named = [(member.id, getattr(member, "nick", None), member.display_name)]
        resolved = data.get("resolved") or {}
        members = resolved.get("members") or {}
        for key, user in (resolved.get("users") or {}).items():
            name = user.get("global_name") or user.get("username")
            named.append((int(key), members.get(key, {}).get("nick"), name))
        for user_id, nick, name in named:
            self.nicknames.pop((guild, user_id), None)
            if nick:
                self.nicknames[guild, user_id] = nick
            if name:
                self.memory[guild, user_id] = name

    def name(self, guild: int | None, user: int) -> str | None:
        """Return the name of a member on a server, None where it is not known."""
        return self.nicknames.get((guild, user)) or self.memory.get((guild, user))

    def on_server(self, guild: int | None) -> Names:
        """Return the lookup of display names on a server."""
        return partial(self.name, guild)

    def of_players(self, stored: StoredRound) -> tuple[str | None, ...]:
        """Return the names of a round's players by seat, None for unknown ones."""
        return tuple(
            None if player.user is None else self.name(stored.place.guild, player.user)
            for player in stored.players
        )
