"""Dares on Discord: their cards, private rounds with their dice, and their ends.

A card offers the dice of a member's sheet in a public message; *Play these dice* begins a private
round. When the time of the dare is over, or its owner closes it, one transaction closes all private
rounds, and only then the seed is revealed.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import TypeAlias

import discord

from bot.daily import dare_pages
from bot.daily.card_edit import edit_card
from bot.daily.controls import key_at
from bot.daily.private_rounds import CLOSED, PrivateRounds
from bot.daily.shared_dice import PLAYED_WITHIN, Dare, Key, SharedDice, dare_key
from bot.daily.store import shared_dice as store
from bot.language.render import Place
from bot.play.boards.board import Board
from bot.play.boards.drawings import Drawings
from bot.play.boards.private_screens import show_tools
from bot.play.opening.opening import Opening
from bot.play.quotas import Pings
from bot.play.rounds import Rounds
from bot.play.servers import Servers
from bot.storage.thread import StorageThread
from bot.table import round_luck
from bot.table.frame import BEAT, OFFER
from bot.table.opening import check_opponent
from bot.table.refusals import Stale
from bot.table.round_luck import check_look_back
from bot.table.seed import Seed
from bot.table.store import deadlines, erasures, member_settings
from bot.table.store.entries import total
from bot.table.store.errors import RoundGone
from bot.table.stored_round import StoredRound
from bot.ui import reach
from bot.ui.answer import Answer
from bot.ui.channels import Channels
from bot.ui.custom_ids import CustomId
from bot.ui.drawing import layout
from bot.ui.drawing.components import Drawing
from bot.ui.drawing.discord_renderer import DiscordRenderer
from bot.ui.drawing.mentions import DisplayNames
from bot.ui.requests import DISCORD_ERRORS, StillUnderWay, reason, unasked
from rules.errors import BadCode, Refusal
from rules.text import Command, say

log = logging.getLogger(__name__)

ShowReview: TypeAlias = Callable[[Answer, StoredRound], Awaitable[None]]

AT_ONCE = 20
"""The maximum number of cards that a tick draws, and of rounds whose seeds it opens."""

_POSTED = say("The dare is posted: the card is below.")
_GONE = say("These dice are gone: the bot no longer stores them.")
_NOT_YOURS = say(
    "Only the person who filled this sheet can dare others with it. Fill one alone with {command}, "
    "then dare them with yours.",
    command=Command("play"),
)
_NOT_OWNER = say("Only the person who posted this can close it early.")
_OWN_DICE = say(
    "These are your own dice: now the others have to beat them! Once you close the card, they are "
    "over for everybody."
)
_ERASED = say(
    "You erased your data after these dice were offered, so the bot cannot know whether you "
    "have played them. You can play the next card."
)
_NOT_PLAYED = say("Play these dice to the end first. Then you can look back at them.")


class Dares:
    """Answers *Dare others* and the controls of cards, and closes cards.

    `show_review` shows a member the review of a round.
    """

    def __init__(
        self,
        *,
        channels: Channels,
        storage: StorageThread,
        rounds: Rounds,
        board: Board,
        drawings: Drawings,
        opening: Opening,
        servers: Servers,
        pings: Pings,
        names: DisplayNames,
        private_rounds: PrivateRounds,
        show_review: ShowReview,
    ) -> None:
        self._channels, self._storage = channels, storage
        self._rounds, self._board, self._drawings = rounds, board, drawings
        self._opening, self._servers, self._pings = opening, servers, pings
        self._names, self._private_rounds, self._show_review = names, private_rounds, show_review
        self._handlers = {
            "join": self._join,
            "close": self._close,
            "review": self._review,
            "more": self._more,
        }

    # Cards ---------------------------------------------------------------------------

    async def ask_whom(self, answer: Answer, pressed: CustomId) -> None:
        """Ask whom to dare with a sheet, or dare the member who was chosen. Raises Stale."""
        if answer.chosen:
            member, bot = answer.chosen_member
            check_opponent(oneself=member == answer.user, bot=bot)
            reach.check_comes(answer.interaction, member)
            await self._offer(answer, pressed, member)
            return
        stored, _ = await self._load_offerable(answer, pressed)
        post, dare = (CustomId("tool", stored.id, stored.moment, verb) for verb in (OFFER, BEAT))
        points = total(stored) or 0
        await answer.show_private(dare_pages.whom_to_dare(points, post, dare, answer.renderer))

    async def offer(self, answer: Answer, pressed: CustomId) -> None:
        """Dare everybody with a sheet. Raises Stale."""
        await self._offer(answer, pressed, None)

    async def _load_offerable(self, answer: Answer, pressed: CustomId) -> tuple[StoredRound, Seed]:
        """Return a sheet that its player may offer now, with its seed. Raises Stale."""
        stored = await self._rounds.load_for(answer, pressed.round, resume=False)
        seed = stored.seed
        if stored.end.secret_until is None or stored.end.has_card or seed is None:
            raise Stale
        if not stored.seats_of(answer.user):
            raise Refusal(_NOT_YOURS)
        if stored.end.secret_until <= discord.utils.utcnow():
            await self._rounds.change(stored.id, round_luck.reveal)
            raise Stale
        return stored, seed

    async def _offer(self, answer: Answer, pressed: CustomId, invited: int | None) -> None:
        """Post the card of a sheet that its player has filled alone. Raises Stale.

        Its message pings an `invited` member, unless they were pinged too often.
        """
        stored, seed = await self._load_offerable(answer, pressed)
        now = discord.utils.utcnow()
        others = () if invited is None else (invited,)
        await self._opening.admit(answer, others)
        dare = Dare(
            stored.game,
            answer.user,
            now + PLAYED_WITHIN,
            stored.language,
            stored.place.channel,
            stored.place.guild,
            invited=invited,
            round=stored.id,
            hinted=any(player.hinted for player in stored.players),
        )
        _, after = await self._rounds.change(stored.id, round_luck.offer_on_card(dare.until))
        new = SharedDice(dare_key(seed), seed, dare=dare)
        dice = await self._storage.write(store.open_dare, new, stored)
        if dice.seed is None or dice.seed.secret != seed.secret:
            raise Stale  # another dare has this number, once in 10⁹
        log.info("dare=%s game=%s round=%d offered", dice.key, stored.game, stored.id)
        page = layout.message([_POSTED], answer.renderer)
        await self._board.draw_pressed(answer, after, page)
        pinged = [member for member in others if self._pings.allow(answer.user, member)]
        try:
            message = await answer.post(await self._draw_card(dice), pinged=pinged)
        except StillUnderWay as error:
            error.then(partial(self._place, dice.key))
            raise
        await self._place(dice.key, message)

    async def _place(self, key: Key, message: int) -> None:
        """Store the message of a card that is posted, however late."""
        await self._storage.write(store.place_card, key, message)

    # Presses -------------------------------------------------------------------------

    async def press_card_control(self, answer: Answer, pressed: CustomId) -> None:
        """Carry out a control of a card. Raises BadCode."""
        handler = self._handlers.get(pressed.verb)
        if handler is None:
            raise BadCode
        dice = await self._storage.read(store.load_dice, key_at(pressed))
        dare = None if dice is None else dice.dare
        if dice is None or dare is None:  # an earlier database stands in place of its own
            await answer.withdraw_controls(_GONE, await self._opening.public_language(answer))
            return
        if dare.guild != answer.interaction.guild_id:
            raise Refusal(_GONE)
        await handler(answer, dice, dare)

    async def _more(self, answer: Answer, dice: SharedDice, _: Dare) -> None:
        """Show what else a member can do with their own round."""
        stored = await self._private_rounds.load_own(dice.key, answer.user)
        if stored is None:
            raise Refusal(_NOT_PLAYED)
        await show_tools(answer, stored, self._names.name)

    async def _review(self, answer: Answer, dice: SharedDice, _: Dare) -> None:
        """Review a member's own round once the seed is revealed."""
        stored = await self._private_rounds.load_own(dice.key, answer.user)
        if stored is None or not stored.finished:
            raise Refusal(_NOT_PLAYED)
        check_look_back(stored, answer.user)
        await self._show_review(answer, stored)

    async def _join(self, answer: Answer, dice: SharedDice, dare: Dare) -> None:
        """Show a member their private round, begun now on an open card if there is none."""
        if _is_over(dice, dare):
            await self._show_end(answer, dice, dare)
            return
        if dare.owner == answer.user:
            await self._show_own(answer, dice)
            return
        answer.defer_in_private()
        stored = await self._private_rounds.load_own(dice.key, answer.user)
        if stored is None:
            stored = await self._begin(answer, dice, dare)
        await answer.show_private(await self._private_rounds.draw(answer, stored))

    async def _begin(self, answer: Answer, dice: SharedDice, dare: Dare) -> StoredRound:
        await self._opening.admit(answer)
        offered = dare.until - PLAYED_WITHIN
        if await self._storage.read(erasures.erased_since, answer.user, offered):
            raise Refusal(_ERASED)
        if dice.sheet is None:
            raise Refusal(_GONE)
        return await self._private_rounds.begin(dice, dice.sheet, answer.user, dare.guild)

    async def _show_own(self, answer: Answer, dice: SharedDice) -> None:
        """Show the owner of a card what they can do with it: close it."""
        button = dare_pages.close_button(dice.key, answer.renderer)
        await answer.send_private(_OWN_DICE, buttons=[button])

    async def _close(self, answer: Answer, dice: SharedDice, dare: Dare) -> None:
        """Close a card before its time, from the page of its owner; cards of 1.x lead to it."""
        if _is_over(dice, dare):
            await self._show_end(answer, dice, dare)
            return
        if dare.owner != answer.user:
            raise Refusal(_NOT_OWNER)
        if not answer.private:
            await self._show_own(answer, dice)
            return
        await self._close_dare(dice.key, dare)
        answer.stored = True
        text = say("The card has closed: {place}", place=_place(dare))
        await answer.turn_to(layout.message([text], answer.renderer))
        await self._refresh(dice.key)

    # Ends ----------------------------------------------------------------------------

    async def keep_cards(self) -> None:
        """Close due dares, judge their rounds, reveal the seeds of rounds, redraw changed cards."""
        now = discord.utils.utcnow()
        due = await self._storage.read(store.due_dares, now)
        for dice in due:
            if dice.dare is not None:
                await self._close_dare(dice.key, dice.dare)
        if due:
            await self._private_rounds.judge.judge_unjudged()
        await self._storage.write(store.reveal_seeds, now)
        for round_id in (await self._storage.read(deadlines.to_reveal, now))[:AT_ONCE]:
            await self._reveal(round_id)
        for dice in await self._storage.read(store.undrawn_dares, AT_ONCE):
            if dice.dare is not None and dice.closed is None:
                await self._notify_owner(dice.key, dice.dare)
            await self._refresh(dice.key)

    async def _notify_owner(self, key: Key, dare: Dare) -> None:
        """Notify the owner of a card of the first other member who has played it.

        The notice is stored before it is sent, so it is sent at most once. Owners without reminders
        see it on the card only.
        """
        if dare.told or dare.owner is None:
            return
        finished = await self._storage.read(store.finished_entries, key)
        own = next((entry for entry in finished if entry.member == dare.owner), None)
        others = [entry for entry in finished if entry.member != dare.owner]
        if (
            own is None
            or not others
            or not await self._storage.write(store.claim_owner_notice, key)
        ):
            return
        wanted = (await self._servers.settings(dare.guild)).reminders
        silent = await self._storage.read(member_settings.unreminded_among, [dare.owner])
        if silent or not wanted:
            return
        notice = dare_pages.owner_notice(own, others[0], _place(dare))
        text = self._renderer(dare).text(notice)
        try:
            with unasked():
                await self._channels.post(_place(dare), text, [dare.owner])
        except DISCORD_ERRORS as error:
            log.info("dare=%s its owner could not be notified: %s", key, reason(error))

    async def _close_dare(self, key: Key, dare: Dare) -> None:
        """Close the private rounds of a dare, reveal their seed, and then that of its own round."""
        now = discord.utils.utcnow()
        if await self._storage.write(store.close_dare, key, now):
            log.info("dare=%s game=%s closed", key, dare.game)
        await self._storage.write(store.reveal_seeds, now)
        if dare.round is not None:
            await self._reveal(dare.round)

    async def _reveal(self, round_id: int) -> None:
        try:
            _, after = await self._rounds.change(round_id, round_luck.reveal)
        except RoundGone:
            return
        await self._board.refresh(after)

    async def _refresh(self, key: Key) -> None:
        """Redraw a card; after a refusal by Discord the next press redraws it."""
        dice = await self._storage.read(store.load_dice, key)
        dare = None if dice is None else dice.dare
        if dice is None or dare is None or dare.message is None:
            return
        drawing = await self._draw_card(dice)
        if await edit_card(self._channels, _place(dare), drawing, f"dare={key}") is not None:
            await self._mark_drawn(dice)

    async def _mark_drawn(self, dice: SharedDice) -> None:
        if dice.dare is not None:
            await self._storage.write(store.mark_drawn, dice.key, dice.dare.version)

    # Drawing -------------------------------------------------------------------------

    async def _show_end(self, answer: Answer, dice: SharedDice, dare: Dare) -> None:
        """Redraw a card that was pressed after its end, or another message of it of 1.x."""
        if dice.closed is None:
            await self._close_dare(dice.key, dare)
            closed = await self._storage.read(store.load_dice, dice.key)
            dice = closed or dice
        drawing = await self._draw_card(dice)
        if answer.private:
            raise Refusal(CLOSED)
        await answer.redraw(drawing)
        message = answer.interaction.message
        if message is not None and message.id == dare.message:
            await self._mark_drawn(dice)

    async def _draw_card(self, dice: SharedDice) -> Drawing:
        dare = dice.dare
        if dare is None:
            raise Refusal(_GONE)
        finished = await self._storage.read_beside(store.finished_entries, dice.key)
        return dare_pages.dare_card(self._renderer(dare), dice, dare, finished)

    def _renderer(self, dare: Dare) -> DiscordRenderer:
        return replace(self._drawings.renderer(dare.language), counts_down=True)


def _is_over(dice: SharedDice, dare: Dare) -> bool:
    return dice.closed is not None or discord.utils.utcnow() >= dare.until


def _place(dare: Dare) -> Place:
    return Place(dare.channel, dare.message, dare.guild)
