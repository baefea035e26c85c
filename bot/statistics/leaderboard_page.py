"""The tab *This server* of /stats: ten members in order, and the reader's place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil
from types import MappingProxyType

from bot.language.render import Person
from bot.statistics import game_names
from bot.statistics.standing import ENOUGH_OPPONENTS, ENOUGH_ROUNDS, LISTED, Period, Standing
from bot.statistics.store.standings import Leaderboard, LeaderboardPlace, LeaderboardQuery, Order
from rules.screen import Block, Divider, Line
from rules.skill import PROVEN_FROM
from rules.text import Argument, Text, say, say_count, say_in

ORDERS: Mapping[Order, Text] = MappingProxyType(
    {
        "skill": say_in("leaderboard by", "Skill"),
        "results": say_in("leaderboard by", "Results among members"),
        "best": say_in("leaderboard by", "Best total"),
    }
)
PERIODS: Mapping[Period, Text] = MappingProxyType(
    {
        "all": say_in("leaderboard of", "All time"),
        "month": say_in("leaderboard of", "This month"),
        "week": say_in("leaderboard of", "This week"),
    }
)


def title(asked: LeaderboardQuery) -> Text:
    return say("🏆 {game}", game=game_names.name(asked.game))


def blocks(asked: LeaderboardQuery, found: Leaderboard, page: int, pages: int) -> list[Block]:
    """Return the lines of a page, counted from 0."""
    heading = say("{order} · {period}", order=ORDERS[asked.by], period=PERIODS[asked.period])
    made: list[Block] = [Line(heading, "quiet")]
    made += [Line(_line(asked, one, own=one.user == asked.user)) for one in found.places]
    if not found.total:
        made.append(Line(say("Nobody is ranked here yet.")))
    shown = {one.user for one in found.places}
    made.append(Divider())
    if found.own is None:
        made += _unranked(asked, found.standing)
    elif asked.user not in shown:
        made.append(Line(_line(asked, found.own, own=True)))
    rule = [*_rule(asked.by)]
    made += [
        Line(text, "quiet")
        for text in (rule if found.total or found.standing.skill_rounds else rule[-1:])
    ]
    if pages > 1:
        numbers = say("Page {page} of {pages}", page=page + 1, pages=pages)
        made.append(Line(numbers, "quiet"))
    return made


def _line(asked: LeaderboardQuery, one: LeaderboardPlace, *, own: bool) -> Text:
    """Return a line, with its dot escaped: Discord would renumber lines that begin with "1."."""
    said: dict[str, Argument] = {
        "place": one.place,
        "member": Person(one.user),
        "value": _value(asked.by, one),
    }
    if own:
        return say("▶ {place}\\. {member} {value}", **said)
    return say_in("a line of a leaderboard", "{place}\\. {member} {value}", **said)


def _value(by: Order, one: LeaderboardPlace) -> Text:
    value = str(one.value)
    if by == "best":
        return say_count("**{n}** point", "**{n}** points", one.value)
    counted = one.standing.skill_rounds if by == "skill" else one.standing.among
    rounds = say_count("{n} game", "{n} games", counted)
    return say_in("a rating", "**{value}** · {rounds}", value=value, rounds=rounds)


def _unranked(asked: LeaderboardQuery, standing: Standing) -> Iterator[Line]:
    """Yield the reason why the reader has no place, and their skill so far."""
    if asked.by == "best" and standing.best is None:
        yield Line(say("You have no total here yet."), "quiet")
    elif asked.by == "best":
        lacking = say_count(
            "You are not ranked yet: {n} more finished sheet is needed.",
            "You are not ranked yet: {n} more finished sheets are needed.",
            ENOUGH_ROUNDS - standing.rounds,
        )
        yield Line(lacking, "quiet")
    elif asked.by == "results" and standing.among >= ENOUGH_ROUNDS:
        lacking = say_count(
            "You are not ranked yet: {n} more member must have played with you.",
            "You are not ranked yet: {n} more members must have played with you.",
            ENOUGH_OPPONENTS - standing.met,
        )
        yield Line(lacking, "quiet")
    elif asked.by == "results":
        lacking = say_count(
            "You are not ranked yet: {n} more game with members is needed.",
            "You are not ranked yet: {n} more games with members are needed.",
            ENOUGH_ROUNDS - standing.among,
        )
        yield Line(lacking, "quiet")
    else:
        if standing.skill_rounds:
            own = Person(asked.user)
            yield Line(say("▶ {member} {rating}", member=own, rating=_rated(standing)))
        if standing.by_skill is None:
            yield Line(_why_unranked(standing), "quiet")
        else:
            old = say(
                "Not ranked: your last rated game is more than {days} days old.", days=LISTED.days
            )
            yield Line(old, "quiet")


def _rated(standing: Standing) -> Text:
    """Return a skill rating with its interval, and whether it is provisional."""
    found = standing.skill
    said = {"value": str(found.value), "low": str(found.low), "high": str(found.high)}
    if standing.provisional:
        return say("{value} ({low}–{high}), provisional", **said)
    return say("{value} ({low}–{high})", **said)


def _why_unranked(standing: Standing) -> Text:
    """Return the reason why a skill rating is not ranked."""
    lacking = ENOUGH_ROUNDS - standing.skill_rounds
    if lacking > 0:
        return say_count(
            "Not ranked yet: {n} more rated game is needed.",
            "Not ranked yet: {n} more rated games are needed.",
            lacking,
        )
    if standing.provisional:
        evidence = standing.sums.evidence
        more = standing.skill_rounds * (PROVEN_FROM / evidence - 1) if evidence else ENOUGH_ROUNDS
        return say_count(
            "Not ranked yet: about {n} more game is needed to be sure.",
            "Not ranked yet: about {n} more games are needed to be sure.",
            ceil(more),
        )
    return say("Not ranked: more than a tenth of the rated games were left or closed.")


def _rule(by: Order) -> Iterator[Text]:
    """Yield the meaning of the numbers, and last the condition for being ranked."""
    if by == "skill":
        yield say(
            "How good the choices are, luck left out, as far as the games prove it. 3000 is "
            "perfect play."
        )
        yield say(
            "To be listed: ten rated games that tell enough, the last within {days} days, at "
            "most a tenth of them left.",
            days=LISTED.days,
        )
    elif by == "results":
        yield say("Everybody begins with 1000; it rises with wins against members.")
        yield say(
            "To be ranked: ten games with three or more different members. Two members can "
            "count two games a day. Games against computers do not count."
        )
    else:
        yield say("The best total of a finished sheet. To be ranked: ten sheets.")
