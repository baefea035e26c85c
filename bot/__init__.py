"""The application around the games: table, analysis, language, storage, Discord, terminal."""
