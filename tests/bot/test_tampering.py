"""Whatever is done to a proof, both checkers refuse it in one line."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tampering
from bot import verify
from bot.cli import main
from bot.play.fair.proof_rules import check_rules
from computer_rounds import EVERY_LEVEL, against, otherwise
from fair_rounds import finished
from proofs_read import fault_of
from tampering import file_of, honest

pytestmark = pytest.mark.slow

SUBJECTS = tampering.subjects()
SHORT = [name for name, told in SUBJECTS.items() if len(told["record"][0]) < tampering.LONG]


def of_the_file(file):
    """Return why `verify.py` refuses a file, "" if it does not."""
    try:
        verify.verify(file)
    except verify.Wrong as wrong:
        return str(wrong)
    return ""


def of_the_rules(file):
    """Return why `dice-poker verify` and *Fair dice?* refuse a file, "" if they do not."""
    try:
        return fault_of(file)
    except verify.Wrong as wrong:
        return str(wrong)


def rows_of(name):
    told = SUBJECTS[name]
    assert of_the_file(file_of(told)) == of_the_rules(file_of(told)) == ""
    assert tampering.redrawn(told) == told
    return [*tampering.rows(told), *tampering.monsters(told)]


@pytest.mark.parametrize("name", SUBJECTS)
def test_each_row_of_the_table_is_refused_by_both(name):
    rows = rows_of(name)
    assert len(rows) > 500
    for row, file in rows:
        for why in (of_the_file(file), of_the_rules(file)):
            assert why, f"{row} passes"
            assert why.isprintable(), row


@pytest.mark.parametrize("name", SHORT)
def test_both_commands_refuse_in_one_line(name, tmp_path, capsys):
    path = tmp_path / "proof.json"
    for row, file in rows_of(name)[::20]:
        path.write_bytes(file)
        assert (verify.main([str(path)]), main(["verify", str(path)])) == (1, 1), row
        printed = capsys.readouterr()
        one, other = printed.err.splitlines()
        assert one.startswith("This file proves nothing: "), row
        assert other.startswith("dice-poker: This file proves nothing: "), row
        assert printed.out == ""
        assert printed.err.replace("\n", "").isprintable()


@pytest.mark.parametrize(("game", "level"), EVERY_LEVEL)
def test_a_computer_of_any_level_that_chose_otherwise_is_found(game, level):
    """Only the rules tell: verify.py knows no level, and the page says so."""
    assert fault_of(against(game, level)) == ""
    forged = verify.verify(against(game, level, computer=otherwise))
    with pytest.raises(verify.Wrong, match=r"is not what|other weights"):
        check_rules(forged)
    assert check_rules(replace(forged, levels=0)) == len(forged.record[0])


def test_who_left_stands_in_the_proof_and_nobody_else_can_end_a_round():
    told = honest("dice-poker", lambda told: told["left"] and "easy" in told["seats"], "left")
    file = file_of(told)
    assert of_the_file(file) == of_the_rules(file) == ""
    assert f"ended: over, seat {told['left']} left." in verify.told(verify.verify(file))
    for changes in (
        {"left": 0},
        {"left": 3 - told["left"]},
        {"ended": "closed"},
        {"ended": "lapsed", "left": 0},
        {"record": [[]]},
    ):
        file = file_of({**told, **changes})
        assert of_the_file(file)
        assert of_the_rules(file)


@pytest.mark.parametrize("end", ["closed", "lapsed"])
def test_a_round_that_never_ended_its_game_is_not_over(end):
    told = honest("thirteen", lambda told: told["ended"] == end, end)
    for ended in verify.ENDS:
        file = file_of({**told, "ended": ended})
        refused = ended == "over" or (bool(told["record"][0]) and ended != "closed")
        assert bool(of_the_file(file)) is bool(of_the_rules(file)) is refused


def test_a_record_of_another_game_is_found():
    dice, cards = SUBJECTS["dice-poker, computer"], SUBJECTS["six-card, mixed"]
    for told, other in ((dice, cards), (cards, dice)):
        changed = tampering.with_record(told, other["record"][0])
        assert of_the_file(changed)
        assert of_the_rules(changed)
        mixed = tampering.with_record(told, [*told["record"][0], *other["record"][0]])
        assert of_the_file(mixed)
        assert of_the_rules(mixed)


# Several files


def written(folder, numbers):
    """Write the proofs of rounds of a channel; return their paths."""
    paths = []
    for number in numbers:
        paths.append(folder / f"{number}.json")
        paths[-1].write_bytes(finished("dice-poker", number, "played").file)
    return [*map(str, paths)]


def test_several_files_are_checked_together(tmp_path, capsys):
    paths = written(tmp_path, (4, 2, 3, 7))
    for command in (verify.main, lambda paths: main(["verify", *paths])):
        assert command(paths) == 0
        assert "Block 1 of channel 5: numbers 2 to 7: 4 here, 2 missing." in capsys.readouterr().out
        assert command([paths[0], paths[0]]) == 1
        told = "What the files say together proves nothing: a round comes twice"
        assert told in capsys.readouterr().err
        (tmp_path / "7.json").write_bytes(b"{}")
        assert command(paths[1:]) == 1
        assert "7.json proves nothing: the digest" in capsys.readouterr().err
        written(tmp_path, (7,))
