"""Practice: single positions to decide, from own rounds and shipped with the bot."""
