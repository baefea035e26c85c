"""Everything below the cogs that knows Discord.

- `client`: the bot, and what its cogs are given; `run`: the bot as a process
- `interactions`: answers presses and commands; `response`: one answer, given in time
- `custom_ids`, `components`, `layout`: ids of controls, Discord's components, messages made of them
- `board`: the public message of a round; `reminders`: the ping of a member whose turn it is
- `selections`: which dice are selected; `rate_limits`: how often members may do something
- `private`, `analysis`: messages that only one member sees
- `opening`: rounds that members ask for; `play_options`: what they may choose
- `challenge_panel`: a challenge from a member's menu; `pending`: what was not decided yet
- `threads`: where a round may have one, and archived ones
- `emoji`: pictures of dice and cards
- `localization`, `command_sync`, `command_ids`: the names of commands
"""

from __future__ import annotations
