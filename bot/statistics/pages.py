"""Answers /stats: the tabs of one private message, their buttons and menus.

The tabs are *Me*, *This server* (the leaderboard) and *My rounds*. Statistics belong to a server:
those of direct messages, of groups and of servers where only a member has installed the bot are
shown to that member alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import discord

from bot.language.render import Person
from bot.statistics import game_names, history_page, leaderboard_page, stats_page
from bot.statistics.standing import OVER_ALL, Standing
from bot.statistics.stats_page import Stats
from bot.statistics.store import history, standings
from bot.statistics.store.standings import PAGE, Leaderboard, LeaderboardQuery
from bot.storage.thread import StorageThread
from bot.table.store.hidden import hidden_among, is_hidden
from bot.table.stored_round import NO_SERVER
from bot.ui import components, layout, lean_objects, reach
from bot.ui.components import Component, Drawing
from bot.ui.custom_ids import CustomId
from bot.ui.response import Response
from rules.errors import BadCode
from rules.screen import Line
from rules.text import Text, say, say_in

ME, SERVER, ROUNDS = "me", "server", "rounds"
"""The verbs of the tabs."""

BOARD, HISTORY = "board", "history"
"""The verbs of the pages of the leaderboard and of rounds."""

PICK = "pick"
"""The verb of the menu of games in *Me*."""

PICK_GAME, PICK_ORDER, PICK_PERIOD = "pick-game", "pick-by", "pick-period"
"""The verbs of the menus of *This server*."""

ALL_GAMES = "all"
"""The key of all games together in a custom id and in a menu."""

MOST_PAGES = 1_000_000

LARGEST_ID = 2**63 - 1
"""The largest id of Discord and of databases."""

Tab = Literal["me", "server", "rounds"]


class StatisticsPages:
    """Reads the standings of members and shows them in private."""

    def __init__(self, storage: StorageThread) -> None:
        self._storage = storage

    async def press(self, response: Response, pressed: CustomId) -> None:
        """Turn to a tab or page. Raises BadCode."""
        verb, _, rest = pressed.what.partition(".")
        match verb:
            case "mine" if not rest:
                await self.show_stats(response, response.user, None)
            case "history" | "rounds":
                page, user = _parts(rest, 2) if verb == HISTORY else ("0", rest)
                shown = await self._history_page(
                    response, _number(user, LARGEST_ID), _number(page, MOST_PAGES)
                )
                await _turn(response, shown)
            case "me":
                user, game = _parts(rest, 2)
                asked = _number(user, LARGEST_ID), _key(game)
                await _turn(response, await self._of_member(response, *asked))
            case "pick":
                user, game = rest, _chosen_game(response)
                asked = _number(user, LARGEST_ID), _key(game)
                await _turn(response, await self._of_member(response, *asked))
            case _:
                await self._press_board(response, verb, rest)

    async def _press_board(self, response: Response, verb: str, rest: str) -> None:
        """Turn to a page of the leaderboard, or to another leaderboard by its menus."""
        page = "0"
        match verb:
            case "server":
                by, period, game = "skill", "all", rest
            case "board":
                page, by, period, game = _parts(rest, 4)
            case "pick-game":
                by, period, _ = _parts(rest, 3)
                game = _chosen_game(response)
            case "pick-by":
                _, period, game = _parts(rest, 3)
                by = _chosen(response)
            case "pick-period":
                by, _, game = _parts(rest, 3)
                period = _chosen(response)
            case _:
                raise BadCode
        asked = _asked(response, _key(game), by, period)
        await _turn(response, await self._board(response, asked, _number(page, MOST_PAGES)))

    # Me ----------------------------------------------------------------------------

    async def show_stats(self, response: Response, user: int, game: str | None) -> None:
        """Show the standing of a member in a game, None for all games."""
        await _show(response, await self._of_member(response, user, game or OVER_ALL))

    async def _of_member(self, response: Response, user: int, game: str) -> Drawing | Text:
        """Return the page of a member's standing in a game."""
        server, own = _server(response.interaction), user == response.user
        refusal = _refusal(server, own=own)
        if refusal is not None:
            return refusal
        hidden = await self._storage.read_beside(is_hidden, user)
        if hidden and not own:
            return _kept_to_themselves(user)
        games = await self._storage.read_beside(standings.of_member, server, user)
        found = games.get(game, Standing())
        stats = Stats(user, game, found, hidden)
        tabs = _tabs(response, "me" if own else None, game)
        rounds = [] if own else [_button(response, ROUNDS, f"{user}", say("Games"))]
        menu = _games(response, CustomId("stats", 0, 0, f"{PICK}.{user}"), game)
        if found.rounds or found.skill_rounds:
            blocks = stats_page.blocks(stats)
        else:
            blocks = [Line(_nothing_yet(user, own=own))]
        buttons = [*tabs, *rounds, menu]
        return layout.page(stats_page.title(stats), blocks, response.renderer, buttons=buttons)

    # This server -------------------------------------------------------------------

    async def _board(self, response: Response, asked: LeaderboardQuery, page: int) -> Drawing:
        """Return a page of the leaderboard, with the menus for other leaderboards."""
        tabs = _tabs(response, "server", asked.game)
        menus = _menus(response, asked)
        title = leaderboard_page.title(asked)
        if asked.by == "best" and not game_names.has_totals(asked.game):
            wrong = say("Totals are compared within one game: choose a game with a score sheet.")
            lines = (Line(wrong),)
            return layout.page(title, lines, response.renderer, buttons=[*tabs, *menus])
        found: Leaderboard = await self._storage.read_beside(standings.leaderboard, asked, page)
        pages = max(1, -(-found.total // PAGE))
        what = f"{asked.by}.{asked.period}.{_code(asked.game)}"
        turning = _turning(response, BOARD, page, what, more=page + 1 < pages)
        blocks = leaderboard_page.blocks(asked, found, page, pages)
        buttons = [*tabs, *turning, *menus]
        return layout.page(title, blocks, response.renderer, buttons=buttons)

    # My rounds ---------------------------------------------------------------------

    async def _history_page(self, response: Response, user: int, page: int) -> Drawing | Text:
        """Return a page of the last rounds of a member."""
        server, own = _server(response.interaction), user == response.user

        refusal = _refusal(server, own=own)
        if refusal is not None:
            return refusal
        found, more = await self._storage.read_beside(history.page, server, user, page)
        users = {player.user or 0 for one in found for player in one.stored.players}
        hidden = await self._storage.read_beside(hidden_among, {*users, user} - {response.user})
        if own:
            hidden = frozenset()
        if user in hidden:
            return _kept_to_themselves(user)
        tabs = _tabs(response, "rounds" if own else None, OVER_ALL)
        if not found:
            nothing = (Line(_nothing_yet(user, own=own)),)
            title = history_page.title(user)
            return layout.page(title, nothing, response.renderer, buttons=tabs)
        renderer = replace(response.renderer, bold=False)
        heading = components.text(f"### {renderer.text(history_page.title(user))}")
        seen = {
            one.stored.channel
            for one in found
            if (own and not one.stored.channel_deleted)
            or lean_objects.sees(response.interaction, one.stored.channel)
        }
        parts = [heading, *history_page.parts(found, renderer, seen, hidden, own=own)]
        turning = _turning(response, HISTORY, page, str(user), more=more)
        shown = components.container(layout.COLOURS["play"], parts)
        return Drawing([shown, *components.rows([*tabs, *turning])])


async def _show(response: Response, page: Drawing | Text) -> None:
    """Show a page as a new private message, or the reason why there is none."""
    if isinstance(page, Text):
        await response.send_private(page)
    else:
        await response.show_private(page)


async def _turn(response: Response, page: Drawing | Text) -> None:
    """Show a page in place of the one whose control was used, if that one is private."""
    if isinstance(page, Text) or not response.private:
        await _show(response, page)
    else:
        await response.redraw(page)


def _server(interaction: discord.Interaction[Any]) -> int:
    """Return the server whose statistics an interaction may show."""
    return reach.server(interaction) or NO_SERVER


def _number(text: str, most: int) -> int:
    """Return a number from 0 to `most`. Raises BadCode for anything else."""
    if not text.isdecimal() or int(text) > most:
        raise BadCode
    return int(text)


def _asked(response: Response, game: str, by: str, period: str) -> LeaderboardQuery:
    """Return the query for a leaderboard. Raises BadCode for an unknown order or period."""
    orders, periods = leaderboard_page.ORDERS, leaderboard_page.PERIODS
    order = next((one for one in orders if one == by), None)
    when = next((one for one in periods if one == period), None)
    if order is None or when is None:
        raise BadCode
    server = _server(response.interaction)
    return LeaderboardQuery(server, game, order, when, discord.utils.utcnow(), response.user)


def _code(game: str) -> str:
    """Return the key of a game in the form used in custom ids."""
    return game.replace("/", ".") or ALL_GAMES


def _key(code: str) -> str:
    return OVER_ALL if code == ALL_GAMES else code.replace(".", "/")


def _parts(what: str, count: int) -> list[str]:
    """Return `count` parts between dots; the last one may contain further dots. Raises BadCode."""
    parts = what.split(".", count - 1)
    if len(parts) != count:
        raise BadCode
    return parts


def _chosen(response: Response) -> str:
    """Return the choice in a menu. Raises BadCode if there is none."""
    if not response.chosen:
        raise BadCode
    return response.chosen[0]


def _chosen_game(response: Response) -> str:
    """Return the game that was chosen, in the form used in custom ids. Raises BadCode."""
    chosen = _chosen(response)
    if chosen not in {_code(key) for key in (OVER_ALL, *game_names.all_keys())}:
        raise BadCode
    return chosen


def _button(response: Response, verb: str, rest: str, label: Text) -> Component:
    custom_id = CustomId("stats", 0, 0, f"{verb}.{rest}")
    return components.button(custom_id, response.renderer.text(label))


def _tabs(response: Response, shown: Tab | None, game: str) -> list[Component]:
    """Return the buttons of the tabs; the one that is `shown` is blurple.

    Those of the member's own statistics and of the server keep the same `game`.
    """
    user, code = response.user, _code(game)
    tabs: dict[Tab, tuple[str, Text]] = {
        "me": (f"{user}.{code}", say_in("a tab", "Me")),
        "server": (code, say_in("a tab", "This server")),
        "rounds": (f"{user}", say_in("a tab", "My games")),
    }
    return [
        {
            **_button(response, verb, rest, label),
            **({"style": components.PRIMARY} if verb == shown else {}),
        }
        for verb, (rest, label) in tabs.items()
    ]


def _games(response: Response, custom_id: CustomId, shown: str) -> Component:
    """Return the menu of all games together and each single game."""
    options = [
        components.option(
            _code(key), response.renderer.text(game_names.name(key)), None, chosen=key == shown
        )
        for key in (OVER_ALL, *game_names.all_keys())
    ]
    return components.menu(custom_id, response.renderer.text(say("The game")), options)


def _menus(response: Response, asked: LeaderboardQuery) -> list[Component]:
    """Return the menus of the leaderboard: game, order and period."""
    what, text = f"{asked.by}.{asked.period}.{_code(asked.game)}", response.renderer.text
    orders = [
        components.option(key, text(label), None, chosen=key == asked.by)
        for key, label in leaderboard_page.ORDERS.items()
    ]
    periods = [
        components.option(key, text(label), None, chosen=key == asked.period)
        for key, label in leaderboard_page.PERIODS.items()
    ]

    def control(verb: str) -> CustomId:
        return CustomId("stats", 0, 0, f"{verb}.{what}")

    return [
        _games(response, control(PICK_GAME), asked.game),
        components.menu(control(PICK_ORDER), text(say("What counts")), orders),
        components.menu(control(PICK_PERIOD), text(say("Since when")), periods),
    ]


def _turning(response: Response, verb: str, page: int, what: str, *, more: bool) -> list[Component]:
    """Return the buttons to the pages before and after, as far as there are any."""
    before, after = say_in("a page", "Back"), say_in("a page", "Next")
    if verb == HISTORY:  # the newest rounds come first
        before, after = say("Newer"), say("Older")
    ways = []
    if page > 0:
        ways.append((before, page - 1))
    if more:
        ways.append((after, page + 1))
    return [
        components.button(
            CustomId("stats", 0, 0, f"{verb}.{to}.{what}"), response.renderer.text(label)
        )
        for label, to in ways
    ]


def _refusal(server: int, *, own: bool) -> Text | None:
    if server == NO_SERVER and not own:
        return say("Here you see only your own numbers. Those of others are shown on servers.")
    return None


def _kept_to_themselves(user: int) -> Text:
    return say("{member} hides their statistics.", member=Person(user))


def _nothing_yet(user: int, *, own: bool) -> Text:
    if own:
        return say("You have no games here yet. A game appears a moment after its end.")
    return say("{member} has no games here.", member=Person(user))
