"""A verifier written from docs/fair-dice.md alone and ours agree on every file."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bot import verify
from computer_rounds import against
from fair_rounds import ENDS, finished
from page_verifier import holds
from rules import registry
from tampered_proofs import tampered

SHEETS = ("nine", "thirteen", "yams")


def ours(file):
    """Return whether a proof holds by bot/verify.py."""
    try:
        verify.verify(file)
    except verify.BadProof:
        return False
    return True


def of_games(count):
    """Return the proofs of as many games of all kinds, ended in every way."""
    games, files = sorted(registry.games()), []
    for number in range(1, count + 1):
        turn, at = divmod(number, len(games))
        everybody = games[at] in SHEETS and turn % 4 == 0
        files.append(finished(games[at], number, ENDS[turn % len(ENDS)], everybody=everybody).file)
    return files


def with_lots(count):
    """Return as many proofs of games in which a computer chose by lot."""
    games = (against("six-card", "perfect", number) for number in range(1, 999))
    found = (file for file in games if b"weights" in file)
    return [next(found) for _ in range(count)]


@pytest.mark.parametrize(
    ("games", "lots", "count"),
    [(60, 3, 500), pytest.param(300, 15, 10_000, marks=pytest.mark.slow)],
)
def test_a_verifier_from_the_page_alone_agrees_with_ours(games, lots, count):
    files = of_games(games) + with_lots(lots)
    for file in files:
        assert holds(file)
        assert ours(file)
    random, found = Random(65), Counter()
    for number in range(count):
        names, file = tampered(random.choice(files), random)
        held = holds(file)
        assert held == ours(file), (number, names, file[:2000])
        found[held] += 1
    assert count * 0.05 < found[True] < count * 0.5, found
