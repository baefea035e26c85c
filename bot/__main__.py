"""`python -m bot` is `dice-poker run`; with arguments it is `dice-poker` with these."""

import sys

from bot.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["run"]))
