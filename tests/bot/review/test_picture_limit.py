"""Pictures of a member: how many in ten minutes, and that one is drawn once for all."""

from __future__ import annotations

import pytest

from bot.play import quotas
from bot.review.share import RoundPicture
from costly_rounds import played, worst_row
from simulated import table, text_of
from whole_rounds import use
from words import Words

TOO_MANY = Words(
    {
        "en": "You asked for many pictures in ten minutes. The next one can be drawn after <t:",
        "ro": "Ai cerut multe imagini în zece minute. Următoarea poate fi desenată după <t:",
    }
)


@pytest.fixture
def drawn(monkeypatch):
    """Leave the pictures of *Share* undrawn; the languages in which they were asked for."""
    languages: list[str] = []

    def round_picture(_played, _end, _worths, language, _pictures, *, avatars, headline, roll):
        languages.append(language)
        return RoundPicture(b"PNG", "A round.", ())

    monkeypatch.setattr("bot.review.sharing.round_picture", round_picture)
    return languages


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
        shared = await use(sim.ana, board, "share")
        assert files(sim, shared) == ["round.png"]
        assert files(sim, await use(sim.ana, board, "review")) == ["review.png"]
        page = sim.reread_private(shared)
        for message, verb in ((board, "review"), (board, "share"), (page, "share-now")):
            answer = await use(sim.ana, message, verb)
            assert answer.ephemeral
            assert text_of(answer.response).startswith(TOO_MANY[language])
        assert files(sim, await use(sim.bogdan, board, "review")) == ["review.png"], "others may"
        clock = quotas.time.monotonic
        monkeypatch.setattr(quotas.time, "monotonic", lambda: clock() + quotas.SECONDS)
        assert files(sim, await use(sim.ana, board, "review")) == ["review.png"]


def test_twenty_pictures_are_enough():
    assert (quotas.PICTURES, quotas.SECONDS) == (20, 600)


async def test_a_picture_is_drawn_once_for_all_who_ask_in_a_language(tmp_path, drawn):
    async with table(tmp_path) as sim:
        board = await played(sim, "dice-poker", worst_row)
        for _ in range(2):
            await use(sim.ana, board, "share")
            await use(sim.bogdan, board, "share")
        assert drawn == ["en"]
        sim.locales[sim.carmen.id] = "ro"
        await use(sim.carmen, board, "share")
        assert drawn == ["en", "ro"]
