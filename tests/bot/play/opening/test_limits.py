"""What one member may do at most: open rounds, ping somebody, have a round shown again."""

from __future__ import annotations

import pytest

from bot.play import quotas
from bot.table.store import rounds
from simulated import buttons, table, text_of
from whole_rounds import between_two, kept_between_two, offered_by, seat
from words import Words

pytestmark = pytest.mark.slow

TOO_MANY = {
    ("en", 1): "You have 1 game open already. Finish or leave it first, then open a new one.",
    (
        "en",
        2,
    ): "You have 2 games open already. Finish or leave one of them first, then open a new one.",
    (
        "ro",
        1,
    ): "Ai deja 1 partidă deschisă. Mai întâi termin-o sau ieși din ea, apoi deschide una nouă.",
    (
        "ro",
        2,
    ): "Ai deja 2 partide deschise. Mai întâi termină una sau ieși din ea, apoi deschide una nouă.",
}
SHOWN = Words(
    {
        "en": "You asked for this game a moment ago. Here it is: https://discord.com/channels/",
        "ro": "Ai cerut partida acum câteva clipe. O găsești aici: https://discord.com/channels/",
    }
)


def channels(sim, count):
    """Make so many channels."""
    return [sim.guild.create_text_channel(f"table-{number}") for number in range(count)]


# Open rounds


async def test_a_member_has_twenty_rounds_open_at_most(tmp_path):
    async with table(tmp_path) as sim:
        *first, last = channels(sim, 21)
        for number, channel in enumerate(first):
            waits = number % 2 == 0  # the others are in play
            assert not (await sim.play(sim.ana, channel=channel, open=waits)).ephemeral
        answer = await sim.play(sim.ana, channel=last)
        assert answer.ephemeral
        assert "You have 20 games open already." in text_of(answer.response)
        assert last.history() == []
        assert not (await sim.play(sim.bogdan, channel=last)).ephemeral
        await sim.press(sim.ana, first[1].last_message, "Keep all")
        assert not (await sim.play(sim.ana)).ephemeral
        assert (await sim.play(sim.ana, channel=first[1])).ephemeral


@pytest.mark.parametrize(("language", "most"), TOO_MANY)
async def test_what_is_said_and_that_no_round_is_left_behind(tmp_path, monkeypatch, language, most):
    monkeypatch.setattr(rounds, "MOST_OPEN", most)
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = language
        for channel in channels(sim, most):
            await sim.play(sim.ana, channel=channel)
        answer = await sim.play(sim.ana)
        assert text_of(answer.response) == TOO_MANY[language, most]
        assert sim.bot.storage.read(rounds.in_channel, sim.channel.id) is None
        assert not (await sim.play(sim.bogdan)).ephemeral
        # A taken channel is told first: there is a round to watch.
        told = text_of((await sim.play(sim.ana)).response)
        assert str(sim.channel.id) in told
        assert told != TOO_MANY[language, most]


async def test_a_round_counts_for_the_member_who_opened_it(tmp_path, monkeypatch):
    monkeypatch.setattr(rounds, "MOST_OPEN", 1)
    async with table(tmp_path) as sim:
        await between_two(sim)
        (other,) = channels(sim, 1)
        assert not (await sim.play(sim.bogdan, channel=other)).ephemeral
        assert (await sim.play(sim.ana, channel=channels(sim, 1)[0])).ephemeral


async def test_a_rematch_counts_too(tmp_path, monkeypatch):
    monkeypatch.setattr(rounds, "MOST_OPEN", 1)
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.press(sim.ana, sim.message, "Keep all")
        (other,) = channels(sim, 1)
        await sim.play(sim.ana, channel=other)
        refused = await sim.press(sim.ana, sim.message, "Rematch")
        assert refused.ephemeral
        assert text_of(refused.response) == TOO_MANY["en", 1]
        assert "Rematch" in buttons(sim.message)
        await sim.press(sim.ana, other.last_message, "Keep all")
        await sim.press(sim.ana, sim.message, "Rematch")
        assert "you reroll first" in sim.text


# Pings


async def challenge(sim, member, opponent, channel=None):
    """Challenge somebody and withdraw it; return whom the challenge has pinged."""
    since = len(sim.env.http_requests)
    await sim.play(member, channel=channel, opponent=opponent)
    board = (channel or sim.channel).last_message
    pinged = sim.pings(since)
    asked = f"<@{opponent.id}>" if pinged else f"@{opponent.name}"
    assert f"{asked}, @{member.name} challenges you!" in text_of(board)
    await sim.press(member, board, f"{member.name}: withdraw")
    return pinged


async def test_a_member_pings_the_same_member_three_times_in_ten_minutes(tmp_path):
    """Further challenges are posted, without a ping."""
    async with table(tmp_path, reminders=False) as sim:
        bogdan, ana = str(sim.bogdan.id), str(sim.ana.id)
        (other,) = channels(sim, 1)
        assert await challenge(sim, sim.ana, sim.bogdan) == [bogdan]
        await sim.wait(minutes=4)
        assert await challenge(sim, sim.ana, sim.bogdan, other) == [bogdan]
        assert await challenge(sim, sim.ana, sim.bogdan) == [bogdan]
        for channel in (None, other):
            assert await challenge(sim, sim.ana, sim.bogdan, channel) == []
        assert await challenge(sim, sim.ana, sim.carmen) == [str(sim.carmen.id)]
        assert await challenge(sim, sim.carmen, sim.bogdan) == [bogdan]
        assert await challenge(sim, sim.bogdan, sim.ana) == [ana]
        await sim.wait(minutes=6, seconds=1)
        assert await challenge(sim, sim.ana, sim.bogdan) == [bogdan]
        assert await challenge(sim, sim.ana, sim.bogdan) == []
        await sim.wait(minutes=4)
        assert await challenge(sim, sim.ana, sim.bogdan) == [bogdan]


async def test_a_challenge_without_a_ping_can_be_accepted(tmp_path, monkeypatch):
    monkeypatch.setattr(quotas, "PINGS", 1)
    async with table(tmp_path, reminders=False) as sim:
        await challenge(sim, sim.ana, sim.bogdan)
        await between_two(sim)
        assert "you reroll first" in sim.text
        assert sim.pings() == [str(sim.bogdan.id)]


async def test_rematches_count_as_pings(tmp_path, monkeypatch):
    monkeypatch.setattr(quotas, "PINGS", 1)
    async with table(tmp_path, reminders=False) as sim:
        await kept_between_two(sim)
        await sim.press(sim.ana, sim.message, "Rematch")
        assert "bogdan, @ana asks you for a rematch!" in sim.text
        assert sim.pings() == [str(sim.bogdan.id)]


async def test_reminders_of_a_challenge_count_as_pings_of_the_challenged_member(
    tmp_path, monkeypatch
):
    """The reminder is posted all the same; the challenger is always reminded with a ping."""
    monkeypatch.setattr(quotas, "PINGS", 1)
    async with table(tmp_path) as sim:
        await between_two(sim)
        board, since = sim.message, len(sim.env.http_requests)
        await sim.wait(minutes=1, seconds=5)
        assert sim.text.startswith("bogdan It is your turn")
        assert sim.pings(since) == []
        await sim.press(sim.bogdan, board, "Keep all")
        await sim.wait(minutes=1, seconds=5)
        assert f"<@{sim.ana.id}> It is your turn" in sim.text
        assert sim.pings(since) == [str(sim.ana.id)]


async def test_reminders_of_members_who_joined_by_themselves_are_not_limited(tmp_path, monkeypatch):
    monkeypatch.setattr(quotas, "PINGS", 1)
    async with table(tmp_path) as sim:
        board = await seat(sim, "thirteen", [sim.ana, sim.bogdan])
        for _ in range(2):
            await write(sim, sim.ana, board)
            await sim.wait(minutes=1, seconds=5)
            await write(sim, sim.bogdan, board)
        assert sim.pings() == [str(sim.bogdan.id)] * 2


async def write(sim, member, board):
    """Write the dice into the first row that is offered."""
    await sim.choose(member, board, offered_by(sim.reread(board))[0])


# Show here


@pytest.mark.parametrize("language", SHOWN)
async def test_round_shows_the_board_to_the_same_member_every_ten_seconds(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = language
        await sim.play(sim.carmen)
        assert not (await sim.show_here(sim.ana)).ephemeral
        board, count = sim.message, len(sim.channel.history())
        await sim.wait(seconds=9)
        refused = await sim.show_here(sim.ana)
        assert refused.ephemeral
        told = text_of(refused.response)
        assert told.startswith(SHOWN[language])
        assert told.endswith(f"/{sim.guild.id}/{sim.channel.id}/{board.id}")
        assert len(sim.channel.history()) == count
        assert not (await sim.show_here(sim.bogdan)).ephemeral
        (other,) = channels(sim, 1)
        await sim.play(sim.carmen, channel=other)
        assert not (await sim.show_here(sim.ana, other)).ephemeral
        await sim.wait(seconds=1)
        assert not (await sim.show_here(sim.ana)).ephemeral


async def test_many_rounds_asked_for_at_once_are_shown_once(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        page = (await sim.ana.slash(sim.channel, "rounds")).response
        records = await sim.send_all([(sim.ana, page, "rounds:0:0:show")] * 5)
        answers = [sim.answer_to(record) for record in records]
        assert sorted(answer.ephemeral for answer in answers) == [False, True, True, True, True]
        assert len(sim.channel.history()) == 2


async def test_a_round_that_could_not_be_shown_may_be_asked_for_at_once(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        page = (await sim.ana.slash(sim.channel, "rounds")).response
        sim.env.inject_error("POST", "/interactions/*/callback", status=500)
        await sim.press(sim.ana, page, "Show here")
        assert not (await sim.show_here(sim.ana)).ephemeral
        assert sim.stored().place.message == sim.message.id
