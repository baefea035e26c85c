"""The card of a day in a channel: the results that members have shared there, the best first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.daily.controls import control
from bot.daily.judging import read_judgement
from bot.daily.private_round_pages import LEGEND, by_points, squares_of, title
from bot.daily.ranking import DayResult, Entry, SharedPlace
from bot.daily.shared_dice import SharedDice
from bot.daily.store.day_cards import DayCard
from bot.language.render import Person, Place
from bot.ui.drawing import components, layout
from bot.ui.drawing.components import Drawing
from bot.ui.drawing.discord_renderer import DiscordRenderer
from rules.screen import Line
from rules.text import Argument, Text, say, say_count, say_in, side_by_side

MOST = 20
"""The number of members on a card."""

WINNERS = 3
"""The number of members named as the best of the day before."""


@dataclass(frozen=True, slots=True)
class DaysBefore:
    """The part of a card about the days before it.

    `places` are those of the day before on the server; `days` is the number of days in a row on
    which the channel had a card, up to this one.
    """

    places: Sequence[SharedPlace[DayResult]]
    days: int


def day_card(
    renderer: DiscordRenderer, day: SharedDice, entries: Sequence[Entry], before: DaysBefore
) -> Drawing:
    """Return the card of a day with the entries that were shared there."""
    play = components.button(
        control(day.day, "today"), renderer.text(say("Play today’s")), components.SUCCESS
    )
    blocks = [*_before(before), *by_points(entries, MOST, _squares), Line(LEGEND, "quiet")]
    return layout.page(title(day.day, day.sheet), blocks, renderer, buttons=[play])


def moved_notice(renderer: DiscordRenderer, card: DayCard) -> Drawing:
    """Return the line that a card leaves behind where it was posted again."""
    where = Place(card.channel, card.message, card.guild)
    return layout.message([say("The card of the day is here now: {place}", place=where)], renderer)


def _before(before: DaysBefore) -> Iterator[Line]:
    facts = [*_yesterday(before.places)]
    if before.days > 1:
        facts.append(
            say_count("🔥 this channel: {n} day", "🔥 this channel: {n} days", before.days)
        )
    if facts:
        yield Line(side_by_side(facts))


def _yesterday(places: Sequence[SharedPlace[DayResult]]) -> Iterator[Text]:
    """Yield the winners of the day before, with the number of members who played."""
    if not places:
        return
    best, played = places[0].shared, sum(len(place.shared) for place in places)
    names = [say_in("a member", "{member}", member=Person(one.member)) for one in best[:WINNERS]]
    said: dict[str, Argument] = {
        "member": side_by_side(names),
        "points": str(best[0].points),
    }
    if played == 1:
        yield say("👑 Yesterday: {member}, {points}, no one else played", **said)
    else:
        yield say_count(
            "👑 Yesterday: {member}, {points}, of {n} who played",
            "👑 Yesterday: {member}, {points}, of {n} who played",
            played,
            **said,
        )


def _squares(entry: Entry) -> Iterator[Line]:
    judgement = read_judgement(entry.loss, entry.verdicts)
    if judgement is not None:
        yield Line(squares_of(judgement))
