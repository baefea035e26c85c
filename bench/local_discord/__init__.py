"""A small Discord on the loopback interface, and the players that press buttons there.

`server` answers REST and the gateway, `players` play, `load` measures, `process` starts a bot
and reads what it costs. `bench/discord/press.py` is the command that uses them.
"""
