"""Answers the presses of the controls of a round.

An act is saved before anybody sees it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from contextlib import nullcontext
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeAlias

import discord

from bot.memory import Memory
from bot.play import confirmations
from bot.play.act_log import log_act
from bot.play.boards.board import Board, begins_anew
from bot.play.boards.drawings import Drawings
from bot.play.boards.private_screens import LEFT, PrivateScreens, show_tools
from bot.play.boards.reminders import Reminders
from bot.play.opening.opening import Opening
from bot.play.rounds import Rounds
from bot.play.servers import admission
from bot.table.refusals import NotSeated, Stale
from bot.table.seed import Seed
from bot.table.store.errors import RematchExists
from bot.table.stored_round import StoredRound
from bot.table.use_cases import Change, Table, may_close
from bot.ui import reach
from bot.ui.answer import Answer
from bot.ui.custom_ids import CustomId, toggled
from bot.ui.drawing import layout, rules_pages
from bot.ui.drawing.components import Drawing
from bot.ui.drawing.mentions import DisplayNames
from bot.ui.requests import DISCORD_ERRORS
from bot.under_way import UnderWay
from rules import registry
from rules.errors import BadCode, Refusal
from rules.screen import Action, Mark, Sort
from rules.text import say

Follow: TypeAlias = Callable[[StoredRound, int, datetime, Seed], StoredRound]
"""Makes the successor of a round: from it, the member, the time and the seed."""

Later: TypeAlias = Callable[[], Coroutine[Any, Any, None]]
"""Returns the coroutine of background work."""

log = logging.getLogger(__name__)


class Presses:
    """Answers the controls of a round: those of its board, of its lobby and of the table.

    The message need not show the control any more: the moment in the id decides whether the press
    is valid. `once_acted` holds what is done after the next act of a member in a round.
    """

    def __init__(
        self,
        *,
        table: Table,
        rounds: Rounds,
        board: Board,
        drawings: Drawings,
        opening: Opening,
        private_screens: PrivateScreens,
        reminders: Reminders,
        names: DisplayNames,
        under_way: UnderWay,
    ) -> None:
        self._table, self._rounds, self._board = table, rounds, board
        self._drawings, self._opening = drawings, opening
        self._private_screens, self._reminders = private_screens, reminders
        self._names, self._under_way = names, under_way
        self.once_acted: Memory[tuple[int, int], Later] = Memory()

    # Of the game ---------------------------------------------------------------------

    async def play_action(self, answer: Answer, pressed: CustomId) -> None:
        await self._play(answer, pressed, Action.parse(pressed.what))

    async def play_from_menu(self, answer: Answer, pressed: CustomId) -> None:
        await self._play(answer, pressed, _chosen(answer))

    async def choose(self, answer: Answer, pressed: CustomId, action: Action, own: Drawing) -> None:
        """Do an action, or select its cards where its seat still has to confirm it.

        A private message whose control was used becomes `own` when the action is done.
        """
        at = pressed.round, pressed.moment
        stored, seat = await self._rounds.load_at_turn(answer, *at, private=True)
        sort = self._drawings.frame(stored, seat).screen.sort
        positions = None if sort is None else sort.positions(action)
        if positions is None:
            await self._play(answer, pressed, action, own)
            return
        self._drawings.selections.set(stored, seat, positions, answer.interaction.message)
        drawing = await self._private_screens.draw(answer, stored, seat)
        await answer.turn_to(drawing)

    async def _play(
        self, answer: Answer, pressed: CustomId, action: Action, own: Drawing | None = None
    ) -> None:
        user, now = answer.user, discord.utils.utcnow()
        act = self._table.choose_action(user, pressed.moment, action, now)
        after = await self._carry_out(
            answer, pressed.round, act, action, private=True, own=own, moment=pressed.moment
        )
        if (begin := self.once_acted.pop((after.id, user), None)) is not None:
            self._under_way.begin(begin())

    async def select(self, answer: Answer, pressed: CustomId) -> None:
        """Select or deselect a die or card, or select all cards of an action.

        On a message that the round has left, the press only shows where the round is.
        """
        at = pressed.round, pressed.moment
        stored, seat = await self._rounds.load_at_turn(answer, *at, private=True)
        message = answer.interaction.message
        if not answer.private and message and stored.place.message not in (None, message.id):
            await self._board.draw_pressed(answer, stored)
            return
        mark: Mark | Sort | None
        if answer.private or stored.set_key is not None:
            screen = self._drawings.frame(stored, seat).screen
            mark = screen.mark or screen.sort
        else:
            mark = self._drawings.public_board(stored)[0].screen.mark
        selected = self._board.selected(answer, stored, seat)
        try:
            changed = toggled(pressed, selected, mark)
        except BadCode:
            raise Stale from None
        self._drawings.selections.set(stored, seat, changed, message)
        try:
            await self._board.draw_pressed(answer, stored)
        except Exception:  # the player sees the old selection, or the next press reads the message
            self._drawings.selections.restore(stored, seat, selected)
            raise

    async def play_selected(self, answer: Answer, pressed: CustomId) -> None:
        """Do a verb to the dice that the member has selected."""
        at = pressed.round, pressed.moment
        stored, seat = await self._rounds.load_at_turn(answer, *at, private=True)
        selected = self._board.selected(answer, stored, seat)
        if not selected:
            await answer.send_private(say("Select at least one die first, then reroll."))
            return
        positions = "".join(str(position) for position in selected)
        await self._play(answer, pressed, Action(pressed.what, positions))

    async def peek(self, answer: Answer, pressed: CustomId) -> None:
        """Show a seat its own Screen in private."""
        stored = await self._rounds.load_for(answer, pressed.round)
        seats = stored.seats_of(answer.user)
        if not seats:
            raise NotSeated
        await self._private_screens.show(answer, stored, seats[0])

    async def how_to_play(self, answer: Answer, pressed: CustomId) -> None:
        """Show the rules to the member who pressed."""
        stored = await self._rounds.load_for(answer, pressed.round, resume=False, private=True)
        await answer.show_private(
            rules_pages.draw(registry.game(stored.game), answer.renderer, beside=True)
        )

    async def more(self, answer: Answer, pressed: CustomId) -> None:
        """Show the further actions of a round to the member who pressed. Raises Stale."""
        stored = await self._rounds.load_for(answer, pressed.round, resume=False, private=True)
        await show_tools(answer, stored, self._names.name)

    # Of a lobby ----------------------------------------------------------------------

    async def change_lobby(self, answer: Answer, pressed: CustomId) -> None:
        await self._change_lobby(answer, pressed, Action.parse(pressed.what))

    async def change_lobby_by_menu(self, answer: Answer, pressed: CustomId) -> None:
        """Do the action that was chosen from the menu of a round that waits for players."""
        await self._change_lobby(answer, pressed, _chosen(answer))

    async def _change_lobby(self, answer: Answer, pressed: CustomId, action: Action) -> None:
        if action.verb in ("join", "start"):
            await self._opening.admit(answer)
        change = self._lobby_change(answer.user, action, pressed.moment)
        await self._carry_out(answer, pressed.round, change, action.code)

    def _lobby_change(self, user: int, action: Action, version: int) -> Change:
        now = discord.utils.utcnow()
        match action.verb:
            case "join":
                return self._table.join(user, now)
            case "leave":
                return self._table.leave_lobby(user, now)
            case "decline":
                return self._table.decline(user)
            case "withdraw":
                return self._table.withdraw(user)
            case "start":
                return self._table.start(user, now)
            case "add-computer":
                return self._table.add_computer(user, action.on, version, now)
            case "remove-computer":
                return self._table.remove_computer(user, version, now)
            case _:
                raise BadCode

    # Of the table --------------------------------------------------------------------

    async def remind(self, answer: Answer, pressed: CustomId) -> None:
        """Remind the awaited members, for a member who waits. Raises NotSeated or Stale."""
        stored = await self._rounds.load_for(answer, pressed.round)
        seats = stored.seats_of(answer.user)
        if answer.user not in stored.players.people:
            raise NotSeated
        if stored.play is None or stored.status != "playing" or stored.moment != pressed.moment:
            raise Stale
        if any(seat in stored.play.awaits.seats for seat in seats):
            raise Refusal(say("It is your own turn."))
        await answer.send_private(await self._reminders.ask(stored))

    async def keep_out(self, answer: Answer, pressed: CustomId) -> None:
        """Let the opener of a sheet for everybody keep a member out of it, or let them in again.

        Raises NotSeated, and the errors of `Table.keep_out`.
        """
        stored = await self._rounds.load_for(answer, pressed.round, resume=False)
        if not stored.players.everybody or answer.user != stored.opener:
            raise NotSeated
        if not answer.chosen:
            await confirmations.ask_whom_to_keep_out(answer, stored)
            return
        member, _ = answer.chosen_member
        change = self._table.keep_out(answer.user, member, discord.utils.utcnow())
        before, after = await self._rounds.change(stored.id, change, discord.utils.utcnow())
        answer.stored = True
        await confirmations.kept_out(answer, after, member)
        await self._board.refresh(after)
        await self._board.after_change(before, after)

    async def ask_to_leave(self, answer: Answer, pressed: CustomId) -> None:
        """Ask a member whether they want to leave the round."""
        stored = await self._rounds.load_for(answer, pressed.round, resume=False)
        await confirmations.ask_to_leave(answer, stored)

    async def stay(self, answer: Answer, _pressed: CustomId) -> None:
        """Answer the question of *Leave* with no."""
        await answer.dismiss()

    async def leave(self, answer: Answer, pressed: CustomId) -> None:
        """Let a member leave a round; the question that they answered says so."""
        change = self._table.leave(answer.user, discord.utils.utcnow())
        own = layout.message([LEFT], answer.renderer) if answer.private else None
        await self._carry_out(answer, pressed.round, change, pressed.what, resume=False, own=own)

    async def close(self, answer: Answer, pressed: CustomId) -> None:
        """Close a round; "close" asks first where others play, or where it counts as leaving."""
        stored = await self._rounds.load_for(answer, pressed.round, resume=False)
        manages = reach.may_manage(answer.interaction)
        asks = stored.begun or {*stored.players.people} - {answer.user}
        if (
            pressed.what == "close"
            and stored.open
            and asks
            and may_close(stored, answer.user, manages)
        ):
            await confirmations.ask_to_close(answer, stored)
            return
        now = discord.utils.utcnow()
        change = self._table.close(answer.user, now, may_manage=manages)
        await self._carry_out(answer, pressed.round, change, "close", resume=False)

    async def open_rematch(self, answer: Answer, pressed: CustomId) -> None:
        await self._follow(answer, pressed, self._table.rematch)

    async def play_again(self, answer: Answer, pressed: CustomId) -> None:
        """Open a round with the seats of one that was closed or has lapsed."""
        await self._follow(answer, pressed, self._table.again, counts=True)

    async def _follow(
        self, answer: Answer, pressed: CustomId, follow: Follow, *, counts: bool = False
    ) -> None:
        """Open the round that follows this one: its rematch, or one with the same seats.

        With `counts`, or if no other member sits in it, the limit on openings of `/play` applies. A
        member who did not sit in a round that has ended is offered its game instead.
        """
        before = await self._rounds.load_for(answer, pressed.round)
        if before.ended and not (before.players.everybody or before.seats_of(answer.user)):
            await self._opening.offer_own(answer, before)
            return
        await self._opening.check_place(answer, before.game)
        now, place = discord.utils.utcnow(), reach.seeds_of(answer.interaction)
        limited = counts or not {*before.players.people} - {answer.user}
        try:
            with self._opening.limit.counted(answer.user, place) if limited else nullcontext():
                admitted = admission(answer, before.players.people)
                new = await self._rounds.open(
                    place,
                    lambda seed: reach.placed(
                        follow(before, answer.user, now, seed), answer.interaction
                    ),
                    now=now,
                    opened=answer.interaction.id,
                    slow=before.players.perfect,
                    admit=admitted,
                )
        except RematchExists as exists:
            stored = await self._rounds.load(exists.round_id)
            if not await self._board.post_unseen(answer, stored):
                text = say("The rematch is already open: {place}", place=stored.place.link)
                await answer.send_private(text)
            return
        log.info("round=%d game=%s opened after round=%d", new.id, new.game, before.id)
        over = self._drawings.frame(before)
        tools = tuple(tool for tool in over.tools if tool.verb not in ("rematch", "again"))
        note = (
            say("A new game was opened below.")
            if new.successor_of is None
            else say("A rematch was opened below.")
        )
        over = replace(over, tools=tools, notes=(*over.notes, note))
        try:
            await answer.redraw(self._drawings.draw(over))
        except DISCORD_ERRORS as error:  # the old message may be gone; the new round goes on
            log.info("round=%d could not be redrawn after its rematch: %s", before.id, error)
        await self._board.post_round(answer, new)
        await self._private_screens.show_own(answer, new)

    # All of them ---------------------------------------------------------------------

    async def _carry_out(
        self,
        answer: Answer,
        round_id: int,
        change: Change,
        logged: Action | str,
        *,
        resume: bool = True,
        private: bool = False,
        own: Drawing | None = None,
        moment: int | None = None,
    ) -> StoredRound:
        """Change a round, then redraw its messages; return the round after the change.

        `logged` names the act. A resting round is resumed first, unless `resume` is false;
        `private` allows changes of private rounds. The private message of a pressed button becomes
        `own`, if given. On a sheet for everybody a choice at a `moment` begins a turn first.
        """
        stored = await self._rounds.load_for(answer, round_id, resume=resume, private=private)
        if moment is not None:
            await self._rounds.take_turn(answer, stored, moment)
        now = discord.utils.utcnow()
        before, after = await self._rounds.change(round_id, change, now)
        answer.stored = after is not before
        log_act(before, after, answer.user, logged)
        try:
            await self._board.draw_pressed(answer, after, own, anew=begins_anew(before, after))
        except TimeoutError:  # the round goes on; its board is redrawn by the next tick
            raise
        except DISCORD_ERRORS:  # the act is saved, and the other players have to see it
            await self._board.refresh(after)
            raise
        finally:
            await self._board.after_change(before, after)
        return after


def _chosen(answer: Answer) -> Action:
    """Return the action that was chosen from a menu. Raises BadCode."""
    return Action.parse(next(iter(answer.chosen), ""))
