"""Which headline leads: the ladder, and what a headline may be about."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.table import headline
from bot.table.headline import MOST_IN_A_ROW, EarlierResults, Headline
from bot.table.players import Player, Players
from bot.table.stored_round import RoundEnd
from rules.feats import Feat
from rules.game import ExactPlay, Outcome
from rules.screen import Seat
from rules.text import Text

JACKPOT = Feat("five", Seat(0), role="jackpot")
ROLL = Feat("raised", Seat(0), (7, 2), 5.0)
LESS = Feat("first", Seat(1), (7,), 0.5)
CLOSE = Feat("last-roll", role="close")


@pytest.fixture
def over(maker):
    """Return a function that makes the end of a round with these scores and feats."""
    stored = maker.begun()
    while stored.status != "over":
        stored = maker.acted(stored)

    def made(*feats, scores=(120, 80), players=None, average=None):
        best = max(scores)
        shares = tuple(Fraction(one == best, scores.count(best)) for one in scores)
        outcome = Outcome(shares, scores)
        exact = ExactPlay(lambda *_: 0.0, lambda *_: (), average=average)
        game = replace(stored.play.game, feats=lambda *_: feats, exact=exact)
        play = replace(stored.play, game=game)
        object.__setattr__(play, "over", replace(play.over, outcome=outcome))
        return replace(stored, play=play, players=Players(players or stored.players))

    return made


def kind(stored, **known):
    found = headline.choose_headline(
        stored, (), {int(seat[1:]): one for seat, one in known.items()}
    )
    return found and (found.kind, found.seat, found.amounts)


EVERYTHING = EarlierResults(best=100, of_server=110, wins=4, days=6)


def test_each_rung_leads_before_those_below_it(over):
    every = (JACKPOT, CLOSE, ROLL, LESS)
    assert kind(over(*every, average=100.2), s0=EVERYTHING) == ("jackpot-five", 0, ())
    assert kind(over(*every[1:], average=100.2), s0=EVERYTHING) == ("above", 0, (120, 100))
    assert kind(over(*every[1:]), s0=EVERYTHING) == ("server-best", 0, (120, 110))
    known = replace(EVERYTHING, of_server=None)
    assert kind(over(*every[1:]), s0=known) == ("best", 0, (120, 100))
    known = replace(known, best=120)
    assert kind(over(*every[1:]), s0=known) == ("wins", 0, (5,))
    assert kind(over(*every[1:]), s0=replace(known, wins=1)) == ("days", 0, (7,))
    assert kind(over(*every[1:])) == ("feat-raised", 0, (7, 2))
    assert kind(over(LESS)) == ("feat-first", 1, (7,))
    assert kind(over()) is None


def test_the_roll_of_the_game_is_its_winners(over):
    """It tells how they won, though a roll of another seat has more weight."""
    players = (Player(user=100), Player(user=200))
    assert kind(over(LESS, ROLL, players=players)) == ("feat-raised", 0, (7, 2))
    assert kind(over(LESS, ROLL, players=players, scores=(80, 120))) == ("feat-first", 1, (7,))
    assert kind(over(LESS, ROLL, players=players, scores=(80, 80)))[0] == "feat-raised"


def test_how_a_computer_won_and_the_roll_of_one_alone_stand_below_the_result(over):
    computer, ana = Player(level="house"), Player(user=200)
    for code, players, scores, leads in (
        ("feat-raised.0.7.2", (computer, ana), (120, 80), False),
        ("feat-raised.1.7.2", (computer, ana), (80, 120), True),
        ("feat-last-roll.-1", (computer, ana), (120, 80), False),
        ("jackpot-five.1", (computer, ana), (120, 80), True),
        ("feat-row.0.3.25", (ana,), (120,), False),
        ("above.0.312.255", (ana,), (120,), True),
    ):
        ended = replace(over(ROLL, players=players, scores=scores), end=RoundEnd(headline=code))
        assert headline.leads(ended) is leads, code


def test_where_no_member_has_won_a_close_end_leads_before_the_roll_of_the_game(over):
    players = (Player(level="house"), Player(user=200))
    assert kind(over(CLOSE, ROLL, players=players)) == ("feat-last-roll", -1, ())
    assert kind(over(CLOSE, ROLL, players=players, scores=(80, 80)))[0] == "feat-raised"


def test_a_jackpot_is_a_members_and_the_roll_of_the_game_anybodys(over):
    players = (Player(level="house"), Player(user=200))
    assert kind(over(JACKPOT, ROLL, players=players)) == ("feat-raised", 0, (7, 2))


def test_of_equal_feats_that_of_the_winner_leads(over):
    both = (ROLL, replace(ROLL, seat=Seat(1)))
    assert kind(over(*both, scores=(80, 120)))[1] == 1
    assert kind(over(*both, scores=(120, 80)))[1] == 0


def test_a_total_with_a_hint_is_compared_with_nothing(over):
    players = (Player(user=100, hinted=(3,)), Player(user=200))
    stored = over(ROLL, players=players, scores=(120, 90), average=100.2)
    known = EarlierResults(best=60, of_server=70)
    assert kind(stored, s0=known, s1=known) == ("server-best", 1, (90, 70))


def test_an_average_that_is_shown_as_the_same_number_is_not_beaten(over):
    assert kind(over(ROLL, average=119.7))[0] == "feat-raised"
    assert kind(over(ROLL, average=119.4)) == ("above", 0, (120, 119))


def test_wins_in_a_row_are_told_where_the_round_counts_as_won(over):
    assert kind(over(ROLL), s0=EarlierResults(wins=None))[0] == "feat-raised"
    assert kind(over(ROLL), s0=EarlierResults(wins=1))[0] == "feat-raised"
    assert kind(over(ROLL), s0=EarlierResults(wins=2)) == ("wins", 0, (3,))


def test_nothing_is_told_of_members_who_left_and_of_rounds_that_were_left(over, maker):
    players = (Player(user=100, left=True), Player(user=200))
    assert kind(over(JACKPOT, ROLL, players=players), s0=EVERYTHING)[0] == "feat-raised"
    assert headline.choose_headline(maker.begun(status="over"), ()) is None


def test_a_jackpot_is_celebrated_and_nothing_else_is(over):
    for feats, celebrated in (((JACKPOT, ROLL), True), ((ROLL, CLOSE), False), ((), False)):
        found = headline.choose_headline(over(*feats), ())
        stored = replace(over(), end=RoundEnd(headline=found and found.code))
        assert headline.celebrates(stored) == celebrated
    assert not headline.celebrates(replace(over(), end=RoundEnd(headline=headline.NO_HEADLINE)))


def test_a_seat_is_named_unless_the_result_names_it_as_the_winner(over):
    code = Headline("jackpot-five", 0).code
    for scores, named in (((120, 80), False), ((80, 120), True), ((80, 80), True)):
        text = headline.sentence_of(replace(over(scores=scores), end=RoundEnd(headline=code)))
        assert (Seat(0) in named_in(text)) == named
        assert "🎉 Five of a kind!" in str(text)


def named_in(text):
    """Return the seats that a sentence names, in those inside it too."""
    values = [value for _, value in text.arguments]
    inside = [seat for one in values if isinstance(one, Text) for seat in named_in(one)]
    return [*inside, *(one for one in values if isinstance(one, Seat))]


def test_the_dice_are_those_of_the_headline_else_those_of_the_roll_of_the_game(over):
    fives, pair, raised = (5,) * 5, (1, 1, 2, 3, 4), (6, 6, 3, 3, 3)
    shown = zip((JACKPOT, LESS, ROLL), (fives, pair, raised), strict=True)
    stored = over(CLOSE, *(replace(feat, dice=faces) for feat, faces in shown))

    def dice(code):
        return headline.dice(replace(stored, end=RoundEnd(headline=code)), ())

    assert dice(Headline("jackpot-five", 0).code) == fives
    assert dice(Headline("feat-first", 1, (7,)).code) == pair
    assert dice(Headline("days", 0, (3,)).code) == dice(None) == raised
    assert headline.dice(over(CLOSE, ROLL), ()) == (), "no feat has dice"


@pytest.mark.parametrize(
    ("amounts", "sentence"),
    [
        ((MOST_IN_A_ROW,), "🔥 {n} day in a row"),
        ((MOST_IN_A_ROW + 1,), "🔥 More than {n} days in a row"),
    ],
)
def test_what_is_beyond_the_bound_is_called_more(over, amounts, sentence):
    stored = replace(over(), end=RoundEnd(headline=Headline("days", 0, amounts).code))
    text = headline.sentence_of(stored)
    assert sentence in str(text)


def test_a_headline_is_stored_as_it_was():
    for one in (Headline("best", 0, (318, 301)), Headline("feat-last-roll", -1)):
        assert Headline.of_code(one.code) == one


def test_a_kind_of_a_later_version_is_not_told(over):
    for code in ("of-a-later-version.0.1", "feat-of-a-later-version.0"):
        assert headline.sentence_of(replace(over(), end=RoundEnd(headline=code))) is None
