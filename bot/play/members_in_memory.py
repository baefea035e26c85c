"""What this process keeps of members in memory, and its deletion once they were erased."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from bot.memory import Memory
from bot.play.boards.drawings import Drawings
from bot.play.member_choices import MemberChoices
from bot.play.rounds import Rounds
from bot.thinking.questions import Questions


class MembersInMemory:
    """The rounds, drawings, answers, choices and other `memories` that name members."""

    def __init__(
        self,
        *,
        rounds: Rounds,
        drawings: Drawings,
        questions: Questions,
        choices: Sequence[MemberChoices],
        memories: Sequence[Memory[Any, Any]],
    ) -> None:
        self._rounds, self._drawings, self._questions = rounds, drawings, questions
        self._choices, self._memories = choices, memories

    def forget(self, user: int) -> None:
        """Drop what names a member who was erased."""
        self._rounds.forget_member(user)
        self._questions.forget()
        self._drawings.forget()
        for memory in self._memories:
            memory.forget(user)
        for choices in self._choices:
            choices.forget(user)

    async def forget_all(self) -> None:
        """Drop what names members, after another process has erased some.

        `Rounds.check` has noticed that, and dropped its rounds.
        """
        self._questions.forget()
        self._drawings.forget()
        for memory in self._memories:
            memory.clear()
        await asyncio.gather(*(one.load() for one in self._choices))
