"""The cards of sets on Discord: posted, played, closed and turned into tables.

A card offers the dice of a member's sheet or new ones in a public message; *Play these dice* begins
a private attempt. When its time is over, or its owner closes it, one transaction closes all
attempts, then the seed is revealed and the card becomes a table.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import discord

from bot.daily import set_pages, store
from bot.daily.attempts import CLOSED, Attempts
from bot.daily.controls import control, key_at
from bot.daily.set_pages import LISTED
from bot.daily.sets import PLAYED_WITHIN, Card, Key, SharedSet, key_of, sheet_of
from bot.language.render import Person, Place
from bot.play import private
from bot.play.quotas import Quota
from bot.table import round_luck
from bot.table.frame import OFFER
from bot.table.opening import check_opponent
from bot.table.refusals import Stale
from bot.table.round_luck import check_look_back
from bot.table.seed import Seed, drawn_seed
from bot.table.store import deadlines, erasures, member_settings
from bot.table.store.entries import total
from bot.table.store.errors import RoundGone
from bot.table.stored_round import NO_CHANNEL, StoredRound
from bot.ui import components, layout, mentions, reach
from bot.ui.components import Drawing
from bot.ui.custom_ids import CustomId
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.localization import public_language
from bot.ui.requests import DISCORD_ERRORS, reason, unasked
from bot.ui.response import Response
from rules.errors import BadCode, Refusal
from rules.text import Command, say

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)

Review: TypeAlias = Callable[[Response, StoredRound], Awaitable[None]]

AT_ONCE = 20
"""The maximum number of cards that a tick draws, and of rounds whose seeds it opens."""

CARDS, CARDS_SECONDS = 5, 600.0
"""The number of cards, with new dice or as dares, that a member may post in a period of seconds."""

GIVEN_UP = (400, 403, 404)
"""The statuses of permanent refusals to edit a card, which its next press redraws."""

_POSTED = say("Your dice are posted: the card is below.")
_GONE = say("These dice are gone: the bot no longer stores them.")
_NOT_YOURS = say(
    "Only the owner of these dice can offer them. Fill a sheet alone with {command}, then offer "
    "yours.",
    command=Command("play"),
)
_NOT_OWNER = say("Only the person who posted this can close it early.")
_SURE = say(
    "Close the card now? The leaderboard comes at once, and these dice are over for everybody."
)
_OWN_DICE = say("These are your own dice. Dare a member to beat them!")
_ERASED = say(
    "You erased your data after these dice were offered, so the bot cannot know whether you "
    "have played them. You can play the next card."
)
_NOT_PLAYED = say("Play these dice to the end first. Then you can look back at them.")
_TOO_MANY = say("You have just posted several cards. Try again in a few minutes.")
_FOLLOWED = say("New dice were dealt already: their card is below.")


class SetCards:
    """Answers *Let others play these dice* and the controls of cards, and closes cards.

    `review` shows a member the review of a round.
    """

    def __init__(self, bot: DicePokerBot, attempts: Attempts, review: Review) -> None:
        self._client, self._attempts, self._acts = bot, attempts, bot.acts
        self._review = review
        self._opening, self._servers, self._pings = bot.opening, bot.servers, bot.pings
        self._live, self._board, self._under_way = bot.live, bot.board, bot.under_way
        self._language, self._storage = bot.language, bot.live.storage
        self._posted = Quota(CARDS, CARDS_SECONDS)
        self._on_press = {
            "join": self._join,
            "dare": self._dare,
            "close": self._close,
            "new": self._again,
            "review": self._look_back,
            "more": self._more,
        }

    # Cards ---------------------------------------------------------------------------

    async def ask(self, response: Response, pressed: CustomId) -> None:
        """Ask whether to post the card of a sheet that its player filled alone. Raises Stale."""
        stored, _ = await self._on_offer(response, pressed)
        post = CustomId("tool", stored.id, stored.moment, OFFER)
        label = response.renderer.text(say("Post it"))
        question = say(
            "Dare everyone to beat {points} with your dice?",
            points=str(total(stored) or 0),
        )
        await response.send_private(question, buttons=[components.button(post, label)])

    async def _on_offer(self, response: Response, pressed: CustomId) -> tuple[StoredRound, Seed]:
        """Return a sheet that its player may offer now, with its seed. Raises Stale."""
        stored = await self._acts.load(response, pressed.round, resume=False)
        seed = stored.seed
        if stored.secret_until is None or stored.has_card or seed is None:
            raise Stale
        if not stored.seats_of(response.user):
            raise Refusal(_NOT_YOURS)
        if stored.secret_until <= discord.utils.utcnow():
            await self._live.change(stored.id, round_luck.revealed)
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
            helped=any(one.hinted for one in stored.players),
        )
        shared = SharedSet(
            key_of(seed),
            seed,
            card=card,
        )
        _, after = await self._live.change(stored.id, round_luck.with_card(card.until))
        opened = await self._storage.write(store.open_set, shared, stored)
        if not _has(opened, seed):
            raise Refusal(_FOLLOWED)
        log.info("set=%s game=%s round=%d offered", shared.key, stored.game, stored.id)
        posted = layout.message([_POSTED], response.renderer)
        await self._acts.draw(response, after, posted)
        await self._post(response, opened)
        self._under_way.begin(self._attempts.judges.judge_left())

    async def check(self, response: Response, game: str) -> None:
        """Raise a refusal if a member may not deal new dice of a game here.

        Raises BadCode for a game of which no dice are dealt.
        """
        if sheet_of(game) is None:
            raise BadCode
        if response.interaction.guild_id is None:
            reach.check_added(response.interaction)
            raise Refusal(say("The same dice are played on a server: open them there."))
        self._check_posted(response)
        await self._opening.check(response, game)

    def _check_posted(self, response: Response) -> None:
        if self._posted.reached(response.user):
            raise Refusal(_TOO_MANY)

    async def deal(self, response: Response, game: str, invited: int | None = None) -> None:
        """Post a card with new dice, which its owner may play, too.

        `check` has passed. The message pings the `invited` member, unless they were pinged too
        often.
        """
        interaction = response.interaction
        settings = await self._servers.settings(interaction.guild_id)
        language = public_language(
            interaction, settings.chosen_language, self._language, response.language
        )
        now = discord.utils.utcnow()
        seed = replace(drawn_seed(NO_CHANNEL, now), opened=interaction.id)
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
        shared = SharedSet(key_of(seed), seed, card=card)
        self._posted.note(response.user)
        opened = await self._storage.write(store.open_set, shared)
        if not _has(opened, seed):  # another set has this number, once in 10⁹
            raise Refusal(_TOO_MANY)
        log.info("set=%s game=%s dealt", shared.key, game)
        pings = invited is not None and self._pings.allow(response.user, invited)
        await self._post(response, opened, invited if pings else None)

    async def _post(self, response: Response, shared: SharedSet, ping: int | None = None) -> None:
        posted = await response.post(
            await self._drawn(shared), pinged=() if ping is None else (ping,)
        )
        await self._storage.write(store.place_card, shared.key, posted)

    # Presses -------------------------------------------------------------------------

    async def press(self, response: Response, pressed: CustomId) -> None:
        """Carry out a control of a card. Raises BadCode."""
        act = self._on_press.get(pressed.verb)
        if act is None:
            raise BadCode
        shared = await self._storage.read(store.load_set, key_at(pressed))
        card = None if shared is None else shared.card
        if shared is None or card is None or card.guild != response.interaction.guild_id:
            raise Refusal(_GONE)
        await act(response, shared, card)

    async def _more(self, response: Response, shared: SharedSet, _: Card) -> None:
        """Show what else can be done with the own attempt."""
        stored = await self._attempts.of(shared.key, response.user)
        if stored is None:
            raise Refusal(_NOT_PLAYED)
        await private.more(response, stored, self._board.names.name)

    async def _look_back(self, response: Response, shared: SharedSet, _: Card) -> None:
        """Review the own attempt once the set is revealed."""
        stored = await self._attempts.of(shared.key, response.user)
        if stored is None or not stored.finished:
            raise Refusal(_NOT_PLAYED)
        check_look_back(stored, response.user)
        await self._review(response, stored)

    async def _join(self, response: Response, shared: SharedSet, card: Card) -> None:
        """Show a member their attempt; on an open card one begins if there is none."""
        if _is_over(shared, card):
            await self._show_table(response, shared, card)
            return
        if card.round is not None and card.owner == response.user:
            raise Refusal(_OWN_DICE)
        await response.defer_private()
        stored = await self._attempts.of(shared.key, response.user)
        if stored is None:
            stored = await self._begin(response, shared, card)
        await response.show_private(await self._attempts.draw(response, stored))

    async def _begin(self, response: Response, shared: SharedSet, card: Card) -> StoredRound:
        await self._opening.admit(response)
        offered = card.until - PLAYED_WITHIN
        if await self._storage.read(erasures.erased_since, response.user, offered):
            raise Refusal(_ERASED)
        if shared.sheet is None:
            raise Refusal(_GONE)
        return await self._attempts.begin(shared, shared.sheet, response.user, card.guild)

    async def _dare(self, response: Response, shared: SharedSet, card: Card) -> None:
        """Ask for a member to dare, then send them the card."""
        if _is_over(shared, card):
            await self._show_table(response, shared, card)
            return
        renderer = response.renderer
        if not response.chosen:
            control_of_menu = control(shared.key, "dare")
            menu = components.member_menu(control_of_menu, renderer.text(say("Choose a member")))
            await response.send_private(say("Who do you want to dare?"), buttons=[menu])
            return
        member, bot = response.chosen_member
        check_opponent(oneself=member == response.user, bot=bot)
        self._check_posted(response)
        await self._opening.admit(response, (member,))
        theirs = await self._storage.read(store.load_entry, shared.key, member)
        if theirs is not None and theirs.total is not None:
            raise Refusal(say("{member} has played these dice already.", member=Person(member)))
        own = await self._storage.read(store.load_entry, shared.key, response.user)
        self._posted.note(response.user)
        dared = say("You dared {member}.", member=Person(member))
        await response.turn_to(layout.message([dared], renderer))
        sent = set_pages.dare(self._renderer(card), shared, card, response.user, member, own)
        pinged = (member,) if self._pings.allow(response.user, member) else ()
        await response.post(sent, pinged=pinged)
        log.info("set=%s game=%s dared", shared.key, card.game)

    async def _close(self, response: Response, shared: SharedSet, card: Card) -> None:
        """Close a card before its time, after its owner has confirmed."""
        if _is_over(shared, card):
            await self._show_table(response, shared, card)
            return
        if card.owner != response.user:
            raise Refusal(_NOT_OWNER)
        if not response.private:
            button = set_pages.close_button(shared.key, response.renderer)
            await response.send_private(_SURE, buttons=[button])
            return
        await self._closed(shared.key, card)
        self._under_way.begin(self._attempts.judges.judge_left())
        told = say("The card has closed. Its leaderboard is here: {place}", place=_place(card))
        await response.turn_to(layout.message([told], response.renderer))
        await self._refresh(shared.key)

    async def _again(self, response: Response, shared: SharedSet, card: Card) -> None:
        """Deal new dice of the same game, once after each set."""
        await self.check(response, card.game)
        if not await self._storage.write(store.follow, shared.key):
            raise Refusal(_FOLLOWED)
        if not response.private:
            now = await self._storage.read(store.load_set, shared.key) or shared
            await self._redraw(response, now, await self._drawn(now))
        await self.deal(response, card.game)

    # Ends ----------------------------------------------------------------------------

    async def keep(self) -> None:
        """Close due cards, judge attempts, reveal the seeds of rounds, and redraw changed cards."""
        now = discord.utils.utcnow()
        due = await self._storage.read(store.due, now)
        for shared in due:
            if shared.card is not None:
                await self._closed(shared.key, shared.card)
        if due:
            await self._attempts.judges.judge_left()
        await self._storage.write(store.reveal, now)
        for round_id in (await self._storage.read(deadlines.to_reveal, now))[:AT_ONCE]:
            await self._reveal(round_id)
        for shared in await self._storage.read(store.undrawn, AT_ONCE):
            if shared.card is not None and shared.closed is None:
                await self._tell_owner(shared.key, shared.card)
            await self._refresh(shared.key)

    async def _tell_owner(self, key: Key, card: Card) -> None:
        """Notify the owner of a card of the first other member who has played it.

        The notice is stored before it is sent, so it is sent at most once. Owners without reminders
        see it on the card only.
        """
        if card.told or card.owner is None:
            return
        played = await self._storage.read(store.by_points, key, 1, card.owner)
        if not played or not await self._storage.write(store.tell_owner, key):
            return
        wanted = (await self._servers.settings(card.guild)).reminders
        silent = await self._storage.read(member_settings.unreminded_among, [card.owner])
        if silent or not wanted:
            return
        told = say(
            "{owner}: {member} made {score} with your dice! {place}",
            owner=Person(card.owner),
            member=Person(played[0].member),
            score=str(played[0].total),
            place=_place(card),
        )
        text, names = self._renderer(card).text(told), self._client.names.on_server(card.guild)
        message, unnamed = mentions.posted(text, names, [card.owner])
        channel = self._client.get_partial_messageable(card.channel, guild_id=card.guild)
        make = self._board.requests.make
        try:
            with unasked():
                sent = await make(channel.send(**message))
                if unnamed:
                    await make(sent.edit(**mentions.edited(text)))
        except DISCORD_ERRORS as error:
            log.info("set=%s its owner could not be notified: %s", key, reason(error))

    async def _closed(self, key: Key, card: Card) -> None:
        """Close all attempts at a set, reveal its seed, and then that of its round."""
        now = discord.utils.utcnow()
        if await self._storage.write(store.close_set, key, now):
            log.info("set=%s game=%s closed", key, card.game)
        await self._storage.write(store.reveal, now)
        if card.round is not None:
            await self._reveal(card.round)

    async def _reveal(self, round_id: int) -> None:
        try:
            _, after = await self._live.change(round_id, round_luck.revealed)
        except RoundGone:
            return
        await self._board.refresh(after)

    async def _refresh(self, key: Key) -> None:
        """Redraw a card; after a refusal by Discord the next press redraws it."""
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
                    partial(reach.in_open_thread, self._client, card.channel, edit),
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
        await self._redraw(response, shared, drawing)

    async def _redraw(self, response: Response, shared: SharedSet, drawing: Drawing) -> None:
        """Redraw the message that was pressed: a card, or a dare, whose card is redrawn later."""
        await response.redraw(drawing)
        pressed, card = response.interaction.message, shared.card
        if pressed is not None and card is not None and pressed.id == card.message:
            await self._drawn_now(shared)

    async def _drawn(self, shared: SharedSet) -> Drawing:
        card = shared.card
        if card is None:
            raise Refusal(_GONE)
        renderer = self._renderer(card)
        counts = await self._storage.read(store.counts, shared.key)
        if shared.closed is None:
            points = await self._points(shared, card)
            lines = await self._storage.read_beside(store.by_points, shared.key, LISTED)
            return set_pages.card(renderer, shared, card, points, lines, counts[0])
        lines = await self._storage.read(store.lines_of, shared.key, LISTED)
        return set_pages.table(renderer, shared, card, lines, counts)

    def _renderer(self, card: Card) -> DiscordRenderer:
        return DiscordRenderer(card.language, self._board.emoji, commands=self._board.commands)

    async def _points(self, shared: SharedSet, card: Card) -> int | None:
        if card.round is None or card.owner is None:
            return None
        entry = await self._storage.read(store.load_entry, shared.key, card.owner)
        return None if entry is None else entry.total


def _has(shared: SharedSet, seed: Seed) -> bool:
    """Return whether a set, opened now or before, has this seed."""
    return shared.seed is not None and shared.seed.secret == seed.secret


def _is_over(shared: SharedSet, card: Card) -> bool:
    return shared.closed is not None or discord.utils.utcnow() >= card.until


def _place(card: Card) -> Place:
    return Place(card.channel, card.message, card.guild)
