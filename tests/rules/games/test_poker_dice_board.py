"""The board of Poker Dice: the hand to beat, the roll, what others rerolled, the medals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plain_words import dice, lines, plain
from random_play import offered
from rules import engine
from rules.dice import POKER, POSITIONS
from rules.games.poker_dice import GAME
from rules.games.poker_dice.state import Finished, HandsShowdown, PokerTable
from rules.screen import Action, Dice, Divider, Mark, Press, Seat
from rules.turns import KEEP, REROLLS
from simulated_luck import WrittenLuck

A, B, C, D = map(Seat, range(4))


def table(*hands: str) -> PokerTable:
    finished = tuple(Finished((dice(hand),)) for hand in hands)
    return PokerTable(len(hands), straights_bust=False, finished=finished)


def begun(seats: int, *landings):
    luck = WrittenLuck(landings)
    return engine.begin(GAME, seats, {"straights": "normal"}, luck), luck


def test_2_5_the_hand_to_beat_is_always_in_sight():
    """It stands in the first line and on top of the finished hands, with gold."""
    first, second = dice("9 9 J Q A"), dice("10 10 J Q K")
    playing, luck = begun(3, first, second, dice("9 10 J Q A"), dice("K"))
    assert plain(GAME.screen(playing.state, None).title) == "A, your turn — you go first"
    playing = engine.act(playing, A, KEEP, luck)
    assert plain(GAME.screen(playing.state, None).title) == "B, your turn — beat One Pair, 9s"
    playing = engine.act(playing, B, KEEP, luck)
    for _ in range(2):
        screen = GAME.screen(playing.state, None)
        assert plain(screen.title) == "C, your turn — beat One Pair, 10s"
        assert lines(screen)[:4] == [
            "🥇 B — One Pair, 10s",
            "10 10 J Q K",
            "🥈 A — One Pair, 9s",
            "9 9 J Q A",
        ]
        playing = engine.act(playing, C, Action("reroll", "5"), luck) if luck.landings else playing


def test_2_5_the_board_shows_which_roll_it_is_and_whose_turn():
    playing, luck = begun(2, dice("9 9 J Q A"), dice("9 K A"))
    screen = GAME.screen(playing.state, None)
    assert plain(screen.footer) == "Poker Dice"
    assert "roll 1 of 3" in lines(screen)
    assert "A — One Pair, 9s" in lines(screen)
    assert (screen.mark.faces, screen.mark.landed) == (dice("9 9 J Q A"), POSITIONS)
    assert not any(isinstance(block, Dice) for block in screen.blocks), "its buttons are its dice"
    playing = engine.act(playing, A, Action("reroll", "345"), luck)
    screen = GAME.screen(playing.state, None)
    assert "roll 2 of 3 · rerolled J Q A → 9 K A" in lines(screen)
    assert (screen.mark.faces, screen.mark.landed) == (dice("9 9 9 K A"), (3, 4, 5))


def test_2_5_the_first_line_says_who_rolls_while_dice_are_awaited():
    state = GAME.start(2, {})
    assert plain(GAME.screen(state, None).title) == "A rolls …"
    state = GAME.play(GAME.land(state, dice("9 9 J Q A")), A, Action("reroll", "345"))
    screen = GAME.screen(state, None)
    assert plain(screen.title) == "A rolls …"
    assert Dice(dice("9 9 J Q A"), POKER) in screen.blocks


@pytest.mark.parametrize(
    ("rerolls", "expected"),
    [
        ([], "first roll"),
        (["1"], "first roll: 9 9 J Q A"),
        (["1", "23"], "first roll: 9 9 J Q A"),
    ],
)
def test_2_5_the_turn_before_is_told_until_the_first_reroll(rerolls, expected):
    landings = [dice("10 K")[: len(positions)] for positions in rerolls]
    playing, luck = begun(2, dice("9 9 J Q A"), *landings, dice("9 9 9 9 9"), dice("A"))
    for positions in rerolls:
        playing = engine.act(playing, A, Action("reroll", positions), luck)
    if len(rerolls) < 2:
        playing = engine.act(playing, A, KEEP, luck)
    assert expected in lines(GAME.screen(playing.state, None))
    playing = engine.act(playing, B, Action("reroll", "1"), luck)
    assert expected not in lines(GAME.screen(playing.state, None))


def test_2_5_a_table_reads_in_the_middle_as_at_its_end():
    hands = ("9 9 J Q A", "9 9 9 9 A", "9 9 9 9 K", "9 9 9 9 9")
    playing, luck = begun(4, *map(dice, hands))
    for seat in (A, B, C):
        playing = engine.act(playing, seat, KEEP, luck)
    screen = GAME.screen(playing.state, None)
    middle = lines(screen)[:6]
    assert [line[:3] for line in middle[::2]] == ["🥇 B", "🥈 C", "🥉 A"]
    assert screen.blocks.count(Divider()) == 1, "the seat that plays stands apart"
    assert lines(screen)[6] == "C: first roll"
    played_on = engine.act(playing, D, Action("reroll", "1"), WrittenLuck([dice("9")]))
    assert not any("first roll" in line for line in lines(GAME.screen(played_on.state, None)))
    over = engine.act(playing, D, KEEP, luck)
    end = lines(GAME.screen(over.state, None))
    assert end[3:] == [
        line.translate({ord("🥇"): "🥈", ord("🥈"): "🥉"}) for line in middle[:4]
    ] + [
        middle[4].replace("🥉", "4️⃣"),
        middle[5],
    ]


def test_2_5_the_first_dice_of_the_latest_turn_are_told():
    first, last = dice("9 9 J Q A"), dice("9 9 9 Q A")
    rerolled = tuple(Finished((first, last)) for _ in range(3))
    state = GAME.land(GAME.start(4, {}), dice("9 9 9 9 9"))
    table = PokerTable(4, straights_bust=False, finished=rerolled)
    told = lines(GAME.screen(replace(state, table=table), None))
    assert [line for line in told if "first roll" in line] == ["C, first roll: 9 9 J Q A"]


def test_2_5_the_controls_are_the_dice_a_pick_and_keep():
    playing, _ = begun(2, dice("9 9 J Q A"))
    for viewer in (None, A, B):
        screen = GAME.screen(playing.state, viewer)
        assert [type(control) for control in screen.controls] == [Mark, Press, Press]
        assert screen.controls[1].style == screen.controls[2].style == "plain"
        assert offered(screen) == {KEEP, *REROLLS}


def test_2_5_what_comes_next_is_shown():
    playing, luck = begun(4, *[dice("9 9 J Q A")] * 4)
    seen = []
    for seat in (A, B, C, D):
        seen.append(plain(GAME.screen(playing.state, None).footer))
        playing = engine.act(playing, seat, KEEP, luck)
    assert seen == [
        "Poker Dice, next: B · C · D",
        "Poker Dice, next: C · D",
        "Poker Dice, next: D",
        "Poker Dice, the last player",
    ]


@pytest.mark.parametrize(
    ("hands", "title", "tone"),
    [
        (("9 9 9 J J", "9 9 J J K"), "A wins", "won"),
        (("9 9 J J K", "9 9 9 J J", "9 9 J J Q"), "B wins", "won"),
        (("9 9 J J K", "K 9 9 J J"), "A draw", "drawn"),
        (("9 9 J J Q", "9 9 J J K", "K 9 9 J J"), "B and C share the win", "drawn"),
        (("9 9 J J K",) * 3, "3 players share the win", "drawn"),
    ],
)
def test_2_6_the_winner_stands_in_the_title(hands, title, tone):
    screen = GAME.screen(HandsShowdown(table(*hands)), None)
    assert (plain(screen.title), screen.tone, screen.controls) == (title, tone, ())
    assert plain(screen.footer) == "Poker Dice"


def test_2_6_the_order_of_finish_is_told_by_medals_and_ties_share_one():
    hands = ("9 9 J J K", "A A A A A", "K J J 9 9", "9 9 J Q K", "9 J K A Q")
    screen = GAME.screen(HandsShowdown(table(*hands)), None)
    assert lines(screen) == [
        "Five of a Kind beats Two Pair.",
        "🥇 B — Five of a Kind, Aces",
        "A A A A A",
        "🥈 A — Two Pair, Jacks and 9s",
        "9 9 J J K",
        "🥈 C — Two Pair, Jacks and 9s",
        "K J J 9 9",
        "4️⃣ D — One Pair, 9s",
        "9 9 J Q K",
        "5️⃣ E — Bust, Ace high",
        "9 J K A Q",
    ]


def test_2_6_gold_is_shared_and_the_next_hand_has_bronze():
    screen = GAME.screen(HandsShowdown(table("9 9 J J K", "9 9 J J Q", "K J J 9 9")), None)
    assert lines(screen)[1:] == [
        "🥇 A — Two Pair, Jacks and 9s",
        "9 9 J J K",
        "🥇 C — Two Pair, Jacks and 9s",
        "K J J 9 9",
        "🥉 B — Two Pair, Jacks and 9s",
        "9 9 J J Q",
    ]


def test_2_6_where_all_hands_are_the_same_all_have_gold():
    screen = GAME.screen(HandsShowdown(table(*("9 9 J J K",) * 3)), None)
    assert sum(line.startswith("🥇") for line in lines(screen)) == 3


def test_2_6_the_hands_of_two_are_drawn_large_with_their_rolls():
    finished = (Finished((dice("9 9 J K 10"), dice("9 9 J J K"))), Finished((dice("9 9 J J Q"),)))
    screen = GAME.screen(
        HandsShowdown(PokerTable(2, straights_bust=False, finished=finished)), None
    )
    assert [block for block in screen.blocks if isinstance(block, Dice)] == [
        Dice(dice("9 9 J J K"), POKER),
        Dice(dice("9 9 J J Q"), POKER),
    ]
    assert lines(screen)[1:] == [
        "A — Two Pair, Jacks and 9s",
        "first roll: 9 9 J K 10",
        "B — Two Pair, Jacks and 9s",
        "first roll",
    ]


def test_2_6_what_the_third_roll_of_the_latest_turn_has_changed_is_told():
    """A turn that ended before it kept its hand, and that of an earlier turn lay there before."""
    rolls = (dice("9 9 J K 10"), dice("9 9 J J 10"), dice("9 9 J J Q"))
    for finished, landed in (
        ((Finished(rolls[:1]), Finished(rolls)), [(), (5,)]),
        ((Finished(rolls), Finished(rolls[:2])), [(), ()]),
    ):
        screen = GAME.screen(
            HandsShowdown(PokerTable(2, straights_bust=False, finished=finished)), None
        )
        assert [one.landed for one in screen.blocks if isinstance(one, Dice)] == landed


@pytest.mark.parametrize(("other", "told"), [("9 10 J Q A", False), ("A A A A 9", True)])
def test_2_6_only_a_loser_was_close(other, told):
    """Two pairs with a last die miss the full house: they beat a bust, and lose to four alike."""
    rolls = (dice("9 9 J K 10"), dice("9 9 J J 10"), dice("9 9 J J Q"))
    finished = (Finished((dice(other),)), Finished(rolls))
    end = GAME.screen(HandsShowdown(PokerTable(2, straights_bust=False, finished=finished)), None)
    assert ("so close" in " ".join(lines(end))) == told
