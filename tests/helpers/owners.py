"""Who owns the application, as Discord tells it."""

from __future__ import annotations

from typing import Any

from discord.http import HTTPClient


class Owners:
    """Says who owns the application, as Discord does: a member, or a team."""

    def __init__(self, sim: Any, monkeypatch: Any) -> None:
        self._sim, self.asked = sim, 0
        self.member: Any = sim.member("host", administrator=True)
        self.answer: dict[str, Any] = {"owner": self.user(self.member)}
        monkeypatch.setattr(HTTPClient, "application_info", self.application)

    @staticmethod
    def user(member: Any) -> dict[str, Any]:
        """Return a member as Discord describes them."""
        return {"id": str(member.id), "username": member.name, "discriminator": "0", "avatar": None}

    def team(self, *members: tuple[Any, int, str]) -> None:
        """Let a team own it: of members with their state (1: invited, 2: accepted) and role."""
        listed = [
            {"user": self.user(one), "membership_state": state, "role": role, "permissions": []}
            for one, state, role in members
        ]
        self.answer["team"] = {
            "id": "1",
            "name": "team",
            "icon": None,
            "owner_user_id": self.answer["owner"]["id"],
            "members": listed,
        }

    async def application(self) -> dict[str, Any]:
        """Return the application, in the place of the request."""
        self.asked += 1
        return {
            "id": str(self._sim.env.backend.application_id),
            "name": "Dice Poker",
            "description": "",
            "icon": None,
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "",
            "summary": "",
            "flags": 0,
            **self.answer,
        }
