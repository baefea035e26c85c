"""Hint and Review as private messages, and what their buttons do.

Exact play may compute for long when a game is asked for the first time, so the
response is deferred and computed in the analysis process, outside the round's
lock: presses are answered meanwhile.
"""

from __future__ import annotations

import logging
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any

import discord

from bot.language.render import Person, PlainRenderer, render
from bot.play import opening, private
from bot.play.presses import Presses
from bot.review.given_hints import GivenHints
from bot.review.hint import Hint, hint, present_choice
from bot.review.played_round import Played, played
from bot.review.review_page import Reviewed
from bot.review.second_person import YOU, only_member, to_you
from bot.review.share import shared
from bot.table.frame import STEP_BY_STEP, names
from bot.table.help_given import NO_HINTS
from bot.table.refusals import NotSeated, Stale
from bot.table.store import rounds
from bot.table.store.errors import RoundGone
from bot.table.stored_round import StoredRound
from bot.ui import components, layout, reach
from bot.ui.components import LONGEST_DESCRIPTION, Component
from bot.ui.custom_ids import CustomId, practise, tool
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.emoji import PICTURES
from bot.ui.rate_limits import RateLimit
from bot.ui.response import Response
from rules import registry
from rules.errors import Refusal
from rules.screen import Action, Line
from rules.text import Text, say, say_in

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)

SHARE_AGAIN_AFTER = 60.0
"""Seconds after which a member may share the review of a round again."""


COMPUTED_ONCE = say(
    "The hints of this game are being computed. That takes some seconds, once; please wait."
)

FOLLOW = "follow"
"""The kind of a hint's button, which makes its best choice."""


class HintAndReview:
    """Answers Hint and Review, and the buttons of the messages that they send."""

    def __init__(self, bot: DicePokerBot, presses: Presses) -> None:
        self._acts, self._presses, self._names = bot.acts, presses, bot.names
        self._table, self._live, self._board = bot.table, bot.live, bot.board
        self._private_screens = bot.private_screens
        self._given = GivenHints(bot.requests)
        self._shared = RateLimit(1, SHARE_AGAIN_AFTER)

    async def hint(self, response: Response, pressed: CustomId) -> None:
        """Show a member who is to choose the best choices, in place of their last hint.

        A hint that is asked for on the own Screen takes its place, and leads back to it.
        The hint is noted for the review when it has been computed, before it is shown:
        every hint that was given is noted, and none that was refused.
        """
        async with self._live.lock(pressed.round):
            stored, seat = await self._acts.at_turn(response, pressed.round, pressed.moment)
            if not stored.gives_hints:
                raise Refusal(NO_HINTS)
            selected = self._acts.selected(response, stored, seat)
            chosen = present_choice(self._board.frame(stored, seat).screen, selected)
        play: Any = stored.play
        if not response.private:
            await response.defer_private()
        await self._live.preparation.finish(
            play.game, partial(response.note_progress, COMPUTED_ONCE)
        )
        found = await self._live.analyse(
            response.user,
            ("hint", stored.id, stored.version, seat, chosen),
            hint,
            play.game,
            len(stored.players),
            play.state,
            seat,
            chosen,
        )
        await self._note(response, pressed)
        await self._given.delete(stored.id, response.user)
        renderer = response.renderer.naming(names(stored))
        buttons = _follow_button(found, pressed, renderer)
        if response.private:
            message = response.interaction.message
            waiting = components.confirmed_on(message, pressed)
            back = CustomId("peek", pressed.round, pressed.moment)
            if waiting is not None:  # the cards are shown with it again
                back = CustomId(FOLLOW, pressed.round, pressed.moment, waiting)
            buttons.append(components.button(back, renderer.text(say_in("a page", "Back"))))
        page = layout.page(say("Hint"), found.blocks, renderer, buttons=buttons)
        if response.private:
            await response.redraw(page)
        else:
            self._given.note(stored.id, response, await response.show_private(page))
            # One that was acted upon, or against, is deleted.
            delete = partial(self._given.delete, stored.id, response.user)
            self._acts.once_acted[stored.id, response.user] = delete
        log.info("round=%d game=%s seat=%d hint", stored.id, stored.game, seat.index)

    async def _note(self, response: Response, pressed: CustomId) -> None:
        """Note that a hint is given; it is refused where its moment has passed."""
        async with self._live.lock(pressed.round):
            await self._at_its_moment(response, pressed)
            change = self._table.note_hint(response.user)
            before, after = await self._live.change(pressed.round, change)
            if before.drawn == before.version:
                self._board.mark_drawn(after)

    async def follow(self, response: Response, pressed: CustomId) -> None:
        """Make the best choice of a hint, as its button on the board would.

        Raises NotSeated, NotYourTurn or NotLegal, and a refusal where the round has moved on.
        """
        await self._at_its_moment(response, pressed)
        action = Action.parse(pressed.what)
        done = layout.message([say("Done: see the board.")], response.renderer)
        await self._presses.choose(response, pressed, action, done)

    async def _at_its_moment(self, response: Response, pressed: CustomId) -> Any:
        """Return the round and the member's seat; a round that has moved on is refused."""
        try:
            return await self._acts.at_turn(response, pressed.round, pressed.moment)
        except Stale:
            raise Refusal(
                say(
                    "This hint came too late: the round has moved on. Ask for a new one on the "
                    "board."
                )
            ) from None

    async def give_review(self, response: Response, stored: StoredRound) -> None:
        """Show a member where a round that is over was won, and where it was lucky.

        Raises what `Pictures.take` raises.
        """
        self._live.pictures.take(response.user)
        await response.defer_private()
        reviewed = await self.reviewed(response, stored)
        renderer = response.renderer.naming(names(stored))
        picture = layout.described(reviewed.picture, "review.png", reviewed.shows, renderer)
        seats, you = stored.seats_of(response.user), only_member(stored, response.user)
        blocks = (reviewed.headline(seats[0] if seats else None), to_you(reviewed.gave_away, you))
        here = response.interaction.guild_id == stored.guild
        slip = reviewed.slips[seats[0].index] if seats else None
        buttons = _buttons(stored, renderer, slip, shares=bool(seats) and here)
        page = layout.page(
            say_in("title", "Review · {game}", game=registry.game(stored.game).info.name),
            blocks,
            renderer,
            picture,
            buttons=buttons,
            below=to_you(reviewed.story, you),
        )
        await response.show_private(page, *([] if picture is None else [picture]))
        log.info("round=%d game=%s review", stored.id, stored.game)

    async def details(self, response: Response, pressed: CustomId) -> None:
        """Show a member the tables of a review and what stands with them. Raises Stale."""
        stored = await self._acts.finished(response, pressed.round)
        await response.defer_private()
        reviewed = await self.reviewed(response, stored)
        renderer = response.renderer.naming(names(stored))
        blocks = to_you(reviewed.details, only_member(stored, response.user))
        await response.show_private(layout.page(say("Details"), blocks, renderer))

    async def share(self, response: Response, pressed: CustomId) -> None:
        """Post a picture of a round that the member played, with the sentence about them.

        A button below it opens a round of the same game for whoever presses it. Where the bot
        may not attach files the picture is missing. Raises Stale and NotSeated, and a refusal
        within `SHARE_AGAIN_AFTER` and after too many pictures.
        """
        stored = await self._acts.finished(response, pressed.round)
        seats = stored.seats_of(response.user)
        if not seats:
            raise NotSeated
        if stored.guild != response.interaction.guild_id:
            raise RoundGone(stored.id)
        reviewed = await self.reviewed(response, stored)
        if self._shared.reached((stored.id, response.user)):
            raise Refusal(private.SHARED_ALREADY)
        self._live.pictures.take(response.user)
        self._shared.note((stored.id, response.user))
        renderer = DiscordRenderer(stored.language, self._board.emoji, names(stored))
        screen = self._board.frame(stored).screen
        picture, letters = await self._picture(response, stored, reviewed)
        lines = (
            Line(reviewed.about[seats[0].index]),
            *(Line(text, "quiet") for text in letters),
            Line(say("shared by {member}", member=Person(response.user)), "quiet"),
        )
        pressed = opening.play_button(stored.game)
        play = components.button(pressed, renderer.text(say("Play")), components.SUCCESS)
        await response.post_with(
            partial(layout.page, screen.title, lines, renderer, buttons=[play]), picture
        )
        log.info("round=%d game=%s review shared", stored.id, stored.game)

    async def _picture(
        self, response: Response, stored: StoredRound, reviewed: Reviewed
    ) -> tuple[discord.File | None, tuple[Text, ...]]:
        """Return the picture of the end of a round, and who is behind a short name on it.

        It is None where files may not be attached.
        """
        if not reach.may_attach(response.interaction):
            return None, ()
        language, end = stored.language, self._board.frame(stored).screen
        key = ("share", stored.id, language, self._names.of(stored))
        question = (await self.played(stored), end, reviewed.worths, language, PICTURES)
        found = await self._live.analyse(response.user, key, shared, *question, keep=True)
        described = found.shows[:LONGEST_DESCRIPTION]
        picture = discord.File(BytesIO(found.picture), "round.png", description=described)
        return picture, found.letters

    async def reviewed(self, response: Response, stored: StoredRound) -> Reviewed:
        """Return the review of a round that is over, in the member's language.

        Who played without other members is "you" in its tables and on its picture. A game
        without exact play has none: it is refused.
        """
        if not stored.advises:
            raise Refusal(say("There are no reviews of this game."))
        names = self._names.of(stored)
        you = only_member(stored, response.user)
        if you is not None:
            own = response.renderer.text(YOU)
            names = (*names[: you.index], own, *names[you.index + 1 :])
        key = ("review", stored.id, response.language, names)
        question = (await self.played(stored, names), response.language)
        return await self._live.analyse(response.user, key, Reviewed, *question, keep=True)

    async def played(
        self, stored: StoredRound, names: tuple[str | None, ...] | None = None
    ) -> Played:
        """Return a round that is over, with its record. Raises MovesGone.

        `names` are those of the seats, by default the display names of their members.
        """
        record = await self._live.storage.read(rounds.record, stored.id)
        known = self._names.of(stored) if names is None else names
        return played(stored, record, known)


def _follow_button(found: Hint, pressed: CustomId, renderer: DiscordRenderer) -> list[Component]:
    """Return the button that makes the best choice of a hint."""
    if found.best is None or found.label is None:
        return []
    control = CustomId(FOLLOW, pressed.round, pressed.moment, found.best.code)
    label = render(found.label, renderer.language, PlainRenderer(renderer.language))
    return [components.button(control, label, components.SUCCESS)]


def _buttons(
    stored: StoredRound, renderer: DiscordRenderer, slip: int | None, *, shares: bool
) -> list[Component]:
    """Return the buttons of a review: *Practise* begins with a `slip`, who `shares` posts it."""

    def button(verb: str, label: Text) -> Component:
        pressed = tool(stored, verb)
        return components.button(pressed, renderer.text(label))

    buttons = [button("details", say("Details")), button(STEP_BY_STEP, say("Step by step"))]
    if slip is not None:
        label = say("Practise my mistakes")
        buttons.append(components.button(practise(stored.id, slip), renderer.text(label)))
    if shares:
        buttons.append(button("share", say("Share here")))
    return buttons
