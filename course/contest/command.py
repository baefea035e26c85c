"""The command `dice-poker contest`: its arguments and its output."""

from __future__ import annotations

import random
import shlex
from argparse import ArgumentTypeError, Namespace
from collections.abc import Mapping
from pathlib import Path
from secrets import randbelow
from typing import Any

from bot.exit_codes import EXIT_FAILED, EXIT_OK, fail
from course.contest.description import Contest
from course.contest.entrants import Entrants
from course.contest.exact import NotFixed, exact_score
from course.contest.field import (
    FIELD_DEALS,
    deals_of_pair,
    entered,
    margins,
    pairs,
    table,
    taken,
)
from course.contest.field_picture import draw_field
from course.contest.registry import CONTESTS
from course.contest.score import ExactScore, Score, draw, picture_path, score_of
from course.contest.sides import chooser, names, rounds
from course.contest.strategies import ContestError, displayed
from course.progress import with_progress
from course.words import Commands
from rules import registry
from rules.game import Game, Rolls

DEALS = 10_000
"""The default number of deals of a contest that is not exact."""

MAX_DEALS = 100_000_000
PROGRESS_STEP = 250
"""The number of deals between two updates of the progress bar."""

_STRATEGY = "path.py:function"


def add_parser(commands: Commands) -> None:
    """Add the command `contest`, with a subcommand for every game with contests."""
    parser = commands.add_parser(
        "contest",
        help="play a strategy of your own over many deals",
        description="Play strategies against each other and see who wins. A strategy is a plain "
        f"Python function, given as {_STRATEGY}.",
    )
    game_commands = parser.add_subparsers(metavar="GAME", dest="game", required=True, title="games")
    for key, contest in CONTESTS.items():
        _add_game(game_commands, registry.game(key), contest)


def _add_game(commands: Commands, game: Game[Any], contest: Contest[Any]) -> None:
    parser = commands.add_parser(
        game.info.key, help=contest.summary, description=contest.description
    )
    choices = f"{_STRATEGY}, or one of {', '.join(names(game, contest))}"
    for side in contest.sides:
        default = "" if side.default is None else f" (default: {side.default})"
        parser.add_argument(f"--{side.key}", metavar="STRATEGY", help=f"{choices}{default}")
    sampled = f"{DEALS}" if contest.exact is None else f"all, exactly; {DEALS} with random choices"
    parser.add_argument(
        "--deals",
        type=number_of_deals,
        metavar="N",
        help=f"how many deals to play (default: {sampled})",
    )
    parser.add_argument(
        "--field",
        nargs="+",
        metavar="STRATEGY",
        help=f"play each of these against each: path.py for its function "
        f"{contest.template.function}, or as above; {FIELD_DEALS} deals a pair where a pair is "
        "not exact. Each file runs in a process of its own, within limits of time and memory",
    )
    parser.add_argument("--seed", type=int, help="repeat the contest with this seed")
    parser.add_argument(
        "--picture", metavar="FILE.png", help="draw the result into this file (default: none)"
    )
    parser.add_argument(
        "--template",
        metavar="FILE.py",
        help="write a first strategy of your own into a new file, and play nothing",
    )
    parser.set_defaults(func=lambda args: run(game, contest, args))


def number_of_deals(text: str) -> int:
    """Parse a number of deals, 1 to `MAX_DEALS`. Raises ArgumentTypeError for any other text."""
    digits = text.replace(",", "").replace("_", "")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 9):
        raise ArgumentTypeError(f"deals are a number from 1 to {MAX_DEALS}, not {text!r}")
    if not 1 <= int(digits) <= MAX_DEALS:
        raise ArgumentTypeError(f"deals are a number from 1 to {MAX_DEALS}, not {text!r}")
    return int(digits)


def run(game: Game[Any], contest: Contest[Any], args: Namespace) -> int:
    """Play the contest, print its score and draw it on request; return the exit code.

    With `--template` it only writes the template. With `--field` it plays the field; the code is
    `EXIT_FAILED` if an entry dropped out. A ContestError is reported in one line on standard error.
    """
    try:
        if args.template is not None:
            _write_template(game, contest, args)
        elif args.field is not None:
            return _play_field(game, contest, args)
        else:
            _play(game, contest, args)
    except ContestError as error:
        return fail(str(error))
    return EXIT_OK


def _write_template(game: Game[Any], contest: Contest[Any], args: Namespace) -> None:
    for side in contest.sides:
        if getattr(args, side.key) is not None:
            raise ContestError(f"--template writes a file and plays nothing: omit --{side.key}")
    command = _template(game, contest, args.template)
    print(f"{args.template} is written. Play it, then change it:")
    print(command)


def _template(game: Game[Any], contest: Contest[Any], place: str) -> str:
    """Write a new file with the template of the game; return the command that plays it.

    Raises ContestError if the name does not end in .py, the file exists already, or
    it cannot be written.
    """
    path = Path(place).expanduser()
    if path.suffix != ".py":
        raise ContestError(
            f"a strategy is a Python file: give a name that ends in .py, not {place}"
        )
    if not path.parent.is_dir():
        raise ContestError(f"there is no folder {path.parent} for the template")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(contest.template.source)
    except FileExistsError as error:
        raise ContestError(
            f"{place} exists already and stays as it is: give another name"
        ) from error
    except OSError as error:
        raise ContestError(f"the template cannot be written: {error}") from error
    side = next(side for side in contest.sides if side.seat == contest.scored)
    strategy = shlex.quote(f"{place}:{contest.template.function}")
    return f"dice-poker contest {game.info.key} --{side.key} {strategy}"


def _play(game: Game[Any], contest: Contest[Any], args: Namespace) -> None:
    path = picture_path(args.picture)
    chosen_names = _chosen_names(contest, args)
    seed = randbelow(10**6) if args.seed is None else args.seed
    random.seed(f"{seed} strategies")  # for strategies that use the global generator
    score: Score | ExactScore | None = None
    if contest.exact is not None and args.deals is None:
        try:
            score = exact_score(game, contest, contest.exact, chosen_names)
        except NotFixed as strategy:
            print(f"not exact: {strategy} does not always answer alike")
            random.seed(f"{seed} strategies")
    if score is None:
        deals = args.deals or DEALS
        score = _sampled(game, contest, chosen_names, deals, seed)
        played, remark = f"{deals:,} deals, seed {seed}", "; 95 % margin of error"
    else:
        played, remark = "all deals", "; exact"
    title, subject, bars = _captions(game, contest, chosen_names)
    print(f"{title}, {played}")
    print(score)
    print(f"{subject} wins {_percent(score)} (a draw counts one half{remark})")
    if path is not None:
        draw(score, f"{title}, {played}\n{subject.rstrip(',')}: {_percent(score)}", bars, path)
        print(f"picture: {args.picture}")


def _play_field(game: Game[Any], contest: Contest[Any], args: Namespace) -> int:
    """Play each strategy of a field against each, print the cross table, and draw it."""
    with Entrants() as entrants:
        return _play_entrants(game, contest, args, entrants)


def _play_entrants(
    game: Game[Any], contest: Contest[Any], args: Namespace, entrants: Entrants
) -> int:
    for side in contest.sides:
        if getattr(args, side.key) is not None:
            raise ContestError(f"--field names all strategies: omit --{side.key}")
    path = picture_path(args.picture)
    seed = randbelow(10**6) if args.seed is None else args.seed
    played = entered(game, contest, args.field, args.deals, entrants)
    entries = len(played.entries)
    deals = args.deals or FIELD_DEALS
    total = entries * (entries - 1) // 2 * deals_of_pair(game, deals)
    for _ in with_progress(pairs(game, contest, played, deals, seed), total, PROGRESS_STEP):
        pass
    of_pair, of_mean = margins(played)
    exploited = taken(contest, played)
    how = "all deals, exact"
    if of_pair:
        how = f"{deals:,} deals a pair{' and part' if game.info.seat_names else ''}, seed {seed}"
    if of_pair and exploited:
        how = f"all deals where both always answer alike, else {how}"
    number = len(played.shares)
    title = f"{len(played.places)} entries, {number} pair{'' if number == 1 else 's'}, {how}"
    print(title)
    print(*table(played, exploited), sep="\n")
    print("Shares of the wins in percent; a draw counts one half.")
    if of_pair:
        print(f"95 % margin of error: at most {of_pair:.1f} in a pair, {of_mean:.1f} in a mean.")
    if exploited:
        print("taken: what a best answer to the entry wins above 50 %.")
    if path is not None:
        draw_field(played, exploited, title, path)
        print(f"picture: {args.picture}")
    if not played.out:
        return EXIT_OK
    return fail(*(f"out of the field: {why}" for why in played.out), code=EXIT_FAILED)


def _sampled(
    game: Game[Any],
    contest: Contest[Any],
    chosen_names: Mapping[str, str],
    deals: int,
    seed: int,
) -> Score:
    """Play this number of random deals and return their score."""
    choosers = {}
    for side in contest.sides:
        purpose = "own" if side.seat == contest.scored else "other"
        lots = _generator(seed, purpose)
        choosers[side.seat] = chooser(game, contest, side, chosen_names[side.key], lots)[1]
    rolled = isinstance(game.turn(game.start(2, {})), Rolls)
    luck = _generator(seed, "dice" if rolled else "deals")
    return score_of(
        with_progress(rounds(game, choosers, contest.scored, deals, luck), deals, PROGRESS_STEP)
    )


def _chosen_names(contest: Contest[Any], args: Namespace) -> dict[str, str]:
    """Return the name of the strategy of each side, by the key of the side.

    Raises ContestError if a required one is missing.
    """
    chosen_names = {}
    for side in contest.sides:
        name = getattr(args, side.key) or side.default
        if name is None:
            raise ContestError(
                f"give --{side.key} {_STRATEGY}; --template FILE.py writes one to begin with"
            )
        chosen_names[side.key] = name
    return chosen_names


def _captions(
    game: Game[Any], contest: Contest[Any], chosen_names: Mapping[str, str]
) -> tuple[str, str, tuple[str, str, str]]:
    """Return the title, the side of the score, and the labels of the three bars."""
    other_seat = next(side.seat for side in contest.sides if side.seat != contest.scored)
    names_by_seat = {side.seat: displayed(chosen_names[side.key]) for side in contest.sides}
    scored, other = names_by_seat[contest.scored], names_by_seat[other_seat]
    parts = game.info.seat_names
    if not parts:
        return f"{scored} against {other}", scored, ("wins", "draws", "losses")
    scored_part, other_part = parts[contest.scored.index].key, parts[other_seat.index].key
    bars = (f"{scored_part} wins", "draws", f"{other_part} wins")
    title = f"{scored_part} {scored} against {other_part} {other}"
    return title, f"the {scored_part}, {scored},", bars


def _generator(seed: int, purpose: str) -> random.Random:
    """Return a generator seeded by `seed` and `purpose`, so that deals do not depend on players."""
    return random.Random(f"{seed} {purpose}")  # noqa: S311 — contests are reproducible


def _percent(score: Score | ExactScore) -> str:
    if isinstance(score, ExactScore):
        return f"{100 * score.share:.4f} %"
    return f"{100 * score.share:.2f} % ± {100 * score.margin:.2f}"
