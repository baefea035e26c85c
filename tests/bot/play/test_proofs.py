"""*Fair dice?* shows what is committed, checks a finished round and hands out its proof."""

from __future__ import annotations

import json
import logging
import re
from base64 import b64encode
from contextlib import asynccontextmanager

import pytest

from bot import verify
from bot.play.fair import proofs
from bot.play.fair.proof_rules import fault
from bot.table.commitment import seed_of
from bot.table.store import seed_blocks
from computer_rounds import otherwise
from discord_limits import assert_fits
from owners import Owners
from proofs_read import verified
from rules import levels
from rules.errors import Unreadable
from simulated import buttons, table, text_of
from whole_rounds import use

WORDS = {
    "en-US": {
        "checked": "Nobody changed the dice of game 1.",
        "fixed": "✅ Fixed before the game: committed <t:",
        "message": "The root has a message of its own, number ",
        "printed": "Opened by interaction {}, which Discord prints on the board.",
        "early": "This game has seed 1 of block 1, whose root is ",
        "without": "This game has no proof",
        "proof": "Fair dice?",
        "wrong": "❌ Game 1: its dice or cards were changed.",
        "none here": "No proof for the dice of this game",
        "host": "🔑 <@{}> hosts this bot.",
        "alone": "save both files and run `python verify.py dice-poker-round-1.json`",
        "later": "once it has ended, anybody can check them",
        "details": "Details",
        "compare": "Compare the proof with the message of the root",
        "kept": "All choices follow the rules of the game, the computer’s too.",
        "other": "The computer’s were not compared: it has another version now.",
        "broken": "its record breaks the rules of the game",
        "unreadable": "cannot replay the game: its rules were not checked",
    },
    "ro": {
        "checked": "Nimeni n-a schimbat zarurile partidei 1.",
        "fixed": "✅ Fixate înainte de joc: stabilite <t:",
        "message": "Rădăcina are un mesaj al ei, numărul ",
        "printed": "Deschisă de interacțiunea {}, pe care Discord o arată pe tablă.",
        "early": "Această partidă are sămânța 1 din blocul 1, a cărui rădăcină este ",
        "without": "nu are dovadă",
        "proof": "Zaruri cinstite?",
        "wrong": "❌ Partida 1: zarurile sau cărțile ei au fost schimbate.",
        "none here": "Zarurile acestei partide nu au dovadă",
        "host": "🔑 <@{}> găzduiește acest bot.",
        "alone": "salvează ambele fișiere și rulează `python verify.py dice-poker-round-1.json`",
        "later": "după ce se încheie, oricine le poate verifica",
        "details": "Detalii",
        "compare": "Compară dovada cu mesajul rădăcinii",
        "kept": "și cele ale calculatorului.",
        "other": "Cele ale calculatorului nu au fost comparate: acum are altă versiune.",
        "broken": "înregistrarea ei încalcă regulile jocului",
        "unreadable": "nu poate reface partida: regulile nu au fost verificate",
    },
}


UNKNOWN = re.compile(
    r"\b(root|digest|block|seed|word|rădăcin|amprent|bloc|sămânț|semin|cuvânt)\w*", re.IGNORECASE
)
"""What a player cannot know, which only *Details* may say."""

HASH = re.compile(r"\b(?=[0-9]*[a-f])[0-9a-f]{16,}\b")
"""What a commitment or a digest looks like, whole or in part; ids have no letters."""


def plain(message):
    """Return what an answer says, where it says nothing that a player cannot know."""
    assert not UNKNOWN.search(text_of(message))
    assert not HASH.search(text_of(message))
    return text_of(message)


@asynccontextmanager
async def committed_table(folder):
    """Start the bot with the luck of the rounds' seeds, as it is outside tests."""
    async with table(folder) as sim:
        sim.luck = sim.bot.table._given_luck = None
        yield sim


async def asked(sim, number=1):
    """Let Ana press *Fair dice?* of a round, drawn there or not; return the private answer."""
    custom_id = f"tool:{number}:0:proof"
    sim.put_button(sim.message, custom_id)
    answer = await sim.ana.click(sim.message, custom_id=custom_id)
    private = sim.reread_private(answer)
    assert private.ephemeral
    assert_fits(private.components)
    return private


@pytest.mark.parametrize("locale", ["en-US", "ro"])
async def test_a_round_is_played_over_a_restart_and_checked(tmp_path, locale):
    """Nobody has asked for the root before: the block is made as the round is opened."""
    words = WORDS[locale]
    async with committed_table(tmp_path) as sim:
        sim.locales[sim.ana.id] = locale
        await sim.play(sim.ana, level="easy")
        root = sim.stored().commitment.root
        early = await sim.fair(sim.ana)
        assert words["later"] in plain(early)
        assert list(buttons(early)) == [words["details"]]
        details = await sim.details(sim.ana, early)
        assert_fits(details.components)
        assert words["early"] + root in text_of(details)
        assert words["compare"] not in text_of(details)
        assert not HASH.search(sim.text)
        await sim.restart()
        await sim.press_id(sim.ana, sim.message, "press:1:*:keep")
        assert sim.stored().status == "over"
        assert not HASH.search(sim.text)

        private = await sim.fair(sim.ana)
        for key in ("checked", "kept", "fixed", "alone"):
            assert words[key] in plain(private)
        assert list(buttons(private)) == [words["details"]]
        details = await sim.details(sim.ana, private)
        assert_fits(details.components)
        assert words["message"] in text_of(details)
        assert words["compare"] in text_of(details)
        attached, verifier = private.attachments
        assert verifier.filename == "verify.py"
        assert await verifier.read() == proofs.VERIFIER
        told = verified(await attached.read())
        assert told["digest"] in text_of(details)
        assert words["printed"].format(told["opened"]) in text_of(details)
        assert (told["root"], told["own"]) == (root, [False])
        assert root in text_of(details)


async def test_rounds_without_a_seed_and_of_other_channels(tmp_path):
    async with committed_table(tmp_path) as sim:
        await sim.play(sim.ana, level="easy")
        await sim.press(sim.ana, sim.message, "Keep all")
        with sim.bot.storage._engine.begin() as connection:
            connection.exec_driver_sql("DELETE FROM seed_numbers")
        await sim.restart()
        assert WORDS["en-US"]["without"] in text_of(await asked(sim))
        assert "no longer exists" in text_of(await asked(sim, 99))


async def pressed_proof(sim, member, number, label):
    """Press Proof on the last message; return the proof of this round, once it is verified."""
    answer = await sim.press(member, sim.message, label)
    private = sim.reread_private(answer)
    assert private.ephemeral
    assert_fits(private.components)
    attached, _ = private.attachments
    assert attached.filename == f"dice-poker-round-{number}.json"
    told = verified(await attached.read())
    assert told["digest"] in text_of(await sim.details(member, private))
    return told


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en-US", "ro"])
async def test_the_button_below_every_round_that_has_ended_hands_out_its_proof(tmp_path, locale):
    proof = WORDS[locale]["proof"]
    async with committed_table(tmp_path) as sim:
        for member in (sim.ana, sim.bogdan, sim.carmen):
            sim.locales[member.id] = locale
        await sim.play(sim.ana, level="easy")
        assert proof not in buttons(sim.message)
        await sim.press_id(sim.ana, sim.message, "press:1:*:keep")
        assert (await pressed_proof(sim, sim.carmen, 1, proof))["ended"] == "over"
        await sim.restart()
        assert (await pressed_proof(sim, sim.ana, 1, proof))["round"] == 1

        await sim.play(sim.ana, "thirteen")
        busy = await sim.play(sim.ana)
        await sim.press_id(sim.ana, busy.response, "tool:2:*:close")
        await sim.press_id(sim.ana, busy.response, "tool:2:*:leave-now")
        assert (await pressed_proof(sim, sim.bogdan, 2, proof))["ended"] == "closed"

        await sim.play(sim.ana, opponent=sim.bogdan)
        assert proof not in buttons(sim.message)
        assert not HASH.search(sim.text)
        await sim.wait(minutes=10, seconds=5)
        told = await pressed_proof(sim, sim.ana, 3, proof)
        assert (told["ended"], told["record"]) == ("lapsed", [[]])


@pytest.mark.parametrize("locale", ["en-US", "ro"])
async def test_a_round_whose_seed_is_gone_says_so_and_offers_no_proof(tmp_path, locale):
    words = WORDS[locale]
    async with committed_table(tmp_path) as sim:
        sim.locales[sim.ana.id] = locale
        await sim.play(sim.ana, level="easy")
        assert words["none here"] not in sim.text
        with sim.bot.storage._engine.begin() as connection:
            seed_blocks.renew(connection)
        await sim.restart()
        await sim.mark(sim.ana, sim.message, 1)
        assert sim.text.count(words["none here"]) == 1
        await sim.press_id(sim.ana, sim.message, "press:1:*:keep")
        assert sim.text.count(words["none here"]) == 1
        assert words["proof"] not in buttons(sim.message)


@pytest.mark.parametrize("locale", ["en-US", "ro"])
async def test_lobby_and_board_say_where_the_host_sits_without_asking_discord(
    tmp_path, monkeypatch, locale
):
    async with committed_table(tmp_path) as sim:
        owners = Owners(sim, monkeypatch)
        owners.answer = {"owner": owners.user(sim.bogdan)}
        sim.locales[sim.ana.id] = locale
        hosts = WORDS[locale]["host"].format(sim.bogdan.id)
        await sim.restart()
        asked = owners.asked
        assert asked == 1
        await sim.open_table(sim.ana, "thirteen")
        assert hosts not in sim.text
        await sim.press_id(sim.bogdan, sim.message, "lobby:1:*:join")
        assert hosts in sim.text
        await sim.press_id(sim.ana, sim.message, "lobby:1:*:start")
        assert sim.text.count(hosts) == 1
        await sim.mark(sim.ana, sim.message, 1)
        assert sim.text.count(hosts) == 1
        assert owners.asked == asked


@pytest.mark.parametrize("locale", ["en-US", "ro"])
async def test_dice_that_do_not_follow_from_the_seed_are_told_and_shown(tmp_path, caplog, locale):
    """The dice of this round come from somewhere else, as those of a host who cheats."""
    words = WORDS[locale]
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = sim.locales[sim.carmen.id] = locale
        await sim.play(sim.ana, level="easy")
        await sim.press_id(sim.ana, sim.message, "press:1:*:keep")
        answer = await sim.press(sim.carmen, sim.message, words["proof"])
        private = sim.reread_private(answer)
        assert words["wrong"] in text_of(private)
        with pytest.raises(verify.Wrong, match="gives other faces"):
            verify.verify(await private.attachments[0].read())
        assert "round=1 has a proof that fails" in caplog.text


@pytest.mark.parametrize("locale", ["en-US", "ro"])
async def test_the_rules_of_the_round_are_replayed_too(tmp_path, monkeypatch, caplog, locale):
    """An honest round, one of an older version, and one whose computer another hand plays."""
    words = WORDS[locale]
    async with committed_table(tmp_path) as sim:
        sim.locales[sim.ana.id] = locale
        await sim.play(sim.ana, level="easy")
        await sim.press_id(sim.ana, sim.message, "press:1:*:keep")
        shown = text_of(await sim.fair(sim.ana))
        assert words["checked"] in shown
        assert words["kept"] in shown
        with monkeypatch.context() as later:
            later.setattr(levels, "VERSION", 2)
            shown = text_of(await sim.fair(sim.ana))
            assert words["checked"] in shown
            assert words["other"] in shown
        sim.bot.table._choice = otherwise
        await sim.play(sim.ana, level="easy")
        await sim.press_id(sim.ana, sim.message, "press:2:*:keep")
        private = await sim.fair(sim.ana)
        assert words["broken"] in text_of(private)
        assert words["checked"] not in text_of(private)
        assert "round=2 has a proof that fails: step" in caplog.text
        told = verify.verify(await private.attachments[0].read())
        assert "is not what easy chooses" in fault(told)


@pytest.mark.parametrize("locale", ["en-US", "ro"])
async def test_a_round_that_cannot_be_replayed_any_more_is_not_accused(
    tmp_path, monkeypatch, locale
):
    words = WORDS[locale]
    async with committed_table(tmp_path) as sim:
        sim.locales[sim.ana.id] = locale
        await sim.play(sim.ana, "thirteen")
        busy = await sim.play(sim.ana)
        await sim.press_id(sim.ana, busy.response, "tool:1:*:close")
        with sim.bot.storage._engine.begin() as connection:
            connection.exec_driver_sql("UPDATE rounds SET state = '{}'")
        await sim.restart()

        def cannot(*_):
            raise Unreadable("the rules have changed")

        monkeypatch.setattr("bot.table.store.rows.replay", cannot)
        shown = text_of(await asked(sim))
        assert words["checked"] in shown
        assert words["unreadable"] in shown


@pytest.mark.parametrize("against", ["a member", "the computer"])
async def test_nothing_that_is_sent_or_logged_tells_a_seed_before_the_round_has_ended(
    tmp_path, caplog, against
):
    """Neither pages and boards nor a hint, which there is against the computer."""
    caplog.set_level(logging.DEBUG)

    def told(sim):
        with sim.bot.storage._engine.begin() as connection:
            query = "SELECT secret, number FROM seed_blocks ORDER BY number"
            (secret, block), *_ = connection.exec_driver_sql(query).fetchall()
        found = [seed_of(bytes(secret), number) for number in (1, 2)] + [secret]
        assert block == 1
        sent = "".join(f"{one.path} {json.dumps(one.json)}" for one in sim.env.http_requests)
        text = (sent + caplog.text).lower()
        ways = (bytes.hex, lambda seed: b64encode(seed).decode(), repr)
        return [any(way(bytes(seed)).lower() in text for way in ways) for seed in found]

    async with committed_table(tmp_path) as sim:
        alone = against == "the computer"
        await sim.play(sim.ana, **({"level": "easy"} if alone else {"opponent": sim.bogdan}))
        page = await asked(sim)
        assert sim.stored().commitment.root in text_of(await sim.details(sim.ana, page))
        if not alone:
            await sim.press_id(sim.bogdan, sim.message, "lobby:1:*:join")
        await sim.details(sim.ana, await sim.fair(sim.ana))
        users = [player.user for player in sim.stored().players]
        seated = [member for member in (sim.ana, sim.bogdan) if member.id in users]
        members = sorted(seated, key=lambda member: users.index(member.id))
        if alone:
            await sim.press_id(sim.ana, sim.message, "tool:1:*:hint")
        await sim.restart()
        await sim.show_here(sim.ana)
        for member in members:
            assert told(sim) == [False, False, False]
            await sim.press_id(member, sim.message, "press:1:*:keep")
        await use(sim.ana, sim.message, "proof")
        await sim.details(sim.ana, await sim.fair(sim.ana))
        assert told(sim)[1:] == [False, False], "the next one and the secret are not told"
