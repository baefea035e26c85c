"""*⏰ Your turn, ana*: who waits asks for the reminder, at most once in ten minutes."""

from __future__ import annotations

import pytest

from simulated import buttons, table, text_of
from whole_rounds import between_two, click, control

LABELS = {"en": "⏰ Your turn, {}", "ro": "⏰ E rândul tău, {}"}
SENT = {"en": "⏰ The reminder is sent.", "ro": "⏰ Notificarea e trimisă."}
SOON = {"en": "A reminder was just sent.", "ro": "Tocmai s-a trimis o notificare."}
REMIND = r"tool:\d+:\d+:remind"


def reminders(sim, board):
    """Return what was posted in the channel besides the board."""
    return [one for one in sim.channel.history() if one.id != board.id]


async def behind(sim, member, board):
    """Press *Menu* on a board; return the page that its presser alone sees."""
    return sim.reread_private(await sim.press(member, board, "Menu"))


async def asked(sim, member, board):
    """Press the button; return what its presser alone is told."""
    answer = await click(member, await behind(sim, member, board), REMIND)
    assert answer.ephemeral
    return text_of(answer.response)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ro"])
async def test_who_waits_asks_for_the_reminder_once_in_ten_minutes(tmp_path, language):
    """Of two presses at once one counts, and the automatic reminder does not follow."""
    async with table(tmp_path, language=language, turn_minutes=60) as sim:
        for member in (sim.ana, sim.bogdan):
            sim.locales[member.id] = language
        await between_two(sim)
        board = sim.message
        page = await behind(sim, sim.ana, board)
        assert LABELS[language].format("bogdan") in buttons(page)
        assert reminders(sim, board) == []
        ask = control(page, REMIND)["custom_id"]
        records = [sim.send(sim.ana, board, ask) for _ in range(2)]
        await sim.env.settle()
        assert all(record.responded for record in records)
        (reminder,) = reminders(sim, board)
        assert text_of(reminder).startswith(f"<@{sim.bogdan.id}> ")
        await sim.wait(minutes=2)
        assert len(reminders(sim, board)) == 1, "the automatic one was asked for"
        assert SOON[language] in await asked(sim, sim.ana, board)
        await sim.restart()
        await sim.wait(minutes=7)
        assert SOON[language] in await asked(sim, sim.ana, board)
        await sim.wait(minutes=1, seconds=10)
        assert await asked(sim, sim.ana, board) == SENT[language]
        (second,) = reminders(sim, board)
        assert second.id != reminder.id, "the older one is deleted"


async def test_a_turn_that_passes_takes_the_reminder_and_the_button_along(tmp_path):
    async with table(tmp_path, turn_minutes=60) as sim:
        await between_two(sim)
        board = sim.message
        ask = control(await behind(sim, sim.ana, board), REMIND)["custom_id"]
        assert await asked(sim, sim.ana, board) == SENT["en"]
        await click(sim.bogdan, sim.reread(board), r"press:1:\d+:keep")
        assert reminders(sim, board) == []
        assert "⏰ Your turn, ana" in buttons(await behind(sim, sim.bogdan, board))
        record = sim.send(sim.ana, board, ask)
        await sim.env.settle()
        assert record.responded
        assert reminders(sim, board) == [], "an old button reminds nobody"
        assert SOON["en"] in await asked(sim, sim.bogdan, board), "once in ten minutes on a board"


async def test_nobody_else_asks(tmp_path):
    """Not a spectator, not who is awaited; nor is there a button where nobody waits."""
    async with table(tmp_path, turn_minutes=60) as sim:
        await between_two(sim)
        board = sim.message
        ask = control(await behind(sim, sim.ana, board), REMIND)["custom_id"]
        for member, told in (
            (sim.carmen, "You are not playing in this game."),
            (sim.bogdan, "It is your own turn."),
        ):
            assert not control(await behind(sim, member, board), REMIND)
            record = sim.send(member, board, ask)
            await sim.env.settle()
            assert text_of(sim.answer_to(record).response).startswith(told)
        assert reminders(sim, board) == []


async def test_there_is_none_where_nobody_waits(tmp_path):
    """Alone, against the computer, and while all choose at the same time."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        assert not control(await behind(sim, sim.ana, sim.message), REMIND)
    folder = tmp_path / "two"
    folder.mkdir()
    async with table(folder) as sim:
        await between_two(sim, "six-card")
        assert not control(await behind(sim, sim.ana, sim.message), REMIND)
        own = await click(sim.bogdan, sim.message, r"peek:\d+:\d+")
        own = sim.reread_private(own)
        await click(sim.bogdan, own, r"mark:1:0:split\..*")
        await click(sim.bogdan, sim.reread(own), r"press:1:0:split\..*")
        assert "⏰ Your turn, ana" in buttons(await behind(sim, sim.bogdan, sim.message))
        assert not control(sim.reread(own), REMIND)


@pytest.mark.parametrize("off", ["server", "member"])
async def test_reminders_that_are_off_stay_off(tmp_path, off):
    async with table(tmp_path, turn_minutes=60) as sim:
        if off == "member":
            await sim.own_settings(sim.bogdan, "reminders")
        else:
            boss = sim.member("boss", manage_guild=True)
            page = (await boss.slash(sim.channel, "settings")).response
            await boss.click(page, custom_id="setting:0:0:all")
            await boss.click(page, custom_id="setting:0:0:reminders.off")
        await between_two(sim)
        board = sim.message
        assert (await asked(sim, sim.ana, board)).startswith("No reminder can be sent")
        assert reminders(sim, board) == []
