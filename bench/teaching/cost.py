"""The cost of checking a class and playing a field: `python -m bench.teaching.cost [size]`.

The class has 30 students with the solution of the coursework; five of them have files that
loop without end, fork, take two gigabytes, fill the disk, or kill what checks them and print
without end. The field has 30 strategies of Six Card Poker, each against each. Told are the
seconds that passed and those of processors, of all processes.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bot import cli
from course.course_files import FILES

SIZE = 30

PRANKS = (
    ("dice.py", "def roll_dice", "while True:\n    pass\n\n\ndef roll_dice"),
    ("dice.py", "def roll_dice", "import os\nwhile True:\n    os.fork()\n\n\ndef roll_dice"),
    ("score_dice.py", "    score = 0\n", "    score = 0 * len(bytearray(2**31))\n"),
    (
        "test_score_dice.py",
        "def test_calculate_score_one_pair_no",
        (
            "for n in range(10**6):\n    open(f'big-{n}', 'wb').write(bytes(10**6))\n\n\n"
            "def test_calculate_score_one_pair_no"
        ),
    ),
    (
        "score_dice.py",
        "def faces_of",
        (
            "import os\n\ntry:\n    os.kill(os.getppid(), 9)\nexcept OSError:\n    pass\n"
            "while True:\n    print('x' * 10**6)\n\n\ndef faces_of"
        ),
    ),
)
"""A file, a piece of it, and what stands there instead."""


def write_class(folder: Path, size: int) -> None:
    """Write the files of this number of students, with the pranks among them."""
    for number in range(size):
        student = folder / f"student-{number + 1:03}"
        student.mkdir()
        for path in sorted((FILES / "solution").glob("*.py")):
            source = path.read_text(encoding="utf-8")
            if number % 6 == 3 and number // 6 < len(PRANKS):
                file, piece, prank = PRANKS[number // 6]
                source = source.replace(piece, prank, 1) if path.name == file else source
            (student / path.name).write_text(source, encoding="utf-8")


def write_field(folder: Path, size: int) -> list[str]:
    """Write `size` strategies, each of which orders cards in two ways; return their names."""
    names = []
    for number in range(size):
        random = Random(number)
        orders = [random.sample(range(6), 6) for _ in range(2)]
        path = folder / f"entry{number:02}.py"
        path.write_text(
            f"def split(cards):\n    order = {orders}[sum(cards) % 2]\n"
            "    a, b, c, d, e, f = (cards[place] for place in order)\n"
            "    return (a, b, c), (d, e), f\n",
            encoding="utf-8",
        )
        names.append(str(path))
    return names


def timed(argv: list[str]) -> tuple[str, str]:
    """Run a command; return what it printed, and how long it took, in words."""
    begun, computed = time.monotonic(), _computed()
    with redirect_stdout(StringIO()) as printed:
        cli.main(argv)
    seconds, processor = time.monotonic() - begun, _computed() - computed
    return printed.getvalue(), f"{seconds:.1f} s, {processor:.1f} s of processors"


def _computed() -> float:
    """Return the seconds that this process and its children have computed."""
    return sum(os.times()[:4])


def main() -> None:
    size = int(sys.argv[1]) if len(sys.argv) > 1 else SIZE
    commands: list[tuple[str, Callable[[Path], list[str]]]] = [
        ("class", lambda folder: ["check", "--class", str(folder)]),
        (
            "field",
            lambda folder: ["contest", "six-card", "--field", *write_field(folder, size)],
        ),
    ]
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    for name, command in commands:
        with TemporaryDirectory() as place:
            folder = Path(place)
            if name == "class":
                write_class(folder, size)
            printed, took = timed(command(folder))
            sound = printed.count("| 32 of 32 |") if name == "class" else printed.count(".py ")
            print(f"{name} of {size}: {took}; {sound} rows correct")


if __name__ == "__main__":
    main()
