"""The contest on the command line (README 5.6): what it plays, what it says, what it refuses."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from bot import cli
from contest_output import counts, mistake, told
from course import contest
from course.contest import rounds
from course.score import COLOURS, Score, draw, score_of
from course.strategies import LEVELS, Contestant, ContestError, contestant, read
from rules.games.six_card import GAME
from rules.games.six_card.cards import HANDS, Split, falling, high_then_middle, splits_of
from rules.games.six_card.strategies import chance_of, chances_against
from six_cards import always, arranged_at_random

pytestmark = pytest.mark.slow

STRATEGIES = {
    "mine.py": """
asked = []

def split(cards):
    asked.append(cards)
    low, a, b, c, d, e = cards
    return (c, d, e), [a, b], low
""",
    "lots.py": """
import random

def split(cards):
    cards = random.sample(cards, 6)
    return cards[:3], cards[3:5], cards[5:]
""",
    "fours.py": "def split(cards):\n    return (4, 4, 4), (4, 4), 4\n",
    "forgets.py": "def split(cards):\n    pass\n",
    "falls.py": "def split(cards):\n    return cards[6]\n",
    "leaves.py": "def split(cards):\n    raise SystemExit\n",
    "rude.py": """
class Rude:
    def __repr__(self):
        raise ValueError

def split(cards):
    return Rude()
""",
    "number.py": "split = 4\n",
    "other.py": "def play(cards):\n    pass\n",
    "broken.py": "def split(:\n",
    "fails.py": "\nimport no_such_module\n",
    "a folder/mine.py": "from neighbour import split\n",
    "a folder/neighbour.py": "def split(cards):\n    return cards[:3], cards[3:5], cards[5]\n",
}


@pytest.fixture(autouse=True)
def at_the_prompt(monkeypatch, tmp_path):
    monkeypatch.setattr(cli, "COMMANDS", {"contest": ("", contest.add_arguments)})
    monkeypatch.chdir(tmp_path)
    for name, source in STRATEGIES.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(source, encoding="utf-8")


# The result


def test_5_6_it_tells_the_score_with_its_margin_and_draws_the_picture(capsys):
    argv = "mine.py --deals 2000 --against easy --seed 7 --picture drawn.png"
    out = told(capsys, "six-card", *argv.split())
    assert out.endswith("\npicture: drawn.png\n")
    assert out.startswith("mine.py against easy, 2,000 deals, seed 7\n")
    won, drawn, lost = counts(out)
    assert won + drawn + lost == 2000
    percent, margin = map(float, re.search(r"wins ([\d.]+) % ± ([\d.]+)", out).groups())
    assert percent == pytest.approx(100 * (won + drawn / 2) / 2000, abs=0.005)
    assert 0 < margin < 3
    assert [path.name for path in Path.cwd().glob("*.png")] == ["drawn.png"]
    with Image.open("drawn.png") as picture:
        assert picture.format == "PNG"
        assert min(picture.size) > 300


def test_5_6_the_histogram_in_letters_is_as_long_as_the_score_says(capsys):
    out = told(capsys, "six-card", "mine.py", "--deals", "200", "--seed", "7")
    assert out == (
        "mine.py against medium, 200 deals, seed 7\n"
        "won            18    9.00 %  ####\n"
        "drawn           5    2.50 %  #\n"
        "lost          177   88.50 %  ########################################\n"
        "mine.py wins 10.25 % ± 4.06 (a draw counts one half; 95 % margin of error)\n"
    )
    assert Score(0, 1, 0).histogram[0] == "won             0    0.00 %"


@pytest.mark.parametrize(
    ("own", "other", "ended", "score"),
    [
        ("mine.py", "medium", (18, 5, 177), "10.25 % ± 4.06"),
        ("mine.py", "house", (18, 5, 177), "10.25 % ± 4.06"),
        ("lots.py", "perfect", (29, 25, 146), "20.75 % ± 5.06"),
        ("perfect", "lots.py", (145, 29, 26), "79.75 % ± 4.90"),
        ("perfect", "perfect", (64, 63, 73), "47.75 % ± 5.73"),
    ],
)
def test_5_6_a_seed_deals_the_same_cards_in_every_version(own, other, ended, score, capsys):
    import_module("rich.progress")  # draws from the functions' generator, once, when it is loaded
    out = told(capsys, "six-card", own, "--against", other, "--deals", "200", "--seed", "7")
    assert out.startswith(f"{own} against {other}, 200 deals, seed 7\n")
    assert counts(out) == ended
    assert f"\n{own} wins {score} (" in out


def test_5_6_ten_thousand_deals_against_medium_are_played_by_default(capsys):
    assert told(capsys, "six-card", "mine.py").startswith("mine.py against medium, 10,000 deals,")


def test_5_6_a_seed_repeats_the_contest_also_where_lots_are_drawn(capsys):
    argv = ["six-card", "lots.py", "--deals", "300", "--against", "perfect", "--seed"]
    assert told(capsys, *argv, "1") == told(capsys, *argv, "1") != told(capsys, *argv, "2")


def test_5_6_without_a_seed_the_one_that_was_drawn_is_told(capsys):
    argv = ["six-card", "lots.py", "--deals", "200", "--against", "perfect"]
    first = told(capsys, *argv)
    seed = re.search(r"seed (\d+)\n", first).group(1)
    assert told(capsys, *argv, "--seed", seed) == first


def test_5_6_another_file_is_an_opponent_and_files_import_their_neighbours(capsys):
    argv = ["six-card", "lots.py", "--against", "a folder/mine.py", "--deals", "20"]
    assert told(capsys, *argv).startswith("lots.py against mine.py, 20 deals,")


@pytest.mark.parametrize("helper", ["helper", "parts.helper", "this"])
def test_5_6_files_of_one_name_have_their_own_neighbours(helper, capsys):
    """Each its module, its folder, its module that is called like one of Python's."""
    plays = {"r.py": "mine.py", "other/r.py": "a folder/neighbour.py"}
    for file, source in plays.items():
        beside = Path(file).parent / f"{helper.replace('.', '/')}.py"
        beside.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(STRATEGIES[source], encoding="utf-8")
        Path(file).write_text(f"from {helper} import split\n", encoding="utf-8")
    argv = ["--deals", "200", "--seed", "1"]
    out = told(capsys, "six-card", "r.py", "--against", "other/r.py", *argv)
    assert out.startswith("r.py against other/r.py, 200 deals,")
    assert "\nr.py wins " in out
    apart = told(capsys, "six-card", "mine.py", "--against", "a folder/neighbour.py", *argv)
    assert counts(out) == counts(apart)
    assert counts(out)[0] != counts(out)[2]


def test_5_6_neighbours_are_imported_before_the_first_deal(capsys):
    Path("late.py").write_text(
        "def split(cards):\n    from mine import split\n    return split(cards)\n", encoding="utf-8"
    )
    line = mistake(capsys, "six-card", "late.py")
    assert line.endswith("raised ModuleNotFoundError: No module named 'mine' (line 2)")


def test_5_6_another_opponent_is_met_with_the_same_deals():
    seen = []
    for other in ("perfect", "lots.py"):
        hands = []

        def remember(hand, hands=hands):
            hands.append(hand)
            return splits_of(hand)[0]

        opponent = contestant(other, Random("lots"))
        list(rounds(Contestant("own", remember), opponent, 50, Random("deals")))
        seen.append(hands)
    assert seen[0] == seen[1]


def test_5_6_a_strategy_is_given_six_rising_cards():
    own = contestant("mine.py", Random(1))
    results = list(rounds(own, contestant("easy", Random(1)), 100, Random(1)))
    [module] = [
        cell.cell_contents for cell in own.split.__closure__ if callable(cell.cell_contents)
    ]
    asked = module.__globals__["asked"]
    assert len(asked) == len(results) == 100
    assert all(type(cards) is tuple and cards == tuple(sorted(cards)) for cards in asked)
    assert {falling(cards) for cards in asked} <= set(HANDS)


@pytest.mark.parametrize(
    ("other", "strategy"),
    [("lots.py", arranged_at_random()), ("easy", always(high_then_middle))],
)
def test_5_6_the_score_is_what_exact_play_expects(other, strategy):
    expected = float(
        sum(
            chance_of(hand) * chances_against(strategy, hand)[high_then_middle(hand)].score
            for hand in HANDS
        )
    )
    own, theirs = contestant("easy", Random("a")), contestant(other, Random("b"))
    score = score_of(rounds(own, theirs, 10_000, Random("c")))
    assert abs(score.share - expected) < 2 * score.margin


def test_5_6_every_level_splits_its_cards_legally():
    assert [*LEVELS] == ["easy", "medium", "perfect", "house"]
    assert {*LEVELS.values()} == {level.key for level in GAME.info.levels}
    for name in LEVELS:
        level = contestant(name, Random(1))
        assert all(level.split(hand) in splits_of(hand) for hand in HANDS)


# What a function answers


def test_an_answer_is_read_or_refused():
    good = Split((4, 2, 1), (4, 3), (2,))
    assert read(([2, 4, 1], (4, 3), 2)) == good
    assert read(({4, 2, 1}, range(3, 5), [2])) == good
    for answer in (
        None,
        5,
        "abc",
        (4, 4, 3, 2, 2, 1),
        (2, 2, 2),
        ("431", "42", "2"),
        ((4, 3, 1), (4, 2), 2.0),
        ((4, 4), (3, 2, 2), 1),
        ((4, 3, 1), (4, 2), 2, ()),
    ):
        assert read(answer) is None


@pytest.mark.parametrize(
    ("file", "says"),
    [
        (
            "fours.py",
            "did not answer Sum, Pair and High card, three, two and one of them, but ((4, 4, 4), (4, 4), 4)",
        ),
        (
            "forgets.py",
            "did not answer Sum, Pair and High card, three, two and one of them, but None",
        ),
        ("falls.py", "raised IndexError: tuple index out of range (line 2)"),
        ("leaves.py", "raised SystemExit (line 2)"),
        ("rude.py", "but an object of the class Rude"),
    ],
)
def test_5_6_an_illegal_answer_stops_the_contest_with_the_deal_and_the_answer(file, says, capsys):
    line = mistake(capsys, "six-card", file, "--deals", "10", "--seed", "1")
    assert re.match(rf"dice-poker: deal 1: {file} was given the cards ([1-4] ){{6}}", line)
    assert line.endswith(says)
    line = mistake(capsys, "six-card", "mine.py", "--against", file, "--deals", "10")
    assert line.startswith(f"dice-poker: deal 1: {file} was given")


def test_the_fault_of_one_of_two_files_of_one_name_is_told_as_it_was_typed(capsys):
    Path("other").mkdir()
    Path("other/mine.py").write_text(STRATEGIES["forgets.py"], encoding="utf-8")
    line = mistake(capsys, "six-card", "mine.py", "--against", "other/mine.py")
    assert line.startswith("dice-poker: deal 1: other/mine.py was given")


NO_STRATEGY = "is no strategy: give a file that ends in .py, or one of easy, medium, perfect"


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        ("", "give a file with a strategy; --template FILE.py writes one"),
        ("gone.py", "there is no file gone.py"),
        ("other.py", "other.py has no function split"),
        ("number.py", "number.py has no function split"),
        ("broken.py", "broken.py cannot be read: SyntaxError: invalid syntax (line 1)"),
        (
            "fails.py",
            "fails.py cannot be read: ModuleNotFoundError: No module named 'no_such_module' (line 2)",
        ),
        ("mine", f"“mine” {NO_STRATEGY}"),
        ("mine.py --against god", f"“god” {NO_STRATEGY}"),
        (
            "mine.py --picture a.jpg",
            "the picture is a PNG: give a name that ends in .png, not a.jpg",
        ),
        ("mine.py --picture gone/a.png", "there is no folder gone for the picture"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line(argv, says, capsys):
    assert mistake(capsys, "six-card", *argv.split()) == f"dice-poker: {says}"


@pytest.mark.parametrize("deals", ["0", "-1", "ten", "1e5", "²", "1000000001"])
def test_a_number_of_deals_is_a_number(deals, capsys):
    line = mistake(capsys, "six-card", "mine.py", f"--deals={deals}")
    assert "deals are a number from 1 to 100000000" in line
    assert line.endswith("See: dice-poker contest --help")


def test_only_the_puzzle_has_a_contest(capsys):
    assert "invalid choice: 'dice-poker'" in mistake(capsys, "dice-poker", "mine.py")


# The template


def test_a_template_plays_as_it_is_on_either_side(capsys):
    remark, command = told(capsys, "six-card", "--template", "first.py").splitlines()
    assert remark == "first.py is written. Play it, then change it:"
    assert command == "dice-poker contest six-card first.py"
    out = told(capsys, *command.split()[2:], "--against", "first.py", "--deals", "20")
    assert out.startswith("first.py against first.py, 20 deals,")


def test_the_template_is_python_that_says_what_it_is_given():
    assert max(map(len, contest.TEMPLATE.splitlines())) <= 88
    namespace: dict[str, object] = {}
    exec(compile(contest.TEMPLATE, "template", "exec"), namespace)
    assert namespace["__doc__"]
    assert namespace["split"].__doc__


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        ("--template mine.py", "mine.py exists already and stays as it is: give another name"),
        (
            "--template first.txt",
            "a strategy is a Python file: give a name that ends in .py, not first.txt",
        ),
        (
            "--template gone/first.py",
            "the template cannot be written: No such file or directory",
        ),
        (
            "mine.py --template first.py",
            "--template writes a file and plays nothing: omit mine.py",
        ),
    ],
)
def test_a_template_that_cannot_be_written_is_told_in_one_line(argv, says, capsys):
    assert mistake(capsys, "six-card", *argv.split()) == f"dice-poker: {says}"
    assert not Path("first.py").exists()
    assert Path("mine.py").read_text(encoding="utf-8") == STRATEGIES["mine.py"]


TOO_LONG, UNKNOWN = "n" * 300, "~nobody-has-this-name/n"


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        ("{name}.py", "{name}.py cannot be read: {why}"),
        ("mine.py --against {name}.py", "{name}.py cannot be read: {why}"),
        ("--template {name}.py", "the template cannot be written: {why}"),
        ("mine.py --picture {name}/n.png", "the picture cannot be written: {why}"),
    ],
)
@pytest.mark.parametrize(
    ("name", "why"),
    [
        pytest.param(TOO_LONG, "File name too long", id="too long"),
        pytest.param(UNKNOWN, "the home folder of {typed} is unknown here", id="unknown home"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="it has other sentences")
def test_a_name_that_no_file_can_have_is_told_in_one_line(name, why, argv, says, capsys):
    typed = next(word for word in argv.split() if "{name}" in word).format(name=name)
    why = why.format(typed=typed)
    assert mistake(capsys, "six-card", *argv.format(name=name).split()) == (
        f"dice-poker: {says.format(name=name, why=why)}"
    )


def test_a_name_with_a_space_is_quoted_in_the_command(capsys):
    assert cli.main(["contest", "six-card", "--template", "my first.py"]) == 0
    assert capsys.readouterr().out.endswith("dice-poker contest six-card 'my first.py'\n")


# The picture


@pytest.mark.parametrize("title", ["mine.py against medium", "王 🎲", "a_long_name.py " * 20])
def test_the_bars_are_as_high_as_the_score_says(title, tmp_path):
    path = tmp_path / "contest.png"
    draw(Score(4000, 1000, 2000), title, path)
    with Image.open(path) as picture:
        drawn = picture.convert("RGB")
    counted = {colour: count for count, colour in drawn.getcolors(drawn.width * drawn.height)}
    bars = [counted[tuple(bytes.fromhex(colour[1:]))] for colour in COLOURS]
    assert [bar / bars[1] for bar in bars] == pytest.approx([4, 1, 2], rel=0.1)


def test_a_picture_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(ContestError, match="the picture cannot be written"):
        draw(Score(1, 1, 1), "$title", tmp_path / "folder.png")


# The score


def test_a_draw_counts_one_half():
    assert score_of([1, 0.5, 0.5, 0]) == Score(1, 2, 1)
    assert Score(1, 2, 1).share == 0.5
    assert Score(3, 2, 0).share == 0.8


def test_the_margin_covers_the_truth_in_about_95_of_100_contests():
    random = Random(5)
    within = 0
    for _ in range(400):
        score = score_of(random.choices((1, 0.5, 0), (5, 2, 3), k=400))
        within += abs(score.share - 0.6) <= score.margin
    assert 0.92 <= within / 400 <= 0.98
    assert Score(300, 0, 0).margin == 0.01, "the rule of three"


# The bar


def test_the_bar_moves_where_somebody_sees_it(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    assert cli.main(["contest", "six-card", "mine.py", "--deals", "600", "--seed", "1"]) == 0
    assert "600/600" in capsys.readouterr().err


def test_help_names_the_levels(capsys):
    assert cli.main(["contest", "--help"]) == 0
    out = capsys.readouterr().out
    assert all(word in out for word in ("six-card", "FILE.py", "easy", "medium", "perfect"))
