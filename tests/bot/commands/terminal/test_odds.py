"""`dice-poker odds` in the terminal."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from bot import cli
from bot.commands import terminal

pytestmark = pytest.mark.slow


def shell(*argv):
    out = StringIO()
    console = Console(file=out, width=80)
    chosen = []

    def show(prepare, *, language):
        chosen.append(language)
        return terminal_show(prepare, language=language, console=console)

    terminal_show, terminal.show = terminal.show, show
    try:
        code = cli.main(["odds", *argv])
    finally:
        terminal.show = terminal_show
    return code, out.getvalue()


def test_a_hand_against_another():
    """Against a full house of fives only a third 6 on the last die wins: 1 of 6."""
    code, text = shell("6 6 3 3 1", "22555")
    assert code == 0
    assert "Two Pair, 6s and 3s" in text
    assert "Against Full House, 5s over 2s" in text
    assert "With one reroll left:\nKeep 6 6 3 3, reroll 1: win 16.67%, draw 0%, lose 83.33%" in text


@pytest.mark.parametrize("hands", [["66331"], ["66666"], ["66666", "11111"], ["66331", "11234"]])
def test_no_line_says_to_keep_all(hands):
    assert "keep all" not in shell(*hands)[1].lower()


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        ("6 6 3 3 1", ["66331"]),
        ("10 10 9 9 A", ["10 10 9 9 A"]),
        ("6 6 3 3 1 6 6 4 4 1", ["66331", "66441"]),
        ("66331 66441", ["66331", "66441"]),
        (
            "Q Q 9 9 A --game poker-dice-straights-bust",
            ["QQ99A", "--game", "poker-dice-straights-bust"],
        ),
    ],
)
def test_dice_may_be_words_of_their_own(words, quoted):
    code, text = shell(*words.split())
    assert code == 0
    assert text == shell(*quoted)[1]
    assert ("Against" in text) == (len(quoted) == 2)


def test_in_the_terminal_in_romanian():
    code, text = shell("10 10 j q k", "--game", "poker-dice-straights-bust", "--language", "ro")
    assert code == 0
    assert "Pereche de 10" in text
    assert "Cu două aruncări rămase:" in text
    assert "reroll" not in text


@pytest.mark.parametrize(
    ("argv", "word"),
    [
        (["6633"], "Write five dice"),
        (["6", "6", "3", "3"], "Write five dice"),
        (["6", "6", "3", "3", "7"], "Write five dice"),
        (["66331", "6", "6", "4", "4", "1"], "Write five dice"),
        (["6"] * 9, "Write five dice"),
        (["6"] * 11, "Write five dice"),
        (["66331", "66441", "66551"], "Write five dice"),
        (["66331", "QQ99A"], "These are not the dice of"),
        (["66331", "--game", "chess"], "chess"),
        (["6633", "--language", "ro"], "Scrie cinci zaruri"),
    ],
)
def test_bad_input_in_the_terminal_is_refused_kindly(argv, word):
    code, text = shell(*argv)
    assert code == 2
    assert word in text
    assert "Traceback" not in text
