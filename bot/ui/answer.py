"""The answer to one interaction, given within the three seconds that Discord allows."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import cached_property
from http import HTTPStatus
from typing import Any, Literal, TypeAlias, TypeVar

import discord

from bot.language.languages import nearest
from bot.language.render import Place
from bot.ui import custom_ids, reach
from bot.ui.custom_ids import CustomId
from bot.ui.drawing import components, layout, mentions
from bot.ui.drawing.components import ACTION_ROW, FILE, GALLERY, Component, Drawing
from bot.ui.drawing.discord_renderer import CommandIds, DiscordRenderer
from bot.ui.drawing.emoji import EmojiSet
from bot.ui.drawing.mentions import DisplayNames
from bot.ui.figures import Figures
from bot.ui.requests import (
    ANSWER_TIMEOUT,
    DISCORD_ERRORS,
    Requests,
    StillUnderWay,
    level_of,
    reason,
    seconds_for,
    size_of,
)
from rules.errors import BadCode, Refusal
from rules.text import Command, Text, say

T = TypeVar("T")

FILES = (GALLERY, FILE)
"""The components that show attached files."""

log = logging.getLogger(__name__)

DEFER_AFTER = 1.5
"""Seconds after which an answer that is not ready is deferred; Discord waits three."""


Deferral: TypeAlias = Literal["public", "private", "update"]
"""What a late answer is deferred to: a message for everybody or the member, or an edit."""

ROOM = 65_536
"""The bytes that Discord may need for the rest of a message with files."""

TOO_BIG = say("The picture or file is too big for this place, so it is left out.")

NO_FILES = say(
    "The bot may not attach files in this channel, so the picture or file is left out. Members who "
    "manage the server can give it *Attach Files*."
)


APOLOGY = say("Something went wrong here. Nothing was lost: please try again in a moment.")

COUNTS = say("Your choice counts, but it could not be shown here. The next answer shows it.")
"""The apology for an answer that failed after the choice was stored."""

DAMAGED = say(
    "This was not stored: the bot’s database is damaged. Please tell the bot’s host to restore "
    "a backup."
)


MESSAGE_DELETED = say(
    "This message was deleted meanwhile. {rounds} shows your games.", rounds=Command("rounds")
)

LOCKED = say(
    "This thread is locked, so nothing can be shown in it. Nothing was lost: ask a member who "
    "manages threads to unlock it, or play in another channel."
)


class Answer:
    """The answer to one interaction.

    A timer defers it when it takes long, so that no player reads "This interaction failed". A
    command is deferred in private unless its answer is `public`. The deferral of a command is
    filled by an edit of the original response: Discord calls a follow-up in its place deprecated.

    Use it as an async context manager. `boards` holds the public messages drawn so far, and whether
    each is the clicked one; `late` is the exception of the last request that took too long; `ping`
    is the message that pings for an edited one; `stored` is whether the member's choice is stored,
    whatever becomes of the answer; `overtaken` are rounds that loading them has changed, so that
    their boards are older until they are drawn. `language` is the member's choice, None for the
    language of their Discord; `lead` is that of `DiscordRenderer`.
    """

    def __init__(
        self,
        interaction: discord.Interaction[Any],
        emoji: EmojiSet,
        commands: CommandIds,
        figures: Figures,
        names: DisplayNames,
        *,
        requests: Requests,
        language: str | None = None,
        public: bool = False,
        lead: float = 0.0,
    ) -> None:
        self._names = names
        self.figures = figures
        self._requests = requests
        self._begun = time.perf_counter()
        self.interaction = interaction
        self.user = interaction.user.id
        spoken = language or nearest(str(interaction.locale))
        self.renderer = DiscordRenderer(spoken, emoji, commands=commands, lead=lead)
        self._lock = asyncio.Lock()
        self._deferring: asyncio.Task[None] | None = None
        self._late: Deferral = "public" if public else "private"
        if interaction.message is not None:
            self._late = "update"
        self._deferral: Deferral | None = None  # the message of a deferral that is not filled
        self._in_locked_thread = False
        self.boards: dict[int, bool] = {}
        self.late: StillUnderWay | None = None
        self.ping: int | None = None
        self.stored = False
        self.overtaken: set[int] = set()

    async def __aenter__(self) -> Answer:
        self._requests.timer.start(DEFER_AFTER, self._start_deferring)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._requests.timer.stop(self._start_deferring)
        if self._deferring is not None:
            if kind is not None:  # the bot stops
                self._deferring.cancel()
            await asyncio.wait({self._deferring})

    @property
    def language(self) -> str:
        """The language of pages for this member alone."""
        return self.renderer.language

    def speak(self, language: str | None) -> None:
        """Switch to a language, None for that of the member's Discord."""
        spoken = language or nearest(str(self.interaction.locale))
        self.renderer = replace(self.renderer, language=spoken)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The values that the member has chosen from a menu; empty if Discord sends no list."""
        data: Any = self.interaction.data or {}
        values = data.get("values")
        return tuple(map(str, values)) if isinstance(values, list | tuple) else ()

    @property
    def chosen_member(self) -> tuple[int, bool]:
        """The one member chosen from a menu, and whether it is a bot. Raises BadCode."""
        users = self.resolved("users")
        if len(self.chosen) != 1 or self.chosen[0] not in users:
            raise BadCode
        (chosen,) = self.chosen
        return int(chosen), bool(users[chosen].get("bot", False))

    def resolved(self, kind: str) -> dict[str, Any]:
        """Return what Discord sends of the chosen values: "users" or "channels", by their ids."""
        data: Any = self.interaction.data or {}
        resolved: dict[str, Any] = data.get("resolved", {}).get(kind, {})
        return resolved

    @cached_property
    def pressed(self) -> CustomId | None:
        """The control that was pressed, None for a command."""
        data: Any = self.interaction.data or {}
        return custom_ids.read(data.get("custom_id", ""))

    @property
    def private(self) -> bool:
        """Whether only this member sees the clicked message."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    @property
    def given(self) -> bool:
        """Whether Discord has received any answer."""
        return self.interaction.response.is_done()

    def defer_in_private(self) -> None:
        """Defer the answer as a private message, if it takes long."""
        self._late = "private"

    async def redraw(
        self, drawing: Drawing, pictures: Sequence[discord.File] | None = None
    ) -> None:
        """Replace the clicked message and, with `pictures`, its attachments.

        Pictures that Discord forbids there are left out, and the message says so.
        """
        try:
            await self._redraw(drawing, pictures)
        except discord.Forbidden as error:
            if not pictures:
                raise
            log.info("files are forbidden here: %s", reason(error))
            await self._redraw(self._without_files(drawing, NO_FILES), ())

    async def _redraw(self, drawing: Drawing, pictures: Sequence[discord.File] | None) -> None:
        message = self.interaction.message
        public = 0 if message is None or self.private else message.id

        emoji = self.renderer.emoji

        async def replace() -> None:
            present = emoji.present(drawing)
            if self._deferral is not None:  # the original response is a message of its own
                await self._edit_original(present, pictures, private=True)
                return
            with self._requests.last_drawings.drawing(public, present) if public else nullcontext():
                if self.given:
                    await self._edit_original(present, pictures, private=self.private)
                else:
                    attached = {} if pictures is None else _attached(pictures)
                    edit = self.interaction.response.edit_message
                    await edit(**mentions.edited(present), **attached)
            if public:
                self.boards[public] = True

        await self._request(replace, seconds_for(pictures) if pictures else ANSWER_TIMEOUT)

    async def _edit_original(
        self, drawing: Drawing, files: Sequence[discord.File] | None, *, private: bool
    ) -> int:
        """Edit the original response, which fills a deferral; return its id.

        Discord refuses an edit that uploads a picture of a gallery
        (https://github.com/discord/discord-api-docs/issues/7529): pictures follow in a message of
        their own, which is `private` or not.
        """
        words, galleries = _apart(drawing)
        uris = {one["media"]["url"] for gallery in galleries for one in gallery["items"]}
        pictures = [file for file in files or () if file.uri in uris]
        if not pictures:
            words = drawing
        attached = {}
        if files is not None:
            attached = _attached([file for file in files if file not in pictures])
        edit = self.interaction.edit_original_response
        edited = await edit(**mentions.edited(words), **attached)
        if pictures:
            for picture in pictures:
                picture.reset()
            below = mentions.edited(Drawing(galleries))
            follow = self.interaction.followup.send
            await follow(**below, files=pictures, ephemeral=private, silent=not private)
        self._deferral = None
        return edited.id

    async def send_private(self, *texts: Text, buttons: list[Component] | None = None) -> None:
        """Send sentences that only this member sees, in their own language."""
        await self.show_private(layout.message(texts, self.renderer, buttons or []))

    async def show_private(
        self, drawing: Drawing, *files: discord.File, required: bool = False
    ) -> int:
        """Send a message that only this member sees, with the files it refers to; return its id.

        The id is 0 if Discord does not return it. Files that are too big for the place, or that
        Discord forbids there, are left out, and the message says so; if they are `required`, a
        refusal is raised instead.
        """
        if files and size_of(files) > self.interaction.filesize_limit - ROOM:
            log.info("files of %d bytes are too big here", size_of(files))
            if required:
                raise Refusal(TOO_BIG)
            return await self._show_private(self._without_files(drawing, TOO_BIG))
        try:
            return await self._show_private(drawing, *files)
        except discord.Forbidden as error:
            if not files:
                raise
            log.info("files are forbidden here: %s", reason(error))
            if required:
                raise Refusal(NO_FILES) from None
            return await self._show_private(self._without_files(drawing, NO_FILES))

    def _without_files(self, drawing: Drawing, why: Text) -> Drawing:
        """Return a drawing with a line that explains the lack of its pictures and files."""
        kept = [one for one in drawing.to_components() if one["type"] not in FILES]
        last = 1 + max((i for i, one in enumerate(kept) if one["type"] != ACTION_ROW), default=-1)
        line = components.text(f"-# {self.renderer.text(why)}")
        return Drawing([*kept[:last], line, *kept[last:]])

    async def _show_private(self, drawing: Drawing, *files: discord.File) -> int:
        emoji = self.renderer.emoji

        async def send() -> int:
            for file in files:  # a refused request may have read it already
                file.reset()
            present = emoji.present(drawing)
            message: dict[str, Any] = {
                **mentions.edited(present),
                "files": files,
                "ephemeral": True,
            }
            if not self.given:
                sent_first = await self.interaction.response.send_message(**message)
                return sent_first.message_id or 0
            if self._deferral == "private":
                return await self._edit_original(present, files, private=True)
            await self._delete_deferral()
            sent: Any = await self.interaction.followup.send(**message)
            message_id: int = sent.id
            return message_id

        return await self._request(send, seconds_for(files) if files else ANSWER_TIMEOUT)

    async def _delete_deferral(self) -> None:
        """Delete a deferral that cannot become the answer, since only one of the two is public."""
        if self._deferral is not None:
            with suppress(discord.NotFound):  # deleted by an earlier attempt
                await self.interaction.delete_original_response()
            self._deferral = None

    async def turn_to(self, drawing: Drawing, pictures: Sequence[discord.File] = ()) -> None:
        """Show a page in place of the clicked private message, or as a new private one.

        Its `pictures` replace those of the page before.
        """
        message = self.interaction.message
        if message is not None and self.private:
            replaces = pictures or message.attachments
            await self.redraw(drawing, pictures if replaces else None)
        else:
            await self.show_private(drawing, *pictures)

    async def post(
        self,
        drawing: Drawing,
        *pictures: discord.File,
        pinged: Collection[int] = (),
        board: bool = False,
    ) -> int:
        """Post a message for everybody, pinging the members `pinged`; return its id.

        It has the `pictures` to which it refers, and may be a `board`. A message without pings is
        silent; if the name of a member is not known, it is edited at once, unless it has pictures,
        which an edit would have to upload again. A message that fills a deferral pings nobody,
        since it is an edit: another message does (`ping`).
        """
        names = self._names.on_server(self.interaction.guild_id)
        emoji, fills, unnamed = self.renderer.emoji, False, False

        async def send() -> int:
            nonlocal fills, unnamed
            fills = self._deferral == "public"
            present = emoji.present(drawing)
            message, unnamed = mentions.posted(present, names, pinged, board=board)
            if fills:
                posted = await self._edit_original(present, pictures, private=False)
            else:
                posted = await send_message(message)
            self._requests.last_drawings.keep(posted, present if fills else message["view"])
            self.boards[posted] = False
            return posted

        async def send_message(message: dict[str, Any]) -> int:
            for picture in pictures:
                picture.reset()
            if self.given:
                await self._delete_deferral()
                follow = self.interaction.followup.send
                followed = await follow(**message, files=pictures, wait=True)
                return followed.id
            sent = await self.interaction.response.send_message(**message, files=pictures)
            if sent.message_id is not None:
                return sent.message_id
            return (await self.interaction.original_response()).id

        posted = await self._request(send, seconds_for(pictures) if pictures else ANSWER_TIMEOUT)
        if fills and pinged:
            await self._ping(posted, pinged)
        elif unnamed and not (fills or pictures):
            await self._mention_all(posted, drawing)
        return posted

    async def _ping(self, posted: int, members: Collection[int]) -> None:
        """Ping members about a posted message that has filled a deferral.

        Nobody is pinged where the bot is a guest: it could not delete the ping.
        """
        interaction = self.interaction
        if reach.answers_only(interaction):
            return
        link = Place(interaction.channel_id or 0, posted, interaction.guild_id)
        text = " ".join([*map(self.renderer.person, members), self.renderer.place(link)])

        async def send() -> int:
            sent: Any = await interaction.followup.send(**mentions.edited(text))
            message: int = sent.id
            return message

        try:
            self.ping = await self._request(send)
        except DISCORD_ERRORS as error:
            log.info("message=%d its members are not pinged: %s", posted, reason(error))

    async def post_with(
        self, page: Callable[[discord.File | None], Drawing], picture: discord.File | None
    ) -> None:
        """Post a page for everybody, without its picture if Discord forbids that."""
        if picture is not None:
            try:
                await self.post(page(picture), picture)
            except discord.Forbidden as error:
                log.info("a picture could not be posted: %s", reason(error))
            else:
                return
        await self.post(page(None))

    async def _mention_all(self, posted: int, drawing: Drawing) -> None:
        """Edit a message that lacks names, so that it mentions every member."""

        async def edit() -> None:
            with self._requests.last_drawings.drawing(posted, drawing):
                await self.interaction.followup.edit_message(posted, **mentions.edited(drawing))

        try:
            await self._request(edit)
        except DISCORD_ERRORS as error:  # the next drawing mentions them
            log.info("message=%d its members are not named: %s", posted, reason(error))

    async def dismiss(self) -> None:
        """Delete the private message whose button was pressed. Raises BadCode for a public one.

        The member may have dismissed it meanwhile.
        """
        if not self.private:
            raise BadCode

        async def delete() -> None:
            if not self.given:
                await self.interaction.response.defer()
            with suppress(discord.NotFound):
                await self.interaction.delete_original_response()

        await self._request(delete)

    async def withdraw_controls(self, why: Text, language: str) -> None:
        """Redraw the clicked message without the controls of a round or dare that is gone.

        The pressed control names that round or dare. The message says `why`, in `language` if
        everybody sees it; its pictures are removed, since an edit would have to upload them again.
        A message that cannot be redrawn stays as it is, and the member alone reads why.
        """
        message, pressed = self.interaction.message, self.pressed
        kept = None
        if message is not None and pressed is not None and self._deferral is None:
            kept = components.without_controls(message, pressed)
        if kept is None:
            await self.send_private(why)
            return
        renderer = self.renderer if self.private else replace(self.renderer, language=language)
        words, galleries = _apart(Drawing(kept))
        line = components.text(f"-# {renderer.text(why)}")
        drawing = Drawing([*words.to_components(), line])
        try:
            await self.redraw(drawing, () if galleries else None)
        except discord.HTTPException as error:
            if error.status != HTTPStatus.BAD_REQUEST:
                raise
            log.info("a message could not be redrawn without its controls: %s", reason(error))
            await self.send_private(why)

    async def acknowledge(self) -> None:
        """Acknowledge a press that has nothing to show; a command cannot be acknowledged."""

        async def acknowledge() -> None:
            async with self._lock:
                if not self.given and self.interaction.message is not None:
                    await self.interaction.response.defer()

        await self._requests.make(acknowledge())

    async def apologise(self, apology: Text = APOLOGY) -> None:
        """Apologise for an error. Nobody is asked to try again what is stored."""
        if self.stored and apology is APOLOGY:
            apology = COUNTS
        self.figures.apologies.inc()
        await self.explain(apology)

    async def explain(self, text: Text) -> None:
        """Tell a member in private why they see no other answer; log what cannot be sent.

        In a locked thread, where Discord accepts no message, the press is at least acknowledged.
        """
        try:
            await self.send_private(text)
        except DISCORD_ERRORS as error:
            log.log(level_of(error), "an apology did not reach Discord: %s", error)
            if reach.is_archived(error):
                with suppress(*DISCORD_ERRORS):  # the warning covers both errors
                    await self.acknowledge()

    async def _request(
        self, request: Callable[[], Awaitable[T]], seconds: float = ANSWER_TIMEOUT
    ) -> T:
        """Make a request to Discord; the time until the first one succeeds is counted."""
        try:
            made = await self._requests.make(self._requested(request), seconds=seconds)
        except StillUnderWay as error:
            self.late = error
            raise
        if self._begun:
            self.figures.answer_seconds.observe(time.perf_counter() - self._begun)
            self._begun = 0.0
        return made

    async def _requested(self, request: Callable[[], Awaitable[T]]) -> T:
        """Make a request, and repeat it if an archived thread had to be opened first.

        Where Discord refuses an emoji it is repeated, too.
        """
        emoji = self.renderer.emoji
        async with self._lock:
            try:
                return await request()
            except discord.HTTPException as error:
                opened = reach.is_archived(error) and await self._open_thread()
                if not opened and not emoji.handle_refusal(error):
                    raise
            return await emoji.sent(request)

    async def _open_thread(self) -> bool:
        """Open the archived thread of the interaction; return whether it is open now."""
        thread = self.interaction.channel_id
        if thread is None or self._in_locked_thread:
            return False
        try:
            await reach.unarchive(self.interaction.client, thread)
        except DISCORD_ERRORS as error:
            self._in_locked_thread = True
            log.info("thread=%d could not be opened again: %s", thread, reason(error))
            return False
        return True

    def _start_deferring(self) -> None:
        self._deferring = asyncio.create_task(self._defer())

    async def _defer(self) -> None:
        """Defer the answer, unless it is given or on its way."""
        if self._lock.locked() or self.given:
            return

        async def defer() -> None:
            async with self._lock:
                if self.given:
                    return
                late = self._late
                await self.interaction.response.defer(
                    ephemeral=late == "private", thinking=late != "update"
                )
                self._deferral = None if late == "update" else late

        try:
            await self._requests.make(defer())
        except DISCORD_ERRORS as error:
            number = self.interaction.id
            why = reason(error)
            log.log(level_of(error), "interaction=%s could not be deferred: %s", number, why)


def _attached(files: Sequence[discord.File]) -> dict[str, Any]:
    """Return the argument of an edit that replaces the files of a message."""
    for file in files:  # a refused request may have read it already
        file.reset()
    return {"attachments": [*files]}


def _apart(drawing: Drawing) -> tuple[Drawing, list[Component]]:
    """Return a drawing without its galleries, and the galleries.

    Where nothing but buttons is left, the descriptions of the pictures stand in the drawing.
    """
    words, galleries = list[Component](), list[Component]()
    for one in drawing.to_components():
        (galleries if one["type"] == GALLERY else words).append(one)
    if not any(one["type"] != ACTION_ROW for one in words):
        shows = [item["description"] or "…" for one in galleries for item in one["items"]]
        words = [*map(components.text, shows), *words]
    return Drawing(words), galleries
