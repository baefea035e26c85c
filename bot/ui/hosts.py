"""The hosts of the bot: the owner of the application, or members of its team."""

from __future__ import annotations

import discord

_MAY_CHANGE = (discord.TeamMemberRole.admin, discord.TeamMemberRole.developer)


def hosts_of(application: discord.AppInfo) -> frozenset[int]:
    """Return the ids of the members who may change the application.

    For a team, these are its owner, and the administrators and developers who accepted.
    """
    team = application.team
    if team is None:
        return frozenset({application.owner.id})
    accepted = discord.TeamMembershipState.accepted
    owner = set() if team.owner_id is None else {team.owner_id}
    members = {
        one.id
        for one in team.members
        if one.membership_state == accepted and one.role in _MAY_CHANGE
    }
    return frozenset(members | owner)
