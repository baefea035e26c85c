"""Pictures of a member: how many in ten minutes, and that a replay is drawn once for all."""

from __future__ import annotations

import pytest

from bot.play import quotas
from bot.review.animation.animated import Animated
from costly_rounds import played, worst_row
from rules.text import say
from simulated import table, text_of
from whole_rounds import use
from words import Words

TOO_MANY = Words(
    {
        "en": "You asked for many pictures in ten minutes. The next one can be drawn <t:",
        "ro": "Ai cerut multe imagini în zece minute. Următoarea poate fi desenată <t:",
    }
)


@pytest.fixture
def drawn(monkeypatch):
    """Leave the animations undrawn; the languages in which they were asked for."""
    languages: list[str] = []

    def animated(_played, _end, language, _pictures, *, judged):
        assert judged, "what only a member sees tells what choices cost"
        languages.append(language)
        return Animated(b"GIF89a", (say("A round."),), ())

    monkeypatch.setattr("bot.review.replay.animated", animated)
    return languages


async def watch(member, board):
    """Press Replay; return the answer."""
    return await use(member, board, "film")


def files(sim, answer):
    return [one.filename for one in sim.reread_private(answer).attachments]


@pytest.mark.slow
@pytest.mark.parametrize("language", TOO_MANY)
async def test_a_member_has_so_many_pictures_in_ten_minutes(
    tmp_path, monkeypatch, no_picture, drawn, language
):
    monkeypatch.setattr(quotas, "PICTURES", 2)
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = language
        board = await played(sim, "dice-poker", worst_row)
        assert files(sim, await watch(sim.ana, board)) == ["replay.gif"]
        assert files(sim, await use(sim.ana, board, "review")) == ["review.png"]
        review, replay = await use(sim.ana, board, "review"), await watch(sim.ana, board)
        for answer in (review, replay):
            assert answer.ephemeral
            assert text_of(answer.response).startswith(TOO_MANY[language])
        assert files(sim, await use(sim.bogdan, board, "review")) == ["review.png"], "others may"
        clock = quotas.time.monotonic
        monkeypatch.setattr(quotas.time, "monotonic", lambda: clock() + quotas.SECONDS)
        assert files(sim, await use(sim.ana, board, "review")) == ["review.png"]


def test_twenty_pictures_are_enough():
    assert (quotas.PICTURES, quotas.SECONDS) == (20, 600)


async def test_a_replay_is_drawn_once_for_all_who_ask_in_a_language(tmp_path, drawn):
    """Whoever's name is known by then."""
    async with table(tmp_path) as sim:
        board = await played(sim, "dice-poker", worst_row)
        await watch(sim.ana, board)
        sim.rename(sim.bogdan, "Bogdan the Great")
        await watch(sim.bogdan, board)
        assert drawn == ["en"]
        sim.locales[sim.carmen.id] = "ro"
        await watch(sim.carmen, board)
        assert drawn == ["en", "ro"]
