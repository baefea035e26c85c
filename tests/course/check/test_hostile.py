"""Works that are after the marks or the machine, not after the assignment: none gets anything."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import course
from bot.exit_codes import EXIT_FAILED
from course.check import command, musts, student_tests
from course.check.examination import examined
from course.check.judging import run
from course.check.musts import musts_of
from course.check.points import points_of
from course.check.situations import Case, Situation, score_situations
from course.check.student_tests import strength_of
from course.check.wrong_versions import WRONG_VERSIONS
from rules.text import say
from student_files import DICE, SCORE_DICE

pytestmark = pytest.mark.slow

ROOT = Path(course.__file__).parents[1]
FLAKE8 = musts.flake8
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


SOLUTION = str(ROOT / "course/files/solution/score_dice.py")
READ = f"text = open({SOLUTION!r}).read()"
AROUND = {
    "a path that lies": (
        "class Path(str):\n    def startswith(self, *given): return False\n"
        "    def partition(self, by): return '', '', ''\n"
        "    def split(self, *given): return ['nowhere']\n"
        f"text = open(Path({SOLUTION!r})).read()"
    ),
    "where links lead": (
        "import posixpath\n"
        "posixpath._joinrealpath = lambda *given, **named: ('/nowhere', True)\n"
        "posixpath.realpath = posixpath.abspath = lambda *given, **named: '/nowhere'\n" + READ
    ),
    "names of the process": (
        f"import __main__\n__main__.isinstance = lambda *given: False\n{READ}"
    ),
    "names of Python": (
        "import builtins\nusual = builtins.isinstance\n"
        "builtins.isinstance = lambda *given: False\n"
        f"try:\n    {READ}\nfinally:\n    builtins.isinstance = usual"
    ),
    "the present folder": (
        "import os\nos.chdir('/')\nos.getcwd = lambda: '/nowhere'\n"
        f"text = open({SOLUTION[1:]!r}).read()"
    ),
    "below an open folder": (
        "import os\nfound = os.open('/', os.O_RDONLY)\n"
        f"text = os.read(os.open({SOLUTION[1:]!r}, os.O_RDONLY, dir_fd=found), 99999).decode()"
    ),
    "below a folder of Python's": (
        "import os\nfound = os.open(os.path.dirname(os.__file__), os.O_RDONLY)\n"
        f"path = '../' * 20 + {SOLUTION[1:]!r}\n"
        "text = os.read(os.open(path, os.O_RDONLY, dir_fd=found), 99999).decode()"
    ),
    "the frame of the refusal": (
        "try:\n    open('/refused', 'w')\nexcept PermissionError as error:\n"
        "    place = error.__traceback__\n"
        "while place.tb_next:\n    place = place.tb_next\n"
        "for value in place.tb_frame.f_locals.values():\n"
        "    for cell in getattr(value, '__closure__', None) or ():\n"
        "        if callable(cell.cell_contents):\n"
        "            cell.cell_contents = lambda path: '/nowhere'\n" + READ
    ),
    "the history of a terminal": (
        f"import readline\nreadline.read_history_file({SOLUTION!r})\n"
        "text = '\\n'.join(readline.get_history_item(n + 1) or '' "
        "for n in range(readline.get_current_history_length()))"
    ),
    "another interpreter": (
        "import os\nreading, writing = os.pipe()\n"
        "try:\n    import _xxsubinterpreters as interpreters\n"
        "except ModuleNotFoundError:\n    import _interpreters as interpreters\n"
        "run = getattr(interpreters, 'run_string', None) or interpreters.exec\n"
        "run(interpreters.create(), 'import os\\nos.write(%d, open(' % writing\n"
        f"    + repr({SOLUTION!r}) + ').read().encode())')\n"
        "text = os.read(reading, 99999).decode()"
    ),
    "another language": (
        "import _tkinter\ntcl = _tkinter.create(None, 'a', 'Tk', 0, 0, 0)\n"
        f"text = tcl.eval('read [open {SOLUTION}]')"
    ),
    "a process without a word": (
        "import subprocess, sys\n"
        "class Deaf:\n    audit = staticmethod(lambda *given: None)\n"
        "    def __getattr__(self, name): return getattr(sys, name)\n"
        "subprocess.sys = Deaf()\n"
        f"text = subprocess.run(['/bin/cat', {SOLUTION!r}], capture_output=True).stdout.decode()"
    ),
    "the frame of the refusal, at work": (
        "import signal, time\n"
        "def look(number, frame):\n"
        "    while frame:\n"
        "        if frame.f_code.co_name == 'hook':\n"
        "            for value in frame.f_locals.values():\n"
        "                if isinstance(value, list):\n                    value[:] = ['null', 'dev']\n"
        "        frame = frame.f_back\n"
        "signal.signal(signal.SIGALRM, look)\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.00005, 0.00005)\n"
        "end, text = time.monotonic() + 1, None\n"
        "while text is None and time.monotonic() < end:\n"
        f"    try:\n        {READ}\n    except PermissionError:\n        pass\n"
        "signal.setitimer(signal.ITIMER_REAL, 0)\n"
        f"{READ}"
    ),
    "a neighbour": "text = open('../neighbour/score_dice.py').read()",
    "a neighbour, by the whole path": (
        "import os\ntext = open(os.path.join(os.path.dirname(os.path.dirname(__file__)), "
        "'neighbour', 'score_dice.py')).read()"
    ),
}


@pytest.mark.parametrize("lines", AROUND.values(), ids=AROUND)
def test_the_answers_are_not_read_in_a_roundabout_way(lines, few_rolls):
    """Each finds the text of a right work, if it may, and hands it in as its own."""
    for name in ("mine", "neighbour"):
        Path(name).mkdir()
        Path(name, "dice.py").write_text(DICE, encoding="utf-8")
        Path(name, "score_dice.py").write_text(SCORE_DICE, encoding="utf-8")
    Path("mine/score_dice.py").write_text(f"{lines}\nexec(text)\n", encoding="utf-8")
    [one] = examined(["mine/score_dice.py"])
    assert one.right == 0
    assert one.verdicts[0].result in ("raised", "ended")


MADE = {
    "a database": "import sqlite3\nsqlite3.connect({!r}).execute('create table a (b)')",
    "a database beside one in memory": (
        "import sqlite3\nsqlite3.connect(':memory:').execute('attach ? as a', ({!r},))"
    ),
    "a pipe": "import os\nos.mkfifo({!r})",
    "a node": "import os\nos.mknod({!r})",
    "a node, by what is known of it": (
        "import os\nnext(one for one in os.supports_dir_fd if one.__name__ == 'mknod')({!r})"
    ),
    "a node of a module made anew": (
        "import importlib.util as of\n"
        "spec = of.find_spec('posix')\nnew = of.module_from_spec(spec)\n"
        "spec.loader.exec_module(new)\nnew.mknod({!r})"
    ),
    "the keys of a connection": (
        "import ssl\nssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).keylog_filename = {!r}"
    ),
    "after the list of changes is empty": (
        "import __main__, os\n__main__.CHANGES = frozenset()\nos.mkdir({!r})"
    ),
}


@pytest.mark.skipif(sys.platform == "win32", reason="files of POSIX systems")
@pytest.mark.parametrize("lines", MADE.values(), ids=MADE)
def test_nothing_is_made_elsewhere_in_a_roundabout_way(lines, tmp_path):
    assert judged(lines.format(str(tmp_path / "made"))).result in ("raised", "ended")
    assert not (tmp_path / "made").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="a call of Linux")
def test_the_process_that_asks_is_not_reached_by_a_descriptor():
    source = "import os, signal\nsignal.pidfd_send_signal(os.pidfd_open(os.getppid()), 0)\n"
    assert judged(source).answer == "PermissionError: that is not done here"


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


def written(source):
    path = Path("test_score_dice.py").resolve()
    path.write_text(source, encoding="utf-8")
    return path


def strength(source):
    return strength_of(written(source))


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


def forged_results(line):
    """Return tests that write what the process would, with control characters and a line."""
    failed = {"result": "raised", "source": "\x1b[2J", "file": "test_score_dice.py", "line": line}
    results = {"passed": [], "failed": {"a\x1b[2J": failed}, "unsuited": ["\x1b[2J"]}
    lines = [{"event": "results", **results}, {"event": "version"}] * 40
    text = "".join(json.dumps(one) + "\n" for one in lines).encode()
    return (
        "import os\n"
        "for stream in range(3, 64):\n"
        f"    try: os.write(stream, {text!r})\n    except OSError: pass\n"
        "os._exit(0)\n"
    )


def test_a_line_that_is_none_ends_the_examination_in_a_sentence():
    found = strength(forged_results(float("inf")))
    assert (found.ended, found.noticed) == (True, 0)


def test_what_is_told_of_forged_results_leaves_the_terminal_alone(capsys):
    assert command.check([str(written(forged_results(3)))], "en") == EXIT_FAILED
    told = capsys.readouterr().out
    assert "a?[2J fails on our solution, line 3: ?[2J" in told
    assert "\x1b" not in told


def test_a_comment_does_not_silence_flake8(monkeypatch):
    monkeypatch.setattr(musts, "flake8", FLAKE8)
    path = written('"""D."""\n# flake8: noqa\nimport os  # noqa\n')
    [style] = [
        must for must in musts_of(path, ("dice.py",)) if must.name == say("flake8 finds nothing")
    ]
    assert [line for line, _ in style.faults] == [3]


def test_what_is_hostile_in_one_call_is_told_in_that_call(few_rolls):
    Path("dice.py").write_text(DICE, encoding="utf-8")
    source = SCORE_DICE.replace(
        "    elif category == CHANCE:\n", "    elif category == CHANCE:\n        import ctypes\n"
    )
    Path("score_dice.py").write_text(source, encoding="utf-8")
    verdicts = run(Path("score_dice.py").resolve(), score_situations()[:17])
    assert [verdict.result for verdict in verdicts] == ["right"] * 16 + ["raised"]
    assert sys.platform != "linux" or "native code" in verdicts[-1].answer
