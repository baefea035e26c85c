"""The page of `/fair`: commitments to seeds, the member's word, the test of dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, lgamma, log

from bot.language.render import Place, Until
from bot.table.commitment import BLOCK, Block, Commitment
from rules.dice import PIPS
from rules.screen import Block as Shown
from rules.screen import Heading, Line
from rules.text import Text, say, say_count, say_in, side_by_side

RARE = 0.01
"""The highest probability with which fair dice are ever called unusual, however often they roll."""

ENOUGH = 1000
"""The number of dice that have to land before they are tested."""

NEAR = 100
"""The assumed closeness of unfair dice to chances of 1/6: the parameter of `evidence`."""


@dataclass(frozen=True, slots=True)
class Told:
    """The facts behind *Details*.

    `current` is the seed of the open round here, None without one; `blocks` are those of the
    channel on the server `guild`, each with the last number that a round has. `word` is the
    member's own, and `counts` whether it counts for the first of the blocks. `endings` has the
    number of seeds that are open or ended, by ending; `renewed` is the number of blocks that were
    given up after a restore.
    """

    current: Commitment | None
    blocks: Sequence[tuple[Block, int]]
    word: str
    counts: bool
    guild: int | None = None
    endings: Mapping[str, int] = field(default_factory=dict)
    renewed: int = 0


def claim(block: Block | None, guild: int | None) -> Text:
    """Return the claim that is proven of a channel's next round, from its block of seeds."""
    if block is None or block.shown is None:
        return say("The dice follow from a seed that the host drew.")
    return say(
        "✅ Fixed before the game: the dice of the next games here were committed {when}: {place}",
        when=Until(block.shown),
        place=Place(block.place, block.message, guild),
    )


def page(here: Sequence[int], everywhere: Sequence[int], proven: Text) -> tuple[Shown, ...]:
    """Return the page; `here` and `everywhere` hold how often each face landed.

    The claim that is `proven` of the next round here comes first (`claim`).
    """
    return (
        Line(proven),
        Line(say("Once a game has ended, anybody can check that nobody changed its dice.")),
        Line(say("*Fair dice?* below a result, or *Check a game* here, checks a game.")),
        Heading(say("The faces so far")),
        Line(say("On this server"), "strong"),
        Line(_faces(here)),
        Line(say("By this bot, everywhere"), "strong"),
        Line(_faces(everywhere)),
        Line(say("Dice are counted when their game ends; cards are not counted."), "quiet"),
    )


def details(told: Told) -> tuple[Shown, ...]:
    """Return the text behind *Details*: the seeds, the member's word, the limits of the proof."""
    return (
        Heading(say("The seeds of this channel")),
        Line(
            say(
                "What lands in a game follows from a seed, from when it was opened and from the "
                "words of its members. The bot fixes 1,024 seeds of a channel and its threads at "
                "a time. Their root tells which, without showing them; it is posted here before "
                "they are used. A word that you set after that counts: the seeds cannot have been "
                "chosen to suit it."
            )
        ),
        *(Line(one) for block, used in told.blocks for one in _block(block, used, told.guild)),
        Line(_numbers(told), "quiet"),
        *_current(told.current),
        Heading(say("Your word")),
        Line(_word(told)),
        Heading(say("How to check a game")),
        Line(say("Compare the proof of a game with the message of the root and with your word.")),
        Line(
            say(
                "The bot’s host knows the seeds. The host could skip numbers, which are "
                "counted here, or sit down last with a chosen word. Boards mark the host’s "
                "seat with 🔑."
            ),
            "quiet",
        ),
    )


def evidence(counts: Sequence[int]) -> float:
    """Return how much more likely the counted faces are under unfair dice than under fair ones.

    It is the likelihood of the counts, averaged over chances of the six faces that are distributed
    as by Dirichlet with `NEAR` for each, divided by that under fair dice. Under fair dice it is a
    martingale that begins at 1 and is never negative, so it ever reaches 1/p with a probability of
    at most p (Ville's inequality; Ville 1939, Robbins 1970), however often one looks.

    >>> [round(evidence((count, 0, 0, 0, 0, 0)), 4) for count in range(3)]
    [1.0, 1.0, 1.0083]
    """
    total, all_near = sum(counts), 6 * NEAR
    logarithm = lgamma(all_near) - lgamma(all_near + total) + total * log(6)
    logarithm += sum(lgamma(NEAR + count) - lgamma(NEAR) for count in counts)
    return exp(min(logarithm, 700.0))


def unusual(counts: Sequence[int]) -> bool:
    """Return whether the counts are unusual for fair dice at the level `RARE`."""
    return sum(counts) >= ENOUGH and evidence(counts) >= 1 / RARE


def _block(block: Block, used: int, guild: int | None) -> Iterator[Text]:
    yield say(
        "Block {block}, seeds used: {used} of {size}. Root: {root}",
        block=block.number,
        used=used,
        size=BLOCK,
        root=block.root,
    )
    if block.shown is not None:
        yield say(
            "The root was posted {when}: {place}",
            when=Until(block.shown),
            place=Place(block.place, block.message, guild),
        )
    else:
        yield say(
            "The bot could not post this root, so nothing tells when it was fixed, and no word "
            "counts."
        )


def _numbers(told: Told) -> Text:
    """Return the number of seeds that were used, and how their rounds ended."""
    ended = told.endings
    lapsed = sum(ended.get(one, 0) for one in ("lapsed", "declined", "withdrawn"))
    return say(
        "So far in this channel: {used} seeds used, {finished} games finished, {closed} closed, "
        "{open} open, {lapsed} never begun, {skipped} seeds skipped. Blocks given up after a "
        "restore: {renewed}.",
        used=sum(count for how, count in ended.items() if how != "skipped"),
        finished=ended.get("over", 0),
        closed=ended.get("closed", 0),
        open=ended.get("open", 0),
        lapsed=lapsed,
        skipped=ended.get("skipped", 0) + ended.get("renewed", 0),
        renewed=told.renewed,
    )


def _current(seed: Commitment | None) -> Iterator[Shown]:
    if seed is None:
        return
    yield Heading(say("The open game here"))
    yield Line(
        say(
            "It has seed {number} of block {block}, which is shown once the game has ended.",
            number=seed.number,
            block=seed.ordinal,
        )
    )


def _word(told: Told) -> Text:
    if not told.word:
        return say(
            "You have none, so the bot draws one for each game. To be sure yourself, set one that "
            "nobody knows yet."
        )
    if told.counts:
        return say(
            "{word} counts for the seeds below: you set it after their root was posted.",
            word=told.word,
        )
    return say(
        "{word} does not count for the seeds below: you set it before their root was posted. Set "
        "it again, or another one.",
        word=told.word,
    )


def _faces(counts: Sequence[int]) -> Text:
    """Return the counted faces and, in plain words, whether they are usual for fair dice."""
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
    if unusual(counts):
        return say(
            "{total} dice: {faces}. Unusual: with fair dice at most one server in a hundred ever "
            "reads this.",
            total=total,
            faces=faces,
        )
    return say("{total} dice: {faces}. Nothing unusual for fair dice.", total=total, faces=faces)
