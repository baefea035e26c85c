"""The page of a member in /stats: their games in words, and the last ten with *Review*."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from bot.language.render import Person, Until
from bot.review.amounts import accuracy_text
from bot.statistics import game_names
from bot.statistics.store.leaderboards import CHOSEN_WITHIN, WON_WITHIN
from bot.statistics.store.of_member import Games, PastGame, Sums
from bot.table.score import ending
from bot.table.store.results import ALONE
from bot.ui.custom_ids import CustomId
from bot.ui.drawing import components, layout
from bot.ui.drawing.components import Component, Drawing
from bot.ui.drawing.discord_renderer import DiscordRenderer
from rules.accuracy import MEDIUM, accuracy
from rules.screen import Block, Heading, Line
from rules.text import Argument, Percent, Text, say, say_count, say_in, side_by_side

ACCURACY_FROM = 5
"""The least number of games from which an accuracy is shown."""


def title(user: int) -> Text:
    return say("The games of {member}", member=Person(user))


def blocks(games: Games, *, hidden: bool) -> Iterator[Block]:
    """Yield the lines about all games, and about each of them."""
    yield Line(side_by_side([*_sums(games)]), "strong")
    in_a_row = [*_in_a_row(games)]
    if in_a_row:
        yield Line(side_by_side(in_a_row))
    order = {key: place for place, key in enumerate(game_names.all_keys())}
    for key in sorted(games.sums, key=lambda key: (order.get(key, len(order)), key)):
        facts = [*_of_game(key, games.sums[key])]
        if facts:
            text = side_by_side(facts)
            yield Line(say_in("a game", "**{game}**: {text}", game=game_names.name(key), text=text))
    if any(one.judged for one in games.sums.values()):
        about = say(
            "Accuracy comes after five games, from the choices of the last {days} days. The "
            "medium computer has {medium}.",
            days=CHOSEN_WITHIN.days,
            medium=Percent(MEDIUM / 100, 0),
        )
        yield Line(about, "quiet")
    if hidden:
        yield Line(say("🔒 Only you see your statistics."), "quiet")
    if games.last:
        yield Heading(say("Last games"))


def _sums(games: Games) -> Iterator[Text]:
    sums = games.sums.values()
    yield say_count("{n} game", "{n} games", sum(one.games for one in sums))
    if any(one.among for one in sums):
        won, among = sum(one.won for one in sums), sum(one.among for one in sums)
        counts = {"won": won, "games": among}
        if lately := sum(one.won_lately for one in sums):
            yield say(
                "won {won} of {games} among members ({n} of them in the last {days} days)",
                **counts,
                n=lately,
                days=WON_WITHIN.days,
            )
        else:
            yield say("won {won} of {games} among members", **counts)


def _in_a_row(games: Games) -> Iterator[Text]:
    """Yield the days and the wins in a row, from two on."""
    if games.days > 1:
        yield say_count("🔥 {n} day in a row", "🔥 {n} days in a row", games.days)
    if games.wins > 1:
        yield say_count("🔥 {n} win in a row", "🔥 {n} wins in a row", games.wins)


def _of_game(key: str, sums: Sums) -> Iterator[Text]:
    """Yield the best total of a game, and the accuracy with the games that it rests on."""
    if sums.best is not None:
        yield say("best total {points}", points=sums.best)
    if not sums.judged:
        return
    games = say_count("{n} game", "{n} games", sums.judged)
    if sums.judged < ACCURACY_FROM or not sums.par:
        yield say("accuracy – ({games})", games=games)
        return
    percent = Percent(accuracy(sums.lost, sums.par) / 100, 0)
    if game_names.is_estimated(key):
        yield say("accuracy about {accuracy} ({games})", accuracy=percent, games=games)
    else:
        yield say("accuracy {accuracy} ({games})", accuracy=percent, games=games)


def draw_page(
    user: int, games: Games, renderer: DiscordRenderer, *, own: bool, hidden: bool
) -> Drawing:
    """Return the page; its own member reviews the last games by buttons beside them."""
    (page,) = layout.page(title(user), [*blocks(games, hidden=hidden)], renderer).to_components()
    last = [_past_game(past, renderer, own=own) for past in games.last]
    return Drawing([{**page, "components": [*page["components"], *last]}])


def _past_game(past: PastGame, renderer: DiscordRenderer, *, own: bool) -> Component:
    lines = f"{renderer.text(_result(past))}\n-# {renderer.text(side_by_side([*_about(past)]))}"
    if not (own and past.kept and past.share is not None and game_names.of_key(past.game)):
        return components.text(lines)
    review = CustomId("tool", past.round, 0, "review")
    return components.section(lines, components.button(review, renderer.text(say("Review"))))


def _result(past: PastGame) -> Text:
    said: dict[str, Argument] = {"game": game_names.name(past.game.removesuffix(ALONE))}
    if past.left:
        if past.share is None:
            return say("🚪 **{game}**: left", **said)
        return say("🚪 **{game}**: left, so lost", **said)
    if past.score is not None and past.game.endswith(ALONE):
        points = say_count("{n} point", "{n} points", past.score)
        if past.day:
            return say("📅 **{game}**: {points}, daily challenge", **said, points=points)
        return say("📄 **{game}**: {points}", **said, points=points)
    match ending(past.share or Fraction(0)):
        case "won":
            return say("🏆 **{game}**: won", **said)
        case "drawn":
            return say("🤝 **{game}**: drawn", **said)
        case "lost":
            return say("**{game}**: lost", **said)


def _about(past: PastGame) -> Iterator[Text]:
    yield say_in("when a round ended", "{when}", when=Until(past.finished))
    if past.judged and past.par:
        estimated = game_names.is_estimated(past.game)
        yield accuracy_text(past.lost, past.par, estimated=estimated)
