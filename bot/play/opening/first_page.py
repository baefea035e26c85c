"""The first page of `/play`: the games, each begun by a press, and ways to everything else.

The demo greets with it. The features answer the buttons: `play_command` games and tables,
`challenge_panel` challenges, `bot.daily` the challenge of the day, `own_rounds` the member's
rounds, `bot.statistics` and `bot.admin` statistics and settings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.play import own_rounds
from bot.play.opening import channel_taken
from bot.play.opening.challenge_panel import MOST_GAMES, slow_button
from bot.play.opening.opening import play_button, table_button
from bot.play.opening.play_options import entries
from bot.play.rounds import Rounds
from bot.play.servers import Servers
from bot.table.lobby import computer_name
from bot.table.server_settings import ServerSettings
from bot.table.turns import is_for_everybody
from bot.ui import reach
from bot.ui.answer import Answer
from bot.ui.custom_ids import DAY, CustomId
from bot.ui.drawing import components, layout, rules_pages
from bot.ui.drawing.components import Component, Drawing
from bot.ui.drawing.discord_renderer import DiscordRenderer
from bot.ui.drawing.mentions import DisplayNames
from rules import registry
from rules.errors import BadCode
from rules.game import Game
from rules.screen import Line
from rules.text import Text, say, say_in, side_by_side

MOST_LISTED = 7
"""The most games with a button on the first page: a message of Discord has 40 components."""

_EVERYBODY = CustomId("everybody", 0, 0)
"""The control that asks for the game of a sheet for everybody; with a game it opens one."""

ALONE = "alone"
"""The value of the menu there for a sheet without a computer."""

_TODAY = CustomId("today", 1, 0, "", DAY)
"""The control that plays the challenge of the day; the day in it has no effect."""

_FURTHER = (
    (CustomId("rules", 0, 0), say("Rules")),
    (CustomId("rounds", 0, 0, own_rounds.LIST), say("Your games")),
    (CustomId("stats", 0, 0, "mine"), say("Statistics")),
    (CustomId("own", 0, 0, "open"), say("Settings")),
)
"""The controls below the ways into a game."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The choices on the first page.

    The `games` of the server; `daily`, whether there is a challenge of the day; `others`, whether
    other members can play, for a table and a challenge; the options `chosen` for the round before
    its game, whether a turn takes a day (`slow`), and the `number` by which they are remembered;
    what stands above them where the channel is `taken` by a round.
    """

    games: Sequence[Game[Any]]
    daily: bool
    others: bool = True
    chosen: Sequence[Text] = ()
    slow: bool = False
    number: str = ""
    taken: Sequence[Component] = ()


def draw(renderer: DiscordRenderer, offer: Offer) -> Drawing:
    """Return the page that lists the games, with a button that begins each of them."""
    text = renderer.text
    parts = list[Component]()
    if offer.chosen:
        sentence = say("Chosen: {options}. Now the game:", options=side_by_side(offer.chosen))
    elif offer.others:
        sentence = say("*Play* starts a game at once. With friends, any game: *Open a table*.")
    else:
        sentence = say("*Play* starts a game at once.")
    parts.append(components.text(text(sentence)))
    for title, games in _groups(offer.games[:MOST_LISTED]):
        parts.append(components.text(f"### {text(title)}"))
        for game in games:
            line = f"-# **{text(game.info.name)}** · {text(game.info.summary)}"
            play = play_button(game.info.key, offer.number)
            label = text(say_in("a button", "Play"))
            button = components.button(play, label, components.SUCCESS)
            parts.append(components.section(line, button))
    if len(offer.games) > MOST_LISTED:
        parts.append(components.text(f"-# {text(say('The command /play has all games.'))}"))
    ways = list[tuple[CustomId, Text]]()
    if offer.others:
        ways.append((table_button("", offer.number, slow=offer.slow), say("Open a table")))
        ways.append((CustomId("challenge", 0, 0, offer.number), say("Challenge a member")))
    if offer.daily:
        ways.append((_TODAY, say("Today’s challenge")))
    rows = components.rows(_buttons(ways, renderer), _buttons(_FURTHER, renderer))
    page = components.container(layout.COLOURS["play"], parts)
    return Drawing([*offer.taken, page, *rows])


def table_page(
    renderer: DiscordRenderer, games: Sequence[Game[Any]], number: str, *, slow: bool
) -> Drawing:
    """Return the page that asks for the game of an open table; for `number` see `Offer`.

    A switch makes it `slow`: each turn takes a day at most.
    """
    several = entries(game for game in games if game.info.seats.stop > 2)
    buttons = [
        components.button(
            table_button(one.key, number, slow=slow), renderer.text(one.name), components.SUCCESS
        )
        for one in several[:MOST_GAMES]
    ]
    about = say("It is posted here, and others join. You start it, or it starts when it is full.")
    page = layout.page(say("Open a table: which game?"), [Line(about)], renderer, buttons=buttons)
    below = components.rows(
        [slow_button(table_button("", number, slow=not slow), renderer, on=slow)]
    )
    if any(map(is_for_everybody, games)):
        together = say("Or fill one sheet together, whoever is around:")
        sheet = components.button(_EVERYBODY, renderer.text(say("One sheet for everybody")))
        below += [components.text(renderer.text(together)), *components.rows([sheet])]
    back = rules_pages.all_games(renderer)
    return Drawing([*page.to_components(), *below, *components.rows([back])])


def everybody_page(renderer: DiscordRenderer, games: Sequence[Game[Any]], chosen: str) -> Drawing:
    """Return the page that asks for the game of a sheet for everybody.

    The level of the computer is `chosen` in the menu; "" stands for none. Raises BadCode for a
    level that no game has.
    """
    shared, text = [game for game in games if is_for_everybody(game)], renderer.text
    levels = {level.key: level for game in shared for level in game.info.levels}
    if chosen and chosen not in levels:
        raise BadCode
    alone = components.option(ALONE, text(say("Without a computer")), None, chosen=not chosen)
    against = [
        components.option(
            key,
            text(computer_name(level.name)),
            None if level.about is None else text(level.about),
            chosen=key == chosen,
        )
        for key, level in levels.items()
    ]
    buttons = [
        components.menu(_EVERYBODY, text(say("Play the computer …")), [alone, *against]),
        *(
            components.button(
                replace(_EVERYBODY, what=f"{game.info.key}.{chosen}" if chosen else game.info.key),
                text(game.info.name),
                components.SUCCESS,
            )
            for game in shared
            if not chosen or chosen in [level.key for level in game.info.levels]
        ),
        rules_pages.all_games(renderer),
    ]
    about = say(
        "Whoever presses first has the turn, for two minutes at most. Then somebody else goes on."
    )
    title = say("One sheet for everybody: which game?")
    return layout.page(title, [Line(about)], renderer, buttons=buttons)


def _groups(games: Sequence[Game[Any]]) -> Iterator[tuple[Text, list[Game[Any]]]]:
    """Yield the games by how a press begins them, without empty groups."""
    alone = [game for game in games if game.info.played_alone]
    others = [game for game in games if not game.info.played_alone]
    if alone:
        yield say("Play alone"), alone
    if others:
        yield say("Play against the computer"), others


def welcome(renderer: DiscordRenderer, *, daily: bool) -> Drawing:
    """Return the first page for everybody in a channel of a server."""
    return draw(renderer, Offer(offered(ServerSettings()), daily))


def offered(settings: ServerSettings) -> list[Game[Any]]:
    """Return the games of a server in the order in which they are listed."""
    return [game for key, game in registry.games().items() if settings.offers(key)]


class FirstPage:
    """Shows the first page, and the pages that ask for the game of a table or of the rules.

    `daily` is whether there is a challenge of the day.
    """

    def __init__(
        self,
        *,
        rounds: Rounds,
        servers: Servers,
        names: DisplayNames,
        daily: bool,
    ) -> None:
        self._rounds, self._servers, self._names = rounds, servers, names
        self._daily = daily

    async def show(
        self,
        answer: Answer,
        chosen: Sequence[Text] = (),
        number: str = "",
        *,
        slow: bool = False,
    ) -> None:
        """Show the first page to a member.

        Its games begin with the options `chosen` before, which are remembered by `number`.
        """
        interaction = answer.interaction
        alone = interaction.guild_id is None and not interaction.context.private_channel
        games = await self._games(answer)
        taken = await self._taken(answer)
        offer = Offer(games, self._daily, not alone, chosen, slow, number, taken)
        await answer.turn_to(draw(answer.renderer, offer))

    async def ask_for_table(self, answer: Answer, number: str, *, slow: bool) -> None:
        """Ask for the game of an open table; options chosen before are remembered by `number`."""
        games = await self._games(answer)
        await answer.turn_to(table_page(answer.renderer, games, number, slow=slow))

    async def ask_for_sheet(self, answer: Answer) -> None:
        """Ask for the game of a sheet for everybody, with the level that was chosen in its menu."""
        chosen = next(iter(answer.chosen), ALONE)
        games = await self._games(answer)
        level = "" if chosen == ALONE else chosen
        await answer.turn_to(everybody_page(answer.renderer, games, level))

    async def show_rules(self, answer: Answer, pressed: CustomId) -> None:
        """Show the page of rules that a control names.

        The control of the first page names none: the rules are those of the game that is played
        here, else the member is asked for a game. Raises the errors of `rules_pages.turn`.
        """
        if pressed.what:
            await rules_pages.turn(answer, pressed)
            return
        stored = await self._rounds.load_open_in(answer.interaction.channel_id or 0)
        if stored is None:
            page = rules_pages.choose(await self._games(answer), answer.renderer)
        else:
            page = rules_pages.draw(registry.game(stored.game), answer.renderer)
        await answer.turn_to(page)

    async def _taken(self, answer: Answer) -> list[Component]:
        """Return what is said and offered of the round that is open in the channel, if one is."""
        stored = await self._rounds.load_open_in(answer.interaction.channel_id or 0)
        if stored is None:
            return []
        return channel_taken.taken_components(answer, stored, self._names.of_players(stored))

    async def _games(self, answer: Answer) -> list[Game[Any]]:
        return offered(await self._servers.settings(reach.server(answer.interaction)))


def _buttons(ways: Sequence[tuple[CustomId, Text]], renderer: DiscordRenderer) -> list[Component]:
    return [components.button(custom_id, renderer.text(label)) for custom_id, label in ways]
