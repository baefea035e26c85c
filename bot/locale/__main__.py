"""`python -m bot.locale`: bring the catalogues up to date, list what is missing."""

from __future__ import annotations

import sys

import polib

from bot.locale import check, sentences, update
from bot.words import CATALOGUES, LANGUAGES


def main(arguments: list[str]) -> int:
    """Update every catalogue, or with `--check` only read it; 1 if something is left to mend."""
    said = sentences()
    wrong = 0
    for language in LANGUAGES[1:]:
        path = CATALOGUES / f"{language}.po"
        catalogue = polib.pofile(str(path), encoding="utf-8")
        if "--check" not in arguments:
            catalogue, dropped = update(catalogue, said)
            catalogue.save(str(path))
            for sentence in dropped:
                print(f"{language}: dropped {sentence.template!r}")
        lines = check(catalogue, said).lines
        wrong += len(lines)
        for line in lines:
            print(f"{language}: {line}")
        print(f"{language}: {len(said)} sentences, {len(lines)} to mend")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
