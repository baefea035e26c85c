"""The entry point of `python -m bot`: runs `dice-poker`, by default the command `run`."""

import sys

from bot.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["run"]))
