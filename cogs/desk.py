"""Answers presses: act, mark, peek, take a seat, use a tool of the table.

Presses of one round are answered one after another, commit and answer inside
one lock. A refusal is whispered, a stale press redraws the present, anything
else is logged with the round's id and answered with one apology.
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

from bot import lobby
from bot.frame import frame
from bot.hint import present_choice
from bot.refusals import NotSeated, Stale
from bot.rounds import Kept
from bot.storage.errors import AlreadyFollowed, ChannelTaken, RoundGone
from bot.table import Change, Table
from bot.words import Place
from bot.worker import Worker
from cogs import layout, whispers
from cogs.answer import FAULTS, Answer
from cogs.board import Board
from cogs.controls import Pressed
from cogs.marks import Marks
from cogs.study import give_hint, give_review
from rules.errors import BadCode, NotYourTurn, Refusal, RoundOver
from rules.screen import Action, Seat
from rules.text import say

log = logging.getLogger(__name__)

GONE = say("This round is gone. Open a new one with /play.")


class Desk:
    """Where presses are answered."""

    def __init__(self, table: Table, worker: Worker, board: Board) -> None:
        self.table = table
        self.worker = worker
        self.board = board
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._marks = Marks()

    def lock(self, round_id: int) -> asyncio.Lock:
        """Return the lock under which a round is changed and its message redrawn."""
        return self._locks.setdefault(round_id, asyncio.Lock())

    async def act(self, interaction: discord.Interaction[Any], pressed: Pressed, code: str) -> None:
        """Do a game's action."""

        async def do(answer: Answer) -> None:
            await self._act(answer, pressed, Action.parse(code))

        await self.answer(interaction, pressed.round, do)

    async def submit(
        self, interaction: discord.Interaction[Any], pressed: Pressed, verb: str
    ) -> None:
        """Do a verb to the dice that the member has marked."""

        async def do(answer: Answer) -> None:
            kept, seat = await self._at_turn(answer, pressed)
            marked = self._marks.of(kept, seat, interaction.message)
            if not marked:
                await answer.whisper(say("Mark at least one die first, then reroll."))
                return
            on = "".join(str(position) for position in marked)
            await self._act(answer, pressed, Action(verb, on))

        await self.answer(interaction, pressed.round, do)

    async def mark(
        self, interaction: discord.Interaction[Any], pressed: Pressed, position: int
    ) -> None:
        """Mark a die, or unmark it."""

        async def do(answer: Answer) -> None:
            kept, seat = await self._at_turn(answer, pressed)
            marked = set(self._marks.of(kept, seat, interaction.message)) ^ {position}
            self._marks.set(kept, seat, tuple(sorted(marked)))
            await self._draw(answer, kept)

        await self.answer(interaction, pressed.round, do)

    async def peek(self, interaction: discord.Interaction[Any], pressed: Pressed) -> None:
        """Show a seat its own Screen in private."""

        async def do(answer: Answer) -> None:
            kept = await self._look(answer, pressed.round)
            seats = kept.seats_of(answer.user)
            if not seats:
                raise NotSeated
            await answer.show(self._private(answer, kept, seats[0]))

        await self.answer(interaction, pressed.round, do)

    async def seat(
        self, interaction: discord.Interaction[Any], pressed: Pressed, code: str
    ) -> None:
        """Do something at a table that waits for its players."""

        async def do(answer: Answer) -> None:
            action = Action.parse(code)
            if action == lobby.HOW_TO_PLAY:
                await whispers.rules(answer, await self.worker.look(pressed.round))
                return
            change = self._seating(answer.user, action, pressed.moment)
            await self._change(answer, pressed.round, change, told=action.code)

        await self.answer(interaction, pressed.round, do)

    async def use(self, interaction: discord.Interaction[Any], pressed: Pressed, verb: str) -> None:
        """Use a tool of the table: leave, close, rematch."""

        async def do(answer: Answer) -> None:
            match verb:
                case "leave":
                    await whispers.ask_to_leave(answer, await self.worker.look(pressed.round))
                case "leave-now":
                    change = self.table.leave(answer.user, discord.utils.utcnow())
                    await self._change(answer, pressed.round, change, told=verb)
                case "close":
                    change = self.table.close(answer.user, whispers.may_manage(interaction))
                    await self._change(answer, pressed.round, change, told=verb)
                case "rematch":
                    await self._rematch(answer, pressed)
                case "hint":
                    await self._hint(answer, pressed)
                case "review":
                    await give_review(answer, self.worker, pressed.round)
                case "how-to-play":
                    await whispers.rules(answer, await self.worker.look(pressed.round))
                case _:
                    raise BadCode

        # What is studied takes long and changes nothing: presses go on meanwhile.
        studied = verb in ("hint", "review")
        await self.answer(interaction, pressed.round, do, wait=not studied)

    async def lost(self, interaction: discord.Interaction[Any], pressed: Pressed | None) -> None:
        """Answer a press of a control that is no longer there."""

        async def do(answer: Answer) -> None:
            if pressed is None:
                await answer.whisper(say("This button is no longer in use."))
            else:
                await self._draw(answer, await self._look(answer, pressed.round))

        await self.answer(interaction, pressed.round if pressed else 0, do)

    def present(self, kept: Kept, message: discord.Message | None = None) -> discord.ui.LayoutView:
        """Return the round as everybody sees it now, with the marks that are set.

        `message` is the one that is drawn anew: after a restart it tells the marks.
        """
        return self.board.drawing(kept, self._marks.shown(kept, message))

    async def answer(
        self,
        interaction: discord.Interaction[Any],
        round_id: int,
        do: Callable[[Answer], Awaitable[None]],
        *,
        wait: bool = True,
    ) -> None:
        """Answer an interaction by `do`, whatever happens.

        One at a time for each round, unless it need not `wait` for others.
        `round_id` 0 stands for no round.
        """
        turn = self.lock(round_id) if wait and round_id else nullcontext()
        async with Answer(interaction, self.board.emoji) as answer, turn:
            try:
                await self._attempt(answer, round_id, do)
            except FAULTS as fault:
                log.warning("round=%d the answer did not reach Discord: %s", round_id, fault)
                await whispers.apologise(answer)
            except Exception:
                log.exception("round=%d an answer failed", round_id)
                await whispers.apologise(answer)

    async def _attempt(
        self, answer: Answer, round_id: int, do: Callable[[Answer], Awaitable[None]]
    ) -> None:
        try:
            await do(answer)
        except (Stale, RoundOver):
            await self._draw(answer, await self.worker.look(round_id))
        except ChannelTaken as taken:
            await whispers.busy(answer, await self.worker.look(taken.round_id))
        except RoundGone:
            await answer.whisper(GONE)
        except (NotSeated, NotYourTurn) as refusal:
            await whispers.turn_away(answer, await self.worker.look(round_id), refusal)
        except Refusal as refusal:
            await answer.whisper(refusal.text)

    async def _act(self, answer: Answer, pressed: Pressed, action: Action) -> None:
        now = discord.utils.utcnow()
        change = self.table.act(answer.user, pressed.moment, action, now)
        await self._change(answer, pressed.round, change, told=action)

    async def _change(
        self, answer: Answer, round_id: int, change: Change, told: Action | str
    ) -> None:
        """Change a round, then show it wherever it is seen."""
        now = discord.utils.utcnow()
        before, after = await self.worker.change(round_id, change, now)
        _log_act(before, after, answer.user, told)
        try:
            await self._draw(answer, after)
        except FAULTS:  # what was done is done, and the others have to see it
            await self.board.refresh(after, self._marks.shown(after))
            raise
        finally:
            await self.settled(before, after)

    async def settled(self, before: Kept, after: Kept) -> None:
        """Tidy up behind a decision: its marks, and the reminder that asked for it."""
        if not after.open or after.moment != before.moment:
            self._marks.forget(after.id)
            await self.board.hush(before)

    async def _draw(self, answer: Answer, kept: Kept) -> None:
        """Redraw the clicked message, and the public one where it is another."""
        message = answer.interaction.message
        if answer.private:
            seats = kept.seats_of(answer.user)
            await answer.redraw(self._in_private(answer, kept, seats))
            shown = await self.board.refresh(kept, self._marks.shown(kept))
            if not shown and kept.drawn != kept.version and kept.status in ("playing", "over"):
                # Where the bot may not edit through the channel, the press lets it post anew.
                lost = replace(kept, message=None)
                await self.board.moved(lost, await answer.post(self.present(kept)))
        elif message is not None and kept.message not in (None, message.id):
            await answer.redraw(self.board.signpost(kept))
            await self.board.refresh(kept, self._marks.shown(kept))
        else:
            await answer.redraw(self.present(kept, message))
            if message is not None and kept.message is None:
                await self.board.moved(kept, message.id)
            elif kept.drawn != kept.version:
                await self.board.drawn(kept)

    def _in_private(
        self, answer: Answer, kept: Kept, seats: tuple[Seat, ...]
    ) -> discord.ui.LayoutView:
        """Return what a private message says after its button was used."""
        if kept.status == "playing" and seats and not kept.sitters[seats[0].index].left:
            return self._private(answer, kept, seats[0])
        if kept.status == "over" and seats:
            return self._private(answer, kept, seats[0])
        text = {
            "closed": say("The round was closed. The channel is free again."),
            "playing": say("You left the round."),
        }.get(kept.status, say("The round is over."))
        return layout.whisper([text], answer.words)

    def _private(self, answer: Answer, kept: Kept, seat: Seat) -> discord.ui.LayoutView:
        drawn = replace(frame(kept, seat), language=answer.language)
        return layout.draw(
            drawn, self.board.emoji, self._marks.of(kept, seat, answer.interaction.message)
        )

    async def _look(self, answer: Answer, round_id: int) -> Kept:
        """Return the round; a member whose time ran out before is back at the table."""
        kept = await self.worker.look(round_id)
        if not any(kept.sitters[seat.index].idle for seat in kept.seats_of(answer.user)):
            return kept
        _, after = await self.worker.change(round_id, self.table.come_back(answer.user))
        await self.board.refresh(after, self._marks.shown(after))
        return after

    async def _at_turn(self, answer: Answer, pressed: Pressed) -> tuple[Kept, Seat]:
        """Return the round and the member's seat. Raises Stale, NotSeated or NotYourTurn."""
        kept = await self._look(answer, pressed.round)
        seats = kept.seats_of(answer.user)
        if kept.status != "playing" or kept.play is None or kept.moment != pressed.moment:
            raise Stale
        if not seats:
            raise NotSeated
        awaits = kept.play.awaits
        if seats[0] not in (*awaits.seats, *awaits.may_change):
            raise NotYourTurn(awaits.seats[0])
        return kept, seats[0]

    def _seating(self, user: int, action: Action, version: int) -> Change:
        now = discord.utils.utcnow()
        match action.verb:
            case "join":
                return self.table.join(user, now)
            case "leave":
                return self.table.stand_up(user, now)
            case "decline":
                return self.table.decline(user)
            case "withdraw":
                return self.table.withdraw(user)
            case "start":
                return self.table.start(user, now)
            case "add-computer":
                return self.table.add_computer(user, action.on, version, now)
            case "remove-computer":
                return self.table.remove_computer(user, version, now)
            case _:
                raise BadCode

    async def _hint(self, answer: Answer, pressed: Pressed) -> None:
        """Note that the member asks for a hint, then let exact play be asked for it.

        Noted first, so that nobody has a hint which the review does not know of.
        """
        async with self.lock(pressed.round):
            kept, seat = await self._at_turn(answer, pressed)
            marked = self._marks.of(kept, seat, answer.interaction.message)
            chosen = present_choice(frame(kept, seat).screen, marked)
            before, after = await self.worker.change(kept.id, self.table.hinted(answer.user))
            if before.drawn == before.version:
                await self.board.drawn(after)
        await give_hint(answer, self.worker, after, seat, chosen)

    async def _rematch(self, answer: Answer, pressed: Pressed) -> None:
        before = await self.worker.look(pressed.round)
        now = discord.utils.utcnow()
        try:
            new = await self.worker.open(lambda: self.table.rematch(before, answer.user, now))
        except AlreadyFollowed as followed:
            kept = await self.worker.look(followed.round_id)
            place = Place(kept.channel, kept.message, kept.guild)
            await answer.whisper(say("The rematch is already open: {place}", place=place))
            return
        log.info("round=%d game=%s opened as a rematch of round=%d", new.id, new.game, before.id)
        done = frame(before)
        tools = tuple(tool for tool in done.tools if tool.verb != "rematch")
        done = replace(done, tools=tools, notes=(say("A rematch was opened below."),))
        try:
            await answer.redraw(layout.draw(done, self.board.emoji))
        except FAULTS as fault:  # the old message may be gone; the new round is not to wait for it
            log.info("round=%d could not be redrawn after its rematch: %s", before.id, fault)
        await self.post(answer, new)

    async def post(self, answer: Answer, new: Kept) -> None:
        """Post a round that was just opened, pinging the members it waits for."""
        waited = [one.user for one in new.sitters if one.user is not None and not one.accepted]
        ping = waited[0] if len(waited) == 1 else None
        message = await answer.post(self.board.drawing(new), ping)
        await self.board.moved(new, message)


def _log_act(before: Kept, after: Kept, user: int, told: Action | str) -> None:
    """Write one line an act; only the verb while others decide at the same time."""
    seats = before.seats_of(user)
    action = told if isinstance(told, str) else told.code
    if isinstance(told, Action) and after.moment == before.moment:
        action = told.verb
    log.info(
        "round=%d game=%s seat=%s action=%s status=%s",
        after.id,
        after.game,
        seats[0].index if seats else "-",
        action,
        after.status,
    )
