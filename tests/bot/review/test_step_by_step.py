"""A finished round step by step, in private: forward and back, in every game."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from itertools import cycle

import pytest

from bot.language.languages import LANGUAGES
from costly_rounds import opened, played, worst_row
from discord_limits import assert_fits
from rules import registry
from rules.engine import Acted
from simulated import LOCALES, buttons, table, text_of
from whole_rounds import between_two, click, control, leave, look, offered_by, use
from words import Words, in_each_language

GAMES = list(registry.games())
DONE = Words({"en": r" (kept|rerolled|wrote|chose) ", "ro": r" a (păstrat|aruncat|scris|ales) "})
UNSHOWN = Words(
    {
        "en": "The game was left before the choice of {} was shown.",
        "ro": "Partida a fost părăsită înainte ca alegerea făcută de {} să fie arătată.",
    }
)
YOURS = Words(
    {
        "en": "The game was left before your choice was shown.",
        "ro": "Partida a fost părăsită înainte ca alegerea ta să fie arătată.",
    }
)
WORTH = Words(
    {
        "en": re.compile(r"^(Chance to win|Expected points) after it: .*\d", re.MULTILINE),
        "ro": re.compile(r"^(Șanse de câștig|Puncte așteptate) după aceasta: .*\d", re.MULTILINE),
    }
)
END = Words({"en": "### The end of the game", "ro": "### Sfârșitul partidei"})


async def turn(sim, member, answer, what):
    """Press a button of the page; return the text of the page, None if it is disabled."""
    message = sim.reread_private(answer)
    button = control(message, rf"walk:\d+:\d+:{what}")
    if button.get("disabled"):
        return None
    pressed = await member.click(message, custom_id=button["custom_id"])
    assert pressed.acknowledged
    message = sim.reread_private(answer)
    assert_fits(message.components)
    return text_of(message)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "language"), [*zip(GAMES, cycle(LANGUAGES[::-1])), (GAMES[0], LANGUAGES[0])]
)
async def test_forward_and_back(tmp_path, no_picture, game, language):
    """Every choice has a page; back shows what was there before, and nothing else changes."""
    async with table(tmp_path) as sim:
        sim.locales.update(dict.fromkeys(sim.locales, LOCALES[language]))
        message = await played(sim, game, worst_row)
        stored, board = await look(sim), text_of(message)
        answer = await opened(sim, sim.ana, message)
        pages = [text_of(sim.reread_private(answer))]
        acted = [step for step in sim.record() if isinstance(step, Acted)]
        assert await turn(sim, sim.ana, answer, "back") is None
        some = min(len(acted), 5)
        pages += [await turn(sim, sim.ana, answer, "next") for _ in range(some)]
        for place, (text, step) in enumerate(zip(pages, acted, strict=False), 1):
            if game == "six-card":
                break
            player = stored.players[step.seat.index].user
            assert re.search(rf"\*\*<@{player}>{DONE[language]}", text), "in the past, no advice"
            assert f" {place} {'din' if language == 'ro' else 'of'} {len(acted) + 1}" in text
            assert len(WORTH[language].findall(text)) == 1, "one number"
        for page in reversed(pages[:-1]):
            assert await turn(sim, sim.ana, answer, "back") == page
        last = await turn(sim, sim.ana, answer, "last")
        assert (END[language] in last) == (game != "six-card")
        assert await turn(sim, sim.ana, answer, "next") is None
        assert await turn(sim, sim.ana, answer, "first") == pages[0]
        assert text_of(sim.reread(message)) == board
        assert (await look(sim)) == stored


@pytest.mark.slow
async def test_buttons_work_after_a_restart_and_those_of_1_0_turn_pages(tmp_path, no_picture):
    """They listed all choices, or few of them."""
    async with table(tmp_path) as sim:
        message = await played(sim, "dice-poker", worst_row)
        answer = await opened(sim, sim.bogdan, message)
        first = text_of(sim.reread_private(answer))
        await sim.restart()
        second = await turn(sim, sim.bogdan, answer, "next")
        assert second != first
        page = sim.reread_private(answer)
        for old, shown in (("0:back.all", first), ("1:list", second), ("1:list.all", second)):
            await sim.send_all([(sim.bogdan, page, f"walk:1:{old}")])
            assert text_of(sim.reread_private(answer)) == shown


async def test_secret_choices_are_shown_to_others_after_the_end(tmp_path, no_picture):
    """Ana sees her own cards, the end, then Bogdan's cards; Carmen first sees the end."""
    async with table(tmp_path) as sim:
        message = await played(sim, "six-card", worst_row)
        for member, own in ((sim.ana, sim.ana.id), (sim.bogdan, sim.bogdan.id), (sim.carmen, 0)):
            answer = await opened(sim, member, message)
            pages = [text_of(sim.reread_private(answer))]
            while (text := await turn(sim, member, answer, "next")) is not None:
                pages.append(text)
            ends = ["The end of the game" in page for page in pages]
            assert ends == ([False, True, False] if own else [True, False, False])
            if own:
                assert f"<@{own}> chose" in pages[0]
                assert f"<@{own}> chose" not in pages[2]


async def test_what_was_never_shown_stays_secret(tmp_path, no_picture):
    """Ana has split her cards, Bogdan leaves: nobody else is shown what she held."""
    async with table(tmp_path) as sim:
        await between_two(sim, "six-card")
        own = sim.reread_private(await click(sim.ana, sim.message, r"peek:.*"))
        await sim.choose(sim.ana, own, offered_by(own)[0])
        board = sim.message
        await leave(sim, sim.bogdan)
        assert sim.stored().status == "over"
        answer = await opened(sim, sim.carmen, sim.reread(board))
        shown = sim.reread_private(answer)
        assert "The end of the game" in text_of(shown)
        assert await turn(sim, sim.carmen, answer, "next") is None
        private = await opened(sim, sim.ana, sim.reread(board))
        assert f"**<@{sim.ana.id}> chose High card" in text_of(sim.reread_private(private))


@in_each_language
async def test_nor_does_a_review_show_what_was_never_shown(tmp_path, no_picture, language):
    """The worst split of Ana stays secret to Carmen; Ana herself sees it step by step."""
    async with table(tmp_path) as sim:
        sim.locales.update(dict.fromkeys(sim.locales, LOCALES[language]))
        await between_two(sim, "six-card")
        stored = await look(sim)
        split = stored.play.game.advise(stored.play.state, stored.seats_of(sim.ana.id)[0])[-1]
        own = sim.reread_private(await click(sim.ana, sim.message, r"peek:.*"))
        await sim.choose(sim.ana, own, split.action.code)
        board = sim.message
        await leave(sim, sim.bogdan)
        for member, told in ((sim.carmen, UNSHOWN[language]), (sim.ana, YOURS[language])):
            private = sim.reread_private(await use(member, sim.reread(board), "review"))
            text = text_of(private)
            assert f"**{told.format(f'<@{sim.ana.id}>')}**" in text
            assert "**High card" not in text
            assert "−" not in text
        await click(sim.ana, private, r"walk:\d+:0:steps")
        assert f"**<@{sim.ana.id}>" in text_of(sim.reread(private))


async def test_a_review_is_one_message_whose_pages_are_turned(tmp_path):
    """Its picture belongs to the first page; none is left over, and none is lost."""
    async with table(tmp_path) as sim:
        message = await played(sim, "dice-poker", worst_row)
        review = sim.reread_private(await use(sim.ana, message, "review"))
        story = text_of(review)
        for page, told in (
            (r"walk:\d+:0:steps", "### Step 1 of 3"),
            (r"tool:\d+:\d+:overview", story),
        ):
            await click(sim.ana, sim.reread(review), page)
            shown = sim.reread(review)
            assert text_of(shown).startswith(told)
            pictures = [one.filename for one in shown.attachments]
            assert pictures == (["review.png"] if told == story else [])
        assert [*buttons(shown)] == ["Step by step", "Share"]


async def test_a_round_whose_moves_are_no_longer_kept(tmp_path, no_picture):
    """Its board still has the buttons; they say what is left."""
    async with table(tmp_path) as sim:
        message = await played(sim, "dice-poker", worst_row)
        private = sim.reread_private(await use(sim.ana, message, "review"))
        await sim.restart()
        with closing(sqlite3.connect(tmp_path / "rounds.sqlite3")) as database:
            database.execute("DELETE FROM steps")
            database.commit()
        answers = [await use(sim.ana, message, "review")]
        answers.append(await click(sim.ana, private, r"walk:\d+:0:steps"))
        for answer in answers:
            assert "no longer kept" in text_of(sim.reread_private(answer))
