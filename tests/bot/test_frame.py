"""What surrounds a game's screen: names, notes and tools."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.frame import frame, names
from bot.rounds import Sitter
from bot.table import Opening, Pace, Table
from bot.words import Person, Plain, speak
from rules.screen import Action, Peek, Seat
from simulated_luck import SeededLuck

ANA, BOGDAN, CARMEN = 1, 2, 3
NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
def table():
    return Table(SeededLuck(1), Pace())


def opened(table, **changes):
    asked = Opening(**{"game": "dice-poker", "opener": ANA, "channel": 7, **changes})
    return replace(table.open(asked, NOW), id=12, version=3)


def of_three(table, game="thirteen"):
    kept = opened(table, game=game)
    for user in (BOGDAN, CARMEN):
        kept = table.join(user, NOW)(kept)
    return table.start(ANA, NOW)(kept)


def said(kept, viewer=None):
    voice = Plain(names=tuple(str(speak_name(one)) for one in names(kept)))
    return [speak(note, "en", voice) for note in frame(kept, viewer).notes]


def speak_name(name):
    return f"@{name.user}" if isinstance(name, Person) else speak(name, "en", Plain())


def verbs(kept, viewer=None):
    return [tool.verb for tool in frame(kept, viewer).tools]


def test_controls_name_the_round_and_its_moment_or_the_version_of_a_lobby(table):
    assert (frame(opened(table)).round, frame(opened(table)).moment) == (12, 1)
    lobby = frame(opened(table, opponent=BOGDAN))
    assert (lobby.kind, lobby.moment) == ("lobby", 3)


def test_a_turn_says_whose_it_is_until_when_and_what_happens_then(table):
    (note,) = said(opened(table))
    assert note == "⏳ @1 to choose · time is up 2026-01-01 12:10 UTC, then: keep all"


def test_a_waiting_round_says_until_when(table):
    (note,) = said(opened(table, opponent=BOGDAN))
    assert "2026-01-01 12:10 UTC" in note
    assert verbs(opened(table, opponent=BOGDAN)) == []


def test_tools_while_it_is_played_and_at_the_end(table):
    kept = opened(table)
    assert verbs(kept) == ["hint", "leave"]
    over = table.act(ANA, 1, Action("keep"), NOW)(kept)
    assert verbs(over) == ["rematch", "review"]
    assert said(over) == []
    closed = table.close(ANA, may_manage=False)(kept)
    assert verbs(closed) == []
    assert not frame(closed).screen.controls


def test_without_hints_none_is_offered_and_the_table_says_so(table):
    kept = opened(table, table_options={"hints": "off"})
    assert verbs(kept) == ["leave"]
    assert "This table plays without hints." in said(kept)


def test_a_game_without_exact_play_offers_neither_hint_nor_review(table, extra_game):
    kept = opened(table, game="odd-one", opponent=BOGDAN)
    kept = table.join(BOGDAN, NOW)(kept)
    assert verbs(kept) == ["leave"]
    assert any(isinstance(one, Peek) for one in frame(kept).screen.controls)
    assert verbs(kept, Seat(0)) == []
    assert "Everybody is choosing" in said(kept)[0]
    card = kept.play.game.legal(kept.play.state, Seat(0))[0]
    kept = table.act(ANA, 0, card, NOW)(kept)
    assert "@2 is still choosing" in said(kept)[0]
    assert "then:" not in said(kept)[0], "what idling would do is nobody else's to know"
    kept = table.leave(ANA, NOW)(kept)
    assert verbs(kept) == ["rematch"]


def test_who_is_away_and_who_left_is_told(table):
    kept = of_three(table)
    away = replace(
        kept,
        sitters=(
            kept.sitters[0],
            replace(kept.sitters[1], idles=2),
            replace(kept.sitters[2], left=True),
        ),
    )
    notes = said(away)
    assert "@2 is away; any press brings them back." in notes
    assert "@3 left; the table plays for this seat." in notes


def test_whoever_stays_has_won_and_the_title_says_so(table):
    kept = table.leave(ANA, NOW)(table.join(BOGDAN, NOW)(opened(table, opponent=BOGDAN)))
    screen = frame(kept).screen
    voice = Plain(names=("@2", "@1"))
    assert speak(screen.title, "en", voice) == "🏆 Dice Poker · @2 wins"
    assert speak(screen.blocks[0].text, "en", voice) == "@1 left the round."
    assert screen.controls == ()
    assert screen.tone == "won"


def test_computers_are_named_by_level_and_part_or_letter(table):
    def named(kept):
        return [speak_name(one) for one in names(kept)]

    assert named(opened(table, level="greedy")) == ["Greedy dealer", "@1"]
    lobby = opened(table, game="poker-dice")
    one = replace(lobby, sitters=(*lobby.sitters, Sitter(level="easy")))
    assert named(one) == ["@1", "Easy computer"]
    two = replace(one, sitters=(*one.sitters, Sitter(level="easy")))
    assert len(set(named(two))) == 3


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda table, kept: table.decline(BOGDAN)(kept), "@2 declined the challenge."),
        (lambda table, kept: table.withdraw(ANA)(kept), "@1 withdrew the challenge."),
        (
            lambda table, kept: table.expire(NOW + timedelta(hours=1))(kept),
            "@2 did not answer in time.",
        ),
        (
            lambda table, kept: table.close(ANA, may_manage=True)(kept),
            "The round was closed before it began.",
        ),
    ],
)
def test_what_is_left_of_a_challenge(table, change, told):
    kept = change(table, opened(table, opponent=BOGDAN))
    drawn = frame(kept)
    assert speak(drawn.screen.blocks[0].text, "en", Plain()) == told
    assert drawn.screen.controls == ()
    assert drawn.screen.tone == "gone"
    assert (drawn.notes, drawn.tools) == ((), ())


@pytest.mark.parametrize("lost", ["its game", "its play"])
def test_a_round_that_cannot_be_read_any_more_says_sorry(table, lost):
    """Nothing rebuilt it, so it was closed: the message keeps no button and tells why."""
    kept = table.join(BOGDAN, NOW)(opened(table, opponent=BOGDAN))
    kept = replace(kept, status="closed", play=None, deadline=None)
    if lost == "its game":
        sitters = (Sitter(level="house"), kept.sitters[1])
        kept = replace(kept, game="gone-with-the-wind", sitters=sitters)
        assert names(kept) == ()
    drawn = frame(kept)
    assert "We are sorry" in speak(drawn.screen.blocks[0].text, "en", Plain())
    assert drawn.screen.controls == ()
    assert drawn.tools == ()
