"""Refuse an old Python in one line, where its pip would not, and build in a folder that is new.

pyproject.toml holds the rest.
"""

import sys

from setuptools import setup

if sys.version_info < (3, 11):  # noqa: UP036 — pip runs this file before it checks the version
    sys.exit("Dice Poker needs Python 3.11 or newer; this is Python %d.%d." % sys.version_info[:2])  # noqa: UP031 — f-strings came later

from tempfile import TemporaryDirectory

# In the folder build/ setuptools would find files of the version that was installed before.
with TemporaryDirectory() as folder:
    setup(options={"build": {"build_base": folder}})
