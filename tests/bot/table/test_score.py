"""The score of a chain of rematches."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from bot.language.render import PlainRenderer, render
from bot.table import score
from bot.table.frame import frame, names
from bot.table.players import Players
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import OpenRequest, Table
from rules import engine
from rules.screen import Action, Seat
from simulated_luck import WrittenLuck

ANA, BOGDAN, CARMEN = 1, 2, 3
NOW = datetime(2026, 1, 1, tzinfo=UTC)
KEEP = Action("keep")
GOOD, BAD = (6, 6, 6, 6, 6), (1, 2, 3, 5, 6)


def challenge(table):
    asked = OpenRequest("dice-poker", ANA, 7, opponent=BOGDAN)
    return replace(table.join(BOGDAN, NOW)(table.open(asked, NOW)), id=1)


def won_by(stored, winner):
    """Return the round once this member has won it with the better roll."""
    rolls = [GOOD, BAD] if stored.seats_of(winner)[0] == Seat(0) else [BAD, GOOD]
    luck = WrittenLuck(rolls)
    play = engine.begin(stored.play.game, 2, stored.options, luck)
    over, table = replace(stored, play=play), Table(luck, TimeLimits())
    for player in stored.players:
        over = table.choose_action(player.user, over.moment, KEEP, NOW)(over)
    return over


def following(table, over):
    """Return the rematch, begun."""
    new = table.join(BOGDAN, NOW)(table.rematch(over, ANA, NOW))
    return replace(new, id=over.id + 1)


def renderer_of(stored):
    named = {ANA: "ana", BOGDAN: "bogdan"}
    return PlainRenderer(names=tuple(named.get(one.user, "?") for one in stored.players))


def said(stored):
    return [render(text, "en", renderer_of(stored)) for text in score.lines(stored)]


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
        stored = following(table, over)
        assert [one.user for one in stored.players] == [
            one.user for one in reversed(over.players)
        ], "the seats are swapped, the score is not"
        over = won_by(stored, winner)
        first, second = (("ana", "bogdan")[one.user - 1] for one in over.players)
        assert said(over) == [result.format(first, second)]
    assert said(following(table, over)) == ["Score: ana 3 – 1 bogdan"]


def test_a_draw_counts_for_nobody():
    table = Table(WrittenLuck([GOOD, GOOD]), TimeLimits())
    stored = challenge(table)
    for user in (BOGDAN, ANA):
        stored = table.choose_action(user, stored.moment, KEEP, NOW)(stored)
    assert stored.status == "over"
    assert score.wins(stored) == (0, 0)
    assert [one.wins for one in table.rematch(stored, ANA, NOW).players] == [0, 0]


def test_a_score_against_the_computer(table):
    stored = replace(table.open(OpenRequest("dice-poker", ANA, 7), NOW), id=1)
    over = table.leave(ANA, NOW)(stored)
    new = table.rematch(over, ANA, NOW)
    assert sorted(one.wins for one in new.players) == [0, 1]
    assert next(one for one in new.players if one.user is None).wins == 1
    assert len(names(new)) == 2


def of_three(table):
    """Return a round of Poker Dice of three members that has begun."""
    stored = table.open(OpenRequest("poker-dice", ANA, 7, open_to_all=True), NOW)
    for user in (BOGDAN, CARMEN):
        stored = table.join(user, NOW)(stored)
    return table.start(ANA, NOW)(stored)


def test_tables_of_many_say_who_has_won_how_often(table):
    stored = of_three(table)
    players = tuple(
        replace(one, wins=won) for one, won in zip(stored.players, (2, 0, 1), strict=True)
    )
    stored = replace(stored, players=Players(players), successor_of=8)
    renderer = PlainRenderer(names=("ana", "bogdan", "carmen"))
    assert [render(text, "en", renderer) for text in score.lines(stored)] == [
        "ana has won 2 games so far.",
        "carmen has won 1 game so far.",
    ]
    assert any("has won" in note.template for note in frame(stored).notes)


def test_who_leaves_a_table_of_many_takes_no_score_along(table):
    stored = of_three(table)
    players = tuple(replace(one, wins=5) for one in stored.players)
    stored = table.leave(BOGDAN, NOW)(replace(stored, players=Players(players), id=3))
    while stored.status == "playing":
        seat = stored.play.awaits.seats[0]
        idle = stored.play.game.idle(stored.play.state, seat)
        stored = table.choose_action(stored.players[seat.index].user, stored.moment, idle, NOW)(
            stored
        )
    new = table.rematch(stored, ANA, NOW)
    assert {one.user for one in new.players} == {ANA, CARMEN}
    assert sum(one.wins for one in new.players) - 10 in (0, 1)
