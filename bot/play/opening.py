"""Opens the rounds that members request, in their channel or in a thread of it.

Where the channel has a round, the member is offered a thread. Their request is remembered until
they press that button.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from operator import itemgetter

import discord

from bot.language.render import Place
from bot.memory import Memory
from bot.play import private
from bot.play.board import Board
from bot.play.private import NOT_REMEMBERED
from bot.play.private_screens import PrivateScreens
from bot.play.quotas import Openings
from bot.play.rounds import Rounds
from bot.play.servers import Servers, admission
from bot.play.threads import thread_name
from bot.storage.thread import StorageThread
from bot.table.opening import OpenRequest, turn_minutes, waiting
from bot.table.seed import Seed
from bot.table.store.errors import ChannelTaken
from bot.table.stored_round import StoredRound, changed
from bot.table.time_limits import is_slow
from bot.table.use_cases import Table, takes_up
from bot.ui import components, layout, reach
from bot.ui.custom_ids import CustomId
from bot.ui.localization import public_language
from bot.ui.mentions import DisplayNames
from bot.ui.requests import LATE_SECONDS, Requests, StillUnderWay, reason
from bot.ui.response import Response
from rules.errors import Refusal
from rules.levels import PERFECT
from rules.text import say, say_in

log = logging.getLogger(__name__)

REFUSED_THREAD = (400, 403, 404)
"""Statuses with which Discord refuses a thread, for example when a server has too many."""


def play_button(game: str, number: str = "") -> CustomId:
    """Return the button that opens a round of a game for the member who presses it.

    A `number`, as `Opening.remember` returns it, adds the choices of a remembered request.
    """
    return CustomId("play", 0, 0, f"{game}.{number}" if number else game)


def table_button(game: str = "", number: str = "", *, slow: bool = False) -> CustomId:
    """Return the button that opens a table of a game for all who join; without a game, it asks.

    The table is `slow` or not, whatever the request that is remembered by `number` says.
    """
    parts = [game, *(("slow",) if slow else ()), *((number,) if number else ())]
    return CustomId("table", 0, 0, ".".join(parts))


class NoThread(Refusal):
    """Raised when Discord does not let the bot make a thread in this channel."""

    def __init__(self) -> None:
        super().__init__(say("No thread can be made in this channel. Play in another channel."))


class Opening:
    """Opens rounds; `limit` counts the rounds that each member opens.

    `pending` are the requests that a button of their member repeats, by member and number;
    `language` is that of all boards if the host has chosen one.
    """

    def __init__(
        self,
        *,
        requests: Requests,
        storage: StorageThread,
        table: Table,
        rounds: Rounds,
        board: Board,
        private_screens: PrivateScreens,
        servers: Servers,
        names: DisplayNames,
        language: str | None,
    ) -> None:
        self._requests, self._storage, self._table = requests, storage, table
        self._rounds, self._board, self._private_screens = rounds, board, private_screens
        self._servers, self._names, self._language = servers, names, language
        self.limit = Openings()
        self.pending: Memory[tuple[int, int], OpenRequest] = Memory(member=itemgetter(0))

    async def open(
        self,
        response: Response,
        request: OpenRequest,
        before: Callable[[], Awaitable[None]] | None = None,
        *,
        thread_where_taken: bool = False,
    ) -> bool:
        """Open a round where the member requested it; a slow table in a thread, if possible.

        `before` is awaited once the round is open, before it is posted in the channel. Where the
        channel has a round, the member is offered a thread and no round is opened; with
        `thread_where_taken` it is opened in one, if possible. Return whether one was opened. Raises
        NotPlayedHere, and the errors of `Openings.counted`, of `admit` and of opening a round.
        """
        interaction = response.interaction
        settings = await self._servers.check(interaction, request.game)
        language = public_language(
            interaction, settings.chosen_language, self._language, response.language
        )
        asked = settings.complete(replace(request, language=language))
        if is_slow(turn_minutes(asked)) and await self._opened_in_thread(response, asked):
            return True  # else it is played here, and the lobby says that the channel stays taken
        try:
            with self._counted(response):
                thread = reach.is_thread(interaction)
                stored = await self._store(response, asked, asked.channel, thread=thread)
        except ChannelTaken as taken:
            if thread_where_taken and await self._opened_in_thread(response, asked):
                return True
            await self.point_to(response, taken.round_id, elsewhere=self._offer(response, asked))
            return False
        _log_opened(stored)
        await self._board.post_round(response, stored, before=before)
        if stored.begun:
            await self._private_screens.show_own(response, stored)
        return True

    async def point_to(
        self,
        response: Response,
        round_id: int,
        pressed: int = 0,
        elsewhere: CustomId | None = None,
    ) -> None:
        """Show where the channel's round is; a round that was never shown is posted.

        `pressed` is the round whose control was pressed, 0 for none: it may be resting. The button
        `elsewhere` opens the requested round in a thread.
        """
        stored = await self._rounds.load(round_id)
        if not await self._board.post_unseen(response, stored):
            own = None if pressed == 0 else await self._rounds.load(pressed)
            rests = own is not None and own.status == "resting" and takes_up(own, response.user)
            called = self._names.of(stored)
            await private.channel_taken(response, stored, elsewhere, rests=rests, names=called)

    async def _check_opening(self, response: Response, asked: OpenRequest) -> None:
        """Raise a refusal where a requested round would not be opened."""
        await self.admit(response, _invited(asked))
        waiting(asked, discord.utils.utcnow())
        await self._rounds.check_room(asked.opener)

    def remember(self, response: Response, asked: OpenRequest) -> str:
        """Remember the request of a member until they press a button; return its number there."""
        number = response.interaction.id
        self.pending[response.user, number] = asked
        return str(number)

    def remembered(self, response: Response, number: str) -> OpenRequest:
        """Return a member's request in this channel. Raises a refusal if it is not remembered."""
        asked = self.pending.get((response.user, int(number)))
        if asked is None or asked.channel != response.interaction.channel_id:
            raise Refusal(NOT_REMEMBERED)
        return asked

    async def check(self, response: Response, game: str) -> None:
        """Raise a refusal where a member may not play a game here."""
        await self.admit(response)
        await self.check_place(response, game)

    async def check_place(self, response: Response, game: str) -> None:
        """Raise a refusal where a game is not played. Raises the errors of `Servers.check`."""
        await self._servers.check(response.interaction, game)

    async def admit(self, response: Response, others: Sequence[int] = ()) -> None:
        """Raise a refusal where a member may not play here, or not invite `others`."""
        await self._storage.read(admission(response, others))

    async def open_elsewhere(self, response: Response, pressed: CustomId) -> None:
        """Open the requested round of a member in a thread. Raises NoThread, OnlyCommands."""
        reach.check_added(response.interaction)
        number = int(pressed.what)
        asked = self.remembered(response, pressed.what)
        del self.pending[response.user, number]
        settings = await self._servers.check(response.interaction, asked.game)
        asked = settings.complete(asked)
        try:
            stored = await self._store_in_thread(response, asked)
        except Exception:  # the obstacle may be gone when they press again
            self.pending[response.user, number] = asked
            raise
        await self._post_in_thread(response, stored)

    async def offer_own(self, response: Response, over: StoredRound) -> None:
        """Tell a member who did not sit in a round that it is over, and offer to play its game."""
        number = self.remember(response, _like(response, over))
        label = response.renderer.text(say_in("a button", "Play"))
        play = components.button(CustomId("begin", 0, 0, number), label, components.SUCCESS)
        await response.send_private(say("It is over."), buttons=[play])

    async def begin_own(self, response: Response, pressed: CustomId) -> None:
        """Open the round that `offer_own` has offered; in a thread where the channel is taken.

        Raises the errors of `open` and `remembered`.
        """
        number = int(pressed.what)
        asked = self.remembered(response, pressed.what)
        del self.pending[response.user, number]  # a second press opens no second round

        async def point_below() -> None:
            own = layout.message([say("Your game is below.")], response.renderer)
            await response.turn_to(own)

        try:
            opened = await self.open(response, asked, point_below, thread_where_taken=True)
        except Refusal:
            self.pending[response.user, number] = asked
            raise
        if not opened:  # the obstacle may be gone when they press again
            self.pending[response.user, number] = asked

    async def _opened_in_thread(self, response: Response, asked: OpenRequest) -> bool:
        """Open a round in a thread; return False where none can be made."""
        try:
            stored = await self._store_in_thread(response, asked)
        except NoThread:
            return False
        await self._post_in_thread(response, stored)
        return True

    async def _store_in_thread(self, response: Response, asked: OpenRequest) -> StoredRound:
        """Make a thread and open the round there.

        Raises NoThread, and the errors of opening a round, before there is a thread.
        """
        if not reach.may_create(response.interaction):
            raise NoThread
        await self._check_opening(response, asked)
        new = waiting(asked, discord.utils.utcnow())
        with self._counted(response):
            try:
                creating = reach.create(response.interaction, thread_name(response, new))
                # Only the member waits for it, and a thread that came too late would stay empty.
                thread = await self._requests.make(creating, seconds=LATE_SECONDS)
            except (discord.HTTPException, discord.RateLimited) as error:
                if isinstance(error, discord.HTTPException) and error.status not in REFUSED_THREAD:
                    raise
                log.info("channel=%d a thread was refused: %s", asked.channel, reason(error))
                raise NoThread from error
            stored = await self._store(response, asked, thread, thread=True)
        _log_opened(stored)
        return stored

    async def _post_in_thread(self, response: Response, stored: StoredRound) -> None:
        """Post a round in its thread, and link to it in private for the member who requested it."""
        with suppress(StillUnderWay):  # Discord may still post it, and /rounds shows it again
            await self._board.post_round(response, stored, elsewhere=True)
        text = say("Your game is open in a thread: {place}", place=Place(stored.place.channel))
        await response.turn_to(layout.message([text], response.renderer))

    def _offer(self, response: Response, asked: OpenRequest) -> CustomId | None:
        """Remember a request; return the button for a thread, None if none is possible."""
        if not reach.may_create(response.interaction):
            return None
        return CustomId("thread", 0, 0, self.remember(response, asked))

    def offer_like(self, response: Response, stored: StoredRound) -> CustomId | None:
        """Offer a thread for a round like another one, alone or against the computer."""
        if stored.status != "playing" or stored.seats_of(response.user):
            return None
        return self._offer(response, _like(response, stored))

    async def _store(
        self,
        response: Response,
        asked: OpenRequest,
        channel: int,
        *,
        thread: bool,
    ) -> StoredRound:
        now = discord.utils.utcnow()

        def prepare(seed: Seed) -> StoredRound:
            new = self._table.open(asked, now, seed)
            if thread:
                new = changed(new, place=replace(new.place, channel=channel, in_thread=True))
            here = channel == asked.channel
            return reach.placed(new, response.interaction) if here else new

        admitted = admission(response, _invited(asked))
        # the first choice of a perfect computer may take long to compute
        slow = asked.level == PERFECT.key
        place = reach.seeds_of(response.interaction)
        return await self._rounds.open(
            place, prepare, now=now, opened=response.interaction.id, slow=slow, admit=admitted
        )

    def _counted(self, response: Response) -> AbstractContextManager[None]:
        """Return a context in which a member opens a round; see `Openings.counted`."""
        return self.limit.counted(response.user, reach.seeds_of(response.interaction))


def _like(response: Response, stored: StoredRound) -> OpenRequest:
    """Return a request for a round like another one, alone or against the computer."""
    return OpenRequest(
        game=stored.game,
        opener=response.user,
        channel=stored.place.channel,
        guild=stored.place.guild,
        language=stored.language,
        options=stored.options,
    )


def _invited(asked: OpenRequest) -> tuple[int, ...]:
    return () if asked.opponent is None else (asked.opponent,)


def _log_opened(stored: StoredRound) -> None:
    log.info("round=%d game=%s channel=%d opened", stored.id, stored.game, stored.place.channel)
