"""What every game's screens promise, shown by random play over all that the registry finds."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from long_words import sheet_lines
from plain_words import assert_sound, plain, texts_in
from random_play import awaited, decisions, offered, seats_of, tables
from rules.game import Awaits, Over, Shuffles
from rules.screen import Block, Cards, Choice, Dice, Line, Mark, Menu, Peek, Press, Seat, Sheet
from rules.text import Text
from simulated_luck import SeededLuck


def test_a_screen_offers_only_what_is_legal(any_game, spots):
    for spot in spots:
        public = any_game.screen(spot.state, None)
        may_act = awaited(any_game, spot.state)
        anybody = {action for seat in may_act for action in any_game.legal(spot.state, seat)}
        assert offered(public) <= anybody
        for seat in seats_of(spot.seats):
            private = any_game.screen(spot.state, seat)
            own = set(any_game.legal(spot.state, seat))
            assert offered(private) <= (anybody if private == public else own)


def test_every_legal_action_is_on_a_screen(any_game, spots):
    for spot, seat in decisions(any_game, spots):
        public, private = any_game.screen(spot.state, None), any_game.screen(spot.state, seat)
        reachable = offered(public)
        if private == public or any(isinstance(control, Peek) for control in public.controls):
            reachable |= offered(private)
        assert reachable >= set(any_game.legal(spot.state, seat))


@pytest.mark.slow
def test_a_secret_choice_shows_to_nobody_else(any_game, journeys):
    """While others still owe a decision, no other screen depends on the choice of a seat."""
    for journey in journeys:
        for spot in journey.spots():
            turn = any_game.turn(spot.state)
            if not isinstance(turn, Awaits) or not turn.secret:
                continue
            for seat in awaited(any_game, spot.state):
                after = [
                    any_game.play(spot.state, seat, action)
                    for action in any_game.legal(spot.state, seat)
                ]
                hidden = [state for state in after if seat not in owing(any_game, state)]
                hidden = [state for state in hidden if owing(any_game, state)]
                others = [other for other in seats_of(journey.seats) if other != seat]
                for viewer in (None, *others):
                    assert len({any_game.screen(state, viewer) for state in hidden}) <= 1


@pytest.mark.slow
def test_hidden_cards_show_to_nobody_else(any_game):
    """Two cards change places: the screens of seats with the same choices stay the same."""
    for seats, options in tables(any_game):
        start = any_game.start(seats, options)
        if not isinstance(any_game.turn(start), Shuffles):
            continue
        everybody = seats_of(seats)
        for before, after in swapped_deals(any_game, start):
            changed = {
                seat
                for seat in everybody
                if set(any_game.legal(before, seat)) != set(any_game.legal(after, seat))
            }
            for viewer in (None, *everybody):
                if changed - {viewer} and viewer not in changed:
                    assert any_game.screen(before, viewer) == any_game.screen(after, viewer)


def swapped_deals(game, start):
    """Yield deals in pairs that differ by two cards, where several seats decide at once."""
    for seed in range(5):
        cards = SeededLuck(seed).shuffle("deal", game.turn(start).cards)
        for one, other in combinations(range(len(cards)), 2):
            swapped = list(cards)
            swapped[one], swapped[other] = cards[other], cards[one]
            before, after = game.land(start, cards), game.land(start, tuple(swapped))
            if len(awaited(game, before)) > 1:
                yield before, after


def owing(game, state) -> tuple[Seat, ...]:
    turn = game.turn(state)
    return turn.seats if isinstance(turn, Awaits) else ()


def test_screens_are_complete(any_game, spots):
    for spot in spots:
        for viewer in (None, *seats_of(spot.seats)):
            screen = any_game.screen(spot.state, viewer)
            assert screen.blocks or screen.goal
            for text in texts_in(screen):
                assert_sound(text)
            assert_blocks(screen.blocks)
            if isinstance(any_game.turn(spot.state), Over):
                assert offered(screen) == set()
                assert screen.tone in ("won", "drawn")
            for control in screen.controls:
                assert_control(control)


def assert_blocks(blocks: tuple[Block, ...]) -> None:
    for block in blocks:
        match block:
            case Dice(faces, face_set) | Cards(faces, face_set):
                assert all(1 <= face <= len(face_set.symbols) for face in faces)
            case Sheet(head, rows, left):
                assert all(len(row) == len(head) + 1 for row in rows)
                assert 0 <= left < len(rows)
                assert max(map(len, sheet_lines(block, "en"))) <= 26
            case Line(text):
                assert isinstance(text, Text)


def assert_control(control: Any) -> None:
    match control:
        case Menu(prompt, choices):
            assert 1 <= len(choices) <= 25
            assert all(isinstance(choice, Choice) for choice in choices)
            assert len({choice.action for choice in choices}) == len(choices)
            assert len({plain(choice.label) for choice in choices}) == len(choices)
            assert sum(choice.chosen for choice in choices) <= 1
            assert all(len(plain(text)) <= 100 for text in (prompt, *(c.label for c in choices)))
        case Mark(_, faces, face_set, submit):
            assert 1 <= len(faces) <= 9
            assert all(1 <= face <= len(face_set.symbols) for face in faces)
            assert submit.plural, "the label of a mark counts its dice"
        case Press(_, label) | Peek(label):
            assert 0 < len(plain(label)) <= 80


def test_rules_can_be_read(any_game):
    blocks = any_game.rules()
    assert any(isinstance(block, Line) for block in blocks)
    for text in texts_in(blocks):
        assert_sound(text)
    assert_blocks(blocks)
