"""Plays random rounds of all games from committed seeds, and checks every proof.

    python bench/proofs.py [how many rounds, 1000 unless told]

The rounds are played at the table, without storage: by members, with computers, with
choices taken back; half of them are read back after every act, as after a restart. They are
played to their end, left, closed, lapsed, or their members go away. Each proof passes the
verifier and the rules of its game, and fails once any one bit is changed.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

sys.path[:0] = [str(Path(__file__).parents[1])]

from bench.fair_rounds import ENDS, finished  # noqa: E402 — found by the line above
from bot import verify  # noqa: E402
from bot.play.proof_rules import check_rules  # noqa: E402
from bot.table import proof  # noqa: E402
from rules import registry  # noqa: E402


def check(rounds: int) -> Counter[str]:
    """Play and check so many rounds; return what was in them. Raises verify.Wrong."""
    games, found, random = sorted(registry.games()), Counter[str](), Random(rounds)
    for number in range(1, rounds + 1):
        turn, at = divmod(number, len(games))
        end, restarts = ENDS[turn % len(ENDS)], turn % 2 == 0
        played = finished(games[at], number, end, restarts=restarts)
        found[f"read back: {restarts}"] += 1
        if not played.stored.ended:  # it rests: its seed is not shown
            found["resting, nothing to show"] += 1
            continue
        file = proof.file_of(played.stored, played.steps)
        told = verify.verify(file)
        check_rules(told)
        check_changed(file, random)
        found.update((f"game: {told['game']}", f"ended: {told['ended']}"))
        found["somebody left"] += any(player.left for player in played.stored.players)
        found["with a computer"] += any(seat != "member" for seat in told["seats"])
        for step in told["record"]:
            found["landings"] += "faces" in step or "cards" in step
            found["mixed choices"] += "weights" in step
            found["choices taken back"] += "back_to" in step
    return found


def check_changed(file: bytes, random: Random) -> None:
    """Check that a proof with a changed bit proves nothing. Raises AssertionError."""
    changed = bytearray(file)
    changed[random.randrange(len(file))] ^= 1 << random.randrange(8)
    with suppress(verify.Wrong):
        verify.verify(bytes(changed))
        raise AssertionError(f"a changed proof passes: {bytes(changed)!r}")


def main(arguments: list[str]) -> None:
    """Play and print the figures."""
    rounds, began = int(arguments[0] if arguments else "1000"), time.perf_counter()
    found = check(rounds)
    for what, count in sorted(found.items()):
        print(f"{count:7} {what}")
    print(
        f"{rounds} rounds in {time.perf_counter() - began:.0f} s: every proof passes the verifier"
    )
    print("and the rules of its game, and none does with a changed bit")


if __name__ == "__main__":
    main(sys.argv[1:])
