"""Time and memory of exact play: `python -m bench.exact.cost`.

Every game advises the first decision of its smallest round, in a process of its own with the tables
that come with the program. *First*: the first advice of a process that has imported the game, in
milliseconds of processor time. *Later*: the middle of nine further ones. *MB more*: the most
memory that the process ever held, less a process that has read the games' hands but no numpy. How
long the tables that come with the program take to solve, `bench.exact.make_tables` prints.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

HANDS = "hands"
"""What is measured in place of a game: a process that has read the hands and nothing else."""

FIRST_AIM, MEMORY_AIM = 300, 64
"""The aims: milliseconds of the first advice, and MB more."""

REPEATS = 9


def peak() -> float:
    """Return the most memory that this process has held, in MB."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def advise(key: str) -> dict[str, float]:
    """Advise the first decision of a round in a process that has solved nothing yet."""
    from bot.thinking.shipped_tables import ShippedTables  # noqa: PLC0415  # measured
    from rules import registry  # noqa: PLC0415
    from rules.exact.table_store import use_tables  # noqa: PLC0415
    from rules.game import Awaits, Shuffles  # noqa: PLC0415
    from rules.screen import Seat  # noqa: PLC0415

    use_tables(ShippedTables())
    game: Any = registry.game(key)
    state = game.start(min(game.info.seats), {})
    while not isinstance(turn := game.turn(state), Awaits):
        state = game.land(state, turn.cards if isinstance(turn, Shuffles) else (1, 2, 3, 4, 6))
    taken = []
    for _ in range(1 + REPEATS):
        start = process_time()
        game.advise(state, Seat(0))
        taken.append((process_time() - start) * 1000)
    first, *later = taken
    return {"first": first, "later": median(later), "peak": peak()}


def measure(what: str) -> dict[str, float]:
    """Measure a game or `HANDS` in this process."""
    if what != HANDS:
        return advise(what)
    import rules.hands  # noqa: F401, PLC0415  # measured

    return {"peak": peak()}


def apart(what: str) -> dict[str, float]:
    """Measure in a fresh process."""
    command = [sys.executable, "-m", "bench.exact.cost", "--measure", what]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603  # ourselves
    found: dict[str, float] = json.loads(done.stdout)
    return found


def judged(figure: float, aim: float) -> str:
    return f"{'kept' if figure <= aim else 'MISSED'} (≤ {aim:g})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--measure", metavar="GAME", help="measure one game in this process")
    what = parser.parse_args().measure
    if what is not None:
        print(json.dumps(measure(what)))
        return
    from rules import registry  # noqa: PLC0415  # not in the processes that are measured

    base = apart(HANDS)["peak"]
    print(f"{'advice':12}{'first ms':>10}{'later':>9}{'MB more':>9}")
    for key in registry.games():
        found = apart(key)
        first, more = found["first"], found["peak"] - base
        print(
            f"{key:12}{first:10.1f}{found['later']:9.2f}{more:9.1f}"
            f"  first {judged(first, FIRST_AIM)} · memory {judged(more, MEMORY_AIM)}"
        )


if __name__ == "__main__":
    main()
