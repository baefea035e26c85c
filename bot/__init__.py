"""The application around the games: table, storage, words, terminal, demo."""
