"""A student's file runs in a process of its own, whatever is in it."""

from __future__ import annotations

import os
import sys
import time

import pytest

from course.check.judging import Verdict, run, same
from course.check.situations import Case, Situation
from course.sandbox import process
from course.sandbox.child import MAX_PRINTED
from rules.text import say

pytestmark = pytest.mark.slow

TWICE = Situation("twice", say("numbers"), tuple(Case((n,), 2 * n) for n in (1, 2, 3)))
GOOD = "def twice(n):\n    return 2 * n\n"
ENDLESS = "while True: time.sleep(9)"
"""A loop without an end that leaves the processor to others; it needs `import time`."""


@pytest.fixture
def judge(tmp_path):
    """Return a function that writes a student's file and runs a situation with it."""

    def judged(source, situation=TWICE):
        path = tmp_path / "answer.py"
        path.write_text(source, encoding="utf-8")
        return run(path, (situation,))[0]

    return judged


@pytest.fixture
def hurry(monkeypatch):
    monkeypatch.setattr(process, "TIME_LIMIT", 1.5)


def test_what_is_right_is_right(judge):
    assert judge(GOOD) == Verdict("right")


def test_the_first_case_that_fails_is_told_with_what_came(judge):
    verdict = judge("def twice(n):\n    return 2 * n if n < 2 else {'n': n}\n")
    assert (verdict.result, verdict.case, verdict.answer) == ("wrong", TWICE.cases[1], "{'n': 2}")


@pytest.mark.parametrize("answer", ["None", "'2'", "2.0", "[2]", "True + 1j", "..."])
def test_an_answer_of_another_type_is_wrong(judge, answer):
    assert judge(f"def twice(n):\n    return {answer}\n").result == "wrong"


def test_true_is_not_1_and_a_tuple_is_no_list():
    assert same({"9": [1, True]}, {"9": [1, True]})
    for answer, expected in ((1, True), (True, 1), (("9",), ["9"]), ({"9": 1.0}, {"9": 1})):
        assert not same(answer, expected)
    assert not same({"9": 1, "10": 2}, {"9": 1})
    assert not same([1], [1, 2])


def test_an_exception_is_told_with_its_line(judge):
    verdict = judge("def twice(n):\n    m = n\n    return m / 0\n")
    assert (verdict.result, verdict.case) == ("raised", TWICE.cases[0])
    assert verdict.answer == "ZeroDivisionError: division by zero"
    assert (verdict.file, verdict.line) == ("answer.py", 3)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("return twice(n)", "RecursionError: maximum recursion depth exceeded"),
        pytest.param(
            "x = bytearray(2**31)",
            "MemoryError",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="needs a limit of memory"),
        ),
    ],
)
def test_worse_exceptions_are_told_as_well(judge, line, answer):
    verdict = judge(f"def twice(n):\n    {line}\n")
    assert verdict.result == "raised"
    assert verdict.answer.startswith(answer)


def test_a_loop_is_stopped_at_the_case_that_does_not_end(judge, hurry):
    begun = time.monotonic()
    verdict = judge("def twice(n):\n    while n == 3:\n        pass\n    return 2 * n\n")
    assert (verdict.result, verdict.case) == ("stopped", TWICE.cases[2])
    assert time.monotonic() - begun < 10


def test_a_loop_that_swallows_every_exception_is_stopped(judge, hurry):
    loop = f"    while True:\n        try:\n            {ENDLESS}\n        except BaseException: pass\n"
    assert judge(f"import time\ndef twice(n):\n{loop}").result == "stopped"


def test_a_loop_that_prints_is_stopped_and_its_output_is_not_kept(judge, hurry):
    verdict = judge(
        "import time\ndef twice(n):\n    while True:\n        print('x' * 1000)\n        time.sleep(0.001)\n"
    )
    assert (verdict.result, verdict.printed) == ("stopped", "")


PRANKS = {
    "a process": "os.fork()",
    "a program": "subprocess.Popen(['true'])",
    "a shell": "os.system('true')",
    "the end of the check": "os.kill(os.getppid(), signal.SIGKILL)",
    "the network": "socket.create_connection(('127.0.0.1', 9))",
    "a file elsewhere": "open(__file__, 'a')",
    "a file less": "os.remove(__file__)",
    "a folder elsewhere": "os.mkdir(__file__ + 'x')",
    "another name": "os.rename(__file__, 'moved')",
    "many files": "[open(str(n), 'w') for n in range(21)]",
    "its limits": "resource.setrlimit(resource.RLIMIT_AS, (1, 1))",
}


@pytest.mark.skipif(os.name == "nt", reason="needs fork and resource")
@pytest.mark.parametrize("prank", PRANKS.values(), ids=PRANKS)
def test_what_would_harm_others_is_refused_and_told(judge, tmp_path, prank):
    source = (
        "import os, resource, signal, socket, subprocess\n"
        f"def twice(n):\n    {prank}\n    return 2 * n\n"
    )
    verdict = judge(source)
    assert (verdict.result, verdict.case) == ("raised", TWICE.cases[0])
    assert verdict.answer.startswith("PermissionError: ")
    assert [path.name for path in tmp_path.iterdir()] == ["answer.py"]


def test_files_may_be_written_into_the_folder_of_the_process_and_go_with_it(judge, tmp_path):
    source = (
        "import os\n"
        "def twice(n):\n"
        "    with open('notes', 'a') as notes:\n        notes.write('x')\n"
        "    return 2 * n if os.path.getsize('notes') == n else os.getcwd()\n"
    )
    assert judge(source).result == "right"
    assert not (tmp_path / "notes").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit of files")
def test_a_file_that_grows_is_refused(judge):
    source = "def twice(n):\n    open('big', 'w').write('x' * 2**21)\n    return 2 * n\n"
    assert judge(source).answer.startswith("OSError: [Errno 27]")


def test_situations_after_one_that_ended_python_are_run_all_the_same(tmp_path):
    path = tmp_path / "answer.py"
    path.write_text("import os\ndef twice(n):\n    if n == 2: os._exit(0)\n    return 2 * n\n")
    situations = [
        Situation("twice", say("one"), (Case((1,), 2),)),
        Situation("twice", say("two"), (Case((2,), 4),)),
        Situation("twice", say("three"), (Case((3,), 6), Case((4,), 9))),
    ]
    verdicts = run(path, situations)
    assert [verdict.result for verdict in verdicts] == ["right", "ended", "wrong"]
    assert verdicts[2].case == situations[2].cases[1]


def test_after_loops_the_rest_is_left_out(tmp_path, hurry):
    path = tmp_path / "answer.py"
    path.write_text(f"import time\ndef twice(n):\n    {ENDLESS}\nthrice = twice\n")
    situations = [
        Situation(name, say("numbers"), (Case((n,), n),))
        for name in ("twice", "thrice")
        for n in range(3)
    ]
    assert [verdict.result for verdict in run(path, situations)] == [
        *("stopped", "stopped", "left-out"),
        *("stopped", "left-out", "left-out"),
    ]


@pytest.mark.parametrize(
    "line", ["import sys; sys.exit()", "exit(0)", "import os; os._exit(0)", "raise SystemExit(3)"]
)
def test_a_function_that_ends_python_is_told_with_its_case(judge, line):
    verdict = judge(f"import os, builtins\nfrom sys import exit\ndef twice(n):\n    {line}\n")
    assert (verdict.result, verdict.case, verdict.imported) == ("ended", TWICE.cases[0], True)


def test_a_crash_of_python_is_told_as_its_end(judge):
    verdict = judge("import os\ndef twice(n):\n    os.abort()\n")
    assert (verdict.result, verdict.case) == ("ended", TWICE.cases[0])


def test_a_function_gets_no_input(judge):
    verdict = judge("def twice(n):\n    return int(input('How many? '))\n")
    assert (verdict.result, verdict.case) == ("asked", TWICE.cases[0])
    assert verdict.printed == "How many? "


def test_what_is_printed_is_kept_apart_and_cut(judge):
    source = f"print('hello')\n{GOOD.replace('return', 'print(n * 1000 * chr(66)); return')}"
    verdict = judge(source)
    assert verdict.result == "right"
    assert verdict.printed_at_import == "hello\n"
    assert verdict.printed == "B" * MAX_PRINTED


def test_other_ways_to_standard_output_disturb_nothing(judge):
    noise = "os.write(1, b'..{'); os.write(2, b'x'); sys.__stdout__.write('{')"
    assert (
        judge(f"import os, sys\ndef twice(n):\n    {noise}\n    return 2 * n\n").result == "right"
    )


def test_a_name_that_is_missing_or_no_function(judge):
    assert judge("double = 2\n").result == "missing"
    assert judge("twice = 2\n").result == "no-function"


def test_long_and_rude_answers_are_cut(judge):
    assert len(judge("def twice(n):\n    return [['x' * 10**6] * 100] * 10**6\n").answer) <= 200
    rude = (
        "class Rude:\n    def __repr__(self): raise ValueError\ndef twice(n):\n    return Rude()\n"
    )
    assert "Rude" in judge(rude).answer
    assert judge("def twice(n):\n    return 10**10**5\n").answer == "<int>"


@pytest.mark.parametrize(
    ("source", "result", "line"),
    [
        ("def twice(n:\n", "raised", 1),
        ("\n1 / 0\n", "raised", 2),
        ("import nowhere\n", "raised", 1),
        ("import sys\nsys.exit()\n", "ended", 0),
        ("name = input()\n", "asked", 0),
        ("import os\nos._exit(0)\n", "ended", 0),
    ],
)
def test_a_file_that_cannot_be_imported(judge, source, result, line):
    verdict = judge(source + GOOD)
    assert (verdict.result, verdict.line, verdict.imported) == (result, line, False)
    assert verdict.case is None


def test_a_file_that_never_ends_cannot_be_imported(judge, hurry):
    verdict = judge(f"import time\n{ENDLESS}\n{GOOD}")
    assert (verdict.result, verdict.imported) == ("stopped", False)


def test_a_module_that_is_missing_is_named(judge):
    assert judge(f"import dice\n{GOOD}").module == "dice"


def test_a_program_at_the_end_of_the_file_is_not_run(judge):
    assert judge(f"{GOOD}\nif __name__ == '__main__':\n    input()\n").result == "right"


def test_the_file_finds_its_neighbours_and_nothing_else(judge, tmp_path, monkeypatch):
    (tmp_path / "dice.py").write_text("import random\nFACTOR = 2\n", encoding="utf-8")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "hidden.py").write_text("", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(elsewhere))
    monkeypatch.chdir(elsewhere)
    good = "import dice\ndef twice(n):\n    return dice.FACTOR * n\n"
    assert judge(good).result == "right"
    assert judge(f"import hidden\n{good}").module == "hidden"
    assert not (tmp_path / "__pycache__").exists()


def test_situations_share_no_state_and_the_bot_runs_nothing(judge, tmp_path):
    source = "count = 0\ndef twice(n):\n    global count\n    count += 1\n    return count * 2\n"
    modules = set(sys.modules)
    assert [judge(source).result for _ in range(2)] == ["right", "right"]
    path = tmp_path / "answer.py"
    assert [verdict.result for verdict in run(path, (TWICE, TWICE))] == ["right", "right"]
    (tmp_path / "state.py").write_text("count = 0\n", encoding="utf-8")
    path.write_text(
        "import state\ndef twice(n):\n    state.count += 1\n    return state.count * 2\n"
    )
    assert [verdict.result for verdict in run(path, (TWICE, TWICE))] == ["right", "right"]
    assert "answer" not in set(sys.modules) - modules


def test_dice_may_be_any_of_so_many_but_not_always_the_same(judge):
    cases = tuple(Case((n,), dice=3) for n in (1, 2))
    situation = Situation("roll", say("rolls"), cases, varied=True)
    assert judge(
        "def roll(n):\n    return [['9', 'J', 'A'], ['9'] * 3][n - 1]\n", situation
    ).result == ("right")
    for answer in ("['9', 'J']", "['9', 'J', 'X']", "('9', 'J', 'A')", "'9JA'", "None"):
        verdict = judge(f"def roll(n):\n    return {answer}\n", situation)
        assert (verdict.result, verdict.case) == ("wrong", cases[0])
    verdict = judge("def roll(n):\n    return ['9', 'J', 'A']\n", situation)
    assert (verdict.result, verdict.answer) == ("constant", "['9', 'J', 'A']")


def test_many_slow_cases_are_not_a_loop(judge, hurry):
    """The limit is for one case: 60 of them may take longer."""
    cases = tuple(Case((n,), 2 * n) for n in range(60))
    source = "import time\ndef twice(n):\n    time.sleep(0.04)\n    return 2 * n\n"
    assert judge(source, Situation("twice", say("slow"), cases)).result == "right"


def test_all_cases_together_have_a_limit_too(judge, monkeypatch):
    monkeypatch.setattr(process, "TOTAL_LIMIT", 0.0)
    slow = GOOD.replace("return", "import time; time.sleep(0.3); return")
    assert slow != GOOD
    assert judge(slow).result == "stopped"


def test_a_file_that_writes_into_the_stream_of_answers_gains_nothing(judge):
    for noise in ("b'{'", "b'{}'", 'b\'{"result": "right", "x": 1}\''):
        source = f"import os\nfor stream in range(3, 9):\n    try: os.write(stream, {noise})\n"
        verdict = judge(f"{source}    except OSError: pass\n{GOOD}")
        assert verdict.result == "ended"


def test_a_file_that_floods_the_stream_is_stopped(judge):
    source = "import os\nwhile True:\n    for stream in range(3, 9):\n"
    source += "        try: os.write(stream, b'.' * 10000)\n        except OSError: pass\n"
    assert judge(source + GOOD).result == "stopped"


def test_a_file_that_closes_its_streams_and_goes_on_is_stopped(judge):
    verdict = judge(f"import os, time\nos.closerange(0, 99)\n{ENDLESS}\n")
    assert (verdict.result, verdict.imported) == ("ended", False)


def test_ctrl_c_leaves_no_process_behind(judge, monkeypatch):
    started = []

    class Recorded(process.subprocess.Popen):
        def __init__(self, *given, **named):
            super().__init__(*given, **named)
            started.append(self)

    class Interrupted(process.Queue):
        def get(self, timeout):
            if timeout == process.TIME_LIMIT:
                raise KeyboardInterrupt
            return super().get(timeout=timeout)

    monkeypatch.setattr(process.subprocess, "Popen", Recorded)
    monkeypatch.setattr(process, "Queue", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        judge("while True:\n    pass\n")
    assert started[0].returncode is not None
