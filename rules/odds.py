"""The odds of hands of five dice as blocks of text, for `dice-poker odds`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from rules.dice import ALL_ROLLS, PIPS, POKER, FaceSet, Roll
from rules.errors import Refusal
from rules.exact.odds import ChanceToBeat, chances_of_ranks, chances_to_beat, rarity
from rules.game import Advice
from rules.hands import RANK_NAMES, RANKS_IN_SENTENCES, NamedOrder, RankOrder, describe
from rules.registry import games
from rules.screen import Block, Dice, Divider, Line, Sheet
from rules.text import Capital, Percent, Points, Text, once_in, say, say_in
from rules.turns import KEEP, name_reroll

EXACT = 1e-9
"""Percentages as close as this to a whole number are whole up to rounding errors."""


@cache
def orders() -> Mapping[str, tuple[NamedOrder, FaceSet]]:
    """Return the rank orders of all games by key, each with the face set of its game."""
    return {
        named.order.key: (named, game.info.faces)
        for game in games().values()
        for named in game.info.rank_orders
    }


def order_of(game: str | None, options: Mapping[str, str]) -> str | None:
    """Return the key of the order of ranks that a game with these options uses.

    `options` are those that differ from their defaults. Without a game, the first order with these
    options is returned; without both, None. Raises Refusal for a game that ranks no hands or has no
    such option.
    """
    ending = "".join(f"-{option}-{value}" for option, value in options.items())
    if game is None and not ending:
        return None
    keys = [
        key for key in orders() if key == f"{game}{ending}" or (not game and key.endswith(ending))
    ]
    if not keys:
        raise Refusal(
            say(
                "“{game}” has no ranking of five-dice hands. Choose one of these: {games}.",
                game=f"{game}{ending}"[:40],
                games=", ".join(orders()),
            )
        )
    return keys[0]


def frequencies(order: str | None = None) -> tuple[Block, ...]:
    """Return the frequency of each rank of an order in one roll of five dice; None for all orders.

    `order` is a key of `orders()`. README 1.2 of Dice Poker, README 2.3 of Poker Dice.
    """
    blocks: list[Block] = [
        Line(
            say("How often each rank comes in one roll of five dice, of {rolls}:", rolls=ALL_ROLLS)
        )
    ]
    for key, (named, _) in orders().items():
        if order in (None, key):
            counts = [(name, named.order.rolls(name)) for name in named.order.ranks]
            rows = tuple(
                (RANK_NAMES[name], count, _percent(count / ALL_ROLLS, 2)) for name, count in counts
            )
            blocks += [Line(named.name, "strong"), Sheet(("", "%"), rows)]
    return tuple(blocks)


def odds(dice: str, beat: str | None = None, order: str | None = None) -> tuple[Block, ...]:
    """Return the rarity of a hand, and its chances of each rank or against the hand `beat`.

    `dice` and `beat` are texts for `read_roll`. `order` is a key of `orders()`, by default the
    first with the face set of `dice`. Raises Refusal for a text that is not five dice of that
    game.
    """
    roll, roll_faces = read_roll(dice)
    key = order or next(key for key, (_, faces) in orders().items() if faces is roll_faces)
    named, faces = orders()[key]
    target, target_faces = read_roll(beat) if beat else (None, faces)
    if roll_faces is not faces or target_faces is not faces:
        raise Refusal(
            say(
                "These are not the dice of {game}: its faces are {faces}.",
                game=named.name,
                faces=", ".join(faces.symbols),
            )
        )
    head = (Line(named.name, "quiet"), *_hand(roll, named.order, faces))
    if target is None:
        return (*head, Divider(), *_reaching_blocks(roll, named.order))
    return (*head, Divider(), *_beating_blocks(roll, target, named.order, faces))


def read_roll(text: str) -> tuple[Roll, FaceSet]:
    """Return the five faces in a text and their face set. Raises Refusal for any other text.

    >>> read_roll("6 6 3 3 1")[0], read_roll("qq99a")[0]
    ((6, 6, 3, 3, 1), (4, 4, 1, 1, 6))
    """
    symbols = re.findall(r"10|\S", text.upper())
    for face_set in (PIPS, POKER):
        if len(symbols) == 5 and {*symbols} <= {*face_set.symbols}:
            return tuple(face_set.symbols.index(symbol) + 1 for symbol in symbols), face_set
    raise Refusal(
        say(
            "Write five dice: numbers from 1 to 6, such as 66331, or poker faces "
            "(9, 10, J, Q, K, A), such as QQ99A."
        )
    )


def _hand(roll: Roll, order: RankOrder, face_set: FaceSet) -> tuple[Block, ...]:
    hand, counts = order.hand(roll), rarity(roll, order)
    return (
        Dice(roll, face_set),
        Line(say_in("a hand", "{hand}", hand=Capital(describe(hand, face_set))), "strong"),
        Line(
            say(
                "Rank {rank} of {ranks}. In one roll: this rank {share} (1 in {times}), this hand "
                "or better {better}.",
                rank=hand.rank_id,
                ranks=len(order.ranks),
                share=Percent(counts.rank / ALL_ROLLS, 2),
                times=once_in(Fraction(counts.rank, ALL_ROLLS)),
                better=Percent(counts.at_least / ALL_ROLLS, 2),
            )
        ),
    )


def _beating_blocks(
    roll: Roll, beat: Roll, order: RankOrder, face_set: FaceSet
) -> tuple[Block, ...]:
    blocks: list[Block] = [
        Line(say("Against {hand}", hand=describe(order.hand(beat), face_set)), "strong"),
        Dice(beat, face_set),
    ]
    for chances in chances_to_beat(roll, beat, order):
        blocks += [Line(_rerolls(chances.rerolls), "strong"), *_choices(chances, roll, face_set)]
    return tuple(blocks)


def _rerolls(rerolls: int) -> Text:
    return say("With one reroll left:") if rerolls == 1 else say("With two rerolls left:")


def _choices(chances: ChanceToBeat, roll: Roll, face_set: FaceSet) -> tuple[Block, ...]:
    best, *others = chances.selections
    action = name_reroll(best.action, roll, face_set)
    named = say_in("a choice", "no reroll") if best.action == KEEP else action
    lines: list[Block] = [Line(_choice(best, named))]
    if any(
        other.worth == best.worth and name_reroll(other.action, roll, face_set) != action
        for other in others
    ):
        lines.append(Line(say("Other choices are just as good."), "quiet"))
    return tuple(lines)


def _choice(best: Advice, action: Text) -> Text:
    win, draw, lose = best.chances or (best.worth, 0.0, 1 - best.worth)
    return say(
        "{action}: win {win}, draw {draw}, lose {lose}",
        action=Capital(action),
        win=_share(win),
        draw=_share(draw),
        lose=_share(lose),
    )


def _share(chance: float) -> Percent:
    """Return a probability with two decimals, or with none if it is whole in percent."""
    return Percent(chance, 0 if abs(100 * chance - round(100 * chance)) < EXACT else 2)


def _reaching_blocks(roll: Roll, order: RankOrder) -> tuple[Block, ...]:
    """Return the chances of at least each better rank: one table for each number of rerolls.

    A single table would be too wide for a phone. The rank that the roll already has is in one line.
    """
    hand = order.hand(roll)
    have = say("At least {rank} is yours already.", rank=RANKS_IN_SENTENCES[hand.name])
    if hand.rank_id == 1:
        return (Line(have),)
    better = order.ranks[: hand.rank_id - 1]
    chances = [each for each in chances_of_ranks(roll, order) if each.rank in better]
    blocks: list[Block] = [Line(say("Best chance of each rank or better, if you go for that one:"))]
    for rerolls in sorted({each.rerolls for each in chances}):
        rows = tuple(
            (RANK_NAMES[each.rank], _percent(each.chance))
            for each in chances
            if each.rerolls == rerolls
        )
        blocks += [Line(_rerolls(rerolls), "strong"), Sheet(("%",), rows)]
    return (*blocks, Line(have, "quiet"))


def _percent(chance: float, digits: int = 1) -> Text:
    return say_in(
        "an amount", "{number}", number=Points(100 * chance, digits if chance < 0.9995 else 0)
    )
