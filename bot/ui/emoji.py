"""The emoji that show dice and cards on Discord.

The pictures in `emoji_pictures/` (drawn by `assets/draw_emoji.py`) belong to the bot's
application: they work on every server and need no permission. What Discord does
not take is shown by emoji that everybody has: keycaps and letters.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import cache
from http import HTTPStatus
from pathlib import Path

import aiohttp
import discord

from rules.dice import FaceSet, Roll

PICTURES = Path(__file__).with_name("emoji_pictures")

_log = logging.getLogger(__name__)


ARROW = "↻"
"""What tells that a die is selected to be rerolled, where no picture with an arrow is there."""


def name_of(face: int, face_set: FaceSet, *, selected: bool = False) -> str:
    """Return the name that a face's picture and its emoji bear; screen readers read it on buttons.

    The picture of a face that is selected to be rerolled has an arrow.

    >>> from rules.dice import POKER
    >>> name_of(6, POKER), name_of(6, POKER, selected=True)
    ('poker_6', 'poker_6_reroll')
    """
    return f"{face_set.key}_{face}_reroll" if selected else f"{face_set.key}_{face}"


@cache
def pictured() -> tuple[str, ...]:
    """Return the names of all pictures that there are, sorted."""
    return tuple(sorted(picture.stem for picture in PICTURES.glob("*.png")))


def fallback_emoji(face: int, face_set: FaceSet) -> str | None:
    """Return the emoji of any keyboard that shows this face's symbol, None if there is none.

    >>> from rules.dice import POKER
    >>> fallback_emoji(2, POKER)
    '🔟'
    >>> fallback_emoji(6, POKER)
    '🇦'
    """
    symbol = face_set.symbols[face - 1]
    if symbol == "10":
        return "\N{KEYCAP TEN}"
    if len(symbol) == 1 and symbol in "0123456789":
        return f"{symbol}\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"
    if len(symbol) == 1 and "A" <= symbol <= "Z":
        return chr(ord("\N{REGIONAL INDICATOR SYMBOL LETTER A}") + ord(symbol) - ord("A"))
    return None


class EmojiSet:
    """Which emoji shows which face.

    `ids` are the ids of the application's emoji by their names, as far as they
    are known; every face that is not among them is shown by its everyday emoji.
    """

    def __init__(self, ids: Mapping[str, int] | None = None) -> None:
        self._ids = dict(ids or {})

    @property
    def ids(self) -> Mapping[str, int]:
        """The ids of the emoji that are known, by their names."""
        return self._ids

    async def load(
        self, client: discord.Client, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        """Find the application's emoji by name, and upload those that are missing.

        The client must be logged in; it uploads once it is ready, one picture after the other,
        and sleeps while Discord takes no further one. Processes that start together upload each
        picture once and all use it. Where Discord refuses or cannot be reached, one line is
        logged, what is known by then is used, and the rest is tried again at the next start.
        """
        try:
            self._know(await client.fetch_application_emojis())
            if self._missing():
                await client.wait_until_ready()
            while missing := self._missing():
                try:
                    await self._upload(client, missing[0])
                except discord.RateLimited as limit:
                    seconds = limit.retry_after
                    _log.warning(
                        "emoji: Discord takes the next picture in %.0f seconds, %d are missing; "
                        "keycaps and letters stand for them",
                        seconds,
                        len(missing),
                    )
                    await sleep(seconds)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as fault:
            _log.warning(
                "emoji: %d pictures of dice and cards are missing, "
                "keycaps and letters stand for them: %s",
                len(self._missing()),
                " ".join(str(fault).split()) or type(fault).__name__,
            )

    def _missing(self) -> list[str]:
        return [name for name in pictured() if name not in self._ids]

    async def _upload(self, client: discord.Client, name: str) -> None:
        """Upload a picture; where another process was faster, use its emoji."""
        picture = (PICTURES / f"{name}.png").read_bytes()
        try:
            self._know([await client.create_application_emoji(name=name, image=picture)])
        except discord.HTTPException as fault:
            if fault.status != HTTPStatus.BAD_REQUEST:
                raise
            self._know(await client.fetch_application_emojis())  # it may be that the name is taken
            if name not in self._ids:
                raise

    def _know(self, emoji: Iterable[discord.Emoji]) -> None:
        ours = set(pictured())
        self._ids.update({each.name: each.id for each in emoji if each.name in ours})

    def text(self, face: int, face_set: FaceSet) -> str:
        """Return what shows this face inside a message.

        >>> from rules.dice import PIPS
        >>> EmojiSet({"pips_4": 99}).text(4, PIPS)
        '<:pips_4:99>'
        """
        name = name_of(face, face_set)
        if name in self._ids:
            return f"<:{name}:{self._ids[name]}>"
        return fallback_emoji(face, face_set) or face_set.symbols[face - 1]

    def row(self, faces: Roll, face_set: FaceSet) -> str:
        """Return several faces side by side.

        The space between them matters: without it, letters that follow each other turn into
        flags (Q and A into that of Qatar).

        >>> from rules.dice import PIPS
        >>> EmojiSet({"pips_4": 99}).row((4, 2), PIPS)
        '<:pips_4:99> 2️⃣'
        """
        return " ".join(self.text(face, face_set) for face in faces)

    def on_button(
        self,
        face: int,
        face_set: FaceSet,
        *,
        selected: bool = False,
        position: int = 0,
        numbered: bool = False,
    ) -> dict[str, object]:
        """Return what shows this face on a button: its emoji, a label, or both, as Discord's API.

        A face that is selected has an arrow: in its picture, in the label where Discord has
        no such picture. A button with an emoji alone is narrow enough for five in one row of a
        phone. A die has its `position` from 1 in the name of its emoji, which screen readers read,
        and in the label too where it is `numbered`; Discord finds the picture by the id.

        >>> from rules.dice import PIPS
        >>> EmojiSet({"pips_4": 99}).on_button(4, PIPS, position=2)
        {'emoji': {'id': '99', 'name': 'die_2_pips_4'}}
        >>> EmojiSet({"pips_4": 99}).on_button(4, PIPS, selected=True, position=2, numbered=True)
        {'emoji': {'id': '99', 'name': 'die_2_pips_4'}, 'label': '2 ↻'}
        """
        name, labels = name_of(face, face_set, selected=selected), list[str]()
        shown: dict[str, object] = {}
        if numbered:
            labels.append(str(position))
        if selected and name not in self._ids:
            labels.append(ARROW)
            name = name_of(face, face_set)
        if name in self._ids:
            read = f"die_{position}_{name}" if position else name
            shown["emoji"] = {"id": str(self._ids[name]), "name": read}
        elif (emoji := fallback_emoji(face, face_set)) is not None:
            shown["emoji"] = {"name": emoji}
        else:
            labels.append(face_set.symbols[face - 1])
        if labels:
            shown["label"] = " ".join(labels)
        return shown
