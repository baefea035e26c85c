"""`dice-poker contest`: strategies written in Python against each other, many deals long (5.6).

What the command understands stands here, and how the score is told; the games'
rounds are in modules of their own.
"""

from __future__ import annotations

import argparse
import random
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterable, Iterator
from secrets import randbelow
from typing import Any, TypeAlias

from bot.contest import dice_poker, six_card
from bot.contest.score import Score, draw, picture_path, score_of
from bot.contest.strategies import Mistaken

# argparse hides the only type that add_subparsers returns
Commands: TypeAlias = "argparse._SubParsersAction[Any]"  # noqa: SLF001

MOST = 100_000_000
BATCH = 250
"""The bar moves after so many rounds."""

_STRATEGY = "path.py:function"


def add_parser(commands: Commands) -> None:
    """Add `contest` to the commands of a parser; `run` does what is asked for."""
    parser = commands.add_parser(
        "contest",
        help="play a strategy of your own over many deals",
        description="Play strategies against each other and see who wins. A strategy is a plain "
        f"Python function, given as {_STRATEGY}.",
    )
    found = parser.add_subparsers(metavar="GAME", dest="game", required=True, title="games")
    six = found.add_parser(
        six_card.KEY,
        help="six cards, rising, to (high, middle, low)",
        description="A strategy takes six cards, rising, and returns three cards for High, two "
        "for Middle and one for Low.",
    )
    names = ", ".join(six_card.opponents())
    six.add_argument(
        "--strategy", required=True, metavar="WHO", help=f"{_STRATEGY}, or one of {names}"
    )
    six.add_argument(
        "--against", default="house", metavar="WHO", help="the same (default: %(default)s)"
    )
    dice = found.add_parser(
        dice_poker.KEY,
        help="the own dice and the other's to positions",
        description="A strategy takes its own five dice and the other's and returns the "
        "positions, 1 to 5, to reroll. The dealer sees the player's first roll, the player the "
        "dealer's final hand.",
    )
    for seat in ("dealer", "player"):
        dice.add_argument(
            f"--{seat}",
            default="house",
            metavar="WHO",
            help=f"{_STRATEGY}, or one of {', '.join(dice_poker.levels())} (default: %(default)s)",
        )
    for game in (six, dice):
        game.add_argument(
            "--deals",
            type=number_of_deals,
            default=10_000,
            metavar="N",
            help="how many rounds (default: 10000)",
        )
        game.add_argument("--seed", type=int, help="repeat the contest that had this seed")
        game.add_argument(
            "--picture",
            default="contest.png",
            metavar="FILE.png",
            help="where the histogram goes (default: %(default)s)",
        )
        game.set_defaults(do=run)


def number_of_deals(text: str) -> int:
    """Read a number of deals. Raises ArgumentTypeError for what is none."""
    digits = text.replace(",", "").replace("_", "")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 9):
        raise ArgumentTypeError(f"deals are a number from 1 to {MOST}, not {text!r}")
    if not 1 <= int(digits) <= MOST:
        raise ArgumentTypeError(f"deals are a number from 1 to {MOST}, not {text!r}")
    return int(digits)


def run(chosen: Namespace) -> int:
    """Play the contest, print its score and draw its picture; return the exit code.

    2 and one line on stderr where a strategy, the picture or an answer is no good.
    """
    from bot.cli import DONE, complain  # noqa: PLC0415 - the command line imports this module

    seed = randbelow(10**6) if chosen.seed is None else chosen.seed
    random.seed(f"{seed} strategies")  # contestants who draw lots draw the same ones again
    play = _six_card if chosen.game == six_card.KEY else _dice_poker
    try:
        play(chosen, seed)
    except Mistaken as mistake:
        return complain(str(mistake))
    return DONE


def _six_card(chosen: Namespace, seed: int) -> None:
    path = picture_path(chosen.picture)
    name, own = six_card.splitter(chosen.strategy, _lots(seed, "own"))
    against, other = six_card.splitter(chosen.against, _lots(seed, "other"))
    title = f"{name} against {against}, {chosen.deals:,} deals, seed {seed}"
    results = six_card.rounds(own, other, chosen.deals, _lots(seed, "deals"))
    score = score_of(_watched(results, chosen.deals))
    _tell(title, name, score)
    draw(score, f"{title}\n{name}: {_percent(score)}", ("wins", "draws", "losses"), path)
    print(f"picture: {chosen.picture}")


def _dice_poker(chosen: Namespace, seed: int) -> None:
    path = picture_path(chosen.picture)
    dealer, deals = dice_poker.chooser(chosen.dealer, dice_poker.DEALER, _lots(seed, "dealer"))
    player, plays = dice_poker.chooser(chosen.player, dice_poker.PLAYER, _lots(seed, "player"))
    title = f"player {player} against dealer {dealer}, {chosen.deals:,} deals, seed {seed}"
    results = dice_poker.rounds(deals, plays, chosen.deals, _lots(seed, "dice"))
    score = score_of(_watched(results, chosen.deals))
    _tell(title, f"the player, {player},", score)
    bars = ("player wins", "draws", "dealer wins")
    draw(score, f"{title}\nplayer: {_percent(score)}", bars, path)
    print(f"picture: {chosen.picture}")


def _lots(seed: int, purpose: str) -> random.Random:
    """Return a generator of its own for each purpose: another opponent changes no deal."""
    return random.Random(f"{seed} {purpose}")  # noqa: S311 - a contest can be repeated


def _watched(results: Iterable[float], total: int) -> Iterator[float]:
    """Pass the results on and move a bar along, where somebody can see it."""
    from rich.console import Console  # noqa: PLC0415 - not for those who only want help
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    hidden = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
        bar = progress.add_task("", total=total)
        for done, result in enumerate(results, 1):
            yield result
            if done % BATCH == 0 or done == total:
                progress.update(bar, completed=done)


def _tell(title: str, name: str, score: Score) -> None:
    print(title)
    print(f"won {score.won:,}, drawn {score.drawn:,}, lost {score.lost:,}")
    print(f"{name} wins {_percent(score)} (a draw counts one half; 95 % margin of error)")


def _percent(score: Score) -> str:
    return f"{100 * score.share:.2f} % ± {100 * score.margin:.2f}"
