"""Commands with which a host looks after the data of the bot: copies, restoring, export, replay."""
