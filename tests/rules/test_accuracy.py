"""Accuracy as docs/review.md defines it: 100 ÷ (1 + L ÷ 9H), rounded down."""

import pytest

from rules.accuracy import accuracy


@pytest.mark.parametrize(
    ("lost", "medium", "expected"),
    [
        (0.0, 20.0, 100),
        (20.0, 20.0, 90),  # as much as medium: 100 / (1 + 1/9) = 90
        (90.0, 10.0, 50),  # nine times as much: 100 / 2
        (30.0, 10.0, 75),  # 100 / (1 + 1/3)
        (81.0, 1.0, 10),  # 81 times as much: 100 / (1 + 9)
    ],
)
def test_accuracy_compares_the_loss_with_that_of_medium(
    lost: float, medium: float, expected: int
) -> None:
    assert accuracy(lost, medium) == expected


def test_only_a_loss_of_nothing_is_perfect() -> None:
    assert accuracy(1e-12, 20.0) == 100
    assert accuracy(0.001, 20.0) == 99
