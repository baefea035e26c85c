"""The emoji that show dice and cards on Discord.

The pictures in `emoji_pictures/` (drawn by `assets/draw_emoji.py`) belong to the bot's application:
they work on every server and need no permission. Pictures that Discord does not accept are replaced
by standard emoji: keycaps and letters. Dice that have just landed are animated: they roll once and
lie still. Where Discord refuses an emoji, because it was deleted, messages are sent once more with
standard emoji, until the emoji have been fetched again.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import aiohttp
import discord

from bot.ui.drawing.components import TEXT, Component, Drawing
from bot.ui.requests import reason
from rules import registry
from rules.dice import FaceSet, Roll

PICTURES = Path(__file__).with_name("emoji_pictures")

_log = logging.getLogger(__name__)

T = TypeVar("T")

Sleep: TypeAlias = Callable[[float], Awaitable[None]]

FAULTS = (discord.DiscordException, aiohttp.ClientError, OSError)
"""The errors raised when Discord refuses a picture or cannot be reached."""

ARROW = "↻"
"""The mark of a die selected to be rerolled, where no picture with an arrow is available."""


COPIES = 3
"""The number of emoji with the same picture of a rolling die.

A client plays each of them again only after a while. Boards use them in turn, and show still dice
when they are redrawn.
"""

RENEW_SECONDS = 600.0
"""The least time between two fetches of the emoji after a refusal."""

PAUSE_SECONDS = 10.0
"""Seconds before each upload of an animated picture: emoji have a quota of their own."""

_IN_TEXT = re.compile(r"<a?:\w+:(\d+)>")
_NAME = re.compile(r"(\w+?)_(\d)(_reroll|_rolls_\d)?")

INVALID_BODY = 50035
"""Discord's error code for a body with a part that it refuses, such as an emoji."""


def is_of_emoji(error: Exception) -> bool:
    """Return whether Discord refused a message because of an emoji in it."""
    return (
        isinstance(error, discord.HTTPException)
        and error.code == INVALID_BODY
        and "emoji" in error.text.lower()
    )


def name_of(face: int, face_set: FaceSet, *, selected: bool = False) -> str:
    """Return the name of a face's picture and emoji.

    The picture of a face that is selected to be rerolled has an arrow.

    >>> from rules.dice import POKER
    >>> name_of(6, POKER), name_of(6, POKER, selected=True)
    ('poker_6', 'poker_6_reroll')
    """
    return f"{face_set.key}_{face}_reroll" if selected else f"{face_set.key}_{face}"


def rolling_name(face: int, face_set: FaceSet, copy: int) -> str:
    """Return the name of one emoji of a rolling die, of its copies 1 to `COPIES`.

    >>> from rules.dice import POKER
    >>> rolling_name(6, POKER, 2)
    'poker_6_rolls_2'
    """
    return f"{face_set.key}_{face}_rolls_{copy}"


def copy_at(moment: int) -> int:
    """Return the copy that rolls at a moment of a round; the copies take turns.

    >>> [copy_at(moment) for moment in range(5)]
    [1, 2, 3, 1, 2]
    """
    return moment % COPIES + 1


@cache
def still() -> tuple[str, ...]:
    """Return the names of the emoji that are not animated, sorted."""
    return tuple(sorted(picture.stem for picture in PICTURES.glob("*.png")))


@cache
def animated() -> tuple[str, ...]:
    """Return the names of the animated emoji, sorted."""
    stems = sorted(picture.stem for picture in PICTURES.glob("*.gif"))
    return tuple(f"{stem}_{copy}" for stem in stems for copy in range(1, COPIES + 1))


def pictured() -> tuple[str, ...]:
    """Return the names of all emoji of the application, the animated ones last."""
    return still() + animated()


def picture_of(name: str) -> Path:
    """Return the file of the picture of an emoji.

    >>> picture_of("pips_4").name, picture_of("pips_4_rolls_2").name
    ('pips_4.png', 'pips_4_rolls.gif')
    """
    if name in animated():
        return PICTURES / f"{name.rpartition('_')[0]}.gif"
    return PICTURES / f"{name}.png"


def fallback_emoji(face: int, face_set: FaceSet) -> str | None:
    """Return the standard emoji that shows this face's symbol, None if there is none.

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
    """The emoji of each face.

    `ids` are the known ids of the application's emoji by name; any other face is shown by its
    standard emoji. Dice that land roll (`rolls`) once all emoji are known.
    """

    def __init__(self, ids: Mapping[str, int] | None = None) -> None:
        self._ids = dict(ids or {})
        self.refused: dict[str, str] = {}
        """The names of those that Discord has refused, by id, until they are fetched again."""
        self.rolls = self._ids.keys() >= {*pictured()}
        self.on_refusal: Callable[[], None] = lambda: None
        """Called when Discord has refused the emoji, which are not known any more then."""

    @property
    def ids(self) -> Mapping[str, int]:
        """The known ids of the emoji, by name."""
        return self._ids

    async def load(self, client: discord.Client, sleep: Sleep = asyncio.sleep) -> None:
        """Find the application's emoji by name, and upload the still ones that are missing.

        The client must be logged in. It uploads once it is ready, one picture at a time, and sleeps
        while Discord limits the uploads. Processes that start together upload each picture once and
        all use it. If Discord refuses a picture or cannot be reached, one line is logged, the known
        emoji are used, and the rest is tried again at the next start.
        """
        try:
            self._know(await client.fetch_application_emojis())
            await self._upload_missing(client, still(), sleep)
        except FAULTS as fault:
            self._warn(still(), "keycaps and letters stand for them", fault)

    async def load_animated(self, client: discord.Client, sleep: Sleep = asyncio.sleep) -> None:
        """Upload the missing animated emoji, slowly, after `load` has found the others.

        Dice lie still until all are there, and if Discord refuses one.
        """
        try:
            await self._upload_missing(client, animated(), sleep, PAUSE_SECONDS)
        except FAULTS as fault:
            self._warn(animated(), "dice do not roll", fault)

    def _missing(self, names: Sequence[str]) -> list[str]:
        return [name for name in names if name not in self._ids]

    def _warn(self, names: Sequence[str], instead: str, fault: Exception) -> None:
        _log.warning(
            "emoji: %d pictures of dice and cards are missing, %s: %s",
            len(self._missing(names)),
            instead,
            " ".join(reason(fault).split()),
        )

    async def _upload_missing(
        self, client: discord.Client, names: Sequence[str], sleep: Sleep, pause: float = 0.0
    ) -> None:
        """Upload the missing ones of these pictures, each after a `pause` in seconds."""
        if self._missing(names):
            await client.wait_until_ready()
        while missing := self._missing(names):
            if pause:
                await sleep(pause)
            try:
                await self._upload(client, missing[0])
            except discord.RateLimited as limit:
                seconds = limit.retry_after
                _log.warning(
                    "emoji: Discord takes the next picture in %.0f seconds, %d are missing; "
                    "keycaps, letters and still dice stand for them",
                    seconds,
                    len(missing),
                )
                await sleep(seconds)

    async def _upload(self, client: discord.Client, name: str) -> None:
        """Upload a picture, or use the emoji of another process that has uploaded it first."""
        picture = picture_of(name).read_bytes()
        try:
            self._know([await client.create_application_emoji(name=name, image=picture)])
        except discord.HTTPException as fault:
            if fault.status != HTTPStatus.BAD_REQUEST:
                raise
            self._know(await client.fetch_application_emojis())  # the name may be taken
            if name not in self._ids:
                raise

    def _know(self, emoji: Iterable[discord.Emoji]) -> None:
        ours = set(pictured())
        self._ids.update({each.name: each.id for each in emoji if each.name in ours})
        self.refused = {
            key: name for key, name in self.refused.items() if str(self._ids.get(name)) != key
        }
        self.rolls = self._ids.keys() >= {*pictured()}

    # Refusals --------------------------------------------------------------------------

    async def sent(self, request: Callable[[], Awaitable[T]]) -> T:
        """Make a request and, where Discord refuses an emoji, once more; return its result.

        The request has to draw its message by `present`.
        """
        try:
            return await request()
        except discord.HTTPException as error:
            if not self.handle_refusal(error):
                raise
        return await request()

    def handle_refusal(self, error: discord.HTTPException) -> bool:
        """Return whether Discord refused an emoji that is known; none is known then."""
        if not is_of_emoji(error) or not self._ids:
            return False
        _log.warning(
            "emoji: Discord refuses them, keycaps and letters stand for them until they are "
            "fetched again: %s",
            " ".join(str(error).split()),
        )
        self.refused |= {str(key): name for name, key in self._ids.items()}
        self._ids, self.rolls = {}, False
        self.on_refusal()
        return True

    def present(self, drawing: Drawing) -> Drawing:
        """Return a drawing with standard emoji in place of those that Discord has refused."""
        if not self.refused:
            return drawing
        return Drawing([self._present(one) for one in drawing.to_components()])

    def _present(self, component: Component) -> Component:
        made = {**component}
        if made["type"] == TEXT:
            made["content"] = _IN_TEXT.sub(self._in_text, made["content"])
        name = self.refused.get((made.get("emoji") or {}).get("id") or "")
        if name is not None:
            face, face_set = face_of(name)
            face_shown = _NOT_ONE.on_button(face, face_set, selected=name.endswith("_reroll"))
            labels = [one for one in (made.get("label"), face_shown.pop("label", None)) if one]
            del made["emoji"]
            made |= face_shown | ({"label": " ".join(map(str, labels))} if labels else {})
        if "components" in made:
            made["components"] = [self._present(one) for one in made["components"]]
        return made

    def _in_text(self, match: re.Match[str]) -> str:
        name = self.refused.get(match[1])
        return match[0] if name is None else _NOT_ONE.text(*face_of(name))

    # Drawings --------------------------------------------------------------------------

    def _rolling(self, face: int, face_set: FaceSet, copy: int) -> str | None:
        """Return the name of the rolling emoji, None for copy 0 and where dice lie still."""
        name = rolling_name(face, face_set, copy) if copy and self.rolls else None
        return name if name in self._ids else None

    def text(self, face: int, face_set: FaceSet, copy: int = 0) -> str:
        """Return a face for text: a still emoji, or this `copy` of a rolling one.

        >>> from rules.dice import PIPS
        >>> EmojiSet({"pips_4": 99}).text(4, PIPS)
        '<:pips_4:99>'
        """
        rolling = self._rolling(face, face_set, copy)
        if rolling is not None:
            return f"<a:{rolling}:{self._ids[rolling]}>"
        name = name_of(face, face_set)
        if name in self._ids:
            return f"<:{name}:{self._ids[name]}>"
        return fallback_emoji(face, face_set) or face_set.symbols[face - 1]

    def row(
        self, faces: Roll, face_set: FaceSet, landed: Collection[int] = (), copy: int = 0
    ) -> str:
        """Return several faces side by side; those at the positions `landed` are rolling copies.

        The spaces matter: without them, adjacent letters turn into flags (Q and A into that of
        Qatar).

        >>> from rules.dice import PIPS
        >>> EmojiSet({"pips_4": 99}).row((4, 2), PIPS)
        '<:pips_4:99> 2️⃣'
        """
        return " ".join(
            self.text(face, face_set, copy if position in landed else 0)
            for position, face in enumerate(faces, 1)
        )

    def on_button(
        self,
        face: int,
        face_set: FaceSet,
        *,
        selected: bool = False,
        position: int | None = None,
        copy: int = 0,
    ) -> dict[str, object]:
        """Return a face for a button, in the format of Discord's API: an emoji, a label, or both.

        A selected face has an arrow: in its picture, or in the label if Discord has no such
        picture. A button with only an emoji is narrow enough for five in a row on a phone. A die
        whose `position` is given has it in its label. A die that has just landed rolls, as a
        `copy`.

        >>> from rules.dice import PIPS
        >>> EmojiSet({"pips_4": 99}).on_button(4, PIPS)
        {'emoji': {'id': '99', 'name': 'pips_4'}}
        >>> EmojiSet({"pips_4": 99}).on_button(4, PIPS, selected=True, position=2)
        {'emoji': {'id': '99', 'name': 'pips_4'}, 'label': '2 ↻'}
        """
        name, labels = name_of(face, face_set, selected=selected), list[str]()
        shown: dict[str, object] = {}
        if position is not None:
            labels.append(str(position))
        if selected and name not in self._ids:
            labels.append(ARROW)
            name = name_of(face, face_set)
        if name in self._ids:
            rolling = (None if selected else self._rolling(face, face_set, copy)) or name
            shown["emoji"] = {"id": str(self._ids[rolling]), "name": name}
        elif (emoji := fallback_emoji(face, face_set)) is not None:
            shown["emoji"] = {"name": emoji}
        else:
            labels.append(face_set.symbols[face - 1])
        if labels:
            shown["label"] = " ".join(labels)
        return shown


class EmojiLoader:
    """Loads emoji in the background; `changed` is called when others are known than before.

    Boards that were drawn meanwhile show keycaps until their next drawing.
    """

    def __init__(
        self, client: discord.Client, emoji: EmojiSet, changed: Callable[[], None]
    ) -> None:
        self._client, self._emoji, self._changed = client, emoji, changed
        self._emoji.on_refusal = self._renew
        self._renew_at = 0.0
        self._loading: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._loading = asyncio.create_task(self._load())

    def stop(self) -> None:
        if self._loading is not None:
            self._loading.cancel()

    async def _load(self) -> None:
        count = len(self._emoji.ids)
        await self._emoji.load(self._client)
        if len(self._emoji.ids) != count:
            self._changed()
        await self._emoji.load_animated(self._client)

    def _renew(self) -> None:
        """Fetch the emoji again after Discord has refused one, and not at once a second time."""
        self._changed()
        before = self._loading

        async def again() -> None:
            if before is not None:
                await asyncio.wait({before})
            await asyncio.sleep(max(0.0, self._renew_at - time.monotonic()))
            self._renew_at = time.monotonic() + RENEW_SECONDS
            await self._load()

        self._loading = asyncio.create_task(again())


_NOT_ONE = EmojiSet()
"""No emoji of the application: all faces are shown by standard ones."""


def face_of(name: str) -> tuple[int, FaceSet]:
    """Return the face that an emoji shows, and its set.

    >>> face, face_set = face_of("pips_4_reroll")
    >>> face, face_set.key
    (4, 'pips')
    """
    match: Any = _NAME.fullmatch(name)
    sets = {game.info.faces.key: game.info.faces for game in registry.games().values()}
    return int(match[2]), sets[match[1]]
