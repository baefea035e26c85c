"""Whole rounds at one keyboard, typed by a script."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from rich.console import Console

from bot.commands.terminal.keyboard import Keyboard
from bot.commands.terminal.play import play
from bot.commands.terminal.read import lines_of
from bot.commands.terminal.seating import LocalPlayer, seat_players
from bot.exit_codes import EXIT_INTERRUPTED, EXIT_MISTAKE, EXIT_OK
from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer
from extra_games_shown import LIARS_DICE
from rules import engine, registry
from rules.engine import Acted, Luck, Round
from rules.errors import Refusal
from rules.game import Game
from rules.screen import Seat
from simulated_luck import SeededLuck, WrittenLuck
from typed_script import Script
from words import Words

DEALER, PLAYER = (4, 4, 2, 2, 1), (3, 3, 3, 6, 5)


def test_a_round_as_the_player_against_the_house() -> None:
    script = Script(["4 5"])
    luck = WrittenLuck([DEALER, PLAYER, (4,), (6, 6)])
    assert script.run("dice-poker", luck) == EXIT_OK
    assert luck.landings == []
    assert script.prompts == ["You > ", "> "]
    assert "Your turn — beat Full House" in script.shown[0]
    assert "Dice Poker" in script.shown[0]
    assert "\nDealer Computer (medium) — Full House, 4s over 2s\n" in script.shown[0]
    assert "rerolled 1 → 4" in script.shown[0]
    assert "\nYou (player) — Three of a Kind, 3s (behind)\n" in script.shown[0]
    assert script.shown[1].startswith("\nComputer (medium) wins\n")
    assert "\nDice Poker\n" in script.shown[1]
    assert "Both have a full house; 4s beat 3s." in script.shown[1]


def test_another_round_against_an_easy_computer_in_romanian() -> None:
    """The parts turn: whoever opened the round deals now."""
    script = Script(["păstrează", "", "5"])
    luck = WrittenLuck([DEALER, PLAYER, DEALER, PLAYER, (4,)])
    assert script.run("dice-poker", luck, level="easy", language="ro") == EXIT_OK
    assert script.prompts == ["Tu > ", "> ", "Tu > ", "> "]
    assert "E rândul tău — arunci din nou tu întâi\n" in script.shown[2]
    assert "Poker cu zaruri" in script.shown[2]
    assert "Calculator (ușor) — trei de 3" in script.shown[2]
    assert "„3 4 5” pentru ultimele trei" in script.shown[2]
    assert script.shown[3].startswith("\nAi câștigat\n")
    assert "\nPoker cu zaruri\n" in script.shown[3]
    assert "aruncat din nou 1 → 4" in script.shown[3]


@pytest.mark.parametrize(
    ("language", "wins", "name"),
    [("en", "Dan wins", "Dice Poker"), ("ro", "Dan câștigă", "Poker cu zaruri")],
)
def test_two_people_share_the_keyboard(language: str, wins: str, name: str) -> None:
    script = Script(["keep", "45"])
    luck = WrittenLuck([DEALER, PLAYER, (3, 1)])
    assert script.run("dice-poker", luck, seats=["Ana", "Dan"], language=language) == EXIT_OK
    assert script.prompts == ["Ana > ", "Dan > ", "> "]
    assert script.shown[2].startswith(f"\n{wins}\n")
    assert f"\n{name}\n" in script.shown[2]


def test_nonsense_changes_nothing_and_is_answered() -> None:
    script = Script(["abc", "", "9", "33", "keep 3", "\x00\x1b[2J", "x" * 50_000, "keep"])
    assert script.run("dice-poker", WrittenLuck([DEALER, PLAYER, (6,)])) == EXIT_OK
    *answers, end = script.shown[1:]
    assert "not one of the choices" in answers[0]
    assert answers[1] == ""
    assert "numbered from 1 to 5" in answers[2]
    assert "named twice" in answers[3]
    assert all("not one of the choices" in answer for answer in answers[4:])
    assert end.startswith("\nYou win\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_and_rules_can_be_typed_at_any_time(language: str) -> None:
    word = Words({"en": "RULES", "ro": "Reguli"})[language]
    script = Script(["?", word, "keep"])
    assert script.run("dice-poker", SeededLuck(1), language=language) == EXIT_OK
    assert (
        Words({"en": "e.g. “3 4 5” for", "ro": "de exemplu „3 4 5” pentru"})[language]
        in (script.shown[1])
    )
    leaves = Words({"en": "“q” leaves the round", "ro": "cu „q” ieși din partidă"})[language]
    assert leaves in script.shown[1]
    assert Words({"en": "Two Pair", "ro": "Două perechi"})[language] in script.shown[2]
    assert Words({"en": "15.43", "ro": "15,43"})[language] in script.shown[2]


@pytest.mark.parametrize("word", ["q", " Q ", "quit", "exit", "Ieșire", "iesire"])
def test_q_leaves_the_round(word: str) -> None:
    script = Script([word])
    assert script.run("dice-poker", SeededLuck(1), language="ro") == EXIT_OK
    assert "Mulțumim că ai jucat!" in script.rest
    assert "câștigă" not in script.rest


def test_ctrl_d_ends_kindly() -> None:
    script = Script([])
    assert script.run("dice-poker", SeededLuck(1)) == EXIT_OK == 0
    assert "The round ends here." in script.rest


def test_ctrl_c_ends_kindly() -> None:
    script = Script(["abc", KeyboardInterrupt()])
    assert script.run("dice-poker", SeededLuck(1)) == EXIT_INTERRUPTED == 130
    assert "The round ends here." in script.rest


@pytest.mark.parametrize(
    ("game", "chosen", "expected"),
    [
        ("chess", {}, "There is no game called “chess”."),
        ("dice-poker", {"level": "mean"}, "The computer has no level “mean” here."),
        ("dice-poker", {"seats": ["Ana"]}, "This game is for 2 players."),
        ("dice-poker", {"seats": ["A", "B", "C"]}, "This game is for 2 players."),
        ("dice-poker", {"seats": ["A", "B"], "level": "easy"}, "This game is for 2 players."),
        ("dice-poker", {"seats": []}, "This game is for 2 players."),
        ("dice-poker", {"seats": ["Ana", " \x00 "]}, "a different name"),
        ("dice-poker", {"seats": ["Ana", "ana"]}, "a different name"),
        ("dice-poker", {"options": {"x": "y"}}, "“x” is not an option of this game."),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    game: str, chosen: dict[str, Any], expected: str
) -> None:
    script = Script()
    assert script.run(game, SeededLuck(1), **chosen) == EXIT_MISTAKE == 2
    assert script.prompts == []
    assert expected in " ".join(script.rest.split())


def test_the_players_of_every_seat() -> None:
    game = registry.game("dice-poker")
    assert seat_players(game) == (LocalPlayer("Computer (medium)", "house"), LocalPlayer("You"))
    assert seat_players(game, level="greedy") == (
        LocalPlayer("Computer (greedy)", "greedy"),
        LocalPlayer("You"),
    )
    assert seat_players(game, names=["Ana"], level="easy") == (
        LocalPlayer("Computer (easy)", "easy"),
        LocalPlayer("Ana"),
    )
    assert seat_players(game, names=["A\x1b[31m\nb", "  Dan  the  man "]) == (
        LocalPlayer("A [31m b"),
        LocalPlayer("Dan the man"),
    )
    with pytest.raises(Refusal, match="The computer has no level"):
        seat_players(game, level="")
    with pytest.raises(Refusal, match="Give every player a different name"):
        seat_players(game, names=["", "b"])


def hidden_in(script: Script) -> list[str]:
    """Return the screens before each prompt to take the keyboard."""
    return [
        shown
        for shown, prompt in zip(script.shown, script.prompts, strict=True)
        if prompt.startswith("Press Enter")
    ]


def test_secrets_are_shown_only_after_the_keyboard_was_handed_over(
    extra_game: Game[Any],
) -> None:
    script = Script(["", "1", "", "2"])
    luck = WrittenLuck([(5, 2, 6, 1, 3, 4)])
    assert script.run("odd-one", luck, seats=["Ana", "Dan"]) == EXIT_OK
    assert script.prompts == [
        "Press Enter when nobody else is looking. ",
        "Ana > ",
        "Press Enter when nobody else is looking. ",
        "Dan > ",
        "> ",
    ]
    for page, seat in zip(hidden_in(script), ("Ana", "Dan"), strict=True):
        assert f"{seat}, take the keyboard" in page
        assert "your cards" not in page
        assert not set("1256") & set(page)
    assert "│  5  │ │  2  │" in script.shown[1]
    assert "│  6  │ │  1  │" in script.shown[3]
    assert "│  5  │" not in script.shown[3]
    assert "Ana wins" in script.shown[4]


def test_one_person_alone_is_not_asked_to_hand_over(extra_game: Game[Any]) -> None:
    script = Script(["2"])
    assert script.run("odd-one", WrittenLuck([(5, 2, 6, 1, 3, 4)], choices=[0])) == EXIT_OK
    assert script.prompts == ["You > ", "> "]


def test_hidden_dice_are_handed_over_with_the_keyboard_although_bids_are_open(
    extra_game: Game[Any],
) -> None:
    script = Script(["", "a", "", "challenge"])
    luck = WrittenLuck([(6, 6, 6, 6, 6), (1, 1, 1, 1, 2)])
    assert script.run(LIARS_DICE, luck, seats=["Ana", "Dan"]) == EXIT_OK
    assert script.prompts[:4] == [
        "Press Enter when nobody else is looking. ",
        "Ana > ",
        "Press Enter when nobody else is looking. ",
        "Dan > ",
    ]
    assert all("Your dice" not in page for page in hidden_in(script))
    assert "●   ●" in script.shown[1]
    assert "●   ●" not in script.shown[3]
    assert "Dan loses" in script.shown[4]


def test_q_leaves_before_the_keyboard_is_handed_over(extra_game: Game[Any]) -> None:
    script = Script(["q"])
    assert script.run("odd-one", SeededLuck(1), seats=["Ana", "Dan"]) == EXIT_OK
    assert script.prompts == ["Press Enter when nobody else is looking. "]
    assert "Thank you for playing!" in script.rest


@pytest.mark.parametrize("end", [KeyboardInterrupt(), EOFError(), "q"])
def test_secrets_are_wiped_however_the_turn_ends(
    extra_game: Game[Any], end: str | BaseException
) -> None:
    script = Script(["", end])
    script.console = Console(file=script.file, width=80, force_terminal=True)
    script.run("odd-one", SeededLuck(1), seats=["Ana", "Dan"])
    assert "\x1b[2J" in script.rest
    assert "\x1b[3J" in script.rest
    assert "Your cards" not in script.rest


def typed_at_random(playing: Round[Any], random: Random) -> str:
    """Return something that the first awaited seat can type now."""
    screen = playing.game.screen(playing.state, playing.awaits.seats[0])
    keys = [line.key for line in lines_of(screen, PlainRenderer())]
    mark = screen.mark
    if mark is not None:
        dice = range(1, len(mark.faces) + 1)
        keys.append(" ".join(map(str, random.sample(dice, random.choice(dice)))))
    return random.choice(keys)


@pytest.mark.slow
@pytest.mark.parametrize("crowd", ["fewest", "most"])
def test_every_game_is_played_to_its_end(
    any_game: Game[Any], crowd: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = any_game.info.seats
    people = seats.start if crowd == "fewest" else seats.stop - 1
    random = Random(f"{any_game.info.key} {crowd}")
    now: list[Round[Any]] = []
    resolve_chance = engine.resolve_chance

    def watched(before: Round[Any], luck: Luck) -> Round[Any]:
        now.append(resolve_chance(before, luck))
        return now[-1]

    monkeypatch.setattr(engine, "resolve_chance", watched)
    script = Script()

    def ask(prompt: str) -> str:
        return "" if prompt.startswith("Press Enter") else typed_at_random(now[-1], random)

    players = tuple(LocalPlayer(f"N{index}") for index in range(people))
    keyboard = Keyboard(players, "en", script.console, ask)
    end = play(any_game, players, {}, SeededLuck(crowd), keyboard)
    assert end.over is not None
    assert {step.seat for step in end.steps if isinstance(step, Acted)} == {
        Seat(index) for index in range(people)
    }
    again = engine.replay(any_game, people, {}, end.steps)
    assert again.state == end.state
