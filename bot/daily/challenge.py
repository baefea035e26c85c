"""The daily challenge on Discord: /daily, the controls of days, and their ends.

A member plays a day as a private round (`private_rounds`); *Play* shows it again after its message
was lost. Days begin and end by Discord's time, which is in its ids, whatever the clock of this
machine says.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import date
from functools import partial
from io import BytesIO
from typing import Any

import discord

from bot.daily import day_page, judging, private_round_pages
from bot.daily import standings as daily_standings
from bot.daily.calendar import GRACE, begins, day_at
from bot.daily.controls import key_at
from bot.daily.day_cards import DayCards
from bot.daily.judging import SheetJudgement
from bot.daily.private_round import DAY_OVER
from bot.daily.private_rounds import PrivateRounds
from bot.daily.ranking import DAY
from bot.daily.reminders import REMIND, STOP
from bot.daily.share_picture import share_picture
from bot.daily.shared_dice import SharedDice, day_of
from bot.daily.store import shared_dice as store
from bot.language.render import Until
from bot.play.avatars import avatar_of
from bot.play.fair import pages
from bot.play.opening.opening import Opening
from bot.play.quotas import Pictures
from bot.storage.thread import StorageThread
from bot.table.store import erasures
from bot.table.stored_round import StoredRound
from bot.thinking.questions import Questions
from bot.ui import reach
from bot.ui.answer import Answer
from bot.ui.custom_ids import CustomId
from bot.ui.discord_clock import DiscordClock
from rules.errors import BadCode, Refusal
from rules.game import Game
from rules.screen import Block
from rules.text import say

log = logging.getLogger(__name__)

NOT_TODAY = say("There is no daily challenge today.")
_NO_DAY = say("There was no challenge on that day.")
_OF_HANDS = say(
    "The daily challenge is a sheet now: what was played in several hands before can no longer be "
    "shown."
)
_OF_1X = say("That day was played under 1.x: its best choices can no longer be shown.")
_NOT_ENDED = say("The day has not ended everywhere yet. Come back later.")


class DailyChallenge:
    """Answers /daily and the controls of days.

    The rounds of a day are closed `GRACE` after its end. If the host has turned the challenge off,
    messages of earlier days are still answered.
    """

    def __init__(
        self,
        *,
        storage: StorageThread,
        opening: Opening,
        private_rounds: PrivateRounds,
        cards: DayCards,
        questions: Questions,
        pictures: Pictures,
        clock: DiscordClock,
        offered: bool,
    ) -> None:
        self._storage, self._opening, self._private_rounds = storage, opening, private_rounds
        self._cards, self._questions, self._pictures = cards, questions, pictures
        self._clock, self._offered = clock, offered
        self._closed_before: date | None = None

    # Days --------------------------------------------------------------------------

    async def keep_days(self) -> None:
        """Draw the seeds of coming days, and judge the unjudged rounds of past ones."""
        today = day_at(discord.utils.utcnow())
        for day in (today, today + DAY, today + 2 * DAY):
            await self._draw_day(day)
        await self._private_rounds.judge.judge_unjudged()

    async def close_days(self) -> None:
        """Close and reveal the days that have ended by the newest id that Discord has sent.

        A day is revealed after the transaction that closed its rounds. Any process may do so.
        """
        now = self._clock.newest
        if now is None or self._closed_before == (before := day_at(now - GRACE)):
            return
        unfinished = await self._storage.write(store.close_days, before, now)
        await self._storage.write(store.reveal_seeds, now)
        self._closed_before = before
        if unfinished:
            log.info("daily: %d private rounds were closed unfinished", unfinished)

    async def _draw_day(self, day: date) -> SharedDice:
        return await self._storage.write(store.draw_day, day, discord.utils.utcnow())

    async def _day(self, day: date) -> SharedDice:
        """Return a day; its seed is drawn now if the bot was away before."""
        dice = await self._storage.read(store.load_dice, day)
        return dice or await self._draw_day(day)

    # Commands and presses ------------------------------------------------------------

    async def show_today(self, answer: Answer) -> None:
        """Show the page of the day: *Play*, the standings of the server, days in a row."""
        answer.defer_in_private()
        await self.close_days()
        today = _today(answer)
        day, tomorrow = await self._day(today), await self._day(today + DAY)
        guild = reach.server(answer.interaction)
        blocks = list[Block]()
        if guild is None:
            blocks += await daily_standings.own_row(self._storage, today, answer.user)
        else:
            standings = await daily_standings.read_standings(
                self._storage, guild, today, answer.user
            )
            blocks += daily_standings.blocks(standings)
        own = await self._private_rounds.load_own(today, answer.user)
        seals = [*pages.seals_of_days(day.seed, tomorrow.seed)]
        before = await self._private_rounds.day_before_button(answer, day)
        page = day_page.today_page(answer.renderer, day, own, blocks, seals, before)
        await answer.show_private(page)

    async def play_today(self, answer: Answer) -> None:
        """Show a member their private round of today, begun now if there is none.

        It takes the place of the private page on which they have pressed *Play*.
        """
        today = _today(answer)
        day = await self._day(today)
        if day.sheet is None:
            raise Refusal(NOT_TODAY)
        if not answer.private:
            answer.defer_in_private()
        stored = await self._private_rounds.load_own(today, answer.user)
        if stored is None:
            stored = await self._begin(answer, day, day.sheet)
        await answer.turn_to(await self._private_rounds.draw(answer, stored))

    async def press_day_control(self, answer: Answer, pressed: CustomId) -> None:
        """Carry out a control of a day. Raises BadCode."""
        key, verb = day_of(key_at(pressed)), pressed.verb
        if verb in ("today", "standings", REMIND) and not self._offered:
            raise Refusal(NOT_TODAY)
        if verb in ("today", "standings"):
            await (self.play_today if verb == "today" else self.show_today)(answer)
            return
        if verb == STOP:
            await self._private_rounds.reminders.turn_off(answer, pressed)
            return
        handler = {
            "story": self._show_best_choices,
            "share": self._share,
            "picture": self._show_picture,
            REMIND: self._remind,
        }.get(verb)
        if handler is None:
            raise BadCode
        day = await self._storage.read(store.load_dice, key)
        if day is None or day.game is None:
            raise Refusal(_NO_DAY)
        if day.sheet is None:
            raise Refusal(_OF_HANDS)
        await handler(answer, day, day.sheet)

    async def _show_best_choices(self, answer: Answer, day: SharedDice, game: Game[Any]) -> None:
        """Show the best choices of a past day, with the member's private round."""
        await self.close_days()
        day = await self._day(day.day)
        if day.seed is None:
            raise Refusal(_OF_1X)
        if day.revealed is None:
            raise Refusal(_NOT_ENDED)
        answer.defer_in_private()
        key = ("daily choices", day.day)
        question = (judging.best_choices, day, game)
        choices = await self._questions.answer(answer.user, key, *question, keep=True)
        own = await self._private_rounds.load_own(day.key, answer.user)
        judgement = None
        if own is not None and own.finished:
            judgement = await self._private_rounds.judgement_of(day.key, answer.user)
        day = replace(day, perfect=await self._private_rounds.judge.perfect_points(day))
        page = day_page.best_choices_page(answer.renderer, day, choices, own, judgement)
        await answer.show_private(page)

    async def _begin(self, answer: Answer, day: SharedDice, game: Game[Any]) -> StoredRound:
        await self._opening.admit(answer)
        if await self._storage.read(erasures.erased_since, answer.user, begins(day.day)):
            raise Refusal(  # the member may have played it
                say(
                    "You erased your data today, so the bot cannot know whether you have "
                    "played this challenge. The next one begins {when}.",
                    when=Until(begins(day.day + DAY), of_discord=True),
                )
            )
        guild = reach.server(answer.interaction)
        stored = await self._private_rounds.begin(day, game, answer.user, guild)
        await self._private_rounds.reminders.schedule(answer, stored)
        return stored

    async def _remind(self, answer: Answer, day: SharedDice, _: Game[Any]) -> None:
        stored = await self._private_rounds.load_own(day.key, answer.user)
        if stored is None:
            raise Refusal(DAY_OVER)
        await self._private_rounds.reminders.turn_on(answer, stored)

    async def _share(self, answer: Answer, day: SharedDice, _: Game[Any]) -> None:
        """Add a finished private round to the card of its day in this channel."""
        await self._cards.share(answer, day, await self._load_finished(answer, day))

    async def _show_picture(self, answer: Answer, day: SharedDice, _: Game[Any]) -> None:
        """Show the picture of a finished private round and three lines, both to be copied."""
        stored = await self._load_finished(answer, day)
        self._pictures.take(answer.user)
        judgement = await self._private_rounds.judgement_of(day.key, answer.user)
        if judgement is None:
            raise Refusal(say("Your accuracy comes in a moment."))
        days = await self._private_rounds.days_in_a_row(stored)
        picture = await self._draw_picture(answer, stored, judgement)
        page = private_round_pages.page_to_copy(answer.renderer, stored, judgement, days, picture)
        await answer.show_private(page, *([] if picture is None else [picture]))

    async def _load_finished(self, answer: Answer, day: SharedDice) -> StoredRound:
        stored = await self._private_rounds.load_own(day.key, answer.user)
        if stored is None or not stored.finished:
            raise Refusal(DAY_OVER)
        return stored

    async def _draw_picture(
        self, answer: Answer, stored: StoredRound, judgement: SheetJudgement
    ) -> discord.File | None:
        """Return the picture of a private round, None if it cannot be drawn."""
        arguments = private_round_pages.picture_arguments(stored, judgement, answer.language)
        member = answer.interaction.user
        avatar = await avatar_of(member)
        draw = partial(share_picture, name=member.display_name, avatar=avatar)
        png = await self._private_rounds.judge.ask(draw, *arguments)
        if png is None:
            return None
        description = private_round_pages.picture_description(stored, judgement, answer.language)
        return discord.File(BytesIO(png), "daily.png", description=description)


def _today(answer: Answer) -> date:
    """Return the day on which Discord has received the command or press."""
    return day_at(discord.utils.snowflake_time(answer.interaction.id))
