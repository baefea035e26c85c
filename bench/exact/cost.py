"""Time and memory of exact play: `python -m bench.exact.cost`.

Every figure is taken in a process of its own. *Alone*: the tables once more in a
warm process, the middle of nine times. *First*: the first time in a process
that has imported the game. *Cold*: from the start of the process, Python and
numpy and all. *Memory*: the most that the process ever held, less a process
that has read the games' hands but no numpy.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

AIMS = {
    "dice-poker": 5,
    "nine": 10,
    "thirteen": 150,
    "poker-dice": 150,
    "six-card": 150,
    "yams": 10_000,
}
"""The aims in milliseconds alone; Poker Dice for two, Six Card Poker against its equilibrium."""

HINT_AIM, MEMORY_AIM = 300, 64

REPEATS = 9


def peak() -> float:
    """Return the most memory that this process has held, in MB."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except FileNotFoundError:
        import resource  # noqa: PLC0415  # no such module on Windows, no /proc elsewhere

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return how many milliseconds the work took, and its result."""
    start = perf_counter()
    result = work()
    return (perf_counter() - start) * 1000, result


def solution(key: str) -> tuple[Callable[[], Any], Callable[[Any], float]]:
    """Return what solves a game from scratch, and what reads its value from that."""
    if key == "dice-poker":
        from rules.games.dice_poker import solver as dealer_and_player  # noqa: PLC0415  # measured

        tables: Any = dealer_and_player.tables
        return tables.__wrapped__, lambda _: float(dealer_and_player.value())
    if key == "poker-dice":
        from rules.exact.cached import cached_once  # noqa: PLC0415  # measured
        from rules.games.poker_dice import solver as turns  # noqa: PLC0415
        from rules.hands import POKER_DICE  # noqa: PLC0415

        def first_of_two() -> Any:
            standings: Any = turns.standings
            turns.standings = cached_once(standings.__wrapped__)
            return turns.solve(POKER_DICE, turns.BestHand(), 1)

        return first_of_two, lambda solved: float(solved.turn.start[0])
    if key == "six-card":
        from rules.games.six_card import equilibrium, strategies  # noqa: PLC0415  # measured
        from rules.games.six_card.cards import HANDS  # noqa: PLC0415

        chances: Any = equilibrium.chances
        return (
            lambda: {hand: chances.__wrapped__(hand) for hand in HANDS},
            lambda solved: float(
                sum(
                    strategies.chance_of(hand) * next(iter(splits.values())).score
                    for hand, splits in solved.items()
                )
            ),
        )
    from rules import registry  # noqa: PLC0415  # measured
    from rules.sheets import solver as sheets  # noqa: PLC0415

    exact: Any = registry.game(key).exact
    solve: Any = sheets.solve
    return (
        lambda: solve.__wrapped__(exact.worth.__self__.flow.rows),
        lambda solved: float(solved.rest[-1, 0]),
    )


def measure(key: str) -> dict[str, float]:
    """Solve a game in this process: for the first time, then again and again."""
    solve, value = solution(key)
    first, solved = timed(solve)
    held = peak()
    alone = median(timed(solve)[0] for _ in range(REPEATS))
    return {"first": first, "alone": alone, "peak": held, "value": value(solved)}


def measure_hint(key: str) -> dict[str, float]:
    """Advise the first decision of a round in a process that has solved nothing yet."""
    from rules import registry  # noqa: PLC0415  # measured
    from rules.game import Awaits, Shuffles  # noqa: PLC0415
    from rules.screen import Seat  # noqa: PLC0415

    game = registry.game(key)
    state = game.start(min(game.info.seats), {})
    while not isinstance(turn := game.turn(state), Awaits):
        state = game.land(state, turn.cards if isinstance(turn, Shuffles) else (1, 2, 3, 4, 6))
    advise: Any = game.advise
    first, _ = timed(lambda: advise(state, Seat(0)))
    again = median(timed(lambda: advise(state, Seat(0)))[0] for _ in range(REPEATS))
    return {"first": first, "alone": again, "peak": peak()}


def measure_hands(_key: str) -> dict[str, float]:
    """Read the hands and nothing else: the memory that the others are compared with."""
    import rules.hands  # noqa: F401, PLC0415  # measured

    return {"peak": peak()}


MEASURES = {
    "solution": measure,
    "hint": measure_hint,
    "hands": measure_hands,
}


def apart(what: str, key: str = "") -> dict[str, float] | None:
    """Measure in a fresh process; `cold` is its whole life. None if it fails."""
    start = perf_counter()
    command = [sys.executable, "-m", "bench.exact.cost", "--measure", what, "--game", key]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # ourselves
    cold = (perf_counter() - start) * 1000
    if done.returncode:
        print(done.stderr.strip().splitlines()[-1] if done.stderr else "failed")
        return None
    return {**json.loads(done.stdout), "cold": cold}


def judged(figure: float, aim: float) -> str:
    return f"{'kept' if figure <= aim else 'MISSED'} (≤ {aim:g})"


def show_solutions(base: float) -> None:
    print(f"{'solution':12}{'alone ms':>10}{'first':>9}{'cold':>9}{'MB more':>9}  aim alone")
    for key, aim in AIMS.items():
        found = apart("solution", key)
        if found:
            stored = judged(found["alone"], aim)
            more = found["peak"] - base
            print(
                f"{key:12}{found['alone']:10.1f}{found['first']:9.1f}{found['cold']:9.0f}"
                f"{more:9.1f}  {stored} · memory {judged(more, MEMORY_AIM)}"
                f" · value {found['value']:.10f}"
            )


def show_hints(base: float) -> None:
    """Print how long hints take: the first of a process, and later ones."""
    print(f"\n{'hint':12}{'later ms':>10}{'first':>9}{'cold':>9}{'MB more':>9}  aim first")
    for key in AIMS:
        found = apart("hint", key)
        if found:
            print(
                f"{key:12}{found['alone']:10.2f}{found['first']:9.1f}{found['cold']:9.0f}"
                f"{found['peak'] - base:9.1f}  {judged(found['first'], HINT_AIM)}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--measure", choices=MEASURES, help="measure one thing in this process")
    parser.add_argument("--game", default="")
    asked = parser.parse_args()
    if asked.measure:
        print(json.dumps(MEASURES[asked.measure](asked.game)))
        return
    hands = apart("hands")
    base = hands["peak"] if hands else 0.0
    print(f"a process with the games' hands and no numpy: {base:.1f} MB\n")
    show_solutions(base)
    show_hints(base)


if __name__ == "__main__":
    main()
