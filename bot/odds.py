"""The odds of a hand in words: for `/odds` and `dice-poker odds`."""

from __future__ import annotations

from collections.abc import Mapping

from bot.notation import read_dice
from bot.words import Capital
from rules.dice import PIPS, POKER, FaceSet, Roll
from rules.errors import Refusal, UnknownGame
from rules.exact.odds import Beating, beating, rarity, reaching
from rules.game import Advice
from rules.hands import (
    DICE_POKER,
    POKER_DICE,
    POKER_DICE_STRAIGHTS_BUST,
    RANK_NAMES,
    RankOrder,
    describe,
)
from rules.screen import Block, Dice, Divider, Line, Sheet
from rules.text import Percent, Points, Text, say, say_in
from rules.turns import name_reroll

ORDERS: Mapping[str, tuple[RankOrder, FaceSet, Text]] = {
    "dice-poker": (DICE_POKER, PIPS, say("Dice Poker")),
    "poker-dice": (POKER_DICE, POKER, say("Poker Dice")),
    "poker-dice-straights-bust": (
        POKER_DICE_STRAIGHTS_BUST,
        POKER,
        say("Poker Dice, straights count as busts"),
    ),
}
"""The games that hands can be ranked by, each with its dice and its name."""


class OtherDice(Refusal):
    """Raised when dice are written in faces that the chosen game does not have."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "These are not the dice of that game: Dice Poker has faces 1 to 6, Poker Dice has "
                "9, 10, J, Q, K and A."
            )
        )


def odds(dice: str, beat: str | None = None, game: str | None = None) -> tuple[Block, ...]:
    """Return what is known of a hand, and of its chances against the hand `beat`.

    Without `game` the faces tell which it is. Raises NotFiveDice, OtherDice or
    UnknownGame.
    """
    roll, drawn = read_dice(dice)
    key = game or ("dice-poker" if drawn is PIPS else "poker-dice")
    if key not in ORDERS:
        raise UnknownGame(key, tuple(ORDERS))
    order, faces, name = ORDERS[key]
    against = None
    if beat:
        against, other = read_dice(beat)
        if other is not faces:
            raise OtherDice
    if drawn is not faces:
        raise OtherDice
    head = (Line(name, "quiet"), *_hand(roll, order, faces))
    if against is None:
        return (*head, Divider(), *_reaching(roll, order))
    return (*head, Divider(), *_beating(roll, against, order, faces))


def _hand(roll: Roll, order: RankOrder, drawn: FaceSet) -> tuple[Block, ...]:
    hand, rare = order.hand(roll), rarity(roll, order)
    return (
        Dice(roll, drawn),
        Line(describe(hand, drawn), "strong"),
        Line(
            say(
                "Rank {rank} of {ranks}. In one roll: this rank {share} (1 in {times}), this hand "
                "or better {better}.",
                rank=hand.rank_id,
                ranks=len(order.ranks),
                share=Percent(rare.rank / 6**5, 2),
                times=Points(6**5 / rare.rank, 1),
                better=Percent(rare.at_least / 6**5, 2),
            )
        ),
    )


def _beating(roll: Roll, beat: Roll, order: RankOrder, drawn: FaceSet) -> tuple[Block, ...]:
    blocks: list[Block] = [
        Line(say("Against {hand}", hand=describe(order.hand(beat), drawn)), "strong"),
        Dice(beat, drawn),
    ]
    for chances in beating(roll, beat, order):
        blocks += [Line(_rerolls(chances.rerolls), "strong"), *_choices(chances)]
    return tuple(blocks)


def _rerolls(rerolls: int) -> Text:
    return say("With one reroll left:") if rerolls == 1 else say("With two rerolls left:")


def _choices(chances: Beating) -> tuple[Block, ...]:
    best, equal = chances.selections[0], _equally_good(chances.selections)
    lines: list[Block] = [Line(_choice(best))]
    if equal:
        lines.append(Line(say("Other choices are just as good."), "quiet"))
    return tuple(lines)


def _equally_good(selections: tuple[Advice, ...]) -> bool:
    return len(selections) > 1 and selections[1].worth == selections[0].worth


def _choice(best: Advice) -> Text:
    win, draw, lose = best.chances or (best.worth, 0.0, 1 - best.worth)
    return say(
        "{action}: win {win}, draw {draw}, lose {lose}",
        action=Capital(name_reroll(best.action)),
        win=Percent(win, 2),
        draw=Percent(draw, 2),
        lose=Percent(lose, 2),
    )


def _reaching(roll: Roll, order: RankOrder) -> tuple[Block, ...]:
    """Return the chances of at least each rank, in a table for each number of rerolls.

    Side by side they would be too wide for a phone.
    """
    found = reaching(roll, order)
    blocks: list[Block] = [
        Line(say("The best chance of at least each rank; each counts for itself:"))
    ]
    for rerolls in sorted({each.rerolls for each in found}):
        rows = tuple(
            (RANK_NAMES[each.rank], _percent(each.chance))
            for each in found
            if each.rerolls == rerolls
        )
        blocks += [Line(_rerolls(rerolls), "strong"), Sheet(("%",), rows)]
    return tuple(blocks)


def _percent(chance: float) -> Text:
    return say_in("an amount", "{number}", number=Points(100 * chance, 1 if chance < 0.9995 else 0))
