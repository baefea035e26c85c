"""The checks for who grades: of dice.py and score_dice.py."""

from __future__ import annotations

import ast
import re
from itertools import chain
from runpy import run_path
from textwrap import indent

import pytest

from course import coursework
from course.course_files import FILES
from grading import SOLUTION
from student_files import DICE, SCORE_DICE

pytestmark = pytest.mark.slow

CHECKS = sorted((FILES / "checks").glob("*.py"))
VERSIONS = run_path(str(FILES / "checks" / "versions.py"))
STARTER = {path.stem: path.read_text("utf-8") for path in (FILES / "starter").glob("*.py")}
SOLVED_DICE, SOLVED_SCORES = SOLUTION["dice.py"], SOLUTION["score_dice.py"]

MET = "test_score_if_the_condition_is_met"
NOT_MET = "test_score_if_the_condition_is_not_met"


def changed(source, old, new):
    assert source.count(old) == 1
    return source.replace(old, new)


# What the checks need


def test_a_python_with_pytest_and_flake8_alone_runs_them(grading):
    packages = "bot", "rules", "course", "rich", "PIL", "xdist", "hypothesis"
    for package in packages:
        assert "ModuleNotFoundError" in grading.run("-c", f"import {package}").stderr
    assert grading.run("-c", "import pytest, flake8").returncode == 0


@pytest.mark.parametrize("path", CHECKS, ids=lambda path: path.name)
def test_they_are_written_for_python_3_9(path):
    ast.parse(path.read_text("utf-8"), feature_version=(3, 9))


def test_flake8_finds_nothing_in_what_is_handed_out(grading):
    for folder in ("checks", "starter", "solution"):
        done = grading.run("-m", "flake8", "--isolated", FILES / folder, FILES / "poker_dice.py")
        assert done.stdout + done.stderr == ""


def test_settings_of_pytest_that_lie_around_are_no_matter(grading):
    """As in a clone of this project, and in the folder of a student who has written some."""
    around = grading.folder.parent / "pyproject.toml"
    around.write_text('[tool.pytest.ini_options]\naddopts = "--gone"\n', encoding="utf-8")
    grading.hand_in()
    assert grading.failed() == {}
    (grading.folder / "pytest.ini").write_text("[pytest]\naddopts = --gone\n", encoding="utf-8")
    assert grading.failed() == {}


def test_files_of_a_student_that_are_called_as_those_of_the_checks_are_no_matter(grading):
    grading.hand_in(handed_in="", versions="")
    assert grading.failed() == {}


# Right works


@pytest.mark.parametrize(("dice", "score_dice"), [(SOLVED_DICE, SOLVED_SCORES), (DICE, SCORE_DICE)])
def test_right_works_pass(dice, score_dice, grading):
    grading.hand_in(dice=dice, score_dice=score_dice)
    assert grading.failed() == {}


COUNTER = """\
def num_faces(dice_list, face):
    counts = Counter(dice_list) if are_valid(dice_list) else {face: -1}
    return counts[face]
"""

BEFORE, MAIN = SOLVED_SCORES.split("def calculate_score(")
BODY = MAIN[MAIN.index("    score = 0") :]

FUNCTIONS = """\
def one_pair(dice):
    return score_alike(dice, PAIR, 0)


def three_of_a_kind(dice):
    return score_alike(dice, THREE, THREE_BONUS)


def four_of_a_kind(dice):
    return score_alike(dice, FOUR, FOUR_BONUS)


def five_of_a_kind(dice):
    return FIVE_POINTS if faces_of(dice, FIVE) else 0


def small_straight(dice):
    return score_run(dice, FOUR, SMALL_STRAIGHT_POINTS)


def large_straight(dice):
    return score_run(dice, FIVE, LARGE_STRAIGHT_POINTS)


"""
NAMES = [
    "one_pair",
    "score_two_pair",
    "three_of_a_kind",
    "four_of_a_kind",
    "five_of_a_kind",
    "score_full_house",
    "small_straight",
    "large_straight",
    "add_values",
]


def with_main(main, tables=""):
    return f"{BEFORE}{FUNCTIONS}{tables}\n\ndef calculate_score(dice, category):\n{main}"


TABLE = f"TABLE = {{{', '.join(f'{n}: {name}' for n, name in enumerate(NAMES, 1))}}}\n"
LOOKED_UP = "    return TABLE[category](dice)\n"

REGISTER = """\
TABLE = {}


def scores(category):
    def register(function):
        TABLE[category] = function
        return function
    return register


"""
REGISTERED = "".join(
    f"@scores({n})\ndef score_{n}(dice):\n    return {name}(dice)\n\n\n"
    for n, name in enumerate(NAMES, 1)
)
MATCHED = "".join(
    f"        case {n}:\n            score = {name}(dice)\n" for n, name in enumerate(NAMES, 1)
)
CLASS = "class Scorer:\n" + "".join(
    f"    def score_{n}(self, dice):\n        return {name}(dice)\n\n"
    for n, name in enumerate(NAMES, 1)
)
HEAD, HELPERS = BEFORE.split("def faces_of", 1)
WITHIN = indent(f"def faces_of{HELPERS}{FUNCTIONS}{TABLE}", "    ")

IMPORTS = "from dice import FACES, FACE_VALUES, add_values, num_faces\n\n"
ALIKE_LAMBDA = (
    "max([{0} * FACE_VALUES[f] + {1} for f in FACES if num_faces(dice, f) >= {0}], default=0)"
)
PAIRS_LAMBDA = (
    "2 * sum(FACE_VALUES[f] for f in FACES if num_faces(dice, f) >= 2)"
    " * (len([f for f in FACES if num_faces(dice, f) >= 2]) == 2)"
)
ROW_LAMBDA = "any(all(num_faces(dice, f) for f in FACES[i:i + {0}]) for i in range(7 - {0}))"
LAMBDAS = [
    f"lambda dice: {score}"
    for score in (
        ALIKE_LAMBDA.format(2, 0),
        PAIRS_LAMBDA,
        ALIKE_LAMBDA.format(3, 10),
        ALIKE_LAMBDA.format(4, 20),
        "100 * any(num_faces(dice, f) == 5 for f in FACES)",
        "(50 + add_values(dice)) * ({2, 3} <= {num_faces(dice, f) for f in FACES})",
        f"70 * {ROW_LAMBDA.format(4)}",
        f"95 * {ROW_LAMBDA.format(5)}",
        "add_values(dice)",
    )
]


def numbered(form, *, between):
    """Return the lambdas, each in a form with its number."""
    return between.join(form.format(n, one) for n, one in enumerate(LAMBDAS, 1))


def with_lambdas(before, main):
    return f"{IMPORTS}{before}\n\n\ndef calculate_score(dice, category):\n{main}"


UNUSUAL = {
    "match": with_main(f"    score = 0\n    match category:\n{MATCHED}    return score\n"),
    "a table": with_main(LOOKED_UP, TABLE),
    "a list": with_main(
        "    return TABLE[category - 1](dice)\n", f"TABLE = [{', '.join(NAMES)}]\n"
    ),
    "a table that is filled later": with_main(
        LOOKED_UP,
        "TABLE = {}\n" + "".join(f"TABLE[{n}] = {name}\n" for n, name in enumerate(NAMES, 1)),
    ),
    "a table within": with_main(f"    {TABLE}{LOOKED_UP}"),
    "a table of a function": with_main(
        "    return table()[category](dice)\n", f"def table():\n    {TABLE}    return TABLE\n"
    ),
    "a table of lambdas": with_lambdas(
        f"TABLE = {{{numbered('{}: {}', between=', ')}}}", LOOKED_UP
    ),
    "a dict of lambdas": with_lambdas(
        f"TABLE = dict({numbered('score_{}={}', between=', ')})",
        "    return TABLE[f'score_{category}'](dice)\n",
    ),
    "lambdas with names": with_lambdas(
        numbered("score_{} = {}", between="\n"),
        "    score = 0\n    if category == 1:\n        score = score_1(dice)\n"
        + "".join(
            f"    elif category == {n}:\n        score = score_{n}(dice)\n" for n in range(2, 10)
        )
        + "    return score\n",
    ),
    "lambdas within": with_lambdas(
        "",
        f"    scores = ({numbered('{1}', between=', ')})\n    return scores[category - 1](dice)\n",
    ),
    "a table of decorated functions": with_main(LOOKED_UP, REGISTER + REGISTERED),
    "a class": with_main("    return getattr(Scorer(), f'score_{category}')(dice)\n", CLASS),
    "by name": with_main(f"    return globals()[{NAMES}[category - 1]](dice)\n"),
    "functions within": f"{HEAD}def calculate_score(dice, category):\n{WITHIN}{LOOKED_UP}",
    "recursion": changed(
        SOLVED_SCORES,
        SOLVED_SCORES[
            SOLVED_SCORES.index("    longest = 0\n") : SOLVED_SCORES.index("def score_alike")
        ],
        """\
    return longest_of(dice, FACES, 0)


def longest_of(dice, faces, length):
    if not faces:
        return length
    more = length + 1 if num_faces(dice, faces[0]) else 0
    return max(length, longest_of(dice, faces[1:], more))


""",
    ),
    "dice.FACES": SOLVED_SCORES.replace(
        "from dice import FACES, FACE_VALUES, add_values, are_valid, num_faces",
        "import dice\n\nFACES = dice.FACES\nFACE_VALUES = dice.FACE_VALUES\nadd_values = dice.add_values\n"
        "are_valid, num_faces = dice.are_valid, dice.num_faces",
    ),
    "d.FACES": SOLVED_SCORES.replace(
        "from dice import FACES, FACE_VALUES, add_values, are_valid, num_faces",
        "import dice as d\n\nFACES = d.FACES\nFACE_VALUES = d.FACE_VALUES\n"
        "are_valid, num_faces = d.are_valid, d.num_faces",
    ).replace("add_values(", "d.add_values("),
    "other names": SOLVED_SCORES.replace("import FACES,", "import FACES as KNOWN,")
    .replace("reversed(FACES)", "reversed(KNOWN)")
    .replace("in FACES:", "in KNOWN:"),
    "a star": SOLVED_SCORES.replace(
        "import FACES, FACE_VALUES, add_values, are_valid, num_faces", "import *"
    ),
    "a script": SOLVED_SCORES
    + "\n\nif __name__ == '__main__':\n    print(calculate_score(['9', '9', 'J', 'A', 'K'], 1))\n",
}


@pytest.mark.parametrize("name", UNUSUAL)
def test_right_but_unusual_scores_pass(name, grading):
    """Without a chain of elif the form is told to be looked at, and passes."""
    grading.hand_in(score_dice=UNUSUAL[name])
    found = grading.failed()
    told = found.pop("warning", "")
    assert found == {}
    assert bool(told) == ("elif" not in UNUSUAL[name] and name != "match")


def test_a_counter_and_itertools_pass(grading):
    start = SOLVED_DICE.index("def num_faces")
    source = SOLVED_DICE[:start] + COUNTER
    source = source.replace(
        "import random", "import itertools\nimport random\nfrom collections import Counter"
    )
    grading.hand_in(dice=source + "\n\nNUMBERS = itertools.count()\n")
    assert grading.failed() == {}


# Wrong works

ALIKE = "score = score_alike(dice, PAIR, 0)"
MONOLITH = """\
from dice import FACES, FACE_VALUES, add_values, num_faces


def unused(dice):
    return dice


def calculate_score(dice, category):
    score = 0
    counts = sorted(map(lambda face: num_faces(dice, face), FACES), key=lambda n: -n)
    if category == 9:
        score = add_values(dice)
    elif counts[0] > category:
        score = FACE_VALUES[dice[0]]
    return score
"""
ENUMERATED = MONOLITH.replace(
    "def unused(dice):\n    return dice\n", "class Category:\n    CHANCE = 9\n"
).replace("category == 9", "category == Category.CHANCE")

OWN = "def num_faces(dice, face):\n    return len([one for one in dice if one == face])\n"
OWN_METHOD = (
    SOLVED_SCORES.replace(", num_faces\n", f"\n\n\nclass Own:\n{indent(OWN, '    ')}\n")
    .replace("num_faces(dice, face) ", "Own.num_faces(dice, face) ")
)  # fmt: skip

WRONG = {
    "faces that fall": (
        "dice", "FACES = ['9', '10', 'J', 'Q', 'K', 'A']", "FACES = ['A', 'K', 'Q', 'J', '10', '9']",
        "test_faces_in_rising_order",
        "FACES should be ['9', '10', 'J', 'Q', 'K', 'A'], and is ['A', 'K', 'Q', 'J', '10', '9']",
    ),
    "a wrong value": (
        "dice", "'A': 11}", "'A': 10}", "test_face_values", None,
    ),
    "no seed": (
        "dice", "random.Random(seed)", "random.Random()",
        "test_roll_dice_with_a_seed", None,
    ),
    "None is no seed": (
        "dice", "random.Random(seed)", "random.Random(seed or 0)",
        "test_roll_dice_with_none_as_the_seed",
        None,
    ),
    "no dice are not seen": (
        "dice", "dice is not None and MIN_DICE", "MIN_DICE",
        "test_are_valid_no_dice_or_too_many",
        "are_valid(None) should be False, and raises TypeError: object of type 'NoneType' has no len()",
    ),
    "invalid dice are worth 0": (
        "dice", "total = -1", "total = 0", "test_add_values_invalid_dice",
        "add_values(None) should be -1, and is 0",
    ),
    "True in place of 1": (
        "dice", "    return number\n", "    return number == 1 or number\n",
        "test_num_faces_valid_dice", None,
    ),
    ".count": (
        "dice", "number += 1", "number = dice_list.count(face)", "test_form_no_count",
        "dice.py should count with a loop, and uses .count in line 81",
    ),
    "the lowest pair": (
        "score_dice", ALIKE, "score = 2 * FACE_VALUES[(faces_of(dice, PAIR) or FACES)[-1]]",
        f"{MET}[one pair]",
        "calculate_score(['9', '9', '9', '10', '10'], 1) should be 20, and is 18",
    ),
    "a list that is emptied": (
        "score_dice", ALIKE, "score = len(dice) and 1\n            dice.clear()", f"{MET}[one pair]",
        "calculate_score(['9', '9', '9', '9', '9'], 1) should be 18, and is 1",
    ),
    "a number with a point": (
        "score_dice", "number * FACE_VALUES[found[0]] + bonus", "float(number * FACE_VALUES[found[0]] + bonus)",
        f"{MET}[one pair]",
        "calculate_score(['9', '9', '9', '9', '9'], 1) should be 18, and is 18.0",
    ),
    "five equal dice are a full house": (
        "score_dice", "len(faces_of(dice, PAIR)) >= 2:", "faces_of(dice, PAIR):",
        f"{NOT_MET}[full house]",
        "calculate_score(['9', '9', '9', '9', '9'], 6) should be 0, and is 95",
    ),
    "a straight in order": (
        "score_dice", "longest_run(dice) >= length:", "longest_run(dice) >= length and dice[0] != 'K':",
        f"{MET}[small straight]", None,
    ),
    "two returns": (
        "score_dice", "        elif category == CHANCE:\n            score = add_values(dice)",
        "        elif category == CHANCE:\n            return add_values(dice)",
        "test_form_one_return",
        "calculate_score should have one return, and has 2: lines 161, 162",
    ),
    "no helper functions": (
        "score_dice", SOLVED_SCORES, MONOLITH, "test_form_helper_functions",
        "calculate_score should use helper functions of score_dice.py, and leads to none",
    ),
    "an enumeration is no helper function": (
        "score_dice", SOLVED_SCORES, ENUMERATED, "test_form_helper_functions",
        "calculate_score should use helper functions of score_dice.py, and leads to none",
    ),
    "num_faces of its own": (
        "score_dice", "are_valid, num_faces\n", f"are_valid\n\n\n{OWN}",
        "test_form_function_of_dice_is_used[num_faces]",
        "score_dice.py should use num_faces of dice.py, and does not",
    ),
    "num_faces of its own in place of an imported one": (
        "score_dice", "import FACES, FACE_VALUES, add_values, are_valid, num_faces\n",
        f"import *\n\n\n{OWN}", "test_form_function_of_dice_is_used[num_faces]",
        "score_dice.py should use num_faces of dice.py, and does not",
    ),
    "num_faces of a class": (
        "score_dice", SOLVED_SCORES, OWN_METHOD, "test_form_function_of_dice_is_used[num_faces]",
        "score_dice.py should use num_faces of dice.py, and does not",
    ),
    "add_values not used": (
        "score_dice", "add_values(dice)", "sum(FACE_VALUES[face] for face in dice)",
        "test_form_function_of_dice_is_used[add_values]",
        "score_dice.py should use add_values of dice.py, and does not",
    ),
    "faces of its own": (
        "score_dice", "from dice import FACES, ", "FACES = 'J Q K A'.split()\nfrom dice import ",
        "test_form_constant_of_dice_is_used[FACES]",
        "score_dice.py should use FACES of dice.py, and does not",
    ),
    "a literal": (
        "score_dice", "num_faces(dice, face) > 0", "num_faces(dice, face) > 0 or face == 'X' > 'K'",
        "test_form_no_literals_of_faces",
        "score_dice.py should take faces from FACES, and has 'K' in line 57",
    ),
    "no nested conditional": (
        "score_dice", BODY, "    return score_alike(dice, category, 0)\n", "warning",
        None,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_work_is_noticed_by_the_test_that_names_its_fault(name, grading):
    file, old, new, test, message = WRONG[name]
    source = SOLUTION[f"{file}.py"]
    assert old in source
    grading.hand_in(**{file: source.replace(old, new)})
    found = grading.failed()
    assert test in found
    assert message is None or found[test] == message
    form = {each for each in found if each.startswith("test_form")}
    assert form <= {test, "test_form_no_literals_of_faces"} or name == "no nested conditional"


def test_a_raised_exception_is_told_plainly(grading):
    grading.hand_in(score_dice=changed(SOLVED_SCORES, ALIKE, "score = dice.one_pair"))
    assert grading.failed()[f"{MET}[one pair]"] == (
        "calculate_score(['9', '9', '9', '9', '9'], 1) should be 18, and raises "
        "AttributeError: 'list' object has no attribute 'one_pair'"
    )


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (None, "there is no score_dice.py\n"),
        ("def calculate_score(:\n", "score_dice.py is not valid Python: .*\n"),
        ("import gone\n", "score_dice.py cannot be imported: .*\n"),
        (
            "def calculate_score(dice, category):\n    return gone\n",
            "calculate_score.* raises .*\n",
        ),
    ],
)
def test_a_failure_is_printed_in_one_line(source, says, grading):
    grading.hand_in(score_dice=source)
    check = grading.checks / "check_score_dice.py"
    printed = grading.run("-m", "pytest", "-q", "--tb=short", "-rN", check, "-k", "one").stdout
    assert re.search(rf"\n_+ {MET}\[one pair\] _+\n{says}_", printed), printed


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (None, "there is no score_dice.py"),
        (
            "def calculate_score(:\n",
            "score_dice.py is not valid Python: invalid syntax (score_dice.py, line 1)",
        ),
        ("import sys\nsys.exit(1)\n", "score_dice.py cannot be imported: SystemExit: 1"),
        (
            "input('Dice?')\n",
            "score_dice.py cannot be imported: OSError: pytest: reading from stdin",
        ),
        ("calculate = len\n", "score_dice.py has no calculate_score"),
        (
            "calculate_score = 5\n",
            "calculate_score(['9', '9', '9', '9', '9'], 1) should be 18, and raises",
        ),
        (
            "calculate_score = max\n",
            "calculate_score(['9', '9', '9', '9', '9'], 1) should be 18, and",
        ),
    ],
)
def test_a_file_without_the_function_is_told_plainly(source, says, grading):
    grading.hand_in(score_dice=source)
    found = grading.failed()
    assert found[f"{MET}[one pair]"].startswith(says)
    assert "test_form_one_return" in found


def test_what_students_begin_with_fails_everywhere(grading):
    grading.hand_in(**STARTER)
    found = grading.failed()
    passed = {
        "test_form_no_count",
        "test_form_no_literals_of_faces",
        "test_form_nested_conditional",
    }
    assert len(found.keys() - {"warning"}) == 41 - len(passed)
    assert not passed & found.keys()


# The scores of the checks


@pytest.mark.parametrize("category", range(1, 10))
def test_4_5_the_scores_are_those_of_the_model_on_all_rolls(category):
    assert len(VERSIONS["ROLLS"]) == len(set(map(tuple, VERSIONS["ROLLS"]))) == 6**5
    for dice in VERSIONS["ROLLS"]:
        scored = VERSIONS["RIGHT"].score(dice, category)
        assert scored == coursework.calculate_score(dice, category)


def test_each_wrong_version_is_wrong_in_what_its_name_says_and_in_a_way_of_its_own():
    right, wrong = VERSIONS["RIGHT"], VERSIONS["WRONG"]
    assert len({version.name for version in wrong}) == len(wrong) == 33
    seen = set()
    for version in wrong:
        scores = [
            [version.score(dice, category) for dice in VERSIONS["ROLLS"]]
            for category in range(1, 10)
        ]
        ours = [
            [right.score(dice, category) for dice in VERSIONS["ROLLS"]] for category in range(1, 10)
        ]
        differing = [
            name
            for name, one, other in zip(VERSIONS["CATEGORIES"], scores, ours, strict=True)
            if one != other
        ]
        subject = version.name.partition(":")[0]
        assert differing == [subject] or (subject == "the values" and len(differing) == 6)
        dice, category = VERSIONS["example"](version)
        assert version.score(dice, category) != right.score(dice, category)
        seen.add(tuple(chain(*scores)))
    assert len(seen) == 33
