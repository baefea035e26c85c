"""The health of the process: figures, HTTP, and messages to the service manager.

The package is independent of Discord and the database; `bot.commands.run.health` judges them.
"""
