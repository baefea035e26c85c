"""*More* at an end: what else can be done with the round, in private, for whoever presses it."""

from __future__ import annotations

from simulated import LOCALES, buttons, table, text_of
from whole_rounds import between_two, kept_between_two, leave, use
from words import Words, in_each_language

END = Words(
    {
        "en": ["Rematch", "Review", "Share", "More"],
        "ro": ["Revanșă", "Analiză", "Distribuie", "Mai multe"],
    }
)
BEHIND = Words(
    {
        "en": ["Fair dice?", "Other games"],
        "ro": ["Zaruri cinstite?", "Alte jocuri"],
    }
)


@in_each_language
async def test_an_end_has_four_buttons_and_the_rest_is_behind_the_last(tmp_path, language):
    async with table(tmp_path, language=language) as sim:
        sim.locales[sim.carmen.id] = LOCALES[language]
        board = await kept_between_two(sim)
        assert [*buttons(board)] == END[language]
        more = sim.reread_private(await use(sim.carmen, board, "more"))
        assert more.ephemeral
        assert [*buttons(more)] == BEHIND[language]
        shown = text_of(sim.reread_private(await use(sim.carmen, more, "games")))
        assert Words({"en": "Play alone", "ro": "Joacă solo"})[language] in shown
        checked = sim.reread_private(await use(sim.carmen, sim.reread(board), "proof"))
        assert "❌" in text_of(checked), "the dice of tests follow from no seed"
        assert len(sim.channel.history()) == 1


async def test_it_works_after_a_restart_and_of_a_round_that_was_left(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        await leave(sim, sim.bogdan)
        await sim.restart()
        more = sim.reread_private(await use(sim.ana, sim.message, "more"))
        assert [*buttons(more)] == BEHIND["en"]


async def test_a_round_under_way_has_none(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        before = text_of(sim.message)
        pressed = sim.send(sim.ana, sim.message, f"tool:1:{sim.stored().moment}:more")
        await sim.env.settle()
        assert pressed.responded
        assert text_of(sim.message) == before
