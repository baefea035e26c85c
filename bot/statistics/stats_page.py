"""The page *Me* in /stats: a member's standing in one game or all games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from bot.language.render import Person, Small
from bot.statistics import game_names
from bot.statistics.standing import Standing
from bot.table.store.game_keys import ALONE
from rules.accuracy import accuracy
from rules.levels import HOUSE, PERFECT
from rules.screen import Block, Line
from rules.skill import TOP, on_scale
from rules.text import Percent, Points, Text, say, say_count, say_in, side_by_side
from rules.whole_hands import CARDS

RARE = Fraction(1, 20)
"""The greatest chance of a hand that is shown as rare: everybody has commoner ones."""

WHOLE_FROM = 100
"""The least n for which "one roll in n" is written without decimals."""


@dataclass(frozen=True, slots=True)
class Stats:
    """The statistics of a member: their standing in `game`."""

    user: int
    game: str
    standing: Standing
    hidden: bool


def title(stats: Stats) -> Text:
    return say("{member} · {game}", member=Person(stats.user), game=game_names.name(stats.game))


def blocks(stats: Stats) -> list[Block]:
    """Return the few lines of the page: skill in words, the best result, wins in a row."""
    standing = stats.standing
    lines = [Line(in_words(stats), "strong"), *_accuracy(stats), Line(_best(stats))]
    if standing.longest:
        now, most = standing.streak, standing.longest
        lines.append(Line(say("Wins in a row: {now} now, {most} at most", now=now, most=most)))
    if stats.hidden:
        lines.append(Line(say("🔒 Only you see your statistics."), "quiet"))
    return [*lines]


def in_words(stats: Stats) -> Text:
    """Return the skill rating in words, by the levels of the computer.

    A level inside the interval of the rating counts as equal to the member.
    """
    standing = stats.standing
    if not standing.skill_rounds:
        return say("Not rated yet: from the first hint of a game on, choices do not count.")
    found, marks = standing.skill, _marks(stats.game)
    near = [level for level, mark in marks if found.low <= mark <= found.high]
    below = [level for level, mark in marks if mark < found.low]
    if near:
        close = min(near, key=lambda level: abs(dict(marks)[level] - found.value))
        told = say("Since the start about as good as the {level} computer", level=Small(close))
    elif below:
        told = say("Since the start better than the {level} computer", level=Small(below[-1]))
    else:
        told = say(
            "Since the start not as good as the {level} computer yet", level=Small(marks[0][0])
        )
    return say("{skill}, so far", skill=told) if standing.provisional else told


def _accuracy(stats: Stats) -> Iterator[Line]:
    """Yield the accuracy in all rounds that count for skill, if there are any.

    The losses are measured in mean losses of `house` in a round.
    """
    sums = stats.standing.sums
    if not sums.rounds:
        return
    found = Percent(accuracy(sums.given, sums.rounds) / 100, 0)
    if game_names.is_exact(stats.game):
        told = say("Accuracy of choices: {accuracy}", accuracy=found)
    else:
        told = say("Accuracy of choices: about {accuracy}", accuracy=found)
    yield Line(side_by_side([told, say("{most} is perfect", most=Percent(1, 0))]))


def _best(stats: Stats) -> Text:
    """Return the best result of a member in a game: a total, else a hand, else all results."""
    one = stats.standing
    if one.best is not None:
        return say("Best total: **{points}**", points=one.best)
    rarest = _rarest(stats)
    return _record(one) if rarest is None else rarest


def _results(won: int, drawn: int, lost: int) -> Text:
    """Return the numbers of rounds won and lost, and of those drawn if there were any."""
    parts = [say_count("{n} win", "{n} wins", won)]
    if drawn:
        parts.append(say_count("{n} draw", "{n} draws", drawn))
    parts.append(say_count("{n} loss", "{n} losses", lost))
    return side_by_side(parts)


def _marks(game: str) -> tuple[tuple[Text, int], ...]:
    """Return the computer's levels with their ratings, weakest first, as far as they are known."""
    known = game_names.of_key(game)
    exact = None if known is None else known.exact
    house = None if exact is None else exact.house_skill.get(1 if game.endswith(ALONE) else 2)
    if known is None or house is None:
        return ((HOUSE.name, on_scale(1)), (PERFECT.name, TOP))
    marks = [
        (level.name, house.levels[level.key])
        for level in known.info.levels
        if level.key in house.levels
    ]
    return tuple(sorted(marks, key=lambda mark: mark[1]))


def _record(one: Standing) -> Text:
    """Return the number of rounds, and their results."""
    rounds = say_count("{n} game", "{n} games", one.rounds)
    against_others = one.won + one.drawn + one.lost
    if not against_others:
        return say_in("a count", "{rounds}", rounds=rounds)
    results = _results(one.won, one.drawn, one.lost)
    alone = one.rounds - against_others
    if not alone:
        return say("{rounds}: {results}", rounds=rounds, results=results)
    return say_count(
        "{results} · {n} game alone", "{results} · {n} games alone", alone, results=results
    )


def _rarest(stats: Stats) -> Text | None:
    """Return the rarest hand of a member in a game, None if it is not rare enough."""
    game, rarest = game_names.of_key(stats.game), stats.standing.rarest
    if game is None or rarest is None or rarest.chance > RARE:
        return None
    hand, once_in = rarest.named(game.info.faces), float(1 / rarest.chance)
    times = Points(once_in, 1 if once_in < WHOLE_FROM else 0)
    if rarest.rank == CARDS:
        return say("Rarest hand: {hand} (one deal in {times})", hand=hand, times=times)
    return say("Rarest hand: {hand} (one roll in {times})", hand=hand, times=times)
