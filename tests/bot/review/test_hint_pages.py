"""Hints on Discord: at every decision of every game, in private."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.language.languages import KNOWN
from bot.language.render import PlainRenderer, render
from bot.table.hints import NO_HINTS
from bot.thinking.process import Restarting
from bot.thinking.questions import ONE_AT_A_TIME
from bot.ui.answer import DEFER_AFTER, Answer
from bot.ui.drawing.discord_renderer import DiscordRenderer
from discord_limits import assert_fits
from rules import registry
from rules.errors import Refusal
from rules.games.nine.rows import ROWS as NINE
from rules.screen import Action
from simulated import LOCALES, buttons, dice_of, find, selected, table, text_of, until
from simulated_luck import WrittenLuck
from whole_rounds import between_two, click, do, look, use
from words import Words, in_each_language

GAMES = list(registry.games())
GOOD = Words(
    {
        "en": "✅ What you have selected is the best choice.",
        "ro": "✅ Ce ai selectat e cea mai bună alegere.",
    }
)


async def opened(sim, game, language):
    """Open a round of Ana's in which she is to choose; return the message with her controls."""
    sim.locales[sim.ana.id] = LOCALES[language]
    await sim.play(sim.ana, game)
    if game == "six-card":
        return sim.reread_private(await press_first(sim))
    return sim.message


async def press_first(sim):
    """Press the button that shows the own cards."""
    (peek,) = [one for one in buttons(sim.message).values() if "peek" in one["custom_id"]]
    answer = await sim.ana.click(sim.message, custom_id=peek["custom_id"])
    assert answer.acknowledged
    return answer


async def hinted(sim, member, message):
    """Press Hint; return its text. In place of the own Screen it leads back to that."""
    public = sim.channel.history()
    own = message.flags.ephemeral
    answer = await use(member, message, "hint")
    private = sim.reread(message) if own else sim.reread_private(answer)
    assert private.flags.ephemeral
    assert own or answer.ephemeral
    assert_fits([one.to_dict() for one in private.components] if own else private.components)
    if own:
        await click(member, private, r"peek:\d+:\d+")
    assert [one.id for one in sim.channel.history()] == [one.id for one in public]
    return text_of(private)


@in_each_language
@pytest.mark.parametrize("game", GAMES)
async def test_every_decision_of_every_game_has_a_hint(tmp_path, game, language):
    """Ana takes the hint at every decision and does what it names as best."""
    async with table(tmp_path) as sim:
        message = await opened(sim, game, language)
        hints = 0
        while (stored := await look(sim)).status == "playing" and hints < 8:
            play, at = stored.play, stored.play.awaits.seats[0]
            text = await hinted(sim, sim.ana, message)
            hints += 1
            best = play.game.advise(play.state, at)[0].action
            renderer = DiscordRenderer(language, sim.bot.emoji)
            named = renderer.text(play.game.name(play.state, at, best))
            (line,) = [line for line in text.splitlines() if line.startswith("💡")]
            assert named.lower() in line.lower()
            assert (await look(sim)).players[at.index].hinted[-1] == play.recorded + 1
            assert len((await look(sim)).players[at.index].hinted) == hints
            await do(sim, sim.ana, message, best)
            message = message if game == "six-card" else sim.message
        assert hints >= 1
        sim.assert_replays()


@in_each_language
async def test_the_selected_dice_are_judged(tmp_path, language):
    luck = WrittenLuck([(4, 4, 2, 1, 1), (6, 6, 3, 3, 5), (2,)])
    async with table(tmp_path, luck) as sim:
        message = await opened(sim, "dice-poker", language)
        text = await hinted(sim, sim.ana, message)
        assert not any(word in text for word in ("loses", "pierde", "✅"))
        await sim.mark(sim.ana, message, 5)
        assert GOOD[language] in await hinted(sim, sim.ana, sim.message)
        await sim.mark(sim.ana, sim.message, 5)
        await sim.mark(sim.ana, sim.message, 1)
        (line,) = [
            line for line in (await hinted(sim, sim.ana, sim.message)).splitlines() if "(**" in line
        ]
        play = sim.stored().play
        advice = play.game.advise(play.state, play.awaits.seats[0])
        lost = advice[0].worth - next(
            one.worth for one in advice if one.action == Action("reroll", "1")
        )
        digits = f"{100 * lost:.1f}".replace(".", KNOWN[language].decimal)
        assert re.search(rf" {digits}\s?% ", line)
        assert len(sim.stored().players[1].hinted) == 1


async def test_a_split_that_is_chosen_but_may_still_change_is_judged(tmp_path):
    """In Six Card Poker, by the cards that are chosen in private."""
    async with table(tmp_path) as sim:
        own = await opened(sim, "six-card", "en")
        play, (at,) = sim.stored().play, sim.stored().seats_of(sim.ana.id)
        advice = play.game.advise(play.state, at)

        async def judged():
            await use(sim.ana, own, "hint")
            text = text_of(sim.reread(own))
            await sim.press(sim.ana, own, "Back")
            return text

        assert "have selected" not in await judged()
        await sim.choose_only(sim.ana, own, advice[-1].action.code)
        text = await judged()
        lost = 100 * (advice[0].worth - advice[-1].worth)
        assert f"loses {lost:.1f}% chance to win" in text
        assert "What you have selected (**High card" in text
        await sim.choose_only(sim.ana, own, advice[0].action.code)
        assert GOOD["en"] in await judged()
        assert sim.stored().players[at.index].hinted
        assert not sim.stored().players[1 - at.index].hinted


@pytest.mark.parametrize("game", GAMES)
async def test_among_members_no_game_has_the_button_and_one_that_stands_there_is_refused(
    tmp_path, game
):
    async with table(tmp_path) as sim:
        await between_two(sim, game)
        before = sim.stored()
        (at, *_) = before.play.awaits.seats
        member = next(one for one in (sim.ana, sim.bogdan) if before.seats_of(one.id) == (at,))
        board = sim.message
        if game == "six-card":
            board = sim.reread_private(await click(member, board, r"peek:.*"))
        assert "💡 Hint" not in buttons(board)
        hint = f"tool:{before.id}:{before.moment}:hint"
        sim.put_button(board, hint)
        answer = await member.click(board, custom_id=hint)
        assert answer.ephemeral
        assert text_of(answer.response) == render(NO_HINTS, "en", PlainRenderer("en"))
        assert sim.stored() == before


async def test_only_the_member_who_plays_gets_a_hint(tmp_path):
    """Members who watch are refused, and nothing is stored."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        for member in (sim.bogdan, sim.carmen):
            answer = await sim.press(member, sim.message, "💡 Hint")
            assert answer.ephemeral
            assert not text_of(answer.response).startswith("### Hint")
            assert "%" not in text_of(answer.response)
        assert all(not one.hinted for one in sim.stored().players)


async def test_a_stale_hint_redraws_the_present(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, "thirteen")
        message = sim.message
        old = find(message, "💡 Hint")["custom_id"]
        await sim.reroll(sim.ana, message, 1)
        since = len(sim.env.http_requests)
        await sim.send_all([(sim.ana, message, old)])
        (answer,) = sim.requests(since=since)
        assert answer.json["type"] == 7
        assert f"mark:1:{sim.stored().moment}:1" in str(answer.json)
        assert all(not one.hinted for one in sim.stored().players)


async def test_after_a_restart(tmp_path):
    """Selections are read from the colours of the message, hints from the storage."""
    async with table(tmp_path, WrittenLuck([(4, 4, 2, 1, 1), (6, 6, 3, 3, 5), (2,)])) as sim:
        await sim.play(sim.ana)
        await hinted(sim, sim.ana, sim.message)
        await sim.mark(sim.ana, sim.message, 5)
        before = sim.stored()
        await sim.restart()
        assert sim.stored() == before
        assert selected(sim.message) == [5]
        assert GOOD["en"] in await hinted(sim, sim.ana, sim.message)
        assert sim.stored().players[1].hinted == before.players[1].hinted
        assert len(before.players[1].hinted) == 1


async def test_a_hint_changes_neither_the_board_nor_the_moment_nor_the_deadline(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        before, shown, since = sim.stored(), sim.text, len(sim.env.http_requests)
        await hinted(sim, sim.ana, sim.message)
        after = sim.stored()
        assert (after.moment, after.deadline.at, after.deadline.remind_at) == (
            before.moment,
            before.deadline.at,
            before.deadline.remind_at,
        )
        assert after.play.state == before.play.state
        assert after.place.drawn == after.version
        assert sim.text == shown
        assert not sim.requests("PATCH", "*/channels/*", since=since)
        # The buttons of the board are still valid.
        await sim.mark(sim.ana, sim.message, 2)
        assert selected(sim.message) == [2]


async def test_two_hints_pressed_at_once_are_computed_one_at_a_time_and_noted_once(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        hint = find(sim.message, "💡 Hint")["custom_id"]
        records = await sim.send_all([(sim.ana, sim.message, hint)] * 2)
        first, second = (sim.reread_private(sim.answer_to(record)) for record in records)
        assert first.ephemeral
        assert second.ephemeral
        assert text_of(first).splitlines()[3].startswith("💡")
        assert "is still being computed" in text_of(second)
        assert len(sim.stored().players[1].hinted) == 1


async def test_a_hint_is_noted_before_it_is_shown(tmp_path, monkeypatch):
    """A kill between the two cannot hide a hint that was given."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        noted = []
        show = Answer.show_private

        async def shown(self, drawing, *pictures):
            noted.append(sim.stored().players[1].hinted)
            return await show(self, drawing, *pictures)

        monkeypatch.setattr(Answer, "show_private", shown)
        assert "💡" in await hinted(sim, sim.ana, sim.message)
        assert noted == [(sim.stored().play.recorded + 1,)]


async def test_a_hint_that_comes_after_the_choice_is_not_given(tmp_path, monkeypatch):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        questions = sim.bot.questions
        answer, thinking = questions.answer, asyncio.Event()

        async def slowly(*args, **kwargs):
            await sim.env.external_wait(thinking.wait(), reason="a hint that takes long")
            return await answer(*args, **kwargs)

        monkeypatch.setattr(questions, "answer", slowly)
        message = sim.message
        record = sim.send(sim.ana, message, find(message, "💡 Hint")["custom_id"])
        await sim.env.advance_time(DEFER_AFTER)
        assert record.deferred
        keep = sim.send(sim.ana, message, find(message, "Keep all")["custom_id"])
        await until(lambda: keep.responded)
        assert sim.stored().status == "over"
        thinking.set()
        await sim.env.settle()
        private = sim.reread_private(sim.answer_to(record))
        assert text_of(private).startswith("This hint came too late")
        assert sim.stored().players[1].hinted == ()
        assert not dice_of(sim.message)


@pytest.mark.parametrize("refusal", [Refusal(ONE_AT_A_TIME), Restarting()])
async def test_a_hint_that_is_refused_is_not_noted(tmp_path, monkeypatch, refusal):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        before = sim.stored()

        async def refuse(*args, **kwargs):
            raise refusal

        monkeypatch.setattr(sim.bot.questions, "answer", refuse)
        assert "💡" not in await hinted(sim, sim.ana, sim.message)
        assert sim.stored() == before


async def test_alone_the_numbers_are_the_own_points(tmp_path):
    async with table(tmp_path) as sim:
        text = await hinted(sim, sim.ana, await opened(sim, "thirteen", "en"))
        assert "points you would reach" in text


ESTIMATE = Words(
    {
        "en": (
            r"^💡 \*\*.+\*\*: chance to win about \d+\.\d% · \d+\.\d expected points$",
            "estimated chance to win, and",
        ),
        "ro": (
            r"^💡 \*\*.+\*\*: șanse de câștig circa \d+,\d\s% · \d+,\d puncte așteptate$",
            "câștig estimate",
        ),
    }
)
EXACT = Words(
    {
        "en": (
            r"^💡 \*\*.+\*\*: chance to win \d+\.\d% · \d+\.\d expected points$",
            r"\(chance to win, and points",
        ),
        "ro": (
            r"^💡 \*\*.+\*\*: șanse de câștig \d+,\d\s% · \d+,\d puncte așteptate$",
            r"\(șanse de câștig și puncte",
        ),
    }
)


@pytest.mark.slow
@in_each_language
async def test_two_sheets_are_advised_to_win_by_an_estimate_and_late_exactly(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        await sim.play(sim.ana, "nine", level="easy")
        (at,) = sim.stored().seats_of(sim.ana.id)
        rows = [one.key for one in NINE.rows]
        for row in rows[:4]:
            text = await hinted(sim, sim.ana, sim.message)
            line, note = ESTIMATE[language]
            assert re.search(line, text, re.MULTILINE)
            assert re.search(f"{note}.*:\n💡", text), "what the numbers are stands above them"
            await do(sim, sim.ana, sim.message, Action("write", row))
        text = await hinted(sim, sim.ana, sim.message)
        line, note = EXACT[language]
        assert re.search(line, text, re.MULTILINE)
        assert re.search(f"{note}.*:\n💡", text), "what the numbers are stands above them"
        game, state = registry.game("nine"), sim.stored().play.state
        best = game.advise(state, at)[0]
        assert best.exact
        number = f"{100 * best.worth:.1f}".replace(".", "." if language == "en" else ",")
        words = Words({"en": "chance to win", "ro": "șanse de câștig"})[language]
        assert f"**: {words} {number}" in text
