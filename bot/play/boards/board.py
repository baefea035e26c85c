"""The public messages of rounds: their posting, and their drawing after a press and without one.

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
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import discord

from bot.memory import Memory
from bot.play.boards.drawings import Drawings
from bot.play.boards.private_screens import PrivateScreens
from bot.play.boards.reminders import Reminders
from bot.play.opening.threads import RoundThreads
from bot.play.quotas import Pings
from bot.play.rounds import Rounds
from bot.storage.errors import StorageFailed
from bot.table.closing import withdraw_unshown
from bot.table.store.errors import RoundGone
from bot.table.stored_round import ABANDONED_LOBBY, StoredRound
from bot.ui.answer import Answer
from bot.ui.channels import Channels
from bot.ui.drawing.components import Drawing, round_on
from bot.ui.reach import BoardTokens, OutOfReach, is_archived, is_deleted
from bot.ui.requests import (
    DISCORD_ERRORS,
    Requests,
    StillUnderWay,
    is_answered,
    is_too_early,
    is_unsure,
    reason,
)
from rules.screen import Seat

log = logging.getLogger(__name__)

REFUSED_TOKEN = (401, 403, 404)
"""Statuses with which Discord refuses an edit with the token of an answer."""

PERMANENT = (400, 403, 404)
"""Statuses with which Discord refuses an edit that it would refuse again."""


class Board:
    """Posts and draws the public messages of rounds.

    `undrawn` are the rounds whose boards are to be drawn again later, `urgent` those among them at
    the next tick; `tokens` edit boards where the bot is a guest.
    """

    def __init__(
        self,
        *,
        requests: Requests,
        channels: Channels,
        rounds: Rounds,
        drawings: Drawings,
        private_screens: PrivateScreens,
        reminders: Reminders,
        threads: RoundThreads,
        pings: Pings,
    ) -> None:
        self._requests, self._channels = requests, channels
        self._rounds, self._drawings, self._private_screens = rounds, drawings, private_screens
        self._reminders, self._threads, self._pings = reminders, threads, pings
        self.tokens = BoardTokens()
        self.undrawn: set[int] = set()
        self.urgent: set[int] = set()
        self._posting: set[int] = set()
        self._doubts: dict[int, set[object]] = {}
        self._landed: set[int] = set()
        self._drawn_versions: Memory[int, int] = Memory()

    # After a press -----------------------------------------------------------------

    async def after_change(self, before: StoredRound, after: StoredRound) -> None:
        """Forget the selections of a decision that has passed, and delete its reminder.

        The private Screens of a round that has ended are deleted. When a rematch is abandoned, the
        board of the round before it offers its buttons again.
        """
        if begins_anew(before, after) or after.ended:
            self._drawings.selections.forget(after.id)
        if after.ended:
            self._private_screens.end(after)
        reminded = before.deadline.reminder is not None
        if reminded and (after.moment != before.moment or not after.open):
            await self._reminders.delete_reminder(before)
        if before.open and after.status in ABANDONED_LOBBY and after.successor_of is not None:
            predecessor = await self._rounds.load(after.successor_of)
            await self.refresh(predecessor)

    async def draw_pressed(
        self,
        answer: Answer,
        stored: StoredRound,
        own: Drawing | None = None,
        *,
        anew: bool = False,
    ) -> None:
        """Redraw the clicked message, and the public message where that is another one.

        A private message becomes `own`, if given. Where a choice was made or a moment has begun
        (`anew`), the message shows no selection yet.
        """
        try:
            await self._draw_pressed(answer, stored, own, anew=anew)
        except DISCORD_ERRORS as error:
            if is_unsure(error):
                self.doubt(stored, error)
            raise

    async def _draw_pressed(
        self, answer: Answer, stored: StoredRound, own: Drawing | None, *, anew: bool
    ) -> None:
        message = answer.interaction.message
        if answer.private:
            board_shows_all = stored.status == "over" and not stored.place.channel_deleted
            if own is None and board_shows_all and stored.seats_of(answer.user):
                await self._private_screens.dismiss(answer, stored)  # the board shows it all
            else:
                private = self._private_screens.after_a_press
                await answer.redraw(own or await private(answer, stored, anew=anew))
            editable = await self.refresh(stored)
            place = stored.place
            undrawn = not editable and place.drawn != stored.version and not place.channel_deleted
            if undrawn and stored.status in ("playing", "over"):
                # Where no edit through the channel is possible, the answer posts a new board.
                lost = replace(stored, place=replace(place, message=None))
                posting = answer.post(self._drawings.public(stored), board=True)
                await self.show_in(lost, posting)
        elif message is not None and stored.place.message not in (None, message.id):
            await answer.redraw(self._drawings.moved(stored))
            await self.refresh(stored)
        else:
            await answer.redraw(self._drawings.public(stored, None if anew else message))
            if message is not None and stored.place.message is None:
                await self.move_to(stored, message.id)
            else:
                self.mark_drawn(stored)

    async def redraw_overtaken(self, answer: Answer) -> None:
        """Redraw the boards that loading their rounds has made older, unless a press has done it.

        Where the storage fails, they are left to the next tick (`put_off`).
        """
        with suppress(StorageFailed, RoundGone):
            for round_id in answer.overtaken:
                stored = await self._rounds.load(round_id)
                if stored.place.drawn < stored.version:
                    await self.refresh(stored)

    def put_off(self, round_ids: Collection[int]) -> None:
        """Let the next tick redraw some boards, unless they are drawn before."""
        self.undrawn.update(round_ids)
        self.urgent.update(round_ids)

    def selected(self, answer: Answer, stored: StoredRound, seat: Seat) -> tuple[int, ...]:
        """Return the positions that a seat had selected when its member pressed."""
        message, doubted = answer.interaction.message, self.doubts(stored.id) > 0
        # a seat may have several private messages, each with its own selection
        own = stored.set_key is not None or (stored.play is not None and stored.play.awaits.secret)
        selections = self._drawings.selections
        return selections.of_seat(stored, seat, message, doubted=doubted, own=own)

    # Without a press ---------------------------------------------------------------

    async def refresh(self, stored: StoredRound, *, settles: bool = False) -> bool:
        """Redraw the round's message through its channel; return whether it can be edited.

        Nothing is drawn where the message shows a newer version, or the same drawing. A board that
        could not be drawn is `undrawn`; one that Discord refuses is given up once its round has
        ended. If the channel was deleted, the round rests or is closed. With `settles`, the drawing
        ends all doubts: drawings that were given up before are too old to be carried out after it.
        """
        if stored.place.message is None:
            return False
        if stored.version < self._drawn_versions.get(stored.id, 0):
            return True
        drawing = self._drawings.public(stored)
        error = None
        if self._doubts.get(stored.id) or not self._requests.last_drawings.shows(
            stored.place.message, drawing
        ):
            error = await self._edit(stored, stored.place.message, drawing)
        if isinstance(error, OutOfReach):  # the next press on the message redraws it
            self.undrawn.discard(stored.id)
            self._settle(stored.id)
            return False
        if is_deleted(error) and not stored.ended:
            self.undrawn.discard(stored.id)
            self._settle(stored.id)
            await self._rounds.lose_channel(stored.id, discord.utils.utcnow())
            return False
        if is_archived(error) and stored.open and await self._post_anew(stored):
            return True
        permanent = isinstance(error, discord.HTTPException) and error.status in PERMANENT
        refused = permanent and not is_too_early(error)
        if error is None or (refused and not stored.open):
            if settles or error is not None:
                self._settle(stored.id)
            if self._requests.last_drawings.knows(stored.place.message):
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
        self.put_off((stored.id,))

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
        self.put_off((round_id,))

    def mark_drawn(self, stored: StoredRound) -> None:
        """Note that the message shows this version of the round."""
        if stored.version >= self._drawn_versions.get(stored.id, 0):
            self._drawn_versions[stored.id] = stored.version
        if not self.doubts(stored.id):
            self.undrawn.discard(stored.id)
            self._rounds.mark_drawn(stored)
            if stored.ended:
                self._threads.archive(stored.id)

    # Posting -----------------------------------------------------------------------

    async def post_round(
        self,
        answer: Answer,
        new: StoredRound,
        *,
        elsewhere: bool = False,
        before: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Post a round that was just opened, pinging the member whose acceptance it awaits.

        The board is the answer to the interaction, unless it is posted `elsewhere`, in a thread of
        its own. `before` is awaited first and may answer the interaction. A member whom the opener
        has pinged too often is not pinged.
        """
        awaited = [one.user for one in new.players if one.user is not None and not one.accepted]
        allowed = len(awaited) == 1 and self._pings.allow(new.opener, awaited[0])
        pinged = awaited if allowed else ()
        self._posting.add(new.id)
        try:
            if before is not None:
                await before()
            posting = (
                self._post(new, pinged)
                if elsewhere
                else answer.post(self._drawings.public(new), pinged=pinged, board=True)
            )
            posted = await self.show_in(new, posting)
            if answer.ping is not None:  # deleted at the first act
                await self._rounds.mark_reminded(posted, answer.ping)
        except discord.HTTPException as error:
            if not is_answered(error) or not await self._adopt_answer(answer, new):
                raise
        finally:
            self._posting.discard(new.id)

    async def _adopt_answer(self, answer: Answer, new: StoredRound) -> bool:
        """Adopt the board of a round whose posting was refused, since it was answered before.

        discord.py repeats a request whose connection was lost. Where the answer shows no board of
        the round, it is another program's: the round is withdrawn. Return whether it was adopted.
        """
        asking = answer.interaction.original_response()
        with suppress(*DISCORD_ERRORS):
            message = await self._requests.make(asking)
            if round_on(message) == new.id:
                await self.move_to(new, message.id)
                return True
        now = discord.utils.utcnow()
        before, after = await self._rounds.change(new.id, withdraw_unshown, now)
        await self.after_change(before, after)
        log.info("round=%d is withdrawn: its board was never posted", new.id)
        return False

    async def post_unseen(self, answer: Answer, stored: StoredRound) -> bool:
        """Post an open round that was never shown; return whether the round was one.

        A round that is being posted at present counts as shown.
        """
        if stored.place.message is not None or not stored.open or stored.id in self._posting:
            return False
        async with self._rounds.lock(stored.id):
            stored = await self._rounds.load(stored.id)
            unseen = stored.place.message is None and stored.open
            if unseen:
                await self.post_round(answer, stored)
        return unseen

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
        async with self._rounds.lock(round_id):
            stored = await self._rounds.load(round_id)
            if stored.place.message is None:
                await self.refresh(await self.move_to(stored, message))
            else:
                await self._edit(stored, message, self._drawings.moved(stored))

    async def move_to(self, stored: StoredRound, message: int) -> StoredRound:
        """Store the message that shows the round at present; the older one links to it."""
        before = stored.place.message
        if before is None and stored.version == 1:
            now = self._rounds.mark_first_message(stored, message)
        else:
            now = await self._rounds.mark_message(stored, message)
        if before is not None and before != message:
            self._settle(stored.id)
        self.mark_drawn(stored)
        if before is not None and before != message:
            await self._edit(stored, before, self._drawings.moved(now))
        return now

    async def link_from(self, before: StoredRound, now: StoredRound) -> None:
        """Replace the message in the channel that the round has left with a link."""
        if before.place.message is not None:
            await self._edit(before, before.place.message, self._drawings.moved(now))

    async def _post(self, stored: StoredRound, pinged: Collection[int] = ()) -> int:
        """Post the round into its channel, pinging the members `pinged`; return its message."""
        drawing = self._drawings.public(stored)
        return await self._channels.post(stored.place.link, drawing, pinged, board=True)

    async def _post_anew(self, stored: StoredRound) -> bool:
        """Post the board once more, where its archived thread cannot be opened again otherwise.

        A new message opens a thread that is not locked. Return whether the board was posted.
        """
        try:
            message = await self._post(stored)
        except DISCORD_ERRORS as error:
            log.info("round=%d could not be posted anew: %s", stored.id, reason(error))
            return False
        await self.move_to(stored, message)
        return True

    async def _edit(self, stored: StoredRound, message: int, drawing: Drawing) -> Exception | None:
        """Replace a message of the round; return the error if that failed.

        Where the bot is no member, the message is edited with the token of the interaction that
        shows it.
        """
        place, shown = stored.place, replace(stored.place.link, message=message)
        try:
            token = self.tokens.editing(message) if place.out_of_reach else None
            await self._channels.edit(shown, drawing, token)
        except OutOfReach as error:
            return error
        except DISCORD_ERRORS as error:
            why = reason(error)
            log.info("round=%d message=%d could not be redrawn: %s", stored.id, message, why)
            refused = isinstance(error, discord.HTTPException) and error.status in REFUSED_TOKEN
            return OutOfReach() if place.out_of_reach and refused else error
        return None


def begins_anew(before: StoredRound, after: StoredRound) -> bool:
    """Return whether a choice was made, or the lobby has changed: no selection is left."""
    return after.moment != before.moment or after.play is not before.play
