"""The feats of hands of five dice: those that a roll raised, and those made in a single roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.dice import Roll
from rules.feats import Feat
from rules.hands import FIVE, FOUR, RANK_NAMES, RANKS_IN_SENTENCES, Hand, RankOrder
from rules.screen import Seat
from rules.text import Text, say
from rules.turns import ROLLS


@dataclass(frozen=True, slots=True)
class HandLanding:
    """The dice of a seat after a landing: its hand before, None before its first roll, and after.

    `number` counts the rolls of the seat from 1.
    `leads` says whether its hand is the best one after the landing, alone or with others, and `led`
    whether it was before; a seat leads only once another one has a hand.
    """

    seat: Seat
    dice: Roll
    number: int
    before: Hand | None
    after: Hand
    led: bool
    leads: bool

    @property
    def raised(self) -> int:
        """The number of ranks by which the landing has raised the hand."""
        return 0 if self.before is None else self.before.rank_id - self.after.rank_id


def feats_of_hands(order: RankOrder, rolled: Sequence[tuple[Seat, Roll]]) -> Iterator[Feat]:
    """Yield the feats of a round that the best hand has won.

    `rolled` are the five dice of a seat after each landing, in the order of the landings. Jackpots
    are five of a kind, and four of a kind in a single roll. A landing that raised a hand `turned`
    the round if it took the lead for the winner; else the hand was raised `late`, by the last roll
    of a turn of three, or just `raised`. Where no landing raised a hand, those of the `first` rolls
    are told.
    """
    landed = tuple(_landings(order, rolled))
    last = {landing.seat: landing for landing in landed}
    hands = {seat: landing.after for seat, landing in last.items()}
    for seat, hand in hands.items():
        first = next(landing for landing in landed if landing.seat == seat)
        if hand.name == FIVE:
            yield Feat("five", seat, (), 2.0, "jackpot", last[seat].dice)
        elif first.after.name in (FIVE, FOUR):
            yield Feat("at-once", seat, (first.after.rank_id,), 1.0, "jackpot", first.dice)
    best = max(hands.values())
    for landing in landed:
        if landing.before is None:
            weight = 1 / (1 + landing.after.rank_id)
            yield Feat("first", landing.seat, (landing.after.rank_id,), weight, dice=landing.dice)
        elif landing.raised > 0:
            turned = hands[landing.seat] == best and landing.leads and not landing.led
            key = "turned" if turned else "late" if landing.number == ROLLS else "raised"
            ranks = (landing.before.rank_id, landing.after.rank_id)
            yield Feat(key, landing.seat, ranks, float(landing.raised), dice=landing.dice)
    yield from _close(landed[-1], hands, best)


def _landings(order: RankOrder, rolled: Sequence[tuple[Seat, Roll]]) -> Iterator[HandLanding]:
    hands: dict[Seat, Hand] = {}
    rolls = Counter[Seat]()
    for seat, dice in rolled:
        rolls[seat] += 1
        before, after = hands.get(seat), order.hand(dice)
        others = [hand for other, hand in hands.items() if other != seat]
        led = before is not None and all(before >= hand for hand in others)
        leads = bool(others) and all(after >= hand for hand in others)
        yield HandLanding(seat, dice, rolls[seat], before, after, led, leads)
        hands[seat] = after


def _close(last: HandLanding, hands: dict[Seat, Hand], best: Hand) -> Iterator[Feat]:
    """Yield the feat of a close end.

    The last landing has changed who wins, or the best hand of a loser has the rank of the winner's.
    """
    winners = {seat for seat, hand in hands.items() if hand == best}
    if last.before is not None:
        earlier = {**hands, last.seat: last.before}
        most = max(earlier.values())
        if {seat for seat, hand in earlier.items() if hand == most} != winners:
            yield Feat("last-roll", weight=1.0, role="close")
    ranks = sorted(hand.rank_id for hand in hands.values())
    if len(winners) < len(hands) and ranks[0] == ranks[len(winners)]:
        yield Feat("same-rank", amounts=(best.rank_id,), role="close")


def feat_of_hand(order: RankOrder, feat: Feat) -> Text | None:
    """Return a feat in words, None for an unknown one."""
    ranks = [order.ranks[rank_id - 1] for rank_id in feat.amounts]
    match feat.key, ranks:
        case "five", []:
            return say("🎉 Five of a kind!")
        case "at-once", [rank]:
            return say("🎉 {rank} at once!", rank=RANK_NAMES[rank])
        case "first", [rank]:
            return say("🎲 First roll: {rank}", rank=RANKS_IN_SENTENCES[rank])
        case "raised", [_, after]:
            return say("🎲 Improved to {after}", after=RANKS_IN_SENTENCES[after])
        case "late", [_, after]:
            return say("🎲 Last roll: {after}", after=RANKS_IN_SENTENCES[after])
        case "turned", [_, after]:
            return say("🎲 Ahead with {after}", after=RANKS_IN_SENTENCES[after])
        case "last-roll", []:
            return say("🎲 Decided by the last roll")
        case "same-rank", [rank]:
            return say("🎲 So close: both had {rank}", rank=RANKS_IN_SENTENCES[rank])
        case _:
            return None
