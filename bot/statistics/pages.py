"""Answers /stats, /leaderboard and /history, and the buttons of their private pages.

Statistics are a server's own: those of direct messages, of groups and of servers
where the bot is only a member's guest are shown to that member alone.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any

import discord

from bot.language.render import Person
from bot.play import proofs
from bot.play.live_rounds import LiveRounds
from bot.statistics import form, game_names, history_page, leaderboard_page, stats_page
from bot.statistics.form import Form
from bot.statistics.history_page import PROOF
from bot.statistics.standing import OVER_ALL, Standing
from bot.statistics.stats_page import Stats
from bot.statistics.store import accounts, history, standings
from bot.statistics.store.accounts import SkillRound
from bot.statistics.store.standings import PAGE, Leaderboard, LeaderboardQuery
from bot.table.store.errors import RoundGone
from bot.table.store.hidden import hidden_among, is_hidden, set_hidden
from bot.table.store.servers import NO_SERVER
from bot.ui import components, layout, lean_objects, reach
from bot.ui.components import Component, Drawing
from bot.ui.custom_ids import CustomId
from bot.ui.response import Response
from rules.errors import BadCode
from rules.screen import Block
from rules.text import Text, say, say_in

log = logging.getLogger(__name__)

HIDE, SHOW = "hide", "show"
BOARD, HISTORY = "board", "history"

MOST_PAGES = 1_000_000

LARGEST_ID = 2**63 - 1
"""The largest id, as Discord and databases keep them."""


class StatisticsPages:
    """Reads how members stand and shows it in private."""

    def __init__(self, live: LiveRounds) -> None:
        self._live, self._storage = live, live.storage

    async def press(self, response: Response, pressed: CustomId) -> None:
        """Turn a page, hide or show oneself, or hand out a proof. Raises BadCode."""
        match pressed.what.split(".", 4):
            case [verb] if verb in (HIDE, SHOW):
                await self._hide(response, on=verb == HIDE)
            case [verb] if verb == PROOF:
                await self._prove(response, pressed.round)
            case [verb, page, user] if verb == HISTORY:
                shown = await self._history_page(
                    response, _number(user, LARGEST_ID), _number(page, MOST_PAGES)
                )
                if isinstance(shown, Text):
                    await response.send_private(shown)
                else:
                    await _turn(response, shown)
            case [verb, page, by, period, game] if verb == BOARD:
                asked = _asked(response, _key(game), by, period)
                await _turn(response, await self._board(response, asked, _number(page, MOST_PAGES)))
            case _:
                raise BadCode

    # Stats -------------------------------------------------------------------------

    async def show_stats(self, response: Response, user: int, game: str | None) -> None:
        """Show how a member stands in a game, None for all of them."""
        server, key = _server(response.interaction), game or OVER_ALL
        own = user == response.user

        refusal = _refusal(server, own=own)
        if refusal is not None:
            await response.send_private(refusal)
            return
        stats = await self._stats(server, user, key, own=own)
        rounds = await self._storage.read(accounts.form, server, user, key or None, form.MOST)
        if stats.hidden and not own:
            await response.send_private(_kept_to_themselves(user))
            return
        if not (stats.standing.rounds or stats.standing.skill_rounds):
            await response.send_private(_nothing_yet(user, own=own))
            return
        await self._show(response, stats, rounds, own=own)

    async def _stats(self, server: int, user: int, game: str, *, own: bool) -> Stats:
        """Return how a member stands in a game; a hidden member only to themselves."""
        hidden = await self._storage.read(is_hidden, user)
        games: dict[str, Standing] = {}
        if own or not hidden:
            games = await self._storage.read(standings.of_member, server, user)
        return Stats(
            user,
            game,
            games.get(game, Standing()),
            await self._storage.read(standings.against, server, user, game),
            await self._storage.read(standings.mistake, server, user, game),
            {one: at for one, at in games.items() if one and not game},
            hidden,
        )

    async def _show(
        self, response: Response, stats: Stats, rounds: Sequence[SkillRound], *, own: bool
    ) -> None:
        picture = None
        if len(rounds) >= form.FEWEST:
            await response.defer_private()
            key = (
                "form",
                _server(response.interaction),
                stats.user,
                stats.game,
                tuple(one.round for one in rounds),  # one of them may be accounted for late
            )
            skills = [one.skill for one in rounds]
            language = response.language
            drawn = await self._live.analyse(
                response.user, (*key, language), Form, skills, language, keep=True
            )
            shows = response.renderer.text(drawn.shows)
            picture = discord.File(BytesIO(drawn.picture), "form.png", description=shows)
        page = layout.page(
            stats_page.title(stats),
            stats_page.blocks(stats),
            response.renderer,
            picture,
            buttons=_hide_button(response, hidden=stats.hidden) if own else (),
        )
        await response.show_private(page, *(() if picture is None else (picture,)))

    async def _hide(self, response: Response, *, on: bool) -> None:
        user = response.user
        await self._storage.write(set_hidden, user, on=on)
        text = (
            say("Your statistics are now seen by you alone, on every server.")
            if on
            else say("Your statistics can be seen by the members of your servers again.")
        )
        await response.send_private(text)

    # Leaderboard -------------------------------------------------------------------

    async def show_leaderboard(
        self, response: Response, game: str | None, by: str, period: str
    ) -> None:
        """Show the first page of a leaderboard."""
        asked = _asked(response, game or OVER_ALL, by, period)
        if asked.by == "best" and not game_names.has_totals(asked.game):
            await response.send_private(
                say("Totals are compared within one game: choose a game with a score sheet.")
            )
            return
        await response.show_private(await self._board(response, asked, 0))

    async def _board(self, response: Response, asked: LeaderboardQuery, page: int) -> Drawing:
        found: Leaderboard = await self._storage.read(standings.leaderboard, asked, page)
        pages = max(1, -(-found.total // PAGE))
        blocks: list[Block] = leaderboard_page.blocks(asked, found, page, pages)
        what = f"{asked.by}.{asked.period}.{_code(asked.game)}"
        turning = _turning(response, BOARD, page, what, more=page + 1 < pages)
        return layout.page(
            leaderboard_page.title(asked), blocks, response.renderer, buttons=turning
        )

    # History -----------------------------------------------------------------------

    async def show_history(self, response: Response, user: int) -> None:
        """Show the last rounds of a member."""
        shown = await self._history_page(response, user, 0)
        if isinstance(shown, Text):
            await response.send_private(shown)
        else:
            await response.show_private(shown)

    async def _history_page(self, response: Response, user: int, page: int) -> Drawing | Text:
        server, own = _server(response.interaction), user == response.user

        refusal = _refusal(server, own=own)
        if refusal is not None:
            return refusal
        found, more = await self._storage.read(history.page, server, user, page)
        users = {player.user or 0 for one in found for player in one.stored.players}
        hidden = await self._storage.read(hidden_among, {*users, user} - {response.user})
        if own:
            hidden = frozenset()
        if user in hidden:
            return _kept_to_themselves(user)
        if not found:
            return _nothing_yet(user, own=own)
        renderer = replace(response.renderer, bold=False)
        heading = components.text(f"### {renderer.text(history_page.title(user))}")
        seen = {
            one.stored.channel
            for one in found
            if own or lean_objects.sees(response.interaction, one.stored.channel)
        }
        parts = [heading, *history_page.parts(found, renderer, seen, hidden, own=own)]
        turning = _turning(response, HISTORY, page, str(user), more=more)
        shown = components.container(layout.COLOURS["play"], parts)
        return Drawing([shown, *components.rows(turning)])

    async def _prove(self, response: Response, round_id: int) -> None:
        """Hand out the proof of a round that the member played on this server. Raises RoundGone."""
        stored, interaction = await self._live.load(round_id), response.interaction
        here = reach.within(stored, interaction, private=response.private)
        if not here or not stored.seats_of(response.user):
            raise RoundGone(round_id)
        seed = stored.commitment
        channel = stored.channel if seed is None else seed.channel
        await proofs.hand_out(response, self._live, round_id, channel)


async def _turn(response: Response, drawing: Drawing) -> None:
    """Show another page in place of the one whose button was pressed, which is private."""
    await (response.redraw(drawing) if response.private else response.show_private(drawing))


def _server(interaction: discord.Interaction[Any]) -> int:
    """Return the server whose statistics an interaction may see."""
    return reach.server(interaction) or NO_SERVER


def _number(text: str, most: int) -> int:
    """Return a number from 0 to `most`. Raises BadCode for anything else."""
    if not text.isdecimal() or int(text) > most:
        raise BadCode
    return int(text)


def _asked(response: Response, game: str, by: str, period: str) -> LeaderboardQuery:
    """Return what a leaderboard is to show. Raises BadCode for what it cannot."""
    orders, periods = leaderboard_page.ORDERS, leaderboard_page.PERIODS
    order = next((one for one in orders if one == by), None)
    when = next((one for one in periods if one == period), None)
    if order is None or when is None:
        raise BadCode
    server = _server(response.interaction)
    return LeaderboardQuery(server, game, order, when, discord.utils.utcnow(), response.user)


def _code(game: str) -> str:
    """Return the key of a game as it stands in a custom id."""
    return game.replace("/", ".") or "all"


def _key(code: str) -> str:
    return OVER_ALL if code == "all" else code.replace(".", "/")


def _turning(response: Response, verb: str, page: int, what: str, *, more: bool) -> list[Component]:
    """Return the buttons to the pages before and after, those that there are."""
    ways = []
    if page > 0:
        ways.append((say_in("a page", "Back"), page - 1))
    if more:
        ways.append((say_in("a page", "Next"), page + 1))
    return [
        components.button(
            CustomId("stats", 0, 0, f"{verb}.{to}.{what}"), response.renderer.text(label)
        )
        for label, to in ways
    ]


def _hide_button(response: Response, *, hidden: bool) -> list[Component]:
    label = say("Show my statistics to others") if hidden else say("Keep my statistics to myself")
    control = CustomId("stats", 0, 0, SHOW if hidden else HIDE)
    return [components.button(control, response.renderer.text(label))]


def _refusal(server: int, *, own: bool) -> Text | None:
    if server == NO_SERVER and not own:
        return say("Here you can see your own numbers alone: those of others belong to servers.")
    return None


def _kept_to_themselves(user: int) -> Text:
    return say("{member} keeps their statistics to themselves.", member=Person(user))


def _nothing_yet(user: int, *, own: bool) -> Text:
    if own:
        return say("No round of yours has been counted here yet. It takes a moment after its end.")
    return say("No round of {member} has been counted here.", member=Person(user))
