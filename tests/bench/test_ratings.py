"""`bench/ratings.py`: every part of it runs, on few rounds."""

from __future__ import annotations

from bench import ratings
from rules import registry


def test_what_it_shows_of_a_game_for_two(monkeypatch, capsys):
    monkeypatch.setattr(ratings, "SAMPLES", 20)
    ratings.for_two(registry.game("dice-poker"), 30)
    shown = capsys.readouterr().out
    assert "dice-poker house against easy" in shown
    assert "told apart" in shown


def test_what_it_shows_of_sheets(monkeypatch, capsys):
    monkeypatch.setattr(ratings, "SAMPLES", 20)
    ratings.sheets(registry.game("nine"), 6)
    shown = capsys.readouterr().out
    assert "at most 4 open rows" in shown
    assert "breaking off" in shown


def test_breaking_off_counts_the_costly_decision():
    game = registry.game("nine")
    seen = ratings.played(game, ("easy",), 1)[0]
    cut, whole = ratings.until_costly(game, 1, seen), ratings.skills(game, 1, [seen])[0]
    assert 0 < cut.given < whole.given
    assert 0 < cut.expected < whole.expected
