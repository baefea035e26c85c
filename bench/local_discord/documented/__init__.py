"""The table of Discord's documented rules, with checks for the local Discord and for tests.

`RULES` is the table; its modules fill it. Rules 1xx (`description`), 2xx (`commands`) and 3xx
(`messages`) are about what is sent; 4xx and 5xx (`access`) about when and where, 6xx (`rates`)
about how often, and 7xx (`sessions`) about the gateway.
"""

from bench.local_discord.documented import (
    access,
    commands,
    description,
    messages,
    rates,
    sessions,
)
from bench.local_discord.documented.rule import RULES, Broken, Fault, Rule, broken
from bench.local_discord.documented.sent import Sent

__all__ = [
    "RULES",
    "Broken",
    "Fault",
    "Rule",
    "Sent",
    "access",
    "broken",
    "commands",
    "description",
    "messages",
    "rates",
    "sessions",
]
