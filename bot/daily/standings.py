"""The standings of the daily challenge on a server: the day, the week, streaks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from bot.daily import store
from bot.daily.attempt_pages import accuracy
from bot.daily.ranking import DAY, AttemptRank, Entry, Week, ranked, streak, week_of
from bot.language.render import Person
from bot.storage.thread import StorageThread
from rules.screen import Block, Heading, Line
from rules.text import Argument, Text, say, say_count, say_in

CROWN = "👑"
"""The mark of the best of a day."""

MOST = 10
"""The number of members listed for a day or a week."""

MOST_STREAKS = 5
"""The number of listed streaks."""

IN_A_ROW = 100
"""The number of members whose days are read to find the longest streaks."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a server: the best of a day and of its week, and the longest streaks."""

    day: date
    ranked: tuple[AttemptRank[Entry], ...]
    unfinished: int
    week: tuple[Week, ...]
    streaks: tuple[tuple[int, int], ...]


async def read(
    storage: StorageThread, guild: int, day: date, reader: int | None = None
) -> Standings:
    """Return the standings of a server on a day, by the attempts begun there.

    Members with private statistics are left out, except the `reader`.
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
        say("The day is over. The best choices come first; luck does not count.")
        if over
        else say("The best choices come first; luck does not count."),
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
        yield Line(say("Each day you score the % of players you beat."), "quiet")
    if over and found.day == week_of(found.day) + 6 * DAY:
        yield from _winners(found.week)
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


def _winners(of_week: tuple[Week, ...]) -> Iterator[Line]:
    for one in of_week:
        if one.rank == 1:
            won = say("🏆 {member} wins the week!", member=Person(one.member))
            yield Line(won, "strong")


def _of_day(rank: int, attempt: Entry) -> Text:
    said: dict[str, Argument] = {
        "rank": CROWN if rank == 1 else rf"{rank}\.",
        "member": Person(attempt.member),
    }
    if attempt.sheet is None:  # of several hands, which counted wins
        return say("{rank} {member}", **said)
    return say(
        "{rank} {member} · {score} · {accuracy}",
        score=str(attempt.total),
        accuracy=accuracy(attempt.sheet, attempt.given or 0.0),
        **said,
    )


def _unfinished(count: int, *, over: bool) -> Text:
    if over:
        return say_count("{n} member did not finish.", "{n} members did not finish.", count)
    return say_count("{n} member is still playing.", "{n} members are still playing.", count)
