"""How long a start waits where Discord allows the bot few further sessions today.

Each IDENTIFY begins a session. Discord allows 1,000 of them in 24 hours; who exceeds them has
the token reset (https://discord.com/developers/docs/events/gateway#session-start-limit).
"""

from __future__ import annotations

FEW = 200
"""Below how many sessions left a start waits."""


def seconds_to_wait(left: int, reset_after: float, shards: int = 1) -> float:
    """Return how many seconds to wait before a start that begins a session for each shard.

    The sessions that are `left` are spread evenly over the `reset_after` seconds until Discord
    counts anew: a bot that ends at once and is started again for ever does not use them up.

    >>> seconds_to_wait(200, 86_400), seconds_to_wait(100, 86_400), seconds_to_wait(1, 86_400)
    (0.0, 864.0, 86400.0)
    """
    if left - shards + 1 >= FEW:
        return 0.0
    return reset_after * min(1.0, shards / max(left, 1))
