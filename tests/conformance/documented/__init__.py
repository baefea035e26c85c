"""The rules of Discord's documentation about what a bot sends, with their checks.

`RULES` is the table; its modules fill it. Rules 1xx (`description`) are about requests, 2xx
(`commands`) about application commands, 3xx (`messages`) about messages.
"""

from documented import commands, description, messages
from documented.rule import RULES, Broken, Fault, Rule, broken
from documented.sent import Sent

__all__ = [
    "RULES",
    "Broken",
    "Fault",
    "Rule",
    "Sent",
    "broken",
    "commands",
    "description",
    "messages",
]
