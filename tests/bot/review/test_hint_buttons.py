"""The button of a hint, which makes its best choice, and when a hint goes."""

from __future__ import annotations

import re

import pytest

from bot.table.store import rounds
from messages_read import warnings_in
from rules.engine import Acted
from simulated import LOCALES, buttons, table, text_of
from simulated_luck import SeededLuck, WrittenLuck
from whole_rounds import between_two, click, look, offered_by, use
from words import Words, in_each_language

LUCK = [(2, 2, 1, 1, 4), (6, 6, 3, 3, 5), (2,)]
"""Against a full house of the dealer, two pairs are both worth keeping."""

KEEP_PAIRS = Words(
    {"en": "Keep 6 6 3 3, reroll 1 die", "ro": "Păstrează 6 6 3 3, aruncă 1 zar"},
)
LATE = Words({"en": "This hint came too late", "ro": "Indiciul a venit prea târziu"})


def following(message):
    """Return the label and the custom id of the button that makes the best choice."""
    return next(
        (
            (label, button["custom_id"])
            for label, button in buttons(message).items()
            if button["custom_id"].startswith("follow:")
        ),
        (None, None),
    )


async def asked_for_hint(sim, member=None, message=None):
    """Press Hint; return the private message."""
    return sim.reread_private(await use(member or sim.ana, message or sim.message, "hint"))


@in_each_language
async def test_one_press_makes_the_best_choice_and_the_hint_goes(tmp_path, language):
    async with table(tmp_path, WrittenLuck([*LUCK, (3,)])) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        await sim.play(sim.ana)
        private = await asked_for_hint(sim)
        label, follow = following(private)
        assert label == KEEP_PAIRS[language]
        assert (await sim.ana.click(private, custom_id=follow)).acknowledged
        await sim.env.settle()
        assert sim.stored().play.state.player.hand == (6, 6, 3, 3, 3)
        assert sim.stored().play.state.player.rerolled == (5,)
        assert private.id not in shown_to(sim, sim.ana)
        assert sim.result == Words({"en": "{} wins", "ro": "{} câștigă"})[language].format(
            f"<@{sim.ana.id}>"
        )


async def test_a_hint_goes_when_its_member_has_chosen(tmp_path):
    async with table(tmp_path, SeededLuck(3)) as sim:
        await sim.play(sim.ana, "thirteen")
        private = await asked_for_hint(sim)
        await sim.mark(sim.ana, sim.message, 1)
        assert private.id in shown_to(sim, sim.ana), "a selected die decides nothing"
        await click(sim.ana, sim.message, r"submit:\d+:\d+:reroll")
        await sim.env.settle()
        assert private.id not in shown_to(sim, sim.ana)


@in_each_language
async def test_a_hint_of_an_earlier_moment_does_nothing(tmp_path, language):
    async with table(tmp_path, SeededLuck(3)) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        await sim.play(sim.ana, "poker-dice")
        private = await asked_for_hint(sim)
        _, follow = following(private)
        await sim.reroll(sim.ana, sim.message, 1)
        sim.put_button(sim.message, follow)
        before = sim.stored()
        answer = await sim.ana.click(sim.message, custom_id=follow)
        assert text_of(sim.reread_private(answer)).startswith(LATE[language])
        assert sim.stored() == before


async def test_only_the_awaited_member_follows(tmp_path):
    """A custom id that somebody copies is refused; one that is forged is where others sit, too."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        private = await asked_for_hint(sim)
        _, follow = following(private)
        before = sim.stored().play
        for member in (sim.bogdan, sim.carmen):
            record = sim.send(member, sim.message, follow)
            await sim.env.settle()
            assert record.responded
            assert sim.stored().play == before
        assert (await sim.ana.click(private, custom_id=follow)).acknowledged
        assert sim.stored().play != before
        sim.another_story()
        await between_two(sim)
        stored = sim.stored()
        record = sim.send(sim.ana, sim.message, f"follow:{stored.id}:{stored.moment}:keep")
        await sim.env.settle()
        assert record.responded
        assert sim.stored() == stored, "she sits there, and Bogdan is to choose"


@pytest.mark.slow
@pytest.mark.parametrize("what", ["reroll.9", "reroll.21", "wave", "write.ones", "."])
async def test_a_choice_that_there_is_not_is_refused(tmp_path, what):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        before = sim.stored().play
        forged = f"follow:1:{sim.stored().moment}:{what}"
        sim.put_button(sim.message, forged)
        assert (await sim.ana.click(sim.message, custom_id=forged)).acknowledged
        assert sim.stored().play == before


async def test_after_a_restart_a_hint_still_does_what_it_says(tmp_path):
    async with table(tmp_path, WrittenLuck([*LUCK, (3,)])) as sim:
        await sim.play(sim.ana)
        private = await asked_for_hint(sim)
        await sim.restart()
        _, follow = following(private)
        assert (await sim.ana.click(private, custom_id=follow)).acknowledged
        assert sim.stored().play.state.player.rerolled == (5,)


async def test_the_best_choice_is_followed_in_every_turn_of_a_sheet(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, "thirteen")
        for _ in range(8):
            play = (await look(sim)).play
            best = play.game.advise(play.state, play.awaits.seats[0])[0].action
            private = await asked_for_hint(sim)
            await sim.ana.click(private, custom_id=following(private)[1])
            record = sim.bot.storage.read(rounds.record, 1)
            acted = [step for step in record if isinstance(step, Acted)][-1]
            assert acted.action == best


CONFIRM = Words({"en": "Confirm", "ro": "Confirmă"})


@in_each_language
async def test_the_best_split_of_a_hint_is_chosen_and_then_confirmed(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        await sim.play(sim.ana, "six-card")
        own = sim.reread_private(await click(sim.ana, sim.message, r"peek:.*"))
        private = await asked_for_hint(sim, message=own)
        before = sim.stored()
        _, follow = following(private)
        assert (await sim.ana.click(private, custom_id=follow)).acknowledged
        assert sim.stored().play == before.play, "nothing is decided yet"
        chosen = before.play.game.advise(before.play.state, before.play.awaits.seats[0])[0].action
        assert follow.endswith(chosen.code)
        await sim.press(sim.ana, private, CONFIRM[language])
        split = (await look(sim)).play.state.splits[0]
        assert "".join(map(str, (*split.high, *split.middle, *split.low))) == re.sub(
            r"\D", "", chosen.code
        )
        assert private.id not in shown_to(sim, sim.ana), "the game is over"


@pytest.mark.parametrize("chosen", [False, True])
async def test_back_from_a_hint_leads_to_the_cards_as_they_were(tmp_path, chosen):
    """With the split that was chosen and not confirmed yet, if there was one."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, "six-card")
        own = sim.reread_private(await click(sim.ana, sim.message, r"peek:.*"))
        if chosen:
            await sim.choose_only(sim.ana, own, offered_by(own)[-1])
            own = sim.reread(own)
        before = text_of(own)
        assert ("Chosen, not confirmed yet" in before) == chosen
        hint = await asked_for_hint(sim, message=own)
        await sim.press(sim.ana, hint, "Back")
        back = sim.reread(hint)
        assert text_of(back) == before
        assert buttons(back)["Confirm"]["disabled"] != chosen
        assert sim.stored().play.state.splits[0] is None


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
        assert "What you have selected" in text_of(second)


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
        other, third = (sim.guild.create_text_channel(name) for name in ("elsewhere", "beside"))
        await sim.play(sim.ana)
        await sim.play(sim.ana, channel=other)
        await sim.play(sim.bogdan, channel=third)
        here = await asked_for_hint(sim)
        there = await asked_for_hint(sim, message=other.history()[0])
        beside = await asked_for_hint(sim, sim.bogdan, third.history()[0])
        await sim.press(sim.ana, find_board(sim), "Keep all")
        assert here.id not in shown_to(sim, sim.ana), "its member has chosen"
        assert there.id in shown_to(sim, sim.ana, other)
        assert beside.id in shown_to(sim, sim.bogdan, third)
