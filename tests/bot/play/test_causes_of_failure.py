"""What keeps an answer from its members, each told by its own cause."""

from __future__ import annotations

import logging

import pytest
from simcord import interactions

from hanging import CALLBACK, treated
from simulated import buttons, dice_of, find, table, text_of
from whole_rounds import between_two
from words import Words

ANOTHER = "another program answers with this token"


def warnings_of(caplog):
    return [one.getMessage() for one in caplog.records if ANOTHER in one.getMessage()]


def answered_before(sim, times=None):
    """Let another program answer the next interactions first."""
    told = {"status": 400, "code": 40060, "times": times}
    sim.env.inject_error("POST", CALLBACK, message="already acknowledged", **told)


async def test_three_answers_that_were_given_before_are_one_warning(tmp_path, caplog):
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana)
        answered_before(sim)
        for presses in range(1, 6):
            sim.send(sim.ana, sim.message, dice_of(sim.message)[0]["custom_id"])
            await sim.env.settle()
            assert len(warnings_of(caplog)) == (presses >= 3)


async def test_three_within_several_minutes_are_none(tmp_path, caplog):
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana)
        answered_before(sim)
        for _ in range(4):
            await sim.env.advance_time(40)
            sim.send(sim.ana, sim.message, dice_of(sim.message)[0]["custom_id"])
            await sim.env.settle()
        assert warnings_of(caplog) == []


@pytest.mark.parametrize(("opponent", "status"), [(False, "closed"), (True, "withdrawn")])
async def test_a_round_that_another_program_kept_from_being_shown_is_withdrawn(
    tmp_path, opponent, status
):
    async with table(tmp_path, reminders=False) as sim:
        answered_before(sim, 2)
        options = {"opponent": sim.bogdan} if opponent else {}
        sim.send_command(sim.ana, "play", game="dice-poker", **options)
        await sim.env.settle()
        assert sim.stored().status == status
        assert not (await sim.play(sim.carmen)).ephemeral, "the channel is free"


async def test_a_board_that_was_posted_by_a_repeated_request_is_adopted(tmp_path):
    """40060, because discord.py repeats a request whose connection was lost."""
    async with table(tmp_path, reminders=False) as sim:

        async def twice(carry_out, _):
            await carry_out()
            return await carry_out()

        with treated(sim, "POST", CALLBACK, twice):
            sim.send_command(sim.ana, "play", game="dice-poker")
            await sim.env.settle()
        assert sim.stored().status == "playing"
        assert sim.stored().place.message == sim.message.id
        await sim.press(sim.ana, sim.message, "Keep all")
        assert "Rematch" in buttons(sim.message)


@pytest.mark.parametrize(
    ("status", "code", "level"), [(503, 0, logging.INFO), (404, 10062, logging.WARNING)]
)
async def test_a_failure_of_discord_is_no_warning(tmp_path, caplog, status, code, level):
    """Nor where the apology fails, too. A press that is answered too late is one."""
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana)
        caplog.set_level(logging.INFO)
        caplog.clear()
        sim.env.inject_error("POST", CALLBACK, status=status, code=code, times=None)
        sim.send(sim.ana, sim.message, dice_of(sim.message)[0]["custom_id"])
        await sim.env.settle()
        told = [one.levelno for one in caplog.records if "did not reach" in one.getMessage()]
        assert told == [level] * 2


REMOVED = Words(
    {
        "en": "This message was deleted meanwhile. </rounds:",
        "ro": "Mesajul a fost șters între timp. </rounds:",
    }
)


@pytest.mark.parametrize("language", REMOVED)
async def test_a_message_that_another_press_removed_is_no_fault(tmp_path, caplog, language):
    """Discord's error 10008 says so: the member is told what happened, the host nothing."""
    async with table(tmp_path, reminders=False, language="en") as sim:
        sim.locales[sim.ana.id] = language
        await sim.play(sim.ana)
        caplog.set_level(logging.INFO)
        caplog.clear()
        sim.env.inject_error("POST", CALLBACK, status=404, code=10008, times=1)
        record = sim.send(sim.ana, sim.message, dice_of(sim.message)[0]["custom_id"])
        await sim.env.settle()
        assert text_of(sim.answer_to(record).response).startswith(REMOVED[language])
        assert not [one for one in caplog.records if one.levelno > logging.INFO]
        assert sim.apologies() == 0


COUNTS = Words(
    {
        "en": "Your choice counts, but it could not be shown here. The next answer shows it.",
        "ro": "Alegerea ta contează, dar nu a putut fi arătată aici. O arată răspunsul următor.",
    }
)


@pytest.mark.parametrize("language", COUNTS)
async def test_who_has_acted_is_not_told_to_try_again(tmp_path, language):
    async with table(tmp_path, reminders=False, language="en") as sim:
        sim.locales[sim.bogdan.id] = language
        await between_two(sim)
        sim.env.inject_error("POST", CALLBACK, status=400, code=50035, times=1)
        record = sim.send(sim.bogdan, sim.message, find(sim.message, "Keep all")["custom_id"])
        await sim.env.settle()
        assert sim.stored().version == sim.stored().place.drawn == 3
        assert text_of(sim.answer_to(record).response) == COUNTS[language]


async def test_who_has_only_selected_a_die_may_try_again(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        sim.env.inject_error("POST", CALLBACK, status=400, code=50035, times=1)
        record = sim.send(sim.bogdan, sim.message, dice_of(sim.message)[0]["custom_id"])
        await sim.env.settle()
        assert "try again in a moment" in text_of(sim.answer_to(record).response)


@pytest.mark.parametrize("control", ["own:0:0:reminders.*", "setting:0:0:reminders.*"])
async def test_a_setting_that_was_stored_counts_too(tmp_path, control):
    async with table(tmp_path, reminders=False) as sim:
        boss = sim.member("boss", manage_guild=True)
        page = (await boss.slash(sim.channel, "settings")).response
        if control.startswith("setting"):
            await sim.press_id(boss, page, "setting:0:0:all")
        sim.env.inject_error("POST", CALLBACK, status=400, code=50035, times=1)
        answer = await sim.press_id(boss, page, control)
        assert text_of(sim.reread_private(answer)) == COUNTS["en"]


async def test_what_was_erased_is_not_to_be_erased_again(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        page = await sim.privacy(sim.ana)
        await sim.press_id(sim.ana, page, "privacy:0:0:erase")
        sim.env.inject_error("POST", CALLBACK, status=400, code=50035, times=1)
        answer = await sim.press_id(sim.ana, page, "privacy:0:0:erase-now")
        assert text_of(sim.reread_private(answer)) == COUNTS["en"]


TIMED_OUT = Words(
    {
        "en": "most likely a moderator has timed it out. Until the timeout ends",
        "ro": "cel mai probabil un moderator l-a suspendat temporar.",
    }
)


@pytest.mark.parametrize("language", TIMED_OUT)
async def test_a_timed_out_bot_asks_for_no_permissions(tmp_path, monkeypatch, language):
    async with table(tmp_path, reminders=False) as sim:
        boss = sim.member("boss", language, manage_guild=True)
        before = interactions.base_payload

        def payload_of(*args, **kwargs):
            record, payload = before(*args, **kwargs)
            payload["app_permissions"] = str(1 << 10 | 1 << 16)
            return record, payload

        with monkeypatch.context() as patched:
            patched.setattr(interactions, "base_payload", payload_of)
            (told,) = (await boss.slash(sim.channel, "play", game="dice-poker")).followups
            assert TIMED_OUT[language] in text_of(told)
            assert "**" not in text_of(told), "no permission is named"
            assert (await boss.slash(sim.channel, "play")).followups == [], "once"
        sim.forbid(send_messages=True)
        (told,) = (await boss.slash(sim.channel, "play")).followups
        assert "**" in text_of(told)
