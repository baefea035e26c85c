"""What a hint's button prepares, and the hint that takes the place of the one before."""

from __future__ import annotations

import re

import pytest

from bot.language.languages import LANGUAGES
from messages_read import warnings_in
from simulated import LOCALES, buttons, find, selected, table, text_of
from simulated_luck import SeededLuck, WrittenLuck
from whole_rounds import between_two, click, look, seat, use
from words import Words

LUCK = [(2, 2, 1, 1, 4), (6, 6, 3, 3, 5), (2,)]
"""Against a full house of the dealer, two pairs are both worth keeping."""

PRESS_GREEN = Words(
    {
        "en": "They are selected on the board: press the green button there.",
        "ro": "Sunt alese pe tablă: apasă acolo butonul verde.",
    }
)

EDIT = "/channels/*/messages/*"


def selecting(message):
    """Return the custom ids of the buttons that select dice, by their labels."""
    return {
        label: button["custom_id"]
        for label, button in buttons(message).items()
        if button["custom_id"].startswith("select:")
    }


def dice_in(custom_id):
    """Return the positions that a button selects."""
    return [int(digit) for digit in custom_id.rpartition(":")[2]]


async def asked_for_hint(sim, member=None, message=None):
    """Press Hint; return the private message."""
    return sim.reread_private(await use(member or sim.ana, message or sim.message, "hint"))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_dice_of_a_hint_are_selected_on_the_board(tmp_path, language):
    async with table(tmp_path, WrittenLuck([*LUCK, (3,)])) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        await sim.play(sim.ana)
        private = await asked_for_hint(sim)
        hint = text_of(private)
        (first,) = selecting(private)
        assert first == Words({"en": "Select what to reroll", "ro": "Alege ce arunci"})[language]
        assert dice_in(selecting(private)[first]) == [5]
        before = sim.stored()
        third = f"select:1:{before.moment}:345"  # hints of older versions had one for each choice
        sim.put_button(private, third)
        assert (await sim.ana.click(private, custom_id=third)).acknowledged
        assert selected(sim.message) == dice_in(third)
        answer = await sim.ana.click(private, custom_id=selecting(private)[first])
        assert answer.acknowledged
        assert selected(sim.message) == [5], "no other dice than these"
        assert sim.stored().play == before.play
        ticked = sim.reread(private)
        assert [label for label in buttons(ticked) if label.startswith("✓ ")] == [f"✓ {first}"]
        told = text_of(ticked).removeprefix(hint).strip()
        assert told == PRESS_GREEN[language], "told once, though two were pressed"
        await click(sim.ana, sim.message, r"submit:\d+:\d+:reroll")
        assert sim.stored().play.state.player.hand == (6, 6, 3, 3, 3)
        assert sim.stored().play.state.player.rerolled == (5,)


async def test_only_the_awaited_member_selects(tmp_path):
    """A custom id that somebody copies is refused."""
    async with table(tmp_path) as sim:
        await between_two(sim, help="hints")
        private = await asked_for_hint(sim, sim.bogdan)
        chosen = next(iter(selecting(private).values()))
        for member in (sim.ana, sim.carmen):
            record = sim.send(member, sim.message, chosen)
            await sim.env.settle()
            assert record.responded
            assert selected(sim.message) == []
        assert (await sim.bogdan.click(private, custom_id=chosen)).acknowledged
        assert selected(sim.message) == dice_in(chosen)


@pytest.mark.parametrize("positions", ["9", "16", "6"])
async def test_dice_that_the_board_does_not_have_are_refused(tmp_path, positions):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        record = sim.send(sim.ana, sim.message, f"select:1:{sim.stored().moment}:{positions}")
        await sim.env.settle()
        assert "not possible now" in text_of(sim.reread_private(sim.answer_to(record)))
        assert selected(sim.message) == []


async def test_a_hint_of_an_earlier_moment_selects_nothing(tmp_path):
    async with table(tmp_path, SeededLuck(3)) as sim:
        await seat(sim, "poker-dice", [sim.ana, sim.bogdan], help="hints")
        private = await asked_for_hint(sim)
        assert selecting(private)
        await sim.reroll(sim.ana, sim.message, 1)
        board = text_of(sim.message)
        for custom_id in selecting(private).values():
            answer = await sim.ana.click(private, custom_id=custom_id)
            assert text_of(sim.reread_private(answer)).startswith("This hint came too late")
        assert selected(sim.message) == []
        assert text_of(sim.message) == board
        assert text_of(sim.reread(private)) == text_of(private), "the hint stays as it was"


@pytest.mark.parametrize("status", [403, 404, 429, 500])
async def test_a_board_that_cannot_be_edited_selects_nothing_and_says_so(tmp_path, status):
    async with table(tmp_path, WrittenLuck(LUCK)) as sim:
        await sim.play(sim.ana)
        private = await asked_for_hint(sim)
        await sim.mark(sim.ana, sim.message, 2)
        sim.env.inject_error("PATCH", EDIT, status=status, times=9)
        answer = await sim.ana.click(private, custom_id=selecting(private)["Select what to reroll"])
        text = text_of(sim.reread_private(answer))
        assert text.endswith("so nothing was selected. Press die 5 there yourself.")
        assert selected(sim.message) == [2]
        assert not any(label.startswith("✓") for label in buttons(sim.reread(private)))
        sim.env.backend.faults.clear()
        await sim.mark(sim.ana, sim.message, 3)
        assert selected(sim.message) == [2, 3], "what is rerolled is what the member sees"


async def test_after_a_restart_a_hint_still_selects(tmp_path):
    async with table(tmp_path, WrittenLuck(LUCK)) as sim:
        await sim.play(sim.ana)
        private = await asked_for_hint(sim)
        await sim.restart()
        answer = await sim.ana.click(private, custom_id=selecting(private)["Select what to reroll"])
        assert answer.acknowledged
        assert selected(sim.message) == [5]


async def test_a_hint_to_write_a_row_has_no_button(tmp_path):
    """It stands on the board already."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, "thirteen")
        while (play := (await look(sim)).play).recorded < 9:
            best = play.game.advise(play.state, play.awaits.seats[0])[0].action
            private = await asked_for_hint(sim)
            assert len(selecting(private)) == (best.verb == "reroll")
            advice = play.game.advise(play.state, play.awaits.seats[0])
            row = next(one.action for one in advice if one.action.verb == "write")
            await sim.choose(sim.ana, sim.message, row.code)


CHOOSE = Words({"en": ("Choose the best", "Confirm"), "ro": ("Alege cea mai bună", "Confirmă")})


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_best_split_of_a_hint_is_chosen_and_then_confirmed(tmp_path, language):
    best, confirm = CHOOSE[language]
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        await between_two(sim, "six-card", help="hints")
        own = sim.reread_private(await click(sim.ana, sim.message, r"peek:.*"))
        private = await asked_for_hint(sim, message=own)
        before = sim.stored()
        choose = buttons(private)[best]["custom_id"]
        assert (await sim.ana.click(private, custom_id=choose)).acknowledged
        assert sim.stored().play == before.play, "nothing is decided yet"
        chosen = before.play.game.advise(before.play.state, before.play.awaits.seats[0])[0].action
        assert choose.endswith(chosen.code)
        await sim.press(sim.ana, private, confirm)
        split = (await look(sim)).play.state.splits[0]
        assert "".join(map(str, (*split.high, *split.middle, *split.low))) == re.sub(
            r"\D", "", chosen.code
        )


@pytest.mark.parametrize("what", ["split.999-99-9", "keep", "wave.1", "."])
async def test_a_choice_that_the_menu_does_not_have_is_refused(tmp_path, what):
    async with table(tmp_path) as sim:
        await between_two(sim, "six-card", help="hints")
        own = sim.reread_private(await click(sim.ana, sim.message, r"peek:.*"))
        forged = f"prepare:1:{sim.stored().moment}:{what}"
        sim.put_button(own, forged)
        answer = await sim.ana.click(own, custom_id=forged)
        assert answer.acknowledged
        assert "not confirmed" not in text_of(sim.reread_private(answer))
        assert sim.stored().play.state.splits == (None, None)


# One hint at a time


def shown_to(sim, member, channel=None):
    """Return the ids of the messages in a channel that this member sees."""
    return [one.id for one in (channel or sim.channel).history(viewer=member)]


async def test_a_new_hint_takes_the_place_of_the_one_before(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        first = await asked_for_hint(sim)
        assert first.id in shown_to(sim, sim.ana)
        await sim.mark(sim.ana, find_board(sim), 1)
        second = await asked_for_hint(sim, message=find_board(sim))
        assert first.id not in shown_to(sim, sim.ana)
        assert second.id in shown_to(sim, sim.ana)
        assert "Your present choice" in text_of(second)


def find_board(sim):
    """Return the only public message in the channel."""
    (board,) = sim.channel.history()
    return board


async def test_a_hint_whose_token_has_expired_stays(tmp_path):
    async with table(tmp_path, turn_minutes=60) as sim:
        await sim.play(sim.ana)
        first = await asked_for_hint(sim)
        await sim.wait(minutes=15, seconds=1)
        since = len(sim.env.http_requests)
        second = await asked_for_hint(sim, message=sim.channel.history()[0])
        assert text_of(second).startswith("### Hint")
        assert not sim.requests("DELETE", "/webhooks/*", since=since)
        assert first.id in shown_to(sim, sim.ana)


async def test_a_hint_that_was_dismissed_is_no_fault(tmp_path, caplog):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        sim.delete(await asked_for_hint(sim))
        second = await asked_for_hint(sim)
        assert text_of(second).startswith("### Hint")
        assert not warnings_in(caplog)


async def test_hints_of_other_members_and_rounds_stay(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim, help="hints")
        other = sim.guild.create_text_channel("elsewhere")
        await sim.play(sim.bogdan, channel=other)
        here = await asked_for_hint(sim, sim.bogdan)
        there = await asked_for_hint(sim, sim.bogdan, other.history()[0])
        await sim.press(sim.bogdan, find_board(sim), "Keep all")
        await asked_for_hint(sim, sim.ana, find_board(sim))
        assert here.id in shown_to(sim, sim.bogdan)
        assert there.id in shown_to(sim, sim.bogdan, other)
        assert find(find_board(sim), "💡 Hint")
