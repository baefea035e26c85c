"""Opens the rounds that members ask for: in their channel, or in a thread of it.

Where the channel has a round, the member is offered a thread. What they asked
for is remembered until they press that button.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Protocol

import discord

from bot.language.render import Place, PlainRenderer, render
from bot.memory import Memory
from bot.play.private import NOT_REMEMBERED
from bot.storage.statement import AnyConnection
from bot.table.commitment import OpeningNumber, Reserved
from bot.table.opening import TABLE_OPTIONS, OpenRequest, waiting
from bot.table.pace import SLOW
from bot.table.store.admission import admit
from bot.table.store.errors import ChannelTaken
from bot.table.stored_round import TRAINING, StoredRound
from bot.ui import layout, reach
from bot.ui.custom_ids import CustomId
from bot.ui.localization import public_language
from bot.ui.requests import LATE_SECONDS, StillUnderWay, reason
from bot.ui.response import Response
from rules import registry
from rules.errors import Refusal
from rules.levels import PERFECT
from rules.text import Text, say, say_in

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)

REFUSED_THREAD = (400, 403, 404)
"""Statuses with which Discord refuses a thread, such as when a server has too many."""


def play_button(game: str, number: str = "") -> CustomId:
    """Return the button that opens a round of a game for whoever presses it.

    With a `number` it is what that member has chosen, which `Opening.remember` has counted so.
    """
    return CustomId("play", 0, 0, f"{game}.{number}" if number else game)


def table_button(game: str = "", number: str = "") -> CustomId:
    """Return the button that opens a table of a game for whoever joins; without a game, asks.

    The `number` is as that of a `play_button`.
    """
    return CustomId("table", 0, 0, f"{game}.{number}" if number else game)


class NoThread(Refusal):
    """Raised when Discord does not let the bot make a thread in this channel."""

    def __init__(self) -> None:
        super().__init__(say("No thread can be made in this channel. Play in another channel."))


class SameDice(Protocol):
    """The feature that deals the same new dice to all who join."""

    async def check(self, response: Response, game: str) -> None:
        """Raise a refusal where a member may not deal new dice of a game here."""

    async def deal(
        self, response: Response, game: str, invited: int | None = None, *, ping: bool = False
    ) -> None:
        """Post a card with new dice of a game, for a member who is `invited`, or for all.

        With `ping` whoever is invited is told, unless they were too often.
        """


class Opening:
    """Opens rounds; `limit` counts those that a member opens."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._interactions, self._acts, self._table = bot.interactions, bot.acts, bot.table
        self._live, self._board, self._under_way = bot.live, bot.board, bot.under_way
        self._private_screens, self._roots = bot.private_screens, bot.roots
        self._servers, self._threads, self._language = bot.servers, bot.threads, bot.language
        self.limit = bot.openings
        self._asked: Memory[tuple[int, int], OpenRequest] = Memory(member=itemgetter(0))
        bot.interactions.memories.append(self._asked)
        self.same_dice: SameDice | None = None  # its feature deals them

    async def open(
        self,
        response: Response,
        request: OpenRequest,
        before: Callable[[], Awaitable[None]] | None = None,
    ) -> bool:
        """Open a round where the member asked for it; a slow table in a thread, if possible.

        What the member left open is as the server has chosen. `before` is awaited once the
        round is open, before it is posted in the channel. Where the channel has a
        round, the member is offered a thread and nothing is opened: return whether it was.
        Raises NotPlayedHere, and what `Openings.counted`, `admit` and opening a round raise.
        """
        interaction = response.interaction
        settings = await self._servers.check(interaction, request.game)
        language = public_language(
            interaction, settings.chosen_language, self._language, response.language
        )
        chosen = await self._hints_chosen(request)
        asked = settings.complete(replace(request, language=language), chosen)
        if _is_slow(asked) or (settings.threads and not reach.is_thread(interaction)):
            try:
                stored = await self._store_in_thread(response, asked)
            except NoThread:  # it is played here, and the lobby says that the channel stays taken
                pass
            else:
                await self._post_in_thread(response, stored)
                return True
        try:
            with self._counted(response):
                check = partial(self._check_opening, response, asked)
                begins = await self._roots.opening(
                    response, asked.language, check, answers=before is None
                )
                thread = reach.is_thread(interaction)
                stored = await self._store(response, asked, asked.channel, begins, thread=thread)
        except ChannelTaken as taken:
            await self._interactions.point_to(
                response, taken.round_id, elsewhere=self._offer(response, asked)
            )
            return False
        _log_opened(stored)
        await self._acts.post(response, stored, before=before)
        if stored.begun:
            await self._private_screens.show_own(response, stored)
        if stored.in_thread and _is_slow(asked):
            self._under_way.begin(self._threads.join(stored.channel))
        return True

    async def _check_opening(self, response: Response, asked: OpenRequest) -> None:
        """Raise a refusal where a round that is asked for would not be opened."""
        await self.admit(response, _invited(asked))
        waiting(asked, discord.utils.utcnow())
        await self._live.check_room(asked.opener)

    async def _hints_chosen(self, request: OpenRequest) -> str | None:
        """Return the hints that a member chooses, or has chosen last, where nobody else plays."""
        if request.with_others:
            return None
        hints, chosen = self._interactions.hints, request.table_options.get("hints")
        if chosen is None:
            coached = self._interactions.coached.get(request.opener)
            return hints.get(request.opener) or (TRAINING if coached else None)
        if chosen in TABLE_OPTIONS["hints"]:
            await hints.choose(request.opener, chosen)
        return chosen

    def remember(self, response: Response, asked: OpenRequest) -> str:
        """Remember what a member asks for until they press a button; return its number there."""
        number = response.interaction.id
        self._asked[response.user, number] = asked
        return str(number)

    def remembered(self, response: Response, number: str) -> OpenRequest:
        """Return what a member asked for in this channel. Raises a refusal if it is forgotten."""
        asked = self._asked.get((response.user, int(number)))
        if asked is None or asked.channel != response.interaction.channel_id:
            raise Refusal(NOT_REMEMBERED)
        return asked

    async def check(self, response: Response, game: str) -> None:
        """Raise a refusal where a member may not play a game here."""
        await self.admit(response)
        await self.check_place(response, game)

    async def check_place(self, response: Response, game: str) -> None:
        """Raise a refusal where a game is not played. Raises what `Servers.check` raises."""
        await self._servers.check(response.interaction, game)

    async def admit(self, response: Response, others: Sequence[int] = ()) -> None:
        """Raise a refusal where a member may not play here, or not invite `others`."""
        await self._live.storage.read(admission(response, others))

    async def open_elsewhere(self, response: Response, pressed: CustomId) -> None:
        """Open the round that a member asked for in a thread. Raises NoThread, OnlyCommands."""
        reach.check_added(response.interaction)
        number = int(pressed.what)
        asked = self.remembered(response, pressed.what)
        del self._asked[response.user, number]
        await self._servers.check(response.interaction, asked.game)
        try:
            stored = await self._store_in_thread(response, asked)
        except Exception:  # what stood in the way may be gone when they press again
            self._asked[response.user, number] = asked
            raise
        await self._post_in_thread(response, stored)

    async def _store_in_thread(self, response: Response, asked: OpenRequest) -> StoredRound:
        """Make a thread and open the round there.

        Raises NoThread, and what opening a round raises, before there is a thread.
        """
        if not reach.may_create(response.interaction):
            raise NoThread
        check = partial(self._check_opening, response, asked)
        await check()
        new = waiting(asked, discord.utils.utcnow())
        with self._counted(response):
            begins = await self._roots.opening(response, asked.language, check)
            begins = replace(begins, by="before")  # the bot posts the board by itself
            try:
                creating = reach.create(response.interaction, _thread_name(response, new))
                requests = self._board.requests
                # Nobody but the member waits for it, and one that came too late would stay empty.
                thread = await requests.make(creating, seconds=LATE_SECONDS)
            except (discord.HTTPException, discord.RateLimited) as error:
                if isinstance(error, discord.HTTPException) and error.status not in REFUSED_THREAD:
                    raise
                log.info("channel=%d a thread was refused: %s", asked.channel, reason(error))
                raise NoThread from error
            stored = await self._store(response, asked, thread, begins, thread=True)
        _log_opened(stored)
        return stored

    async def _post_in_thread(self, response: Response, stored: StoredRound) -> None:
        """Post a round in its thread, and tell the member who asked for it in private."""
        with suppress(StillUnderWay):  # it is on its way, and /rounds shows it again
            await self._acts.post(response, stored, elsewhere=True)
        text = say("Your round is open in a thread: {place}", place=Place(stored.channel))
        if response.private:
            await response.redraw(layout.message([text], response.renderer))
        else:
            await response.send_private(text)

    def _offer(self, response: Response, asked: OpenRequest) -> CustomId | None:
        """Remember what was asked for; return the button that opens it in a thread, if any may."""
        if not reach.may_create(response.interaction):
            return None
        return CustomId("thread", 0, 0, self.remember(response, asked))

    async def _store(
        self,
        response: Response,
        asked: OpenRequest,
        channel: int,
        begins: OpeningNumber,
        *,
        thread: bool,
    ) -> StoredRound:
        now = discord.utils.utcnow()

        def prepare(reserved: Reserved) -> StoredRound:
            new = self._table.open(asked, now, reserved)
            new = _in_thread(new, channel) if thread else new
            here = channel == asked.channel
            return reach.placed(new, response.interaction) if here else new

        admitted = admission(response, _invited(asked))
        # the first choice of a perfect computer may take long to compute
        slow = asked.level == PERFECT.key
        place = reach.seeds_of(response.interaction)
        stored = await self._live.open(
            place, prepare, users=(asked.opener,), opening=begins, slow=slow, admit=admitted
        )
        self._roots.look_ahead(stored)
        return stored

    def _counted(self, response: Response) -> AbstractContextManager[None]:
        """Return a block in which a member opens a round, as `Openings.counted` says."""
        return self.limit.counted(response.user, reach.seeds_of(response.interaction))


def admission(response: Response, others: Iterable[int]) -> Callable[[AnyConnection], None]:
    """Return what raises a refusal where a member may not play here, or not invite `others`."""
    guild, users = response.interaction.guild_id, (response.user, *others)
    return partial(admit, guild=guild, users=users, now=discord.utils.utcnow())


def _invited(asked: OpenRequest) -> tuple[int, ...]:
    return () if asked.opponent is None else (asked.opponent,)


def _is_slow(asked: OpenRequest) -> bool:
    """Return whether a table will wait for other members for days."""
    return asked.with_others and asked.table_options.get("pace") == SLOW.key


def _in_thread(new: StoredRound, thread: int) -> StoredRound:
    return replace(new, channel=thread, in_thread=True)


def _thread_name(response: Response, new: StoredRound) -> str:
    """Return the name of a round's thread, in the round's language."""
    game, opener = registry.game(new.game).info.name, response.interaction.user.display_name
    text: Text = say_in("the name of a thread", "{game} · {opener}", game=game, opener=opener)
    return render(text, new.language, PlainRenderer(new.language))


def _log_opened(stored: StoredRound) -> None:
    log.info("round=%d game=%s channel=%d opened", stored.id, stored.game, stored.channel)
