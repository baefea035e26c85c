"""Every landing and every mixed choice has a label: unique in its round, and made by the state."""

from __future__ import annotations

import re
from random import Random

import pytest

from bot.table.luck import SeededLuck as FairLuck
from random_play import Journey, seats_of
from rules import engine, registry
from rules.game import Rolls, Shuffles
from rules.screen import Action, Seat
from simulated_luck import SeededLuck

FORM = re.compile(r"seat/[1-8]/turn/[0-9]+/roll/[0-9]+|deal|choose/seat/[1-8]/moment/[0-9]+")


class Labels(SeededLuck):
    """Keeps the labels that are asked for."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.labels: list[str] = []

    def roll(self, label, count):
        self.labels.append(label)
        return super().roll(label, count)

    def shuffle(self, label, cards):
        self.labels.append(label)
        return super().shuffle(label, cards)

    def choose(self, label, weights):
        self.labels.append(label)
        return super().choose(label, weights)


def landings(journey: Journey) -> list[str]:
    """Return the labels of everything that landed in a round, from its states."""
    turns = (journey.game.turn(state) for state in journey.states)
    return [turn.label for turn in turns if isinstance(turn, Rolls | Shuffles)]


def test_every_landing_of_a_round_has_a_label_of_its_own(journeys):
    for journey in journeys:
        labels = landings(journey)
        assert len(set(labels)) == len(labels)
        assert all(FORM.fullmatch(label) for label in labels)


def test_the_same_state_gives_the_same_label(any_game, journeys):
    for journey in journeys:
        again = engine.replay(any_game, journey.seats, journey.options, journey.record)
        assert any_game.turn(again.state) == any_game.turn(journey.end.state)
        known: dict[object, str] = {}
        for state in journey.states:
            turn = any_game.turn(state)
            if isinstance(turn, Rolls | Shuffles):
                assert known.setdefault(state, turn.label) == turn.label


def test_mixed_choices_have_labels_of_their_own(any_game):
    for level in any_game.info.levels:
        seats = any_game.info.seats.start
        levels = dict.fromkeys(seats_of(seats), level.key)
        if any_game.info.key in ("thirteen", "nine") and level.key == "perfect":
            continue  # certain choices, which take long
        luck = Labels(f"{any_game.info.key} {level.key}")
        after = engine.play_automatic(engine.begin(any_game, seats, {}, luck), levels, luck)
        assert after.over
        assert len(set(luck.labels)) == len(luck.labels)
        assert all(FORM.fullmatch(label) for label in luck.labels)


@pytest.mark.parametrize("label", ["", "Seat/1", "seat 1", "seat/1\n", "ș"])
def test_other_labels_are_refused(label):
    for awaited in (lambda: Rolls(1, label), lambda: Shuffles((1, 2), label)):
        with pytest.raises(ValueError, match="a label is made of"):
            awaited()


# Equal keeps meet equal faces


def rolled(playing, positions, luck):
    """Reroll these positions of the seat that is awaited."""
    (seat,) = playing.awaits.seats
    action = Action("reroll", "".join(map(str, positions)))
    return engine.act(playing, seat, action, luck).state.rolled.dice


def test_equal_keeps_meet_the_same_faces_and_others_share_as_many_as_possible():
    game, random = registry.game("thirteen"), Random("keeps")
    for number in range(200):
        luck = FairLuck(number.to_bytes(32, "big"), "part")
        playing = engine.begin(game, 1, {}, luck)
        dice = playing.state.rolled.dice
        one, other = (
            tuple(sorted(random.sample(range(1, 6), random.randint(1, 5)))) for _ in range(2)
        )
        first, second = (rolled(playing, positions, luck) for positions in (one, other))
        assert rolled(playing, one, luck) == first
        met = [
            tuple(after[place - 1] for place in places)
            for after, places in ((first, one), (second, other))
        ]
        shared = min(map(len, met))
        assert met[0][:shared] == met[1][:shared]
        kept = [
            sorted(face for place, face in enumerate(dice, 1) if place not in places)
            for places in (one, other)
        ]
        if kept[0] == kept[1]:
            assert sorted(first) == sorted(second)


def test_members_meet_the_same_first_roll_in_a_turn_whatever_they_did_before():
    game = registry.game("thirteen")
    luck = FairLuck(bytes(32), "part")
    playing = engine.begin(game, 1, {}, luck)
    stays = engine.act(playing, Seat(0), Action("write", "chance"), luck)
    rerolls = engine.act(playing, Seat(0), Action("reroll", "12"), luck)
    rerolls = engine.act(rerolls, Seat(0), Action("write", "ones"), luck)
    assert stays.state.rolled.dice == rerolls.state.rolled.dice
