"""A field of strategies that all play each other.

In games with exact chances, pairs of fixed strategies play all deals. Other pairs play random deals
of their own; if the sides differ, they play them both ways. Where possible, the win of a best
answer to each entry is computed as well.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import combinations, repeat
from math import sqrt
from typing import Any

from course.contest.description import Contest, Plan, Side
from course.contest.entrants import Entrants
from course.contest.exact import NotFixed, plan_of
from course.contest.score import ExactScore, score_of
from course.contest.sides import Chooser, chooser, names, rounds
from course.contest.strategies import ContestError, displayed
from rules.game import Game
from rules.screen import Action

SLOW = 300_000
"""The rounds of SHA-256 that make trying a seed take about a tenth of a second."""

FIELD_DEALS = 1_000
"""The default number of deals of a pair that is not exact, for each side."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share of the wins, 0 to 1, a draw counts one half; `margin` is 0 where it is exact.

    The margin is the half-width of the 95 % confidence interval.
    """

    value: float
    margin: float = 0.0

    @property
    def other(self) -> Share:
        return Share(1 - self.value, self.margin)


def mean(shares: Sequence[Share]) -> Share:
    """Return the mean of independent shares, at least one.

    >>> mean([Share(0.25, 0.03), Share(0.75, 0.04)])
    Share(value=0.5, margin=0.025)
    """
    margin = sqrt(sum(share.margin**2 for share in shares)) / len(shares)
    return Share(sum(share.value for share in shares) / len(shares), margin)


@dataclass(frozen=True, slots=True)
class FieldEntry:
    """A strategy of the field.

    `name` is as `course.contest.sides.chooser` takes it, `shown` as it is printed. `plan` has its
    actions for each decision, None if it is not fixed or the field is not exact.
    """

    name: str
    shown: str
    plan: Plan | None = None


class EntryFailed(Exception):
    """Raised when the entry at a `place` fails while it plays; the message has the cause."""

    def __init__(self, place: int, why: str) -> None:
        super().__init__(why)
        self.place = place


@dataclass(slots=True)
class Field:
    """The strategies of a field and the results of pairs; `entrants` run those in files.

    `places` are those of the remaining entries, `out` has the reasons of the others. `shares` has
    the share of the first of each pair of places.
    """

    entrants: Entrants
    entries: list[FieldEntry] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    out: list[str] = field(default_factory=list)
    shares: dict[tuple[int, int], Share] = field(default_factory=dict)

    def share(self, one: int, other: int) -> Share:
        """Return the share of an entry against another one."""
        found = self.shares.get((one, other))
        return self.shares[other, one].other if found is None else found

    def mean(self, one: int) -> Share:
        """Return the mean share of an entry against all others."""
        return mean([self.share(one, other) for other in self.places if other != one])

    def ranked(self) -> list[int]:
        """Return the places of the entries, the best mean first."""
        return sorted(self.places, key=lambda place: (-self.mean(place).value, place))

    def drop(self, one: int, why: str) -> None:
        """Remove an entry and all its pairs from the field."""
        self.out.append(why)
        self.places.remove(one)
        self.shares = {pair: share for pair, share in self.shares.items() if one not in pair}
        self.check()

    def check(self) -> None:
        """Raise ContestError if fewer than two entries are in the field."""
        if len(self.places) < 2:
            why = "".join(f"; {reason}" for reason in self.out[:1])
            raise ContestError(f"a field needs two entries and has {len(self.places)}{why}")


def entered(
    game: Game[Any],
    contest: Contest[Any],
    given: Sequence[str],
    deals: int | None,
    entrants: Entrants,
) -> Field:
    """Return the field before its first pair, with its entries and those that dropped out.

    A name is path.py, path.py:function or a built-in one. With `deals` nothing is
    exact. Raises ContestError if fewer than two entries are left.
    """
    found = Field(entrants)
    for name in dict.fromkeys(_strategy(game, contest, each) for each in given):
        plan = None
        try:
            if contest.exact is not None and deals is None:
                with suppress(NotFixed):
                    side = contest.sides[0]
                    plan = plan_of(game, contest, contest.exact, side, name, found=entrants.load)
            if plan is None:
                _chooser(game, contest, contest.sides[0], name, "", entrants=entrants)
        except ContestError as error:
            found.out.append(str(error))
        else:
            found.entries.append(FieldEntry(name, name, plan))
    usual = f":{contest.template.function}"
    shown = [entry.name.removesuffix(usual) for entry in found.entries]
    short = [displayed(name) for name in shown]
    found.entries = [
        replace(entry, shown=name if short.count(name) == 1 else longer)
        for entry, name, longer in zip(found.entries, short, shown, strict=True)
    ]
    found.places = list(range(len(found.entries)))
    found.check()
    return found


def _strategy(game: Game[Any], contest: Contest[Any], place: str) -> str:
    """Return the name of a strategy; a file alone means the function of the template."""
    if place in names(game, contest) or not place.endswith(".py"):
        return place
    return f"{place}:{contest.template.function}"


def deals_of_pair(game: Game[Any], deals: int) -> int:
    """Return the number of deals of a pair, in both parts if the sides differ."""
    return deals * (2 if game.info.seat_names else 1)


def pairs(
    game: Game[Any], contest: Contest[Any], played: Field, deals: int, seed: int
) -> Iterator[None]:
    """Play all pairs, note their results in `played`, and yield after each deal.

    An exact pair yields all of its `deals_of_pair` times at once. An entry that fails is dropped,
    with the rest of its pairs. Raises ContestError if fewer than two are left.
    """
    for one, other in combinations(range(len(played.entries)), 2):
        if one in played.places and other in played.places:
            first, second = played.entries[one], played.entries[other]
            try:
                if contest.exact is not None and first.plan and second.plan:
                    exact = ExactScore(*contest.exact.chances(first.plan, second.plan))
                    share = Share(exact.share)
                    yield from repeat(None, deals_of_pair(game, deals))
                else:
                    pair = (one, first), (other, second)
                    share = yield from _sampled(
                        game, contest, pair, deals, seed, entrants=played.entrants
                    )
            except EntryFailed as failed:
                played.drop(failed.place, str(failed))
            else:
                played.shares[one, other] = share


def _sampled(
    game: Game[Any],
    contest: Contest[Any],
    pair: Sequence[tuple[int, FieldEntry]],
    deals: int,
    seed: int,
    *,
    entrants: Entrants,
) -> Generator[None, None, Share]:
    """Return the share of the first of a pair over deals at random, in each part of the game.

    Yields once a deal.
    """
    share = yield from _score(game, contest, pair, deals, seed, entrants=entrants)
    if not game.info.seat_names:
        return share
    back = yield from _score(game, contest, pair[::-1], deals, seed, entrants=entrants)
    return mean([share, back.other])


def _score(
    game: Game[Any],
    contest: Contest[Any],
    pair: Sequence[tuple[int, FieldEntry]],
    deals: int,
    seed: int,
    *,
    entrants: Entrants,
) -> Generator[None, None, Share]:
    """Return the share of the first of a pair, which has the scored seat."""
    purpose = " ".join(map(str, (seed, *(place for place, _ in pair))))
    choosers = {}
    for side in contest.sides:
        place, entry = pair[side.seat != contest.scored]
        try:
            own_seed = _own_seed(seed, f"{purpose} {side.key}")
            choose = _chooser(
                game, contest, side, entry.name, purpose, own_seed=own_seed, entrants=entrants
            )
        except ContestError as error:
            raise EntryFailed(place, str(error)) from error
        choosers[side.seat] = _blamed(choose, place)
    luck = random.Random(f"{purpose} luck")  # noqa: S311 — contests are reproducible
    results = Counter[float]()
    for result in rounds(game, choosers, contest.scored, deals, luck):
        results[result] += 1
        yield
    score = score_of(results.elements())
    return Share(score.share, score.margin)


def _chooser(
    game: Game[Any],
    contest: Contest[Any],
    side: Side,
    name: str,
    purpose: str,
    *,
    own_seed: str = "",
    entrants: Entrants,
) -> Chooser:
    lots = random.Random(f"{purpose} {side.key}")  # noqa: S311 — contests are reproducible
    load = partial(entrants.load, seed=own_seed)
    return chooser(game, contest, side, name, lots, found=load)[1]


def _own_seed(seed: int, purpose: str) -> str:
    """Return the seed of an entry's generator, which reveals neither dice nor other seeds."""
    return hmac.digest(_secret_of(seed), purpose.encode(), "sha256").hex()


@cache
def _secret_of(seed: int) -> bytes:
    """Return a secret derived slowly from the seed of a contest, as there are few seeds."""
    return hashlib.pbkdf2_hmac("sha256", str(seed).encode(), b"entries", SLOW)


def _blamed(choose: Chooser, place: int) -> Chooser:
    """Return a chooser whose errors name its place."""

    def blamed(deal: int, state: Any) -> Action:
        try:
            return choose(deal, state)
        except ContestError as error:
            raise EntryFailed(place, str(error)) from error

    return blamed


def taken(contest: Contest[Any], played: Field) -> dict[int, float]:
    """Return the win of a best answer above ½ against each entry, where known."""
    exact = contest.exact
    if exact is None:
        return {}
    plans = ((place, played.entries[place].plan) for place in played.places)
    return {place: float(exact.exploitability(plan)) for place, plan in plans if plan is not None}


def table(played: Field, taken: Mapping[int, float]) -> Iterator[str]:
    """Yield the lines of the cross table, in percent, the best mean first."""
    order = played.ranked()
    entries = [played.entries[place] for place in order]
    room = max(len("entry"), *(len(entry.shown) for entry in entries))
    heads = "".join(f"{number:>6}" for number in range(1, len(order) + 1))
    head = f"{'taken':>7}" if taken else ""
    yield f"{'#':>3}  {'entry':<{room}}  {'mean':>5}{head}{heads}"
    for number, (place, entry) in enumerate(zip(order, entries, strict=True), 1):
        cells = "".join(
            f"{'–':>6}" if place == other else f"{100 * played.share(place, other).value:6.1f}"
            for other in order
        )
        loss = f"{100 * taken[place]:7.2f}" if place in taken else f"{'–':>7}" if taken else ""
        mean_share = 100 * played.mean(place).value
        yield f"{number:>3}  {entry.shown:<{room}}  {mean_share:5.1f}{loss}{cells}"


def margins(played: Field) -> tuple[float, float]:
    """Return the largest margins of error in percent: of a pair, and of a mean."""
    of_pairs = max(share.margin for share in played.shares.values())
    of_means = max(played.mean(place).margin for place in played.places)
    return 100 * of_pairs, 100 * of_means
