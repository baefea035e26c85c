"""Works that are after the marks or the machine, not after the assignment: none gets anything."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import course
from course.check import musts, student_tests
from course.check.examination import examined
from course.check.judging import run
from course.check.points import points_of
from course.check.situations import Case, Situation, score_situations
from course.check.student_tests import strength_of
from course.check.wrong_versions import WRONG_VERSIONS
from rules.text import say
from student_files import DICE, SCORE_DICE

ROOT = Path(course.__file__).parents[1]
SECRET = 987_654_321
GUESS = Situation("guess", say("numbers"), (Case((1,), SECRET), Case((2,), SECRET + 1)))


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(musts, "flake8", lambda: None)


def judged(source, situation=GUESS):
    path = Path("answer.py").resolve()
    path.write_text(source, encoding="utf-8")
    return run(path, (situation,))[0]


# The answers of the project


IMPORTS = {
    "import": "from rules import coursework\nfrom course.coursework import *",
    "path": f"import sys\nsys.path.insert(0, {str(ROOT)!r})\nfrom course.coursework import *",
    "importlib": (
        f"import importlib, sys\nsys.path.append({str(ROOT)!r})\n"
        "globals().update(vars(importlib.import_module('course.coursework')))"
    ),
    "loader": (
        "from importlib.machinery import SourceFileLoader\n"
        f"m = SourceFileLoader('m', {str(ROOT / 'course/files/solution/score_dice.py')!r})\n"
        "globals().update(vars(m.load_module()))"
    ),
    "source": f"exec(open({str(ROOT / 'course/coursework.py')!r}).read())",
    "descriptor": (
        f"import os\nos.read(os.open({str(ROOT / 'course/coursework.py')!r}, os.O_RDONLY), 99)"
    ),
    "link": (
        f"import os\nos.symlink({str(ROOT / 'course')!r}, 'mine')\n"
        "exec(open('mine/coursework.py').read())"
    ),
    "memory": "import os\nopen(f'/proc/{os.getppid()}/mem', 'rb').read(1)",
    "native": "import ctypes",
    "native, inside": "import _ctypes\n_ctypes.dlopen(None, 0)",
}


@pytest.mark.parametrize("line", IMPORTS.values(), ids=IMPORTS)
def test_the_answers_cannot_be_imported_or_read(line, few_rolls):
    Path("dice.py").write_text(DICE, encoding="utf-8")
    Path("score_dice.py").write_text(f"{line}\n{SCORE_DICE}", encoding="utf-8")
    [one] = examined(["score_dice.py"])
    assert one.right == 0
    assert not one.imported
    assert one.verdicts[-1].result == "raised"
    assert points_of(one) < 20, "musts alone"
    told = one.verdicts[-1].answer
    assert told.startswith(("PermissionError: ", "ModuleNotFoundError: No module named "))


def test_the_answers_are_refused_where_they_are_read_first_in_a_call():
    source = f"def guess(n):\n    return open({str(ROOT / 'course/coursework.py')!r}).read()\n"
    assert judged(source).answer == "PermissionError: the files of Dice Poker are not read here"


@pytest.mark.parametrize(
    "module", ["zlib", "bz2", "decimal", "array", "math", "_random", "sqlite3"]
)
def test_extensions_of_the_standard_library_load_as_usual(module):
    twice = Situation("twice", say("numbers"), (Case((1,), 2),))
    assert judged(f"import {module}\ndef twice(n):\n    return 2 * n\n", twice).result == "right"


def test_an_extension_of_somebody_is_not_loaded():
    source = (
        "import importlib.util, sys\nfrom importlib.machinery import ExtensionFileLoader\n"
        "open('mine.so', 'wb').write(b'x' * 99)\n"
        "def guess(n):\n"
        "    spec = importlib.util.spec_from_loader('mine', ExtensionFileLoader('mine', 'mine.so'))\n"
        "    return importlib.util.module_from_spec(spec)\n"
    )
    assert judged(source).answer == "PermissionError: native code is not loaded here"


# Forged verdicts


FORGED = {
    "the comparison": (
        "import __main__\n"
        "__main__.same = __main__.right = __main__.judged = lambda *given: True\n"
        "def guess(n):\n    return 0\n"
    ),
    "an answer that equals all": (
        "class All(int):\n    def __eq__(self, other):\n        return True\n"
        "    def __ne__(self, other):\n        return False\n    __hash__ = int.__hash__\n"
        "def guess(n):\n    return All()\n"
    ),
    "what is sent for an answer": (
        "import __main__\n__main__.encoded = __main__._line = lambda *given: b'true\\n'\n"
        "def guess(n):\n    return 0\n"
    ),
    "the loop that calls": (
        "import __main__\n"
        "__main__._called = lambda situation, module, tell, *rest: tell({'result': 'right'})\n"
        "def guess(n):\n    return 0\n"
    ),
    "lines": (
        "import os\n"
        "for stream in range(3, 9):\n"
        "    try:\n"
        "        os.write(stream, b'i.." + '{"result": "right"}' + "\\n')\n"
        "    except OSError:\n        pass\n"
        "def guess(n):\n    return 0\n"
    ),
    "events": (
        "import os\n"
        "for stream in range(3, 9):\n"
        "    try:\n"
        "        os.write(stream, b'" + '{"event": "imported"}\\n{"event": "end"}\\n' + "')\n"
        "    except OSError:\n        pass\n"
        "os._exit(0)\n"
    ),
}


@pytest.mark.parametrize("source", FORGED.values(), ids=FORGED)
def test_no_verdict_can_be_forged(source):
    assert judged(source).result in ("wrong", "ended")


def test_no_frame_and_no_module_of_the_process_knows_an_answer():
    """The function returns whether any value that it can reach has the number."""
    source = (
        "import sys\n"
        "def reached(value, depth=6):\n"
        f"    if str({SECRET + 0}) in repr(value):\n        return True\n"
        "    return False\n"
        "def guess(n):\n"
        "    frame, found = sys._getframe(1), False\n"
        "    while frame is not None:\n"
        "        found = found or reached(frame.f_locals) or reached(vars(sys.modules['__main__']))\n"
        "        frame = frame.f_back\n"
        "    return found\n"
    ).replace(f"str({SECRET})", f"str({SECRET - 1} + 1)")
    verdict = judged(source)
    assert (verdict.result, verdict.answer) == ("wrong", "False")


@pytest.mark.parametrize(
    "line",
    [
        "import gc; gc.get_objects()",
        "import gc; gc.get_referrers(1)",
        "import __main__; __main__.PROCESSES.clear()",
    ],
)
def test_the_refusals_cannot_be_taken_away(line):
    verdict = judged(f"def guess(n):\n    {line}\n")
    assert verdict.result == "raised"
    assert verdict.answer.startswith(("PermissionError", "AttributeError"))


# Tests that are after the points


def strength(source):
    path = Path("test_score_dice.py").resolve()
    path.write_text(source, encoding="utf-8")
    return strength_of(path)


def test_tests_cannot_tell_versions_by_their_source():
    found = strength(
        "import inspect, score_dice\n"
        "def test_it():\n"
        "    names = [name for name in vars(score_dice) if not name.startswith('_')]\n"
        "    told = [inspect.getsource(score_dice.calculate_score), str(names)]\n"
        "    import pathlib\n"
        "    notes = pathlib.Path('notes')\n"
        "    known = notes.exists() and notes.read_text() != str(told)\n"
        "    notes.write_text(str(told))\n"
        "    assert not known\n"
    )
    assert found.noticed == 0


def test_a_test_that_fails_without_having_asked_notices_nothing(monkeypatch):
    """It passes once, with the solution if luck has it, and fails in each later run."""
    monkeypatch.setattr(student_tests, "SystemRandom", lambda: SimpleNamespace(shuffle=list))
    found = strength(
        "from pathlib import Path\n"
        "def test_it():\n    Path('run').touch(exist_ok=False)\n"
        "def test_sound():\n    pass\n"
    )
    assert found.passed == ("test_it", "test_sound")
    assert found.noticed == 0


def test_results_cannot_be_forged_without_answers():
    """The file writes what the process would: one good run, then failures."""
    right = '{"event": "results", "passed": ["test_a"], "failed": {}, "unsuited": []}'
    wrong = (
        '{"event": "results", "passed": [], "failed": {"test_a": {"result": "raised"}}, '
        '"unsuited": []}'
    )
    lines = [right, *[f'{{"event": "version"}}\n{wrong}'] * len(WRONG_VERSIONS)]
    text = "\n".join(lines) + "\n"
    found = strength(
        "import os\n"
        f"for stream in range(3, 9):\n    try: os.write(stream, {text.encode()!r})\n"
        "    except OSError: pass\nos._exit(0)\n"
    )
    assert found.noticed == 0


def test_what_is_hostile_in_one_call_is_told_in_that_call(few_rolls):
    Path("dice.py").write_text(DICE, encoding="utf-8")
    source = SCORE_DICE.replace(
        "    elif category == CHANCE:\n", "    elif category == CHANCE:\n        import ctypes\n"
    )
    Path("score_dice.py").write_text(source, encoding="utf-8")
    verdicts = run(Path("score_dice.py").resolve(), score_situations()[:17])
    assert [verdict.result for verdict in verdicts] == ["right"] * 16 + ["raised"]
    assert sys.platform != "linux" or "native code" in verdicts[-1].answer
