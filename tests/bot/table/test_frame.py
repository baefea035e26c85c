"""What surrounds a game's screen: names, notes and tools."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.language.render import Person, PlainRenderer, render
from bot.table import notes
from bot.table.frame import frame, more_tools, names
from bot.table.players import Player, Players
from bot.table.stored_round import RoundEnd
from bot.table.use_cases import OpenRequest
from extra_games_shown import LIARS_DICE
from fair_rounds import seed
from rules.games.poker_dice.state import Finished, HandsShowdown, PokerTable
from rules.screen import Action, Dice, Line, Peek, Seat
from rules.text import say

ANA, BOGDAN, CARMEN = 1, 2, 3
NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)


def opened(table, **changes):
    asked = OpenRequest(**{"game": "dice-poker", "opener": ANA, "channel": 7, **changes})
    return replace(table.open(asked, NOW, seed(12)), version=3, id=12)


def of_three(table, game="thirteen"):
    stored = opened(table, game=game, open_to_all=True)
    for user in (BOGDAN, CARMEN):
        stored = table.join(user, NOW)(stored)
    return table.start(ANA, NOW)(stored)


def notes_of(stored):
    renderer = PlainRenderer(names=tuple(str(name_text(one)) for one in names(stored)))
    return [render(note, "en", renderer) for note in frame(stored, None).notes]


def name_text(name):
    return f"@{name.user}" if isinstance(name, Person) else render(name, "en", PlainRenderer())


def verbs(stored, viewer=None):
    return [tool.verb for tool in frame(stored, viewer).tools]


def test_controls_name_the_round_and_its_moment_or_the_version_of_a_lobby(table):
    assert (frame(opened(table)).number, frame(opened(table)).moment) == (12, 1)
    lobby = frame(opened(table, opponent=BOGDAN))
    assert (lobby.kind, lobby.moment) == ("lobby", 3)


def test_a_turn_says_whose_it_is_until_when_and_what_happens_then(table):
    (note,) = notes_of(table.join(BOGDAN, NOW)(opened(table, opponent=BOGDAN)))
    assert note == "Dice Poker · ⏳ 2026-01-01 12:10 UTC the bot chooses"
    (alone,) = notes_of(opened(table))
    assert "2026" not in alone, "a round alone rests, and nothing is lost"


def test_a_waiting_round_says_until_when(table):
    (note,) = notes_of(opened(table, opponent=BOGDAN))
    assert "2026-01-01 12:10 UTC" in note
    assert verbs(opened(table, opponent=BOGDAN)) == ["more"]


def test_tools_while_it_is_played_and_at_the_end(table):
    stored = opened(table)
    assert verbs(stored) == ["hint", "more"]
    over = table.choose_action(ANA, 1, Action("keep"), NOW)(stored)
    assert verbs(over) == ["rematch", "review", "share", "more"]
    assert notes_of(over) == ["Dice Poker"], "the title is the result, and does not name the game"
    closed = table.close(BOGDAN, NOW, may_manage=True)(stored)
    assert verbs(closed) == ["again", "more"]
    assert not frame(closed).screen.controls


def test_hints_are_offered_alone_and_against_the_computer_and_not_among_members(table):
    assert verbs(opened(table)) == verbs(opened(table, game="thirteen")) == ["hint", "more"]
    between_two = table.join(BOGDAN, NOW)(opened(table, opponent=BOGDAN))
    left_alone = table.leave(CARMEN, NOW)(table.leave(BOGDAN, NOW)(of_three(table)))
    for stored in (between_two, of_three(table), left_alone):
        assert verbs(stored) == ["more"]
        assert not any("hint" in note.lower() for note in notes_of(stored))
    assert left_alone.players.people == (ANA,)


def test_of_an_open_choice_everybody_is_told_what_idling_would_do(table, extra_game):
    """Also where another seat may act out of turn, and where dice are hidden."""
    stored = opened(table, game=LIARS_DICE, opponent=BOGDAN)
    stored = table.join(BOGDAN, NOW)(stored)
    assert ": bid 1 × 1" in notes_of(stored)[0]


def test_a_game_without_exact_play_offers_no_hint_and_its_review_is_step_by_step(table, extra_game):
    stored = opened(table, game="odd-one", opponent=BOGDAN)
    stored = table.join(BOGDAN, NOW)(stored)
    assert verbs(stored) == ["more"]
    assert any(isinstance(one, Peek) for one in frame(stored).screen.controls)
    assert verbs(stored, Seat(0)) == ["rules"]
    assert "Everybody is choosing" in notes_of(stored)[0]
    card = stored.play.game.legal(stored.play.state, Seat(0))[0]
    stored = table.choose_action(ANA, 0, card, NOW)(stored)
    assert "@2 is still choosing" in notes_of(stored)[0]
    assert "then:" not in notes_of(stored)[0], "what idling would do is nobody else's to know"
    stored = table.leave(ANA, NOW)(stored)
    assert verbs(stored) == ["rematch", "review", "share", "more"]


def test_the_notes_name_who_is_away_and_who_left(table):
    stored = of_three(table)
    away = replace(
        stored,
        players=Players(
            (
                stored.players[0],
                replace(stored.players[1], missed_turns=2),
                replace(stored.players[2], left=True),
            )
        ),
    )
    assert "@2 is away until they press a button." in notes_of(away)
    assert "@3 left; the bot plays on for them." in notes_of(away)


@pytest.mark.parametrize(
    ("seat", "named"),
    [
        ({"missed_turns": 1}, True),
        ({"missed_turns": 2}, False),  # away: the note about that says enough
        ({"missed_turns": 1, "left": True}, False),
    ],
)
def test_time_was_up_is_said_of_seats_that_still_play(table, seat, named):
    stored = of_three(table)
    absent = replace(stored.players[1], **seat)
    stored = replace(stored, players=Players((stored.players[0], absent, stored.players[2])))
    assert any("Time was up for @2" in note for note in notes_of(stored)) == named
    first, *others = notes.of_end(stored, say("Thirteen Rows"))
    assert render(first, "en", PlainRenderer()) == "Thirteen Rows"
    assert bool(others) == named, "also at the end of a round"


def test_the_player_who_stays_wins_and_the_title_says_so(table):
    stored = table.leave(ANA, NOW)(table.join(BOGDAN, NOW)(opened(table, opponent=BOGDAN)))
    screen = frame(stored).screen
    renderer = PlainRenderer(names=("@2", "@1"))
    assert render(screen.title, "en", renderer) == "@2 wins"
    assert render(screen.blocks[0].text, "en", renderer) == "@1 left the game."
    assert screen.controls == ()
    assert screen.tone == "won"


def screen_of(stored):
    renderer = PlainRenderer(names=tuple(str(name_text(one)) for one in names(stored)))
    drawn = frame(stored).screen
    lines = [render(one.text, "en", renderer) for one in drawn.blocks if isinstance(one, Line)]
    return render(drawn.title, "en", renderer), drawn, lines


def with_an_instruction(stored):
    """Return the round with a game whose boards all say what to do."""
    game = stored.play.game
    told = Line(say("Do this now."), instruction=True)

    def screen(state, viewer):
        present = game.screen(state, viewer)
        return replace(present, blocks=(told, *present.blocks))

    return replace(stored, play=replace(stored.play, game=replace(game, screen=screen)))


@pytest.mark.parametrize("ending", ["leave", "close"])
def test_a_board_that_was_stopped_shows_the_dice_and_no_instruction(table, ending):
    stored = table.join(BOGDAN, NOW)(opened(table, opponent=BOGDAN))
    stored = with_an_instruction(stored)
    assert "Do this now." in screen_of(stored)[2]
    mark = frame(stored).screen.mark
    over = table.leave(ANA, NOW) if ending == "leave" else table.close(ANA, NOW, may_manage=True)
    _, drawn, lines = screen_of(over(stored))
    assert "Do this now." not in lines
    assert mark.faces in [one.faces for one in drawn.blocks if isinstance(one, Dice)]
    assert drawn.controls == ()


def test_a_loss_against_the_computer_has_a_colour_of_its_own(table):
    """The dice land as the luck of these tests has them: the computer is ahead or not."""
    endings = set()
    for _ in range(40):
        stored = opened(table)
        over = table.choose_action(ANA, stored.moment, Action("keep"), NOW)(stored)
        title, drawn, _ = screen_of(over)
        dealer = over.outcome.shares[0]
        endings.add(dealer)
        won = {1: ("Computer (medium) wins", "lost"), 0: ("@1 wins", "won")}
        expected = won.get(dealer, ("A draw", "drawn"))
        assert (title, drawn.tone) == expected
    assert {0, 1} <= endings


def test_a_jackpot_alone_stands_on_the_board_of_an_end_as_it_does_during_the_game(table):
    """So the board of the end has the colour of a jackpot."""
    ended = table.choose_action(ANA, 1, Action("keep"), NOW)(opened(table))
    over = replace(ended, end=RoundEnd(headline="jackpot-five.0"))
    assert frame(over).screen.jackpot == frame(over).headline
    assert "🎉 Five of a kind!" in str(frame(over).screen.jackpot)
    for code in ("feat-first.0.7", None):
        assert frame(replace(ended, end=RoundEnd(headline=code))).screen.jackpot is None


def test_several_computers_that_share_the_win_are_named_in_the_colour_of_a_loss(table):
    stored = of_three(table, "poker-dice")
    players = (stored.players[0], Player(level="easy"), Player(level="easy"))
    full, pair = ((6, 6, 6, 5, 5),), ((1, 1, 2, 3, 4),)
    finished = (Finished(pair), Finished(full), Finished(full))
    state = HandsShowdown(PokerTable(3, False, finished))
    over = replace(stored, players=Players(players), status="over")
    over = replace(over, play=replace(over.play, state=state))
    title, drawn, _ = screen_of(over)
    assert title == "Computer B (easy) and Computer C (easy) share the win"
    assert drawn.tone == "lost"
    assert screen_of(replace(over, players=stored.players))[1].tone == "drawn"


def test_computers_are_named_by_level_and_letter(table):
    def named(stored):
        return [name_text(one) for one in names(stored)]

    assert named(opened(table, level="greedy")) == ["Computer (greedy)", "@1"]
    lobby = opened(table, game="poker-dice", open_to_all=True)
    one = replace(lobby, players=Players((*lobby.players, Player(level="easy"))))
    assert named(one) == ["@1", "Computer (easy)"]
    two = replace(one, players=Players((*one.players, Player(level="easy"))))
    assert len(set(named(two))) == 3


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda table, stored: table.decline(BOGDAN)(stored), "@2 declined the challenge."),
        (lambda table, stored: table.withdraw(ANA)(stored), "@1 withdrew the challenge."),
        (
            lambda table, stored: table.expire(NOW + timedelta(hours=1))(stored),
            "@2 did not answer in time.",
        ),
        (
            lambda table, stored: table.close(ANA, NOW, may_manage=True)(stored),
            "@1 closed the game before it began.",
        ),
    ],
)
def test_what_is_left_of_a_challenge(table, change, expected):
    stored = change(table, opened(table, opponent=BOGDAN))
    drawn = frame(stored)
    assert render(drawn.screen.blocks[0].text, "en", PlainRenderer()) == expected
    assert drawn.screen.controls == ()
    assert drawn.screen.tone == "gone"
    assert drawn.notes == ()
    again = stored.status == "lapsed" or "closed the game" in expected
    assert [tool.verb for tool in drawn.tools] == (["again", "more"] if again else ["more"])


@pytest.mark.parametrize("lost", ["its game", "its play"])
def test_an_unreadable_round_shows_an_apology(table, lost):
    """It was closed: the message has no buttons and gives the reason."""
    stored = table.join(BOGDAN, NOW)(opened(table, opponent=BOGDAN))
    stored = replace(stored, play=None, unreadable=True).ended_as("closed")
    if lost == "its game":
        players = (Player(level="house"), stored.players[1])
        stored = replace(stored, game="gone-with-the-wind", players=Players(players))
        assert names(stored) == ()
    drawn = frame(stored)
    assert "can no longer be read" in render(drawn.screen.blocks[0].text, "en", PlainRenderer())
    assert drawn.screen.controls == ()
    assert [tool.verb for tool in drawn.tools] == ["games"]


def test_the_dice_can_be_checked_from_the_lobby_to_the_end(table):
    waiting = opened(table, opponent=BOGDAN)
    over = table.choose_action(ANA, 1, Action("keep"), NOW)(opened(table))
    closed = table.close(BOGDAN, NOW, may_manage=True)(opened(table))
    lapsed = table.expire(NOW + timedelta(days=9))(waiting)
    for stored in (waiting, opened(table), over, closed, lapsed):
        assert verbs(stored)[-1] == "more"
        assert "proof" in [tool.verb for tool in more_tools(stored, ANA)]
    assert [tool.verb for tool in more_tools(waiting, BOGDAN)] == ["rules", "proof"]
    assert [tool.verb for tool in more_tools(over, ANA)] == ["proof", "games"]


def test_the_board_says_where_members_sit_who_host_the_bot(table):
    waiting = opened(table, opponent=BOGDAN)
    playing = table.join(BOGDAN, NOW)(waiting)
    over = table.leave(BOGDAN, NOW)(playing)
    line = "🔑 {seat} hosts this bot."

    def said(stored, *hosts):
        notes = frame(stored, hosts={*hosts}).notes
        return [dict(note.arguments)["seat"] for note in notes if note.template == line]

    assert said(playing) == said(playing, CARMEN) == []
    assert said(waiting, ANA) == [Seat(1)]
    assert said(waiting, BOGDAN) == [], "who does not sit there yet"
    assert said(playing, ANA, BOGDAN) == said(over, ANA, BOGDAN) == [Seat(0), Seat(1)]
