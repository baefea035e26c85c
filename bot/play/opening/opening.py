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
from bot.play.boards.board import Board
from bot.play.boards.private_screens import PrivateScreens
from bot.play.opening import channel_taken
from bot.play.opening.threads import thread_name
from bot.play.quotas import Openings
from bot.play.rounds import Rounds
from bot.play.servers import Servers, admission
from bot.storage.errors import StorageFailed
from bot.storage.thread import StorageThread
from bot.table.opening import OpenRequest, new_round, turn_minutes
from bot.table.seed import Seed
from bot.table.store.errors import ChannelTaken
from bot.table.stored_round import StoredRound
from bot.table.time_limits import is_slow
from bot.table.use_cases import Table, may_resume
from bot.ui import reach
from bot.ui.answer import Answer
from bot.ui.custom_ids import CustomId
from bot.ui.drawing import components, layout
from bot.ui.drawing.mentions import DisplayNames
from bot.ui.localization import public_language
from bot.ui.requests import LATE_SECONDS, Requests, StillUnderWay, reason
from rules.errors import Refusal
from rules.levels import PERFECT
from rules.text import say, say_in

log = logging.getLogger(__name__)

NOT_REMEMBERED = say("This was done already, or you asked for it too long ago. Please ask again.")
"""The refusal of a button whose request is not remembered any more."""

REFUSED_THREAD = (400, 403, 404)
"""Statuses with which Discord refuses a thread, for example when a server has too many."""


def play_button(game: str, number: str = "") -> CustomId:
    """Return the button that opens a round of a game for the member who presses it.

    A `number`, as `Opening.remember` returns it, adds the choices of a remembered request.
    """
    return CustomId("play", 0, 0, f"{game}.{number}" if number else game)


def table_button(game: str, number: str, *, slow: bool) -> CustomId:
    """Return the button that opens a table of a game for all who join; for "" it asks for a game.

    The table is `slow` or not, whatever the request that is remembered by `number` says; "" stands
    for no request.
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
        answer: Answer,
        request: OpenRequest,
        before: Callable[[], Awaitable[None]] | None = None,
        *,
        thread_where_taken: bool = False,
    ) -> bool:
        """Open a round where the member requested it; a slow table in a thread, if possible.

        `before` is awaited once the round is open, before it is posted in the channel. Where the
        channel has a round, the member is offered a thread and no round is opened; with
        `thread_where_taken` it is opened in one, if possible. Return whether one was opened. Raises
        the errors of `Servers.check`, of `Openings.counted`, of `admit` and of opening a round.
        """
        interaction = answer.interaction
        settings = await self._servers.check(interaction, request.game)
        language = await self.public_language(answer)
        asked = settings.complete(replace(request, language=language))
        if is_slow(turn_minutes(asked)) and await self._opened_in_thread(answer, asked):
            return True  # else it is played here, and the lobby says that the channel stays taken
        try:
            with self._counted(answer):
                thread = reach.is_thread(interaction)
                stored = await self._store(answer, asked, asked.channel, thread=thread)
        except ChannelTaken as taken:
            if thread_where_taken and await self._opened_in_thread(answer, asked):
                return True
            await self.point_to(answer, taken.round_id, elsewhere=self._offer(answer, asked))
            return False
        _log_opened(stored)
        await self._board.post_round(answer, stored, before=before)
        if stored.begun:
            await self._private_screens.show_own(answer, stored)
        return True

    async def public_language(self, answer: Answer) -> str:
        """Return the language of a round that would be opened here by the member."""
        settings = await self._servers.settings(reach.server(answer.interaction))
        chosen = settings.chosen_language
        return public_language(answer.interaction, chosen, self._language, answer.language)

    async def point_to(
        self,
        answer: Answer,
        round_id: int,
        pressed: int = 0,
        elsewhere: CustomId | None = None,
    ) -> None:
        """Show where the channel's round is; a round that was never shown is posted.

        `pressed` is the round whose control was pressed, 0 for none: it may be resting. The button
        `elsewhere` opens the requested round in a thread.
        """
        stored = await self._rounds.load(round_id)
        if not await self._board.post_unseen(answer, stored):
            own = None if pressed == 0 else await self._rounds.load(pressed)
            rests = own is not None and own.status == "resting" and may_resume(own, answer.user)
            called = self._names.of_players(stored)
            await channel_taken.show_taken(answer, stored, elsewhere, rests=rests, names=called)

    def remember(self, answer: Answer, asked: OpenRequest) -> str:
        """Remember the request of a member until they press a button; return its number there."""
        number = answer.interaction.id
        self.pending[answer.user, number] = asked
        return str(number)

    def remembered(self, answer: Answer, number: str) -> OpenRequest:
        """Return a member's request in this channel. Raises a refusal if it is not remembered."""
        asked = self.pending.get((answer.user, int(number)))
        if asked is None or asked.channel != answer.interaction.channel_id:
            raise Refusal(NOT_REMEMBERED)
        return asked

    async def check(self, answer: Answer, game: str) -> None:
        """Raise a refusal where a member may not play a game here."""
        await self.admit(answer)
        await self.check_place(answer, game)

    async def check_place(self, answer: Answer, game: str) -> None:
        """Raise a refusal where a game is not played. Raises the errors of `Servers.check`."""
        await self._servers.check(answer.interaction, game)

    async def admit(self, answer: Answer, others: Sequence[int] = ()) -> None:
        """Raise a refusal where a member may not play here, or not invite `others`."""
        await self._storage.read(admission(answer, others))

    async def open_elsewhere(self, answer: Answer, pressed: CustomId) -> None:
        """Open the requested round of a member in a thread. Raises NoThread, OnlyCommands."""
        reach.check_added(answer.interaction)
        number = int(pressed.what)
        asked = self.remembered(answer, pressed.what)
        del self.pending[answer.user, number]
        try:
            settings = await self._servers.check(answer.interaction, asked.game)
            stored = await self._store_in_thread(answer, settings.complete(asked))
        except Exception:  # the obstacle may be gone when they press again
            self.pending[answer.user, number] = asked
            raise
        await self._post_in_thread(answer, stored)

    async def offer_own(self, answer: Answer, over: StoredRound) -> None:
        """Tell a member who did not sit in a round that it is over, and offer to play its game."""
        number = self.remember(answer, _like(answer, over))
        label = answer.renderer.text(say_in("a button", "Play"))
        play = components.button(CustomId("begin", 0, 0, number), label, components.SUCCESS)
        await answer.send_private(say("It is over."), buttons=[play])

    async def begin_own(self, answer: Answer, pressed: CustomId) -> None:
        """Open the round that `offer_own` has offered; in a thread where the channel is taken.

        Raises the errors of `open` and `remembered`.
        """
        number = int(pressed.what)
        asked = self.remembered(answer, pressed.what)
        del self.pending[answer.user, number]  # a second press opens no second round

        async def point_below() -> None:
            own = layout.message([say("Your game is below.")], answer.renderer)
            await answer.turn_to(own)

        try:
            opened = await self.open(answer, asked, point_below, thread_where_taken=True)
        except (Refusal, StorageFailed):
            self.pending[answer.user, number] = asked
            raise
        if not opened:  # the obstacle may be gone when they press again
            self.pending[answer.user, number] = asked

    async def _opened_in_thread(self, answer: Answer, asked: OpenRequest) -> bool:
        """Open a round in a thread; return False where none can be made."""
        try:
            stored = await self._store_in_thread(answer, asked)
        except NoThread:
            return False
        await self._post_in_thread(answer, stored)
        return True

    async def _store_in_thread(self, answer: Answer, asked: OpenRequest) -> StoredRound:
        """Make a thread and open the round there.

        Raises NoThread, and the errors of opening a round, before there is a thread.
        """
        if not reach.may_create(answer.interaction):
            raise NoThread
        await self.admit(answer, _invited(asked))
        new = new_round(asked, discord.utils.utcnow())
        await self._rounds.check_room(asked.opener)
        with self._counted(answer):
            try:
                creating = reach.create(answer.interaction, thread_name(answer, new))
                # Only the member waits for it, and a thread that came too late would stay empty.
                thread = await self._requests.make(creating, seconds=LATE_SECONDS)
            except (discord.HTTPException, discord.RateLimited) as error:
                if isinstance(error, discord.HTTPException) and error.status not in REFUSED_THREAD:
                    raise
                log.info("channel=%d a thread was refused: %s", asked.channel, reason(error))
                raise NoThread from error
            stored = await self._store(answer, asked, thread, thread=True)
        _log_opened(stored)
        return stored

    async def _post_in_thread(self, answer: Answer, stored: StoredRound) -> None:
        """Post a round in its thread, and link to it in private for the member who requested it."""
        with suppress(StillUnderWay):  # Discord may still post it, and /rounds shows it again
            await self._board.post_round(answer, stored, elsewhere=True)
        text = say("Your game is open in a thread: {place}", place=Place(stored.place.channel))
        await answer.turn_to(layout.message([text], answer.renderer))

    def _offer(self, answer: Answer, asked: OpenRequest) -> CustomId | None:
        """Remember a request; return the button for a thread, None if none is possible."""
        if not reach.may_create(answer.interaction):
            return None
        return CustomId("thread", 0, 0, self.remember(answer, asked))

    def offer_like(self, answer: Answer, stored: StoredRound) -> CustomId | None:
        """Offer a thread for a round like another one, alone or against the computer."""
        if stored.status != "playing" or stored.seats_of(answer.user):
            return None
        return self._offer(answer, _like(answer, stored))

    async def _store(
        self,
        answer: Answer,
        asked: OpenRequest,
        channel: int,
        *,
        thread: bool,
    ) -> StoredRound:
        now = discord.utils.utcnow()

        def prepare(seed: Seed) -> StoredRound:
            new = self._table.open(asked, now, seed)
            if thread:
                new = replace(new, place=replace(new.place, channel=channel, in_thread=True))
            here = channel == asked.channel
            return reach.placed(new, answer.interaction) if here else new

        admitted = admission(answer, _invited(asked))
        # the first choice of a perfect computer may take long to compute
        slow = asked.level == PERFECT.key
        place = reach.seeds_of(answer.interaction)
        return await self._rounds.open(
            place, prepare, now=now, opened=answer.interaction.id, slow=slow, admit=admitted
        )

    def _counted(self, answer: Answer) -> AbstractContextManager[None]:
        """Return a context in which a member opens a round; see `Openings.counted`."""
        return self.limit.counted(answer.user, reach.seeds_of(answer.interaction))


def _like(answer: Answer, stored: StoredRound) -> OpenRequest:
    """Return a request for a round like another one, alone or against the computer."""
    return OpenRequest(
        game=stored.game,
        opener=answer.user,
        channel=stored.place.channel,
        guild=stored.place.guild,
        language=stored.language,
        options=stored.options,
    )


def _invited(asked: OpenRequest) -> tuple[int, ...]:
    return () if asked.opponent is None else (asked.opponent,)


def _log_opened(stored: StoredRound) -> None:
    log.info("round=%d game=%s channel=%d opened", stored.id, stored.game, stored.place.channel)
