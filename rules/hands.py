"""Hands of five dice: their ranks, the orders of ranks, and their names.

Tables of all rolls, filled at import from the 252 different ones, hold the hands (README 1.6 of
Dice Poker). Rank orders are values because they differ between games: a straight beats a full house
in Dice Poker (README 1.2 of Dice Poker) and loses to it in Poker Dice (README 2.2 of Poker Dice).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import total_ordering
from itertools import permutations
from operator import attrgetter

from rules.dice import DIFFERENT_ROLLS, FaceSet, Roll, face_counts
from rules.text import Text, say, say_in

FIVE, FOUR, STRAIGHT, FULL_HOUSE = "five-of-a-kind", "four-of-a-kind", "straight", "full-house"
THREE, TWO_PAIR, ONE_PAIR = "three-of-a-kind", "two-pair", "one-pair"
SINGLES, BUST = "singles", "bust"
"""The last rank of Dice Poker and that of Poker Dice; each game keeps the word of its source."""

RANK_NAMES: dict[str, Text] = {
    FIVE: say("Five of a Kind"),
    FOUR: say("Four of a Kind"),
    STRAIGHT: say("Straight"),
    FULL_HOUSE: say("Full House"),
    THREE: say("Three of a Kind"),
    TWO_PAIR: say("Two Pair"),
    ONE_PAIR: say("One Pair"),
    SINGLES: say("Singles"),
    BUST: say("Bust"),
}

RANKS_IN_SENTENCES: dict[str, Text] = {
    FIVE: say_in("a rank inside a sentence", "Five of a Kind"),
    FOUR: say_in("a rank inside a sentence", "Four of a Kind"),
    STRAIGHT: say_in("a rank inside a sentence", "Straight"),
    FULL_HOUSE: say_in("a rank inside a sentence", "Full House"),
    THREE: say_in("a rank inside a sentence", "Three of a Kind"),
    TWO_PAIR: say_in("a rank inside a sentence", "Two Pair"),
    ONE_PAIR: say_in("a rank inside a sentence", "One Pair"),
    SINGLES: say_in("a rank inside a sentence", "Singles"),
    BUST: say_in("a rank inside a sentence", "Bust"),
}
"""The names of the ranks inside sentences, where some languages write them in lower case."""

_PATTERNS = {
    (5,): FIVE,
    (4, 1): FOUR,
    (3, 2): FULL_HOUSE,
    (3, 1, 1): THREE,
    (2, 2, 1): TWO_PAIR,
    (2, 1, 1, 1): ONE_PAIR,
}


_ARRANGED: dict[Roll, tuple[Roll, ...]] = {
    roll: tuple(set(permutations(roll))) for roll in DIFFERENT_ROLLS
}
"""Each of the 252 rolls in all orders of its dice, shared by the tables of the rank orders."""


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """One of the 252 hands of a rank order; the better hand compares greater.

    `rank_id` counts from 1, the best rank. `groups` holds the different faces in
    the order of comparison: larger groups first, then higher faces (README 1.5
    of Dice Poker). `strength` is 0 for the worst hand of the order and 251 for
    the best.
    """

    order: str
    rank_id: int
    name: str
    faces: Roll
    groups: tuple[int, ...]
    strength: int

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return self.strength == other.strength and self.order == other.order

    def __lt__(self, other: Hand) -> bool:
        if not isinstance(other, Hand) or self.order != other.order:
            return NotImplemented
        return self.strength < other.strength

    def __hash__(self) -> int:
        return hash((self.order, self.strength))


STRENGTH: Callable[[Hand], int] = attrgetter("strength")
"""The sort key of hands of one order, faster than comparing the hands."""


def _groups(faces: Roll) -> tuple[int, ...]:
    """Return the different faces, larger groups first, then higher faces."""
    counts = face_counts(faces)
    return tuple(sorted(set(faces), key=lambda face: (-counts[face - 1], -face)))


@dataclass(frozen=True)
class RankOrder:
    """An order of ranks, best first; the last rank holds all hands that have no other.

    If `STRAIGHT` is not among the ranks, straights have the last rank as well
    (README 2.4 of Poker Dice).
    """

    key: str
    ranks: tuple[str, ...]
    _all: tuple[Hand, ...] = field(init=False, repr=False, compare=False)
    _table: dict[Roll, Hand] = field(init=False, repr=False, compare=False)
    _rolls: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        keyed = sorted(((-self._rank_id(roll), _groups(roll)), roll) for roll in DIFFERENT_ROLLS)
        hands: list[Hand] = []
        table: dict[Roll, Hand] = {}
        rolls = dict.fromkeys(self.ranks, 0)
        for strength, ((negative_id, groups), roll) in enumerate(keyed):
            name = self.ranks[-negative_id - 1]
            hand = Hand(self.key, -negative_id, name, roll, groups, strength)
            hands.append(hand)
            table.update(dict.fromkeys(_ARRANGED[roll], hand))
            rolls[name] += len(_ARRANGED[roll])
        object.__setattr__(self, "_all", tuple(hands))
        object.__setattr__(self, "_table", table)
        object.__setattr__(self, "_rolls", rolls)

    def _rank_id(self, roll: Roll) -> int:
        sizes = tuple(sorted((count for count in face_counts(roll) if count), reverse=True))
        pattern = _PATTERNS.get(sizes)
        if pattern is None:
            in_a_row = max(roll) - min(roll) == 4
            pattern = STRAIGHT if in_a_row and STRAIGHT in self.ranks else self.ranks[-1]
        return self.ranks.index(pattern) + 1

    def hand(self, faces: Iterable[int]) -> Hand:
        """Return the hand of five faces in any order.

        Raises ValueError unless there are five faces from 1 to 6.

        >>> DICE_POKER.hand((6, 6, 4, 4, 1)).name
        'two-pair'
        """
        try:
            return self._table[faces]  # type: ignore[index]  # other iterables are handled below
        except (KeyError, TypeError):
            roll = tuple(faces)
        if len(roll) != 5:
            raise ValueError(f"a hand has five dice, not {len(roll)}")
        face_counts(roll)
        return self._table[roll]

    def hands(self, rolls: Iterable[Roll]) -> Iterator[Hand]:
        """Return the hand of each roll. Raises KeyError for anything but tuples of five faces."""
        return map(self._table.__getitem__, rolls)

    def rolls(self, rank: str) -> int:
        """Return the number of rolls of five dice, out of 7,776, with a rank. Raises KeyError.

        >>> DICE_POKER.rolls(FIVE)
        6
        """
        return self._rolls[rank]

    def all(self) -> tuple[Hand, ...]:
        """Return the 252 hands, worst first."""
        return self._all


@dataclass(frozen=True, slots=True)
class NamedOrder:
    """A rank order with its name for players."""

    order: RankOrder
    name: Text


DICE_POKER = RankOrder(
    "dice-poker",
    (FIVE, FOUR, STRAIGHT, FULL_HOUSE, THREE, TWO_PAIR, ONE_PAIR, SINGLES),
)
"""The order in which a straight beats a full house (README 1.2 of Dice Poker)."""

POKER_DICE = RankOrder(
    "poker-dice",
    (FIVE, FOUR, FULL_HOUSE, STRAIGHT, THREE, TWO_PAIR, ONE_PAIR, BUST),
)
"""The order in which a full house beats a straight (README 2.2 of Poker Dice)."""

POKER_DICE_STRAIGHTS_BUST = RankOrder(
    "poker-dice-straights-bust",
    (FIVE, FOUR, FULL_HOUSE, THREE, TWO_PAIR, ONE_PAIR, BUST),
)
"""The order in which a straight counts as a bust (README 2.4 of Poker Dice)."""


def describe(hand: Hand, face_set: FaceSet) -> Text:
    """Return the name of a hand with its faces: "Full House, 3s over 6s".

    It is written as inside a sentence, where some languages begin it in lower case.
    """
    return describe_rank(hand.name, hand.groups, face_set)


def describe_against(hand: Hand, rival: Hand, face_set: FaceSet) -> Text:
    """Return the description and the standing of a hand: "One Pair, 3s (ahead)".

    `rival` is of the same order of ranks.
    """
    named = describe(hand, face_set)
    if hand.strength > rival.strength:
        return say_in("a hand so far", "{hand} (ahead)", hand=named)
    if hand.strength < rival.strength:
        return say_in("a hand so far", "{hand} (behind)", hand=named)
    return say_in("a hand so far", "{hand} (level)", hand=named)


def describe_rank(rank: str, groups: tuple[int, ...], face_set: FaceSet) -> Text:
    """Return the description of a rank with its different faces in order of comparison."""
    one, many = face_set.singular_of, face_set.plural_of
    first = groups[0]
    match rank:
        case "five-of-a-kind":
            return say("Five of a Kind, {faces}", faces=many(first))
        case "four-of-a-kind":
            return say("Four of a Kind, {faces}", faces=many(first))
        case "straight":
            return say("Straight, {low} to {high}", low=one(groups[-1]), high=one(first))
        case "full-house":
            return say("Full House, {three} over {pair}", three=many(first), pair=many(groups[1]))
        case "three-of-a-kind":
            return say("Three of a Kind, {faces}", faces=many(first))
        case "two-pair":
            return say("Two Pair, {high} and {low}", high=many(first), low=many(groups[1]))
        case "one-pair":
            return say("One Pair, {faces}", faces=many(first))
        case "singles":
            return say("Singles, {face} high", face=one(first))
        case _:
            return say("Bust, {face} high", face=one(first))


def why(better: Hand, worse: Hand, face_set: FaceSet) -> Text:
    """Return the sentence that explains why `better` beats `worse`.

    Equal hands give the reason of a draw (README 1.5 and 1.6 of Dice Poker).
    """
    if better == worse:
        return say("Both hands show the same five faces.")
    if better.name != worse.name:
        return say(
            "{better} beats {worse}.",
            better=RANKS_IN_SENTENCES[better.name],
            worse=RANKS_IN_SENTENCES[worse.name],
        )
    return _why_within_rank(better, worse, face_set)


def _why_within_rank(better: Hand, worse: Hand, face_set: FaceSet) -> Text:
    """Return the reason for two different hands of the same rank."""
    one, many = face_set.singular_of, face_set.plural_of
    pairs = zip(better.groups, worse.groups, strict=True)
    place, (high, low) = next(
        (place, pair) for place, pair in enumerate(pairs) if pair[0] != pair[1]
    )
    first = better.groups[0]
    match better.name, place:
        case "straight", _:
            return say(
                "Both have a straight; up to {better} beats up to {worse}.",
                better=one(high),
                worse=one(low),
            )
        case ("singles" | "bust", 0):
            return say(
                "No pairs; the highest die decides: {better} beats {worse}.",
                better=one(high),
                worse=one(low),
            )
        case ("singles" | "bust", _):
            return say(
                "No pairs; the first different die decides: {better} beats {worse}.",
                better=one(high),
                worse=one(low),
            )
        case "full-house", 1:
            return say(
                "Both have a full house with three {first}; "
                "a pair of {better} beats a pair of {worse}.",
                first=many(first),
                better=many(high),
                worse=many(low),
            )
        case "two-pair", 1:
            return say(
                "Both have two pair with {first}; {better} beat {worse} in the second pair.",
                first=many(first),
                better=many(high),
                worse=many(low),
            )
        case name, 0:
            return _first_group(name, many(high), many(low))
        case _:
            return say(
                "Both have the same {rank}; the single die decides: {better} beats {worse}.",
                rank=RANKS_IN_SENTENCES[better.name],
                better=one(high),
                worse=one(low),
            )


def _first_group(name: str, better: Text, worse: Text) -> Text:
    """Return the reason for hands of rank `name` that differ in their first group."""
    match name:
        case "five-of-a-kind":
            return say(
                "Both have five of a kind; {better} beat {worse}.", better=better, worse=worse
            )
        case "four-of-a-kind":
            return say(
                "Both have four of a kind; {better} beat {worse}.", better=better, worse=worse
            )
        case "full-house":
            return say("Both have a full house; {better} beat {worse}.", better=better, worse=worse)
        case "three-of-a-kind":
            return say(
                "Both have three of a kind; {better} beat {worse}.", better=better, worse=worse
            )
        case "two-pair":
            return say("Both have two pair; {better} beat {worse}.", better=better, worse=worse)
        case _:
            return say("Both have one pair; {better} beat {worse}.", better=better, worse=worse)
