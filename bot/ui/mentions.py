"""Whom messages mention: the one place that makes the arguments with which they are sent.

Discord sends the data of a mentioned member along with a message only where
`allowed_mentions` lists them, and clients show the others as "@unknown-user" unless they
have cached them. Edits and private pages notify nobody, so they list everybody whom they
name. A new message notifies the members whom it lists, and raises a badge for them even
where it is sent silently. So it mentions those alone who are to be notified; the others
stand in it with their display names until it is first edited.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from types import SimpleNamespace
from typing import Any, TypeAlias

import discord

from bot.analysis.short_names import cleaned, shortened
from bot.ui.components import TEXT, Component, Drawing, inside

Names: TypeAlias = Callable[[int], str | None]
"""Returns the display name of a member, None where it is not known."""

MOST_LISTED = 100
"""How many members `allowed_mentions` may list, set by Discord."""

LONGEST_NAME = 32
"""How many letters a display name has at most, set by Discord."""

UNKNOWN = "…"
"""What stands for a member whose name is not known, until the message is edited."""

_MENTION = re.compile(r"<@!?([0-9]+)>")
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


def mentioned(message: Drawing | str) -> tuple[int, ...]:
    """Return the members whom a message mentions, each once, in the order of the text."""
    found = (int(user) for text in _texts(message) for user in _MENTION.findall(text))
    return tuple(dict.fromkeys(found))


def edited(message: Drawing | str) -> dict[str, Any]:
    """Return the arguments of discord.py for a message that notifies nobody.

    That is an edit, or a page that one member sees. It lists everybody whom it mentions.
    """
    return {**_content(message), "allowed_mentions": _listing(mentioned(message))}


def posted(message: Drawing | str, names: Names, notified: Collection[int] = ()) -> dict[str, Any]:
    """Return the arguments of discord.py for a new message that may notify `notified`.

    It has the display names of all other members, and is silent where it notifies nobody.
    """

    def written(mention: re.Match[str]) -> str:
        user = int(mention[1])
        return mention[0] if user in notified else plain(names(user) or "") or UNKNOWN

    new: Drawing | str
    if isinstance(message, str):
        new = _MENTION.sub(written, message)
    else:
        new = Drawing([_rewritten(one, written) for one in message.to_components()])
    return {
        **_content(new),
        "allowed_mentions": _listing(mentioned(new)),
        "silent": not notified,
    }


def is_unnamed(message: Drawing | str, names: Names, notified: Collection[int] = ()) -> bool:
    """Return whether the name of somebody in a new message is not known: it is edited at once."""
    others = (user for user in mentioned(message) if user not in notified)
    return not all(plain(names(user) or "") for user in others)


def plain(name: str) -> str:
    r"""Return a name as text that Discord shows as it is: no mention, markup or link.

    >>> plain("*Ana*  <@17>")
    '\\*Ana\\* \\<\\@17\\>'
    """
    return _PUNCTUATION.sub(r"\\\1", shortened(cleaned(name), LONGEST_NAME))


def _listing(users: Collection[int]) -> discord.AllowedMentions:
    # Discord describes ids as text, the library would send numbers.
    listed: Any = [SimpleNamespace(id=str(user)) for user in [*users][:MOST_LISTED]]
    return discord.AllowedMentions(everyone=False, roles=False, users=listed)


def _content(message: Drawing | str) -> dict[str, Any]:
    return {"content": message} if isinstance(message, str) else {"view": message}


def _texts(message: Drawing | str) -> list[str]:
    if isinstance(message, str):
        return [message]
    tree = inside(message.to_components())
    return [component["content"] for component in tree if component["type"] == TEXT]


def _rewritten(component: Component, written: Callable[[re.Match[str]], str]) -> Component:
    """Return a component with all mentions in it `written` anew."""
    made = {**component}
    if made["type"] == TEXT:
        made["content"] = _MENTION.sub(written, made["content"])
    if "components" in made:
        made["components"] = [_rewritten(one, written) for one in made["components"]]
    return made
