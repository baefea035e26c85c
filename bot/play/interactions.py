"""Answers interactions: one at a time for each round, and always.

The change of a round and the answer stand inside the round's lock. A refusal is
a private message, a stale press redraws the present; any other error is logged
with the round's id and answered with one apology.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakValueDictionary

import discord

from bot.language.languages import KNOWN
from bot.memory import Memory
from bot.play import private
from bot.play.member_choices import ON, MemberChoices
from bot.play.selections import Selections
from bot.storage.errors import StorageDamaged, StorageFailed
from bot.table import next_round
from bot.table.frame import frame
from bot.table.opening import TABLE_OPTIONS
from bot.table.refusals import NotSeated, Stale
from bot.table.round_luck import admitted, check_look_back
from bot.table.store.errors import ChannelTaken, RoundGone
from bot.table.stored_round import ABANDONED_LOBBY, StoredRound
from bot.table.use_cases import Change
from bot.ui import layout, reach
from bot.ui.components import Drawing
from bot.ui.custom_ids import CustomId
from bot.ui.fault_log import FaultLog
from bot.ui.figures import Figures
from bot.ui.requests import DISCORD_ERRORS, StillUnderWay, is_unsure, reason
from bot.ui.response import Response
from bot.under_way import UnderWay
from rules.dice import Roll
from rules.errors import NotYourTurn, Refusal, RoundOver
from rules.screen import Action, Seat

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)


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


CANCEL_SECONDS = 1.0
"""How long to wait for interactions that were given up when the bot stops."""


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


class Interactions:
    """What every press and every command needs: the round's lock, the answer, the drawing.

    Features hear of an act by its kind alone: of one with a coach (`on_coached`), of the next one
    of a member in a round (`once_acted`), of the end of a round (`on_over`) or of a round whose
    match goes on (`on_due`). They add to `on_odds` and `memories` what concerns them of others.
    """

    def __init__(self, bot: DicePokerBot) -> None:
        self.table, self.board, self.reminders = bot.table, bot.board, bot.reminders
        self.live, self.names = bot.live, bot.names
        self.pings, self._missing = bot.pings, bot.missing
        self.figures = Figures()
        self.selections = Selections()
        self.languages = MemberChoices(self.live.storage, "language", KNOWN)
        self.helps = MemberChoices(self.live.storage, "help", TABLE_OPTIONS["help"])
        self.coached = MemberChoices(self.live.storage, "coach", (ON,))
        self.choices = (self.languages, self.helps, self.coached)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._seen: Memory[int, None] = Memory()
        self.under_way = UnderWay()
        """Answers and what follows them: it ends before the bot stops, if there is time."""
        self._posting: set[int] = set()
        self.on_coached: list[OnAct] = []
        self.once_acted: Memory[tuple[int, int], Later] = Memory()
        self.on_due: list[OnDue] = []
        self.on_over: list[OnOver] = []
        self.on_odds: list[OnOdds] = []
        self.memories: list[Memory[Any, Any]] = [self.names.memory]
        self._faults = FaultLog(log)

    def lock(self, round_id: int) -> asyncio.Lock:
        """Return the lock under which a round is changed and its message redrawn."""
        return self._locks.setdefault(round_id, asyncio.Lock())

    async def finish(self, seconds: float) -> None:
        """Wait until every interaction under way is answered; after `seconds`, give up the rest."""
        await asyncio.sleep(0)  # interactions that have just been received begin
        until = time.monotonic() + seconds
        while (tasks := self.under_way | self.reminders.deletions) and until > time.monotonic():
            await asyncio.wait(tasks, timeout=until - time.monotonic())
        if tasks:
            log.warning("%d interactions were not answered in time", len(self.under_way))
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks, timeout=CANCEL_SECONDS)

    async def answer(
        self,
        interaction: discord.Interaction[Any],
        round_id: int,
        do: Callable[..., Awaitable[None]],
        *given: CustomId,
        wait: bool = True,
    ) -> None:
        """Answer an interaction by `do` with the response and what is `given`, whatever happens.

        One at a time for each round, unless it need not `wait` for others; an
        apology is sent when the next one's turn has come.
        `round_id` 0 stands for no round. An interaction that Discord delivers
        twice is answered once.
        """
        if interaction.id in self._seen:
            return
        self._seen[interaction.id] = None
        self.names.note(interaction)
        task = asyncio.current_task()
        if task is not None:
            self.under_way.add(task)
        turn = self.lock(round_id) if wait and round_id else nullcontext()
        later = self.lock(round_id) if not wait and round_id else nullcontext()
        try:
            board = self.board
            known = board.emoji, board.commands, self.figures, self.names
            own = self.languages.of(interaction.user.id)
            answer = Response(interaction, *known, requests=board.requests, language=own)
            async with answer as response:
                try:
                    async with turn:
                        await self._attempt(response, round_id, do(response, *given), later)
                    complete = self._missing.complete.get(interaction.channel_id or 0)
                    if complete != interaction.app_permissions:
                        await self._missing.tell(response)
                except DISCORD_ERRORS as error:
                    if not await self._landed(response, round_id, error):
                        await self._give_up(response, round_id, error)
                except StorageFailed as failure:
                    self._faults.error(
                        "round=%d was not stored, its members get an apology: %s", round_id, failure
                    )
                    damaged = isinstance(failure, StorageDamaged)
                    apology = private.DAMAGED if damaged else private.APOLOGY
                    await private.apologise(response, apology)
                except Exception:
                    log.exception("round=%d an answer failed", round_id)
                    await private.apologise(response)
        finally:
            if task is not None:
                self.under_way.discard(task)

    async def _landed(self, response: Response, round_id: int, error: Exception) -> bool:
        """Return whether the answer failed because it took long, and has come after all."""
        if not isinstance(error, StillUnderWay) or error is not response.late:
            return False
        log.info("round=%d the answer takes long", round_id)
        landed = await error.landed()
        if landed:
            self.board.answers.note(response.interaction, response.shown)
        return landed

    async def _give_up(self, response: Response, round_id: int, error: Exception) -> None:
        why = reason(error)
        log.warning("round=%d the answer did not reach Discord: %s", round_id, why)
        locked = reach.is_archived(error)
        await private.apologise(response, private.LOCKED if locked else private.APOLOGY)

    async def _attempt(
        self,
        response: Response,
        round_id: int,
        act: Awaitable[None],
        later: Any,
    ) -> None:
        """Await an act; a refusal becomes the answer. `later` is held while boards are redrawn."""
        try:
            await act
        except Refusal as refusal:
            self.figures.refusals += 1
            await self._refuse(response, round_id, refusal, later)
        finally:
            self.board.answers.note(response.interaction, response.shown)

    async def _refuse(
        self, response: Response, round_id: int, refusal: Refusal, later: Any
    ) -> None:
        """Say why something is refused; a press that came too late redraws the present."""
        match refusal:
            case Stale() | RoundOver():
                async with later:
                    present = await self.load(response, round_id, resume=False)
                    await self.draw(response, present)
            case ChannelTaken():
                await self.point_to(response, refusal.round_id, round_id)
            case NotSeated() | NotYourTurn():
                stored = await self.live.load(round_id)
                await private.not_your_turn(response, stored, refusal)
            case reach.OnlyCommands():
                await self._missing.note(response)  # this tells it
                await response.send_private(refusal.text)
            case _:
                await response.send_private(refusal.text)

    async def point_to(
        self,
        response: Response,
        round_id: int,
        pressed: int = 0,
        elsewhere: CustomId | None = None,
    ) -> None:
        """Say where the channel's round is; one that was never shown is posted.

        `pressed` is the round whose control was pressed, 0 for none: it may be resting.
        A press of `elsewhere` opens the round that was asked for in a thread.
        """
        stored = await self.live.load(round_id)
        if not await self.post_unseen(response, stored):
            rests = pressed != 0 and (await self.live.load(pressed)).status == "resting"
            await private.channel_taken(response, stored, elsewhere, rests=rests)

    async def post_unseen(self, response: Response, stored: StoredRound) -> bool:
        """Post an open round that was never shown; return whether it was one.

        A round that is just being posted counts as shown.
        """
        if stored.message is not None or not stored.open or stored.id in self._posting:
            return False
        async with self.lock(stored.id):
            stored = await self.live.load(stored.id)
            unseen = stored.message is None and stored.open
            if unseen:
                await self.post(response, stored)
        return unseen

    async def change(
        self,
        response: Response,
        round_id: int,
        change: Change,
        logged: Action | str,
        *,
        resume: bool = True,
        own: Drawing | None = None,
    ) -> tuple[StoredRound, StoredRound]:
        """Change a round, then show it wherever it is seen; return it before and after.

        `logged` names the act. A resting round is taken up first, unless `resume` is
        false. A private message whose button was pressed becomes `own`, if given.
        """
        stored = await self.load(response, round_id, resume=resume)
        now = discord.utils.utcnow()
        if stored.status == "waiting":
            seeded = stored.commitment is not None
            words = await self.live.words_for(stored, response.user) if seeded else None
            change = admitted(change, words)
        before, after = await self.live.change(round_id, change, now)
        log_act(before, after, response.user, logged)
        try:
            await self.draw(response, after, own, anew=after.moment != before.moment)
        except TimeoutError:  # the round goes on; its board is redrawn by the next tick
            raise
        except DISCORD_ERRORS:  # the act is done, and the others have to see it
            await self.board.refresh(after, self.selections.shown(after))
            raise
        finally:
            await self.after_change(before, after)
            if before.begun and after.finished and next_round.is_due(after):
                for heed in self.on_due:
                    await heed(after, response)
        return before, after

    def forget(self, user: int) -> None:
        """Drop what this process remembers of a member who was erased."""
        self.live.forget_member(user)
        self.board.forget_drawings()
        for memory in self.memories:
            memory.forget(user)
        for choices in self.choices:
            choices.forget(user)

    async def forget_all(self) -> None:
        """Drop what this process remembers of members, after another one has erased some."""
        self.live.forget_members()
        self.board.forget_drawings()
        for memory in self.memories:
            memory.clear()
        await asyncio.gather(*(one.load() for one in self.choices))

    async def after_change(self, before: StoredRound, after: StoredRound) -> None:
        """Once a decision is closed, forget its selections and delete its reminder.

        A rematch that was abandoned gives the board of its predecessor its tools back.
        """
        if after.moment != before.moment or after.ended:
            self.selections.forget(after.id)
        if before.reminder is not None and (after.moment != before.moment or not after.open):
            await self.reminders.delete_reminder(before)
        if before.open and after.status in ABANDONED_LOBBY and after.successor_of is not None:
            predecessor = await self.live.load(after.successor_of)
            await self.board.refresh(predecessor)
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
                self.board.doubt(stored, error)
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
                await response.redraw(own or self._in_private(response, stored))
            editable = await self.board.refresh(stored, self.selections.shown(stored))
            undrawn = not editable and stored.drawn != stored.version and not stored.channel_deleted
            if undrawn and stored.status in ("playing", "over"):
                # Where the bot may not edit through the channel, the press lets it post anew.
                lost = replace(stored, message=None)
                posting = response.post(self.present(stored))
                await self.board.show_in(lost, posting, self.lock(stored.id))
        elif message is not None and stored.message not in (None, message.id):
            await response.redraw(self.board.moved_notice(stored))
            await self.board.refresh(stored, self.selections.shown(stored))
        else:
            await response.redraw(self.present(stored, None if anew else message))
            if message is not None and stored.message is None:
                await self.board.move_to(stored, message.id)
            else:
                self.board.mark_drawn(stored)

    def present(self, stored: StoredRound, message: discord.Message | None = None) -> Drawing:
        """Return the round as everybody sees it now, with the dice that are selected.

        `message` is the one that is redrawn: after a restart it shows the selection.
        """
        prepared = self.board.prepared(stored)
        if prepared.mark is None:
            return prepared.drawing()
        return prepared.drawing(self.selections.shown(stored, message))

    def private_screen(
        self, response: Response, stored: StoredRound, seat: Seat, chosen: Action | None = None
    ) -> Drawing:
        """Return the round as one seat sees it, in its member's language.

        What is `chosen` in a menu waits for the seat to confirm it.
        """
        own = replace(frame(stored, seat), language=response.language)
        if chosen is not None:
            own = replace(own, screen=own.screen.with_choice(chosen) or own.screen)
        selected = self.selections.of(stored, seat, response.interaction.message)
        return layout.draw(own, self.board.emoji, selected, self.board.commands)

    def selected(self, response: Response, stored: StoredRound, seat: Seat) -> tuple[int, ...]:
        """Return the dice that a seat has selected, as its member saw them when pressing."""
        message = response.interaction.message
        doubted = self.board.doubts(stored.id) > 0
        return self.selections.of(stored, seat, message, doubted=doubted)

    def _in_private(self, response: Response, stored: StoredRound) -> Drawing:
        """Return what a private message shows after its button was used."""
        seats = stored.seats_of(response.user)
        if stored.status == "playing" and seats and not stored.players[seats[0].index].left:
            return self.private_screen(response, stored, seats[0])
        return private.after_the_end(response, stored)

    async def load(
        self, response: Response, round_id: int, *, fresh: bool = False, resume: bool = True
    ) -> StoredRound:
        """Return the round; an absent member who presses returns to their seat.

        A resting round is taken up by the press of its member, unless `resume` is
        false or its channel was deleted. Raises RoundGone, also for a round of another
        channel or server; for a round that cannot be taken up, the refusals of `resume`.
        """
        stored = await self.live.load(round_id, fresh=fresh)
        if not reach.within(stored, response.interaction, private=response.private):
            raise RoundGone(round_id)
        rests = stored.status == "resting" and not stored.channel_deleted
        if rests and resume and response.user in stored.people:
            after = await self.resume(response.user, stored, stored.channel, stored.guild)
            await self.board.refresh(after, self.selections.shown(after))
            return after
        if response.user not in stored.absent:
            return stored
        change = self.table.return_to_seat(response.user)
        _, after = await self.live.change(round_id, change)
        await self.board.refresh(after, self.selections.shown(after))
        return after

    async def finished(self, response: Response, round_id: int) -> StoredRound:
        """Return a round that a member can look back at.

        Raises Stale for any other, and what `check_look_back` raises.
        """
        async with self.lock(round_id):
            stored = await self.load(response, round_id)
        if not stored.finished:
            raise Stale
        check_look_back(stored, response.user)
        return stored

    async def resume(
        self, user: int, stored: StoredRound, channel: int, guild: int | None
    ) -> StoredRound:
        """Take up a resting round in a channel.

        Raises NotSeated, ChannelTaken, and a refusal where too many are open.
        """
        change = self.table.resume(user, discord.utils.utcnow(), channel, guild)
        _, after = await self.live.change(stored.id, change)
        log.info("round=%d game=%s is taken up channel=%d", after.id, after.game, channel)
        return after

    async def at_turn(
        self, response: Response, round_id: int, moment: int
    ) -> tuple[StoredRound, Seat]:
        """Return the round and the member's seat. Raises Stale, NotSeated or NotYourTurn."""
        stored = await self.load(response, round_id)
        try:
            return stored, stored.seat_at_turn(response.user, moment)
        except Refusal:  # another process may have saved the round
            stored = await self.load(response, round_id, fresh=True)
            return stored, stored.seat_at_turn(response.user, moment)

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
        allowed = len(awaited) == 1 and self.pings.allow(new.opener, awaited[0])
        ping = awaited[0] if allowed else None
        self._posting.add(new.id)
        try:
            if before is not None:
                await before()
            posting = (
                self.board.post(new, ping)
                if elsewhere or response is None
                else response.post(self.board.drawing(new), ping=ping)
            )
            await self.board.show_in(new, posting, self.lock(new.id))
        finally:
            self._posting.discard(new.id)

    async def show_own(self, response: Response, stored: StoredRound) -> None:
        """Show its own Screen to the seat that decides there, in a round that has just begun."""
        if stored.play is None or stored.status != "playing" or not stored.play.awaits.secret:
            return
        awaited = [one for one in stored.seats_of(response.user) if one in stored.play.awaits.seats]
        if not awaited:
            return
        own = self.private_screen(response, stored, awaited[0])
        try:
            await response.show_private(own)
        except DISCORD_ERRORS as error:  # a button of the board shows it, too
            log.info("round=%d the own screen was not shown: %s", stored.id, reason(error))
