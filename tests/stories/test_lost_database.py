"""The database is lost: boards of its games are still on Discord, and name no game of the next."""

from __future__ import annotations

from datetime import timedelta

import pytest

from simulated import table, text_of
from whole_rounds import control

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
        sim.locales[sim.bogdan.id] = {"en": "en-US", "ro": "ro"}[language]
        await sim.play(sim.ana, "thirteen")
        board = sim.message
        old = control(sim.reread(board), r"mark:\d+:\d+:1")["custom_id"]
        await sim.restart(away=away, meanwhile=lost(tmp_path))
        if away is None:
            gone = await sim.bogdan.click(board, custom_id=old)
            assert gone.acknowledged
            assert GONE[language] in text_of(sim.reread_private(gone))
        await sim.play(sim.bogdan, "thirteen")
        new = control(sim.message, r"mark:\d+:\d+:1")["custom_id"]
        assert new.split(":")[1] != old.split(":")[1]
        before = sim.text
        gone = await sim.bogdan.click(board, custom_id=old)
        assert GONE[language] in text_of(sim.reread_private(gone))
        assert sim.text == before, "his own game has no die selected"
