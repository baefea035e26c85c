"""The daily challenge on Discord: played in private, shared by a press.

Everything of a press stands in its custom id: the day, the hand, the moment and the
dice that are selected. So an attempt goes on after a restart, and from any of its
messages; a message that was lost is opened again by /daily play.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from io import BytesIO
from secrets import token_bytes
from typing import TYPE_CHECKING, Any, TypeVar

import discord

from bot.daily import attempt_pages, attempt_proof, judging, store
from bot.daily import standings as daily_standings
from bot.daily.attempt import DAY_OVER, Attempt, new_round
from bot.daily.attempt_pages import NOTHING_CHOSEN, Chosen, screen_of
from bot.daily.background_judging import BackgroundJudging
from bot.daily.calendar import GRACE, Plan, begins, day_at
from bot.daily.controls import DETAILS, Control, read_control, story_of
from bot.daily.past_days import VERBS, PastDays
from bot.daily.sets import Key, SharedSet, Story
from bot.daily.share_picture import share_picture
from bot.language.render import Until
from bot.play import proofs
from bot.play.private import SHARED_ALREADY
from bot.review.odds import bear_on
from bot.table.frame import FAIR
from bot.table.luck import SEED_BYTES
from bot.table.refusals import Stale
from bot.table.store import erasures
from bot.table.store.entries import total
from bot.ui import components, layout, reach
from bot.ui.components import Component, Drawing
from bot.ui.custom_ids import CustomId
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.localization import public_language
from bot.ui.rate_limits import RateLimit
from bot.ui.response import Response
from rules.dice import Roll
from rules.errors import BadCode, Refusal
from rules.screen import Action
from rules.series import NEXT
from rules.text import Text, say

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

T = TypeVar("T")

log = logging.getLogger(__name__)

SHARE_AGAIN_AFTER = 600.0
"""Seconds after which a member may share their card of a day again."""

DAY = timedelta(days=1)

NOT_TODAY = say("There is no daily challenge today.")


class DailyChallenge:
    """Answers /daily play and the controls of its messages.

    An attempt is closed `GRACE` after the end of its day. Where it is not `offered` any more, only
    messages of earlier days are answered.
    """

    def __init__(self, bot: DicePokerBot) -> None:
        self._offered = bot.settings.daily == "on"
        self._opening, self._servers = bot.opening, bot.servers
        self._live, self._analysis, self._table = bot.live, bot.analysis, bot.table
        self._storage = bot.live.storage
        self.rest = BackgroundJudging(self._storage, bot.analysis)
        self._now = partial(self.rest.asked, later=False)
        self._language = bot.language
        self.past = PastDays(bot.live)
        self._shared = RateLimit(1, SHARE_AGAIN_AFTER)

    # Days --------------------------------------------------------------------------

    async def keep_days(self) -> None:
        """Close and reveal the days that have ended, and commit to those that begin.

        A day is revealed after the transaction that closed its attempts.
        """
        now = discord.utils.utcnow()
        today = day_at(now)
        closed = await self._storage.write(store.close, day_at(now - GRACE), now)
        await self._storage.write(store.reveal, now)
        for day in (today, today + DAY, today + 2 * DAY):
            await self._committed(day)
        if closed:
            log.info("daily: %d attempts were closed unfinished", closed)

    async def _committed(self, day: date) -> SharedSet:
        seed, now = token_bytes(SEED_BYTES), discord.utils.utcnow()
        return await self._storage.write(store.commit, day, seed, now)

    async def _day(self, day: date) -> SharedSet:
        """Return a day, committed now if the bot was away when it should have been."""
        found = await self._storage.read(store.load_set, day)
        return found or await self._committed(day)

    # Commands and presses ------------------------------------------------------------

    async def play(self, response: Response) -> None:
        """Show a member their attempt of today; it begins if there is none."""
        today = day_at(discord.utils.utcnow())
        day = await self._day(today)
        plan = day.plan
        if plan is None:
            raise Refusal(NOT_TODAY)
        await response.defer_private()
        attempt = await self._attempt(today, response.user)
        if attempt is None:
            attempt = await self._begin(response, day, plan)
        anew = await self._storage.read(store.was_drawn_anew, today)
        await response.show_private(await self._drawing(response, day, attempt, anew=anew))

    async def standings(self, response: Response) -> None:
        """Show a member the standings of their server."""
        guild = reach.server(response.interaction)
        if guild is None:
            reach.check_added(response.interaction)
            raise Refusal(say("Standings are those of a server: ask for them on one with the bot."))
        await response.defer_private()
        today = day_at(discord.utils.utcnow())
        plan = (await self._day(today)).plan
        found = await daily_standings.read(self._storage, guild, today, response.user)
        shown = [*daily_standings.blocks(found, over=False)]
        button = await self._day_before(response, today)
        title = attempt_pages.title(today, plan)
        page = layout.page(title, shown, response.renderer, buttons=button)
        await response.show_private(page)

    async def _day_before(self, response: Response, day: date) -> list[Component]:
        """Return the button that tells the best choices of the day before, once they are known."""
        before = await self._storage.read(store.load_set, day - DAY)
        if before is None or before.revealed is None:
            return []
        label = response.renderer.text(say("Yesterday’s best choices"))
        return [components.button(story_of(before.day).custom_id, label)]

    async def press(self, response: Response, pressed: CustomId) -> None:
        """Carry out a control. Raises BadCode and NotLegal."""
        control = read_control(pressed)
        if control.verb == "rules":
            committed = await self._storage.read(store.load_set, control.day)
            plan = None if committed is None else committed.plan
            if plan is None:
                raise BadCode
            page = attempt_pages.rules(response.renderer, control.day, plan)
            await response.show_private(page)
            return
        if control.verb in ("today", "standings"):
            if not self._offered:
                raise Refusal(NOT_TODAY)
            await (self.play if control.verb == "today" else self.standings)(response)
            return
        day = await self._storage.read(store.load_set, control.day)
        if day is not None and control.verb in (FAIR, DETAILS):
            await self.fair(response, day, details=control.verb == DETAILS)
            return
        if control.verb in VERBS:
            await self.past.press(response, control)
            return
        attempt = await self._attempt(control.day, response.user)
        if day is None or attempt is None:
            raise Refusal(DAY_OVER)
        if control.verb == "share":
            await self._share(response, day, attempt)
            return
        if discord.utils.utcnow() >= begins(attempt.day + DAY) + GRACE:
            raise Refusal(DAY_OVER)
        try:
            attempt, chosen = await self.play_on(attempt, control, response.chosen)
        except Stale:
            attempt = await self._attempt(control.day, response.user) or attempt
            chosen = NOTHING_CHOSEN
        await response.redraw(await self._drawing(response, day, attempt, chosen))

    async def fair(self, response: Response, day: SharedSet, *, details: bool = False) -> None:
        """Tell that the dice of a set can be checked; once it is revealed, check the own attempt.

        Or show the `details`: how its seed was committed to.
        """
        attempt = await self._attempt(day.key, response.user)
        said, files, checked = tuple[Text, ...](), tuple[discord.File, ...](), dict[str, Any]()
        if day.revealed is not None and attempt is not None:
            await response.defer_private()
            found = await self._proof(response, day, attempt)
            kind = "dice-poker-daily" if day.card is None else "dice-poker-set"
            name = f"{kind}-{day.key}.json"
            said = attempt_pages.of_proof(found, name)
            if found is not None:
                checked, files = found[1], proofs.files(found[0], name)
        of_a_day, storage = day.card is None, self._storage
        if details:
            tomorrow = await storage.read(store.load_set, day.day + DAY) if of_a_day else None
            page = attempt_pages.fair_details(response.renderer, day, tomorrow, checked)
            await response.show_private(page)
            return
        anew = of_a_day and await storage.read(store.was_drawn_anew, day.day)
        page = attempt_pages.fair(response.renderer, day, said, files, anew=anew)
        await response.show_private(page, *files)

    async def _proof(
        self, response: Response, day: SharedSet, attempt: Attempt
    ) -> tuple[bytes, dict[str, Any], str] | None:
        """Return the proof of an attempt as `attempt_proof.checked` does."""
        key = ("daily proof", attempt.id, attempt.round.version)
        attempt = await self._storage.read(store.with_record, attempt)
        found = await self._live.analyse(response.user, key, attempt_proof.checked, day, attempt)
        if found is not None and found[2]:
            log.warning("set=%s has an attempt whose proof fails: %s", day.key, found[2])
        return found

    async def play_on(
        self, before: Attempt, control: Control, values: Sequence[str]
    ) -> tuple[Attempt, Chosen]:
        """Return the attempt at a set after a press, and what is chosen then.

        `values` are those of a menu. Raises Stale, BadCode and NotLegal.
        """
        if control.verb in ("select", "pick"):
            if control.moment != before.play().moment:
                raise Stale
            if control.verb == "select":
                return before, Chosen(dice=control.selected)
        picked = Action.parse(next(iter(values), "")) if control.verb == "pick" else None
        if picked is not None and screen_of(before).with_choice(picked) is not None:
            return before, Chosen(action=picked)
        match control.verb:
            case "do" | "roll" | "pick":
                action = picked or Action.parse(control.rest)
            case "next":
                action = NEXT
            case _:
                raise BadCode
        now = discord.utils.utcnow()
        change = self._table.act(before.member, control.moment, action, now)
        _, after = await self._live.change(before.id, change, now)
        log.info("set=%s game=%s action=%s", before.key, before.game, control.verb)
        return replace(before, round=after, total=total(after)), NOTHING_CHOSEN

    async def _attempt(self, key: Key, member: int) -> Attempt | None:
        return await self._storage.read(store.load_attempt, key, member)

    async def _begin(self, response: Response, day: SharedSet, plan: Plan) -> Attempt:
        await self._opening.admit(response)
        if await self._storage.read(erasures.erased_since, response.user, begins(day.day)):
            raise Refusal(  # they may have played it
                say(
                    "You had everything about you erased today, so nobody can tell whether you "
                    "have played this challenge. The next one begins {when}.",
                    when=Until(begins(day.day + DAY)),
                )
            )
        guild = reach.server(response.interaction)
        return await self.begin(day, plan, response.user, guild)

    async def begin(self, shared: SharedSet, plan: Plan, member: int, guild: int | None) -> Attempt:
        """Return the attempt of a member at a set, which begins unless there is one."""
        now = discord.utils.utcnow()
        new = new_round(shared, plan, member, guild, now)
        begun = await self._live.compute(self._table.begin_private, new, now)
        attempt = await self._storage.write(store.begin, begun)
        log.info("set=%s game=%s begun", shared.key, attempt.game)
        return attempt

    async def refuse_odds(self, member: int, rolls: Sequence[Roll]) -> None:
        """Raise a Refusal where a member is to choose by one of the rolls in an attempt."""
        for attempt in await self._storage.read(store.playing_of, member):
            self._refuse_odds(attempt, rolls)

    @staticmethod
    def _refuse_odds(attempt: Attempt, rolls: Sequence[Roll]) -> None:
        if not bear_on(rolls, attempt.play(), attempt.plan.seat):
            return
        if isinstance(attempt.key, int):
            raise Refusal(
                say(
                    "You play these dice for a card, and that has no hints: they are the same for "
                    "everybody. Ask again once you have chosen."
                )
            )
        raise Refusal(
            say(
                "Your daily challenge shows these dice, and it has no hints: it is the same "
                "for everybody. Ask again once you have chosen."
            )
        )

    # Drawing -----------------------------------------------------------------------

    async def _drawing(
        self,
        response: Response,
        day: SharedSet,
        attempt: Attempt,
        chosen: Chosen = NOTHING_CHOSEN,
        *,
        anew: bool = False,
    ) -> Drawing:
        if attempt.status == "playing":
            ends = begins(attempt.day + DAY)
            over = discord.utils.utcnow() >= ends
            return attempt_pages.playing(response, attempt, chosen, ends, over=over, anew=anew)
        day, attempt = await self.judged(day, attempt)
        before = await self._day_before(response, attempt.day)
        on_server = reach.server(response.interaction) is not None
        standings = self._offered and on_server
        return attempt_pages.finished(response, attempt, before, standings=standings)

    async def judged(self, day: SharedSet, attempt: Attempt) -> tuple[SharedSet, Attempt]:
        """Return a set with its story and a finished attempt with what it gave away.

        Both are computed when they are first needed. Where that fails they stay away,
        and a later tick tries again.
        """
        if attempt.status != "finished":
            return day, attempt
        attempt = await self._storage.read(store.with_record, attempt)
        judged, story = await asyncio.gather(
            self._now(judging.judge, attempt.plan, attempt.record), self._story(day, attempt.plan)
        )
        if judged is not None and attempt.given is None:
            await self._storage.write(store.judge, attempt, judged)
        if story is not None and day.story is None:
            await self._storage.write(store.tell, day.key, story)
        given = None if judged is None else judged.given_away
        return replace(day, story=story), replace(attempt, judged=judged, given=given)

    async def _story(self, day: SharedSet, plan: Plan) -> Story | None:
        return day.story or await self._now(judging.tell_story, day, plan)

    async def _share(self, response: Response, day: SharedSet, attempt: Attempt) -> None:
        """Post the picture of a finished attempt, once within `SHARE_AGAIN_AFTER`."""
        if attempt.status != "finished":
            raise Refusal(DAY_OVER)
        day, attempt = await self.judged(day, attempt)
        key = (attempt.id, response.interaction.channel_id)
        if self._shared.reached(key):
            raise Refusal(SHARED_ALREADY)
        self._live.pictures.take(response.user)
        self._shared.note(key)
        interaction = response.interaction
        settings = await self._servers.settings(interaction.guild_id)
        language = public_language(
            interaction, settings.chosen_language, self._language, response.language
        )
        renderer = DiscordRenderer(language, response.renderer.emoji)
        guild = reach.server(interaction)
        if guild is not None and attempt.guild is None:
            await self._storage.write(store.place, attempt, guild)
        picture = await self._picture(response, attempt, language)
        page = partial(attempt_pages.shared, renderer, attempt)
        await response.post_with(page, picture)
        log.info("daily=%s game=%s shared", day.day, attempt.game)

    async def _picture(
        self, response: Response, attempt: Attempt, language: str
    ) -> discord.File | None:
        """Return the picture of an attempt; None where there is none or files are not taken."""
        asked = attempt_pages.pictured(attempt, language)
        if asked is None or not reach.may_attach(response.interaction):
            return None
        drawn = await self._now(share_picture, *asked)
        if drawn is None:
            return None
        described = attempt_pages.shows(attempt, language)
        return discord.File(BytesIO(drawn), "daily.png", description=described)
