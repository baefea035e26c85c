"""Sets with a card on Discord: own dice for others to play, or new dice for all; then the table.

A card is a public message with one button; whoever presses it plays in private. When its time is
over, or its owner closes it, one transaction closes all attempts, then the seed is revealed and
the card becomes the table.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from fractions import Fraction
from functools import partial
from hashlib import sha256
from secrets import token_bytes
from typing import TYPE_CHECKING, TypeAlias

import discord

from bot.daily import set_pages, store
from bot.daily.attempts import CLOSED, Attempts
from bot.daily.controls import DETAILS, key_at
from bot.daily.parting import parted
from bot.daily.ranking import Entry
from bot.daily.set_pages import LISTED, Parting
from bot.daily.sets import PLAYED_WITHIN, Card, Key, SharedSet, key_of
from bot.language.render import Place
from bot.table import round_luck
from bot.table.commitment import Commitment
from bot.table.frame import OFFER
from bot.table.luck import SEED_BYTES
from bot.table.refusals import Stale
from bot.table.round_luck import check_look_back
from bot.table.store import deadlines, erasures, rounds
from bot.table.store.errors import RoundGone
from bot.table.stored_round import StoredRound
from bot.ui import components, layout, mentions, reach
from bot.ui.components import Drawing
from bot.ui.custom_ids import CustomId
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.localization import public_language
from bot.ui.rate_limits import RateLimit
from bot.ui.requests import DISCORD_ERRORS, reason, unasked
from bot.ui.response import Response
from rules.errors import BadCode, Refusal
from rules.text import Command, say

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)

Review: TypeAlias = Callable[[Response, StoredRound], Awaitable[None]]

AT_ONCE = 20
"""How many cards a tick draws at most, and of how many rounds it opens the seed."""

NEW_DICE, NEW_DICE_SECONDS = 5, 600.0
"""How often a member may deal new dice in so many seconds."""

GIVEN_UP = (400, 403, 404)
"""Statuses with which Discord refuses to edit a card for good; its next press redraws it."""

_OFFERED = say(
    "Post a card here with which everybody can play your dice? It tells how many points you made."
)
_POSTED = say("Your dice are posted: the card is below.")
_GONE = say("These dice are not played any more: nothing is stored of them.")
_NOT_YOURS = say(
    "Only whose dice these are can offer them. Fill a sheet alone with {command}, then offer "
    "yours.",
    command=Command("help"),
)
_NOT_OWNER = say(
    "Only who posted the card can close it. It closes by itself at the end of its time."
)
_ERASED = say(
    "You had everything about you erased since these dice were offered, so nobody can tell whether "
    "you have played them. The next card is open to you."
)
_NOT_PLAYED = say("You have not played these dice to the end, so there is nothing to look back at.")
_TOO_MANY = say("You have dealt new dice several times just now. Try again in some minutes.")
_FOLLOWED = say("New dice were dealt already: their card is below.")


class SetCards:
    """Answers *Let others play these dice* and the cards of sets; closes them.

    `review` shows a member the review of a round.
    """

    def __init__(self, bot: DicePokerBot, attempts: Attempts, review: Review) -> None:
        self._client, self._attempts, self._acts = bot, attempts, bot.acts
        self._review = review
        self._opening, self._servers, self._pings = bot.opening, bot.servers, bot.pings
        self._live, self._board, self._under_way = bot.live, bot.board, bot.under_way
        self._language, self._storage = bot.language, bot.live.storage
        self._dealt = RateLimit(NEW_DICE, NEW_DICE_SECONDS)

    # Cards ---------------------------------------------------------------------------

    async def ask(self, response: Response, pressed: CustomId) -> None:
        """Ask whether to post the card of a sheet that its player filled alone. Raises Stale."""
        stored, _ = await self._on_offer(response, pressed)
        post = CustomId("tool", stored.id, stored.moment, OFFER)
        label = response.renderer.text(say("Post it"))
        await response.send_private(_OFFERED, buttons=[components.button(post, label)])

    async def _on_offer(
        self, response: Response, pressed: CustomId
    ) -> tuple[StoredRound, Commitment]:
        """Return the sheet that its player may offer now, with its seed. Raises Stale."""
        stored = await self._acts.load(response, pressed.round, resume=False)
        seed = stored.commitment
        if stored.sealed_until is None or stored.has_card or seed is None:
            raise Stale
        if not stored.seats_of(response.user):
            raise Refusal(_NOT_YOURS)
        if stored.sealed_until <= discord.utils.utcnow():
            await self._live.change(stored.id, round_luck.unsealed)
            raise Stale
        return stored, seed

    async def offer(self, response: Response, pressed: CustomId) -> None:
        """Post the card of a sheet that its player has filled alone. Raises Stale."""
        stored, seed = await self._on_offer(response, pressed)
        now = discord.utils.utcnow()
        await self._opening.admit(response)
        card = Card(
            stored.game,
            response.user,
            now + PLAYED_WITHIN,
            stored.language,
            stored.channel,
            stored.guild,
            round=stored.id,
            helped=any(one.hinted or one.coached for one in stored.players),
        )
        shared = SharedSet(
            key_of(seed.digest),
            seed.seed,
            seed.digest,
            "",
            stored.opened,
            card=card,
            opened=seed.opening.number,
        )
        opened = await self._storage.write(store.open_set, shared, stored)
        if opened.digest != shared.digest:
            raise Refusal(_FOLLOWED)
        _, after = await self._live.change(stored.id, round_luck.with_card(card.until))
        log.info("set=%s game=%s round=%d offered", shared.key, stored.game, stored.id)
        posted = layout.message([_POSTED], response.renderer)
        await self._acts.draw(response, after, posted)
        await self._post(response, opened)
        self._under_way.begin(self._attempts.judges.judge_left())

    async def check(self, response: Response, game: str) -> None:
        """Raise a refusal where a member may not deal new dice of a game here."""
        if response.interaction.guild_id is None:
            reach.check_added(response.interaction)
            raise Refusal(say("The same dice are for the members of a server: ask for them there."))
        if self._dealt.reached(response.user):
            raise Refusal(_TOO_MANY)
        await self._opening.check(response, game)

    async def deal(
        self, response: Response, game: str, invited: int | None = None, *, ping: bool = False
    ) -> None:
        """Post a card with new dice, which nobody has seen; who posts it may play, too.

        `check` has refused nothing. With `ping` whoever is `invited` is told, unless the member
        has pinged them too often.
        """
        interaction = response.interaction
        settings = await self._servers.settings(interaction.guild_id)
        language = public_language(
            interaction, settings.chosen_language, self._language, response.language
        )
        now, seed = discord.utils.utcnow(), token_bytes(SEED_BYTES)
        digest = sha256(seed).hexdigest()
        until = now + PLAYED_WITHIN
        card = Card(
            game,
            response.user,
            until,
            language,
            interaction.channel_id or 0,
            interaction.guild_id,
            invited=invited,
        )
        shared = SharedSet(key_of(digest), seed, digest, "", now, card=card, opened=interaction.id)
        self._dealt.note(response.user)
        opened = await self._storage.write(store.open_set, shared)
        if opened.digest != digest:  # another set has this number: once in 10⁹
            raise Refusal(_TOO_MANY)
        log.info("set=%s game=%s dealt", shared.key, game)
        told = invited if ping else None
        if told is not None and not self._pings.allow(response.user, told):
            told = None
        await self._post(response, opened, told)

    async def _post(self, response: Response, shared: SharedSet, ping: int | None = None) -> None:
        posted = await response.post(await self._drawn(shared), ping=ping)
        await self._storage.write(store.place_card, shared.key, posted)

    # Presses -------------------------------------------------------------------------

    async def press(self, response: Response, pressed: CustomId) -> None:
        """Carry out a control of a card. Raises BadCode."""
        shared = await self._storage.read(store.load_set, key_at(pressed))
        card = None if shared is None else shared.card
        if shared is None or card is None or card.guild != response.interaction.guild_id:
            raise Refusal(_GONE)
        match pressed.verb:
            case "proof" | "details":
                await self._attempts.check_set(response, shared, details=pressed.verb == DETAILS)
            case "join":
                await self._join(response, shared, card)
            case "close":
                await self._close(response, shared, card)
            case "new":
                await self._again(response, shared, card)
            case "review":
                await self._look_back(response, shared)
            case _:
                raise BadCode

    async def _look_back(self, response: Response, shared: SharedSet) -> None:
        """Review the own attempt once the set is revealed."""
        stored = await self._attempts.of(shared.key, response.user)
        if stored is None or not stored.finished:
            raise Refusal(_NOT_PLAYED)
        check_look_back(stored, response.user)
        await self._review(response, stored)

    async def _join(self, response: Response, shared: SharedSet, card: Card) -> None:
        """Show a member their attempt, which begins if there is none and the card is open."""
        if _is_over(shared, card):
            await self._show_table(response, shared, card)
            return
        await response.defer_private()
        if card.round is not None and card.owner == response.user:
            played = await self._played(shared, card)
            page = set_pages.owners(response.renderer, shared, card, played)
            await response.show_private(page)
            return
        stored = await self._attempts.of(shared.key, response.user)
        if stored is None:
            stored = await self._begin(response, shared, card)
        await response.show_private(await self._attempts.draw(response, stored))

    async def _begin(self, response: Response, shared: SharedSet, card: Card) -> StoredRound:
        await self._opening.admit(response)
        offered = card.until - PLAYED_WITHIN
        if await self._storage.read(erasures.erased_since, response.user, offered):
            raise Refusal(_ERASED)
        if shared.plan is None:
            raise Refusal(_GONE)
        return await self._attempts.begin(shared, shared.plan, response.user, card.guild)

    async def _close(self, response: Response, shared: SharedSet, card: Card) -> None:
        """Close a card before its time, as its owner."""
        if card.owner != response.user:
            raise Refusal(_NOT_OWNER)
        await self._closed(shared.key, card)
        self._under_way.begin(self._attempts.judges.judge_left())
        told = say("The card is closed. Its table is here: {place}", place=_place(card))
        await response.turn_to(layout.message([told], response.renderer))
        await self._refresh(shared.key)

    async def _again(self, response: Response, shared: SharedSet, card: Card) -> None:
        """Deal new dice of the same game, once after each set that has closed."""
        if shared.closed is None:
            raise Refusal(_GONE)
        await self.check(response, card.game)
        if not await self._storage.write(store.follow, shared.key):
            raise Refusal(_FOLLOWED)
        now = await self._storage.read(store.load_set, shared.key) or shared
        await response.redraw(await self._drawn(now))
        await self._drawn_now(now)
        await self.deal(response, card.game)

    # Ends ----------------------------------------------------------------------------

    async def keep(self) -> None:
        """Close and judge what is due, open the seeds of rounds, draw what has changed."""
        now = discord.utils.utcnow()
        due = await self._storage.read(store.due, now)
        for shared in due:
            if shared.card is not None:
                await self._closed(shared.key, shared.card)
        if due:
            await self._attempts.judges.judge_left()
        await self._storage.write(store.reveal, now)
        for round_id in (await self._storage.read(deadlines.sealed, now))[:AT_ONCE]:
            await self._unseal(round_id)
        for shared in await self._storage.read(store.undrawn, AT_ONCE):
            await self._refresh(shared.key)

    async def _closed(self, key: Key, card: Card) -> None:
        """Close all attempts at a set, reveal its seed, and then that of its round."""
        now = discord.utils.utcnow()
        if await self._storage.write(store.close_set, key, now):
            log.info("set=%s game=%s closed", key, card.game)
        await self._storage.write(store.reveal, now)
        if card.round is not None:
            await self._unseal(card.round)

    async def _unseal(self, round_id: int) -> None:
        try:
            _, after = await self._live.change(round_id, round_luck.unsealed)
        except RoundGone:
            return
        await self._board.refresh(after)

    async def _refresh(self, key: Key) -> None:
        """Draw a card as it stands; one that Discord refuses is drawn by its next press."""
        shared = await self._storage.read(store.load_set, key)
        card = None if shared is None else shared.card
        if shared is None or card is None or card.message is None:
            return
        drawing = await self._drawn(shared)
        target = self._client.get_partial_messageable(card.channel, guild_id=card.guild)
        message = target.get_partial_message(card.message)
        edit = partial(message.edit, **mentions.edited(drawing))
        try:
            with unasked():
                await self._board.requests.edit(
                    card.message,
                    drawing,
                    partial(reach.edit_opened, self._client, card.channel, edit),
                )
        except DISCORD_ERRORS as error:
            log.info("set=%s its card could not be redrawn: %s", key, reason(error))
            if not (isinstance(error, discord.HTTPException) and error.status in GIVEN_UP):
                return
        await self._drawn_now(shared)

    async def _drawn_now(self, shared: SharedSet) -> None:
        if shared.card is not None:
            await self._storage.write(store.mark_drawn, shared.key, shared.card.version)

    # Drawing -------------------------------------------------------------------------

    async def _show_table(self, response: Response, shared: SharedSet, card: Card) -> None:
        """Redraw a card that was pressed after its end."""
        if shared.closed is None:
            await self._closed(shared.key, card)
            self._under_way.begin(self._attempts.judges.judge_left())
            now_closed = await self._storage.read(store.load_set, shared.key)
            shared = now_closed or shared
        drawing = await self._drawn(shared)
        if response.private:
            raise Refusal(CLOSED)
        await response.redraw(drawing)
        await self._drawn_now(shared)

    async def _drawn(self, shared: SharedSet) -> Drawing:
        """Return the card of a set, or its table."""
        card, board = shared.card, self._board
        if card is None:
            raise Refusal(_GONE)
        renderer = DiscordRenderer(card.language, board.emoji, commands=board.commands)
        if shared.closed is None:
            points = await self._points(shared, card)
            played = await self._played(shared, card)
            return set_pages.card(renderer, shared, card, points, played)
        counts = await self._storage.read(store.counts, shared.key)
        lines = await self._storage.read(store.lines_of, shared.key, LISTED)
        partings = await self._partings(shared, card, lines)
        return set_pages.table(renderer, shared, card, lines, counts, partings)

    async def _played(self, shared: SharedSet, card: Card) -> int:
        """Return how many have played a set to its end, without the owner's sheet."""
        finished, _ = await self._storage.read(store.counts, shared.key)
        return finished - (card.round is not None and card.owner is not None)

    async def _points(self, shared: SharedSet, card: Card) -> Fraction | None:
        if card.round is None or card.owner is None:
            return None
        entry = await self._storage.read(store.load_entry, shared.key, card.owner)
        return None if entry is None else entry.total

    async def _partings(
        self, shared: SharedSet, card: Card, lines: tuple[Entry, ...]
    ) -> list[Parting]:
        """Return where the first parted from the second, and from the owner of the dice."""
        judged = [one.member for one in lines if one.given is not None][:2]
        others = judged[1:]
        if card.round is not None and card.owner is not None and card.owner not in judged:
            others.append(card.owner)
        if not judged or not others:
            return []
        first = await self._storage.read(store.load_entry, shared.key, judged[0])
        found = []
        for other in others:
            second = await self._storage.read(store.load_entry, shared.key, other)
            if shared.plan is None or first is None or second is None or second.given is None:
                continue
            records = [
                await self._storage.read(rounds.record, one.round) for one in (first, second)
            ]
            where = await self._live.compute(parted, shared.plan, *records)
            if where is not None:
                found.append(Parting(judged[0], other, where))
        return found


def _is_over(shared: SharedSet, card: Card) -> bool:
    return shared.closed is not None or discord.utils.utcnow() >= card.until


def _place(card: Card) -> Place:
    return Place(card.channel, card.message, card.guild)
