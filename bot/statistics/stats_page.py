"""The page of a member in /stats: their games in words, and the last ten with *Review*."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from bot.language.render import Person, Until
from bot.review.amounts import accuracy_text
from bot.statistics import game_names
from bot.statistics.store.lists import CHOSEN_WITHIN, WON_WITHIN
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

TOLD_FROM = 5
"""The least number of games whose accuracy is told."""


def title(user: int) -> Text:
    return say("The games of {member}", member=Person(user))


def blocks(found: Games, *, hidden: bool) -> Iterator[Block]:
    """Yield the lines about all games, and about each of them."""
    yield Line(side_by_side([*_sums(found)]), "strong")
    in_a_row = [*_in_a_row(found)]
    if in_a_row:
        yield Line(side_by_side(in_a_row))
    known = {key: place for place, key in enumerate(game_names.all_keys())}
    for key in sorted(found.sums, key=lambda key: (known.get(key, len(known)), key)):
        told = [*_of_game(key, found.sums[key])]
        if told:
            text = side_by_side(told)
            yield Line(say_in("a game", "**{game}**: {text}", game=game_names.name(key), text=text))
    if any(one.judged for one in found.sums.values()):
        about = say(
            "Accuracy comes after five games, from the choices of the last {days} days. The "
            "medium computer has {medium}.",
            days=CHOSEN_WITHIN.days,
            medium=Percent(MEDIUM / 100, 0),
        )
        yield Line(about, "quiet")
    if hidden:
        yield Line(say("🔒 Only you see your statistics."), "quiet")
    if found.last:
        yield Heading(say("Last games"))


def _sums(found: Games) -> Iterator[Text]:
    sums = found.sums.values()
    yield say_count("{n} game", "{n} games", sum(one.games for one in sums))
    if any(one.among for one in sums):
        won, among = sum(one.won for one in sums), sum(one.among for one in sums)
        said = {"won": won, "games": among}
        if lately := sum(one.won_lately for one in sums):
            yield say(
                "won {won} of {games} among members ({n} of them in the last {days} days)",
                **said,
                n=lately,
                days=WON_WITHIN.days,
            )
        else:
            yield say("won {won} of {games} among members", **said)


def _in_a_row(found: Games) -> Iterator[Text]:
    """Yield the days and the wins in a row, from two on."""
    if found.days > 1:
        yield say_count("🔥 {n} day in a row", "🔥 {n} days in a row", found.days)
    if found.wins > 1:
        yield say_count("🔥 {n} win in a row", "🔥 {n} wins in a row", found.wins)


def _of_game(key: str, one: Sums) -> Iterator[Text]:
    """Yield the best total of a game, and the accuracy with the games that it rests on."""
    if one.best is not None:
        yield say("best total {points}", points=one.best)
    if not one.judged:
        return
    games = say_count("{n} game", "{n} games", one.judged)
    if one.judged < TOLD_FROM or not one.par:
        yield say("accuracy – ({games})", games=games)
        return
    found = Percent(accuracy(one.lost, one.par) / 100, 0)
    if game_names.is_estimated(key):
        yield say("accuracy about {accuracy} ({games})", accuracy=found, games=games)
    else:
        yield say("accuracy {accuracy} ({games})", accuracy=found, games=games)


def draw(user: int, found: Games, renderer: DiscordRenderer, *, own: bool, hidden: bool) -> Drawing:
    """Return the page; its own member reviews the last games by buttons beside them."""
    (page,) = layout.page(title(user), [*blocks(found, hidden=hidden)], renderer).to_components()
    last = [_past_game(one, renderer, own=own) for one in found.last]
    return Drawing([{**page, "components": [*page["components"], *last]}])


def _past_game(one: PastGame, renderer: DiscordRenderer, *, own: bool) -> Component:
    lines = f"{renderer.text(_result(one))}\n-# {renderer.text(side_by_side([*_about(one)]))}"
    if not (own and one.kept and one.share is not None and game_names.of_key(one.game)):
        return components.text(lines)
    review = CustomId("tool", one.round, 0, "review")
    return components.section(lines, components.button(review, renderer.text(say("Review"))))


def _result(one: PastGame) -> Text:
    said: dict[str, Argument] = {"game": game_names.name(one.game.removesuffix(ALONE))}
    if one.left:
        if one.share is None:
            return say("🚪 **{game}**: left", **said)
        return say("🚪 **{game}**: left, so lost", **said)
    if one.score is not None and one.game.endswith(ALONE):
        points = say_count("{n} point", "{n} points", one.score)
        if one.day:
            return say("📅 **{game}**: {points}, daily challenge", **said, points=points)
        return say("📄 **{game}**: {points}", **said, points=points)
    match ending(one.share or Fraction(0)):
        case "won":
            return say("🏆 **{game}**: won", **said)
        case "drawn":
            return say("🤝 **{game}**: drawn", **said)
        case "lost":
            return say("**{game}**: lost", **said)


def _about(one: PastGame) -> Iterator[Text]:
    yield say_in("when a round ended", "{when}", when=Until(one.finished))
    if one.judged and one.par:
        estimated = game_names.is_estimated(one.game)
        yield accuracy_text(one.lost, one.par, estimated=estimated)
