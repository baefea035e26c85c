"""What was chosen is told in the past, in every game and language: it never reads like advice."""

from __future__ import annotations

import re

import pytest

from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer, render
from bot.review.past_form import past_form
from random_play import play_at_random
from rules import engine, registry
from rules.engine import Acted
from words import Words

GAMES = [key for key, game in registry.games().items() if game.exact is not None]
NAMED = {"six-card"}
"""Games whose choices have a name without a verb."""

BY_OTHERS = Words(
    {"en": r"a (kept|rerolled|wrote) .*", "ro": r"a a (păstrat|aruncat din nou|scris) .*"}
)
BY_YOU = Words(
    {"en": r"You (kept|rerolled|wrote) .*", "ro": r"Ai (păstrat|aruncat din nou|scris) .*"}
)
CHOSE_BY_OTHERS = Words({"en": "a chose .*", "ro": "a a ales .*"})
CHOSE_BY_YOU = Words({"en": "You chose .*", "ro": "Ai ales .*"})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_every_choice_is_told_in_the_past(key, language):
    game = registry.game(key)
    seats = max(1, min(game.info.seats))
    renderer = PlainRenderer(language, ("a", "b"))
    others, you = (CHOSE_BY_OTHERS, CHOSE_BY_YOU) if key in NAMED else (BY_OTHERS, BY_YOU)
    record = play_at_random(game, seats, {}, f"done {key}").record
    told = 0
    for step in record:
        if not isinstance(step, Acted):
            continue
        state = engine.replay(game, seats, {}, record[: step.number - 1]).state
        for action in game.legal(state, step.seat):
            text = past_form(step.seat, game.name(state, step.seat, action))
            if step.seat.index == 0:
                assert re.fullmatch(others[language], render(text, language, renderer))
            to_player = PlainRenderer(language, ("a", "b"), step.seat)
            assert re.fullmatch(you[language], render(text, language, to_player))
            told += 1
    assert told > 30


def test_a_reroll_says_what_was_kept_and_what_was_rerolled():
    game = registry.game("nine")
    record = play_at_random(game, 1, {}, "kept").record
    step = next(step for step in record if isinstance(step, Acted))
    state = engine.replay(game, 1, {}, record[: step.number - 1]).state
    keep_two = next(
        one for one in game.legal(state, step.seat) if one.on == "345" and one.verb == "reroll"
    )
    text = render(
        past_form(step.seat, game.name(state, step.seat, keep_two)), "en", PlainRenderer()
    )
    assert re.search(r"kept \S+ \S+, rerolled \S+ \S+ \S+$", text)
