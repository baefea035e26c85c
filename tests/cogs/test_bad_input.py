"""Invalid input, faults and deleted things: one answer, one log line, nothing lost, no ping."""

from __future__ import annotations

import logging

import pytest

from mentions_sent import with_names
from messages_read import warnings_in
from simulated import buttons, find, table, text_of
from sql import execute
from whole_rounds import between_two

NONSENSE = [
    "",
    "x",
    "press",
    "press:",
    "press:1",
    "press:1:0",
    "press:1:0:",
    "press:1:0:KEEP",
    "press:1:0:keep:keep",
    "press:1:0:" + "a" * 80,
    "press:-1:0:keep",
    "press:1:99999999999:keep",
    "press:99999999999999999999999999:0:keep",
    "press:\N{ARABIC-INDIC DIGIT ONE}:\N{ARABIC-INDIC DIGIT ZERO}:keep",
    "press:1:0:keep\n",
    "mark:1:0:0",
    "mark:1:0:6",
    "mark:1:0:11",
    "mark:1:0:",
    "submit:1:0:",
    "peek:1:0:more",
    "peek::",
    "menu:1",
    "tool:1:0",
    "lobby:one:two:three",
    "dice:1:0:keep",
    "%s%n{0}{interaction}",
    "; DROP TABLE rounds; --",
    "\u202eevil",
    "🎲" * 25,
]


def private_text(sim, record):
    """Return the text of the private answer to an emitted press or command."""
    answer = sim.answer_to(record)
    assert answer.ephemeral
    return text_of(answer.response)


@pytest.fixture(autouse=True)
def _log_everything(caplog):
    caplog.set_level(logging.INFO)


async def test_custom_ids_with_garbage(tmp_path, caplog):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        before, shown = sim.stored(), sim.still_text
        for custom_id in NONSENSE:
            since = len(sim.env.http_requests)
            (record,) = await sim.send_all([(sim.ana, sim.message, custom_id)])
            assert len(sim.requests(since=since)) == 1, custom_id
            if sim.answer_to(record).ephemeral:
                assert "This button is no longer in use." in private_text(sim, record)
            assert with_names(sim.still_text, sim.ana) == shown
        assert sim.stored() == before
        assert sim.pings() == []
        assert warnings_in(caplog) == []


NOT_THERE = [
    ("press:1:1:fly", "does not work now"),
    ("press:1:1:reroll.9", "does not work now"),
    ("press:1:1:reroll.11", "does not work now"),
    ("press:1:1:reroll.", "no longer in use"),
    ("press:1:1:..", "no longer in use"),
    ("submit:1:1:keep", "Select at least one"),
    ("tool:1:1:explode", "no longer in use"),
    ("lobby:1:0:explode", "no longer in use"),
    ("lobby:1:0:add-computer.genius", None),
    ("lobby:1:0:join", None),
    ("lobby:1:0:start", None),
    ("peek:1:0", None),
]


async def test_controls_of_the_right_form_that_are_not_there(tmp_path, caplog):
    """Their ids are valid, but the message has no such button: the press redraws the board."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        before, shown = sim.stored(), sim.still_text
        for custom_id, expected in NOT_THERE:
            await sim.send_all([(sim.ana, sim.message, custom_id)])
            assert with_names(sim.still_text, sim.ana) == shown, custom_id
            assert sim.stored() == before, custom_id
            # The same control on a message that has it, forged or drawn by an older version.
            sim.put_button(sim.message, custom_id)
            (record,) = await sim.send_all([(sim.ana, sim.message, custom_id)])
            if expected is not None:
                assert expected in private_text(sim, record), custom_id
            assert sim.stored() == before, custom_id
        assert warnings_in(caplog) == []


async def test_a_menu_choice_that_does_not_exist(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        before = sim.stored()
        for value in ("reroll.9", "fly", "", "K" * 100, "\u202e"):
            sim.put_menu(sim.message, "menu:1:1")
            record = sim.send(sim.ana, sim.message, "menu:1:1", [value])
            await sim.env.settle()
            assert record.responded
            assert sim.answer_to(record).ephemeral
        assert sim.stored() == before


NO_OPTIONS = [
    ({"level": "genius"}, "The computer has no level “genius” here."),
    ({"level": "x" * 6000}, "The computer has no level"),
    ({"level": "@everyone **loud** \u202e"}, "The computer has no level"),
]


async def test_options_that_do_not_exist(tmp_path, caplog):
    async with table(tmp_path) as sim:
        for options, expected in NO_OPTIONS:
            record = sim.send_command(sim.ana, "play", game="dice-poker", **options)
            await sim.env.settle()
            assert expected in private_text(sim, record)
        assert sim.pings() == []
        assert warnings_in(caplog) == []
        assert not (await sim.play(sim.bogdan)).ephemeral


async def test_a_menu_whose_values_are_none(tmp_path, caplog):
    async with table(tmp_path) as sim:
        shown = await sim.ana.slash(sim.channel, "settings")
        for values in (5, True, "en", {"a": 1}, None, [5], []):
            record = sim.send(sim.ana, shown.response, "own:0:0:language", values=values)
            await sim.env.settle()
            assert "is not an option" in private_text(sim, record), values
        assert warnings_in(caplog) == []


async def test_a_round_that_is_gone(tmp_path, caplog):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        message = sim.message
        controls = [one["custom_id"] for one in buttons(message).values()]
        change_stored(sim, *(f"DELETE FROM {name}" for name in ("results", "steps", "rounds")))
        for custom_id in (
            *controls,
            "mark:1:0:1",
            "peek:1:0",
            "tool:1:0:rematch",
            "tool:1:0:close",
        ):
            sim.put_button(message, custom_id)
            await sim.send_all([(sim.ana, message, custom_id)])
            assert not buttons(sim.reread(message)), custom_id
            assert "This game no longer exists." in text_of(sim.reread(message))
        assert not (await sim.play(sim.ana)).ephemeral
        assert warnings_in(caplog) == []


@pytest.mark.parametrize(
    "damage",
    [
        ("UPDATE rounds SET game = 'gone-with-the-wind'",),
        ("UPDATE rounds SET state = '[]'", "DELETE FROM steps"),
    ],
    ids=["game", "state and record"],
)
@pytest.mark.parametrize("found_by", ["a press", "a deadline"])
async def test_a_round_that_can_no_longer_be_read(tmp_path, caplog, damage, found_by):
    """The round is closed with an apology and one error in the log; the channel is free."""
    async with table(tmp_path) as sim:
        await between_two(sim)
        board = sim.message
        change_stored(sim, *damage)
        if found_by == "a press":
            await sim.press(sim.bogdan, board, "Keep all")
        else:
            await sim.wait(minutes=11)
        assert "can no longer be read" in text_of(sim.reread(board))
        assert list(buttons(sim.reread(board))) == ["Other games"]
        assert [one.levelname for one in warnings_in(caplog)].count("ERROR") == 1
        assert "round=1" in warnings_in(caplog)[-1].getMessage()
        assert not (await sim.play(sim.ana)).ephemeral


def change_stored(sim, *commands):
    """Change what is stored by SQL, and let the bot remember no round."""
    execute(sim.url, *commands)
    sim.bot.rounds.forget()


async def test_a_deleted_message(tmp_path):
    """*Show here* posts the round again, and it goes on."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        sim.delete(sim.message)
        answer = await sim.play(sim.bogdan)
        assert "already open" in text_of(answer.response)
        await sim.show_here(sim.ana)
        await sim.press(sim.ana, sim.message, "Keep all")
        assert sim.stored().status == "over"


async def test_a_message_deleted_while_somebody_leaves(tmp_path, caplog):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        asked = await sim.press(sim.ana, sim.message, "Leave")
        sim.delete(sim.message)
        await sim.press(sim.ana, asked.response, "Leave the game")
        assert sim.stored().status == "over"
        assert len([one for one in caplog.records if "could not be redrawn" in one.message]) == 1
        assert "Computer (medium)** wins" in sim.text  # posted again, in answer to the press
        assert sim.stored().place.message == sim.message.id


async def test_a_deleted_channel(tmp_path, caplog):
    """Its round rests at once: nothing is drawn there any more, and nothing is wrong."""
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana)
        sim.env.backend.delete_channel(sim.channel.id)
        await sim.wait(minutes=10, seconds=5)
        assert sim.stored().status == "resting"
        assert not any("could not be redrawn" in one.message for one in caplog.records)
        await sim.wait(minutes=30)
        assert warnings_in(caplog) == []


def lines_unanswered(caplog):
    """Return the lines of the log about answers and apologies that did not arrive."""
    return [one for one in caplog.records if "did not reach Discord" in one.getMessage()]


@pytest.mark.parametrize("status", [500, 403, 404, 429])
async def test_discord_rejects_the_answer_to_a_press(tmp_path, caplog, status):
    """The act is stored; one line names the round, a warning unless Discord itself failed; the
    member gets an apology.
    """
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        sim.env.inject_error("POST", "/interactions/*/callback", status=status)
        answer = await sim.press(sim.ana, sim.message, "Keep all")
        assert "Your choice counts" in text_of(answer.response)
        (line,) = lines_unanswered(caplog)
        assert "round=1" in line.getMessage()
        assert warnings_in(caplog) == ([] if status == 500 else [line])
        assert sim.stored().status == "over"
        sim.assert_replays()


async def test_discord_rejects_everything_for_a_while(tmp_path, caplog):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        sim.env.inject_error("*", "*", times=None)
        keep = find(sim.message, "Keep all")["custom_id"]
        sim.send(sim.ana, sim.message, keep)
        await sim.env.settle()
        assert sim.stored().status == "over"
        answer, _apology = lines_unanswered(caplog)
        assert "round=1" in answer.getMessage()
        assert warnings_in(caplog) == []
        sim.env.backend.faults.clear()
        await sim.send_all([(sim.ana, sim.message, keep)])
        assert "Rematch" in buttons(sim.message)


async def test_the_message_cannot_be_moved_away_from(tmp_path):
    """*Show here* posts the round although the older message cannot be edited."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        sim.env.inject_error("PATCH", "/channels/*/messages/*", status=403)
        await sim.show_here(sim.ana)
        assert sim.stored().place.message == sim.message.id
        older = sim.channel.history()[0]
        await sim.press(sim.ana, older, "Keep all")
        assert text_of(sim.reread(older)).startswith("This game goes on here")
        assert "Rematch" in buttons(sim.message)


async def test_without_permission_to_see_the_channel_presses_still_work(tmp_path):
    async with table(tmp_path) as sim:
        sim.forbid(view_channel=True, send_messages=True)
        await sim.play(sim.ana)
        await sim.mark(sim.ana, sim.message, 1)
        await sim.press(sim.ana, sim.message, "Reroll 1 die")
        assert sim.stored().status == "over"
        assert "Rematch" in buttons(sim.message)


@pytest.mark.parametrize(
    "name",
    [
        "n" * 50_000,
        "\u202egnp.exe",
        "**bold** `code` ||spoiler||",
        "@everyone <@&1> <@1>",
        "\u200b",
    ],
    ids=["long", "right-to-left", "markdown", "mentions", "nothing to see"],
)
async def test_any_name_is_harmless_and_in_no_log_line(tmp_path, caplog, name):
    async with table(tmp_path) as sim:
        dora = sim.member("dora")
        sim.rename(dora, name)
        await sim.play(dora, opponent=sim.ana)
        await sim.press(sim.ana, sim.message, "Accept")
        await sim.press(sim.ana, sim.message, "Keep all")
        await sim.wait(minutes=2)
        board = sim.channel.history()[0]
        assert name not in text_of(board)
        await sim.press(dora, board, "Keep all")
        assert f"<@{dora.id}>" in text_of(sim.reread(board))
        assert sim.pings() == [str(sim.ana.id), str(dora.id)]
        assert not [
            one
            for one in caplog.records
            if one.name.startswith(("cogs", "bot")) and name in one.getMessage()
        ]


@pytest.mark.parametrize("what", ["press", "mark", "play", "rounds"])
async def test_a_fault_while_a_press_or_command_is_answered(tmp_path, caplog, what):
    """One apology, one line with the round's id; the next press works."""
    async with table(tmp_path) as sim:
        if what != "play":
            await sim.play(sim.ana)
        look, opened = sim.bot.rounds.load, sim.bot.rounds.open

        async def fails(*_):
            raise RuntimeError("a fault")

        sim.bot.rounds.load = sim.bot.rounds.open = fails
        answer = await {
            "press": lambda: sim.press(sim.ana, sim.message, "Keep all"),
            "mark": lambda: sim.mark(sim.ana, sim.message, 1),
            "play": lambda: sim.play(sim.ana),
            "rounds": lambda: sim.ana.slash(sim.channel, "rounds"),
        }[what]()
        assert answer.ephemeral
        assert "Something went wrong here. Nothing was lost" in text_of(answer.response)
        (line,) = warnings_in(caplog)
        assert line.levelno == logging.ERROR
        assert f"round={1 if what in ('press', 'mark') else 0}" in line.getMessage()
        sim.bot.rounds.load, sim.bot.rounds.open = look, opened
        if what == "play":
            await sim.play(sim.ana)
        await sim.press(sim.ana, sim.message, "Keep all")
        assert sim.stored().status == "over"


async def test_a_fault_in_a_command_itself(tmp_path, caplog):
    async with table(tmp_path) as sim:

        async def fails(*_, **__):
            raise RuntimeError("a fault")

        sim.bot.interactions.answer = fails
        answer = await sim.play(sim.ana)
        assert answer.ephemeral
        assert "Something went wrong here" in text_of(answer.response)
        (line,) = warnings_in(caplog)
        assert "command=play failed" in line.getMessage()
