"""Answers *Share*: the picture of the end of a round, which players may post."""

from __future__ import annotations

import logging
from functools import partial
from io import BytesIO

import discord

from bot.language.render import Person
from bot.play.avatars import avatar_of
from bot.play.boards.drawings import Drawings
from bot.play.opening import opening
from bot.play.quotas import Pictures, Quota
from bot.play.rounds import Rounds
from bot.review.hint_and_review import HintAndReview, own_accuracy
from bot.review.share import round_picture
from bot.table import headline
from bot.table.frame import POST_SHARED, names
from bot.table.refusals import NotSeated
from bot.table.store.errors import RoundElsewhere
from bot.table.stored_round import StoredRound
from bot.thinking.questions import Questions
from bot.ui import reach
from bot.ui.answer import Answer
from bot.ui.custom_ids import CustomId, tool
from bot.ui.drawing import components, layout
from bot.ui.drawing.components import LONGEST_DESCRIPTION
from bot.ui.drawing.emoji import PICTURES
from bot.ui.drawing.mentions import DisplayNames
from rules import registry
from rules.errors import Refusal
from rules.screen import Line
from rules.text import Text, say, say_in, side_by_side

log = logging.getLogger(__name__)

SHARED_ALREADY = say("You have just shared this game. You can do so again in a minute.")

SHARE_AGAIN_AFTER = 60.0
"""The seconds until a member may share the same game again."""

PLAYERS_ONLY = say("Only players of the game can post this for everybody.")
"""The reason why only the member sees a picture of a round."""


class Sharing:
    """Answers *Share* and the button *Post* below its picture."""

    def __init__(
        self,
        *,
        rounds: Rounds,
        drawings: Drawings,
        hint_and_review: HintAndReview,
        questions: Questions,
        pictures: Pictures,
        names: DisplayNames,
    ) -> None:
        self._rounds, self._drawings, self._hint_and_review = rounds, drawings, hint_and_review
        self._questions, self._pictures, self._names = questions, pictures, names
        self._posts = Quota(1, SHARE_AGAIN_AFTER)

    async def show_picture(self, answer: Answer, pressed: CustomId) -> None:
        """Show the picture to a member in their own language; players may post it.

        Raises Stale, and the errors of `Pictures.take`.
        """
        stored = await self._rounds.load_finished(answer, pressed.round)
        self._pictures.take(answer.user)
        answer.defer_in_private()
        renderer = answer.renderer.naming(names(stored))
        picture, full_names = await self._picture(answer, stored, answer.language)
        took_part = stored.took_part(answer.user)
        on_its_server = stored.place.guild == answer.interaction.guild_id
        accuracy = await self._own_accuracy(answer, stored)
        lines = [*full_names, *(() if took_part else (PLAYERS_ONLY,))]
        post = components.button(tool(stored, POST_SHARED), renderer.text(say("Post")))
        page = layout.page(
            None,
            [*accuracy, *(Line(text, "quiet") for text in lines)],
            renderer,
            picture,
            buttons=[post] if took_part and on_its_server else [],
        )
        await answer.show_private(page, picture)
        log.info("round=%d game=%s shown to be shared", stored.id, stored.game)

    async def post_picture(self, answer: Answer, pressed: CustomId) -> None:
        """Post the picture of a round that the member played, in the language of the round.

        A button below it opens a round of the same game for the member who presses it. Where the
        bot may not attach files, the message has headline, game and result in words. The button
        *Post* then says that it is done. Raises Stale and NotSeated, and a refusal within a minute
        of the last one and after too many pictures.
        """
        stored = await self._rounds.load_finished(answer, pressed.round)
        if not stored.took_part(answer.user):
            raise NotSeated
        if stored.place.guild != answer.interaction.guild_id:
            raise RoundElsewhere
        if self._posts.reached((stored.id, answer.user)):
            raise Refusal(SHARED_ALREADY)
        self._pictures.take(answer.user)
        self._posts.count((stored.id, answer.user))
        await answer.acknowledge()
        renderer = self._drawings.renderer(stored.language).naming(names(stored))
        picture, full_names = None, tuple[Text, ...]()
        if reach.may_attach(answer.interaction):
            picture, full_names = await self._picture(answer, stored, stored.language)
        shared_by = Line(say("shared by {member}", member=Person(answer.user)), "quiet")
        play = components.button(
            opening.play_button(stored.game), renderer.text(say("Play")), components.SUCCESS
        )
        board = self._drawings.frame(stored)
        result = side_by_side([registry.game(stored.game).info.name, board.screen.title])
        words = [] if board.headline is None else [Line(result, "strong")]

        def page(file: discord.File | None) -> components.Drawing:
            lines = words if file is None else [Line(text, "quiet") for text in full_names]
            head = (board.headline or result) if file is None else None
            return layout.page(head, [*lines, shared_by], renderer, file, buttons=[play])

        await answer.post_with(page, picture)
        log.info("round=%d game=%s shared", stored.id, stored.game)
        posted = components.button(
            pressed, answer.renderer.text(say_in("a button", "Posted")), disabled=True
        )
        accuracy = await self._own_accuracy(answer, stored)
        await answer.redraw(layout.page(None, accuracy, answer.renderer, buttons=[posted]), ())

    async def _own_accuracy(self, answer: Answer, stored: StoredRound) -> tuple[Line, ...]:
        if not stored.has_advice:
            return ()
        review = await self._hint_and_review.review_of(answer, stored)
        return own_accuracy(review, stored.seats_of(answer.user))

    async def _picture(
        self, answer: Answer, stored: StoredRound, language: str
    ) -> tuple[discord.File, tuple[Text, ...]]:
        """Return the picture of the end of a round, and the full names of shortened ones.

        It has the avatar of the member, if they have played.
        """
        board, worths = self._drawings.frame(stored), tuple[tuple[float, ...], ...]()
        if stored.has_advice:
            worths = (await self._hint_and_review.review_of(answer, stored)).worths
        played = await self._hint_and_review.played_round(stored)
        seats = stored.seats_of(answer.user)
        avatar = await avatar_of(answer.interaction.user) if seats else None
        avatars = {} if avatar is None else {seat.index: avatar for seat in seats}
        member = answer.user if avatars else None
        key = ("share", stored.id, language, self._names.of_players(stored), member)
        roll = headline.dice(stored, played.record)
        draw = partial(round_picture, avatars=avatars, headline=board.headline, roll=roll)
        question = (played, board.screen, worths, language, PICTURES)
        picture = await self._questions.answer(answer.user, key, draw, *question, keep=True)
        description = picture.description[:LONGEST_DESCRIPTION]
        file = discord.File(BytesIO(picture.png), "round.png", description=description)
        return file, picture.full_names
