"""Measure the test_score_dice.py of the current folder.

    python path/to/measure_tests.py

The tests run with the right scores, and with wrong versions of them, which
they should notice. The student's own score_dice.py may be in the folder, too.
"""

import contextlib
import importlib
import io
import os
import re
import sys
import types

import pytest

from versions import FACES, RIGHT, WRONG, example

FILE = 'test_score_dice.py'
NUMBERS = {'two': 2, 'three': 3, 'four': 4, 'five': 5, 'full': 6,
           'small': 7, 'large': 8, 'chance': 9, 'pair': 1}


class Results:
    """The results of a run of the tests, as a plugin of pytest."""

    def __init__(self):
        self.passed = set()
        self.failed = {}
        self.unknown = set()

    def pytest_collectreport(self, report):
        """Note a file that cannot be collected."""
        if report.failed:
            self.failed[FILE] = message_of(report)

    def pytest_runtest_logreport(self, report):
        """Note a test that has ended."""
        name = report.nodeid.partition('::')[2]
        if report.failed:
            self.failed[name] = message_of(report)
        elif report.passed and report.when == 'call':
            self.passed.add(name)


def message_of(report):
    """Return the line of a failure's report that says what went wrong."""
    crash = getattr(report.longrepr, 'reprcrash', None)
    if crash:
        return crash.message.strip().splitlines()[0]
    return re.sub(r'^E +', '', str(report.longrepr).strip().splitlines()[-1])


def number_of(category):
    """Return the number of a category, whatever its style; None if unknown.

    It may be a number, a name such as 'One Pair', '3 of a kind' or
    'THREE_OF_KIND', or a member of an enumeration: its value tells, or else
    its name.
    """
    for told in (getattr(category, 'value', category),
                 getattr(category, 'name', category)):
        text = str(told).lower()
        if re.match(r'[1-9](?!\d)', text):
            return int(text[0])
        for word, number in NUMBERS.items():
            if word in text:
                return number
    return None


def module_of(version, own, unknown):
    """Return a score_dice with the scores of a version.

    Everything else is that of the student's own, also the scores of what the
    assignment leaves open. A constant that it lacks is the number of its
    category. Categories that are not understood are added to `unknown`.
    """
    module = types.ModuleType('score_dice')
    vars(module).update(vars(own) if own else {})

    def calculate_score(*given, **named):
        dice, category = [*given, *(named[name] for name in sorted(
            named, key=lambda name: 'dice' not in name))]
        number = number_of(category)
        if not number:
            unknown.add(repr(category))
        if number and isinstance(dice, list) and len(dice) == 5 and all(
                face in FACES for face in dice):
            return version.score(dice, number)
        if hasattr(own, 'calculate_score'):
            return own.calculate_score(*given, **named)
        return 0

    def constant(name):
        if name.isupper() and number_of(name):
            return number_of(name)
        raise AttributeError(name)

    module.calculate_score = calculate_score
    module.__getattr__ = constant
    return module


def forget(folder):
    """Forget the modules that were imported from a folder."""
    for name, module in list(sys.modules.items()):
        file = str(getattr(module, '__file__', None))
        if name != '__main__' and file.startswith(folder + os.sep):
            del sys.modules[name]


def run(version, own):
    """Run the tests of this folder with a version; return their results."""
    results = Results()
    sys.modules['score_dice'] = module_of(version, own, results.unknown)
    with contextlib.redirect_stderr(io.StringIO()) as errors:
        code = pytest.main(['-c', os.devnull, '-p', 'no:terminal', '-p',
                            'no:cacheprovider', FILE], plugins=[results])
    if code == pytest.ExitCode.INTERNAL_ERROR:
        results.failed[FILE] = 'it ends Python'
    elif code == pytest.ExitCode.USAGE_ERROR:
        results.failed[FILE] = ('pytest does not start: '
                                + ' '.join(errors.getvalue().split()))
    sys.modules.pop('score_dice', None)
    forget(os.getcwd())
    return results


def own_module():
    """Return the student's own score_dice, None without one that imports."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return importlib.import_module('score_dice')
    except (Exception, SystemExit):
        return None
    finally:
        forget(os.getcwd())


def main():
    """Measure the tests; return the exit code, 0 if they notice everything."""
    if not os.path.exists(FILE):
        print(f'there is no {FILE}')
        return 2
    sys.path.insert(0, os.getcwd())
    own = own_module()
    right = run(RIGHT, own)
    print(f'Tests that pass with the right scores: {len(right.passed)}, '
          f'that fail: {len(right.failed)}')
    for name, message in right.failed.items():
        print(f'  {name}: {message}')
    if right.unknown:
        print('Categories that were not understood: '
              + ', '.join(sorted(right.unknown)))
    sound = right.passed | {FILE} - right.failed.keys()
    missed = [version for version in WRONG
              if not sound & run(version, own).failed.keys()]
    print(f'Wrong versions that they notice: {len(WRONG) - len(missed)} of '
          f'{len(WRONG)}' + (', and not:' if missed else ''))
    for version in missed:
        dice, category = example(version)
        print(f'  {version.name}, as in calculate_score({dice}, {category}), '
              f'{version.score(dice, category)} in place of '
              f'{RIGHT.score(dice, category)}')
    return 1 if right.failed or missed else 0


if __name__ == '__main__':
    sys.exit(main())
