"""The standings of the daily challenge on a server: the day, the week, streaks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from bot.daily import store
from bot.daily.attempt_pages import amount, given_away_of
from bot.daily.ranking import Entry, Ranked, Week, ranked, streak, week_of
from bot.language.render import Person
from bot.storage.thread import StorageThread
from rules.screen import Block, Heading, Line
from rules.text import Argument, Text, say, say_count, say_in

MOST = 10
"""How many members are listed of a day or a week."""

MOST_STREAKS = 5
"""How many streaks are listed."""

IN_A_ROW = 100
"""Of how many members all days are looked at, to list the longest streaks."""


@dataclass(frozen=True, slots=True)
class Standings:
    """What the best of a server made of a day and of its week; streaks, the longest first."""

    day: date
    ranked: tuple[Ranked[Entry], ...]
    unfinished: int
    week: tuple[Week, ...]
    streaks: tuple[tuple[int, int], ...]


async def read(
    storage: StorageThread, guild: int, day: date, reader: int | None = None
) -> Standings:
    """Return the standings of a server at a day, by the attempts that were begun there.

    Who keeps their statistics to themselves is left out, but for the `reader`.
    """
    ask, listed = storage.read_beside, store.Listed(guild, reader)
    members = await ask(store.in_a_row, day, listed, IN_A_ROW)
    finished = await ask(store.finished_days, members, day, guild)
    streaks = {member: streak(days, day) for member, days in finished.items()}
    longest = sorted(streaks, key=lambda member: (-streaks[member], member))
    return Standings(
        day,
        ranked(await ask(store.best_of_day, day, listed, MOST)),
        await ask(store.unfinished, day, listed),
        await ask(store.best_of_days, week_of(day), day, listed, MOST),
        tuple((member, streaks[member]) for member in longest if streaks[member] > 1),
    )


def blocks(found: Standings, *, over: bool) -> Iterator[Block]:
    """Yield the standings; `over` says that the day has ended."""
    yield Line(
        say("The day is over. Who gave away least is first; luck does not count.")
        if over
        else say("Who gives away least is first; luck does not count."),
        "quiet",
    )
    yield Heading(say_in("standings", "The day"))
    if not found.ranked:
        yield Line(say("Nobody here has finished it yet.") if not over else say("Nobody finished."))
    for one in found.ranked:
        yield Line(_of_day(one.rank, one.attempt))
    if found.unfinished:
        yield Line(_unfinished(found.unfinished, over=over), "quiet")
    if found.week:
        yield Heading(say_in("standings", "The week"))
        counted = say(
            "Up to 100 points a day: the percentage of the other players you beat, 50 if alone."
        )
        yield Line(counted, "quiet")
    for each in found.week:
        yield Line(
            say_count(
                "{rank}\\. {member} · {points} on {n} day",
                "{rank}\\. {member} · {points} on {n} days",
                each.days,
                rank=str(each.rank),
                member=Person(each.member),
                points=say_count("{n} point", "{n} points", round(100 * each.score)),
            )
        )
    if found.streaks:
        yield Heading(say_in("standings", "Days in a row"))
    for member, days in found.streaks[:MOST_STREAKS]:
        yield Line(
            say_count("{member}: {n} day", "{member}: {n} days", days, member=Person(member))
        )


def _of_day(rank: int, attempt: Entry) -> Text:
    said: dict[str, Argument] = {
        "rank": str(rank),
        "member": Person(attempt.member),
        "lost": given_away_of(attempt.plan, attempt.given or 0.0),
    }
    if attempt.plan.unit == "points":
        return say_count(
            "{rank}\\. {member} · {lost} · {n} point",
            "{rank}\\. {member} · {lost} · {n} points",
            int(attempt.total or 0),
            **said,
        )
    return say(
        "{rank}\\. {member} · {lost} · won {total} of {hands}",
        total=amount(attempt.total or Fraction(0)),
        hands=str(attempt.plan.hands),
        **said,
    )


def _unfinished(count: int, *, over: bool) -> Text:
    if over:
        return say_count("{n} member did not finish.", "{n} members did not finish.", count)
    return say_count("{n} member is still playing.", "{n} members are still playing.", count)
