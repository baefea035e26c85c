"""Selected dice: quick and repeated presses, restarts, and the text of the message."""

from __future__ import annotations

from bot.play.boards.selections import Selections
from rules.screen import Seat
from simulated import buttons, dice_of, selected, table, text_of
from whole_rounds import between_two


async def test_a_press_selects_a_die_and_another_deselects_it(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        assert "Press dice to reroll:" in sim.text
        for position, expected, expected_text, verb in (
            (2, [2], "to reroll: position 2", "Reroll 1 die"),
            (5, [2, 5], "to reroll: positions 2 and 5", "Reroll 2 dice"),
            (1, [1, 2, 5], "to reroll: positions 1, 2 and 5", "Reroll 3 dice"),
            (5, [1, 2], "to reroll: positions 1 and 2", "Reroll 2 dice"),
        ):
            await sim.mark(sim.ana, sim.message, position)
            assert selected(sim.message) == expected
            assert expected_text in sim.text
            assert not buttons(sim.message)[verb]["disabled"]
        await sim.mark(sim.ana, sim.message, 1)
        await sim.mark(sim.ana, sim.message, 2)
        assert selected(sim.message) == []
        assert buttons(sim.message)["Reroll"]["disabled"]


async def test_selecting_changes_neither_the_round_nor_any_custom_id(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        before, ids = sim.stored(), [die["custom_id"] for die in dice_of(sim.message)]
        await sim.mark(sim.ana, sim.message, 3)
        assert sim.stored() == before
        assert [die["custom_id"] for die in dice_of(sim.message)] == ids


async def test_five_quick_selections_lose_none(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        presses = [(sim.ana, sim.message, die["custom_id"]) for die in dice_of(sim.message)]
        await sim.send_all(presses)
        assert selected(sim.message) == [1, 2, 3, 4, 5]
        await sim.send_all(presses[:2] + presses[:1])
        assert selected(sim.message) == [1, 3, 4, 5]


async def test_quick_selections_and_the_reroll_at_once(tmp_path):
    """Two more dice are selected and rerolled before Discord has redrawn the message."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.mark(sim.ana, sim.message, 1)
        dice = dice_of(sim.message)
        reroll = buttons(sim.message)["Reroll 1 die"]["custom_id"]
        presses = [dice[1]["custom_id"], dice[4]["custom_id"], reroll]
        await sim.send_all([(sim.ana, sim.message, press) for press in presses])
        assert sim.stored().play.state.player.rerolled == (1, 2, 5)
        assert sim.stored().status == "over"


async def test_a_reroll_of_nothing_is_not_possible(tmp_path):
    """The button is disabled; a press is refused in private all the same."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        before = sim.stored()
        submit = buttons(sim.message)["Reroll"]["custom_id"]
        (record,) = await sim.send_all([(sim.ana, sim.message, submit)])
        answer = sim.answer_to(record)
        assert answer.ephemeral
        assert "Select at least one die first" in text_of(answer.response)
        assert sim.stored() == before


async def test_selections_belong_to_their_moment(tmp_path):
    """The dealer's selection is not the player's."""
    async with table(tmp_path) as sim:
        await between_two(sim)
        await sim.mark(sim.bogdan, sim.message, 4)
        await sim.press(sim.bogdan, sim.message, "Keep all")
        assert selected(sim.message) == []
        await sim.mark(sim.ana, sim.message, 1)
        assert selected(sim.message) == [1]
        await sim.press(sim.ana, sim.message, "Reroll 1 die")
        state = sim.stored().play.state
        assert state.dealer.rerolled == ()
        assert state.player.rerolled == (1,)


async def test_selections_stay_when_the_round_is_shown_again(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.mark(sim.ana, sim.message, 2)
        await sim.show_here(sim.ana)
        assert selected(sim.message) == [2]
        await sim.press(sim.ana, sim.message, "Reroll 1 die")
        assert sim.stored().play.state.player.rerolled == (2,)


async def test_selections_survive_a_restart(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        for position in (1, 4):
            await sim.mark(sim.ana, sim.message, position)
        await sim.restart()
        assert selected(sim.message) == [1, 4]
        await sim.mark(sim.ana, sim.message, 5)
        assert selected(sim.message) == [1, 4, 5]
        await sim.press(sim.ana, sim.message, "Reroll 3 dice")
        assert sim.stored().play.state.player.rerolled == (1, 4, 5)
        sim.assert_replays()


async def test_selections_survive_a_restart_and_a_stale_press(tmp_path):
    """A redraw for another reason keeps the selection of before the restart."""
    async with table(tmp_path) as sim:
        await between_two(sim)
        stale = buttons(sim.message)["Keep all"]["custom_id"]
        await sim.press(sim.bogdan, sim.message, "Keep all")
        for position in (2, 3):
            await sim.mark(sim.ana, sim.message, position)
        await sim.restart()
        await sim.send_all([(sim.bogdan, sim.message, stale)])
        assert selected(sim.message) == [2, 3]
        await sim.press(sim.ana, sim.message, "Reroll 2 dice")
        assert sim.stored().play.state.player.rerolled == (2, 3)


async def test_selections_of_a_moment_that_another_process_has_closed_do_not_count(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        selections, before = Selections(), sim.stored()
        selections.set(before, Seat(0), (1, 2))
        assert selections.of_seat(before, Seat(0), None) == selections.of_awaited(before) == (1, 2)
        await sim.press(sim.bogdan, sim.message, "Keep all")
        assert (
            selections.of_seat(sim.stored(), Seat(0), None)
            == selections.of_awaited(sim.stored())
            == ()
        )
