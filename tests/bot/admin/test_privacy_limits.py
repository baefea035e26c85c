"""Export and Erase of *Privacy*: each once in ten minutes a member; what failed does not count."""

from __future__ import annotations

import re

from bot.admin.store import erasing, member_export
from bot.storage.errors import StorageFailed
from bot.table.store import erasures
from simulated import table, text_of
from words import Words, in_each_language

MINUTES = 10
EXPORTED = Words(
    {
        "en": "Your last export is less than ten minutes old. You can have the next one after <t:*:f>.",
        "ro": "Ultimul tău export are mai puțin de zece minute. Îl poți cere pe următorul după <t:*:f>.",
    }
)
ERASED = Words(
    {
        "en": "You erased everything less than ten minutes ago. You can do so again after <t:*:f>.",
        "ro": "Ai șters totul acum mai puțin de zece minute. Poți face asta din nou după <t:*:f>.",
    }
)
DONE = Words({"en": "Done: nothing that the bot keeps", "ro": "Gata: nu mai apari nicăieri"})
APOLOGY = "Nothing was lost"
ASKED = Words({"en": "This cannot be undone.", "ro": "Nu se mai poate reveni."})


async def export(sim, member):
    """Press Export on a page of its own; return the private message that answers."""
    got = await sim.press_id(member, await sim.privacy(member), "privacy:0:0:export")
    return sim.reread_private(got)


async def erase(sim, member):
    """Press Erase and confirm; return what the page says then."""
    page = await sim.privacy(member)
    await sim.press_id(member, page, "privacy:0:0:erase")
    await sim.press_id(member, page, "privacy:0:0:erase-now")
    return text_of(sim.reread(page))


def is_file(message):
    return len(message.attachments) == 1


def seconds_until(sim, text):
    (stamp,) = re.findall(r"<t:(\d+):f>", text)
    return int(stamp) - sim.env.backend.clock.now().timestamp()


def plain(text):
    return re.sub(r"<t:\d+:f>", "<t:*:f>", text)


def failing(monkeypatch, owner, name):
    def fail(*_):
        raise StorageFailed("The database fails.")

    monkeypatch.setattr(owner, name, fail)


@in_each_language
async def test_a_member_exports_once_in_ten_minutes(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = language
        assert is_file(await export(sim, sim.ana))
        await sim.wait(minutes=MINUTES - 3)
        refused = await export(sim, sim.ana)
        assert refused.flags.ephemeral
        assert plain(text_of(refused)) == EXPORTED[language]
        assert 178 <= seconds_until(sim, text_of(refused)) <= 180
        assert is_file(await export(sim, sim.bogdan)), "each member has limits of their own"
        assert (await erase(sim, sim.ana)).startswith(DONE[language]), "Erase has its own limit"
        await sim.wait(minutes=3)
        assert is_file(await export(sim, sim.ana))


async def test_an_export_that_does_not_fit_does_not_count(tmp_path, monkeypatch):
    async with table(tmp_path) as sim:
        with monkeypatch.context() as patched:
            patched.setattr("bot.admin.privacy_panel.ROOM", 10**12)  # no file may be so large
            assert "more than fits into a file" in text_of(await export(sim, sim.ana))
        assert is_file(await export(sim, sim.ana))


@in_each_language
async def test_a_member_erases_once_in_ten_minutes(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = language
        asked = await sim.privacy(sim.ana)
        await sim.press_id(sim.ana, asked, "privacy:0:0:erase")
        assert (await erase(sim, sim.ana)).startswith(DONE[language])
        await sim.wait(minutes=MINUTES - 1)
        counted = sim.bot.storage.read(erasures.count_erasures)
        again = await sim.press_id(sim.ana, asked, "privacy:0:0:erase-now")
        assert plain(text_of(sim.reread_private(again))) == ERASED[language]
        assert ASKED[language] in text_of(sim.reread(asked))
        page = await sim.privacy(sim.ana)
        refused = await sim.press_id(sim.ana, page, "privacy:0:0:erase")
        assert plain(text_of(sim.reread_private(refused))) == ERASED[language]
        assert 58 <= seconds_until(sim, text_of(sim.reread_private(refused))) <= 60
        assert sim.bot.storage.read(erasures.count_erasures) == counted
        assert is_file(await export(sim, sim.ana))
        await sim.wait(minutes=1)
        assert (await erase(sim, sim.ana)).startswith(DONE[language])
        assert sim.bot.storage.read(erasures.count_erasures) == counted + 1


async def test_an_export_that_failed_does_not_count(tmp_path, monkeypatch):
    async with table(tmp_path) as sim:
        with monkeypatch.context() as broken:
            failing(broken, member_export, "other_rows")
            assert APOLOGY in text_of(await export(sim, sim.ana))
        page = await sim.privacy(sim.ana)
        sim.env.inject_error("POST", "/interactions/*", status=403)
        got = await sim.press_id(sim.ana, page, "privacy:0:0:export")
        assert not is_file(sim.reread_private(got))
        assert is_file(await export(sim, sim.ana))


async def test_an_erasure_that_failed_half_way_does_not_count(tmp_path, monkeypatch):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        with monkeypatch.context() as broken:
            failing(broken, erasing, "finish_erasure")
            assert not (await erase(sim, sim.ana)).startswith(DONE["en"])
        assert sim.bot.storage.read(erasures.count_erasures) == 0
        assert (await erase(sim, sim.ana)).startswith(DONE["en"])
        assert sim.bot.storage.read(erasures.count_erasures) == 1
