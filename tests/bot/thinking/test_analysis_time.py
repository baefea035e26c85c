"""Hints and reviews are computed apart from presses, which do not wait for them.

An analysis lasts until the test releases it; meanwhile others press and must be
answered. No test depends on real time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.review import hint as hints
from bot.review import review_page as reviews
from bot.thinking import computers as thinking
from bot.thinking.process import TOO_LONG
from rules import registry
from rules.errors import Refusal
from simulated import find, table, text_of, until
from whole_rounds import use

KEEP_HAND = "Keep this hand and stop"


class SlowAnalysis:
    """An analysis that waits until the test sets `enough`."""

    def __init__(self, question: Callable[..., object]) -> None:
        self.question = question
        self.begun, self.enough = threading.Event(), threading.Event()
        self.threads: list[str] = []

    def __call__(self, *args, **kwargs):
        self.threads.append(threading.current_thread().name)
        self.begun.set()
        assert self.enough.wait(20)
        return self.question(*args, **kwargs)


@pytest.fixture
def slow_advice(monkeypatch):
    """Make hints of Dice Poker wait until the test releases them."""
    game = registry.game("dice-poker")
    analyse = SlowAnalysis(game.exact.advise)
    real = hints.hint

    def slowly(asked, seats, state, seat, chosen):
        return real(
            replace(asked, exact=replace(asked.exact, advise=analyse)), seats, state, seat, chosen
        )

    monkeypatch.setattr("bot.review.hint_and_review.hint", slowly)
    yield analyse
    analyse.enough.set()


async def test_presses_are_answered_while_a_hint_is_computed(tmp_path, slow_advice):
    """The same round and another one go on."""
    async with table(tmp_path) as sim:
        other = sim.guild.create_text_channel("elsewhere")
        await sim.play(sim.ana)
        await sim.play(sim.bogdan, channel=other)
        message, elsewhere = sim.message, other.last_message
        asked = sim.send(sim.ana, message, find(message, "💡 Hint")["custom_id"])
        await until(slow_advice.begun.is_set)
        press = find(elsewhere, "Keep all")["custom_id"]
        answers = [sim.send(sim.bogdan, elsewhere, press)]
        await until(lambda: answers[0].responded)
        await until(lambda: sim.stored(2).status == "over")
        answers.append(sim.send(sim.ana, message, find(message, "Keep all")["custom_id"]))
        await until(lambda: answers[1].responded)
        await until(lambda: sim.stored(1).status == "over")
        assert not slow_advice.enough.is_set()
        assert not sim.answer_to(asked).followups
        slow_advice.enough.set()
        await sim.env.settle()
        private = sim.reread_private(sim.answer_to(asked))
        assert text_of(private).startswith("This hint came too late: the game has moved on.")
        assert sim.stored(1).players[1].hinted == ()
        assert [name.split("_")[0] for name in slow_advice.threads] == ["analysis"]


async def test_a_perfect_computer_does_not_wait_for_a_hint(tmp_path, slow_advice):
    """The computer's moves are computed on another thread than hints."""
    async with table(tmp_path) as sim:
        other = sim.guild.create_text_channel("elsewhere")
        await sim.play(sim.ana)
        await sim.play(sim.bogdan, "poker-dice", other, level="perfect")
        message, elsewhere = sim.message, other.last_message
        sim.send(sim.ana, message, find(message, "💡 Hint")["custom_id"])
        await until(slow_advice.begun.is_set)
        keep = sim.send(sim.bogdan, elsewhere, find(elsewhere, KEEP_HAND)["custom_id"])
        await until(lambda: keep.responded)
        await until(lambda: sim.stored(2).status == "over")
        assert not slow_advice.enough.is_set()
        slow_advice.enough.set()
        await sim.env.settle()


async def test_others_are_answered_while_a_perfect_computer_thinks(tmp_path, monkeypatch):
    """Its round waits, and nothing of the act is stored before all of it is."""
    choice = SlowAnalysis(thinking.choice)
    monkeypatch.setattr("bot.thinking.computers.choice", choice)
    async with table(tmp_path) as sim:
        other = sim.guild.create_text_channel("elsewhere")
        await sim.play(sim.ana)
        await sim.play(sim.bogdan, "poker-dice", other, level="perfect")
        message, elsewhere, before = sim.message, other.last_message, sim.stored(2)
        keep = sim.send(sim.bogdan, elsewhere, find(elsewhere, KEEP_HAND)["custom_id"])
        await until(choice.begun.is_set)
        press = sim.send(sim.ana, message, find(message, "Keep all")["custom_id"])
        await until(lambda: press.responded)
        await until(lambda: sim.stored(1).status == "over")
        assert sim.stored(2).play == before.play
        assert not keep.responded
        choice.enough.set()
        await until(lambda: keep.responded)
        await until(lambda: sim.stored(2).status == "over")
        await sim.env.settle()
        sim.assert_replays(2)
        assert {name.split("_")[0] for name in choice.threads} == {"analysis"}


async def test_presses_are_answered_while_a_review_is_computed(tmp_path, monkeypatch):
    analyse = SlowAnalysis(reviews.reviews_in_pieces)
    monkeypatch.setattr("bot.review.review_page.reviews_in_pieces", analyse)
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.press(sim.ana, sim.message, "Keep all")
        board = sim.message
        asked = sim.send(sim.ana, board, find(board, "Review")["custom_id"])
        await until(analyse.begun.is_set)
        again = sim.send(sim.ana, board, find(board, "Rematch")["custom_id"])
        await until(lambda: again.responded)
        await until(lambda: len(sim.channel.history()) == 2)
        assert not analyse.enough.is_set()
        analyse.enough.set()
        await sim.env.settle()
        assert "Review" in text_of(sim.reread_private(sim.answer_to(asked)))
        assert [name.split("_")[0] for name in analyse.threads] == ["analysis"]


async def test_a_hint_that_cannot_be_computed_is_answered_with_one_apology(
    tmp_path, monkeypatch, caplog
):
    def broken(*_):
        raise RuntimeError("the tables are gone")

    monkeypatch.setattr("bot.review.hint_and_review.hint", broken)
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        answer = await use(sim.ana, sim.message, "hint")
        private = sim.reread_private(answer)
        assert private.ephemeral
        assert "Something went wrong" in text_of(private)
        assert "round=1" in caplog.text
        await sim.press(sim.ana, sim.message, "Keep all")
        assert sim.stored().status == "over"


@pytest.mark.parametrize(
    ("locale", "told"),
    [
        ("en-US", "This takes too long just now. Please ask again in a moment."),
        ("ro", "Acum durează prea mult. Te rugăm să întrebi din nou peste puțin timp."),
    ],
)
async def test_a_hint_that_takes_too_long_says_so_and_does_not_count(
    tmp_path, monkeypatch, locale, told
):
    def late(*_):
        raise Refusal(TOO_LONG)

    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = locale
        await sim.play(sim.ana)
        with monkeypatch.context() as patched:
            patched.setattr("bot.review.hint_and_review.hint", late)
            answer = await use(sim.ana, sim.message, "hint")
        assert text_of(sim.reread_private(answer)) == told
        assert sim.stored().players[1].hinted == ()
        await use(sim.ana, sim.message, "hint")
        assert len(sim.stored().players[1].hinted) == 1
