"""The bench of ways: what it counts, on which threads, and its aims."""

from __future__ import annotations

import importlib.util
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from bench import way
from bench.way import ACTS, Function, Profile, Way

FIRST = """\
def call(second):
    second.answer()
    second.answer()

def numbers():
    yield 1
    yield 2

def add():
    return sum(number for number in (1, 2))

class Seat:
    def sit(self):
        def inside():
            return 0
        return inside()
"""

SECOND = """\
def answer():
    return 0
"""


@pytest.fixture
def project(tmp_path):
    """A profile of a project of two modules in one folder, and a third beside it; the modules."""
    modules = []
    for name, source in (("in/first", FIRST), ("in/second", SECOND), ("beside", SECOND)):
        file = tmp_path / f"{name}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(source, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(file.stem, file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        modules.append(module)
    return Profile(tmp_path, ["in"]), *modules


def test_files_functions_calls_and_moves(project):
    profile, first, second, _ = project
    with profile.installed():
        first.call(second)
        first.call(second)
    found = profile.since(0)
    call, answer = Function("in/first.py", 1, "call"), Function("in/second.py", 1, "answer")
    assert found.entered == [call, answer, answer] * 2
    assert found.files == ["in/first.py", "in/second.py"]
    assert found.functions == {call: 2, answer: 4}
    assert found.calls == 6
    assert found.moves == 3


def test_only_what_follows_is_an_acts_own(project):
    profile, first, second, beside = project
    second.answer()
    with profile.installed():
        first.call(beside)
        before = len(profile)
        second.answer()
    second.answer()
    assert before == 1
    assert [one.file for one in profile.since(before).entered] == ["in/second.py"]
    assert profile.since(len(profile)).moves == 0


def test_each_resumption_is_a_call(project):
    profile, first, *_ = project
    with profile.installed():
        assert list(first.numbers()) == [1, 2]
    assert profile.since(0).functions == {Function("in/first.py", 5, "numbers"): 3}


def test_expressions_and_inner_functions_have_names_of_their_own(project):
    profile, first, *_ = project
    with profile.installed():
        first.add()
        first.Seat().sit()
    assert [one.name for one in profile.since(0).functions] == [
        "add",
        "add.<genexpr>",
        "Seat.sit",
        "Seat.sit.inside",
    ]


def test_threads_and_executors_that_begin_meanwhile_are_counted(project):
    profile, _, second, _ = project
    with profile.installed(), ThreadPoolExecutor(1) as executor:
        thread = threading.Thread(target=second.answer)
        thread.start()
        thread.join()
        executor.submit(second.answer).result()
        second.answer()
    assert profile.since(0).calls == 3


def test_afterwards_nothing_is_installed_any_more(project):
    profile, *_ = project
    before = sys.getprofile(), threading.getprofile()
    with pytest.raises(LookupError), profile.installed():
        raise LookupError
    assert (sys.getprofile(), threading.getprofile()) == before


def through(files, functions):
    """Return a way through so many files with so many functions in all."""
    return Way([Function(f"{min(line, files)}.py", line, "f") for line in range(1, functions + 1)])


@pytest.mark.parametrize(
    ("files", "functions", "verdict"),
    [(40, 190, "reached"), (41, 190, "MISSED"), (40, 191, "MISSED")],
)
def test_an_act_with_two_aims_must_reach_both(files, functions, verdict):
    ways = dict.fromkeys(ACTS, through(1, 1)) | {"keep": through(files, functions)}
    _, *lines = way.table(ways)
    assert len(lines) == 9
    (line,) = [one for one in lines if one.startswith("Keep all")]
    assert line.split()[-1] == verdict
    assert line.split()[6:11] == [str(files), "≤", "40", str(functions), "≤"]
    assert not [one for one in lines if one.startswith("Reroll") and one.endswith("reached")]


def test_a_list_names_files_and_functions_in_the_order_first_entered():
    answer, call = Function("b.py", 7, "answer"), Function("a.py", 3, "call")
    later = answer._replace(line=2)
    lines = list(way.listing("an act", Way([answer, call, later, answer])))
    assert lines == [
        "an act: 2 files, 3 functions, 4 calls, 2 moves",
        "\n  1. b.py",
        "        7  answer × 2",
        "        2  answer",
        "\n  2. a.py",
        "        3  call",
    ]
