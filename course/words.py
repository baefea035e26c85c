"""Printed sentences, and options that the parsers of the commands share."""

from __future__ import annotations

import argparse
import sys
from io import TextIOWrapper
from typing import Any, TypeAlias

from bot.exit_codes import one_line
from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer, render
from rules.text import Text

# add_subparsers returns a private type of argparse
Commands: TypeAlias = "argparse._SubParsersAction[Any]"  # noqa: SLF001


def words(text: Text | str, language: str) -> str:
    """Return a sentence, or the message of a program, as one line in a language."""
    if isinstance(text, str):
        return one_line(text)
    return render(text, language, PlainRenderer(language))


def add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="default: %(default)s")


def prepare_output() -> None:
    """Flush standard output after each line, and replace characters that it cannot write."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace", line_buffering=True)
