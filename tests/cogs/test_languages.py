"""Whole rounds in Romanian, and the language of rounds and answers."""

from __future__ import annotations

import re

import polib
import pytest

from bot.language.languages import CATALOGUES, LANGUAGES
from simulated import LOCALES, buttons, components, speak, table, text_of
from simulated_luck import WrittenLuck
from whole_rounds import between_two
from words import Words


def english_pieces():
    """Return every run of two or more English words that no Romanian translation contains."""
    entries = [entry for entry in polib.pofile(str(CATALOGUES / "ro.po")) if not entry.obsolete]
    romanian = "\n".join(
        text for entry in entries for text in (entry.msgstr, *entry.msgstr_plural.values())
    )
    pieces = set()
    for entry in entries:
        for template in filter(None, (entry.msgid, entry.msgid_plural)):
            for piece in re.split(r"\{[^}]*\}|[·.:!?()“”`—\n]", template):
                words = piece.strip()
                if len(words.split()) > 1 and words not in romanian:
                    pieces.add(words)
    assert len(pieces) > 100
    return pieces


ENGLISH = english_pieces()


def texts_of(request):
    """Return all texts that a request shows."""
    body = request.json if isinstance(request.json, dict) else {}
    tree, texts = [body.get("data") or body], []
    while tree:
        one = tree.pop()
        if isinstance(one, dict):
            texts += [
                value
                for key, value in one.items()
                if key in ("content", "label", "placeholder", "description")
                and isinstance(value, str)
            ]
            tree += list(one.values())
        elif isinstance(one, list):
            tree += one
    return "\n".join(texts)


def assert_no_english(sim, since=0):
    shown = "\n".join(
        texts_of(request)
        for request in sim.requests(since=since)
        if "interactions" in request.path
        or "messages" in request.path
        or "webhooks" in request.path
    )
    assert shown
    found = sorted(
        piece for piece in ENGLISH if re.search(rf"(?<!\w){re.escape(piece)}(?!\w)", shown)
    )
    assert not found


def in_romanian(sim):
    """Let everybody speak Romanian; return how many requests the bot has sent so far."""
    speak(sim, "ro")
    return len(sim.env.http_requests)


@pytest.mark.parametrize(
    ("game", "reminder"),
    [
        ("dice-poker", "<@{bogdan}> E rândul tău: "),
        ("six-card", "<@{ana}> <@{bogdan}> E rândul vostru: "),
    ],
)
async def test_a_reminder_speaks_to_one_or_to_several(tmp_path, game, reminder):
    async with table(tmp_path) as sim:
        in_romanian(sim)
        await between_two(sim, game)
        await sim.wait(seconds=65)
        assert reminder.format(ana=sim.ana.id, bogdan=sim.bogdan.id) in sim.text


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["player", "dealer"])
async def test_a_round_alone_in_romanian(tmp_path, seat):
    """The member is the player in the first game, and the dealer in its rematch."""
    rolls, number = [(4, 4, 2, 1, 1), (6, 6, 3, 3, 5), (2,)], 2 if seat == "dealer" else 1
    async with table(tmp_path, WrittenLuck([*(number - 1) * rolls, *rolls, (3,)])) as sim:
        since = in_romanian(sim)
        await sim.play(sim.ana)
        if seat == "dealer":
            await sim.press(sim.ana, sim.message, "Păstrează tot")
            await sim.press(sim.ana, sim.message, "Revanșă")
        task = {"player": "de bătut: două perechi", "dealer": "arunci din nou tu întâi"}[seat]
        assert task in sim.text
        assert "două perechi" in sim.text
        assert "Păstrează tot" in buttons(sim.message)
        mine = 5 if seat == "player" else 3
        await sim.reroll(sim.ana, sim.message, mine)
        assert "Revanșă" in buttons(sim.message)
        assert "full house" in sim.text
        assert_no_english(sim, since)
        sim.assert_replays(number)


@pytest.mark.slow
async def test_two_members_in_romanian(tmp_path):
    """A challenge, its refusals, a round, leaving, a rematch and a busy channel."""
    async with table(tmp_path) as sim:
        since = in_romanian(sim)
        robot = sim.guild.add_member(sim.env.create_user("robot", bot=True))
        await sim.play(sim.ana, opponent=sim.ana)
        await sim.play(sim.ana, opponent=robot)
        await sim.play(sim.ana, opponent=sim.bogdan, level="easy")
        await sim.ana.slash(sim.channel, "rounds")
        await sim.first_page(sim.ana)
        await sim.privacy(sim.ana)
        await sim.play(sim.ana, opponent=sim.bogdan)
        for member, control in (
            (sim.carmen, "lobby:1:*:join"),
            (sim.carmen, "tool:1:*:rules"),
            (sim.bogdan, "lobby:1:*:join"),
        ):
            await sim.press_id(member, sim.message, control)
        for member in (sim.carmen, sim.ana, sim.bogdan):
            await sim.press_id(member, sim.message, "mark:1:0:2")
        await sim.play(sim.ana)
        await sim.play(sim.carmen)
        await sim.press_id(sim.bogdan, sim.message, "press:1:0:keep")
        await sim.wait(minutes=2)
        board = sim.channel.history()[0]
        asked = await sim.press_id(sim.ana, board, "tool:1:1:leave")
        await sim.press_id(sim.ana, asked.response, "tool:1:1:leave-now")
        await sim.press_id(sim.ana, board, "tool:1:*:rematch")
        await sim.press_id(sim.ana, sim.message, "lobby:2:*:withdraw")
        assert_no_english(sim, since)
        assert "a retras" in sim.text


async def test_a_private_answer_is_in_the_members_own_language(tmp_path):
    """The board stays in the opener's language."""
    async with table(tmp_path) as sim:
        sim.locales[sim.bogdan.id] = "ro"
        await sim.play(sim.ana)
        answer = await sim.play(sim.bogdan)
        assert "e deja o partidă deschisă" in text_of(answer.response)
        refused = await sim.press(sim.bogdan, sim.message, "Keep all")
        assert "Nu joci" in text_of(refused.response)
        await sim.mark(sim.ana, sim.message, 1)
        assert "your turn — beat" in sim.text


@pytest.mark.parametrize(
    ("locales", "setting", "chosen", "expected"),
    [
        ((False, "en-US", "en-US"), "", None, "your turn"),
        ((False, "en-US", "ro"), "", None, "rândul tău"),
        ((True, "ro", "en-US"), "", None, "rândul tău"),
        ((True, "en-US", "ro"), "", None, "your turn"),
        ((True, "ro", "ro"), "en", None, "your turn"),
        ((False, "en-US", "en-US"), "ro", None, "rândul tău"),
        ((True, "en-US", "en-US"), "en", "ro", "rândul tău"),
        ((False, "en-US", "pt-BR"), "", None, "your turn"),
    ],
)
async def test_the_language_of_a_round(tmp_path, locales, setting, chosen, expected):
    """The server's setting; else the host's; else a Community server's locale; else the opener's."""
    community, server, opener = locales
    async with table(tmp_path, language=setting) as sim:
        sim.be_a_community(community, server)
        sim.locales[sim.ana.id] = opener
        if chosen:
            await sim.bot.servers.set(sim.guild.id, "language", chosen)
        await sim.play(sim.ana)
        assert expected in sim.text


async def test_a_round_keeps_its_language(tmp_path):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = "ro"
        await sim.play(sim.ana, opponent=sim.bogdan)
        await sim.press_id(sim.bogdan, sim.message, "lobby:1:*:join")
        assert "rândul tău — arunci din nou tu întâi" in sim.text
        await sim.press_id(sim.bogdan, sim.message, "press:1:0:keep")
        await sim.press_id(sim.ana, sim.message, "press:1:1:keep")
        await sim.press_id(sim.bogdan, sim.message, "tool:1:*:rematch")
        assert sim.stored(2).language == "ro"


@pytest.mark.parametrize("language", LANGUAGES[1:])
async def test_commands_are_named_in_every_language(tmp_path, language):
    locale = LOCALES[language]
    async with table(tmp_path) as sim:
        commands = {command["name"]: command for command in sim.synced()}
        assert set(commands) >= {"play", "rounds", "stats", "settings"}
        for command in commands.values():
            named = "name" if command["type"] != 1 else "description"  # menus have no description
            assert command[f"{named}_localizations"][locale] != command[named]
        play = commands["play"]
        assert play["description_localizations"][locale]
        options = {option["name"]: option for option in play["options"]}
        assert [*options] == ["game", "opponent", "open", "level", "slow"]
        for option in options.values():
            assert option["name_localizations"][locale]
            assert option["description_localizations"][locale]
            for choice in option.get("choices", []):
                assert choice["name_localizations"][locale]
        assert play["name_localizations"][locale] == Words({"ro": "joacă"})[language]


async def test_numbers_and_plurals_follow_the_language(tmp_path):
    async with table(tmp_path) as sim:
        in_romanian(sim)
        await sim.play(sim.ana)
        for position in (1, 2):
            await sim.mark(sim.ana, sim.message, position)
        assert "1 și 2" in sim.text
        labels = [one["label"] for one in components(sim.message) if one.get("label")]
        assert "Aruncă 2" in labels
