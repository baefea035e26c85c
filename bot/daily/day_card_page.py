"""The card of a day in a channel: who has shared what they made of it, the best first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.daily.attempt_pages import LEGEND, by_points, squares, title
from bot.daily.controls import control
from bot.daily.judging import read_judged
from bot.daily.ranking import DayResult, Entry, SharedPlace
from bot.daily.sets import SharedSet
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
class Before:
    """What a card tells of the days before it.

    `places` are those of the day before on the server; the channel has had a card for so many days.
    """

    places: Sequence[SharedPlace[DayResult]]
    days: int


def day_card(
    renderer: DiscordRenderer, day: SharedSet, lines: Sequence[Entry], before: Before
) -> Drawing:
    """Return the card of a day with the attempts that were shared there."""
    play = components.button(
        control(day.day, "today"), renderer.text(say("Play today’s")), components.SUCCESS
    )
    blocks = [*_before(before), *by_points(lines, MOST, _squares), Line(LEGEND, "quiet")]
    return layout.page(title(day.day, day.sheet), blocks, renderer, buttons=[play])


def moved(renderer: DiscordRenderer, card: DayCard) -> Drawing:
    """Return the line that a card leaves behind where it was posted again."""
    where = Place(card.channel, card.message, card.guild)
    return layout.message([say("The card of the day is here now: {place}", place=where)], renderer)


def _before(before: Before) -> Iterator[Line]:
    told = [*_yesterday(before.places)]
    if before.days > 1:
        told.append(say_count("🔥 this channel: {n} day", "🔥 this channel: {n} days", before.days))
    if told:
        yield Line(side_by_side(told))


def _yesterday(found: Sequence[SharedPlace[DayResult]]) -> Iterator[Text]:
    """Yield who has won the day before, and among how many."""
    if not found:
        return
    best, played = found[0].shared, sum(len(place.shared) for place in found)
    named = [say_in("a member", "{member}", member=Person(one.member)) for one in best[:WINNERS]]
    said: dict[str, Argument] = {
        "member": side_by_side(named),
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


def _squares(one: Entry) -> Iterator[Line]:
    judged = read_judged(one.given, one.verdicts)
    if judged is not None:
        yield Line(say_in("squares", "{squares}", squares=squares(judged.verdicts)))
