"""The private list of a member's rounds, with buttons to continue or show them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.language.render import Until
from bot.play.boards.board import Board
from bot.play.boards.drawings import Drawings
from bot.play.opening import channel_taken
from bot.play.opening.opening import Opening
from bot.play.quotas import Quota
from bot.play.rounds import Rounds
from bot.storage.thread import StorageThread
from bot.table.frame import names
from bot.table.refusals import NotSeated
from bot.table.round_luck import check_is_public
from bot.table.store import rounds
from bot.table.store.errors import ChannelTaken, RoundElsewhere
from bot.table.stored_round import StoredRound
from bot.ui import reach
from bot.ui.answer import Answer
from bot.ui.custom_ids import CustomId, tool
from bot.ui.drawing import components, layout, rules_pages
from bot.ui.drawing.components import Component, Drawing
from rules import registry
from rules.errors import BadCode, Refusal
from rules.screen import Seat
from rules.text import Argument, Command, Text, say, say_count

SHOWN = 10
"""The most rounds that are listed; further ones are counted."""

COMPONENTS = 3
"""The number of components of a round in the list; *Leave* adds one more."""

SHOW_SECONDS = 10.0
"""Seconds before the same member may have the round of a channel shown again."""

LIST = "list"


async def of_member(
    storage: StorageThread, rounds_in_memory: Rounds, user: int
) -> tuple[list[StoredRound], int]:
    """Return the listed rounds of a member, in order, and the number of further ones.

    Rounds that await the member come first, then those that await others, then those that wait for
    players, then resting ones.
    """
    seated, resting = await storage.read(rounds.of_member, user)
    loaded = [await rounds_in_memory.load(round_id) for round_id in seated]
    listed = [one for one in loaded if one.open and _seat(one, user) is not None]
    listed.sort(key=lambda stored: (not awaits(stored, user), stored.play is None))
    room = max(SHOWN - len(listed), 0)
    loaded = [await rounds_in_memory.load(round_id) for round_id in resting[:room]]
    listed += [one for one in loaded if one.status == "resting"]
    fitting = _that_fit(listed)
    return fitting, len(listed) - len(fitting) + max(len(resting) - room, 0)


def _that_fit(listed: list[StoredRound]) -> list[StoredRound]:
    """Return the first rounds that fit into the list: `SHOWN`, or fewer if some have *Leave*."""
    room = SHOWN * COMPONENTS
    for number, one in enumerate(listed):
        room -= COMPONENTS + one.place.channel_deleted
        if room < 0:
            return listed[:number]
    return listed


def awaits(stored: StoredRound, user: int) -> bool:
    """Return whether an open round awaits the member's choice or their answer to an invitation."""
    seat = _seat(stored, user)
    if seat is None:
        return False
    if stored.play is None:
        return not stored.players[seat.index].accepted
    return seat in stored.play.awaits.seats


class OwnRounds:
    """Lists the rounds of members, resumes resting ones, and shows a channel's round again."""

    def __init__(
        self,
        *,
        storage: StorageThread,
        rounds: Rounds,
        board: Board,
        drawings: Drawings,
        opening: Opening,
    ) -> None:
        self._storage, self._rounds, self._board = storage, rounds, board
        self._drawings, self._opening = drawings, opening
        self._recent = Quota(1, SHOW_SECONDS)

    async def show(self, answer: Answer) -> None:
        """Show a member their rounds, and the button *Show here* where the channel has one."""
        await answer.show_private(await self._list_page(answer))

    async def press(self, answer: Answer, pressed: CustomId) -> None:
        """List the rounds, or show that of the channel. Raises BadCode, and a refusal."""
        match pressed.what:
            case "list":
                await answer.turn_to(await self._list_page(answer))
            case channel_taken.SHOW_HERE.what:
                await self._show_here(answer)
            case _:
                raise BadCode

    async def take_up(self, answer: Answer, pressed: CustomId) -> None:
        """Resume a resting round and show it: in its channel, or here where that channel is taken.

        It is shown here, too, where its channel was deleted. In the channel of the press the board
        is posted again. Raises RoundElsewhere for a round of others in another channel, NotSeated,
        ChannelTaken where both channels are taken, and the refusals that prevent a round from being
        opened here.
        """
        before = await self._rounds.load(pressed.round)
        opener = (before.opener,) if before.players.everybody else ()
        if answer.user not in (*before.players.people, *opener):
            if not reach.within(before, answer.interaction, private=answer.private):
                raise RoundElsewhere
            raise NotSeated
        check_is_public(before)
        if before.status != "resting":
            await _point_to(answer, before)
            return
        after = await self._resumed(answer, before)
        if after.place.channel != answer.interaction.channel_id:
            await self._board.refresh(after)
            present = await self._rounds.load(after.id)
            if present.place.channel_deleted:  # Discord has just reported it
                before = present
                after = await self._resumed(answer, before)
        if after.place.channel == answer.interaction.channel_id:
            below = layout.message([say("Your game goes on below.")], answer.renderer)
            await answer.redraw(below)
            posting = answer.post(self._drawings.public(after), board=True)
            after = await self._board.show_in(after, posting)
            if before.place.channel != after.place.channel:
                await self._board.link_from(before, after)
        else:
            await _point_to(answer, after)

    async def _resumed(self, answer: Answer, before: StoredRound) -> StoredRound:
        here = answer.interaction.channel_id or 0, answer.interaction.guild_id
        user, resume = answer.user, self._rounds.resume
        if not before.place.channel_deleted:
            try:
                return await resume(user, before, before.place.channel, before.place.guild)
            except ChannelTaken:
                if here == (before.place.channel, before.place.guild):
                    raise
        await self._opening.check(answer, before.game)
        await resume(user, before, *here)
        here_now = partial(reach.placed, interaction=answer.interaction)
        _, after = await self._rounds.change(before.id, here_now)
        return after

    async def _list_page(self, answer: Answer) -> Drawing:
        listed, more = await of_member(self._storage, self._rounds, answer.user)
        here = await self._rounds.load_open_in(answer.interaction.channel_id or 0)
        return _list_page(answer, listed, more, here)

    async def _show_here(self, answer: Answer) -> None:
        """Post the channel's round again; the older message links to the new one.

        Within `SHOW_SECONDS`, the same member gets a private link to it. Raises a refusal if no
        round is open.
        """
        channel = answer.interaction.channel_id
        here = await self._rounds.load_open_in(channel or 0)
        if here is None:
            raise Refusal(
                say(
                    "No game is open in this channel. {command} opens one.",
                    command=Command("play"),
                )
            )
        async with self._rounds.lock(here.id):
            stored = await self._rounds.load(here.id)
            if stored.place.message is not None and self._recent.reached((answer.user, channel)):
                await channel_taken.shown_recently(answer, stored)
                return
            posting = answer.post(self._drawings.public(stored), board=True)
            await self._board.show_in(stored, posting)
            self._recent.count((answer.user, channel))


def _list_page(
    answer: Answer,
    listed: Sequence[StoredRound],
    more: int,
    here: StoredRound | None,
) -> Drawing:
    """Return the list: resting rounds have a button *Continue*, the channel's one *Show here*.

    A button below the list leads to the games.
    """
    title = answer.renderer.text(say("Your open games"))
    parts = [components.text(f"### {title}")]
    for one in listed:
        parts += _parts(one, answer, here)
    last = None
    if not listed:
        last = say("You have no open game.")
    elif more:
        last = say_count("… and {n} more game.", "… and {n} more games.", more)
    if last is not None:
        parts.append(components.text(answer.renderer.text(last)))
    if here is not None and here.id not in [one.id for one in listed]:
        parts += [components.separator(), _channels_round(here, answer)]
    rows = components.rows([rules_pages.all_games(answer.renderer)])
    return Drawing([components.container(layout.COLOURS["play"], parts), *rows])


def _channels_round(stored: StoredRound, answer: Answer) -> Component:
    text, game = answer.renderer.text, registry.game(stored.game).info.name
    line = say("Open in this channel: {game} · {place}", game=game, place=stored.place.link)
    return components.section(text(line), _show_here(answer))


def _show_here(answer: Answer) -> Component:
    label = answer.renderer.text(say("Show here"))
    return components.button(channel_taken.SHOW_HERE, label)


async def _point_to(answer: Answer, stored: StoredRound) -> None:
    text = say("Your game is here: {place}", place=stored.place.link)
    await answer.redraw(layout.message([text], answer.renderer))


def _parts(stored: StoredRound, answer: Answer, here: StoredRound | None) -> list[Component]:
    """Return the line of a round and its buttons, in `COMPONENTS` components or one more."""
    renderer = answer.renderer.naming(names(stored))
    text = renderer.text(_line(stored, answer.user))
    if here is not None and stored.id == here.id:
        return [components.section(text, _show_here(answer))]
    if stored.status != "resting":
        return [components.text(text)]
    proceed = tool(stored, "continue")
    label = renderer.text(say("Continue"))
    go_on = components.button(proceed, label, components.SUCCESS)
    if not stored.place.channel_deleted or stored.players.everybody:
        return [components.section(text, go_on)]
    leave = tool(stored, "leave")
    leaving = components.button(leave, answer.renderer.text(say("Leave")))
    return [components.text(text), *components.rows([go_on, leaving])]


def _line(stored: StoredRound, user: int) -> Text:
    game: Argument = registry.game(stored.game).info.name
    place = stored.place.link
    if stored.place.channel_deleted:
        return say("💤 {game}: rests until you go on here; its channel was deleted", game=game)
    if stored.status == "resting":
        return say("💤 {game}: rests until you go on · {place}", game=game, place=place)
    if awaits(stored, user) and stored.deadline.at is not None:
        when = Until(stored.deadline.at)
        if stored.play is None:
            return say(
                "▶ {game}: you are invited, it ends {when} · {place}",
                game=game,
                when=when,
                place=place,
            )
        return say(
            "▶ {game}: **your turn**, time is up {when} · {place}",
            game=game,
            when=when,
            place=place,
        )
    seats = () if stored.play is None else stored.play.awaits.seats
    if not seats:
        return say("{game}: waits for players · {place}", game=game, place=place)
    if len(seats) == 1:
        return say("{game}: {seat} is choosing · {place}", game=game, seat=seats[0], place=place)
    return say_count(
        "{game}: {n} player is choosing · {place}",
        "{game}: {n} players are choosing · {place}",
        len(seats),
        game=game,
        place=place,
    )


def _seat(stored: StoredRound, user: int) -> Seat | None:
    """Return the seat of a member who has not left."""
    seats = (seat for seat in stored.seats_of(user) if not stored.players[seat.index].left)
    return next(seats, None)
