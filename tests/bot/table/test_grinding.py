"""What whoever hosts the bot could change about a round, and whether other dice come of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

import fair_rounds
from bot import verify
from bot.table.commitment import OpeningNumber
from bot.table.luck import drawn_word
from bot.table.round_luck import lines_of, luck_of, words_of
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import OpenRequest, Table
from proofs_read import verified
from tampering import file_of, honest, redrawn

ROLL = "seat/1/turn/1/roll/1"


def opened(number=2):
    table = Table(None, TimeLimits())
    request = OpenRequest("nine", fair_rounds.PEOPLE[0], fair_rounds.CHANNEL)
    return fair_rounds.opened(table, request, number)


def rolls(rounds):
    """Return the different first rolls of rounds."""
    return {luck_of(one).roll(ROLL, 5) for one in rounds}


def test_numbers_of_rounds_and_places_are_worth_nothing():
    stored = opened()
    changed = [replace(stored, id=number) for number in range(50)]
    changed += [replace(stored, channel=number, guild=number, message=7) for number in range(50)]
    assert rolls(changed) == rolls([stored])


def test_words_and_what_is_agreed_on_make_other_dice():
    stored = opened()
    (player,) = stored.players
    words = [replace(stored, players=(replace(player, word=f"{n}"),)) for n in range(50)]
    numbers = [opened(number) for number in range(2, 52)]
    assert len(rolls(words)) > 45
    assert len(rolls(numbers)) > 45
    assert rolls([replace(stored, game="thirteen")]) != rolls([stored])


def test_the_number_with_which_a_round_is_opened_makes_other_dice():
    """So a block that suits cannot be chosen before Discord has given it."""
    stored = opened()
    seeds = [
        replace(stored.commitment, opening=OpeningNumber(number, "interaction"))
        for number in range(1, 51)
    ]
    assert len(rolls(replace(stored, commitment=seed) for seed in seeds)) > 45


def test_who_has_no_word_has_one_that_nobody_can_choose():
    stored = opened()
    (player,) = stored.players
    without = replace(stored, players=(replace(player, word=""), replace(player, user=2)))
    drawn = drawn_word(stored.commitment.seed, 1)
    assert words_of(without)[0] == (drawn, False)
    assert lines_of(without)[-2] == drawn.encode().hex()


def test_another_drawn_word_is_refused_though_all_dice_follow_from_it():
    told = honest("nine", lambda told: False in told["own"] and not told["set"])
    at = told["own"].index(False)
    for number in range(20):
        words = [*told["words"]]
        words[at] = f"{number:016x}".encode().hex()
        part = [*told["part"][: -len(words)], *words]
        forged = redrawn({**told, "words": words, "part": part})
        with pytest.raises(verify.Wrong, match="is not the drawn one"):
            verify.verify(file_of(forged))


def test_another_seed_or_number_does_not_lead_to_the_root():
    told = verified(fair_rounds.finished("nine", 3, "played").file)
    block = fair_rounds.block()
    for number in (1, 2, 4, 1024):
        part = [told["root"], str(number), *told["part"][2:]]
        forged = {**told, "number": number, "seed": block.seed(number).hex(), "part": part}
        for path in (told["path"], block.path(3)):
            with pytest.raises(verify.Wrong, match="is not the one that was committed"):
                verify.verify(file_of(redrawn({**forged, "path": [*path]})))
