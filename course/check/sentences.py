"""The messages about failing situations, musts, tests and printed output."""

from __future__ import annotations

from pathlib import Path

from bot.exit_codes import one_line
from course.check.judging import Verdict
from course.check.musts import near, parsed
from course.check.situations import Case, Situation
from course.check.student_tests import Failed
from course.check.versions import caught
from course.check.wrong_versions import WrongVersion
from rules.text import Text, say, say_count


def failure(path: Path, situation: Situation, verdict: Verdict) -> Text:
    """Return the expected and the actual value of a failed situation."""
    if not verdict.imported:
        return _not_imported(path, verdict)
    if verdict.case is None or verdict.result in ("missing", "no-function"):
        return _no_case(path, situation, verdict)
    call = _call(situation, verdict.case)
    expected, answer = _expected(verdict.case), one_line(verdict.answer)
    match verdict.result:
        case "wrong":
            return say(
                "{call} should be {expected}, but is {answer}.",
                call=call,
                expected=expected,
                answer=answer,
            )
        case "raised" if verdict.line:
            return say(
                "{call} should be {expected}, but line {line} of {file} raises {error}.",
                call=call,
                expected=expected,
                line=verdict.line,
                file=verdict.file,
                error=answer,
            )
        case "raised":
            return say(
                "{call} should be {expected}, but raises {error}.",
                call=call,
                expected=expected,
                error=answer,
            )
        case "asked":
            return say(
                "{call} should be {expected}, but asks for input: its arguments are all it needs.",
                call=call,
                expected=expected,
            )
        case "stopped":
            return say(
                "{call} should be {expected}, but does not end in time. Is there a loop without "
                "an end?",
                call=call,
                expected=expected,
            )
        case _:
            return say(
                "{call} should be {expected}, but ends Python: a function ends with return.",
                call=call,
                expected=expected,
            )


def left_open(situation: Situation, verdict: Verdict) -> Text | None:
    """Return the value of an open case, None if it equals that of `course.coursework`."""
    if verdict.result == "right" or verdict.case is None:
        return None
    call, expected = _call(situation, verdict.case), _expected(verdict.case)
    match verdict.result:
        case "wrong":
            return say(
                "{call} is {answer}; ours gives {expected}.",
                call=call,
                answer=one_line(verdict.answer),
                expected=expected,
            )
        case "raised":
            return say(
                "{call} raises {error}; ours gives {expected}.",
                call=call,
                error=one_line(verdict.answer),
                expected=expected,
            )
        case _:
            return say(
                "{call} gives no answer; ours gives {expected}.", call=call, expected=expected
            )


def failed_test(path: Path, failed: Failed) -> Text:
    """Return why a test fails on the solution, or why its file cannot be imported."""
    error = one_line(failed.error)
    if not failed.name:
        not_imported = Verdict(
            "raised" if failed.result == "raised" else "ended",
            answer=error,
            file=failed.file,
            line=failed.line,
            module=failed.module,
            imported=False,
        )
        return _not_imported(path, not_imported)
    if failed.result != "raised":
        return say("{test} asks for input or ends Python: a test does neither.", test=failed.name)
    if failed.file == path.name:
        return say(
            "{test} fails on our solution, line {line}: {source} ({error})",
            test=failed.name,
            line=failed.line,
            source=failed.source,
            error=error,
        )
    return say("{test} fails on our solution: {error}", test=failed.name, error=error)


def failed_on_own(path: Path, failed: Failed) -> Text:
    """Return why a test that passes on the model solution fails on the student's own."""
    error = one_line(failed.error) or failed.result
    if not failed.name:
        return say(
            "{file} cannot be imported with your own solution: {error}", file=path.name, error=error
        )
    if not failed.line:
        return say("{test} fails on your own solution: {error}", test=failed.name, error=error)
    return say(
        "{test} fails on your own solution, line {line} of {file}: {source} ({error})",
        test=failed.name,
        line=failed.line,
        file=failed.file,
        source=failed.source,
        error=error,
    )


def changes(situation: Situation, verdict: Verdict) -> Text | None:
    """Return the message that a function changes its dice, None if it does not."""
    if verdict.changed is None:
        return None
    return say(
        "{call} changes the dice that it is given: they are {dice} then. Work on a copy.",
        call=_call(situation, verdict.changed),
        dice=one_line(verdict.changed_to),
    )


def kind_of(verdict: Verdict) -> tuple[str, ...] | None:
    """Return the key shared by failures that differ only in their calls, None for a unique one."""
    if verdict.result == "wrong" and verdict.answer != "None":
        return None
    return verdict.result, verdict.answer, verdict.file, str(verdict.line)


def example(version: WrongVersion) -> Text:
    """Return a roll on which a wrong version differs from the solution."""
    situation, case, answer = caught(version)
    return say(
        "For example, to catch “{version}”: {call} should be {expected}, and is {answer} there.",
        version=version.name,
        call=_call(situation, case),
        expected=_expected(case),
        answer=repr(answer),
    )


def _no_case(path: Path, situation: Situation, verdict: Verdict) -> Text:
    """Return the message for a failure without a single case: nothing to call, or equal answers."""
    name = situation.function
    match verdict.result:
        case "constant":
            return say(
                "{call} should change from call to call, but is always {answer}.",
                call=_call(situation, situation.cases[-1]),
                answer=one_line(verdict.answer),
            )
        case "missing":
            tree = parsed(path)
            other = None if tree is None else near(tree, name)
            if other is None:
                return say("{file} defines no {name}.", file=path.name, name=name)
            return say(
                "{file} defines no {name}. It defines {other}: is that it?",
                file=path.name,
                name=name,
                other=other,
            )
        case "no-function":
            return say("{name} is not a function.", name=name)
        case _:
            return say("{name} ends Python: a function ends with return.", name=name)


def _not_imported(path: Path, verdict: Verdict) -> Text:
    file = path.name
    match verdict.result:
        case "raised" if verdict.module == "dice":
            return say("{file} imports dice, but there is no dice.py beside it.", file=file)
        case "raised" if verdict.line:
            return say(
                "{file} cannot be imported: line {line} of {culprit} raises {error}.",
                file=file,
                line=verdict.line,
                culprit=verdict.file,
                error=one_line(verdict.answer),
            )
        case "raised":
            return say(
                "{file} cannot be imported: it raises {error}.",
                file=file,
                error=one_line(verdict.answer),
            )
        case "asked":
            return say(
                "{file} asks for input when it is imported. What a program does stands below "
                "\"if __name__ == '__main__':\".",
                file=file,
            )
        case "stopped":
            return say(
                "{file} cannot be imported: that does not end in time. Is there a loop outside of "
                "its functions?",
                file=file,
            )
        case _:
            return say(
                "{file} ends Python when it is imported. What a program does stands below "
                "\"if __name__ == '__main__':\".",
                file=file,
            )


def prints(situation: Situation, verdict: Verdict) -> Text:
    return say(
        "{name} prints “{printed}”. The result of a function is what it returns.",
        name=situation.function,
        printed=one_line(verdict.printed),
    )


def prints_at_import(path: Path, verdict: Verdict) -> Text:
    """Return the output of a file during its import."""
    return say(
        "{file} prints “{printed}” when it is imported.",
        file=path.name,
        printed=one_line(verdict.printed_at_import),
    )


def summary(right: int, total: int) -> Text:
    if right == total:
        return say_count(
            "The only situation is as expected.", "All {n} situations are as expected.", total
        )
    return say_count(
        "{right} of {n} situation is as expected.",
        "{right} of {n} situations are as expected.",
        total,
        right=right,
    )


def _call(situation: Situation, case: Case) -> str:
    """Return a call as it is written in Python, or the name of a constant."""
    if case.arguments is None:
        return situation.function
    return f"{situation.function}({', '.join(map(repr, case.arguments))})"


def _expected(case: Case) -> Text | str:
    """Return the expected value as Python or in words."""
    if case.dice:
        return say_count("a list of {n} face", "a list of {n} faces", case.dice)
    return repr(case.expected)
