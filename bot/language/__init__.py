"""The translations of sentences into the languages of the bot.

- `render`: renders a `Text` in one language
- `languages`: the languages and their locales
- `catalogue`: extracts the sentences of the source and compares them with a catalogue
- `<language>.po`: the catalogues; `python -m bot.language` updates them
"""

from __future__ import annotations
