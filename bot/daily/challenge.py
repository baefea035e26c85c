"""The daily challenge on Discord: /daily, the controls of days, and their ends.

A member's attempt is a private round (`attempts`); *Play* shows it again after its message was
lost. Days begin and end by Discord's time, which is in its ids, whatever the clock of this machine
says.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import date
from functools import partial
from io import BytesIO
from typing import Any

import discord

from bot.daily import attempt_pages, day_page, judging
from bot.daily import standings as daily_standings
from bot.daily.attempt import DAY_OVER
from bot.daily.attempts import Attempts
from bot.daily.calendar import GRACE, begins, day_at
from bot.daily.controls import key_at
from bot.daily.day_cards import DayCards
from bot.daily.judging import Judged
from bot.daily.ranking import DAY
from bot.daily.reminders import REMIND, STOP
from bot.daily.sets import SharedSet, day_of
from bot.daily.share_picture import share_picture
from bot.daily.store import sets as store
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

    Attempts are closed `GRACE` after the end of their day. If the host has turned the challenge
    off, messages of earlier days are still answered.
    """

    def __init__(
        self,
        *,
        storage: StorageThread,
        opening: Opening,
        attempts: Attempts,
        cards: DayCards,
        questions: Questions,
        pictures: Pictures,
        clock: DiscordClock,
        offered: bool,
    ) -> None:
        self._storage, self._opening, self._attempts = storage, opening, attempts
        self._cards, self._questions, self._pictures = cards, questions, pictures
        self._clock, self._offered = clock, offered
        self._closed_before: date | None = None

    # Days --------------------------------------------------------------------------

    async def keep_days(self) -> None:
        """Draw the seeds of coming days, and judge what is left of past ones."""
        today = day_at(discord.utils.utcnow())
        for day in (today, today + DAY, today + 2 * DAY):
            await self._drawn(day)
        await self._attempts.judges.judge_left()

    async def close_days(self) -> None:
        """Close and reveal the days that have ended by the newest id that Discord has sent.

        A day is revealed after the transaction that closed its attempts. Any process may do so.
        """
        now = self._clock.newest
        if now is None or self._closed_before == (before := day_at(now - GRACE)):
            return
        closed = await self._storage.write(store.close, before, now)
        await self._storage.write(store.reveal, now)
        self._closed_before = before
        if closed:
            log.info("daily: %d attempts were closed unfinished", closed)

    async def _drawn(self, day: date) -> SharedSet:
        return await self._storage.write(store.draw, day, discord.utils.utcnow())

    async def _day(self, day: date) -> SharedSet:
        """Return a day; its seed is drawn now if the bot was away before."""
        found = await self._storage.read(store.load_set, day)
        return found or await self._drawn(day)

    # Commands and presses ------------------------------------------------------------

    async def show(self, answer: Answer) -> None:
        """Show the page of the day: *Play*, the standings of the server, days in a row."""
        answer.defer_in_private()
        await self.close_days()
        today = _today(answer)
        day, tomorrow = await self._day(today), await self._day(today + DAY)
        guild = reach.server(answer.interaction)
        shown = list[Block]()
        if guild is None:
            shown += await daily_standings.own_row(self._storage, today, answer.user)
        else:
            found = await daily_standings.read(self._storage, guild, today, answer.user)
            shown += daily_standings.blocks(found)
        own = await self._attempts.of(today, answer.user)
        seals = [*pages.seals_of_days(day.seed, tomorrow.seed)]
        before = await self._attempts.day_before(answer, day)
        page = day_page.of_today(answer.renderer, day, own, shown, seals, before)
        await answer.show_private(page)

    async def play(self, answer: Answer) -> None:
        """Show a member their attempt of today, which begins if there is none.

        It takes the place of the private page on which they have pressed *Play*.
        """
        today = _today(answer)
        day = await self._day(today)
        if day.sheet is None:
            raise Refusal(NOT_TODAY)
        if not answer.private:
            answer.defer_in_private()
        stored = await self._attempts.of(today, answer.user)
        if stored is None:
            stored = await self._begin(answer, day, day.sheet)
        await answer.turn_to(await self._attempts.draw(answer, stored))

    async def press(self, answer: Answer, pressed: CustomId) -> None:
        """Carry out a control of a day. Raises BadCode."""
        key, verb = day_of(key_at(pressed)), pressed.verb
        if verb in ("today", "standings", REMIND) and not self._offered:
            raise Refusal(NOT_TODAY)
        if verb in ("today", "standings"):
            await (self.play if verb == "today" else self.show)(answer)
            return
        if verb == STOP:
            await self._attempts.reminders.turn_off(answer, pressed)
            return
        act = {
            "story": self._explain,
            "share": self._share,
            "picture": self._picture,
            REMIND: self._remind,
        }.get(verb)
        if act is None:
            raise BadCode
        day = await self._storage.read(store.load_set, key)
        if day is None or day.game is None:
            raise Refusal(_NO_DAY)
        if day.sheet is None:
            raise Refusal(_OF_HANDS)
        await act(answer, day, day.sheet)

    async def _explain(self, answer: Answer, day: SharedSet, game: Game[Any]) -> None:
        """Show the best choices of a past day, with the member's attempt."""
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
        own = await self._attempts.of(day.key, answer.user)
        judged = None
        if own is not None and own.finished:
            judged = await self._attempts.judged(day.key, answer.user)
        told = replace(day, perfect=await self._attempts.judges.perfect(day))
        page = day_page.explained(answer.renderer, told, choices, own, judged)
        await answer.show_private(page)

    async def _begin(self, answer: Answer, day: SharedSet, game: Game[Any]) -> StoredRound:
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
        stored = await self._attempts.begin(day, game, answer.user, guild)
        await self._attempts.reminders.begun(answer, stored)
        return stored

    async def _remind(self, answer: Answer, day: SharedSet, _: Game[Any]) -> None:
        """Remind a member of the next day."""
        stored = await self._attempts.of(day.key, answer.user)
        if stored is None:
            raise Refusal(DAY_OVER)
        await self._attempts.reminders.turn_on(answer, stored)

    async def _share(self, answer: Answer, day: SharedSet, _: Game[Any]) -> None:
        """Add a finished attempt to the card of its day in this channel."""
        await self._cards.share(answer, day, await self._finished(answer, day))

    async def _picture(self, answer: Answer, day: SharedSet, _: Game[Any]) -> None:
        """Show the picture of a finished attempt and three lines, both to be copied."""
        stored = await self._finished(answer, day)
        self._pictures.take(answer.user)
        judged = await self._attempts.judged(day.key, answer.user)
        if judged is None:
            raise Refusal(say("Your accuracy comes in a moment."))
        days = await self._attempts.in_a_row(stored)
        picture = await self._drawn_picture(answer, stored, judged)
        page = attempt_pages.to_copy(answer.renderer, stored, judged, days, picture)
        await answer.show_private(page, *([] if picture is None else [picture]))

    async def _finished(self, answer: Answer, day: SharedSet) -> StoredRound:
        stored = await self._attempts.of(day.key, answer.user)
        if stored is None or not stored.finished:
            raise Refusal(DAY_OVER)
        return stored

    async def _drawn_picture(
        self, answer: Answer, stored: StoredRound, judged: Judged
    ) -> discord.File | None:
        """Return the picture of an attempt, None if it cannot be drawn."""
        asked = attempt_pages.pictured(stored, judged, answer.language)
        member = answer.interaction.user
        avatar = await avatar_of(member)
        question = partial(share_picture, name=member.display_name, avatar=avatar)
        drawn = await self._attempts.judges.asked(question, *asked)
        if drawn is None:
            return None
        described = attempt_pages.shows(stored, judged, answer.language)
        return discord.File(BytesIO(drawn), "daily.png", description=described)


def _today(answer: Answer) -> date:
    """Return the day on which Discord has received the command or press."""
    return day_at(discord.utils.snowflake_time(answer.interaction.id))
