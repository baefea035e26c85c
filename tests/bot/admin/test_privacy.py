"""*Privacy* in `/settings`: what is kept, Export, Erase, and what the others see afterwards."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

from bot.admin import privacy_panel
from discord_limits import assert_all_fit
from results_counted import ended
from simulated import buttons, components, speak, table, text_of
from simulated_luck import SeededLuck
from whole_rounds import between_two
from words import Words, in_each_language

ROOT = Path(__file__).parents[3]
PAGE = Words({"en": "What the bot keeps about you", "ro": "Ce păstrează botul despre tine"})
DONE = Words({"en": "Done: nothing that the bot keeps", "ro": "Gata: nu mai apari nicăieri"})
HOSTS = Words(
    {
        "en": ("The host’s privacy policy", "The host’s terms of service"),
        "ro": (
            "Politica de confidențialitate a gazdei",
            "Termenii de utilizare ai gazdei",
        ),
    }
)
FORMER = Words({"en": "a former player", "ro": "o persoană anonimă"})


async def begun(sim):
    """Open a round between Ana and Bogdan; return its board."""
    await between_two(sim)
    return sim.message


async def done_already(_):
    """Draw nothing."""


async def opened(sim, member):
    answer = await member.slash(sim.channel, "settings")
    assert answer.ephemeral
    await sim.press_id(member, answer.response, "privacy:0:0:page")
    return answer


@in_each_language
async def test_the_pages_of_the_host_are_linked_where_there_are_any(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = language
        links = ("https://example.org/privacy", "https://example.org/terms")
        before = text_of((await opened(sim, sim.ana)).response)
        assert not any(link in before for link in links)
        application = sim.bot.application
        application.privacy_policy_url, application.terms_of_service_url = links
        after = text_of((await opened(sim, sim.ana)).response)
        assert before in after
        for line, link in zip(HOSTS[language], links, strict=True):
            assert f"{line}: {link}" in after


async def exported(sim, member):
    """Press Export; return what the file holds."""
    answer = await opened(sim, member)
    got = await sim.press_id(member, answer.response, "privacy:0:0:export")
    message = sim.reread_private(got)
    (attached,) = message.attachments
    return attached.filename, await attached.read(), message


async def erase(sim, member):
    """Press Erase, then the button that confirms it; return the private message."""
    answer = await opened(sim, member)
    await sim.press_id(member, answer.response, "privacy:0:0:erase")
    asked = text_of(sim.reread(answer.response))
    await sim.press_id(member, answer.response, "privacy:0:0:erase-now")
    return asked, text_of(sim.reread(answer.response))


def traces(sim, member):
    """Return the files of the database that hold a member's id, in letters or as a number."""
    sim.bot.rounds.flush(sim.bot.storage)
    path = Path(sim.url.removeprefix("sqlite:///"))
    needles = (str(member.id).encode(), member.id.to_bytes(8, "big"))
    found = []
    for file in (path, path.with_name(f"{path.name}-wal")):
        content = file.read_bytes()
        found += [(file, needle) for needle in needles if needle in content]
    return found


@in_each_language
async def test_the_page_tells_what_is_kept_and_is_private(tmp_path, language):
    async with table(tmp_path) as sim:
        speak(sim, language)
        since = len(sim.env.http_requests)
        answer = await opened(sim, sim.ana)
        assert PAGE[language] in text_of(answer.response)
        assert "docs/privacy.md" in text_of(answer.response)
        assert len(buttons(answer.response)) == 3
        assert_all_fit(sim.requests(since=since))


async def test_the_export_holds_the_members_rounds_and_nobody_else(tmp_path):
    async with table(tmp_path) as sim:
        board = await begun(sim)
        await sim.press_id(sim.bogdan, board, "press:*:keep")
        await sim.press_id(sim.ana, board, "press:*:keep")
        assert sim.stored().status == "over"
        await sim.play(sim.bogdan, "thirteen")
        name, written, message = await exported(sim, sim.ana)
        assert name == "dice-poker.json"
        assert message.flags.ephemeral
        file = json.loads(written)
        assert file["member"] == str(sim.ana.id)
        (one,) = file["rounds"]
        assert (one["round"], one["game"], one["status"]) == (1, "dice-poker", "over")
        assert one["server"] == str(sim.guild.id)
        assert one["opened_by_you"]
        assert [seat["who"] for seat in one["seats"]].count("you") == 1
        assert [seat["who"] for seat in one["seats"]].count("another member") == 1
        assert one["your_actions"][-1].endswith(" keep")
        assert one["your_results"][0]["share"] in ("0", "1", "1/2")
        assert str(sim.bogdan.id) not in written.decode()


async def test_what_a_member_chose_for_themselves_is_exported_and_erased(tmp_path):
    async with table(tmp_path) as sim:
        await sim.own_settings(sim.ana, "positions")
        _, written, _ = await exported(sim, sim.ana)
        assert json.loads(written)["settings"] == [{"key": "positions", "value": "on"}]
        await erase(sim, sim.ana)
        assert traces(sim, sim.ana) == []
        assert sim.ana.id not in sim.bot.numbering


async def test_the_page_about_the_export_explains_its_fields(tmp_path):
    page = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    explained = {name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    async with table(tmp_path) as sim:
        board = await begun(sim)
        await sim.press_id(sim.bogdan, board, "press:*:keep")
        await sim.press_id(sim.ana, board, "press:*:keep")
        await sim.wait(seconds=10)
        _, written, _ = await exported(sim, sim.ana)
    file = json.loads(written)
    (one,) = file["rounds"]
    assert one["your_results"][0]["choices"] == 1
    found = file.keys() | one.keys()
    assert found <= explained
    unused = {
        "entries",
        "dares",
        "day_card_lines",
        "daily_reminders",
        "settings",
        "bars",
        "erasures",
        "kept_out",
    }
    assert explained - found <= unused


async def test_an_export_that_is_too_large_is_packed_or_refused(tmp_path, monkeypatch):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        limit = 26_214_400  # what the simulated Discord takes
        monkeypatch.setattr(privacy_panel, "ROOM", limit - 500)
        name, written, _ = await exported(sim, sim.ana)
        assert name == "dice-poker.json.gz"
        assert json.loads(gzip.decompress(written))["member"] == str(sim.ana.id)
        monkeypatch.setattr(privacy_panel, "ROOM", limit)
        await sim.wait(minutes=10)
        answer = await opened(sim, sim.ana)
        got = await sim.press_id(sim.ana, answer.response, "privacy:0:0:export")
        assert "Please ask the bot’s host" in text_of(sim.reread_private(got))


CLOSED = Words(
    {
        "en": "A player erased their data, so the game was closed. It does not count.",
        "ro": "Cineva și-a șters datele, așa că partida a fost închisă. Nu se ia în calcul.",
    }
)


@in_each_language
async def test_erasing_leaves_open_rounds_and_the_others_see_a_former_player(tmp_path, language):
    async with table(tmp_path) as sim:
        speak(sim, language)
        board = await begun(sim)
        asked, done = await erase(sim, sim.ana)
        assert "1" in asked
        assert done.startswith(DONE[language])
        stored = sim.stored()
        assert stored.status == "closed"
        assert [player.level for player in stored.players] == [None, None]
        shown = text_of(sim.reread(board))
        assert CLOSED[language] in shown
        assert f"<@{sim.ana.id}>" not in shown
        assert traces(sim, sim.ana) == []
        assert traces(sim, sim.bogdan) != []
        assert sim.bot.storage.read(ended, 1) == (), "nobody has won, and nobody pays"
        # the old board's buttons work for those who stay
        await sim.press_id(sim.bogdan, board, "tool:*:again")
        anew = sim.message
        assert sim.stored(2).players[0].free or sim.stored(2).players[1].free
        assert sim.pings() == [] or str(sim.ana.id) not in sim.pings()[-1:]
        assert f"<@{sim.ana.id}>" not in text_of(anew)
        assert traces(sim, sim.ana) == []


@in_each_language
async def test_another_members_press_on_an_old_board_says_a_former_player(tmp_path, language):
    async with table(tmp_path) as sim:
        speak(sim, language)
        board = await begun(sim)
        asked = await sim.press_id(sim.bogdan, board, "tool:*:leave")
        await sim.press_id(sim.bogdan, sim.reread_private(asked), "tool:*:leave-now")
        assert f"<@{sim.ana.id}>" in text_of(sim.reread(board))
        await erase(sim, sim.ana)
        assert f"<@{sim.ana.id}>" in text_of(sim.reread(board))  # nothing is redrawn unasked
        await sim.press_id(sim.bogdan, board, "tool:*:rematch")
        shown = text_of(sim.reread(board))
        assert FORMER[language] in shown
        assert f"<@{sim.ana.id}>" not in shown


async def test_erasing_twice_and_playing_again_starts_afresh(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await erase(sim, sim.ana)
        assert sim.stored().status == "closed"
        await sim.wait(minutes=10)
        asked, done = await erase(sim, sim.ana)
        assert "open game" not in asked
        assert done.startswith(DONE["en"])
        await sim.play(sim.ana)
        assert sim.stored(2).players.people == (sim.ana.id,)
        file = json.loads((await exported(sim, sim.ana))[1])
        assert [one["round"] for one in file["rounds"]] == [2]
        assert sorted(one.user or 0 for one in sim.stored(1).players) == [-2, 0]


async def test_a_round_in_memory_does_not_write_the_id_back(tmp_path, monkeypatch):
    """Another process still has it, as it was after the member left."""
    async with table(tmp_path, SeededLuck(3)) as sim:
        await sim.open_table(sim.bogdan, "thirteen")
        lobby = sim.message
        for member in (sim.ana, sim.carmen):
            await sim.press_id(member, lobby, "lobby:*:join")
        await sim.press_id(sim.bogdan, lobby, "lobby:*:start")
        monkeypatch.setattr(sim.bot.rounds, "forget_member", lambda user: None)
        monkeypatch.setattr(sim.bot.privacy, "_redraw", done_already)
        await erase(sim, sim.ana)
        live = await sim.bot.rounds.load(1)
        assert sim.ana.id in [one.user for one in live.players]
        for _ in range(3):
            awaited = sim.stored().play.awaits.seats[0]
            user = sim.stored().players[awaited.index].user
            member = sim.bogdan if user == sim.bogdan.id else sim.carmen
            menu = next(
                one for one in components(sim.reread(lobby)) if "menu:" in one.get("custom_id", "")
            )
            value = next(o["value"] for o in menu["options"] if o["value"].startswith("write"))
            answer = await member.select(lobby, [value], custom_id=menu["custom_id"])
            assert answer.acknowledged
        assert "**A former player** left" in text_of(sim.reread(lobby))
        assert sim.stored().status == "playing"
        assert [one.user for one in sim.stored().players][1] == -2
        assert traces(sim, sim.ana) == []


async def test_challenges_and_lobbies_are_withdrawn_or_declined(tmp_path):
    async with table(tmp_path) as sim:
        first, second, third = (sim.guild.create_text_channel(f"t{n}") for n in range(3))
        await sim.play(sim.ana, channel=first, opponent=sim.bogdan)
        await sim.play(sim.bogdan, channel=second, opponent=sim.ana)
        await sim.open_table(sim.ana, "thirteen", third)
        asked, _ = await erase(sim, sim.ana)
        assert (
            "You leave 3 open games. Three or more play on; others close without a result." in asked
        )
        assert [sim.stored(n).status for n in (1, 2, 3)] == ["withdrawn", "declined", "withdrawn"]
        assert "A former player withdrew the challenge." in text_of(first.last_message)
        assert "A former player declined the challenge." in text_of(second.last_message)
        assert traces(sim, sim.ana) == []


async def test_two_former_players_stay_two_seats(tmp_path):
    async with table(tmp_path) as sim:
        board = await begun(sim)
        await erase(sim, sim.ana)
        await erase(sim, sim.bogdan)
        assert sorted(one.user for one in sim.stored().players) == [-2, -1]
        await sim.press_id(sim.carmen, board, "tool:*:again")  # refused: she did not play
        shown = str(sim.bot.drawings.public(await sim.bot.rounds.load(1)).to_components())
        assert "former player (A)" in shown
        assert "former player (B)" in shown


async def test_a_game_that_was_left_before_is_not_left_once_more(tmp_path):
    async with table(tmp_path) as sim:
        await sim.open_table(sim.bogdan, "thirteen")
        lobby = sim.message
        for member in (sim.ana, sim.carmen):
            await sim.press_id(member, lobby, "lobby:*:join")
        await sim.press_id(sim.bogdan, lobby, "lobby:*:start")
        asked = await sim.press_id(sim.ana, lobby, "tool:*:leave")
        await sim.press_id(sim.ana, sim.reread_private(asked), "tool:*:leave-now")
        assert sim.stored().status == "playing"
        asked, _ = await erase(sim, sim.ana)
        assert "open game" not in asked
