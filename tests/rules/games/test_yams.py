"""Yams, rule by rule (README 6.1-6.8)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from plain_words import lines, plain
from rules import engine
from rules.dice import DIFFERENT_ROLLS
from rules.errors import NotLegal
from rules.games.yams import GAME
from rules.games.yams.rows import AIMS, ROWS
from rules.screen import Action, Heading, Menu, Possible, Press, Seat, Sheet
from rules.sheets.flow import Choosing, Full
from rules.sheets.rows import open_rows, total
from rules.turns import REROLLS, TurnRolled
from sheet_rounds import points_of, writes
from simulated_luck import SeededLuck
from slow_rows import thirteen
from slow_yams import FIVE, besides, may_write

A, B = Seat(0), Seat(1)
KEYS = [row.key for row in ROWS.rows]
UPPER = KEYS[:6]


def sheet_with(*, extra: int = 0, bonus: int = 0, **written: int):
    """Return a sheet with these points, by key with underscores, its other rows open."""
    rows = (written.get(key.replace("-", "_")) for key in KEYS)
    return (*rows, extra, bonus)


def choosing(sheet, roll, rolls: int = 1) -> Choosing:
    return Choosing((sheet,), (None,), TurnRolled((roll,) * rolls, (1,)))


def written(state) -> dict[str, int]:
    """Return what may be written, by key, with the points that then stand in the row."""
    return {
        action.on: after(state, action.on)[KEYS.index(action.on)]
        for action in GAME.legal(state, A)
        if action.verb == "write"
    }


def after(state, key: str):
    """Return the sheet after the roll was written into this row."""
    return GAME.play(state, A, Action("write", key)).sheets[0]


# 6.1


def test_6_1_the_rows_score_as_in_thirteen_rows():
    for roll in DIFFERENT_ROLLS:
        assert points_of(ROWS, roll) == thirteen(roll)
    assert GAME.info.seats == range(1, 7)
    assert GAME.start(6, {}).sheets == ((*(None,) * 13, 0, 0),) * 6


def test_6_1_a_round_has_thirteen_turns_and_every_row_is_written_once():
    luck, turns = SeededLuck(1), 0
    playing = engine.begin(GAME, 1, {}, luck)
    while not playing.over:
        playing = engine.act(playing, A, writes(GAME, playing.state, A)[0], luck)
        turns += 1
    assert turns == 13
    assert isinstance(playing.state, Full)


# 6.2


@pytest.mark.parametrize(
    ("before", "roll", "bonus"),
    [
        (60, (3, 1, 2, 5, 6), 35),  # 60 + 3
        (61, (1, 1, 2, 5, 6), 0),  # 61 + 0 in threes
        (55, (3, 3, 3, 1, 1), 35),  # 55 + 9
        (53, (3, 3, 3, 1, 1), 0),  # 53 + 9
        (54, (3, 3, 3, 1, 1), 35),  # 54 + 9
        (63, (3, 3, 3, 1, 1), 0),  # paid before
        (70, (3, 3, 3, 1, 1), 0),
    ],
)
def test_6_2_the_write_that_reaches_63_pays_35(before, roll, bonus):
    paid = 35 if before >= 63 else 0
    sheet = sheet_with(sixes=30, fives=before - 30, bonus=paid)
    found = after(choosing(sheet, roll), "threes")
    assert found[-1] - paid == bonus
    assert total(found) == before + paid + 3 * roll.count(3) + bonus


def test_6_2_lower_rows_do_not_count_for_it():
    sheet = sheet_with(sixes=30, fives=25, three_of_a_kind=30)
    assert after(choosing(sheet, (6, 6, 6, 6, 5)), "chance")[-1] == 0


# 6.3


@pytest.mark.parametrize(("first", "extra"), [(50, 100), (0, 0)])
def test_6_3_a_further_five_of_a_kind_brings_100_once_50_stands(first, extra):
    state = choosing(sheet_with(five_of_a_kind=first), (4, 4, 4, 4, 4))
    found = after(state, "fours")
    assert found[-2] == extra
    assert total(found) == first + 20 + extra
    again = after(choosing(found, (4, 4, 4, 4, 4)), "large-straight")
    assert again[-2] == 2 * extra


def test_6_3_the_first_one_brings_50_alone():
    found = after(choosing(sheet_with(), (4, 4, 4, 4, 4)), "five-of-a-kind")
    assert total(found) == 50


def test_6_3_one_that_is_written_elsewhere_before_brings_nothing():
    found = after(choosing(sheet_with(), (4, 4, 4, 4, 4)), "fours")
    assert total(found) == 20


# 6.4: every roll with every set of open rows that matters, against the rules in plain Python


@pytest.mark.slow
@pytest.mark.parametrize("fifty", [None, 0, 50], ids=["open", "given up", "fifty"])
def test_6_4_what_every_roll_may_write_with_every_kind_of_open_rows(fifty):
    """Upper rows of which only those of the faces matter, and lower rows: none, some, all."""
    lowers = [(), (6,), (8, 9, 10), (7, 12), (6, 7, 8, 9, 10, 12)]
    for uppers, lower in product(product((False, True), repeat=6), lowers):
        is_open = {row for row in range(6) if uppers[row]} | {*lower}
        if fifty is None:
            is_open |= {FIVE}
        if not is_open:
            continue
        closed_points = dict.fromkeys(range(6), 10)
        rows = [
            None if row in is_open else fifty if row == FIVE else closed_points.get(row, 0)
            for row in range(13)
        ]
        upper = 10 * sum(row not in is_open for row in range(6))
        sheet = (*rows, 0, 0)
        alike = [(face,) * 5 for face in range(1, 7)]
        for roll in [*alike, (1, 2, 3, 4, 5), (2, 2, 3, 3, 3), (6, 6, 6, 6, 1), (1, 2, 2, 4, 6)]:
            expected = may_write(frozenset(is_open), roll)
            entries = ROWS.entries(sheet, roll)
            assert {row: entry.points for row, entry in entries.items()} == expected
            for row, entry in entries.items():
                extra, bonus = besides(upper, fifty == 50, row, entry.points, roll)
                assert (entry.extra, entry.bonus) == (extra, bonus)
                whole = ROWS.write(sheet, entry)
                assert total(whole) == total(sheet) + entry.gained
                assert entry.ledger == ROWS.ledger(whole)
            assert [*written(choosing(sheet, roll, 3))] == [KEYS[row] for row in expected]


@pytest.mark.parametrize(
    ("closed", "roll", "may"),
    [
        # its own row open: no joker
        ({}, (4,) * 5, {**dict.fromkeys(KEYS, 0), "fours": 20, "three-of-a-kind": 20}
         | {"four-of-a-kind": 20, "five-of-a-kind": 50, "chance": 20}),
        # a joker must go into the upper row of its face
        ({"five-of-a-kind": 50}, (4,) * 5, {"fours": 20}),
        ({"five-of-a-kind": 0}, (4,) * 5, {"fours": 20}),
        # where that is written, into a lower row at its full score
        (
            {"five-of-a-kind": 0, "fours": 12},
            (4,) * 5,
            {
                "three-of-a-kind": 20,
                "four-of-a-kind": 20,
                "full-house": 25,
                "small-straight": 30,
                "large-straight": 40,
                "chance": 20,
            },
        ),
        # where no lower row is open, as 0 into an upper row
        ({**dict.fromkeys(KEYS[6:], 0), "fours": 12}, (4,) * 5,
         dict.fromkeys([key for key in UPPER if key != "fours"], 0)),
    ],
)  # fmt: skip
def test_6_4_where_a_joker_goes(closed, roll, may):
    sheet = (*(closed.get(key) for key in KEYS), 0, 0)
    for rolls in (1, 3):
        state = choosing(sheet, roll, rolls)
        assert written(state) == may
        rerolls = [one for one in GAME.legal(state, A) if one.verb == "reroll"]
        assert rerolls == ([] if rolls == 3 else [*REROLLS])
        (menu,) = [one for one in GAME.screen(state, A).controls if isinstance(one, Menu)]
        assert [choice.action.on for choice in menu.choices] == [*may]


def test_6_4_a_row_that_a_joker_may_not_use_is_refused():
    luck = SeededLuck(1)
    playing = engine.begin(GAME, 1, {}, luck)
    sheet = sheet_with(five_of_a_kind=50)
    playing = replace(playing, state=choosing(sheet, (4,) * 5))
    with pytest.raises(NotLegal):
        engine.act(playing, A, Action("write", "chance"), luck)


# 6.5


def test_6_5_left_alone_a_seat_writes_the_allowed_row_with_the_most_points():
    state = choosing(sheet_with(five_of_a_kind=50, fours=12), (4,) * 5)
    assert GAME.idle(state, A).code == "write.large-straight"
    state = choosing(sheet_with(five_of_a_kind=50), (4,) * 5)
    assert GAME.idle(state, A).code == "write.fours"
    assert GAME.idle(choosing(sheet_with(), (6, 6, 6, 5, 1)), A).code == "write.three-of-a-kind"


def test_6_5_the_highest_total_wins_bonuses_included():
    one = sheet_with(**dict.fromkeys([key.replace("-", "_") for key in KEYS], 5), bonus=35)
    other = sheet_with(**dict.fromkeys([key.replace("-", "_") for key in KEYS], 6), extra=0)
    outcome = GAME.turn(Full((one, other), (0, 0))).outcome
    assert outcome.scores == (100, 78)
    assert outcome.winners == (A,)


# 6.6: exact play is tested beside the solver; the last round of turns here


def test_6_6_in_the_last_round_the_bonus_decides():
    """60 in the upper rows, threes open, 20 points behind: one three brings 3 and the bonus."""
    sheet = (3, 6, None, 12, 20, 19, *(0,) * 7, 0, 0)
    other = (*(0,) * 12, 80, 0, 0)
    state = Choosing((other, sheet), (0, 0), TurnRolled(((3, 1, 2, 5, 6),) * 3, (1,)))
    ((best, worth),) = [(one.action.code, one) for one in GAME.advise(state, B)]
    assert best == "write.threes"
    assert (worth.worth, worth.points, worth.exact) == (1.0, 98.0, True)


def test_6_6_before_the_last_round_two_sheets_are_estimated():
    state = GAME.land(GAME.start(2, {}), (1, 2, 3, 4, 6))
    assert not GAME.advise(state, A)[0].exact
    late = (3, 6, None, 12, 20, 19, None, *(0,) * 6, 0, 0)
    state = Choosing((late, late), (0, 0), TurnRolled(((3, 1, 2, 5, 6),), ()))
    assert not GAME.advise(state, A)[0].exact


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_6_6_estimated_shares_sum_to_1_and_are_even_between_equals(seats):
    state = GAME.start(seats, {})
    shares = [GAME.worth(state, Seat(seat)) for seat in range(seats)]
    assert sum(shares) == pytest.approx(1, abs=1e-9)
    assert shares == pytest.approx([1 / seats] * seats, abs=0.02)


@pytest.mark.parametrize(
    ("sheet", "roll", "better", "worse", "told"),
    [
        # worth 20 in both rows: only the bonus tells them apart
        (
            sheet_with(sixes=18, large_straight=40),
            (4, 4, 4, 4, 5),
            "write.fours",
            "write.four-of-a-kind",
            "The bonus of 35 points is at stake: “Fours” needs 4 4 4 for it.",
        ),
        # 45 are missing; three of each other open face bring 36
        (
            sheet_with(sixes=18, chance=20),
            (3, 3, 3, 3, 2),
            "write.threes",
            "write.ones",
            "The bonus of 35 points is at stake: “Threes” needs 3 3 3 for it.",
        ),
    ],
)
def test_6_2_why_tells_what_the_bonus_needs(sheet, roll, better, worse, told):
    state = choosing(sheet, roll, 3)
    advice = {one.action.code: one for one in GAME.advise(state, A)}
    assert advice[better].worth > advice[worse].worth
    found = GAME.exact.why(state, A, advice[better].action, advice[worse].action)
    assert plain(found) == told


def test_6_2_why_tells_nothing_of_a_bonus_that_is_paid():
    sheet = sheet_with(sixes=30, fives=20, threes=15, large_straight=40, bonus=35)
    state = choosing(sheet, (4, 4, 4, 4, 5), 3)
    best, *others = GAME.advise(state, A)
    for other in others:
        found = GAME.exact.why(state, A, best.action, other.action)
        assert found is None or "bonus" not in plain(found)


@pytest.mark.parametrize(
    ("sheet", "roll", "key", "told"),
    [
        (
            sheet_with(sixes=30, fives=20, fours=12),
            (1, 2, 3, 5, 6),
            "threes",
            "It makes the upper bonus: 35 points.",
        ),
        (
            sheet_with(five_of_a_kind=50),
            (4,) * 5,
            "fours",
            "A further five of a kind brings 100 points.",
        ),
        (sheet_with(), (4,) * 5, "fours", "No roll scores more in this row."),
        (sheet_with(), (4, 4, 4, 4, 1), "fours", None),
    ],
)
def test_6_2_and_6_3_reasons_tell_what_a_row_brings(sheet, roll, key, told):
    found = GAME.exact.reason(choosing(sheet, roll, 3), A, Action("write", key))
    assert (found and plain(found)) == told


# 6.7


def chosen(level: str, sheet, roll, rolls: int = 1) -> str:
    ((action, _),) = GAME.computer(choosing(sheet, roll, rolls), A, level)
    return action.code


def test_6_7_medium_aims_at_three_of_each_face():
    assert sum(AIMS[:6]) >= 63
    assert [AIMS[face - 1] >= 3 * face for face in range(1, 7)] == [True] * 6


@pytest.mark.parametrize(
    ("sheet", "roll", "code"),
    [
        (sheet_with(five_of_a_kind=50, fours=12), (4,) * 5, "write.large-straight"),
        (sheet_with(five_of_a_kind=0), (4,) * 5, "write.fours"),
        # a joker that can only write 0 is rerolled …
        ((None, 6, 9, 12, 15, 18, *(0,) * 7, 0, 0), (4,) * 5, "reroll.12345"),
        # … but for the 100 of a further five of a kind
        ((None, 6, 9, 12, 15, 18, *(0,) * 5, 50, 0, 0, 0), (4,) * 5, "write.ones"),
        (sheet_with(), (4,) * 5, "write.five-of-a-kind"),
    ],
)
def test_6_7_medium_keeps_a_joker_that_scores(sheet, roll, code):
    assert chosen("house", sheet, roll) == code


def test_6_7_a_bonus_counts_for_medium():
    sheet = (3, 6, None, 12, 20, 19, *(None,) * 7, 0, 0)
    assert chosen("house", sheet, (3, 1, 1, 5, 6), rolls=3) == "write.threes"


# 6.8, and what players see


def test_6_8_the_board_tells_the_upper_rows_and_what_is_paid_besides():
    sheet = sheet_with(sixes=24, fives=20, five_of_a_kind=50, extra=100)
    (table,) = [
        block for block in GAME.screen(choosing(sheet, (1, 2, 2, 3, 6)), None).blocks
        if hasattr(block, "rows")
    ]  # fmt: skip
    shown = {plain(row[0]): row[1] for row in table.rows}
    assert shown["Extra 5 alike"] == 100
    assert shown["Bonus: 44/63"] == 0
    assert shown["Total"] == 194


def test_the_plus_the_button_and_the_menu_tell_all_that_a_row_brings():
    sheet = sheet_with(sixes=30, fives=20, fours=12, five_of_a_kind=50, three_of_a_kind=0)
    state = choosing(sheet, (3, 1, 1, 5, 6), 3)
    (menu,) = [one for one in GAME.screen(state, A).controls if isinstance(one, Menu)]
    told = {choice.action.on: plain(choice.detail) for choice in menu.choices}
    assert told["threes"] == "scores 3 points (+35)"
    assert told["chance"] == "scores 16 points"
    assert "Write 3 in Threes (+35)" in labels(state)
    assert plus(state)["Chance"] == 16
    assert plus(state)["Threes"] == 38


def test_a_joker_that_writes_0_still_brings_its_100():
    open_keys = ("ones", "twos")
    sheet = (*(None if key in open_keys else 50 if key == KEYS[FIVE] else 9 for key in KEYS), 0, 0)
    for rolls in (1, 3):
        state = choosing(sheet, (6,) * 5, rolls)
        shown = [label for label in labels(state) if label.startswith("Write")]
        assert (
            shown == ["Write 0 in Ones (+100)", "Write 0 in Twos (+100)"][: 1 if rolls == 1 else 2]
        )
        assert {name: plus(state)[name] for name in ("Ones", "Twos")} == {"Ones": 100, "Twos": 100}


def test_a_row_is_named_with_all_that_it_brings():
    """So a hint says what its button says: 20 points in the row, and 100 for another five."""
    state = choosing(sheet_with(five_of_a_kind=50), (4,) * 5)
    assert (
        plain(GAME.name(state, A, Action("write", "fours"))) == "write 20 points in “Fours” (+100)"
    )
    assert "Write 20 in Fours (+100)" in labels(state)


def labels(state) -> list[str]:
    controls = GAME.screen(state, None).controls
    return [plain(control.label) for control in controls if isinstance(control, Press)]


def plus(state) -> dict[str, int]:
    """Return the points that the board shows with a plus, by the name of the row."""
    (table,) = [block for block in GAME.screen(state, None).blocks if isinstance(block, Sheet)]
    names = [plain(row.name) for row in ROWS.rows]
    cells = [row[1] for row in table.rows][: len(names)]
    found = zip(names, cells, strict=True)
    return {name: cell.points for name, cell in found if isinstance(cell, Possible)}


@pytest.mark.parametrize(
    ("closed", "roll", "told"),
    [
        ({}, (4,) * 5, None),  # its own row open: no joker
        ({"five-of-a-kind": 50}, (4, 4, 4, 4, 1), None),
        ({"five-of-a-kind": 50}, (4,) * 5, "Joker: it goes into “Fours”."),
        ({"five-of-a-kind": 0}, (1,) * 5, "Joker: it goes into “Ones”."),
        (
            {"five-of-a-kind": 0, "fours": 12},
            (4,) * 5,
            "Joker: any open lower row, with its full score.",
        ),
        (
            {**dict.fromkeys(KEYS[6:], 0), "fours": 12},
            (4,) * 5,
            "Joker: a zero in an open upper row.",
        ),
    ],
)
def test_the_board_says_where_a_joker_goes(closed, roll, told):
    state = choosing((*(closed.get(key) for key in KEYS), 0, 0), roll)
    for viewer in (None, A):
        found = [line for line in lines(GAME.screen(state, viewer)) if line.startswith("Joker")]
        assert found == ([] if told is None else [told])


@pytest.mark.parametrize(
    ("written", "roll", "key", "told"),
    [
        (
            {"sixes": 24, "fives": 20},
            (4, 4, 4, 4, 1),
            "fours",
            "A wrote 16 in “Fours”",
        ),
        (
            {"sixes": 30, "fives": 20},
            (4, 4, 4, 4, 1),
            "fours",
            "A wrote 16 in “Fours”",
        ),
        (
            {"five_of_a_kind": 50, "fours": 8},
            (4,) * 5,
            "large-straight",
            "A wrote 40 in “Large straight”",
        ),
        (
            {"five_of_a_kind": 50, "sixes": 30, "fives": 20},
            (4,) * 5,
            "fours",
            "A wrote 20 in “Fours” · the most this row can bring",
        ),
    ],
)
def test_what_was_written_is_told_without_the_bonuses(written, roll, key, told):
    state = GAME.play(choosing(sheet_with(**written), roll), A, Action("write", key))
    assert told in lines(GAME.screen(state, None))


def test_the_rules_tell_all_three_bonuses():
    text = "\n".join(plain(block.text) for block in GAME.rules() if hasattr(block, "text"))
    for told in ("35 points", "make 63", "100 points", "joker"):
        assert told in text
    assert not any(isinstance(block, Heading) for block in GAME.rules())


def test_the_result_counts_the_bonuses():
    full = (3, 6, 9, 12, 15, 18, *(20,) * 7, 100, 35)
    assert open_rows(full) == ()
    assert any("338" in line for line in [plain(GAME.screen(Full((full,), (0,)), None).title)])
    (sheet,) = GAME.screen(Full((full,), (0,)), None).blocks
    assert [row[1] for row in sheet.rows[-3:]] == [100, 35, 338]
