"""Fair dice are called unusual seldom enough, however often one looks; unfair ones are found."""

from __future__ import annotations

from math import lgamma, log

import numpy as np
import pytest

from bot.table import fair_page
from bot.table.commitment import Commitment, block_of
from bot.table.fair_page import ENOUGH, NEAR, RARE, Told, evidence, unusual
from rules.text import Text

FAIR = [1 / 6] * 6


def alarms(chances, histories, looks, seed=1):
    """Return in which share of histories dice are ever called unusual, one look per 1,000 dice.

    The same formula as `evidence`, for all looks of a history at once.
    """
    random, found = np.random.default_rng(seed), 0
    logarithms = np.vectorize(lgamma)
    for _ in range(histories):
        counts = np.cumsum(random.multinomial(1000, chances, size=looks), axis=0)
        total = counts.sum(axis=1)
        ratio = lgamma(6 * NEAR) - logarithms(6.0 * NEAR + total) + total * log(6)
        ratio += (logarithms(1.0 * NEAR + counts) - lgamma(NEAR)).sum(axis=1)
        last = tuple(map(int, counts[-1]))
        assert np.isclose(np.exp(min(ratio[-1], 700)), evidence(last))
        found += bool((ratio >= log(1 / RARE)).any())
    return found / histories


@pytest.mark.slow
def test_fair_dice_are_hardly_ever_called_unusual_in_a_hundred_thousand_dice():
    """At most RARE of all histories: of 600 so many are more than 13 with a chance of 0.3 percent."""
    assert alarms(FAIR, 600, 100) <= 13 / 600


@pytest.mark.slow
def test_fair_dice_are_hardly_ever_called_unusual_in_a_million_dice():
    assert alarms(FAIR, 5000, 1000) <= RARE


def test_dice_with_a_heavy_face_are_found():
    assert alarms([0.2, *[0.16] * 5], 20, 20) == 1
    assert alarms([0.18, *[0.164] * 5], 20, 100) == 1


def test_the_ratio_is_a_martingale():
    """The mean over the next face, each with a sixth, is the ratio before."""
    for counts in ((0, 0, 0, 0, 0, 0), (3, 1, 4, 1, 5, 9), (100, 90, 110, 95, 105, 130)):
        following = [
            evidence([count + (face == at) for at, count in enumerate(counts)]) for face in range(6)
        ]
        assert sum(following) / 6 == pytest.approx(evidence(counts))


def test_few_dice_are_not_judged():
    assert evidence((ENOUGH - 1, 0, 0, 0, 0, 0)) > 1 / RARE
    assert not unusual((ENOUGH - 1, 0, 0, 0, 0, 0))
    assert unusual((ENOUGH, 0, 0, 0, 0, 0))
    assert not unusual((10**6,) * 6)


def templates(blocks):
    """Return the English sentences of a page."""
    lines = (getattr(block, "text", None) for block in blocks)
    return [line.template for line in lines if isinstance(line, Text)]


def test_the_page_judges_each_count_for_itself():
    shown = "\n".join(
        templates(fair_page.page((1000,) * 6, (9000,) + (1,) * 5, fair_page.claim(None, None)))
    )
    assert shown.count("Nothing unusual for fair dice") == 1
    assert shown.count("Unusual: with fair dice") == 1


def test_the_seed_of_the_open_round_is_told():
    block = block_of(5, 1, b"secret")
    seed = Commitment(5, 3, bytes(32), block.root, block=1, ordinal=1, levels=1)
    told = Told(seed, [(block, 3)], "", counts=False)
    words = "It has seed {number} of block"
    assert [line for line in templates(fair_page.details(told)) if words in line]
