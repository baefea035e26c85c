"""A small Discord on the loopback interface, with simulated players.

`server` answers REST and the gateway, `players` play, `load` measures, `process` starts a bot and
reads its CPU time and memory. `bench/discord/press.py` is the command that uses them.
"""
