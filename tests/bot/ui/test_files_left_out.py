"""Files that a place does not take: the page comes without them, its words kept."""

from __future__ import annotations

import pytest

from hanging import slow_analyses
from simulated import components, table, text_of
from simulated_luck import SeededLuck
from words import Words

FORBIDDEN = Words(
    {
        "en": "The bot may not attach files in this channel",
        "ro": "Botul nu are voie să atașeze fișiere în acest canal",
    }
)
TOO_BIG = Words(
    {
        "en": "The picture or file is too big for this place, so it is left out.",
        "ro": "Imaginea sau fișierul e prea mare pentru locul acesta, așa că lipsește.",
    }
)


async def reviewed(sim):
    """Play a round to its end; return the page of its review."""
    await sim.play(sim.ana)
    await sim.press(sim.ana, sim.message, "Keep all")
    return sim.reread_private(await sim.press_id(sim.ana, sim.message, "tool:*:review"))


async def words(tmp_path):
    """Return the words of the review with its picture."""
    async with table(tmp_path / "with", SeededLuck(3)) as sim:
        page = await reviewed(sim)
        assert page.attachments
        return text_of(page)


@pytest.mark.slow
@pytest.mark.parametrize("language", FORBIDDEN)
async def test_where_files_are_forbidden_a_page_keeps_its_words(tmp_path, language):
    (tmp_path / "with").mkdir()
    expected = await words(tmp_path)
    async with table(tmp_path, SeededLuck(3), language="en") as sim:
        sim.locales[sim.ana.id] = language
        await sim.play(sim.ana)
        await sim.press(sim.ana, sim.message, "Keep all")
        with slow_analyses(sim) as gate:  # the first answer may have files everywhere
            press = next(one for one in components(sim.message) if one.get("label") == "Review")
            asked = sim.send(sim.ana, sim.message, press["custom_id"])
            await sim.env.advance_time(2)
            sim.env.inject_error("POST", "/webhooks/*", status=403, code=50013, times=1)
            gate.set()
            await sim.env.settle()
        page = sim.reread_private(sim.answer_to(asked))
        assert not page.attachments
        assert FORBIDDEN[language] in text_of(page)
        if language == "en":
            assert text_of(page).startswith(expected)


@pytest.mark.parametrize("language", TOO_BIG)
async def test_what_is_too_big_is_not_sent_at_all(tmp_path, monkeypatch, language):
    async with table(tmp_path, SeededLuck(3), language="en") as sim:
        sim.locales[sim.ana.id] = language
        monkeypatch.setattr("bot.ui.answer.ROOM", 2**40)  # more than any place takes
        page = await reviewed(sim)
        assert not page.attachments
        assert TOO_BIG[language] in text_of(page)
