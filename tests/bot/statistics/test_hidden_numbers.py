"""Whose numbers nobody sees: those of another server, of the erased, of who hides; forged ids."""

from __future__ import annotations

import pytest

from bot.statistics.store import standings_rebuild
from broken_full_house import FULL, accounted, ask
from made_accounts import count_all
from simulated import table, text_of
from simulated_luck import WrittenLuck

NOTHING = "has no games here."


async def forge(sim, who, message, custom_id):
    """Press a button that is not on the message; return what its private answer says."""
    pressed = sim.send(who, message, custom_id)
    await sim.env.settle()
    answer = sim.answer_to(pressed)
    assert answer.acknowledged
    return text_of(sim.reread_private(answer))


@pytest.mark.slow
async def test_two_servers_never_see_each_others_numbers(tmp_path):
    """Neither does who asks elsewhere, nor whose numbers they are, nor a forged control."""
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await accounted(sim)
        home, board = sim.guild, sim.message
        sim.guild = sim.env.create_guild("Elsewhere")
        there = sim.guild.create_text_channel("games")
        dan = sim.member("dan")
        ana = sim.guild.add_member(sim.ana.user)
        for command in ("stats", "history"):
            assert NOTHING in text_of(await ask(sim, dan, command, there, member=ana))
            assert "You have no games here" in text_of(await ask(sim, ana, command, there))
        page = await ask(sim, dan, "leaderboard", there)
        assert "<@" not in text_of(page)
        for who in (dan, ana):
            told = await forge(sim, who, page, f"stats:0:0:history.0.{sim.ana.id}")
            assert NOTHING in told or "You have no games here" in told
            assert "<@" not in await forge(sim, who, page, "stats:0:0:board.0.skill.all.all")
        sim.guild = home
        assert "#1 Dice Poker" in text_of(await ask(sim, sim.ana, "history"))
        assert board.id


FORGED = {
    "history.0.{bogdan}": "The games of <@{bogdan}>",
    "board.0.skill.all.all": "Nobody is ranked here yet.",
    "board.0.luck.all.all": "This button is no longer in use",
    "board.99999999999999999999.skill.all.all": "This button is no longer in use",
    "history.99999999999999999999.1": "This button is no longer in use",
    "history.0.99999999999999999999999": "This button is no longer in use",
    "history.999999.1": NOTHING,
    "board.0.skill.week.no-such-game": "Nobody is ranked here yet.",
}


async def test_a_forged_control_is_answered_in_private_and_leaves_the_board(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await accounted(sim)
        before = sim.text
        named = {"bogdan": sim.bogdan.id}
        for what, says in FORGED.items():
            told = await forge(sim, sim.carmen, sim.message, f"stats:0:0:{what.format(**named)}")
            assert says.format(**named) in told
            assert sim.text == before, what


async def test_who_hides_is_not_named_in_the_history_of_others(tmp_path):
    """But for who played with them; the buttons of pages that were open obey, too."""
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await accounted(sim)
        open_page = await ask(sim, sim.carmen, "history", member=sim.bogdan)
        await sim.own_settings(sim.bogdan, "hidden")
        told = await forge(sim, sim.carmen, open_page, f"stats:0:0:history.0.{sim.bogdan.id}")
        assert told == f"<@{sim.bogdan.id}> hides their statistics."
        others = text_of(await ask(sim, sim.carmen, "history", member=sim.ana))
        assert "with a member · " in others
        assert str(sim.bogdan.id) not in others
        sim.locales[sim.carmen.id] = "ro"
        assert "cu un membru · " in text_of(await ask(sim, sim.carmen, "history", member=sim.ana))
        assert f"<@{sim.bogdan.id}>" in text_of(await ask(sim, sim.ana, "history"))
        assert f"<@{sim.ana.id}>" in text_of(await ask(sim, sim.bogdan, "history"))


async def test_who_was_erased_is_nowhere(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await accounted(sim)
        kept = sim.bot.live.questions._answers
        await ask(sim, sim.bogdan, "history")
        await sim.press_id(sim.ana, sim.message, "tool:1:*:review")
        assert [*kept]
        await sim.erase(sim.bogdan)
        assert not [*kept]
        for command in ("stats", "history"):
            assert NOTHING in text_of(await ask(sim, sim.ana, command, member=sim.bogdan))
            assert "You have no games here" in text_of(await ask(sim, sim.bogdan, command))
        history = text_of(await ask(sim, sim.ana, "history"))
        assert "with a former player" in history
        assert str(sim.bogdan.id) not in history
        assert str(sim.bogdan.id) not in text_of(await ask(sim, sim.ana, "leaderboard"))
        await sim.bot.live.storage.write(standings_rebuild.enter_all)
        count_all(sim.bot.storage)
        assert NOTHING in text_of(await ask(sim, sim.ana, "stats", member=sim.bogdan))
        assert "1 game" in text_of(await ask(sim, sim.ana, "stats"))
