"""Sentences as they are printed."""

from __future__ import annotations

from bot.exit_codes import one_line
from bot.language.render import PlainRenderer, render
from rules.text import Text


def words(text: Text | str, language: str) -> str:
    """Return a sentence in a language, or what a program has said, in one line."""
    if isinstance(text, str):
        return one_line(text)
    return render(text, language, PlainRenderer(language))
