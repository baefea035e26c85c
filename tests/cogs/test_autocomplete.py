"""An option with more values than Discord lists is completed while the member types."""

from __future__ import annotations

from dataclasses import replace

import pytest

from extra_games_shown import extra_games_shown
from rules import registry
from rules.game import Named, Option
from rules.text import say_in
from simulated import table, text_of

MANY = tuple(
    Named(f"n{number}", say_in("a stake", "{number} coins", number=number)) for number in range(40)
)
GAME = "odd-one"
MORE_THAN_LISTED = pytest.mark.parametrize("values", [26, 40], indirect=True)


@pytest.fixture
def values(request, monkeypatch):
    """Show the registry a throw-away game with an option of so many values."""
    with extra_games_shown(GAME) as game:
        option = Option("stakes", say_in("an option", "stakes"), MANY[: request.param])
        changed = replace(game, info=replace(game.info, options=(option,)))
        games = {**registry.games(), GAME: changed}
        with monkeypatch.context() as shown:
            shown.setattr(registry, "games", lambda: games)
            yield request.param


def option_of(sim):
    """Return the option as Discord has it."""
    (play,) = [one for one in sim.synced() if one["name"] == "play"]
    (command,) = [one for one in play["options"] if one["name"] == GAME]
    (option,) = [one for one in command["options"] if one["name"] == "stakes"]
    return option


@pytest.mark.parametrize("values", [1, 25, 26, 40], indirect=True)
async def test_the_code_chooses_by_the_number_of_values(tmp_path, values):
    async with table(tmp_path) as sim:
        option = option_of(sim)
        assert bool(option.get("autocomplete")) is (values > 25)
        assert len(option.get("choices") or ()) == (values if values <= 25 else 0)


@MORE_THAN_LISTED
async def test_what_is_typed_is_completed(tmp_path, values):
    async with table(tmp_path) as sim:
        offered = await sim.ana.autocomplete(sim.channel, f"play {GAME}", "stakes", "")
        assert len(offered) == 25
        offered = await sim.ana.autocomplete(sim.channel, f"play {GAME}", "stakes", "2")
        names = [one["name"] for one in offered]
        assert names[0] == "2 coins"
        assert {"12 coins", "20 coins"} < {*names}
        assert names.index("20 coins") < names.index("12 coins"), "beginnings come first"
        assert offered[0]["value"] == "n2"
        offered = await sim.ana.autocomplete(sim.channel, f"play {GAME}", "stakes", "zebra")
        assert offered == []


@MORE_THAN_LISTED
@pytest.mark.parametrize("typed", ["n7", "7 coins", "7 COINS "])
async def test_a_value_counts_by_its_key_and_by_its_name(tmp_path, values, typed):
    async with table(tmp_path) as sim:
        record = sim.send_command(sim.ana, f"play {GAME}", stakes=typed)
        await sim.env.settle()
        assert record.responded
        assert sim.stored().options["stakes"] == "n7"


@MORE_THAN_LISTED
async def test_what_is_no_value_gets_a_kind_sentence(tmp_path, values):
    async with table(tmp_path) as sim:
        record = sim.send_command(sim.ana, f"play {GAME}", stakes="a lot")
        await sim.env.settle()
        told = text_of(sim.answer_to(record).response)
        assert "“a lot” is not an option of this game. Choose one from the list." in told
