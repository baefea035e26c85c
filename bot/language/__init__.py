"""The translations of sentences into the languages of the bot.

- `render`: renders a `Text` in one language
- `languages`: the languages and their locales
- `catalogue`: extracts the sentences of the source and compares them with a catalogue
- `updates`: adds new sentences to a catalogue and drops those that are no longer said
- `<language>.po`: the catalogues; `python -m bot.language` updates them
"""

from __future__ import annotations
