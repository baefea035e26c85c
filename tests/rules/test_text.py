"""Sentences as values."""

from __future__ import annotations

import pytest

from plain_words import plain
from rules.screen import Seat
from rules.text import Positions, Text, say, say_count, say_in


def test_a_sentence_keeps_its_template_and_its_arguments_in_order():
    text = say("{better} beats {worse}", better="K", worse="J")
    assert (text.template, text.arguments) == (
        "{better} beats {worse}",
        (("better", "K"), ("worse", "J")),
    )
    assert (text.context, text.plural, text.count) == ("", "", 0)


def test_an_argument_may_be_called_like_any_parameter():
    text = say_count("{one}", "{many}", 2, one="a", many="b", n_="c", template="d", context="e")
    assert dict(text.arguments)["one"] == "a"
    assert dict(say("{template}", template="x").arguments) == {"template": "x"}
    assert dict(say_in("a place", "{context}", context="x").arguments) == {"context": "x"}


def test_equal_words_in_different_contexts_are_different_sentences():
    assert say_in("seat", "dealer") != say_in("level", "dealer") != say("dealer")


def test_a_counted_sentence_can_be_said_of_another_number():
    text = say_count("Reroll {n} die", "Reroll {n} dice", 0)
    assert [plain(text.with_count(n)) for n in (1, 2)] == ["Reroll 1 die", "Reroll 2 dice"]
    assert text.count == 0


def test_a_sentence_about_a_seat_has_forms_for_the_players():
    text = say("{seat} rolls {n} dice", seat=Seat(1), n=5).with_you(say("You roll {n} dice"))
    assert [plain(text.for_player(Seat(index))) for index in (0, 1)] == [
        "B rolls 5 dice",
        "You roll 5 dice",
    ]
    choosing = say("{seat}, choose", seat=Seat(1)).with_you(say("Choose"), say("{seat} chooses"))
    told = [plain(choosing.for_player(Seat(index))) for index in (0, 1)]
    assert told == ["B chooses", "Choose"]
    assert plain(choosing) == "B, choose"


def test_sentences_can_be_keys_and_cannot_be_changed():
    text = say("marked: {positions}", positions=Positions((3, 4)))
    assert {text: 1}[say("marked: {positions}", positions=Positions((3, 4)))] == 1
    with pytest.raises(AttributeError):
        text.template = "other"
    assert isinstance(text, Text)
