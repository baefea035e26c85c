"""The dice that the computer keeps: runs, and what they leave over."""

from __future__ import annotations

from rules.sheets.computer import all_but, run_of


def test_the_longest_run_and_what_it_leaves_over():
    assert run_of((1, 2, 4, 5, 6)) == (4, 5, 6)
    assert run_of((1, 2, 4, 5, 5)) == (4, 5)
    assert all_but((1, 2, 4, 5, 5), (4, 5)) == (1, 2)
    assert all_but((1, 2, 4, 5, 5), (4, 5), once=True) == (1, 2, 5)
