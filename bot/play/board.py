"""Draws the public message of a round, and redraws it without a press.

A press redraws its own message. All other edits go through the channel and need the permission to
see it; without that permission the round goes on, and `/rounds` shows it. An archived thread is
opened again, or the board is posted into it once more. A board that could not be redrawn is tried
again a while later (`undrawn`).

No board is replaced by an older version: a drawing that took too long may be carried out after a
later one, so its board is redrawn when that is known, or a while later (`doubt`). A board that
already shows its drawing is not drawn.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence, Set
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from bot.memory import Memory
from bot.play.selections import Selections
from bot.table.frame import Frame, Rolls, forget_names, frame
from bot.table.stored_round import StoredRound
from bot.ui import layout, mentions
from bot.ui.components import Drawing
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.layout import Prepared
from bot.ui.reach import Answers, Edit, OutOfReach, in_open_thread, is_archived, is_deleted
from bot.ui.requests import (
    DISCORD_ERRORS,
    StillUnderWay,
    is_too_early,
    is_unsure,
    reason,
)
from rules.screen import Seat
from rules.text import say

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)

PREPARED = 512
"""The number of rounds whose drawing is kept; drawings of other rounds are made again."""

REFUSED_TOKEN = (401, 403, 404)
"""Statuses with which Discord refuses an edit with the token of an answer."""

PERMANENT = (400, 403, 404)
"""Statuses with which Discord refuses an edit that it would refuse again."""


class Board:
    """Draws the public messages of rounds."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._client, self.requests, self.live = bot, bot.requests, bot.live
        self.emoji, self.commands, self.names = bot.emoji_set, bot.command_ids, bot.names
        self._clock = bot.discord_clock
        self._clock.on_change = self.forget_drawings
        self.selections = Selections()
        self.hosts: frozenset[int] = frozenset()
        self.numbering: Set[int] = frozenset()
        """The members whose dice are drawn with their positions."""
        self.answers = Answers()
        self.undrawn: set[int] = set()
        self.urgent: set[int] = set()
        self.once_ended: dict[int, Callable[[], None]] = {}
        """Functions by the ids of rounds, called once the message of a round shows its end."""
        self._doubts: dict[int, set[object]] = {}
        self._landed: set[int] = set()
        self._shown: Memory[int, int] = Memory()
        self._prepared: Memory[int, tuple[int, Prepared]] = Memory(PREPARED)

    def frame(self, stored: StoredRound, viewer: Seat | None = None) -> Frame:
        """Return the round as a seat sees it; None stands for the public view.

        Dice that have landed roll in the first drawing after the act that rolled them.
        """
        shown = frame(stored, viewer, self.hosts, self.numbering, called=self.names.name)
        rolls = self.rolls(stored)
        return shown if rolls == "none" else replace(shown, rolls=rolls)

    def rolls(self, stored: StoredRound) -> Rolls:
        """Return which dice roll in the next drawing of a round.

        In the first drawing all of them roll, since all are new.
        """
        if not stored.just_rolled:
            return "none"
        return "all" if stored.version == 1 else "landed"

    def draw(self, shown: Frame, selected: Sequence[int] = ()) -> Drawing:
        """Return the message of a frame that is drawn once and not kept."""
        return layout.draw(shown, self.emoji, selected, self.commands, self._clock.lead)

    def drawing(self, stored: StoredRound, message: discord.Message | None = None) -> Drawing:
        """Return the public drawing of the round at present, with the selected dice.

        `message` is the message that is redrawn: after a restart the selection is read from it.
        """
        prepared = self.prepared(stored)
        if prepared.mark is None:
            return prepared.drawing()
        return prepared.drawing(self.selections.shown(stored, message))

    def prepared(self, stored: StoredRound) -> Prepared:
        """Return the round's message without the selection, made once for each version."""
        version, prepared = self._prepared.get(stored.id, (0, None))
        if prepared is None or version != stored.version:
            shown = self.frame(stored)
            prepared = layout.prepare(shown, self.emoji, self.commands, self._clock.lead)
            self._prepared[stored.id] = (stored.version, prepared)
        elif prepared.roll and not stored.just_rolled:
            prepared = prepared.at_rest()
            self._prepared[stored.id] = (stored.version, prepared)
        return prepared

    def forget_drawings(self) -> None:
        """Drop all drawings, after members were erased or have changed how dice are drawn."""
        self._prepared.clear()
        forget_names()
        mentions.plain.cache_clear()
        self.requests.shown.forget()

    async def refresh(self, stored: StoredRound, *, settles: bool = False) -> bool:
        """Redraw the round's message through its channel; return whether it can be edited.

        Nothing is drawn where the message shows a newer version, or the same drawing. A board that
        could not be drawn is `undrawn`; one that Discord refuses is given up once its round has
        ended. If the channel was deleted, the round rests or is closed. With `settles`, the drawing
        ends all doubts: drawings that were given up before are too old to be carried out after it.
        """
        if stored.message is None:
            return False
        if stored.version < self._shown.get(stored.id, 0):
            return True
        drawing = self.drawing(stored)
        error = None
        if self._doubts.get(stored.id) or not self.requests.shown.shows(stored.message, drawing):
            error = await self._edit(stored, stored.message, drawing)
        if isinstance(error, OutOfReach):  # the next press on the message redraws it
            self.undrawn.discard(stored.id)
            self._settle(stored.id)
            return False
        if is_deleted(error) and not stored.ended:
            self.undrawn.discard(stored.id)
            self._settle(stored.id)
            await self.live.lose_channel(stored.id, discord.utils.utcnow())
            return False
        if is_archived(error) and stored.open and await self._post_anew(stored):
            return True
        permanent = isinstance(error, discord.HTTPException) and error.status in PERMANENT
        refused = permanent and not is_too_early(error)
        if error is None or (refused and not stored.open):
            if settles or error is not None:
                self._settle(stored.id)
            if self.requests.shown.knows(stored.message):
                self._landed.discard(stored.id)
            self.mark_drawn(stored)
        else:
            self.undrawn.add(stored.id)
            self._doubt(stored, error)
        return not isinstance(error, discord.Forbidden | discord.NotFound)

    def doubts(self, round_id: int) -> int:
        """Return the number of drawings given up that may have changed the message, or may yet."""
        return len(self._doubts.get(round_id, ())) + (round_id in self._landed)

    def doubt(self, stored: StoredRound, error: Exception) -> None:
        """Note that the drawing of a press was given up; until that is settled it is `undrawn`."""
        self._doubt(stored, error)
        self.undrawn.add(stored.id)
        self.urgent.add(stored.id)

    def _doubt(self, stored: StoredRound, error: Exception | None) -> None:
        """Count a drawing as doubtful where its failed request may have changed the message."""
        if isinstance(error, StillUnderWay):
            self._doubts.setdefault(stored.id, set()).add(error.request)
            error.request.add_done_callback(partial(self._end, stored.id))
        elif is_unsure(error):
            self._doubts.setdefault(stored.id, set()).add(object())

    def _settle(self, round_id: int) -> None:
        self._doubts.pop(round_id, None)
        self._landed.discard(round_id)

    def _end(self, round_id: int, request: asyncio.Task[Any]) -> None:
        """Mark a board whose drawing was carried out late, so that the next tick redraws it.

        A failed request stays in doubt: discord.py repeats requests, and any of them may have been
        carried out.
        """
        if request.cancelled() or request.exception() is not None:
            return
        self._doubts.get(round_id, set()).discard(request)
        self._landed.add(round_id)
        self.undrawn.add(round_id)
        self.urgent.add(round_id)

    def mark_drawn(self, stored: StoredRound) -> None:
        """Note that the message shows this version of the round."""
        if stored.version >= self._shown.get(stored.id, 0):
            self._shown[stored.id] = stored.version
        if not self.doubts(stored.id):
            self.undrawn.discard(stored.id)
            self.live.mark_drawn(stored)
            if stored.ended and (begin := self.once_ended.pop(stored.id, None)) is not None:
                begin()

    async def show_in(self, stored: StoredRound, posting: Awaitable[int]) -> StoredRound:
        """Store the message that shows the round at present, once it is posted.

        A message that is posted late is adopted under the round's lock, if the round has no other
        by then.
        """
        try:
            message = await posting
        except StillUnderWay as error:
            error.then(partial(self._adopt, stored.id))
            raise
        return await self.move_to(stored, message)

    async def _adopt(self, round_id: int, message: int) -> None:
        async with self.live.lock(round_id):
            stored = await self.live.load(round_id)
            if stored.message is None:
                await self.refresh(await self.move_to(stored, message))
            else:
                await self._edit(stored, message, self.moved_notice(stored))

    async def move_to(self, stored: StoredRound, message: int) -> StoredRound:
        """Store the message that shows the round at present; the older one links to it."""
        before = stored.message
        if before is None and stored.version == 1:
            now = self.live.mark_first_message(stored, message)
        else:
            now = await self.live.mark_message(stored, message)
        if before is not None and before != message:
            self._settle(stored.id)
        self.mark_drawn(stored)
        if before is not None and before != message:
            await self._edit(stored, before, self.moved_notice(now))
        return now

    async def link_from(self, before: StoredRound, now: StoredRound) -> None:
        """Replace the message in the channel that the round has left with a link."""
        if before.message is not None:
            await self._edit(before, before.message, self.moved_notice(now))

    def moved_notice(self, stored: StoredRound) -> Drawing:
        """Return the drawing of an older message of the round: a link to the present one."""
        renderer = DiscordRenderer(stored.language, self.emoji)
        place = stored.place
        return layout.message([say("This game goes on here: {place}", place=place)], renderer)

    async def post(self, stored: StoredRound, pinged: Collection[int] = ()) -> int:
        """Post the round into its channel, pinging the members `pinged`; return the message's id.

        A message without pings notifies no member; it is edited at once where the name of a member
        is not known.
        """
        drawing, names = self.drawing(stored), self.names.on_server(stored.guild)
        unnamed = False

        async def send() -> int:
            nonlocal unnamed
            present = self._present(drawing)
            posted, unnamed = mentions.posted(present, names, pinged, board=True)
            sending = partial(self._channel(stored).send, **posted)
            message = await in_open_thread(self._client, stored.channel, sending)
            self.requests.shown.note(message.id, posted["view"])
            return message.id

        message = await self.requests.make(self.emoji.sent(send))
        if unnamed:
            await self._edit(stored, message, drawing)
        return message

    async def _post_anew(self, stored: StoredRound) -> bool:
        """Post the board once more, where its archived thread cannot be opened again otherwise.

        A new message opens a thread that is not locked. Return whether the board was posted.
        """
        try:
            message = await self.post(stored)
        except DISCORD_ERRORS as error:
            log.info("round=%d could not be posted anew: %s", stored.id, reason(error))
            return False
        await self.move_to(stored, message)
        return True

    async def _edit(self, stored: StoredRound, message: int, drawing: Drawing) -> Exception | None:
        """Replace a message of the round; return the error if that failed.

        An archived thread is opened again first. Where the bot is no member, the message is edited
        with the token of the interaction that shows it.
        """
        edit_message: Edit = self._channel(stored).get_partial_message(message).edit
        if stored.out_of_reach:
            try:
                edit_message = self.answers.editing(message)
            except OutOfReach as error:
                return error

        async def edit() -> object:
            opened = partial(edit_message, **mentions.edited(self._present(drawing)))
            return await in_open_thread(self._client, stored.channel, opened)

        try:
            await self.requests.edit(message, drawing, partial(self.emoji.sent, edit))
        except DISCORD_ERRORS as error:
            why = reason(error)
            log.info("round=%d message=%d could not be redrawn: %s", stored.id, message, why)
            refused = isinstance(error, discord.HTTPException) and error.status in REFUSED_TOKEN
            return OutOfReach() if stored.out_of_reach and refused else error
        return None

    def _present(self, drawing: Drawing) -> Drawing:
        return self.emoji.present(drawing) if self.emoji.refused else drawing

    def _channel(self, stored: StoredRound) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(stored.channel, guild_id=stored.guild)
