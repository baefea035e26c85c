"""What every act on a round needs: the round as it stands, its change, its drawing.

An act is saved before anybody sees it. Who calls this holds the round's lock.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

import discord

from bot.memory import Memory
from bot.table import next_round
from bot.table.refusals import Stale
from bot.table.round_luck import admitted, check_is_public, check_look_back
from bot.table.store.errors import RoundGone
from bot.table.stored_round import ABANDONED_LOBBY, StoredRound
from bot.table.use_cases import Change
from bot.ui import reach
from bot.ui.components import Drawing
from bot.ui.requests import DISCORD_ERRORS, is_unsure
from bot.ui.response import Response
from rules.dice import Roll
from rules.errors import Refusal
from rules.screen import Action, Seat

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)

OnAct: TypeAlias = Callable[[Response, StoredRound, StoredRound, Action], None]
"""Called after the act of a member who has a coach, with the round before and after it."""

OnDue: TypeAlias = Callable[[StoredRound, Response], Awaitable[None]]
"""Called under the lock of a round that a press has ended, with the answer to that press.

Only where the next round of its match is due.
"""

Later: TypeAlias = Callable[[], Coroutine[Any, Any, None]]
"""Begins what nobody waits for."""

OnOver: TypeAlias = Callable[[StoredRound], None]
"""Called with a round that has just ended, by a press or at its deadline, once it was shown."""

OnOdds: TypeAlias = Callable[[int, Sequence[Roll]], Awaitable[None]]
"""Called with a member who asks for the odds of rolls; raises a Refusal where that is help."""


class Acts:
    """Loads, changes, saves and draws rounds for presses and commands.

    Features hear of an act by its kind alone: of one with a coach (`on_coached`), of the next one
    of a member in a round (`once_acted`), of the end of a round (`on_over`), of a round whose
    match goes on (`on_due`), of a question for odds (`on_odds`).
    """

    def __init__(self, bot: DicePokerBot) -> None:
        self._table, self._live, self._board = bot.table, bot.live, bot.board
        self._private_screens = bot.private_screens
        self._reminders, self._pings = bot.reminders, bot.pings
        self._posting: set[int] = set()
        self.on_coached: list[OnAct] = []
        self.once_acted: Memory[tuple[int, int], Later] = Memory()
        self.on_due: list[OnDue] = []
        self.on_over: list[OnOver] = []
        self.on_odds: list[OnOdds] = []

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

        A resting round is taken up by the press of its member, unless `resume` is
        false or its channel was deleted. A private round is refused, unless what is asked for
        is of `private` ones too. Raises RoundGone, also for a round of another
        channel or server; for a round that cannot be taken up, the refusals of `resume`.
        """
        stored = await self._live.load(round_id, fresh=fresh)
        if not reach.within(stored, response.interaction, private=response.private):
            raise RoundGone(round_id)
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

    async def at_turn(
        self, response: Response, round_id: int, moment: int, *, private: bool = False
    ) -> tuple[StoredRound, Seat]:
        """Return the round and the member's seat. Raises Stale, NotSeated or NotYourTurn."""
        stored = await self.load(response, round_id, private=private)
        try:
            return stored, stored.seat_at_turn(response.user, moment)
        except Refusal:  # another process may have saved the round
            stored = await self.load(response, round_id, fresh=True, private=private)
            return stored, stored.seat_at_turn(response.user, moment)

    async def finished(self, response: Response, round_id: int) -> StoredRound:
        """Return a round that a member can look back at.

        Raises Stale for any other, and what `check_look_back` raises.
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
        """Take up a resting round in a channel.

        Raises NotSeated, ChannelTaken, and a refusal where too many are open.
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
    ) -> tuple[StoredRound, StoredRound]:
        """Change a round, then show it wherever it is seen; return it before and after.

        `logged` names the act. A resting round is taken up first, unless `resume` is
        false; the change may be one of `private` rounds, too. A private message whose button was
        pressed becomes `own`, if given.
        """
        stored = await self.load(response, round_id, resume=resume, private=private)
        now = discord.utils.utcnow()
        if stored.status == "waiting":
            seeded = stored.commitment is not None
            words = await self._live.words_for(stored, response.user) if seeded else None
            change = admitted(change, words)
        before, after = await self._live.change(round_id, change, now)
        log_act(before, after, response.user, logged)
        try:
            await self.draw(response, after, own, anew=after.moment != before.moment)
        except TimeoutError:  # the round goes on; its board is redrawn by the next tick
            raise
        except DISCORD_ERRORS:  # the act is done, and the others have to see it
            await self._board.refresh(after)
            raise
        finally:
            await self.after_change(before, after)
            ends = before.begun and after.finished
            if ends and after.match_of > 1 and next_round.is_due(after):
                for heed in self.on_due:
                    await heed(after, response)
        return before, after

    async def after_change(self, before: StoredRound, after: StoredRound) -> None:
        """Once a decision is closed, forget its selections and delete its reminder.

        A rematch that was abandoned gives the board of its predecessor its tools back.
        """
        if after.moment != before.moment or after.ended:
            self._board.selections.forget(after.id)
        if before.reminder is not None and (after.moment != before.moment or not after.open):
            await self._reminders.delete_reminder(before)
        if before.open and after.status in ABANDONED_LOBBY and after.successor_of is not None:
            predecessor = await self._live.load(after.successor_of)
            await self._board.refresh(predecessor)
        if before.begun and after.finished:
            for heed in self.on_over:
                heed(after)

    async def draw(
        self,
        response: Response,
        stored: StoredRound,
        own: Drawing | None = None,
        *,
        anew: bool = False,
    ) -> None:
        """Redraw the clicked message, and the public one where it is another.

        A private message becomes `own`, if given. At a moment that has begun `anew` the message
        shows no selection yet.
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
                await response.dismiss()  # the board shows everything
            else:
                private = self._private_screens.after_a_press
                await response.redraw(own or await private(response, stored))
            editable = await self._board.refresh(stored)
            undrawn = not editable and stored.drawn != stored.version and not stored.channel_deleted
            if undrawn and stored.status in ("playing", "over"):
                # Where the bot may not edit through the channel, the press lets it post anew.
                lost = replace(stored, message=None)
                posting = response.post(self._board.drawing(stored))
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
        """Return what a seat has selected, as its member saw it when pressing."""
        message, doubted = response.interaction.message, self._board.doubts(stored.id) > 0
        # of a message of its own a seat may have several, each with a selection
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
        """Post a round that was just opened, pinging the member it waits for.

        It is the answer, unless it is posted `elsewhere`, in its own thread, or nobody has
        pressed anything. What is
        awaited `before` may answer first. A member whom the opener has pinged too often
        is not pinged.
        """
        awaited = [one.user for one in new.players if one.user is not None and not one.accepted]
        allowed = len(awaited) == 1 and self._pings.allow(new.opener, awaited[0])
        ping = awaited[0] if allowed else None
        self._posting.add(new.id)
        try:
            if before is not None:
                await before()
            posting = (
                self._board.post(new, ping)
                if elsewhere or response is None
                else response.post(self._board.drawing(new), ping=ping)
            )
            await self._board.show_in(new, posting)
        finally:
            self._posting.discard(new.id)

    async def post_unseen(self, response: Response, stored: StoredRound) -> bool:
        """Post an open round that was never shown; return whether it was one.

        A round that is just being posted counts as shown.
        """
        if stored.message is not None or not stored.open or stored.id in self._posting:
            return False
        async with self._live.lock(stored.id):
            stored = await self._live.load(stored.id)
            unseen = stored.message is None and stored.open
            if unseen:
                await self.post(response, stored)
        return unseen


def log_act(before: StoredRound, after: StoredRound, user: int, logged: Action | str) -> None:
    """Write one line an act; only the verb of a secret decision that others still owe."""
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
