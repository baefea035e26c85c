"""`python -m bot.language`: updates the catalogues and lists their faults."""

from __future__ import annotations

import sys

import polib

from bot.language.catalogue import check, sentences
from bot.language.languages import CATALOGUES, KNOWN
from bot.language.updates import metadata, update


def main(arguments: list[str]) -> int:
    """Update and check every catalogue, or only check with `--check`; return 1 for any fault."""
    used = sentences()
    faults = 0
    for language, details in [*KNOWN.items()][1:]:
        path = CATALOGUES / f"{language}.po"
        there = path.exists()
        catalogue = polib.pofile(str(path), encoding="utf-8") if there else polib.POFile()
        if "--check" not in arguments:
            catalogue, dropped = update(catalogue, used, language)
            catalogue.save(str(path))
            for sentence in dropped:
                print(f"{language}: dropped {sentence.template!r}")
        lines = check(catalogue, used, details).lines
        if catalogue.metadata != metadata(language):
            lines += ("another header than CLDR's: python -m bot.language writes it anew",)
        faults += len(lines)
        for line in lines:
            print(f"{language}: {line}")
        print(f"{language}: {len(used)} sentences, {len(lines)} to mend")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
