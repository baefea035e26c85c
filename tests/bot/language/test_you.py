"""A player who reads without other members is told "you", in every game and language."""

from __future__ import annotations

from random import Random

import pytest

from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer, render
from plain_words import texts_in
from rules import registry
from rules.engine import act, begin, play_automatic
from rules.headlines import score_of_two, win, your_turn
from rules.screen import Seat
from rules.text import say
from simulated import LOCALES, table, text_of
from simulated_luck import SeededLuck, WrittenLuck
from whole_rounds import click, use
from words import Words, in_each_language

OF_NAMES = {
    "{seat}",
    "{seat} — {hand}",
    "{letter} {seat} {points}",
    "{seat} {points}",
    "{medal} {seat} ({letter}) · {n} point",
    "{medal} {seat} — {hand}",
    "{cards} {seat}",
    "you go first",
    "you reroll first",
    "{seat} now: {event}",
    "{one} and {other} share the win",
}
"""Sentences in which the name of a seat has no verb of its own."""


@pytest.mark.parametrize(
    ("language", "turn", "others", "end"),
    [
        ("en", "Your turn — beat it", "Computer chooses", "You win"),
        ("ro", "E rândul tău — ai de bătut", "Computer alege", "Ai câștigat"),
    ],
)
def test_a_sentence_with_a_verb_has_its_own_form(language, turn, others, end):
    names = ("Ana", "Computer")
    to_all, to_me = PlainRenderer(language, names), PlainRenderer(language, names, Seat(0))
    task = say("beat it") if language == "en" else say("ai de bătut")
    assert render(your_turn(Seat(0), task), language, to_me) == turn
    for said in (your_turn(Seat(1), task), your_turn(Seat(1))):
        assert render(said, language, to_me) == others
    score = score_of_two(9, 7)
    assert render(win(Seat(0)), language, to_me) == end
    assert render(win(Seat(0), score), language, to_me) == f"{end} 9 : 7"
    for other in (win(Seat(1)), win(Seat(1), score)):
        assert render(other, language, to_me) == render(other, language, to_all)


@pytest.mark.slow
@pytest.mark.parametrize("key", registry.games())
def test_no_screen_joins_you_with_a_verb_of_the_third_person(key):
    """Whole random rounds against the computer: where "You" stands, no verb depends on it.

    A sentence in which it does has a form for the player.
    """
    game, random = registry.game(key), Random(5)
    seats = max(2, game.info.seats.start)
    me = Seat(0)
    levels = {Seat(index): game.level("easy") for index in range(1, seats)}
    for seed in range(3):
        luck = SeededLuck(seed)
        play = begin(game, seats, {}, luck)
        while True:
            play = play_automatic(play, levels, luck)
            for viewer in (None, me):
                for text in texts_in(game.screen(play.state, viewer)):
                    told = text.for_player(me)
                    if me in dict(told.arguments).values():
                        assert told is not text or told.template in OF_NAMES
                    for language in LANGUAGES:
                        to_me = PlainRenderer(language, ("Ana",), me)
                        assert "Ana" not in render(text, language, to_me)
            if play.over is not None:
                break
            play = act(play, me, random.choice(game.legal(play.state, me)), luck)


@in_each_language
async def test_against_the_computer_reviews_and_steps_say_you(tmp_path, language):
    """On the board and for others the member keeps their name."""
    async with table(tmp_path, WrittenLuck([(2, 2, 1, 1, 4), (6, 6, 3, 3, 5), (2,)])) as sim:
        for member in (sim.ana, sim.carmen):
            sim.locales[member.id] = LOCALES[language]
        await sim.play(sim.ana)
        await sim.press_id(sim.ana, sim.message, "press:1:*:keep")
        you = Words({"en": "You", "ro": "Tu"})[language]
        review = sim.reread_private(await use(sim.ana, sim.message, "review"))
        step = sim.reread_private(await click(sim.ana, review, r"walk:\d+:0:steps"))
        for text in (text_of(review), text_of(step)):
            assert f"<@{sim.ana.id}>" not in text
            assert you in text
        other = text_of(sim.reread_private(await use(sim.carmen, sim.message, "review")))
        assert f"<@{sim.ana.id}>" in other
        assert f"<@{sim.ana.id}>" in sim.text
