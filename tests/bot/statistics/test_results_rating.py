"""Results among members: OpenSkill against its published example, draws, leaving, three seats."""

from __future__ import annotations

from itertools import pairwise

import pytest
from openskill.models import PlackettLuce

from bot.statistics.results_rating import MU, SIGMA, Finish, ranks, rated, shown

WON, LOST = Finish(1.0, None, False), Finish(0.0, None, False)
DREW = Finish(0.5, None, False)
NEW = (MU, SIGMA)


def test_the_model_gives_the_numbers_of_its_published_example():
    """From the page of the package: two teams of two, without drift between rounds."""
    model = PlackettLuce(tau=0)
    given = [[(25.0, 25 / 3), (32.444, 5.123)], [(43.381, 2.421), (25.188, 6.211)]]
    teams = [[model.rating(mu=mu, sigma=sigma) for mu, sigma in team] for team in given]
    after = [(one.mu, one.sigma) for team in model.rate(teams) for one in team]
    published = [
        (28.669648436582808, 8.071520788025197),
        (33.83086971107981, 5.062772998705765),
        (43.071274808241974, 2.4166900452721256),
        (23.149503312339064, 6.1378606973362135),
    ]
    assert [value for one in after for value in one] == pytest.approx(
        [value for one in published for value in one]
    )


def test_one_against_one_is_what_weng_and_lin_derive():
    """By hand: c² = 2·(σ² + β²) with β = 25/6, p = 1/2; μ moves by σ²/c · (1 − p).

    Before a round the variance drifts by τ² = (25/300)².
    """
    beta, variance = 25 / 6, SIGMA**2 + (25 / 300) ** 2
    c = (2 * (variance + beta**2)) ** 0.5
    (winner, uncertain), (loser, _) = rated([NEW, NEW], [WON, LOST])
    assert winner - MU == pytest.approx(variance / c / 2)
    assert MU - loser == pytest.approx(variance / c / 2)
    assert uncertain < SIGMA


def test_a_draw_of_equals_moves_nobody_and_makes_both_surer():
    first, second = rated([NEW, NEW], [DREW, DREW])
    assert first == second
    assert first[0] == pytest.approx(MU)
    strong, weak = rated([(30.0, 5.0), (20.0, 5.0)], [DREW, DREW])
    assert strong[0] < 30
    assert weak[0] > 20


def test_who_left_comes_last_whatever_the_sheet_says():
    left = Finish(1.0, 300, True)
    ends = [left, Finish(0.0, 10, False), Finish(0.0, 20, False)]
    last, *others = rated([NEW] * 3, ends)
    assert last[0] < MU
    assert last[1] == SIGMA, "leaving makes nobody surer, so the rating falls in any case"
    assert tuple(others) == rated([NEW] * 2, ends[1:])
    assert rated([NEW] * 2, [left, LOST])[1] is None, "who stays stays where they were"


def test_by_less_than_a_whole_weight_all_move_by_that_part():
    whole, part = rated([NEW] * 2, [WON, LOST]), rated([NEW] * 2, [WON, LOST], 0.2)
    for (mu, sigma), (some, uncertain) in zip(whole, part, strict=True):
        assert some - MU == pytest.approx((mu - MU) / 5)
        assert uncertain - SIGMA == pytest.approx((sigma - SIGMA) / 5)


def test_three_and_more_are_ranked_by_their_sheets():
    ends = [Finish(float(one == 90), one, False) for one in (90, 80, 70, 60)]
    means = [mean for mean, _ in rated([NEW] * 4, ends)]
    assert all(higher > lower for higher, lower in pairwise(means))
    shared = [Finish(0.5, 90, False)] * 2 + [Finish(0.0, 70, False)]
    assert ranks(shared) == (1, 1, 3)


def test_alone_nothing_changes():
    assert rated([NEW], [WON]) == (None,)
    assert rated([NEW], [Finish(0.0, None, True)]) == (None,)
    assert shown(*NEW) == 1000


def test_who_left_first_lost_to_who_left_later():
    early, late = (Finish(0.0, None, True, left_at) for left_at in (3, 9))
    first, last, stayed = rated([NEW] * 3, [early, late, WON])
    assert first[0] == pytest.approx(rated([NEW] * 3, [LOST, DREW, WON])[0][0])
    assert last == rated([NEW] * 2, [late, WON])[0]
    assert first[0] < last[0] < MU
    assert stayed is None


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
@pytest.mark.parametrize("own", [NEW, (33.0, 4.0), (17.0, 2.0)])
def test_leaving_never_costs_less_than_staying_to_be_the_last(seats, own):
    before = [own, *[NEW] * (seats - 1)]
    others = [Finish(0.0, score, False) for score in range(20, 20 + 10 * (seats - 1), 10)]
    stayed = rated(before, [Finish(0.0, 10, False), *others])[0]
    left = rated(before, [Finish(0.0, None, True, 5), *others])[0]
    assert left[0] == pytest.approx(stayed[0])
    assert left[0] < own[0]
