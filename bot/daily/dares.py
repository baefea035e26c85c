"""Dares on Discord: their cards, attempts at their dice, and their ends.

A card offers the dice of a member's sheet in a public message; *Play these dice* begins a private
attempt. When its time is over, or its owner closes it, one transaction closes all attempts, and
only then the seed is revealed.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

import discord

from bot.daily import dare_pages
from bot.daily.attempts import CLOSED, Attempts
from bot.daily.card_edit import edited
from bot.daily.controls import key_at
from bot.daily.sets import PLAYED_WITHIN, Dare, Key, SharedSet, key_of
from bot.daily.store import sets as store
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
from bot.ui.requests import DISCORD_ERRORS, reason, unasked
from rules.errors import BadCode, Refusal
from rules.text import Command, say

log = logging.getLogger(__name__)

Review: TypeAlias = Callable[[Answer, StoredRound], Awaitable[None]]

AT_ONCE = 20
"""The maximum number of cards that a tick draws, and of rounds whose seeds it opens."""

_POSTED = say("The dare is posted: the card is below.")
_GONE = say("These dice are gone: the bot no longer stores them.")
_NOT_YOURS = say(
    "Only who filled this sheet can dare others with it. Fill one alone with {command}, then dare "
    "them with yours.",
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

    `review` shows a member the review of a round.
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
        attempts: Attempts,
        review: Review,
    ) -> None:
        self._channels, self._storage = channels, storage
        self._rounds, self._board, self._drawings = rounds, board, drawings
        self._opening, self._servers, self._pings = opening, servers, pings
        self._names, self._attempts, self._review = names, attempts, review
        self._on_press = {
            "join": self._join,
            "close": self._close,
            "review": self._look_back,
            "more": self._more,
        }

    # Cards ---------------------------------------------------------------------------

    async def ask(self, answer: Answer, pressed: CustomId) -> None:
        """Ask whom to dare with a sheet, or dare the member who was chosen. Raises Stale."""
        if answer.chosen:
            member, bot = answer.chosen_member
            check_opponent(oneself=member == answer.user, bot=bot)
            reach.check_comes(answer.interaction, member)
            await self._offer(answer, pressed, member)
            return
        stored, _ = await self._on_offer(answer, pressed)
        post, dare = (CustomId("tool", stored.id, stored.moment, verb) for verb in (OFFER, BEAT))
        points = total(stored) or 0
        await answer.show_private(dare_pages.asked(points, post, dare, answer.renderer))

    async def offer(self, answer: Answer, pressed: CustomId) -> None:
        """Dare everybody with a sheet. Raises Stale."""
        await self._offer(answer, pressed, None)

    async def _on_offer(self, answer: Answer, pressed: CustomId) -> tuple[StoredRound, Seed]:
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
        stored, seed = await self._on_offer(answer, pressed)
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
            hinted=any(one.hinted for one in stored.players),
        )
        _, after = await self._rounds.change(stored.id, round_luck.offer_on_card(dare.until))
        shared = SharedSet(key_of(seed), seed, dare=dare)
        opened = await self._storage.write(store.open_dare, shared, stored)
        if opened.seed is None or opened.seed.secret != seed.secret:
            raise Stale  # another dare has this number, once in 10⁹
        log.info("dare=%s game=%s round=%d offered", shared.key, stored.game, stored.id)
        posted = layout.message([_POSTED], answer.renderer)
        await self._board.draw_pressed(answer, after, posted)
        pinged = [one for one in others if self._pings.allow(answer.user, one)]
        card = await answer.post(await self._drawn(opened), pinged=pinged)
        await self._storage.write(store.place_card, opened.key, card)

    # Presses -------------------------------------------------------------------------

    async def press(self, answer: Answer, pressed: CustomId) -> None:
        """Carry out a control of a card. Raises BadCode."""
        act = self._on_press.get(pressed.verb)
        if act is None:
            raise BadCode
        shared = await self._storage.read(store.load_set, key_at(pressed))
        dare = None if shared is None else shared.dare
        if shared is None or dare is None or dare.guild != answer.interaction.guild_id:
            raise Refusal(_GONE)
        await act(answer, shared, dare)

    async def _more(self, answer: Answer, shared: SharedSet, _: Dare) -> None:
        """Show what else can be done with the own attempt."""
        stored = await self._attempts.of(shared.key, answer.user)
        if stored is None:
            raise Refusal(_NOT_PLAYED)
        await show_tools(answer, stored, self._names.name)

    async def _look_back(self, answer: Answer, shared: SharedSet, _: Dare) -> None:
        """Review the own attempt once the set is revealed."""
        stored = await self._attempts.of(shared.key, answer.user)
        if stored is None or not stored.finished:
            raise Refusal(_NOT_PLAYED)
        check_look_back(stored, answer.user)
        await self._review(answer, stored)

    async def _join(self, answer: Answer, shared: SharedSet, dare: Dare) -> None:
        """Show a member their attempt; on an open card one begins if there is none."""
        if _is_over(shared, dare):
            await self._show_end(answer, shared, dare)
            return
        if dare.owner == answer.user:
            await self._show_own(answer, shared)
            return
        answer.defer_in_private()
        stored = await self._attempts.of(shared.key, answer.user)
        if stored is None:
            stored = await self._begin(answer, shared, dare)
        await answer.show_private(await self._attempts.draw(answer, stored))

    async def _begin(self, answer: Answer, shared: SharedSet, dare: Dare) -> StoredRound:
        await self._opening.admit(answer)
        offered = dare.until - PLAYED_WITHIN
        if await self._storage.read(erasures.erased_since, answer.user, offered):
            raise Refusal(_ERASED)
        if shared.sheet is None:
            raise Refusal(_GONE)
        return await self._attempts.begin(shared, shared.sheet, answer.user, dare.guild)

    async def _show_own(self, answer: Answer, shared: SharedSet) -> None:
        """Show the owner of a card what they can do with it: close it."""
        button = dare_pages.close_button(shared.key, answer.renderer)
        await answer.send_private(_OWN_DICE, buttons=[button])

    async def _close(self, answer: Answer, shared: SharedSet, dare: Dare) -> None:
        """Close a card before its time, from the page of its owner; cards of 1.x lead to it."""
        if _is_over(shared, dare):
            await self._show_end(answer, shared, dare)
            return
        if dare.owner != answer.user:
            raise Refusal(_NOT_OWNER)
        if not answer.private:
            await self._show_own(answer, shared)
            return
        await self._closed(shared.key, dare)
        answer.stored = True
        told = say("The card has closed: {place}", place=_place(dare))
        await answer.turn_to(layout.message([told], answer.renderer))
        await self._refresh(shared.key)

    # Ends ----------------------------------------------------------------------------

    async def keep(self) -> None:
        """Close due cards, judge attempts, reveal the seeds of rounds, and redraw changed cards."""
        now = discord.utils.utcnow()
        due = await self._storage.read(store.due, now)
        for shared in due:
            if shared.dare is not None:
                await self._closed(shared.key, shared.dare)
        if due:
            await self._attempts.judges.judge_left()
        await self._storage.write(store.reveal, now)
        for round_id in (await self._storage.read(deadlines.to_reveal, now))[:AT_ONCE]:
            await self._reveal(round_id)
        for shared in await self._storage.read(store.undrawn, AT_ONCE):
            if shared.dare is not None and shared.closed is None:
                await self._tell_owner(shared.key, shared.dare)
            await self._refresh(shared.key)

    async def _tell_owner(self, key: Key, dare: Dare) -> None:
        """Notify the owner of a card of the first other member who has played it.

        The notice is stored before it is sent, so it is sent at most once. Owners without reminders
        see it on the card only.
        """
        if dare.told or dare.owner is None:
            return
        finished = await self._storage.read(store.finished_at, key)
        own = next((one for one in finished if one.member == dare.owner), None)
        played = [one for one in finished if one.member != dare.owner]
        if own is None or not played or not await self._storage.write(store.tell_owner, key):
            return
        wanted = (await self._servers.settings(dare.guild)).reminders
        silent = await self._storage.read(member_settings.unreminded_among, [dare.owner])
        if silent or not wanted:
            return
        told = dare_pages.told_owner(own, played[0], _place(dare))
        text = self._renderer(dare).text(told)
        try:
            with unasked():
                await self._channels.post(_place(dare), text, [dare.owner])
        except DISCORD_ERRORS as error:
            log.info("dare=%s its owner could not be notified: %s", key, reason(error))

    async def _closed(self, key: Key, dare: Dare) -> None:
        """Close all attempts at a set, reveal its seed, and then that of its round."""
        now = discord.utils.utcnow()
        if await self._storage.write(store.close_dare, key, now):
            log.info("dare=%s game=%s closed", key, dare.game)
        await self._storage.write(store.reveal, now)
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
        shared = await self._storage.read(store.load_set, key)
        dare = None if shared is None else shared.dare
        if shared is None or dare is None or dare.message is None:
            return
        drawing = await self._drawn(shared)
        if await edited(self._channels, _place(dare), drawing, f"dare={key}") is not None:
            await self._drawn_now(shared)

    async def _drawn_now(self, shared: SharedSet) -> None:
        if shared.dare is not None:
            await self._storage.write(store.mark_drawn, shared.key, shared.dare.version)

    # Drawing -------------------------------------------------------------------------

    async def _show_end(self, answer: Answer, shared: SharedSet, dare: Dare) -> None:
        """Redraw a card that was pressed after its end, or another message of it of 1.x."""
        if shared.closed is None:
            await self._closed(shared.key, dare)
            now_closed = await self._storage.read(store.load_set, shared.key)
            shared = now_closed or shared
        drawing = await self._drawn(shared)
        if answer.private:
            raise Refusal(CLOSED)
        await answer.redraw(drawing)
        pressed = answer.interaction.message
        if pressed is not None and pressed.id == dare.message:
            await self._drawn_now(shared)

    async def _drawn(self, shared: SharedSet) -> Drawing:
        dare = shared.dare
        if dare is None:
            raise Refusal(_GONE)
        finished = await self._storage.read_beside(store.finished_at, shared.key)
        return dare_pages.card(self._renderer(dare), shared, dare, finished)

    def _renderer(self, dare: Dare) -> DiscordRenderer:
        return replace(self._drawings.renderer(dare.language), counts_down=True)


def _is_over(shared: SharedSet, dare: Dare) -> bool:
    return shared.closed is not None or discord.utils.utcnow() >= dare.until


def _place(dare: Dare) -> Place:
    return Place(dare.channel, dare.message, dare.guild)
