"""Hints and reviews as private messages, and the buttons on them.

They may take long to compute, so the answer is deferred and computed in the analysis process,
outside the round's lock: presses are answered meanwhile.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import Any

import discord

from bot.language.render import YOU, PlainRenderer, render
from bot.play.boards.board import Board
from bot.play.boards.drawings import Drawings
from bot.play.presses import Presses
from bot.play.quotas import Pictures
from bot.play.rounds import Rounds
from bot.review.hint import Hint, hint, present_choice
from bot.review.played_round import PlayedRound, only_member, played_round
from bot.review.review_page import RoundReview, review_in_pieces
from bot.storage.thread import StorageThread
from bot.table.frame import SHARE, names
from bot.table.hints import FIRST_HINT, NO_HINTS, are_given
from bot.table.refusals import Stale
from bot.table.store import rounds
from bot.table.stored_round import StoredRound
from bot.table.use_cases import Table
from bot.thinking.questions import Questions
from bot.ui.answer import Answer
from bot.ui.custom_ids import CustomId, tool
from bot.ui.drawing import components, layout
from bot.ui.drawing.components import Component, Drawing
from bot.ui.drawing.discord_renderer import DiscordRenderer
from bot.ui.drawing.mentions import DisplayNames
from bot.ui.private_messages import PrivateMessages
from bot.ui.requests import Requests
from rules import registry
from rules.errors import Refusal
from rules.screen import Action, Line, Seat
from rules.text import say, say_in

log = logging.getLogger(__name__)

OVERVIEW = "overview"
"""The verb of the button that turns back from *Step by step* to the review."""

FOLLOW = "follow"
"""The kind of a hint's button, which makes its best choice."""


class HintAndReview:
    """Answers *Hint* and *Review*, and the buttons of the messages that they send."""

    def __init__(
        self,
        *,
        requests: Requests,
        storage: StorageThread,
        table: Table,
        rounds: Rounds,
        board: Board,
        drawings: Drawings,
        presses: Presses,
        questions: Questions,
        pictures: Pictures,
        names: DisplayNames,
    ) -> None:
        self._storage, self._table, self._rounds = storage, table, rounds
        self._board, self._drawings, self._presses = board, drawings, presses
        self._questions, self._pictures, self._names = questions, pictures, names
        self._messages = PrivateMessages(requests)

    async def show_hint(self, answer: Answer, pressed: CustomId) -> None:
        """Show a member who is to choose the best choices, in place of their last hint.

        A hint requested on the private Screen of a seat replaces it, with a button back. The hint
        is noted for the review when it has been computed, before it is shown: every hint that was
        given is noted, and none that was refused.
        """
        async with self._rounds.lock(pressed.round):
            stored, seat = await self._rounds.load_at_turn(answer, pressed.round, pressed.moment)
            await self._board.redraw_overtaken(answer)  # the hint may take long
            if not are_given(stored):
                raise Refusal(NO_HINTS)
            selected = self._board.selected(answer, stored, seat)
            chosen = present_choice(self._drawings.frame(stored, seat).screen, selected)
        play: Any = stored.play
        if not answer.private:
            answer.defer_in_private()
        advice = await self._questions.answer(
            answer.user,
            ("hint", stored.id, stored.version, seat, chosen),
            hint,
            play.game,
            len(stored.players),
            play.state,
            seat,
            chosen,
        )
        await self._note_hint(answer, pressed)
        number = play.recorded + 1
        first = min(stored.players[seat.index].hinted, default=number) == number
        blocks = (*advice.blocks, Line(FIRST_HINT, "quiet")) if first else advice.blocks
        renderer = answer.renderer.naming(names(stored))
        buttons = _follow_button(advice, pressed, renderer)
        if answer.private:
            message = answer.interaction.message
            waiting_choice = components.confirmed_on(message, pressed)
            back = CustomId("peek", pressed.round, pressed.moment)
            if waiting_choice is not None:  # the cards are shown with that choice again
                back = CustomId(FOLLOW, pressed.round, pressed.moment, waiting_choice)
                best_waits = advice.best is not None and advice.best.code == waiting_choice
                buttons = [] if best_waits else buttons  # the button back makes the same choice
            buttons.append(components.button(back, renderer.text(say_in("a page", "Back"))))
        page = layout.page(say("Hint"), blocks, renderer, buttons=buttons)
        if answer.private:
            await answer.redraw(page)
        else:
            await self._messages.show(stored.id, answer, page)
            # It is deleted once the member has acted.
            delete = partial(self._messages.delete, stored.id, answer.user)
            self._presses.once_acted[stored.id, answer.user] = delete
        log.info("round=%d game=%s seat=%d hint", stored.id, stored.game, seat.index)

    async def _note_hint(self, answer: Answer, pressed: CustomId) -> None:
        """Note that a hint is given; it is refused where its moment has passed."""
        async with self._rounds.lock(pressed.round):
            await self._load_at_moment(answer, pressed)
            change = self._table.note_hint(answer.user)
            before, after = await self._rounds.change(pressed.round, change)
            if before.place.drawn == before.version:
                self._board.mark_drawn(after)

    async def make_best_choice(self, answer: Answer, pressed: CustomId) -> None:
        """Make the best choice of a hint, as its button on the board would.

        Raises NotSeated, NotYourTurn or NotLegal, and a refusal where the round has moved on.
        """
        await self._load_at_moment(answer, pressed)
        action = Action.parse(pressed.what)
        page = layout.message([say("Done: see the board.")], answer.renderer)
        await self._presses.choose(answer, pressed, action, page)

    async def _load_at_moment(self, answer: Answer, pressed: CustomId) -> Any:
        """Return the round and the member's seat; a round that has moved on is refused."""
        try:
            return await self._rounds.load_at_turn(answer, pressed.round, pressed.moment)
        except Stale:
            raise Refusal(
                say(
                    "This hint came too late: the game has moved on. Ask for a new one on the "
                    "board."
                )
            ) from None

    async def turn_to_overview(self, answer: Answer, pressed: CustomId) -> None:
        """Turn back to the first page of a review.

        Raises Stale, and the errors of `Pictures.take`.
        """
        stored = await self._rounds.load_finished(answer, pressed.round)
        await answer.turn_to(*await self._overview(answer, stored))

    async def show_review(self, answer: Answer, stored: StoredRound) -> None:
        """Show a member where a round that is over was won, and where luck decided.

        Raises the errors of `Pictures.take`.
        """
        answer.defer_in_private()
        page, pictures = await self._overview(answer, stored)
        await answer.show_private(page, *pictures)
        log.info("round=%d game=%s review", stored.id, stored.game)

    async def _overview(
        self, answer: Answer, stored: StoredRound
    ) -> tuple[Drawing, list[discord.File]]:
        """Return the first page of a review with its picture, if any."""
        self._pictures.take(answer.user)
        review = await self.review_of(answer, stored)
        renderer = answer.renderer.naming(names(stored), only_member(stored, answer.user))
        picture = layout.described(review.picture, "review.png", review.description, renderer)
        seats = stored.seats_of(answer.user)
        blocks = (
            review.headline(seats[0] if seats else None),
            review.loss_line,
            *own_accuracy(review, seats),
        )
        on_its_server = answer.interaction.guild_id == stored.place.guild
        took_part = bool(seats) or stored.took_part(answer.user)
        steps = CustomId("walk", stored.id, 0, "steps")
        buttons = [components.button(steps, renderer.text(say("Step by step")))]
        if on_its_server and took_part:
            buttons.append(components.button(tool(stored, SHARE), renderer.text(say("Share"))))
        page = layout.page(
            say_in("title", "Review · {game}", game=registry.game(stored.game).info.name),
            blocks,
            renderer,
            picture,
            buttons=buttons,
            below=review.costliest_choices,
        )
        return page, [] if picture is None else [picture]

    async def review_of(self, answer: Answer, stored: StoredRound) -> RoundReview:
        """Return the review of a round that is over, in the member's language.

        A member who played without other members is "you" on its picture. A game
        without exact play has no review: it is refused.
        """
        if not stored.has_advice:
            raise Refusal(say("There are no reviews of this game."))
        names = self._names.of_players(stored)
        you = only_member(stored, answer.user)
        if you is not None:
            own = answer.renderer.text(YOU)
            names = (*names[: you.index], own, *names[you.index + 1 :])
        key = ("review", stored.id, answer.language, names)
        question = (await self.played_round(stored, names), answer.language)
        return await self._questions.answer(
            answer.user, key, review_in_pieces, *question, keep=True
        )

    async def played_round(
        self, stored: StoredRound, names: tuple[str | None, ...] | None = None
    ) -> PlayedRound:
        """Return a round that is over, with its record. Raises MovesGone.

        `names` are those of the seats, by default the display names of their members.
        """
        record = await self._storage.read(rounds.record, stored.id)
        if names is None:
            names = self._names.of_players(stored)
        return played_round(stored, record, names)


def own_accuracy(review: RoundReview, seats: Sequence[Seat]) -> tuple[Line, ...]:
    """Return the line with the accuracy of a member, none for a member who did not play."""
    accuracy = review.accuracy[seats[0].index] if seats else None
    if accuracy is None:
        return ()
    return (Line(say_in("whose accuracy", "Only you see: {accuracy}", accuracy=accuracy)),)


def _follow_button(advice: Hint, pressed: CustomId, renderer: DiscordRenderer) -> list[Component]:
    if advice.best is None or advice.label is None:
        return []
    control = CustomId(FOLLOW, pressed.round, pressed.moment, advice.best.code)
    plain = PlainRenderer(renderer.language)
    label = render(advice.label, renderer.language, plain)
    if len(label) > components.LONGEST_LABEL:  # all of it stands in the first line of the page
        label = renderer.text(say_in("a button", "Choose the best"))
    return [components.button(control, label, components.SUCCESS)]
