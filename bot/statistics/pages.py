"""Answers /stats: the page of a member, and the leaderboards of a server, in one private message.

Statistics belong to a server: those of direct messages, of groups and of servers where only a
member has installed the bot are shown to that member alone.
"""

from __future__ import annotations

from typing import Any

import discord

from bot.language.render import Person
from bot.statistics import leaderboard_page, stats_page
from bot.statistics.leaderboard_page import WON
from bot.statistics.store import leaderboards, of_member
from bot.statistics.store.leaderboards import Kind, LeaderboardQuery
from bot.storage.thread import StorageThread
from bot.table.store.member_settings import is_hidden
from bot.table.stored_round import NO_SERVER
from bot.ui import reach
from bot.ui.answer import Answer
from bot.ui.custom_ids import CustomId
from bot.ui.drawing import components, layout
from bot.ui.drawing.components import Component, Drawing
from rules.errors import BadCode
from rules.screen import Line
from rules.text import Text, say, say_in

ME, SERVER, LIST = "me", "server", "list"
"""The verbs of the member's own page, of the first leaderboard, and of the menu of leaderboards.

`/play` has a button with the verb "mine", which leaves its page as it is.
"""


class StatisticsPages:
    """Reads the games of members and shows them in private."""

    def __init__(self, storage: StorageThread) -> None:
        self._storage = storage

    async def turn_page(self, answer: Answer, pressed: CustomId) -> None:
        """Turn to a page. Raises BadCode."""
        match pressed.what:
            case "mine":
                await self.show_member(answer, answer.user)
            case "me":
                await _redraw(answer, await self._member_page(answer, answer.user))
            case "server":
                await _redraw(answer, await self._leaderboard(answer, *WON))
            case "list":
                await _redraw(answer, await self._leaderboard(answer, *_chosen(answer)))
            case _:
                raise BadCode

    async def show_member(self, answer: Answer, user: int) -> None:
        await _show(answer, await self._member_page(answer, user))

    async def _member_page(self, answer: Answer, user: int) -> Drawing | Text:
        """Return the page of a member, or the reason why there is none."""
        server, own = _server(answer.interaction), user == answer.user
        if server == NO_SERVER and not own:
            return say("Here you see only your own numbers. Those of others are shown on servers.")
        hidden = await self._storage.read_beside(is_hidden, user)
        if hidden and not own:
            return say("{member} hides their statistics.", member=Person(user))
        now = discord.utils.utcnow()
        games = await self._storage.read_beside(of_member.games, server, user, now)
        buttons = _tabs(answer, ME if own else None)
        if not games.sums:
            nothing = Line(_nothing_yet(user, own=own))
            renderer = answer.renderer
            return layout.page(stats_page.title(user), [nothing], renderer, buttons=buttons)
        page = stats_page.draw_page(user, games, answer.renderer, own=own, hidden=hidden)
        return Drawing([*page.to_components(), *components.rows(buttons)])

    async def _leaderboard(self, answer: Answer, kind: Kind, game: str) -> Drawing | Text:
        """Return a leaderboard of the server, with the menu of all of them."""
        server, now = _server(answer.interaction), discord.utils.utcnow()
        if server == NO_SERVER:
            return say("Here you see only your own numbers. Those of others are shown on servers.")
        query = LeaderboardQuery(server, kind, game, answer.user, now)
        leaderboard = await self._storage.read_beside(leaderboards.read_leaderboard, query)
        title, blocks = leaderboard_page.title(query), leaderboard_page.blocks(query, leaderboard)
        buttons = [*_tabs(answer, SERVER), _menu(answer, query)]
        return layout.page(title, blocks, answer.renderer, buttons=buttons)


async def _show(answer: Answer, page: Drawing | Text) -> None:
    """Show a page as a new private message, or the reason why there is none."""
    if isinstance(page, Text):
        await answer.send_private(page)
    else:
        await answer.show_private(page)


async def _redraw(answer: Answer, page: Drawing | Text) -> None:
    """Show a page in place of the one whose control was used, if that one is private."""
    if isinstance(page, Text) or not answer.private:
        await _show(answer, page)
    else:
        await answer.redraw(page)


def _server(interaction: discord.Interaction[Any]) -> int:
    """Return the server whose statistics an interaction may show."""
    return reach.server(interaction) or NO_SERVER


def _code(kind: Kind, game: str) -> str:
    """Return the value of a leaderboard in the menu."""
    return f"{kind}.{game.replace('/', '.')}"


def _chosen(answer: Answer) -> tuple[Kind, str]:
    """Return the leaderboard that was chosen in the menu. Raises BadCode."""
    by_code = {_code(*one): one for one in leaderboard_page.leaderboards()}
    if not answer.chosen or answer.chosen[0] not in by_code:
        raise BadCode
    return by_code[answer.chosen[0]]


def _tabs(answer: Answer, current: str | None) -> list[Component]:
    """Return the buttons of the member's own page and of the server's; the `current` is blurple.

    Where there is no server there are no leaderboards.
    """
    tabs = {ME: say_in("a tab", "Me"), SERVER: say_in("a tab", "This server")}
    if _server(answer.interaction) == NO_SERVER:
        return []
    return [
        components.button(
            CustomId("stats", 0, 0, verb),
            answer.renderer.text(label),
            components.PRIMARY if verb == current else components.SECONDARY,
        )
        for verb, label in tabs.items()
    ]


def _menu(answer: Answer, query: LeaderboardQuery) -> Component:
    text, current = answer.renderer.text, (query.kind, query.game)
    options = [
        components.option(
            _code(*one), text(leaderboard_page.name(*one)), None, chosen=one == current
        )
        for one in leaderboard_page.leaderboards()
    ]
    return components.menu(CustomId("stats", 0, 0, LIST), text(say("The list")), options)


def _nothing_yet(user: int, *, own: bool) -> Text:
    if own:
        return say("You have no games here yet.")
    return say("{member} has no games here.", member=Person(user))
