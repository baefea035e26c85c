"""The steps of `dice-poker rehearse`, with a line for each."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from io import BytesIO
from pathlib import Path
from time import monotonic
from typing import Any

import aiohttp
import discord

from bot.commands.rehearse.boards import SampleBoard, boards
from bot.commands.rehearse.recording import Recorder
from bot.commands.rehearse.remedies import explain
from bot.config import PORTAL_INSTRUCTIONS, Config
from bot.exit_codes import EXIT_MISTAKE, EXIT_OK, EXIT_RETRY, fail
from bot.shared_timer import SharedTimer
from bot.ui import components, mentions
from bot.ui.away import Silence, refuse_other_answers
from bot.ui.components import Drawing
from bot.ui.emoji import EmojiSet, picture_of, pictured
from bot.ui.reach import ARCHIVE_AFTER, THREAD_TYPES
from bot.ui.requests import DISCORD_ERRORS, LIMIT_SECONDS

POSTS = "View Channels and Send Messages"
FILES = "View Channels, Send Messages and Attach Files"
THREADS = "View Channels, Create Public Threads and Send Messages in Threads"

REMARK = "-# A rehearsal of the bot: this message goes away by itself."

EMOJI = "rehearsal"
"""The name of the emoji that is uploaded and removed."""


def rehearse(settings: Config, channel: int, record: Path | None = None) -> int:
    """Take every step in a channel and print it; return the exit code."""
    recorder = None
    if record is not None:
        try:
            record.mkdir(parents=True)
        except OSError as error:
            why = error.strerror or type(error).__name__
            return fail(f"{record} cannot be made ({why}): name a folder that is not there yet.")
        recorder = Recorder(record, settings.discord_token)
    # The steps report the refusals of Discord.
    logging.getLogger("discord").setLevel(logging.CRITICAL)
    return asyncio.run(_rehearse(settings.discord_token, channel, recorder))


async def _rehearse(token: str, channel: int, recorder: Recorder | None) -> int:
    begun = monotonic()
    trace = aiohttp.TraceConfig() if recorder is None else recorder.trace()
    Silence(SharedTimer()).listen(trace)
    async with discord.Client(
        intents=discord.Intents.none(),
        allowed_mentions=discord.AllowedMentions.none(),
        max_ratelimit_timeout=LIMIT_SECONDS,
        http_trace=trace,
    ) as client:
        refuse_other_answers(client.http)
        try:
            await client.login(token)
        except discord.LoginFailure:
            return fail(f"Discord does not accept the token: {PORTAL_INSTRUCTIONS}.")
        except DISCORD_ERRORS as error:
            return fail(explain(error, "nothing"), code=EXIT_RETRY)
        print(f"✓ token: the bot is {client.user}", flush=True)
        rehearsal = Rehearsal(client, channel, recorder)
        try:
            await rehearsal.run()
        except OSError as error:
            if recorder is None:
                raise
            return fail(f"What Discord answered cannot be written: {error.strerror}")
    failed, steps = rehearsal.failed, rehearsal.steps
    seconds = monotonic() - begun
    if failed:
        print(f"{failed} of {steps} steps failed, in {seconds:.0f} seconds")
        return EXIT_RETRY if rehearsal.away else EXIT_MISTAKE
    print(
        f"All {steps} steps were taken, in {seconds:.0f} seconds, and everything is removed again"
    )
    return EXIT_OK


class Rehearsal:
    """The steps in one channel; `failed` counts those that Discord refused."""

    def __init__(self, client: discord.Client, channel: int, recorder: Recorder | None) -> None:
        self._client, self._channel_id, self._recorder = client, channel, recorder
        self._channel = client.get_partial_messageable(channel)
        self._host = _host_of(client.application)
        self._emoji = EmojiSet()
        self._thread_type: Any = discord.ChannelType.public_thread
        self.steps = self.failed = 0
        self.away = False
        if recorder is not None:
            recorder.forget()

    async def run(self) -> None:
        """Take the steps. All others depend on the step that finds the channel."""
        if not await self._step("channel", "View Channels", self._look):
            print("Nothing else was tried.")
            return
        await self._step("emoji", POSTS, self._upload)
        for board in boards(self._host, self._channel_id, self._emoji, discord.utils.utcnow()):
            await self._step(board.name, POSTS, partial(self._board, board))
        await self._step("picture", FILES, self._picture)
        await self._step("file", FILES, self._file)
        await self._step("ping of the host", POSTS, self._ping)
        await self._step("thread", THREADS, self._thread)

    async def _step(self, name: str, needs: str, take: Callable[[], Awaitable[str]]) -> bool:
        """Take a step and print the result; return whether it succeeded."""
        self.steps += 1
        try:
            done = await take()
        except DISCORD_ERRORS as error:
            self.failed += 1
            unreachable = isinstance(error, aiohttp.ClientError | TimeoutError)
            server_fault = isinstance(error, discord.DiscordServerError)
            self.away = self.away or unreachable or server_fault
            print(f"✗ {name}: {explain(error, needs)}", flush=True)
            taken = False
        else:
            print(f"✓ {name}: {done}", flush=True)
            taken = True
        if self._recorder is not None:
            self._recorder.keep(name)
        return taken

    async def _look(self) -> str:
        found: Any = await self._client.http.get_channel(self._channel_id)
        kind = discord.enums.try_enum(discord.ChannelType, found.get("type"))
        self._thread_type = THREAD_TYPES.get(kind, self._thread_type)
        return f"#{found['name']}" if found.get("name") else "found"

    async def _upload(self) -> str:
        """Upload an emoji, write it, remove it; boards show the emoji that exist already."""
        there = await self._client.fetch_application_emojis()
        self._emoji = EmojiSet({one.name: one.id for one in there if one.name in pictured()})
        for left in [
            one for one in there if one.name == EMOJI
        ]:  # left over from an interrupted rehearsal
            await left.delete()
        picture = picture_of(pictured()[0]).read_bytes()
        made = await self._client.create_application_emoji(name=EMOJI, image=picture)
        try:
            async with self._posted(_page(f"A rehearsal {made}")):
                pass
        finally:
            await made.delete()
        known = len(self._emoji.ids)
        return f"uploaded, written, removed; {known} of the bot's {len(pictured())} are there"

    async def _board(self, board: SampleBoard) -> str:
        async with self._posted(board.posted) as message:
            await message.edit(**mentions.edited(board.edited))
        return "posted, edited, removed"

    async def _picture(self) -> str:
        return await self._attached("rehearsal.png", components.picture)

    async def _file(self) -> str:
        return await self._attached("rehearsal.json", components.attachment)

    async def _attached(self, name: str, component: Callable[[discord.File], Any]) -> str:
        content = picture_of(pictured()[0]).read_bytes()
        file = discord.File(BytesIO(content if name.endswith(".png") else b"{}"), name)
        async with self._posted(_page("A file", component(file)), files=[file]):
            pass
        return "posted, removed"

    async def _ping(self) -> str:
        async with self._posted(f"<@{self._host}> A rehearsal of the bot.", notified=(self._host,)):
            pass
        return "posted, removed"

    async def _thread(self) -> str:
        """Make a thread, write in it, archive it, open it again, remove it."""
        http = self._client.http
        made = await http.start_thread_without_message(
            self._channel_id,
            name="rehearsal",
            auto_archive_duration=ARCHIVE_AFTER,
            type=self._thread_type.value,
        )
        thread = int(made["id"])
        try:
            async with self._posted(
                _page("A thread"), self._client.get_partial_messageable(thread)
            ):
                pass
            await http.edit_channel(thread, archived=True)
            await http.edit_channel(thread, archived=False)
        finally:
            removed = await self._remove(thread)
        return f"made, written in, archived, opened again, {removed}"

    async def _remove(self, thread: int) -> str:
        """Delete a thread, or archive it if the bot may not delete it."""
        try:
            await self._client.http.delete_channel(thread)
        except discord.Forbidden:
            await self._client.http.edit_channel(thread, archived=True)
            return "left archived (the bot need not manage threads, so it may not delete one)"
        return "removed"

    @asynccontextmanager
    async def _posted(
        self,
        message: Drawing | str,
        place: discord.PartialMessageable | None = None,
        *,
        files: list[discord.File] | None = None,
        notified: tuple[int, ...] = (),
    ) -> AsyncIterator[discord.PartialMessage]:
        """Yield a posted message, and remove it afterwards."""
        where = place or self._channel
        given: dict[str, Any] = {} if files is None else {"files": files}
        sent = await where.send(**mentions.posted(message, _nobody, notified)[0], **given)
        try:
            yield where.get_partial_message(sent.id)
        finally:
            await sent.delete()


def _host_of(application: discord.AppInfo | None) -> int:
    """Return the owner of an application, or of the team that has it."""
    if application is None:
        raise ValueError("the client is not logged in")
    team = application.team
    return (team.owner_id if team is not None else None) or application.owner.id


def _nobody(_user: int) -> None:
    """Return no name for any member."""


def _page(text: str, *further: Any) -> Drawing:
    return Drawing([components.text(f"{text}\n{REMARK}"), *further])
