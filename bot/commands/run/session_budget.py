"""The delay of a start if Discord allows the bot few further sessions today.

Each IDENTIFY begins a session. Discord allows 1,000 of them in 24 hours and resets the token of a
bot that exceeds them (https://discord.com/developers/docs/events/gateway#session-start-limit).
"""

from __future__ import annotations

FEW = 200
"""The number of remaining sessions below which a start waits."""


def seconds_to_wait(left: int, reset_after: float, shards: int = 1) -> float:
    """Return the seconds to wait before a start that begins a session for each shard.

    The sessions `left` are spread evenly over the `reset_after` seconds until Discord resets the
    count, so that a bot in a loop of crashes and restarts does not use them up.

    >>> seconds_to_wait(200, 86_400), seconds_to_wait(100, 86_400), seconds_to_wait(1, 86_400)
    (0.0, 864.0, 86400.0)
    """
    if left - shards + 1 >= FEW:
        return 0.0
    return reset_after * min(1.0, shards / max(left, 1))
