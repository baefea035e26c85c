"""The database is lost, or an earlier one is restored: boards of unknown games are still on Discord.

They name no game of the next database, and lose their buttons at the first press.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from bot.commands.maintenance.copies import put_in_place
from bot.storage.copies.backup import back_up
from dares_played import offered, seeded_table
from simulated import LOCALES, ids_of, speak, table, text_of
from whole_rounds import at_lobby, between_two, click, control, use

GONE = {"en": "This game no longer exists", "ro": "Partida aceasta nu mai există"}

MINUTE = timedelta(minutes=1)


def lost(folder):
    """Return a function that deletes the database, as a container does without its volume."""

    def delete():
        for file in folder.glob("rounds.sqlite3*"):
            file.unlink()

    return delete


@pytest.mark.parametrize("language", GONE)
@pytest.mark.parametrize("away", [MINUTE, None], ids=["later", "with a clock that stands still"])
async def test_a_press_on_an_old_board_plays_no_game_of_the_next_database(tmp_path, language, away):
    async with table(tmp_path, language=language) as sim:
        sim.locales[sim.bogdan.id] = LOCALES[language]
        await sim.play(sim.ana, "thirteen")
        board = sim.message
        old = control(sim.reread(board), r"mark:\d+:\d+:1")["custom_id"]
        await sim.restart(away=away, meanwhile=lost(tmp_path))
        if away is None:
            await sim.bogdan.click(board, custom_id=old)
            assert_lost(sim, board, language, board)
            sim.put_button(board, old)
        await sim.play(sim.bogdan, "thirteen")
        new = control(sim.message, r"mark:\d+:\d+:1")["custom_id"]
        assert new.split(":")[1] != old.split(":")[1]
        before = sim.text
        await sim.bogdan.click(board, custom_id=old)
        assert GONE[language] in text_of(sim.reread(board))
        assert sim.text == before, "his own game has no die selected"


def assert_lost(sim, board, language, before):
    """Check that a message shows what it showed, one line more, and no control."""
    after = sim.reread(board)
    assert ids_of(after) == []
    assert text_of(after).startswith(text_of(before))
    assert text_of(after).count(GONE[language]) == 1
    assert text_of(after).rpartition("\n")[2].startswith(f"-# {GONE[language]}")


class Backup:
    """A backup of the bot's database, as `dice-poker backup` makes it."""

    def __init__(self, sim, folder):
        self.sim, self.file = sim, folder / "copy.sqlite3"
        sim.bot.rounds.flush(sim.bot.storage)
        back_up(sim.url, self.file)

    async def restore(self):
        """Put it in place as `dice-poker restore` does, and start the bot on it."""
        now = datetime(2026, 11, 21, 22, 15, 7, tzinfo=UTC)
        await self.sim.restart(meanwhile=partial(put_in_place, self.sim.url, self.file, now))
        await self.sim.wait(seconds=30)


@pytest.mark.parametrize("language", GONE)
async def test_the_board_of_a_game_younger_than_the_backup_loses_its_buttons(tmp_path, language):
    """A member of no seat may press first; the older game plays on, and the next has its own id."""
    async with table(tmp_path, language=language) as sim:
        speak(sim, language)
        await between_two(sim)
        older, backup = sim.message, Backup(sim, tmp_path)
        sim.channel = sim.guild.create_text_channel("younger")
        await sim.play(sim.ana, "thirteen")
        younger = sim.message
        private = sim.reread_private(await click(sim.ana, younger, r"tool:2:\d+:more"))
        await backup.restore()
        assert ids_of(sim.reread(younger)), "nobody has pressed yet"
        before, since = sim.reread(younger), len(sim.env.http_requests)
        await click(sim.carmen, before, r"mark:2:\d+:1")
        assert len(sim.requests("POST", "/interactions/*", since)) == 1
        assert sim.pings(since) == []
        assert_lost(sim, younger, language, before)
        own = sim.reread_private(await use(sim.ana, private, "rules"))
        assert_lost(sim, own, language, private)
        await click(sim.bogdan, older, r"press:1:\d+:keep")
        await click(sim.ana, sim.reread(older), r"press:1:\d+:keep")
        assert sim.stored(1).finished
        await sim.play(sim.ana, "thirteen")
        assert control(sim.message, r"mark:3:\d+:1")


@pytest.mark.parametrize("language", GONE)
@pytest.mark.parametrize("pressed", ["join", "decline"])
async def test_so_does_a_lobby(tmp_path, language, pressed):
    async with table(tmp_path, language=language) as sim:
        backup = Backup(sim, tmp_path)
        await sim.play(sim.ana, opponent=sim.bogdan)
        await backup.restore()
        before = sim.message
        await at_lobby(sim.bogdan, before, pressed)
        assert_lost(sim, before, language, before)
        assert not (await sim.play(sim.bogdan)).ephemeral, "the channel is free"


async def test_so_does_an_end_and_the_card_of_a_dare_with_it(tmp_path):
    async with seeded_table(tmp_path) as sim:
        backup = Backup(sim, tmp_path)
        card = sim.reread(await offered(sim, sim.ana))
        end = sim.reread(sim.board)
        await backup.restore()
        await click(sim.bogdan, end, r"tool:1:\d+:rematch")
        assert_lost(sim, end, "en", end)
        await click(sim.bogdan, card, r"join:set-\d+:0")
        after = sim.reread(card)
        assert ids_of(after) == []
        assert text_of(after).startswith(text_of(card))
        assert "These dice are gone" in text_of(after)


@pytest.mark.parametrize("community", [True, False])
async def test_everybody_reads_the_language_of_the_server_where_it_is_known(tmp_path, community):
    """Else that of who presses."""
    async with table(tmp_path) as sim:
        backup = Backup(sim, tmp_path)
        await sim.play(sim.ana, "thirteen")
        await backup.restore()
        sim.be_a_community(community, "ro")
        board = sim.message
        await click(sim.bogdan, board, r"mark:\d+:\d+:1")
        assert GONE["ro" if community else "en"] in text_of(sim.reread(board))
