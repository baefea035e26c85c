"""The board of Dice Poker: whose turn it is, the dice of both seats, what was rerolled."""

from __future__ import annotations

import pytest

from plain_words import lines, plain
from rules.dice import POSITIONS
from rules.games.dice_poker import GAME
from rules.games.dice_poker.state import (
    DealerRerolls,
    DealerRolls,
    DealerSelects,
    DiceShowdown,
    Final,
    PlayerRerolls,
    PlayerRolls,
    PlayerSelects,
)
from rules.screen import Dice, Mark, Press, Seat, with_dice
from rules.turns import KEEP

DEALER, PLAYER = Seat(0), Seat(1)
FIRST, SECOND = (4, 4, 2, 2, 1), (6, 6, 3, 3, 1)


def faces(text: str) -> tuple[int, ...]:
    return tuple(map(int, text))


def kept(roll) -> Final:
    return Final(roll, (), roll)


def test_1_4_the_first_line_says_whose_turn_it_is_and_the_last_the_game():
    four = Final(FIRST, (3, 4, 5), faces("44442"))
    boards = [
        (DealerRolls(), "A rolls …"),
        (PlayerRolls(FIRST), "B rolls …"),
        (DealerSelects(FIRST, SECOND), "A, your turn — you reroll first"),
        (DealerRerolls(FIRST, (1,), SECOND), "A rolls …"),
        (PlayerSelects(four, SECOND), "B, your turn — beat Four of a Kind"),
        (PlayerRerolls(four, SECOND, (1,)), "B rolls …"),
        (DiceShowdown(four, kept(SECOND)), "A wins"),
    ]
    for state, title in boards:
        screen = GAME.screen(state, None)
        assert plain(screen.title) == title
        assert plain(screen.footer) == "Dice Poker"


def test_1_1_every_board_names_dealer_and_player():
    final = Final(FIRST, (3, 4, 5), faces("44442"))
    for state in (
        DealerRolls(),
        PlayerRolls(FIRST),
        DealerSelects(FIRST, SECOND),
        DealerRerolls(FIRST, (1,), SECOND),
        PlayerSelects(final, SECOND),
        PlayerRerolls(final, SECOND, (1,)),
        DiceShowdown(final, kept(SECOND)),
    ):
        told = lines(GAME.screen(state, None))
        assert sum(line.startswith("Dealer A") for line in told) == 1
        assert sum(line.startswith("Player B") for line in told) == 1


def test_1_4_the_dealer_sees_both_rolls_and_the_player_sees_the_dealers_hand():
    """The dice of the seat that chooses are its buttons, those of the other are drawn."""

    def dice(state, viewer):
        screen = GAME.screen(state, viewer)
        rows = [block.faces for block in screen.blocks if isinstance(block, Dice)]
        return rows, screen.mark.faces

    for viewer in (None, DEALER, PLAYER):
        assert dice(DealerSelects(FIRST, SECOND), viewer) == ([SECOND], FIRST)
        hand = Final(FIRST, (3, 4, 5), faces("44426"))
        assert dice(PlayerSelects(hand, SECOND), viewer) == ([faces("44426")], SECOND)


def test_1_4_the_board_shows_what_was_rerolled():
    """The faces before and after; the new dice are marked."""
    state = PlayerSelects(Final(FIRST, (3, 4, 5), faces("44426")), SECOND)
    screen = GAME.screen(state, None)
    assert lines(screen) == [
        "Dealer A — Three of a Kind, 4s",
        "rerolled 2 2 1 → 4 2 6",
        "Player B — Two Pair, 6s and 3s (behind)",
    ]
    assert marks(screen) == [(3, 4, 5)]
    end = GAME.screen(DiceShowdown(Final(FIRST, (5,), faces("44225")), kept(SECOND)), None)
    assert "rerolled 1 → 5" in lines(end)


def marks(screen):
    return [block.landed for block in screen.blocks if isinstance(block, Dice)]


def test_1_4_a_board_says_which_dice_the_latest_roll_has_brought():
    """Those of both seats at first, then those of the only reroll, then those that answer it."""
    screen = GAME.screen(DealerSelects(FIRST, SECOND), None)
    assert (marks(screen), screen.mark.landed) == ([POSITIONS], POSITIONS)
    screen = GAME.screen(PlayerSelects(Final(FIRST, (5,), faces("44225")), SECOND), None)
    assert (marks(screen), screen.mark.landed) == ([(5,)], ())
    dealt, answer = Final(FIRST, (5,), faces("44225")), Final(SECOND, (1, 2), SECOND)
    assert marks(GAME.screen(DiceShowdown(dealt, answer), None)) == [(), (1, 2)]


def test_1_4_a_hand_that_was_kept_is_not_shown_twice():
    """Only that it was kept is said: its first roll would be the same row again."""
    for state in (PlayerSelects(kept(FIRST), SECOND), DiceShowdown(kept(FIRST), kept(SECOND))):
        screen = GAME.screen(state, None)
        assert "no reroll" in lines(screen)
        assert not any("first roll" in line for line in lines(screen))
    assert marks(GAME.screen(PlayerSelects(kept(FIRST), SECOND), None)) == [()]


def test_1_4_where_no_buttons_are_drawn_both_hands_are_seen_also_equal_ones():
    for state in (DealerSelects(FIRST, FIRST), PlayerSelects(kept(FIRST), FIRST)):
        blocks = with_dice(GAME.screen(state, None))
        assert [block.faces for block in blocks if isinstance(block, Dice)] == [FIRST, FIRST]


def test_1_4_the_awaited_seat_selects_its_own_dice_or_keeps_all():
    for state, roll in (
        (DealerSelects(FIRST, SECOND), FIRST),
        (PlayerSelects(kept(SECOND), FIRST), FIRST),
    ):
        mark, pick, keep = GAME.screen(state, None).controls
        assert isinstance(mark, Mark)
        assert mark.faces == roll
        assert isinstance(keep, Press)
        assert (keep.action, keep.style) == (KEEP, "plain")
        assert (pick.action.code, pick.style) == ("reroll.5", "plain")
    for state in (
        DealerRolls(),
        DealerRerolls(FIRST, (1,), SECOND),
        DiceShowdown(kept(FIRST), kept(SECOND)),
    ):
        assert GAME.screen(state, None).controls == ()


@pytest.mark.parametrize(
    ("dealer", "player", "decided"),
    [
        ("64641", "66335", "Both have two pair with 6s; 4s beat 3s in the second pair."),
        (
            "66644",
            "66655",
            "Both have a full house with three 6s; a pair of 5s beats a pair of 4s.",
        ),
        ("21345", "65432", "Both have a straight; up to 6 beats up to 5."),
        ("11364", "61415", "Both have the same One Pair; the single die decides: 5 beats 4."),
        ("33314", "66225", "Three of a Kind beats Two Pair."),
    ],
)
def test_1_5_words_alone_tell_what_decided(dealer, player, decided):
    """A result marks the die that the last reroll has just brought, and none of before."""
    first, *_ = final = faces(player)
    rerolled = Final((7 - first, *final[1:]), (1,), final)
    screen = GAME.screen(DiceShowdown(kept(faces(dealer)), rerolled), None)
    assert lines(screen)[0] == decided
    assert marks(screen) == [(), (1,)]


@pytest.mark.parametrize(("dealer", "told"), [("12346", False), ("44441", True)])
def test_only_a_player_who_lost_was_close(dealer, told):
    """6 6 3 3 misses the full house: two pairs beat singles, and lose to four of a kind."""
    player = Final(faces("66331"), (5,), faces("66332"))
    end = GAME.screen(DiceShowdown(kept(faces(dealer)), player), None)
    assert ("so close" in " ".join(lines(end))) == told
