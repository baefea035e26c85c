"""A single person at the keyboard is told "you", in every game and language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

import pytest

from bot.language.render import PlainRenderer, render
from bot.review.second_person import TO_YOU, YOU, to_you
from rules import registry
from rules.engine import act, begin, play_automatic
from rules.headlines import score_of_two, won, your_turn
from rules.screen import Seat
from rules.text import Text, say
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
    "{faces} {seat} — {hand}",
    "{cards} {seat}",
    "Poker Dice, turn {turn} of {turns}, next {seat}",
    "you go first",
    "you reroll first",
    "{seat} now: {event}",
    "{one} and {other} share the win",
}
"""Sentences in which the name of a seat has no verb of its own."""


def texts(shown: Any) -> Iterator[Text]:
    """Yield every sentence on a Screen, those inside others too."""
    if isinstance(shown, Text):
        yield shown
        for _, value in shown.arguments:
            yield from texts(value)
    elif isinstance(shown, tuple):
        for one in shown:
            yield from texts(one)
    elif is_dataclass(shown):
        for one in fields(shown):
            yield from texts(getattr(shown, one.name))


@pytest.mark.parametrize(
    ("language", "turn", "others", "end"),
    [
        ("en", "Your turn — beat it", "Computer chooses", "You win"),
        ("ro", "E rândul tău — ai de bătut", "Computer alege", "Ai câștigat"),
    ],
)
def test_a_sentence_with_a_verb_has_its_own_form(language, turn, others, end):
    renderer = PlainRenderer(language, ("Ana", "Computer"))
    task = say("beat it") if language == "en" else say("ai de bătut")
    told = to_you(your_turn(Seat(0), task), Seat(0))
    assert render(told, language, renderer) == turn
    for said in (your_turn(Seat(1), task), your_turn(Seat(1))):
        assert render(to_you(said, Seat(0)), language, renderer) == others
    score = score_of_two(9, 7)
    assert render(to_you(won(Seat(0)), Seat(0)), language, renderer) == end
    assert render(to_you(won(Seat(0), score), Seat(0)), language, renderer) == f"{end} 9 : 7"
    for other in (won(Seat(1)), won(Seat(1), score)):
        assert to_you(other, Seat(0)) == other


@pytest.mark.slow
@pytest.mark.parametrize("key", registry.games())
def test_no_screen_joins_you_with_a_verb_of_the_third_person(key):
    """Whole random rounds against the computer: where "You" stands, no verb depends on it."""
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
                for text in texts(to_you(game.screen(play.state, viewer), me)):
                    assert me not in dict(text.arguments).values()
                    if YOU in dict(text.arguments).values():
                        said = {one.template for one in TO_YOU.values()}
                        assert text.template in said | OF_NAMES
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
