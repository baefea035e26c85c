"""A whole bot at a simulated Discord. SimCord's private names stay here, in `hanging.py` and the clock tests.

`async with table() as sim:` starts the real bot on a database in a file, with
written or seeded luck. Members press, choose and type; every press asserts that
it was answered.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from fnmatch import fnmatch
from pathlib import Path
from typing import Any
from unittest import mock

import discord
from discord import app_commands
from simcord import actors, interactions
from simcord._runtime import _attach_bot
from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle, UserHandle
from simcord.enums import ComponentType, InteractionType, OverwriteType
from simcord.results import InteractionResult, to_discord_message
from sqlalchemy import func, select

import conformance
import mentions_sent
from analysis_thread import ThreadAnalysis
from bot.client import DicePokerBot
from bot.config import Config
from bot.language.languages import KNOWN
from bot.play.boards.reminders import Reminders
from bot.play.opening.opening import Opening
from bot.play.opening.play_options import chosen_game
from bot.storage import schema
from bot.storage.database import Storage
from bot.table.store import rounds
from bot.table.stored_round import StoredRound
from bot.ui.drawing.emoji import EmojiSet, animated, pictured
from bot.ui.interaction import COMMAND, COMPONENT, LeanState
from empty_database import write_empty_database
from messages_read import (
    buttons,
    cards_of,
    components,
    counts,
    dice_of,
    find,
    hand_of,
    ids_of,
    last_message,
    message_channel,
    selected,
    tapped_on,
    text_of,
    until,
)
from passing_time import pass_time
from prompt_env import PromptEnv
from rules import engine, registry
from rules.engine import Luck
from simulated_luck import SeededLuck
from sql import run

__all__ = [
    "Sim",
    "buttons",
    "cards_of",
    "components",
    "counts",
    "dice_of",
    "find",
    "hand_of",
    "ids_of",
    "last_message",
    "selected",
    "table",
    "tapped_on",
    "text_of",
    "until",
]

LOCALES = {key: language.discord for key, language in KNOWN.items()}
"""The locales of Discord for the languages of the bot."""

CONFIRM = ("Confirm", "Confirmă")
"""The button below a choice that has to be confirmed, in all languages."""

PATIENCE = 50
"""Seconds of real time for what a press sets off: a busy machine is no hanging bot.

SimCord waits for a timer of the bot that ends sooner. Those for late answers of Discord are
longer (`bot.ui.requests.LATE_SECONDS`), and so is here the one after which what rounds show is
stored: that is done whenever time passes, and where a test looks.
"""

_real_payload = interactions.base_payload


def is_more(button: Any) -> bool:
    """Return whether a button is *Menu*, or *More* at an end."""
    return str(button.get("custom_id", "")).endswith(":more")


class Sim:
    """A server with a channel, members, and the bot."""

    def __init__(self, env: Any, url: str, luck: Luck, settings: Config) -> None:
        self.env = env
        self.kind = type(env.bot)
        self.url = url
        self.luck = luck
        self.settings = settings
        self.bot: DicePokerBot = env.bot
        self.guild = env.create_guild("The Green Table")
        self.channel = self.guild.create_text_channel("games")
        self.locales: dict[int, str] = {}
        self.guild_locale = "en-US"
        self._earlier_rounds = 0
        self._seat_members()

    def _seat_members(self) -> None:
        self.ana, self.bogdan, self.carmen = map(self.member, ("ana", "bogdan", "carmen"))

    def another_story(self) -> None:
        """Go on in a fresh channel with fresh members; its rounds are counted from 1, too.

        For stories which restart nothing and change no setting of the server.
        """
        self.channel = self.guild.create_text_channel("games")
        self._seat_members()
        self._earlier_rounds = self.latest

    def member(self, name: str, locale: str = "en-US", **permissions: bool) -> Any:
        """Add a member with this locale, with these permissions through a role."""
        roles = []
        if permissions:
            granted = discord.Permissions(**permissions)
            roles = [self.guild.create_role(name, permissions=granted)]
        member = self.guild.add_member(self.env.create_user(name), roles=roles)
        self.locales[member.id] = locale
        return member

    @property
    def the_bot(self) -> Any:
        """The bot itself, as a member who can be named."""
        backend = self.env.backend
        return actors.MemberActor(self.env, self.guild, UserHandle(self.env, backend.bot_user))

    # What members do ---------------------------------------------------------

    async def play(
        self, member: Any, game: str = "dice-poker", channel: Any = None, **options: Any
    ) -> Any:
        """Type `/play game:<game>`; the answer must come.

        `game` is an entry: a game, or one of its variants. A game's own options, which no command
        has, are taken as chosen.
        """
        info = registry.game(chosen_game(game)[0]).info
        own = {one.key: options.pop(one.key) for one in info.options if one.key in options}
        with _chosen(own):
            result = await member.slash(channel or self.channel, "play", game=game, **options)
        assert result.acknowledged
        return result

    async def open_table(self, member: Any, game: str, channel: Any = None, **options: Any) -> Any:
        """Type `/play game:<game> open:True`: the table waits for others."""
        return await self.play(member, game, channel, open=True, **options)

    async def show_here(self, member: Any, channel: Any = None) -> Any:
        """Press *Show here* in the member's `/rounds`."""
        page = (await member.slash(channel or self.channel, "rounds")).response
        return await self.press_id(member, page, "rounds:0:0:show")

    async def first_page(self, member: Any) -> Any:
        """Type `/play` without a game; return the page."""
        answer = await member.slash(self.channel, "play")
        assert answer.ephemeral
        return answer.response

    async def rules(self, member: Any, game: str) -> Any:
        """Press *Rules* in `/play` and choose the game, if none is open here; return the page."""
        page = await self.first_page(member)
        await self.press_id(member, page, "rules:0:0")
        shown = self.reread(page)
        first = f"rules:0:0:{game}.0"
        found = [one for one in buttons(shown).values() if one["custom_id"] == first]
        if not found or found[0].get("disabled"):
            return shown
        await self.press_id(member, page, first)
        return self.reread(page)

    async def own_settings(self, member: Any, switch: str) -> Any:
        """Turn the switch with this key in `/settings`; return the page."""
        page = (await member.slash(self.channel, "settings")).response
        await self.press_id(member, page, f"own:0:0:{switch}.*")
        return self.reread(page)

    async def privacy(self, member: Any) -> Any:
        """Press *Privacy* in `/settings`; return the page."""
        page = (await member.slash(self.channel, "settings")).response
        await self.press_id(member, page, "privacy:0:0:page")
        return self.reread(page)

    async def erase(self, member: Any) -> None:
        """Press *Erase* on that page, then the button that confirms it."""
        page = await self.privacy(member)
        for verb in ("erase", "erase-now"):
            await self.press_id(member, page, f"privacy:0:0:{verb}")

    async def press(self, member: Any, message: Any, label: str) -> Any:
        """Press the button with this label; behind *Menu* or *More*, where only those are there.

        *Menu* is pressed in any language.
        """
        message = self.reread(message)
        more = next((one for one in buttons(message).values() if is_more(one)), None)
        if more is not None and label == "Menu":
            label = more["label"]
        if more is not None and label not in buttons(message):
            answer = await member.click(message, custom_id=more["custom_id"])
            message = self.reread_private(answer)
        button = find(message, label)
        result = await member.click(message, custom_id=button["custom_id"])
        assert result.acknowledged
        return result

    async def press_id(self, member: Any, message: Any, pattern: str) -> Any:
        """Press the button whose custom id fits the pattern, in any language; behind *Menu*, too."""
        shown = [one.get("custom_id", "") for one in components(self.reread(message))]
        more = next((one for one in shown if one.endswith(":more")), None)
        if more and not any(fnmatch(one, pattern) for one in shown):
            message = self.reread_private(await member.click(message, custom_id=more))
            shown = [one.get("custom_id", "") for one in components(message)]
        custom_id = next(one for one in shown if fnmatch(one, pattern))
        result = await member.click(message, custom_id=custom_id)
        assert result.acknowledged
        return result

    async def fair(self, member: Any, message: Any = None) -> Any:
        """Press *Fair dice?* behind *Menu* or *More* of a board; return the private answer."""
        answer = await self.press_id(member, message or self.message, "tool:*:proof")
        return self.reread_private(answer)

    async def mark(self, member: Any, message: Any, position: int) -> Any:
        """Press the die at this position."""
        button = dice_of(self.reread(message))[position - 1]
        result = await member.click(message, custom_id=button["custom_id"])
        assert result.acknowledged
        return result

    async def reroll(self, member: Any, message: Any, *positions: int) -> Any:
        """Select dice and reroll them, or keep all; return the answer to the last press."""
        for position in positions:
            await self.mark(member, message, position)
            message = self.reread(message)
        verb = next(label for label in buttons(message) if counts(label) == len(positions))
        return await self.press(member, message, verb)

    async def choose(self, member: Any, message: Any, value: str) -> Any:
        """Choose a value from the message's menu or cards, and confirm it if asked to."""
        result = await self.choose_only(member, message, value)
        if self.is_gone(message):
            return result
        asked = [
            one
            for one in components(self.reread(message))
            if one.get("label") in CONFIRM and not one["disabled"]
        ]
        if not asked:
            return result
        (button,) = asked
        result = await member.click(message, custom_id=button["custom_id"])
        assert result.acknowledged
        return result

    async def choose_only(self, member: Any, message: Any, value: str) -> Any:
        """Choose the line with this value from the message's menu, or tap its cards."""
        menu = next((one for one in components(self.reread(message)) if one["type"] == 3), None)
        if menu is None:
            return await self._tap(member, message, value)
        result = await member.select(message, [value], custom_id=menu["custom_id"])
        assert result.acknowledged
        return result

    async def _tap(self, member: Any, message: Any, split: str) -> Any:
        """Tap the cards of a split, which what is tapped already may differ from."""
        _, pair, single = split.removeprefix("split.").split("-")
        if not cards_of(self.reread(message)):
            await self.press(member, message, "Change it")
        result, tapped = None, [place for place in tapped_on(self.reread(message)) if place]
        for position in tapped:
            result = await self.tap(member, message, position)
        hand, free = hand_of(self.reread(message)), [1, 2, 3, 4, 5, 6]
        for card in single + pair:
            position = next(one for one in free if hand[one - 1] == int(card))
            free.remove(position)
            result = await self.tap(member, message, position)
        return result

    async def tap(self, member: Any, message: Any, position: int) -> Any:
        """Tap one of the cards on a private message."""
        card = cards_of(self.reread(message))[position - 1]
        result = await member.click(message, custom_id=card["custom_id"])
        assert result.acknowledged
        return result

    def send(self, member: Any, message: Any, custom_id: str, values: Any = None) -> Any:
        """Emit a press without waiting; it need not be on the message any more.

        `values` are those chosen from a menu, or the member who is.
        """
        stored = self._stored(message)
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": ComponentType.BUTTON}
        if isinstance(values, actors.MemberActor):
            resolved: dict[str, Any] = {}
            interactions.resolve_handle(member, values, resolved, channel_id=stored.channel_id)
            data |= {"component_type": ComponentType.USER_SELECT, "resolved": resolved}
            data["values"] = [str(values.id)]
        elif values is not None:
            data |= {"component_type": ComponentType.STRING_SELECT, "values": values}
        record, payload = interactions.base_payload(
            self.env.backend,
            type=InteractionType.MESSAGE_COMPONENT,
            channel_id=stored.channel_id,
            guild_id=member.guild.id,
            user_id=member.id,
            data=data,
        )
        payload["message"] = dict(serializers.message_payload(self.env.backend, stored))
        record.source_message_id = stored.id
        self.env.backend.emit("INTERACTION_CREATE", payload)
        return record

    def send_command(self, member: Any, path: str, /, channel: Any = None, **options: Any) -> Any:
        """Emit a command without waiting, with any text or any members as its options."""
        place = (channel or self.channel).id
        first, *rest = path.split()
        root = actors._resolve_visible_command(member, place, first, 1)
        leaf, nesting = interactions.walk_to_subcommand(root, rest)
        texts = {key: value for key, value in options.items() if isinstance(value, str)}
        named = {key: value for key, value in options.items() if key not in texts}
        given, resolved = interactions.build_options(
            member, path, leaf, named, partial=True, channel_id=place
        )
        given += [{"name": key, "type": 3, "value": value} for key, value in texts.items()]
        nested = interactions.nest_options(root, nesting, given)
        record, payload = interactions.base_payload(
            self.env.backend,
            type=InteractionType.APPLICATION_COMMAND,
            channel_id=place,
            guild_id=member.guild.id,
            user_id=member.id,
            data={
                "id": root["id"],
                "name": root["name"],
                "type": 1,
                "options": nested,
                "resolved": resolved,
            },
        )
        self.env.backend.emit("INTERACTION_CREATE", payload)
        return record

    def answer_to(self, record: Any) -> Any:
        """Return the result of an emitted press or command."""
        return InteractionResult(self.env, record)

    async def send_all(self, presses: list[tuple[Any, Any, str]]) -> list[Any]:
        """Emit presses of (member, message, custom id) at once; all must be answered."""
        records = [self.send(*press) for press in presses]
        await self.env.settle()
        assert all(record.responded for record in records)
        return records

    # What happens to the bot ---------------------------------------------------

    async def wait(self, **duration: float) -> None:
        """Let time pass, in jumps from one due moment to the next; the deadlines tick at the end."""
        self.bot.rounds.flush(self.bot.storage)
        await pass_time(self.env, self.bot, timedelta(**duration))
        await self.env.settle()

    async def judge(self) -> None:
        """Judge the choices in the games that have ended."""
        await self.bot.ticks.run("judging")

    async def tick_through(self, **duration: float) -> None:
        """Let time pass without a jump: every tick comes."""
        await self.env.advance_time(timedelta(**duration).total_seconds())

    async def restart(
        self, *, away: timedelta | None = None, meanwhile: Callable[[], object] | None = None
    ) -> None:
        """Kill the bot and start another on the same database, `away` later.

        What is done `meanwhile` finds the database closed.
        """
        old = self.bot
        old.rounds.flush(old.storage)
        old.ticks.stop()
        await self.env.settle()
        if away is not None:
            await self.env.advance_time(away.total_seconds())
        _close(old)
        if meanwhile is not None:
            meanwhile()
        self.bot = _bot(self.kind, self.url, self.luck, self.settings)
        await self.env.restart_bot(self.bot)
        await self.env.settle()

    async def kill(self) -> None:
        """Kill the bot in the midst of what it does, and start another on the same database.

        It answers nothing more. Of what it was about to store, only transactions under way are.
        """
        with mock.patch.object(self.bot.rounds, "flush"):
            await self.env._detach_bot()
            _close(self.bot)
        self.bot = _bot(self.kind, self.url, self.luck, self.settings)
        await _attach_bot(self.env, self.bot)
        await self.env.settle()

    def thread(self, name: str) -> Any:
        """Open a thread in the channel."""
        opened = self.env.backend.create_thread(self.channel.id, name, self.ana.id)
        return ChannelHandle(self.env, self.guild, opened)

    def forbid(self, who: int | None = None, **permissions: bool) -> None:
        """Take permissions in the channel from a member, the bot by default."""
        taken = discord.Permissions(**permissions).value
        user = who or self.env.backend.bot_user.id
        overwrite = Overwrite(target_id=user, type=OverwriteType.MEMBER, allow=0, deny=taken)
        self.env.backend.set_overwrite(self.channel.id, overwrite)

    def be_a_community(self, community: bool, locale: str) -> None:
        """Make the server a Community server, or not; its own locale is `locale`."""
        self.guild_locale = locale
        backend = self.env.backend
        payload = dict(serializers.guild_create_payload(backend, backend.get_guild(self.guild.id)))
        payload["features"] = ["COMMUNITY"] if community else []
        backend.emit("GUILD_UPDATE", payload)

    def put_button(self, message: Any, custom_id: str) -> None:
        """Add a button that the bot did not draw to a message."""
        self._stored(message).components.append(
            {
                "type": 1,
                "components": [{"type": 2, "style": 2, "label": "?", "custom_id": custom_id}],
            }
        )

    def take_button(self, message: Any, custom_id: str) -> None:
        """Take the button that `put_button` has added from a message, if it is still there."""
        stored = self._stored(message)
        stored.components = [
            row
            for row in stored.components
            if [one.get("custom_id") for one in row.get("components", ())] != [custom_id]
        ]

    def put_menu(self, message: Any, custom_id: str) -> None:
        """Add a menu that the bot did not draw to a message."""
        option = {"label": "?", "value": "?"}
        menu = {"type": 3, "custom_id": custom_id, "options": [option]}
        self._stored(message).components.append({"type": 1, "components": [menu]})

    def delete(self, message: Any) -> None:
        """Delete a message, as a member who manages messages can."""
        self.env.backend.delete_message(message_channel(message), message.id)

    def rename(self, member: Any, name: str) -> None:
        """Give a member any name, also one that Discord would refuse."""
        user = self.env.backend.get_user(member.id)
        user.name = user.global_name = name

    def forget_command(self, name: str) -> None:
        """Remove a command from Discord, as another program might."""
        self.env.backend.commands[None].pop((name, 1))

    def seen_by(self, member: Any) -> list[str]:
        """Return everything that a member sees in the channel, with the controls."""
        return [
            json.dumps([one.to_dict() for one in message.components], sort_keys=True)
            for message in self.channel.history(viewer=member)
        ]

    def _stored(self, message: Any) -> Any:
        return self.env.backend.get_message(message_channel(message), message.id)

    # What can be seen ------------------------------------------------------------

    @property
    def message(self) -> Any:
        """The last message in the channel."""
        return self.channel.last_message

    @property
    def result(self) -> str:
        """The line of an ended board that says who won: the second one below a headline."""
        first, second, *_ = self.text.removeprefix("### ").splitlines()
        return second.strip("*") if first.startswith((*"🎉🌟🏅🔥🎯🎲🃏",)) else first

    @property
    def text(self) -> str:
        """The text of the last message in the channel."""
        return text_of(self.message)

    @property
    def still_text(self) -> str:
        """That text as if the dice had come to rest: a redrawing lets them."""
        ids = self.bot.emoji.ids
        return re.sub(
            r"<a:(\w+)_rolls_\d:\d+>", lambda found: f"<:{found[1]}:{ids[found[1]]}>", self.text
        )

    def synced(self) -> list[dict[str, Any]]:
        """Return the commands that the bot sent to Discord last."""
        sent: list[dict[str, Any]] = self.requests("PUT", "/applications/*/commands")[-1].json
        return sent

    def is_gone(self, message: Any) -> bool:
        """Return whether a message was deleted."""
        try:
            self._stored(message)
        except BackendError:
            return True
        return False

    def reread(self, message: Any) -> Any:
        """Return a message as it stands now."""
        return to_discord_message(self.env, self._stored(message))

    def reread_private(self, answer: Any) -> Any:
        """Return the private message that answered, as its reader sees it now."""
        return answer.response or answer.followups[-1]

    def requests(self, method: str = "*", path: str = "*", since: int = 0) -> list[Any]:
        """Return what the bot asked Discord for, from the request with this number on."""
        return [
            request
            for request in self.env.http_requests[since:]
            if fnmatch(request.method, method) and fnmatch(request.path, path)
        ]

    def pings(self, since: int = 0) -> list[str]:
        """Return the ids of the members that the bot's requests may have pinged, in order."""
        return mentions_sent.pinged(self.requests(since=since))

    def apologies(self) -> float:
        """Return how often the bot has apologised for a fault."""
        told = self.bot.figures.registry.get_sample_value("dice_poker_apologies_total")
        assert told is not None
        return told

    def assert_replays(self, round_id: int = 1) -> None:
        """Check that the record of a round rebuilds the state that is stored beside it."""
        stored, record = self.stored(round_id), self.record(round_id)
        assert stored.play is not None
        rebuilt = engine.replay(stored.play.game, len(stored.players), stored.options, record)
        assert replace(rebuilt, steps=()) == stored.play

    def stored(self, round_id: int = 1) -> StoredRound:
        """Return the round of this story as it is stored, with what is shown of it and still to be."""
        self.bot.rounds.flush(self.bot.storage)
        return self.bot.storage.read(rounds.load, self._earlier_rounds + round_id)

    @property
    def latest(self) -> int:
        """The number of the latest round, 0 where there is none."""
        query = select(func.max(schema.rounds.c.id))
        number: int | None = self.bot.storage.read(run, query).scalar()
        return number or 0

    def record(self, round_id: int = 1) -> tuple[Any, ...]:
        """Return the record of the round of this story as it is stored."""
        return self.bot.storage.read(rounds.record, self._earlier_rounds + round_id)


@contextlib.contextmanager
def _chosen(own: dict[str, str]) -> Iterator[None]:
    """Let rounds that are opened meanwhile have these options of their game."""
    real = Opening.open

    async def opened(self: Opening, response: Any, request: Any, *more: Any) -> bool:
        return await real(self, response, replace(request, options=own), *more)

    with mock.patch.object(Opening, "open", opened) if own else contextlib.nullcontext():
        yield


def _bot(kind: type[DicePokerBot], url: str, luck: Luck, settings: Config) -> DicePokerBot:
    storage = Storage.open(url)
    return kind(storage, settings, luck=luck, emoji=EmojiSet(), analysis=ThreadAnalysis())


_PAYLOADS: dict[str, Any] = {}
"""The commands as they are sent, with all translations, by what they are in English."""


@contextlib.contextmanager
def _commands_translated_once() -> Iterator[None]:
    """Let a command be translated once in a process, and not for each bot: a third of its start."""
    with contextlib.ExitStack() as patched:
        for kind in (app_commands.Command, app_commands.ContextMenu, app_commands.Group):
            patched.enter_context(
                mock.patch.object(
                    kind, "get_translated_payload", _known(kind.get_translated_payload)
                )
            )
        yield


def _known(real: Any) -> Any:
    """Return the translation of a command as a method that remembers what it returned."""

    async def payload(command: Any, tree: Any, translator: Any) -> Any:
        english = json.dumps(command.to_dict(tree))
        if english not in _PAYLOADS:
            _PAYLOADS[english] = await real(command, tree, translator)
        return _PAYLOADS[english]

    return payload


def _close(bot: DicePokerBot) -> None:
    bot.stop_threads()
    bot.storage.close()


@contextlib.asynccontextmanager
async def table(
    folder: Path,
    luck: Luck | None = None,
    kind: type[DicePokerBot] = DicePokerBot,
    *,
    reminders: bool = True,
    language: str = "",
    **settings: Any,
) -> AsyncIterator[Sim]:
    """Start the bot in a simulated Discord, its database in `folder`; it may send no `reminders`.

    `language` is that of public messages.
    """
    url = f"sqlite:///{folder / 'rounds.sqlite3'}"
    write_empty_database(folder / "rounds.sqlite3")
    luck = luck or SeededLuck(1)
    chosen = Config(shards=1, public_language=language, **settings)
    first = _bot(kind, url, luck, chosen)
    env = PromptEnv(first, settle_timeout=PATIENCE)
    for name in pictured():  # an earlier start has uploaded them
        env.backend.create_application_emoji(name, animated=name in animated())
    sim = Sim(env, url, luck, chosen)
    try:
        with _commands_translated_once():
            await env.start()
        with (
            env.time_context(),
            _locales(sim),
            _lean(),
            _deleted_deferrals(env.backend),
            mock.patch("bot.play.rounds.SHOWN_DELAY", 2 * PATIENCE),
            contextlib.nullcontext() if reminders else _no_reminders(),
        ):
            await env.settle()
            yield sim
            await env.settle()
            env.raise_errors()
            mentions_sent.assert_everybody_listed(env.http_requests)
            assert not (found := conformance.all_broken(env.http_requests)), "\n".join(found)
    finally:
        with contextlib.suppress(Exception):
            sim.bot.ticks.stop()
        try:
            await env.shutdown()
        finally:
            _close(sim.bot)


def _no_reminders() -> contextlib.AbstractContextManager[Any]:
    """Let nobody be reminded, as on a server that wants no reminders."""

    async def nobody(self: Reminders, stored: StoredRound) -> None:
        await self._rounds.mark_reminded(stored, 0)

    return mock.patch.object(Reminders, "remind", nobody)


@contextlib.contextmanager
def _lean() -> Iterator[None]:
    """Let no command and no press be read by discord.py in place of the bot."""
    real = LeanState._read

    def read(self: LeanState, data: Any) -> Any:
        interaction = real(self, data)
        assert interaction is not None or data["type"] not in (COMMAND, COMPONENT)
        return interaction

    with mock.patch.object(LeanState, "_read", read):
        yield


@contextlib.contextmanager
def _deleted_deferrals(backend: Any) -> Iterator[None]:
    """Let a deferral that is deleted be over: what follows is a message of its own."""
    real = backend.delete_message

    def delete(channel: int, message: int) -> None:
        real(channel, message)
        for record in backend.interactions.values():
            if record.message_id == message and record.loading:
                record.complete_deferred()

    with mock.patch.object(backend, "delete_message", delete):
        yield


def speak(sim: Sim, language: str) -> None:
    """Let the Discord of Ana, Bogdan and Carmen speak a language of the bot."""
    for member in (sim.ana, sim.bogdan, sim.carmen):
        sim.locales[member.id] = LOCALES[language]


@contextlib.contextmanager
def _locales(sim: Sim) -> Iterator[None]:
    """Send the locales of members and of the server with their interactions.

    Members who are named in them come with their permissions, as Discord sends them.
    """

    def payload_of(*args: Any, **kwargs: Any) -> Any:
        record, payload = _real_payload(*args, **kwargs)
        place = kwargs["channel_id"]
        for key, named in payload["data"].get("resolved", {}).get("members", {}).items():
            held = sim.env.backend.compute_permissions(kwargs["guild_id"], int(key), place)
            named["permissions"] = str(held)
        payload["locale"] = sim.locales.get(kwargs["user_id"], "en-US")
        if "guild_locale" in payload:
            payload["guild_locale"] = sim.guild_locale
        return record, payload

    with mock.patch.object(interactions, "base_payload", payload_of):
        yield
