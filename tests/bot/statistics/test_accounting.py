"""The accounting that is stored: amounts that add up, what counts for skill."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from operator import mul

import pytest

from bot.statistics.account_making import ToAccount, accounts_of
from rules import engine, registry
from rules.review import review
from rules.screen import Action, Seat
from rules.skill import RoundSkill, difficulty
from simulated_luck import SeededLuck, WrittenLuck

KEEP = Action("keep")
DEALER, PLAYER = Seat(0), Seat(1)


def dice_poker(luck, *actions):
    """Play Dice Poker: the seats choose these actions in turn; return the round."""
    game = registry.game("dice-poker")
    play = engine.begin(game, 2, {}, luck)
    for action in actions:
        play = engine.act(play, play.awaits.seats[0], action, luck)
    return play


FULL = [(3, 3, 3, 6, 6), (1, 1, 2, 4, 6), (1, 2), (4, 5)]
BROKEN = (Action("reroll", "45"), Action("reroll", "45"))


def accounted(play, skill_ends=(None, None)):
    return accounts_of(ToAccount(play.game, {}, play.steps, skill_ends))


def test_amounts_add_up_and_skill_is_that_of_the_decisions():
    play = dice_poker(WrittenLuck(FULL), *BROKEN)
    for one in accounted(play):
        parts = (one.luck, one.skill, one.others, one.hidden, one.estimate)
        assert one.result - one.start == pytest.approx(sum(parts))
        assert one.skill == pytest.approx(-sum(each.loss for each in one.decisions))
        house = play.game.exact.house_skill[2]
        assert one.round_skill.given == pytest.approx(-one.skill / house.mean)
        expected = sum(each.expected for each in one.decisions)
        assert one.round_skill.expected == pytest.approx(expected / house.mean)
        assert one.counted == len(one.decisions) == 1


@pytest.mark.parametrize("straights", ["normal", "bust"])
def test_a_round_of_a_variant_is_measured_by_its_own_table(straights):
    game, options = registry.game("poker-dice"), {"straights": straights}
    (variant,) = game.info.variants
    table = variant.house_skill if straights == "bust" else game.exact.house_skill
    luck = WrittenLuck([(1, 1, 2, 4, 6), (1, 2, 3, 4, 6), (2, 2, 3, 4, 6)])
    play = engine.begin(game, 2, options, luck)
    for action in (Action("reroll", "12345"), KEEP, KEEP):
        play = engine.act(play, play.awaits.seats[0], action, luck)
    first, _ = accounts_of(ToAccount(game, options, play.steps, (None, None)))
    house = table[2]
    expected = [one.expected_of(house) for one in review(game, 2, options, play.steps)[0].decisions]
    assert [one.expected for one in first.decisions] == expected
    assert first.skill < 0
    assert first.round_skill == RoundSkill(
        pytest.approx(-first.skill / house.mean),
        pytest.approx(sum(expected) / house.mean),
        pytest.approx(house.variance / house.mean**2),
    )


@pytest.mark.parametrize("straights", ["normal", "bust"])
def test_who_leaves_a_round_of_a_variant_pays_by_its_own_table(straights):
    game, options = registry.game("poker-dice"), {"straights": straights}
    luck = WrittenLuck([(2, 3, 4, 5, 5)])
    play = engine.begin(game, 2, options, luck)
    left = play.recorded + 1
    first, _ = accounts_of(ToAccount(game, options, play.steps, (left, None), (left, None)))
    house = game.house_skill(2, options)
    hard = difficulty(game.advise(play.state, DEALER), "share")
    missing = max(1, house.expected(hard, 0) / house.mean)
    assert first.round_skill.expected == pytest.approx(missing)
    assert first.round_skill.given == pytest.approx(2 * missing)
    assert first.round_skill.variance == pytest.approx(house.variance / house.mean**2)


def test_a_decision_with_a_hint_does_not_count():
    play = dice_poker(WrittenLuck(FULL), *BROKEN)
    dealer_acts = next(step.number for step in play.steps if isinstance(step, engine.Acted))
    dealer, player = accounted(play, (dealer_acts, None))
    assert (dealer.counted, dealer.round_skill) == (0, None)
    assert dealer.decisions[0].helped
    assert dealer.skill < 0
    assert player.counted == 1


def test_a_round_that_was_broken_off_counts_as_far_as_it_went():
    play = dice_poker(WrittenLuck(FULL), BROKEN[0])
    dealer, player = accounted(play)
    assert dealer.round_skill.given > 1
    assert player.round_skill is None


def open_choice(play):
    """Return what is expected of `house` at the choice that is open, in its mean losses."""
    worths = sorted(
        {round(one.worth, 9) for one in play.game.advise(play.state, play.awaits.seats[0])}
    )
    losses = [worths[-1] - one for one in worths]
    weights = [exp(-one / 0.02) for one in losses]
    hard = sum(map(mul, losses, weights)) / sum(weights)
    house = play.game.exact.house_skill[2]
    return house.scale[0][0] * hard / house.mean


HARD = [(2, 3, 4, 5, 5), *FULL[1:]]
"""A pair that is part of a straight, too."""


def test_who_leaves_pays_twice_what_is_missing_and_at_least_the_open_choice():
    easy, hard = (dice_poker(WrittenLuck(rolls)) for rolls in (FULL, HARD))
    assert open_choice(easy) < 1 < open_choice(hard)
    for play, missing in ((easy, 1), (hard, open_choice(hard))):
        left = play.recorded + 1
        dealer, player = accounts_of(
            ToAccount(play.game, {}, play.steps, (left, None), (left, None))
        )
        skill = dealer.round_skill
        assert (skill.given, skill.expected) == pytest.approx((2 * missing, missing))
        assert (dealer.counted, dealer.skill, player.round_skill) == (0, 0, None)


def test_who_leaves_after_a_choice_pays_for_the_rest_of_the_round():
    play = dice_poker(WrittenLuck(FULL), BROKEN[0])
    left = play.recorded + 1
    stayed, _ = accounts_of(ToAccount(play.game, {}, play.steps, (None, None)))
    dealer, player = accounts_of(ToAccount(play.game, {}, play.steps, (left, None), (left, None)))
    missing = 1 - stayed.round_skill.expected
    assert missing > 0
    assert dealer.round_skill.expected == pytest.approx(1)
    assert dealer.round_skill.given == pytest.approx(stayed.round_skill.given + 2 * missing)
    assert player.round_skill is None


def medium_loses(play):
    """Return what medium gives away on average at the choice that is open."""
    seat, state = play.awaits.seats[0], play.state
    worths = {one.action: one.worth for one in play.game.advise(state, seat)}
    chosen = play.game.computer(state, seat, "house")
    return sum(float(p) * (max(worths.values()) - worths[action]) for action, p in chosen)


ERRING = [(1, 6, 5, 2, 3), (3, 4, 5, 1, 1)]
"""Dice of dealer and player at which medium does not always choose best."""


def test_whom_the_other_leaves_has_the_choice_that_was_due_counted_as_lost():
    erring = dice_poker(WrittenLuck(ERRING))
    assert medium_loses(erring) / erring.game.exact.house_skill[2].mean > open_choice(erring)
    for rolls in (FULL, HARD, ERRING):
        play = dice_poker(WrittenLuck(rolls))
        gone = (None, play.recorded + 1)
        asked = ToAccount(play.game, {}, play.steps, (None, gone[1]), gone, (True, False))
        dealer, player = accounts_of(asked)
        skill, house = dealer.round_skill, play.game.exact.house_skill[2]
        assert skill.expected == pytest.approx(open_choice(play))
        expected = max(open_choice(play), medium_loses(play) / house.mean)
        assert skill.given == pytest.approx(expected)
        assert player.round_skill.given == pytest.approx(2), "who leaves pays for the round"
        helped = replace(asked, skill_ends=(1, 1), gone_from=(None, None))
        assert accounts_of(helped)[0].round_skill is None, "unrated"


def test_whom_the_other_leaves_at_their_own_turn_has_nothing_due():
    play = dice_poker(WrittenLuck(FULL), BROKEN[0])
    alone = ToAccount(play.game, {}, play.steps, (None, None), (), (True, False))
    assert accounts_of(alone)[0] == accounts_of(replace(alone, stayed=()))[0]


def test_a_choice_played_for_who_has_left_is_no_open_one():
    """The record goes on after the dealer has left, before their only choice."""
    play = dice_poker(WrittenLuck([*HARD[:2], (4, 5)]), KEEP, BROKEN[1])
    begun = dice_poker(WrittenLuck(HARD))
    left = begun.recorded + 1
    dealer, _ = accounts_of(ToAccount(play.game, {}, play.steps, (left, None), (left, None)))
    assert dealer.round_skill.expected == pytest.approx(open_choice(begun))
    assert dealer.counted == 0


def test_who_had_help_before_leaving_an_old_round_pays_nothing():
    play = dice_poker(WrittenLuck(FULL), BROKEN[0])
    dealer, _ = accounts_of(
        ToAccount(play.game, {}, play.steps, (2, None), (play.recorded + 1, None))
    )
    assert dealer.round_skill is None


def test_the_rarest_hand_is_one_that_lay_there_at_any_moment_before_the_others_or_after():
    dealer, player = accounted(dice_poker(WrittenLuck([*FULL[:3], (1, 1)]), *BROKEN))
    assert dealer.rarest.code == "25/648 full-house 33366"  # broken up later
    assert player.rarest.code == "25/1296 four-of-a-kind 11112"  # reached at the end
    dealer, player = accounted(dice_poker(WrittenLuck(FULL), BROKEN[0]))
    assert (dealer.rarest.rank, player.rarest.rank) == ("full-house", "one-pair")


def test_six_card_keeps_its_hidden_line_out_of_skill():
    game = registry.game("six-card")
    luck = SeededLuck(3)
    play = engine.begin(game, 2, {}, luck)
    while not play.over:
        seat = play.awaits.seats[0]
        play = engine.act(play, seat, game.legal(play.state, seat)[-1], luck)
    for one in accounts_of(ToAccount(game, {}, play.steps, (None, None))):
        given = one.round_skill.given * game.exact.house_skill[2].mean
        assert given == pytest.approx(-one.skill)
        assert one.hidden
