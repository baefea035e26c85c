"""Entry point of `python -m bot`: `dice-poker` with the same arguments, by default `run`."""

import sys

from bot.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["run"]))
