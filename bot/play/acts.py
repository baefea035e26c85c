"""Loads, changes and draws rounds for presses and commands.

An act is saved before anybody sees it. The caller holds the round's lock.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import discord

from bot.memory import Memory
from bot.play.opening import admission
from bot.play.rollback import shows_later
from bot.table.closing import never_shown
from bot.table.refusals import Stale
from bot.table.round_luck import check_is_public, check_look_back
from bot.table.store.errors import RoundGone
from bot.table.stored_round import ABANDONED_LOBBY, StoredRound, changed
from bot.table.use_cases import Change
from bot.ui import reach
from bot.ui.components import Drawing, round_on
from bot.ui.custom_ids import CustomId
from bot.ui.requests import DISCORD_ERRORS, is_answered, is_unsure
from bot.ui.response import Response
from rules.errors import Refusal
from rules.screen import Action, Seat
from rules.text import say

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)

_OF_HANDS = say("The daily challenge is a sheet now: this attempt is closed.")
"""The answer to every press on an attempt of version 1.0.0 at several hands against a computer."""

Later: TypeAlias = Callable[[], Coroutine[Any, Any, None]]
"""Returns the coroutine of background work."""


class Acts:
    """Loads, changes, saves and draws rounds for presses and commands.

    Features register handlers for the next act of a member in a round (`once_acted`).
    """

    def __init__(self, bot: DicePokerBot) -> None:
        self._table, self._live, self._board = bot.table, bot.live, bot.board
        self._private_screens = bot.private_screens
        self._reminders, self._pings = bot.reminders, bot.pings
        self._posting: set[int] = set()
        self.once_acted: Memory[tuple[int, int], Later] = Memory()

    async def load(
        self,
        response: Response,
        round_id: int,
        *,
        fresh: bool = False,
        resume: bool = True,
        private: bool = False,
    ) -> StoredRound:
        """Return the round; an absent member who presses returns to their seat.

        A press of one of its members resumes a resting round, unless `resume` is false or its
        channel was deleted. Private rounds are refused, unless `private` allows them, and always
        those of several hands. Raises RoundGone, also for a round of another channel or server;
        for a round that cannot be resumed, the refusals of `resume`.
        """
        stored = await self._live.load(round_id, fresh=fresh)
        if not reach.within(stored, response.interaction, private=response.private):
            raise RoundGone(round_id)
        pressed = response.pressed
        if pressed is not None and shows_later(pressed, stored):
            stored = await self._after_rollback(response, pressed, round_id)
        if stored.set_key is not None and len(stored.players) > 1:  # a sheet has one seat
            raise Refusal(_OF_HANDS)
        if not private:
            check_is_public(stored)
        rests = stored.status == "resting" and not stored.channel_deleted
        if rests and resume and response.user in stored.people:
            after = await self.resume(response.user, stored, stored.channel, stored.guild)
            await self._board.refresh(after)
            return after
        if response.user not in stored.absent:
            return stored
        change = self._table.return_to_seat(response.user)
        _, after = await self._live.change(round_id, change)
        await self._board.refresh(after)
        return after

    async def _after_rollback(
        self, response: Response, pressed: CustomId, round_id: int
    ) -> StoredRound:
        """Return a round of which the pressed board shows more than this process knew.

        If more is stored now, another process has changed it. Else the database is an earlier one,
        and the round gets another seed, which has no proof.
        """
        stored = await self._live.load(round_id, fresh=True)
        if not shows_later(pressed, stored):
            return stored
        response.pressed = None  # a press gives one seed, however often the round is loaded
        log.warning("round=%d was played further on than it is stored", round_id)
        return await self._live.replace_seed(stored, discord.utils.utcnow())

    async def take_turn(self, response: Response, shared: StoredRound, moment: int) -> StoredRound:
        """Begin the turn of the member who presses first on a sheet for everybody.

        Return the round. Raises the errors of `Table.take_turn` and `admit`; for a resting round
        that cannot be resumed, the refusals of `resume`.
        """
        if shared.begun and shared.turn is None:
            await self._live.storage.read(admission(response, ()))
        change = self._table.take_turn(response.user, moment, discord.utils.utcnow())
        _, after = await self._live.change(shared.id, change)
        return after

    async def at_turn(
        self, response: Response, round_id: int, moment: int, *, private: bool = False
    ) -> tuple[StoredRound, Seat]:
        """Return the round and the member's seat. Raises Stale, NotSeated or NotYourTurn.

        On a sheet for everybody the member's turn begins (see `take_turn`).
        """
        stored = await self.load(response, round_id, private=private)
        if stored.everybody:
            stored = await self.take_turn(response, stored, moment)
        try:
            return stored, stored.seat_at_turn(response.user, moment)
        except Refusal:  # another process may have saved the round
            stored = await self.load(response, round_id, fresh=True, private=private)
            return stored, stored.seat_at_turn(response.user, moment)

    async def finished(self, response: Response, round_id: int) -> StoredRound:
        """Return a finished round that a member may review.

        Raises Stale for any other round, and the errors of `check_look_back`.
        """
        async with self._live.lock(round_id):
            stored = await self.load(response, round_id, private=True)
        check_look_back(stored, response.user)
        if not stored.finished:
            raise Stale
        return stored

    async def resume(
        self, user: int, stored: StoredRound, channel: int, guild: int | None
    ) -> StoredRound:
        """Resume a resting round in a channel.

        Raises NotSeated, ChannelTaken, and a refusal where too many rounds are open.
        """
        change = self._table.resume(user, discord.utils.utcnow(), channel, guild)
        _, after = await self._live.change(stored.id, change)
        log.info("round=%d game=%s is taken up channel=%d", after.id, after.game, channel)
        return after

    async def change(
        self,
        response: Response,
        round_id: int,
        change: Change,
        logged: Action | str,
        *,
        resume: bool = True,
        private: bool = False,
        own: Drawing | None = None,
        moment: int | None = None,
    ) -> tuple[StoredRound, StoredRound]:
        """Change a round, then redraw its messages; return the round before and after the change.

        `logged` names the act. A resting round is resumed first, unless `resume` is false;
        `private` allows changes of private rounds. The private message of a pressed button becomes
        `own`, if given. On a sheet for everybody a choice at a `moment` begins a turn first.
        """
        stored = await self.load(response, round_id, resume=resume, private=private)
        if stored.everybody and moment is not None:
            stored = await self.take_turn(response, stored, moment)
        now = discord.utils.utcnow()
        before, after = await self._live.change(round_id, change, now)
        response.stored = after is not before
        log_act(before, after, response.user, logged)
        try:
            await self.draw(response, after, own, anew=_begins_anew(before, after))
        except TimeoutError:  # the round goes on; its board is redrawn by the next tick
            raise
        except DISCORD_ERRORS:  # the act is saved, and the other players have to see it
            await self._board.refresh(after)
            raise
        finally:
            await self.after_change(before, after)
        return before, after

    async def after_change(self, before: StoredRound, after: StoredRound) -> None:
        """Forget the selections of a decision that has passed, and delete its reminder.

        The private Screens of a round that has ended are deleted.
        When a rematch is abandoned, the board of the round before it offers its buttons again.
        """
        if _begins_anew(before, after) or after.ended:
            self._board.selections.forget(after.id)
        if after.ended:
            self._private_screens.end(after)
        if before.reminder is not None and (after.moment != before.moment or not after.open):
            await self._reminders.delete_reminder(before)
        if before.open and after.status in ABANDONED_LOBBY and after.successor_of is not None:
            predecessor = await self._live.load(after.successor_of)
            await self._board.refresh(predecessor)

    async def draw(
        self,
        response: Response,
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
            await self._draw(response, stored, own, anew=anew)
        except DISCORD_ERRORS as error:
            if is_unsure(error):
                self._board.doubt(stored, error)
            raise

    async def _draw(
        self, response: Response, stored: StoredRound, own: Drawing | None, *, anew: bool
    ) -> None:
        message = response.interaction.message
        if response.private:
            shown = stored.status == "over" and not stored.channel_deleted
            if own is None and shown and stored.seats_of(response.user):
                await self._private_screens.dismiss(response, stored)  # the board shows it all
            else:
                private = self._private_screens.after_a_press
                await response.redraw(own or await private(response, stored, anew=anew))
            editable = await self._board.refresh(stored)
            undrawn = not editable and stored.drawn != stored.version and not stored.channel_deleted
            if undrawn and stored.status in ("playing", "over"):
                # Where no edit through the channel is possible, the answer posts a new board.
                lost = changed(stored, message=None)
                posting = response.post(self._board.drawing(stored), board=True)
                await self._board.show_in(lost, posting)
        elif message is not None and stored.message not in (None, message.id):
            await response.redraw(self._board.moved_notice(stored))
            await self._board.refresh(stored)
        else:
            await response.redraw(self._board.drawing(stored, None if anew else message))
            if message is not None and stored.message is None:
                await self._board.move_to(stored, message.id)
            else:
                self._board.mark_drawn(stored)

    def selected(self, response: Response, stored: StoredRound, seat: Seat) -> tuple[int, ...]:
        """Return the positions that a seat had selected when its member pressed."""
        message, doubted = response.interaction.message, self._board.doubts(stored.id) > 0
        # a seat may have several private messages, each with its own selection
        own = stored.set_key is not None or (stored.play is not None and stored.play.awaits.secret)
        return self._board.selections.of(stored, seat, message, doubted=doubted, own=own)

    async def post(
        self,
        response: Response | None,
        new: StoredRound,
        *,
        elsewhere: bool = False,
        before: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Post a round that was just opened, pinging the member whose acceptance it awaits.

        The board is the answer to the interaction, unless there is no interaction or the board is
        posted `elsewhere`, in a thread of its own. `before` is awaited first and may answer the
        interaction. A member whom the opener has pinged too often is not pinged.
        """
        awaited = [one.user for one in new.players if one.user is not None and not one.accepted]
        allowed = len(awaited) == 1 and self._pings.allow(new.opener, awaited[0])
        pinged = awaited if allowed else ()
        self._posting.add(new.id)
        try:
            if before is not None:
                await before()
            posting = (
                self._board.post(new, pinged)
                if elsewhere or response is None
                else response.post(self._board.drawing(new), pinged=pinged, board=True)
            )
            posted = await self._board.show_in(new, posting)
            if response is not None and response.ping is not None:  # deleted at the first act
                await self._live.mark_reminded(posted, response.ping)
        except discord.HTTPException as error:
            if response is None or not is_answered(error) or not await self._adopt(response, new):
                raise
        finally:
            self._posting.discard(new.id)

    async def _adopt(self, response: Response, new: StoredRound) -> bool:
        """Adopt the board of a round whose posting was refused, since it was answered before.

        discord.py repeats a request whose connection was lost. Where the answer shows no board of
        the round, it is another program's: the round is withdrawn. Return whether it was adopted.
        """
        asking = response.interaction.original_response()
        with suppress(*DISCORD_ERRORS):
            answer = await self._board.requests.make(asking)
            if round_on(answer) == new.id:
                await self._board.move_to(new, answer.id)
                return True
        now = discord.utils.utcnow()
        before, after = await self._live.change(new.id, never_shown, now)
        await self.after_change(before, after)
        log.info("round=%d is withdrawn: its board was never posted", new.id)
        return False

    async def post_unseen(self, response: Response, stored: StoredRound) -> bool:
        """Post an open round that was never shown; return whether the round was one.

        A round that is being posted at present counts as shown.
        """
        if stored.message is not None or not stored.open or stored.id in self._posting:
            return False
        async with self._live.lock(stored.id):
            stored = await self._live.load(stored.id)
            unseen = stored.message is None and stored.open
            if unseen:
                await self.post(response, stored)
        return unseen


def _begins_anew(before: StoredRound, after: StoredRound) -> bool:
    """Return whether a choice was made, or the lobby has changed: no selection is left."""
    return after.moment != before.moment or after.play is not before.play


def _closes_for_others(before: StoredRound, after: StoredRound) -> bool:
    """Return whether a member has closed a round that affects others.

    A member may withdraw a challenge of their own without affecting others, and close the sheet for
    everybody that they opened.
    """
    closes = after.closed == "by" and before.closed != "by"
    if before.everybody:
        return closes and before.opener != after.closed_by
    others = {*before.people} - {after.closed_by}
    return closes and bool(others) and (before.begun or before.opener != after.closed_by)


def log_act(before: StoredRound, after: StoredRound, user: int, logged: Action | str) -> None:
    """Log one line for an act; of a pending secret decision, only the verb."""
    seats = before.seats_of(user)
    action = logged if isinstance(logged, str) else logged.code
    secret = before.play is not None and before.play.awaits.secret
    if isinstance(logged, Action) and secret and after.moment == before.moment:
        action = logged.verb
    log.info(
        "round=%d game=%s seat=%s action=%s status=%s",
        after.id,
        after.game,
        seats[0].index if seats else "-",
        action,
        after.status,
    )
    if _closes_for_others(before, after) and after.guild is not None:
        log_deed(after.guild, "close", user, after.opener, after.id)


def log_deed(
    guild: int,
    deed: Literal["bar", "lift", "close", "set"],
    moderator: int,
    member: int | None = None,
    detail: object = "-",
) -> None:
    """Log what a moderator or manager did on a server, by ids; `member` is whom it concerns."""
    concerned = "-" if member is None else member
    log.info(
        "guild=%d deed=%s by=%d member=%s detail=%s", guild, deed, moderator, concerned, detail
    )
