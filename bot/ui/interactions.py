"""Answers interactions: one at a time for each round, and always.

The change of a round and the answer stand inside the round's lock. A refusal is
a private message, a stale press redraws the present; any other error is logged
with the round's id and answered with one apology.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.storage.errors import ChannelTaken, RoundGone
from bot.table.frame import frame
from bot.table.refusals import NotSeated, Stale
from bot.table.stored_round import StoredRound
from bot.table.use_cases import Change, Table
from bot.ui import layout, private
from bot.ui.board import Board
from bot.ui.components import Drawing
from bot.ui.reminders import Reminders
from bot.ui.response import DISCORD_ERRORS, Response
from bot.ui.selections import Selections
from bot.worker import Worker
from rules.errors import NotYourTurn, Refusal, RoundOver
from rules.screen import Action, Seat
from rules.text import say

log = logging.getLogger(__name__)

GONE = say("This round no longer exists. Start a new one with /play.")


class Interactions:
    """What every press and every command needs: the round's lock, the answer, the drawing."""

    def __init__(self, table: Table, worker: Worker, board: Board, reminders: Reminders) -> None:
        self.table = table
        self.worker = worker
        self.board = board
        self.reminders = reminders
        self.selections = Selections()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock(self, round_id: int) -> asyncio.Lock:
        """Return the lock under which a round is changed and its message redrawn."""
        return self._locks.setdefault(round_id, asyncio.Lock())

    async def answer(
        self,
        interaction: discord.Interaction[Any],
        round_id: int,
        do: Callable[[Response], Awaitable[None]],
        *,
        wait: bool = True,
    ) -> None:
        """Answer an interaction by `do`, whatever happens.

        One at a time for each round, unless it need not `wait` for others.
        `round_id` 0 stands for no round.
        """
        turn = self.lock(round_id) if wait and round_id else nullcontext()
        async with Response(interaction, self.board.emoji) as response, turn:
            try:
                await self._attempt(response, round_id, do)
            except DISCORD_ERRORS as error:
                log.warning("round=%d the answer did not reach Discord: %s", round_id, error)
                await private.apologise(response)
            except Exception:
                log.exception("round=%d an answer failed", round_id)
                await private.apologise(response)

    async def _attempt(
        self, response: Response, round_id: int, do: Callable[[Response], Awaitable[None]]
    ) -> None:
        try:
            await do(response)
        except (Stale, RoundOver):
            await self.draw(response, await self.worker.load(round_id))
        except ChannelTaken as taken:
            await private.channel_taken(response, await self.worker.load(taken.round_id))
        except RoundGone:
            await response.send_private(GONE)
        except (NotSeated, NotYourTurn) as refusal:
            stored = await self.worker.load(round_id)
            await private.not_your_turn(response, stored, refusal)
        except Refusal as refusal:
            await response.send_private(refusal.text)

    async def change(
        self, response: Response, round_id: int, change: Change, logged: Action | str
    ) -> None:
        """Change a round, then show it wherever it is seen; `logged` names the act."""
        now = discord.utils.utcnow()
        before, after = await self.worker.change(round_id, change, now)
        _log_act(before, after, response.user, logged)
        try:
            await self.draw(response, after)
        except DISCORD_ERRORS:  # the act is done, and the others have to see it
            await self.board.refresh(after, self.selections.shown(after))
            raise
        finally:
            await self.after_change(before, after)

    async def after_change(self, before: StoredRound, after: StoredRound) -> None:
        """Once a decision is closed, forget its selections and delete its reminder."""
        if not after.open or after.moment != before.moment:
            self.selections.forget(after.id)
            await self.reminders.delete_reminder(before)

    async def draw(self, response: Response, stored: StoredRound) -> None:
        """Redraw the clicked message, and the public one where it is another."""
        message = response.interaction.message
        if response.private:
            await response.redraw(self._in_private(response, stored))
            shown = await self.board.refresh(stored, self.selections.shown(stored))
            undrawn = not shown and stored.drawn != stored.version
            if undrawn and stored.status in ("playing", "over"):
                # Where the bot may not edit through the channel, the press lets it post anew.
                lost = replace(stored, message=None)
                await self.board.move_to(lost, await response.post(self.present(stored)))
        elif message is not None and stored.message not in (None, message.id):
            await response.redraw(self.board.moved_notice(stored))
            await self.board.refresh(stored, self.selections.shown(stored))
        else:
            await response.redraw(self.present(stored, message))
            if message is not None and stored.message is None:
                await self.board.move_to(stored, message.id)
            elif stored.drawn != stored.version:
                await self.board.mark_drawn(stored)

    def present(self, stored: StoredRound, message: discord.Message | None = None) -> Drawing:
        """Return the round as everybody sees it now, with the dice that are selected.

        `message` is the one that is redrawn: after a restart it shows the selection.
        """
        return self.board.drawing(stored, self.selections.shown(stored, message))

    def private_screen(self, response: Response, stored: StoredRound, seat: Seat) -> Drawing:
        """Return the round as one seat sees it, in its member's language."""
        own = replace(frame(stored, seat), language=response.language)
        selected = self.selections.of(stored, seat, response.interaction.message)
        return layout.draw(own, self.board.emoji, selected)

    def _in_private(self, response: Response, stored: StoredRound) -> Drawing:
        """Return what a private message shows after its button was used."""
        seats = stored.seats_of(response.user)
        if stored.status == "playing" and seats and not stored.players[seats[0].index].left:
            return self.private_screen(response, stored, seats[0])
        if stored.status == "over" and seats:
            return self.private_screen(response, stored, seats[0])
        text = {
            "closed": say("The round was closed. The channel is free again."),
            "playing": say("You left the round."),
        }.get(stored.status, say("The round is over."))
        return layout.message([text], response.renderer)

    async def load(self, response: Response, round_id: int) -> StoredRound:
        """Return the round; an absent member who presses returns to their seat."""
        stored = await self.worker.load(round_id)
        if not any(stored.players[seat.index].absent for seat in stored.seats_of(response.user)):
            return stored
        change = self.table.return_to_seat(response.user)
        _, after = await self.worker.change(round_id, change)
        await self.board.refresh(after, self.selections.shown(after))
        return after

    async def at_turn(
        self, response: Response, round_id: int, moment: int
    ) -> tuple[StoredRound, Seat]:
        """Return the round and the member's seat. Raises Stale, NotSeated or NotYourTurn."""
        stored = await self.load(response, round_id)
        seats = stored.seats_of(response.user)
        if stored.status != "playing" or stored.play is None or stored.moment != moment:
            raise Stale
        if not seats:
            raise NotSeated
        awaits = stored.play.awaits
        if seats[0] not in (*awaits.seats, *awaits.may_change):
            raise NotYourTurn(awaits.seats[0])
        return stored, seats[0]

    async def post(self, response: Response, new: StoredRound) -> None:
        """Post a round that was just opened, pinging the member it waits for."""
        awaited = [one.user for one in new.players if one.user is not None and not one.accepted]
        ping = awaited[0] if len(awaited) == 1 else None
        message = await response.post(self.board.drawing(new), ping)
        await self.board.move_to(new, message)


def _log_act(before: StoredRound, after: StoredRound, user: int, logged: Action | str) -> None:
    """Write one line an act; only the verb while others decide at the same time."""
    seats = before.seats_of(user)
    action = logged if isinstance(logged, str) else logged.code
    if isinstance(logged, Action) and after.moment == before.moment:
        action = logged.verb
    log.info(
        "round=%d game=%s seat=%s action=%s status=%s",
        after.id,
        after.game,
        seats[0].index if seats else "-",
        action,
        after.status,
    )
