"""The pages of *Me* in /stats: a member's standing in one game or all games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from bot.language.render import Person, Small
from bot.review.amounts import difference, gained
from bot.statistics import game_names, mistake_kinds
from bot.statistics.standing import ENOUGH_ROUNDS, Standing
from bot.statistics.store.standings import Against, Mistake
from bot.statistics.store.standings_update import MEMBER
from bot.table.store.game_keys import ALONE
from rules import registry
from rules.accuracy import accuracy
from rules.levels import HOUSE, PERFECT
from rules.screen import Block, Divider, Line
from rules.skill import PROVEN_FROM, TOP, on_scale
from rules.text import Command, Percent, Points, Text, say, say_count, say_in, side_by_side
from rules.whole_hands import CARDS

RARE = Fraction(1, 20)
"""The greatest chance of a hand that is shown as rare: everybody has commoner ones."""

WHOLE_FROM = 100
"""The least n for which "one roll in n" is written without decimals."""


@dataclass(frozen=True, slots=True)
class Stats:
    """The statistics of a member: their standing in `game`, their opponents and their mistake.

    `by_game` holds the standings in the single games, if `game` stands for all.
    """

    user: int
    game: str
    standing: Standing
    against: tuple[Against, ...]
    mistake: Mistake | None
    by_game: Mapping[str, Standing]
    hidden: bool


def title(stats: Stats) -> Text:
    return say("{member} · {game}", member=Person(stats.user), game=game_names.name(stats.game))


def blocks(stats: Stats) -> list[Block]:
    """Return the few lines of the first page: skill in words, the best result, wins in a row."""
    standing = stats.standing
    lines = [Line(in_words(stats), "strong"), *_accuracy(stats), Line(_best(stats))]
    if standing.longest:
        lines.append(Line(_streak(standing)))
    if stats.hidden:
        lines.append(_hidden())
    return [*lines]


def whole(stats: Stats) -> list[Block]:
    """Return the complete statistics of a member, in numbers."""
    parts = [
        [*_ratings(stats)],
        [*_results(stats)],
        [*_more(stats)],
        [Line(_in_game(key, one), "quiet") for key, one in stats.by_game.items()],
        [_hidden()] if stats.hidden else [],
    ]
    made: list[Block] = []
    for part in filter(None, parts):
        made += [Divider(), *part] if made else part
    return made


def _hidden() -> Line:
    return Line(say("🔒 Only you see your statistics."), "quiet")


def in_words(stats: Stats) -> Text:
    """Return the skill rating in words, by the levels of the computer.

    A level inside the interval of the rating counts as equal to the member.
    """
    standing = stats.standing
    if not standing.skill_rounds:
        return say(
            "Not rated yet: games with hints do not count. Turn hints off in {settings}.",
            settings=Command("settings"),
        )
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


def _streak(one: Standing) -> Text:
    return say("Wins in a row: {now} now, {most} at most", now=one.streak, most=one.longest)


def rated(standing: Standing) -> Text:
    """Return a skill rating with its interval, and whether it is provisional."""
    found = standing.skill
    said = {"value": str(found.value), "low": str(found.low), "high": str(found.high)}
    if standing.provisional:
        return say("{value} ({low}–{high}), provisional", **said)
    return say("{value} ({low}–{high})", **said)


def why_unranked(standing: Standing) -> Text:
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


def what_skill_is() -> Text:
    """Return the meaning of a skill rating and its interval."""
    return say(
        "How good the choices are, luck left out. In brackets: where the true number most "
        "likely lies."
    )


def what_results_are() -> Text:
    """Return the meaning of a rating by results."""
    return say("Everybody begins with 1000; it rises with wins against members.")


def record(won: int, drawn: int, lost: int) -> Text:
    """Return the numbers of rounds won and lost, and of those drawn if there were any."""
    parts = [say_count("{n} win", "{n} wins", won)]
    if drawn:
        parts.append(say_count("{n} draw", "{n} draws", drawn))
    parts.append(say_count("{n} loss", "{n} losses", lost))
    return side_by_side(parts)


def _proven(standing: Standing) -> Text:
    return say(
        "Proven so far: {value}. The leaderboard ranks by this number.", value=str(standing.proven)
    )


def _ratings(stats: Stats) -> Iterator[Line]:
    standing = stats.standing
    if standing.skill_rounds:
        yield Line(say("Skill: {rating}", rating=rated(standing)), "strong")
        yield Line(what_skill_is(), "quiet")
        if standing.by_skill is None:
            yield Line(why_unranked(standing), "quiet")
        else:
            yield Line(_proven(standing), "quiet")
        yield Line(_levels_rated(stats.game), "quiet")
    else:
        yield Line(say("How well you choose: not rated yet."), "strong")
    if standing.among:
        rounds = say_count("{n} game", "{n} games", standing.among)
        yield Line(
            say(
                "Results among members: **{rating}** after {rounds}",
                rating=str(standing.results),
                rounds=rounds,
            )
        )
        yield Line(what_results_are(), "quiet")


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


def _levels_rated(game: str) -> Text:
    marks = [
        say_in("a mark on a scale", "{level} {rating}", level=level, rating=str(rating))
        for level, rating in _marks(game)
    ]
    return say("The computer’s levels: {levels}", levels=side_by_side(marks))


def _record(one: Standing) -> Text:
    """Return the number of rounds, and their results."""
    rounds = say_count("{n} game", "{n} games", one.rounds)
    against_others = one.won + one.drawn + one.lost
    if not against_others:
        return say_in("a count", "{rounds}", rounds=rounds)
    results = record(one.won, one.drawn, one.lost)
    alone = one.rounds - against_others
    if not alone:
        return say("{rounds}: {results}", rounds=rounds, results=results)
    return say_count(
        "{results} · {n} game alone", "{results} · {n} games alone", alone, results=results
    )


def _results(stats: Stats) -> Iterator[Line]:
    one = stats.standing
    yield Line(_record(one))
    for against in sorted(stats.against, key=_strength):
        yield Line(
            say(
                "against {opponent}: {results}",
                opponent=_opponent(against.opponent),
                results=record(against.won, against.drawn, against.lost),
            ),
            "quiet",
        )
    if one.longest:
        yield Line(_streak(one))


def _levels() -> dict[str, Text]:
    """Return the names of all levels of the computer by their keys, weakest first."""
    games = sorted(registry.games().values(), key=lambda game: -len(game.info.levels))
    return {level.key: level.name for game in games for level in game.info.levels}


def _strength(against: Against) -> int:
    """Return the place of an opponent in their order: members first, then the levels."""
    order = [MEMBER, *_levels()]
    return order.index(against.opponent) if against.opponent in order else len(order)


def _opponent(key: str) -> Text:
    if key == MEMBER:
        return say_in("opponents", "members")
    known = _levels().get(key)
    if known is None:
        return say_in("opponents", "{key}", key=key)
    return say_in("opponents", "level “{level}”", level=known)


def _more(stats: Stats) -> Iterator[Line]:
    one, unit = stats.standing, game_names.unit(stats.game)
    if one.best is not None:
        yield Line(say("Best total: **{points}**", points=one.best))
    if one.least_given is not None:
        if one.least_given < 1e-9:
            yield Line(say("Closest to perfect: a whole game of best choices"))
        else:
            least = difference(unit, one.least_given)
            yield Line(say("Closest to perfect: a game that lost only {least}", least=least))
    rarest = _rarest(stats)
    if rarest is not None:
        yield Line(rarest)
    # Over all games, the luck of rounds played alone is left out, because it is in points.
    rounds = one.rounds if stats.game else one.won + one.drawn + one.lost
    if rounds:
        luck = gained(unit, one.luck / rounds)
        yield Line(say("Luck so far, per game: {luck}", luck=luck))
    if stats.mistake is not None:
        yield Line(
            say(
                "Most common mistake ({times}×): {mistake}",
                times=stats.mistake.times,
                mistake=mistake_kinds.in_words(stats.mistake.kind),
            )
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


def _in_game(key: str, one: Standing) -> Text:
    rounds = say_count("{n} game", "{n} games", one.rounds)
    if not one.skill_rounds:
        return say_in(
            "a line of a list", "{game}: {rounds}", game=game_names.name(key), rounds=rounds
        )
    return say(
        "{game}: {rounds}, skill {rating}",
        game=game_names.name(key),
        rounds=rounds,
        rating=rated(one),
    )
