"""The command `dice-poker contest`: a function of one's own plays Six Card Poker (README 5.6)."""

from __future__ import annotations

import argparse
import random
import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from secrets import randbelow

from bot.exit_codes import EXIT_OK, fail
from course.progress import with_progress
from course.score import draw, picture_path, score_of
from course.strategies import Contestant, ContestError, contestant
from course.typed_paths import path_of
from rules.games.six_card import GAME
from rules.games.six_card.cards import DECK, falling
from rules.games.six_card.flow import result

DEALS = 10_000
"""The default number of deals."""

MAX_DEALS = 100_000_000
PROGRESS_STEP = 250
"""The number of deals between two updates of the progress bar."""

TEMPLATE = '''\
"""A strategy for Six Card Poker: which cards go to Sum, Pair and High card?"""


def split(cards):
    """Return three cards for Sum, two for Pair and one for High card.

    `cards` are your six cards in rising order, each 1, 2, 3 or 4: (1, 2, 2, 3, 4, 4).
    Sum: the larger sum wins. Pair: a pair beats no pair, then the higher cards win.
    High card: the higher card wins. Each part is worth one point, half a point to each
    side where it is equal. More than 1½ points win the deal.
    """
    three = cards[3:]  # the three highest cards
    pair = cards[1:3]
    single = cards[0]
    return three, pair, single
'''


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Play a Python function over many deals of Six Card Poker: split(cards) takes six cards, "
        "rising, and returns three for Sum, two for Pair and one for High card."
    )
    parser.add_argument("game", choices=[GAME.info.key], help="the game")
    parser.add_argument("file", nargs="?", metavar="FILE.py", help="the file with the function")
    parser.add_argument(
        "--against",
        default="medium",
        metavar="LEVEL",
        help="a level of the computer: easy, medium or perfect; or another file "
        "(default: %(default)s)",
    )
    parser.add_argument(
        "--deals",
        type=number_of_deals,
        default=DEALS,
        metavar="N",
        help="how many deals to play (default: %(default)s)",
    )
    parser.add_argument("--seed", type=int, help="repeat the contest with this seed")
    parser.add_argument("--picture", metavar="FILE.png", help="draw the result into this file")
    parser.add_argument(
        "--template",
        metavar="FILE.py",
        help="write a first strategy of your own into a new file, and play nothing",
    )
    parser.set_defaults(func=run)


def number_of_deals(text: str) -> int:
    """Parse a number of deals, 1 to `MAX_DEALS`. Raises ArgumentTypeError for any other text."""
    digits = text.replace(",", "").replace("_", "")
    whole = digits.isascii() and digits.isdecimal() and len(digits) <= 9
    if not whole or not 1 <= int(digits) <= MAX_DEALS:
        raise argparse.ArgumentTypeError(f"deals are a number from 1 to {MAX_DEALS}, not {text!r}")
    return int(digits)


def run(args: argparse.Namespace) -> int:
    """Play the contest, or only write the template; return the exit code.

    A ContestError is reported in one line on standard error.
    """
    try:
        if args.template is not None:
            _write_template(args)
        else:
            _play(args)
    except ContestError as error:
        return fail(str(error))
    return EXIT_OK


def _write_template(args: argparse.Namespace) -> None:
    if args.file is not None:
        raise ContestError(f"--template writes a file and plays nothing: omit {args.file}")
    if Path(args.template).suffix != ".py":
        raise ContestError(
            f"a strategy is a Python file: give a name that ends in .py, not {args.template}"
        )
    try:
        with path_of(args.template).open("x", encoding="utf-8") as file:
            file.write(TEMPLATE)
    except FileExistsError as error:
        raise ContestError(
            f"{args.template} exists already and stays as it is: give another name"
        ) from error
    except OSError as error:
        raise ContestError(f"the template cannot be written: {error.strerror or error}") from error
    print(f"{args.template} is written. Play it, then change it:")
    print(f"dice-poker contest {GAME.info.key} {shlex.quote(args.template)}")


def _play(args: argparse.Namespace) -> None:
    if args.file is None:
        raise ContestError("give a file with a strategy; --template FILE.py writes one")
    path = picture_path(args.picture)
    seed = randbelow(10**6) if args.seed is None else args.seed
    random.seed(f"{seed} strategies")  # for functions that use the global generator
    own = contestant(args.file, _generator(seed, "own"))
    other = contestant(args.against, _generator(seed, "other"))
    if own.name == other.name:
        own, other = replace(own, name=args.file), replace(other, name=args.against)
    played = rounds(own, other, args.deals, _generator(seed, "deals"))
    score = score_of(with_progress(played, args.deals, PROGRESS_STEP))
    title = f"{own.name} against {other.name}, {args.deals:,} deals, seed {seed}"
    percent = f"{100 * score.share:.2f} % ± {100 * score.margin:.2f}"
    print(title, *score.histogram, sep="\n")
    print(f"{own.name} wins {percent} (a draw counts one half; 95 % margin of error)")
    if path is not None:
        draw(score, f"{title}\n{own.name}: {percent}", path)
        print(f"picture: {args.picture}")


def rounds(own: Contestant, other: Contestant, deals: int, luck: random.Random) -> Iterator[float]:
    """Yield the share of the win of `own`, 0 to 1, for each deal.

    Raises ContestError, which names the deal and the contestant, when a function fails.
    """
    deck = list(DECK)
    for deal in range(1, deals + 1):
        luck.shuffle(deck)
        splits = []
        for side, cards in (own, deck[:6]), (other, deck[6:12]):
            try:
                splits.append(side.split(falling(cards)))
            except ContestError as error:
                raise ContestError(f"deal {deal}: {side.name} {error}") from error
        yield float(result(*splits).shares[0])


def _generator(seed: int, purpose: str) -> random.Random:
    """Return a generator seeded by `seed` and `purpose`, so that deals do not depend on players."""
    return random.Random(f"{seed} {purpose}")  # noqa: S311 — contests are reproducible
