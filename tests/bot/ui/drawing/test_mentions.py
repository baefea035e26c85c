"""Whom messages mention: nobody reads "@unknown-user", and nobody is notified without need.

Every story at the simulated table ends with `mentions_sent.assert_everybody_listed`.
"""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bot.ui.drawing import mentions
from bot.ui.drawing.components import Drawing, container, section, text
from documented.sent import mentioned
from mentions_sent import assert_everybody_listed, is_new, listed, messages
from simulated import table, text_of
from whole_rounds import between_two, kept_between_two, use

SHOW_HERE = "rounds:0:0:show"


def sent(sim, since=0):
    """Return the messages that the bot sent: whether new, whom they list, and the texts."""
    return [
        (is_new(request, message), listed(request, message), message)
        for request, message in messages(sim.requests(since=since))
    ]


async def test_a_board_that_notifies_nobody_has_names_until_it_is_drawn_again(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        assert sim.text.startswith("### @ana, your turn — ")
        await sim.mark(sim.ana, sim.message, 1)
        assert sim.text.startswith(f"### <@{sim.ana.id}>, your turn — ")
        (_, first, _), (_, second, _) = sent(sim)
        assert (first, second) == ([], [str(sim.ana.id)])


async def test_the_name_on_the_server_stays_when_another_member_presses(tmp_path):
    """Discord sends whom a message mentions without it."""
    async with table(tmp_path) as sim:
        sim.env.backend.get_member(sim.guild.id, sim.ana.id).nick = "Regina"
        await sim.play(sim.ana, opponent=sim.bogdan)
        await sim.press(sim.bogdan, sim.message, "Accept")
        assert f"<@{sim.ana.id}>" in sim.text
        await sim.press(sim.bogdan, sim.message, "Keep all")
        assert sim.bot.names.name(sim.guild.id, sim.ana.id) == "Regina"


async def test_a_challenge_mentions_whom_it_pings_alone(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        assert f"<@{sim.bogdan.id}>, @ana challenges you!" in sim.text
        ((new, users, _),) = sent(sim)
        assert new
        assert users == [str(sim.bogdan.id)]
        await sim.press(sim.bogdan, sim.message, "Accept")
        new, users, _ = sent(sim)[-1]
        assert not new
        assert {*users} == {str(sim.ana.id), str(sim.bogdan.id)}


async def test_a_private_page_lists_whom_it_names(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        since = len(sim.env.http_requests)
        refused = sim.send(sim.ana, sim.message, "press:1:0:keep")
        await sim.env.settle()
        assert f"<@{sim.bogdan.id}> is choosing" in text_of(sim.answer_to(refused).response)
        ((new, users, _),) = sent(sim, since)
        assert not new
        assert users == [str(sim.bogdan.id)]


@pytest.mark.slow
async def test_whom_the_pressed_message_names_is_known_after_a_restart(tmp_path):
    async with table(tmp_path) as sim:
        await kept_between_two(sim)
        review = sim.reread_private(await use(sim.bogdan, sim.message, "review"))
        assert f"<@{sim.ana.id}>" in text_of(review)
        await sim.restart()
        since = len(sim.env.http_requests)
        shown = sim.reread_private(await use(sim.bogdan, review, "share"))
        sim.forbid(attach_files=True)
        await sim.press(sim.bogdan, shown, "Post")
        assert sim.pings(since) == []
        assert sim.text.splitlines() == [
            "### 🎲 First roll: One Pair",
            "**Dice Poker · ana wins**",
            "-# shared by bogdan",
        ]
        assert [new for new, _, _ in sent(sim, since)].count(True) == 1


async def test_where_a_name_is_not_known_the_message_is_edited_at_once(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        await sim.restart()
        page = (await sim.carmen.slash(sim.channel, "rounds")).response  # it names nobody
        since = len(sim.env.http_requests)
        await sim.press_id(sim.carmen, page, SHOW_HERE)
        assert sim.pings(since) == []
        assert f"<@{sim.bogdan.id}>, your turn" in sim.text
        assert f"<@{sim.ana.id}>" in sim.text
        (posted, _, first), (edited, users, _), *_ = sent(sim, since)
        assert (posted, edited) == (True, False)
        assert mentioned(first) == []
        assert {*users} == {str(sim.ana.id), str(sim.bogdan.id)}


async def test_where_that_edit_fails_the_board_stands_and_its_next_drawing_mentions(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        await sim.restart()
        page = (await sim.carmen.slash(sim.channel, "rounds")).response
        sim.env.inject_error("PATCH", "/webhooks/*", status=500)
        answer = await sim.press_id(sim.carmen, page, SHOW_HERE)
        assert not answer.ephemeral
        assert f"{mentions.UNKNOWN}, your turn" in sim.text
        await sim.mark(sim.bogdan, sim.message, 1)
        assert f"<@{sim.bogdan.id}>, your turn" in sim.text


NAMES = {
    "*Ana* _x_": r"\*Ana\* \_x\_",
    "<@1> @everyone": r"\<\@1\> \@everyone",
    "[x](https://example.org)": r"\[x\]\(https\:\/\/example\.org\)",
    "# ana\n- b": r"\# ana \- b",
    "Ștefan 🎲": "Ștefan 🎲",
}


async def test_a_name_is_shown_as_it_is(tmp_path):
    async with table(tmp_path) as sim:
        for name, shown in NAMES.items():
            sim.another_story()
            sim.rename(sim.ana, name)
            await sim.play(sim.ana)
            assert sim.text.startswith(f"### @{shown}, your turn — ")


# The arguments of messages


def names(user):
    """Return the name of members below 100."""
    return f"member {user}" if user < 100 else None


def nested():
    """Return a drawing that mentions five members at every depth."""
    inner = [text("<@2> and <@!3>"), section("<@4> <@2>", {"type": 2})]
    return Drawing([text("<@1>"), container(0, [*inner, {"type": 14}]), text("<@500>")])


def users_of(arguments):
    return [int(user) for user in arguments["allowed_mentions"].to_dict().get("users", [])]


def test_an_edit_lists_everybody_once():
    assert users_of(mentions.edited(nested())) == [1, 2, 3, 4, 500]
    many = Drawing([text(" ".join(f"<@{user}>" for user in range(1, 151)))])
    assert users_of(mentions.edited(many)) == [*range(1, 101)]


def test_a_new_message_mentions_whom_it_notifies_alone():
    drawing = nested()
    made, unnamed = mentions.posted(drawing, names, [2])
    assert users_of(made) == [2]
    assert not made["silent"]
    assert mentions.mentioned(made["view"]) == (2,)
    assert unnamed
    assert not mentions.posted(drawing, names, [2, 500])[1]
    silent, _ = mentions.posted("<@1> <@500>", names)
    assert silent["content"] == f"member 1 {mentions.UNKNOWN}"
    assert silent["silent"]
    assert users_of(mentions.edited(drawing)) == [1, 2, 3, 4, 500], "the drawing stays as it is"


@pytest.mark.parametrize(
    ("users", "flags"),
    [
        ([], 0),  # nobody is listed
        (["1", "1"], 0),  # somebody twice
        (["1", "2"], 0),  # somebody who is not named
        (["1"], 1 << 12),  # a silent message raises a badge
    ],
)
def test_the_check_of_all_stories_sees_each_fault(users, flags):
    message = {
        "components": container(0, [text("<@1>")])["components"],
        "flags": flags,
        "allowed_mentions": {"parse": [], "users": users},
    }
    request = SimpleNamespace(method="POST", path="/channels/1/messages", json=message)
    with pytest.raises(AssertionError):
        assert_everybody_listed([request])
