"""The score of a chain of rematches, and matches of several rounds."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.language.render import PlainRenderer, render
from bot.table import score
from bot.table.frame import frame, names
from bot.table.pace import TimeLimits
from bot.table.use_cases import OpenRequest, Table
from rules.screen import Action
from simulated_luck import SeededLuck, WrittenLuck

ANA, BOGDAN, CARMEN = 1, 2, 3
NOW = datetime(2026, 1, 1, tzinfo=UTC)
KEEP = Action("keep")
GOOD, BAD = (6, 6, 6, 6, 6), (1, 2, 3, 5, 6)


def challenge(table, **table_options):
    asked = OpenRequest("dice-poker", ANA, 7, opponent=BOGDAN, table_options=table_options)
    return replace(table.join(BOGDAN, NOW)(table.open(asked, NOW)), id=1)


def won_by(stored, winner):
    """Return the round after the other one has left it."""
    loser = ANA if winner == BOGDAN else BOGDAN
    return Table(SeededLuck(1), TimeLimits()).leave(loser, NOW)(stored)


def next_round(table, over):
    """Return the rematch, begun."""
    new = table.rematch(over, ANA, NOW)
    return replace(table.join(BOGDAN, NOW)(new), id=over.id + 1)


def said(stored):
    renderer = PlainRenderer(
        names=tuple({ANA: "ana", BOGDAN: "bogdan"}.get(one.user, "?") for one in stored.players)
    )
    return [render(text, "en", renderer) for text in score.lines(stored)]


def test_a_chain_counts_who_won_each_round(table):
    stored = challenge(table)
    assert said(stored) == []
    over = won_by(stored, ANA)
    assert said(over) == [], "one round is no score yet"
    for winner, result in (
        (BOGDAN, "Score: {} 1 – 1 {}"),
        (ANA, "Score: ana 2 – 1 bogdan"),
        (ANA, "Score: ana 3 – 1 bogdan"),
    ):
        stored = next_round(table, over)
        assert [one.user for one in stored.players] == [
            one.user for one in reversed(over.players)
        ], "the seats are swapped, the score is not"
        over = won_by(stored, winner)
        first, second = (("ana", "bogdan")[one.user - 1] for one in over.players)
        assert said(over) == [result.format(first, second)]
    assert said(next_round(table, over)) == ["Score: ana 3 – 1 bogdan"]


def test_a_draw_counts_for_nobody():
    table = Table(WrittenLuck([GOOD, GOOD]), TimeLimits())
    stored = challenge(table, match="3")
    for user in (BOGDAN, ANA):
        stored = table.act(user, stored.moment, KEEP, NOW)(stored)
    assert stored.status == "over"
    assert score.wins(stored) == (0, 0)
    assert score.match_winner(stored) is None


@pytest.mark.parametrize(("most", "needed"), [("3", 2), ("5", 3)])
def test_a_match_is_won_by_the_first_with_more_than_half(table, most, needed):
    over = won_by(challenge(table, match=most), BOGDAN)
    assert said(over) == [f"Best of {most}: bogdan 1 – 0 ana"]
    assert next(tool.label.template for tool in frame(over).tools) == "Next round"
    for won in range(1, needed):
        over = won_by(next_round(table, over), ANA)
        assert score.match_winner(over) is None
        over = won_by(next_round(table, over), BOGDAN)
        assert (score.match_winner(over) is None) == (won + 1 < needed)
    assert said(over) == [f"bogdan wins the match, {needed} – {needed - 1} (best of {most})."]
    assert next(tool.label.template for tool in frame(over).tools) == "Rematch"
    assert said(next_round(table, over))[0].split(": ")[1] in (
        "ana 0 – 0 bogdan",
        "bogdan 0 – 0 ana",
    )


def test_the_first_round_of_a_match_says_so(table):
    stored = challenge(table, match="5")
    assert said(stored)[0].startswith("Best of 5: ")
    assert any(note.template == "Best of {n}: {score}" for note in frame(stored).notes)


def test_a_score_against_the_computer(table):
    stored = replace(table.open(OpenRequest("dice-poker", ANA, 7), NOW), id=1)
    over = table.leave(ANA, NOW)(stored)
    new = table.rematch(over, ANA, NOW)
    assert sorted(one.wins for one in new.players) == [0, 1]
    assert next(one for one in new.players if one.user is None).wins == 1
    assert len(names(new)) == 2


def test_tables_of_many_say_who_has_won_how_often(table):
    stored = table.open(OpenRequest("poker-dice", ANA, 7), NOW)
    for user in (BOGDAN, CARMEN):
        stored = table.join(user, NOW)(stored)
    stored = table.start(ANA, NOW)(stored)
    players = tuple(
        replace(one, wins=won) for one, won in zip(stored.players, (2, 0, 1), strict=True)
    )
    stored = replace(stored, players=players, successor_of=8)
    renderer = PlainRenderer(names=("ana", "bogdan", "carmen"))
    assert [render(text, "en", renderer) for text in score.lines(stored)] == [
        "ana has won 2 rounds so far.",
        "carmen has won 1 round so far.",
    ]
    assert any("has won" in note.template for note in frame(stored).notes)


def test_who_leaves_a_table_of_many_takes_no_score_along(table):
    stored = table.open(OpenRequest("poker-dice", ANA, 7), NOW)
    for user in (BOGDAN, CARMEN):
        stored = table.join(user, NOW)(stored)
    stored = table.start(ANA, NOW)(stored)
    players = tuple(replace(one, wins=5) for one in stored.players)
    stored = table.leave(BOGDAN, NOW)(replace(stored, players=players, id=3))
    while stored.status == "playing":
        seat = stored.play.awaits.seats[0]
        idle = stored.play.game.idle(stored.play.state, seat)
        stored = table.act(stored.players[seat.index].user, stored.moment, idle, NOW)(stored)
    new = table.rematch(stored, ANA, NOW)
    assert {one.user for one in new.players} == {ANA, CARMEN}
    assert sum(one.wins for one in new.players) - 10 in (0, 1)


def test_a_match_is_for_two(table):
    asked = OpenRequest("thirteen", ANA, 7, table_options={"match": "3"})
    assert score.best_of(table.open(asked, NOW)) == 1
    assert score.match_winner(table.open(asked, NOW)) is None
