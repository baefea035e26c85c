"""What the press of each kind of control does."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Protocol, TypeAlias

import discord

from bot.play import own_rounds, private, proofs
from bot.play.interactions import Interactions
from bot.play.opening import Opening
from bot.review.coach import Coach
from bot.review.hint_and_review import HintAndReview
from bot.review.look_back import LookBack
from bot.review.replay import Replays
from bot.storage.errors import RematchExists
from bot.table import lobby
from bot.table.commitment import Reserved
from bot.table.refusals import NotSeated, Stale
from bot.table.stored_round import StoredRound
from bot.table.use_cases import Change, may_close
from bot.ui import custom_ids, layout, reach, rules_pages
from bot.ui.custom_ids import CustomId, Kind
from bot.ui.requests import DISCORD_ERRORS
from bot.ui.response import Response
from rules.errors import BadCode
from rules.screen import Action
from rules.text import say

Follow: TypeAlias = Callable[[StoredRound, int, datetime, Reserved], StoredRound]
"""Returns the round that follows another one, asked for by a member at a time."""

log = logging.getLogger(__name__)

ANALYSES = ("walk", "retry", "choose", "decide", "pick", "every")
"""The kinds of controls that ask for an analysis."""

ANALYSIS_TOOLS = tuple(
    ("tool", what)
    for what in ("hint", "review", "share", "mistakes", "replay", "animate", "watch", "post")
)
"""The tools of the table that ask for one."""


class Panel(Protocol):
    """A private page of controls that belong to no round."""

    async def press(self, response: Response, pressed: CustomId, chosen: Sequence[str]) -> None:
        """Do what one of its controls stands for; `chosen` are the values chosen from a menu."""


class Presses:
    """Reads the custom id of a pressed control and does what it stands for.

    It does not matter whether the message still shows the control: the moment
    in the id tells whether it still counts. `panels` answer the kinds of controls that
    belong to no round.
    """

    def __init__(
        self,
        interactions: Interactions,
        hint_and_review: HintAndReview,
        coach: Coach,
        opening: Opening,
        panels: Mapping[Kind, Panel],
    ) -> None:
        self._interactions = interactions
        self._coach = coach
        self._hint_and_review, self._opening, self._panels = hint_and_review, opening, panels
        self._look_back = LookBack(interactions, hint_and_review)
        self.replays = Replays(interactions, hint_and_review)
        self._table, self._worker = interactions.table, interactions.worker
        self._board, self._selections = interactions.board, interactions.selections

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the press of a button or the choice from a menu."""
        data: Any = interaction.data or {}
        text = str(data.get("custom_id", ""))
        pressed = custom_ids.read(text)
        if pressed is None:
            await self._unknown(interaction, custom_ids.round_of(text))
            return
        values = [str(value) for value in data.get("values") or ()]

        async def do(response: Response) -> None:
            await self._do(response, pressed, values)

        # An analysis takes long and changes nothing: presses go on meanwhile.
        wait = pressed.kind not in ANALYSES and (pressed.kind, pressed.what) not in ANALYSIS_TOOLS
        await self._interactions.answer(interaction, pressed.round, do, wait=wait)

    async def _do(self, response: Response, pressed: CustomId, values: Sequence[str]) -> None:
        chosen = values[0] if values else ""
        match pressed.kind:
            case "press":
                await self._act(response, pressed, Action.parse(pressed.what))
            case "menu":
                await self._act(response, pressed, Action.parse(chosen))
            case "mark":
                await self._select(response, pressed)
            case "select":
                await self._hint_and_review.select(response, pressed)
            case "submit":
                await self._submit(response, pressed)
            case "peek":
                await self._peek(response, pressed)
            case "lobby":
                await self._lobby(response, pressed, Action.parse(pressed.what))
            case "seat":
                await self._lobby(response, pressed, Action.parse(chosen))
            case "tool":
                await self._use(response, pressed)
            case "rules":
                page = rules_pages.turn_to(pressed.what, response.renderer)
                await (response.redraw(page) if response.private else response.show_private(page))
            case "thread":
                await self._opening.open_elsewhere(response, pressed)
            case "ask" | "setting" | "bar" | "privacy" | "daily" | "stats":
                await self._panels[pressed.kind].press(response, pressed, values)
            case "walk" | "retry" | "choose" | "decide" | "pick" | "every":
                await self._look_back.press(response, pressed, chosen)

    async def _unknown(self, interaction: discord.Interaction[Any], round_id: int | None) -> None:
        """Answer the press of a control that no version draws any more."""

        async def do(response: Response) -> None:
            if round_id is None:
                await response.send_private(say("This button is no longer in use."))
            else:
                stored = await self._interactions.load(response, round_id)
                await self._interactions.draw(response, stored)

        await self._interactions.answer(interaction, round_id or 0, do)

    async def _act(self, response: Response, pressed: CustomId, action: Action) -> None:
        """Do a game's action."""
        now = discord.utils.utcnow()
        change = self._table.act(response.user, pressed.moment, action, now)
        before, after = await self._interactions.change(response, pressed.round, change, action)
        self._coach.heed(response, before, after, action)

    async def _select(self, response: Response, pressed: CustomId) -> None:
        """Select a die, or take it out of the selection.

        On a message that the round has left, the press only shows where it is.
        """
        stored, seat = await self._interactions.at_turn(response, pressed.round, pressed.moment)
        message = response.interaction.message
        if not response.private and message and stored.message not in (None, message.id):
            await self._interactions.draw(response, stored)
            return
        mark = self._board.prepared(stored).mark
        if not response.private and (mark is None or int(pressed.what) > len(mark.faces)):
            raise Stale
        selected = self._interactions.selected(response, stored, seat)
        changed = {*selected} ^ {int(pressed.what)}
        self._selections.set(stored, seat, tuple(sorted(changed)))
        try:
            await self._interactions.draw(response, stored)
        except Exception:  # the player sees the old selection, or the next press tells
            self._selections.restore(stored, seat, selected)
            raise

    async def _submit(self, response: Response, pressed: CustomId) -> None:
        """Do a verb to the dice that the member has selected."""
        stored, seat = await self._interactions.at_turn(response, pressed.round, pressed.moment)
        selected = self._interactions.selected(response, stored, seat)
        if not selected:
            await response.send_private(say("Select at least one die first, then reroll."))
            return
        positions = "".join(str(position) for position in selected)
        await self._act(response, pressed, Action(pressed.what, positions))

    async def _peek(self, response: Response, pressed: CustomId) -> None:
        """Show a seat its own Screen in private."""
        stored = await self._interactions.load(response, pressed.round)
        seats = stored.seats_of(response.user)
        if not seats:
            raise NotSeated
        screen = self._interactions.private_screen(response, stored, seats[0])
        await response.show_private(screen)

    async def _lobby(self, response: Response, pressed: CustomId, action: Action) -> None:
        """Change a round that waits for players."""
        if action == lobby.HOW_TO_PLAY:
            await private.how_to_play(
                response, await self._interactions.load(response, pressed.round)
            )
            return
        if action.verb in ("join", "start"):
            await self._opening.admit(response)
        change = self._lobby_change(response.user, action, pressed.moment)
        await self._interactions.change(response, pressed.round, change, action.code)

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

    async def _use(self, response: Response, pressed: CustomId) -> None:
        """Use a tool of the table: leave, close, rematch, hint, take back, review and so on."""
        match pressed.what:
            case "leave":
                stored = await self._interactions.load(response, pressed.round, resume=False)
                await private.ask_to_leave(response, stored)
            case "leave-now":
                change = self._table.leave(response.user, discord.utils.utcnow())
                await self._interactions.change(
                    response, pressed.round, change, pressed.what, resume=False
                )
            case "close" | "close-now":
                await self._close(response, pressed)
            case "rematch":
                await self._follow(response, pressed, self._table.rematch)
            case "again":
                await self._follow(response, pressed, self._table.again)
            case "continue":
                await own_rounds.take_up(self._interactions, self._opening, response, pressed.round)
            case "hint":
                await self._hint_and_review.hint(response, pressed)
            case "review":
                await self._hint_and_review.review(response, pressed)
            case "share":
                await self._hint_and_review.share(response, pressed)
            case "mistakes":
                await self._look_back.mistakes(response, pressed)
            case "replay":  # what Step by step was called at first
                await self._look_back.step_by_step(response, pressed)
            case "animate":
                await self.replays.animate(response, pressed)
            case "watch":
                await self.replays.watch(response, pressed)
            case "post":
                await self.replays.post(response, pressed)
            case "proof":
                channel = response.interaction.channel_id or 0
                await proofs.hand_out(response, self._worker, pressed.round, channel)
            case "take-back":
                await self._coach.take_back(response, pressed)
            case _:
                raise BadCode

    async def _close(self, response: Response, pressed: CustomId) -> None:
        """Close a round; where others sit in it, ask first."""
        stored = await self._interactions.load(response, pressed.round, resume=False)
        manages = private.may_manage(response.interaction)
        others = {*stored.people} - {response.user}
        asks = pressed.what == "close" and stored.open and others
        if asks and may_close(stored, response.user, manages):
            await private.ask_to_close(response, stored)
            return
        change = self._table.close(response.user, manages)
        await self._interactions.change(response, pressed.round, change, "close", resume=False)

    async def _follow(self, response: Response, pressed: CustomId, follow: Follow) -> None:
        """Open the round that follows this one: its rematch, or the same seats again."""
        before = await self._interactions.load(response, pressed.round)
        await self._opening.check(response, before.game, before.people)
        now = discord.utils.utcnow()
        try:
            new = await self._worker.open(
                before.channel,
                lambda reserved: reach.placed(
                    follow(
                        before,
                        response.user,
                        now,
                        replace(reserved, interaction=response.interaction.id),
                    ),
                    response.interaction,
                ),
                slow=before.slow,
            )
        except RematchExists as exists:
            stored = await self._worker.load(exists.round_id)
            if not await self._interactions.post_unseen(response, stored):
                place = stored.place
                text = say("The rematch is already open: {place}", place=place)
                await response.send_private(text)
            return
        log.info("round=%d game=%s opened after round=%d", new.id, new.game, before.id)
        over = self._board.frame(before)
        tools = tuple(tool for tool in over.tools if tool.verb not in ("rematch", "again"))
        note = (
            say("A new round was opened below.")
            if new.successor_of is None
            else say("A rematch was opened below.")
        )
        over = replace(over, tools=tools, notes=(*over.notes, note))
        try:
            await response.redraw(
                layout.draw(over, self._board.emoji, commands=self._board.commands)
            )
        except DISCORD_ERRORS as error:  # the old message may be gone; the new round goes on
            log.info("round=%d could not be redrawn after its rematch: %s", before.id, error)
        await self._interactions.post(response, new)
