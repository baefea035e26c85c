"""The private page about a member's data: explanation, export as a file, erasure.

A member is erased in three steps: they leave the rounds in which they sit as by their own buttons,
so that the other players see it; their id is removed from the database, part by part; their data is
removed from the memory of this process, and the boards of the rounds that were left are drawn.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
from datetime import timedelta
from io import BytesIO
from typing import Any

import discord

from bot.admin.own_settings import back_button
from bot.admin.store import erasing, member_export
from bot.language.render import Until
from bot.play.boards.board import Board
from bot.play.members_in_memory import MembersInMemory
from bot.play.quotas import Quota
from bot.play.rounds import Rounds
from bot.storage.thread import StorageThread
from bot.table.store import rounds
from bot.table.use_cases import Table, depart, sits
from bot.thinking.questions import ONE_AT_A_TIME
from bot.ui.answer import ROOM, Answer
from bot.ui.custom_ids import CustomId
from bot.ui.drawing import components, layout
from bot.ui.drawing.components import Drawing
from rules.errors import BadCode, Refusal
from rules.screen import Block, Line
from rules.text import Text, say, say_count, say_in

log = logging.getLogger(__name__)

PAGE, EXPORT, ERASE, ERASE_NOW = "page", "export", "erase", "erase-now"

FILE_NAME = "dice-poker.json"

AGAIN_AFTER = 600.0
"""The seconds until a member may export, or erase, again: both read many rounds."""


class PrivacyPanel:
    """Answers *Privacy* in `/settings`, and the buttons of its page."""

    def __init__(
        self,
        *,
        storage: StorageThread,
        table: Table,
        rounds: Rounds,
        board: Board,
        members: MembersInMemory,
    ) -> None:
        self._storage, self._table, self._rounds = storage, table, rounds
        self._board, self._members = board, members
        self._busy: set[int] = set()
        self._exports = Quota(1, AGAIN_AFTER)
        self._erasures = Quota(1, AGAIN_AFTER)

    async def press(self, answer: Answer, pressed: CustomId) -> None:
        """Show the page, export, ask before erasing, or erase.

        Failures do not count for the limits. Raises BadCode, and a refusal while the last request
        is under way or within `AGAIN_AFTER`.
        """
        user = answer.user
        if pressed.what == PAGE:
            await answer.turn_to(_page(answer))
            return
        if user in self._busy:
            raise Refusal(ONE_AT_A_TIME)
        self._busy.add(user)
        try:
            match pressed.what:
                case "export":
                    self._check_exports(user)
                    await self._export(answer)
                    self._exports.count(user)
                case "erase":
                    self._check_erasures(user)
                    await self._ask_to_erase(answer)
                case "erase-now":
                    self._check_erasures(user)
                    await self._erase(answer)
                    self._erasures.count(user)
                case _:
                    raise BadCode
        finally:
            self._busy.discard(user)

    # Export ------------------------------------------------------------------------

    def _check_exports(self, user: int) -> None:
        if seconds := self._exports.seconds_left(user):
            raise Refusal(
                say(
                    "Your last export is less than ten minutes old. You can have the next one "
                    "after {when}.",
                    when=_time_in(seconds),
                )
            )

    async def _export(self, answer: Answer) -> None:
        answer.defer_in_private()
        user, now = answer.user, discord.utils.utcnow()
        own_rounds: list[dict[str, Any]] = []
        after = 0
        while part := await self._storage.read_beside(member_export.rounds_after, user, after):
            own_rounds += part
            after = part[-1]["round"]
        others = await self._storage.read_beside(member_export.other_rows, user)
        everything = {
            "member": str(user),
            "exported": now.isoformat(),
            "rounds": own_rounds,
            **others,
        }
        limit = answer.interaction.filesize_limit - ROOM
        name, content = await asyncio.to_thread(_export_file, everything, limit)
        if len(content) > limit:
            raise Refusal(
                say("This is more than fits into a file on Discord. Please ask the bot’s host.")
            )
        file = discord.File(BytesIO(content), name)
        text = say_count(
            "Everything the bot keeps about you, {n} game included:",
            "Everything the bot keeps about you, {n} games included:",
            len(own_rounds),
        )
        parts = [components.text(answer.renderer.text(text)), components.attachment(file)]
        await answer.show_private(Drawing(parts), file, required=True)
        log.info("a member exported %d rounds", len(own_rounds))

    # Erasing -----------------------------------------------------------------------

    def _check_erasures(self, user: int) -> None:
        if seconds := self._erasures.seconds_left(user):
            raise Refusal(
                say(
                    "You erased everything less than ten minutes ago. You can do so again after "
                    "{when}.",
                    when=_time_in(seconds),
                )
            )

    async def _ask_to_erase(self, answer: Answer) -> None:
        seated, resting = await self._sits_in(answer.user)
        label = answer.renderer.text(say("Erase everything about me"))
        erase = components.button(_control(ERASE_NOW), label, components.DANGER)
        texts = [say("Erase everything about you? This cannot be undone.")]
        open_rounds = [await self._rounds.load(round_id) for round_id in {*seated, *resting}]
        if count := sum(sits(stored, answer.user) for stored in open_rounds):
            text = say_count(
                "You leave {n} open game. Three or more play on; others close without a result.",
                "You leave {n} open games. Three or more play on; others close without a result.",
                count,
            )
            texts.append(text)
        texts += [
            say("Your results and settings go. Boards of old games say “a former player”."),
            say("The results of other players stay."),
        ]
        await answer.redraw(layout.message(texts, answer.renderer, [erase]))

    async def _erase(self, answer: Answer) -> None:
        user, now = answer.user, discord.utils.utcnow()
        seated, resting = await self._sits_in(user)
        left = [round_id for round_id in {*seated, *resting} if await self._leave(round_id, user)]
        after: int | None = 0
        while after is not None:
            after = await self._storage.write(erasing.erase_part, user, after)
        self._rounds.forget_member(user)
        await self._storage.write(erasing.finish_erasure, user, now)
        answer.stored = True
        self._rounds.count_erasure()
        await self._storage.checkpoint()
        self._members.forget(user)
        for round_id in left:
            await self._redraw(round_id)
        self._members.forget(user)
        log.info("a member was erased, rounds left=%d", len(left))
        await answer.redraw(
            layout.message(
                [
                    say("Done: nothing that the bot keeps names you any more."),
                    say("If you play again, you start afresh."),
                ],
                answer.renderer,
            )
        )

    async def _sits_in(self, user: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return await self._storage.read(rounds.of_member, user)

    async def _leave(self, round_id: int, user: int) -> bool:
        """Leave a round of any status; return whether the member sat there."""
        change = depart(self._table, user, discord.utils.utcnow())
        async with self._rounds.lock(round_id):
            before, after = await self._rounds.change(round_id, change, discord.utils.utcnow())
            if after is before:
                return False
            log.info("round=%d game=%s action=erase status=%s", after.id, after.game, after.status)
            await self._board.after_change(before, after)
        return True

    async def _redraw(self, round_id: int) -> None:
        async with self._rounds.lock(round_id):
            stored = await self._rounds.load(round_id, fresh=True)
            await self._board.refresh(stored)


def _time_in(seconds: float) -> Until:
    return Until(discord.utils.utcnow() + timedelta(seconds=seconds))


def _control(verb: str) -> CustomId:
    return CustomId("privacy", 0, 0, verb)


def _page(answer: Answer) -> Drawing:
    lines: list[Text] = [
        say(
            "**Your games**: who sat on which seat, every roll and choice, the hints you asked "
            "for, when and in which channel. With them games go on, are reviewed and counted."
        ),
        say("**Your attempts at the daily challenge**: every choice and its loss."),
        say("**Your own settings**: language, reminders, statistics."),
        say(
            "**Not kept**: your messages, your name, your picture. The bot reads no messages and "
            "stores you by your Discord number alone."
        ),
        say("All of it stays until you erase it, or the bot’s host deletes old games."),
    ]
    quiet = say(
        "The whole text is in docs/privacy.md of the program, the terms in docs/terms.md. "
        "Questions go to the bot’s host."
    )
    items: list[Block] = [Line(say_in("a line of a list", "- {line}", line=line)) for line in lines]
    text = answer.renderer.text
    items += [Line(quiet, "quiet"), *(Line(link, "quiet") for link in _links(answer))]
    buttons = [
        components.button(_control(EXPORT), text(say("Export"))),
        components.button(_control(ERASE), text(say("Erase")), components.DANGER),
        back_button(answer.renderer),
    ]
    title = say("What the bot keeps about you")
    return layout.page(title, items, answer.renderer, buttons=buttons)


def _links(answer: Answer) -> list[Text]:
    """Return the pages that the host has published in the settings of the application."""
    application = answer.interaction.client.application
    if application is None:
        return []
    links = []
    if application.privacy_policy_url:
        text = say("The host’s privacy policy: {link}", link=application.privacy_policy_url)
        links.append(text)
    if application.terms_of_service_url:
        text = say("The host’s terms of service: {link}", link=application.terms_of_service_url)
        links.append(text)
    return links


def _export_file(everything: dict[str, Any], limit: int) -> tuple[str, bytes]:
    """Return the name and the content of a file: JSON, compressed if it exceeds `limit` bytes."""
    content = json.dumps(everything, ensure_ascii=False, indent=1).encode()
    if len(content) <= limit:
        return FILE_NAME, content
    return f"{FILE_NAME}.gz", gzip.compress(content)
