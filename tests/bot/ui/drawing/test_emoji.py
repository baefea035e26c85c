"""The emoji of dice and cards, against a simulated Discord."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace

import discord
import pytest
import simcord

from bot.ui.drawing import components
from bot.ui.drawing.components import Drawing
from bot.ui.drawing.emoji import (
    PAUSE_SECONDS,
    EmojiSet,
    animated,
    fallback_emoji,
    name_of,
    picture_of,
    pictured,
    still,
)
from hanging import CALLBACK, EDIT, treated
from rules.dice import PIPS, POKER, FaceSet
from rules.text import say
from simulated import dice_of, find, table
from whole_rounds import between_two

ROUTE = "/applications/*/emojis"


def plain(key: str, *symbols: str) -> FaceSet:
    names = tuple(say("{symbol}", symbol=symbol) for symbol in symbols)
    return FaceSet(key, symbols, names, names)


@pytest.fixture
async def bot() -> AsyncIterator[discord.Client]:
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        yield client


def asked(env: simcord.Env) -> list[tuple[str, str]]:
    return [
        (entry.method, entry.path.rsplit("/", 1)[-1])
        for entry in env.http_requests
        if "/emojis" in entry.path
    ]


async def no_sleep(_seconds: float) -> None:
    """Wait for nothing."""


def log_lines(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.name == "bot.ui.drawing.emoji"]


def test_before_loading_every_face_has_a_fallback_emoji() -> None:
    emoji_set = EmojiSet()
    assert [emoji_set.text(face, PIPS) for face in range(1, 7)] == ["1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣"]
    assert [emoji_set.text(face, POKER) for face in range(1, 7)] == ["9️⃣", "🔟", "🇯", "🇶", "🇰", "🇦"]
    assert emoji_set.on_button(4, PIPS) == {"emoji": {"name": "4️⃣"}}
    assert emoji_set.on_button(6, POKER) == {"emoji": {"name": "🇦"}}


def test_a_face_that_no_emoji_shows_is_written_and_takes_a_label_on_its_button() -> None:
    odd = plain("odd", "XIV", "♜", "²", "é")
    emoji_set = EmojiSet()
    assert [emoji_set.text(face, odd) for face in range(1, 5)] == ["XIV", "♜", "²", "é"]
    shown = [emoji_set.on_button(face, odd) for face in range(1, 5)]
    assert shown == [{"label": symbol} for symbol in odd.symbols]


def test_letters_side_by_side_do_not_become_flags() -> None:
    assert EmojiSet().row((4, 6), POKER) == "🇶 🇦"


def test_a_set_can_be_made_of_known_emoji() -> None:
    emoji_set = EmojiSet({"poker_5": 77})
    assert emoji_set.row((5, 6), POKER) == "<:poker_5:77> 🇦"
    assert emoji_set.on_button(5, POKER) == {"emoji": {"id": "77", "name": "poker_5"}}
    assert emoji_set.on_button(6, POKER) == {"emoji": {"name": "🇦"}}


def test_a_selected_die_has_an_arrow_in_its_picture_or_else_in_its_label() -> None:
    emoji_set = EmojiSet({"pips_4_reroll": 77, "pips_4": 78, "pips_5": 79})
    selected = [emoji_set.on_button(face, PIPS, selected=True) for face in (4, 5, 6)]
    assert selected == [
        {"emoji": {"id": "77", "name": "pips_4_reroll"}},
        {"emoji": {"id": "79", "name": "pips_5"}, "label": "↻"},
        {"emoji": {"name": "6️⃣"}, "label": "↻"},
    ]
    odd = plain("odd", "XIV")
    assert emoji_set.on_button(1, odd, selected=True) == {"label": "↻ XIV"}


async def test_loading_uploads_every_picture_once_and_uses_it(bot: discord.Client) -> None:
    async with simcord.run(bot) as env:
        emoji_set = EmojiSet()
        await emoji_set.load(bot)
        assert asked(env).count(("POST", "emojis")) == len(still()) == 28
        assert not emoji_set.rolls
        await emoji_set.load_animated(bot, no_sleep)
        assert emoji_set.rolls
        kept = {emoji.name: emoji.id for emoji in await bot.fetch_application_emojis()}
        assert sorted(kept) == sorted(pictured())
        assert asked(env).count(("POST", "emojis")) == len(pictured()) == 28 + 12 * 3
        for face_set in (PIPS, POKER, plain("cards", "1", "2", "3", "4")):
            for face in range(1, len(face_set.symbols) + 1):
                name = name_of(face, face_set)
                assert emoji_set.text(face, face_set) == f"<:{name}:{kept[name]}>"
                shown = {"emoji": {"id": str(kept[name]), "name": name}}
                assert emoji_set.on_button(face, face_set) == shown


async def test_a_quota_is_waited_for_and_the_pictures_there_are_used_meanwhile(
    bot: discord.Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with simcord.run(bot):
        create, slept, emoji_set = bot.create_application_emoji, [], EmojiSet()

        async def create_two(*, name: str, image: bytes) -> discord.Emoji:
            if len(emoji_set.ids) == 2 and not slept:
                raise discord.RateLimited(3600.0)
            return await create(name=name, image=image)

        async def sleep(seconds: float) -> None:
            slept.append((seconds, len(emoji_set.ids)))

        monkeypatch.setattr(bot, "create_application_emoji", create_two)
        await emoji_set.load(bot, sleep)
        assert slept == [(3600.0, 2)]
        assert len(emoji_set.ids) == len(still())
        (line,) = log_lines(caplog)
        assert "in 3600 seconds, 26 are missing" in line.getMessage()


async def test_a_start_waits_for_no_emoji_and_boards_show_them_once_they_are_there(
    tmp_path: Path,
) -> None:
    """Discord holds the list back for two minutes."""

    async def fetch(client: discord.Client) -> list[discord.Emoji]:
        await asyncio.sleep(120)
        return await real(client)

    real = discord.Client.fetch_application_emojis
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(discord.Client, "fetch_application_emojis", fetch)
        async with table(tmp_path, turn_minutes=60) as sim:
            await sim.play(sim.ana)
            assert "pips_" not in whole(sim.message)
            assert fallback_emoji(1, PIPS)[0] in whole(sim.message)
            await sim.wait(minutes=3)
            await sim.show_here(sim.ana)
            assert "pips_" in whole(sim.message)


def whole(message: discord.Message) -> str:
    shown = [one.to_dict() for one in message.components]
    return json.dumps(shown, ensure_ascii=False)


async def test_the_next_start_uploads_nothing(bot: discord.Client) -> None:
    async with simcord.run(bot) as env:
        first, second = EmojiSet(), EmojiSet()
        await first.load(bot)
        before = len(asked(env))
        await second.load(bot)
        assert asked(env)[before:] == [("GET", "emojis")]
        assert second.text(3, PIPS) == first.text(3, PIPS)


async def test_only_the_missing_picture_is_uploaded_and_foreign_emoji_are_left(
    bot: discord.Client,
) -> None:
    async with simcord.run(bot) as env:
        await EmojiSet().load(bot)
        emoji = {each.name: each for each in await bot.fetch_application_emojis()}
        await emoji["pips_6"].delete()
        await bot.create_application_emoji(name="mascot", image=b"\x89PNG\r\n\x1a\n")
        before = len(asked(env))
        emoji_set = EmojiSet()
        await emoji_set.load(bot)
        assert asked(env)[before:] == [("GET", "emojis"), ("POST", "emojis")]
        assert emoji_set.text(6, PIPS).startswith("<:pips_6:")
        assert emoji_set.text(6, PIPS) != f"<:pips_6:{emoji['pips_6'].id}>"


async def test_where_discord_refuses_the_list_one_line_is_logged_and_keycaps_are_used(
    bot: discord.Client, caplog: pytest.LogCaptureFixture
) -> None:
    async with simcord.run(bot) as env:
        env.inject_error("GET", ROUTE, status=403, message="Missing\nAccess")
        emoji_set = EmojiSet()
        await emoji_set.load(bot)
        assert emoji_set.text(1, PIPS) == "1️⃣"
        assert [record.getMessage().count("\n") for record in log_lines(caplog)] == [0]
        assert "28 pictures" in log_lines(caplog)[0].getMessage()


async def test_where_discord_refuses_an_upload_what_it_has_is_used(
    bot: discord.Client, caplog: pytest.LogCaptureFixture
) -> None:
    async with simcord.run(bot) as env:
        await EmojiSet().load(bot)
        for emoji in await bot.fetch_application_emojis():
            if emoji.name in ("poker_1", "poker_2"):
                await emoji.delete()
        env.inject_error(
            "POST", ROUTE, status=400, code=30008, message="Maximum reached", times=None
        )
        emoji_set = EmojiSet()
        await emoji_set.load(bot)
        assert emoji_set.row((1, 2), POKER) == "9️⃣ 🔟"
        assert emoji_set.text(3, POKER).startswith("<:poker_3:")
        assert len(log_lines(caplog)) == 1
        assert "2 pictures" in log_lines(caplog)[0].getMessage()


def refuse_names_taken(monkeypatch: pytest.MonkeyPatch, bot: discord.Client) -> list[str]:
    """Let the bot's application refuse a name twice, as Discord does; return the names uploaded."""
    create, uploaded = bot.create_application_emoji, []

    async def create_once(*, name: str, image: bytes) -> discord.Emoji:
        await asyncio.sleep(0)  # so that others who start just now are between list and upload
        if name in uploaded:
            response = SimpleNamespace(status=400, reason="Bad Request")
            taken = {"name": {"_errors": [{"code": "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"}]}}
            raise discord.HTTPException(
                response, {"code": 50035, "message": "Invalid Form Body", "errors": taken}
            )
        uploaded.append(name)
        return await create(name=name, image=image)

    monkeypatch.setattr(bot, "create_application_emoji", create_once)
    return uploaded


async def test_processes_that_start_together_upload_once_and_use_the_same(
    bot: discord.Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with simcord.run(bot):
        uploaded = refuse_names_taken(monkeypatch, bot)
        first, second, third = EmojiSet(), EmojiSet(), EmojiSet()
        await asyncio.gather(first.load(bot), second.load(bot), third.load(bot))
        assert sorted(uploaded) == list(still())
        assert len(first.ids) == len(still())
        assert first.ids == second.ids == third.ids
        assert log_lines(caplog) == []


async def test_an_unreachable_discord_is_no_reason_to_stop(
    bot: discord.Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unreachable() -> list[discord.Emoji]:
        raise ConnectionResetError(104, "Connection reset by peer")

    monkeypatch.setattr(bot, "fetch_application_emojis", unreachable)
    emoji_set = EmojiSet()
    await emoji_set.load(bot)
    assert emoji_set.on_button(2, PIPS) == {"emoji": {"name": "2️⃣"}}
    assert len(log_lines(caplog)) == 1


async def test_animated_pictures_are_uploaded_slowly_and_only_those_that_are_missing(
    bot: discord.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host who updates has the still ones: they are left, and the new ones come after them."""
    async with simcord.run(bot) as env:
        await EmojiSet().load(bot)
        before, slept, images = len(asked(env)), [], {}
        create, emoji_set = bot.create_application_emoji, EmojiSet()

        async def create_and_note(*, name: str, image: bytes) -> discord.Emoji:
            images[name] = image
            return await create(name=name, image=image)

        async def sleep(seconds: float) -> None:
            slept.append(seconds)
            assert not emoji_set.rolls

        monkeypatch.setattr(bot, "create_application_emoji", create_and_note)
        await emoji_set.load(bot)
        await emoji_set.load_animated(bot, sleep)
        assert asked(env)[before:] == [("GET", "emojis"), *[("POST", "emojis")] * len(animated())]
        assert slept == [PAUSE_SECONDS] * len(animated())
        assert images == {name: picture_of(name).read_bytes() for name in animated()}
        assert all(image.startswith(b"GIF89a") for image in images.values())
        assert emoji_set.rolls


async def test_where_discord_refuses_an_animated_picture_dice_lie_still(
    bot: discord.Client, caplog: pytest.LogCaptureFixture
) -> None:
    async with simcord.run(bot) as env:
        emoji_set = EmojiSet()
        await emoji_set.load(bot)
        env.inject_error(
            "POST", ROUTE, status=400, code=30008, message="Maximum reached", times=None
        )
        await emoji_set.load_animated(bot, no_sleep)
        assert emoji_set.row((3,), POKER, landed=(1,), copy=1) == emoji_set.row((3,), POKER)
        assert emoji_set.row((3,), POKER).startswith("<:poker_3:")
        (line,) = log_lines(caplog)
        assert "36 pictures of dice and cards are missing, dice do not roll" in line.getMessage()


# Emoji that Discord refuses


def refused():
    """Return Discord's refusal of a message with an emoji that was deleted."""
    answer = SimpleNamespace(status=400, reason="Bad Request")
    where = {"components": {"0": {"_errors": [{"code": "X", "message": "Invalid emoji"}]}}}
    body = {"code": 50035, "message": "Invalid Form Body", "errors": where}
    return discord.HTTPException(answer, body)


async def without_pictures(carry_out, sent):
    """Refuse a button with an emoji of the application."""
    if '"name": "pips_' in json.dumps(sent or {}):
        raise refused()
    return await carry_out()


async def test_boards_are_drawn_with_keycaps_where_an_emoji_is_refused(tmp_path, caplog):
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        fetches = len(sim.requests("GET", "/applications/*/emojis"))
        with (
            treated(sim, "POST", CALLBACK, without_pictures),
            treated(sim, "PATCH", EDIT, without_pictures),
        ):
            keep = find(sim.message, "Keep all")["custom_id"]
            record = sim.send(sim.bogdan, sim.message, keep)
            await sim.env.settle()
            assert record.responded
            assert sim.stored().place.drawn == sim.stored().version
            assert "⃣" in sim.text
            assert [one["emoji"].get("id") for one in dice_of(sim.message)] == [None] * 5
            assert len(sim.requests("GET", "/applications/*/emojis")) == fetches + 1
        (told,) = [one for one in caplog.records if "Discord refuses them" in one.getMessage()]
        assert told.levelname == "WARNING"
        await sim.mark(sim.ana, sim.message, 1)
        assert all(one["emoji"]["id"] for one in dice_of(sim.message)), "they are fetched again"


async def test_a_board_that_is_redrawn_without_a_press_has_keycaps_too(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        fetched = len(sim.requests("GET", ROUTE))
        with treated(sim, "PATCH", EDIT, without_pictures):
            await sim.wait(minutes=10, seconds=10)
            assert sim.stored().moment == 1
            assert "⃣" in sim.text
            await sim.wait(minutes=10, seconds=10)
            assert sim.stored().status == "over"
        assert len(sim.requests("GET", ROUTE)) == fetched + 1, "not again so soon"


async def test_a_board_in_a_new_thread_has_keycaps_too(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana)
        taken = await sim.play(sim.bogdan)
        with treated(sim, "POST", "/channels/*/messages", without_pictures):
            await sim.press(sim.bogdan, taken.response, "Play in a thread")
        channel = sim.stored(2).place.channel
        (board,) = sim.env.backend.messages[channel].values()
        assert "⃣" in json.dumps(board.components, ensure_ascii=False)


async def test_another_refusal_is_raised():
    known, made = EmojiSet({"pips_4": 7}), []

    async def request():
        made.append(1)
        raise discord.HTTPException(SimpleNamespace(status=400, reason=""), {"code": 50035})

    with pytest.raises(discord.HTTPException):
        await known.sent(request)
    assert len(made) == 1
    assert known.ids


async def test_all_that_shows_a_refused_emoji_is_replaced():
    known = EmojiSet({"pips_4": 7, "pips_4_reroll": 8, "cards_2": 9})

    async def request():
        if known.ids:
            raise refused()

    row = components.button(components.CustomId("mark", 7, 0, "1"), None)
    selected = {**row, **known.on_button(4, PIPS, selected=True, position=1)}
    card = {**row, "emoji": {"id": "9", "name": "cards_2"}, "label": "Single"}
    foreign = {**row, "emoji": {"id": "77", "name": "another"}}
    text = components.text(f"# {known.text(4, PIPS)} <:another:77>")
    tree = [components.container(0, [text, *components.rows([selected, card, foreign])])]
    await known.sent(request)
    shown = known.present(Drawing(tree)).to_components()[0]["components"]
    assert shown[0]["content"] == "# 4️⃣ <:another:77>"
    first, second, third = shown[1]["components"]
    assert (first["emoji"], first["label"]) == ({"name": "4️⃣"}, "1 ↻")
    assert (second["emoji"]["name"], second["label"]) == ("2️⃣", "Single")
    assert third == foreign
