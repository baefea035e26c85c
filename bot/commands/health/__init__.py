"""How well the process does: its figures, health over HTTP, and what the service manager hears.

Nothing here knows Discord or the database; `bot.commands.run.health` judges them.
"""
