"""What `/fair` tells: the chain of a channel's seeds, and whether the dice look fair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import erfc, exp, pi, sqrt

from rules.dice import PIPS
from rules.screen import Block, Heading, Line
from rules.text import Percent, Text, say, say_count, say_in, side_by_side

RARE = 0.01
"""Below this probability fair dice are called unusual; above it nothing is said against them."""

ENOUGH = 100
"""How many dice have to have landed before they are tested."""


def page(
    current: str | None,
    following: tuple[int, str] | None,
    endings: Mapping[str, int],
    here: Sequence[int],
    everywhere: Sequence[int],
) -> tuple[Block, ...]:
    """Return the page.

    `current` is the digest of the seed of the open round here, `following` are number and digest
    of the channel's next one, `endings` how many seeds of its chain ended in which way, `here` and
    `everywhere` how often each face landed.
    """
    return (
        Line(
            say(
                "What lands in a round comes from a seed that is fixed before anybody joins. "
                "The bot shows the SHA-256 of the seed beforehand and the seed afterwards, so "
                "nobody can change the dice in between without being found out."
            )
        ),
        *_current(current),
        Heading(say("The next round here")),
        *_next(following),
        Line(_chain(endings), "quiet"),
        Heading(say("How to check a round")),
        Line(
            say(
                "*Fair* below a result and *Check a round* here check a round and give you its "
                "proof, a file. Note what is shown here before the round: the proof has to hold "
                "the same commitment."
            )
        ),
        Line(
            say(
                "Whoever hosts the bot could look at the seed beforehand. Boards tell with 🔑 "
                "where they sit."
            ),
            "quiet",
        ),
        Heading(say("The faces so far")),
        Line(say("On this server"), "strong"),
        Line(_faces(here)),
        Line(say("By this bot, everywhere"), "strong"),
        Line(_faces(everywhere)),
        Line(say("Rounds are counted when they end; cards are not counted."), "quiet"),
    )


def p_value(counts: Sequence[int]) -> float:
    """Return how likely fair dice differ from equal counts at least as much as these do.

    The chi-square test for six faces, five degrees of freedom.

    >>> round(p_value((10, 10, 10, 10, 10, 10)), 3), round(p_value((5, 8, 9, 8, 10, 20)), 3)
    (1.0, 0.02)
    """
    expected = sum(counts) / len(counts)
    x = sum((count - expected) ** 2 for count in counts) / expected
    return erfc(sqrt(x / 2)) + sqrt(2 * x / pi) * exp(-x / 2) * (1 + x / 3)


def _current(digest: str | None) -> tuple[Block, ...]:
    if digest is None:
        return ()
    return (
        Heading(say("The open round here")),
        Line(
            say(
                "Its seed is committed as {digest}, and is shown once the round has ended.",
                digest=digest,
            )
        ),
    )


def _next(following: tuple[int, str] | None) -> tuple[Block, ...]:
    if following is None:
        return (
            Line(
                say(
                    "Nothing is committed yet, or a round is using it: the next seed is committed "
                    "when a round ends here."
                )
            ),
        )
    number, digest = following
    committed = say(
        "Seed {number} of this channel is committed as {digest}", number=number, digest=digest
    )
    return (Line(committed),)


def _chain(endings: Mapping[str, int]) -> Text:
    """Return how many rounds of the chain ended how."""
    lapsed = sum(endings.get(one, 0) for one in ("lapsed", "declined", "withdrawn"))
    return say(
        "So far in this channel: {finished} finished, {closed} closed, {lapsed} never begun, "
        "{renewed} renewed after a restore.",
        finished=endings.get("over", 0),
        closed=endings.get("closed", 0),
        lapsed=lapsed,
        renewed=endings.get("renewed", 0),
    )


def _faces(counts: Sequence[int]) -> Text:
    """Return the counted faces and, in plain words, whether fair dice look like that."""
    total = sum(counts)
    if total < ENOUGH:
        return say_count(
            "{n} die so far: too few to tell anything.",
            "{n} dice so far: too few to tell anything.",
            total,
        )
    faces = side_by_side(
        [
            say_in("a face and how often it landed", "{face} {count}", face=symbol, count=count)
            for symbol, count in zip(PIPS.symbols, counts, strict=True)
        ]
    )
    p = p_value(counts)
    if p < RARE:
        return say(
            "{total} dice: {faces}. Unusual: fair dice differ this much with a chance of only "
            "{chance} (chi-square test).",
            total=total,
            faces=faces,
            chance=Percent(p, 2),
        )
    return say(
        "{total} dice: {faces}. Nothing unusual: fair dice differ this much or more with a chance "
        "of {chance} (chi-square test).",
        total=total,
        faces=faces,
        chance=Percent(p, 0),
    )
