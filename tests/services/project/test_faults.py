"""The deliberate faults still apply to the sources, and an injected one is caught."""

import ast
import re
import subprocess
import sys
from collections import Counter

import polib
import pytest

from tests.support.processes import ROOT, run
from tests.tools import faults
from tests.tools.faults import FAULTS, FaultError, attack, catches, check_sound, chosen, copied, read, spoilt

CHEAP = "lgame: an L may stay where it is"
AREAS = {
    r"(lgame|jumpin|labyrinth|coatl|dragon): ": 12,
    r"redaction ": 4,
    r"session: ": 4,
    r"layout\b": 3,
    r"(store|saves): ": 4,
    r"texts\b": 3,
}


def test_there_are_thirty_faults_spread_over_all_areas():
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) == 30
    assert {area: sum(re.match(area, fault.name) is not None for fault in FAULTS) for area in AREAS} == AREAS
    games = Counter(fault.name.partition(":")[0] for fault in FAULTS)
    assert all(games[game] >= 2 for game in ("lgame", "jumpin", "labyrinth", "coatl", "dragon"))


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_each_fault_changes_its_file_and_names_an_existing_test(fault):
    text = read(ROOT, fault)
    other = spoilt(text, fault)
    if fault.file.endswith(".py"):
        compile(other, fault.file, "exec")
        assert ast.dump(ast.parse(other)) != ast.dump(ast.parse(text))
    else:
        assert [str(entry) for entry in polib.pofile(other)] != [str(entry) for entry in polib.pofile(text)]
    file, _, name = fault.test.partition("::")
    assert f"def {name.partition('[')[0]}" in (ROOT / file).read_text(encoding="utf-8")


def test_an_injected_fault_is_caught_and_reverted():
    (fault,) = chosen([CHEAP])
    with copied() as copy:
        assert catches(copy, fault)
        assert read(copy, fault) == read(ROOT, fault)


def ended(code):
    """Return a fake test run that ends with that exit code."""
    return lambda *_: subprocess.CompletedProcess((), code, "last words\n", "")


def too_long(*_):
    raise subprocess.TimeoutExpired((), 1.0)


@pytest.mark.parametrize("run_tests", [ended(0), too_long], ids=["passed", "never done"])
def test_a_fault_that_fails_no_test_counts_as_missed(run_tests, monkeypatch):
    monkeypatch.setattr(faults, "tested", run_tests)
    monkeypatch.setattr(faults, "check_sound", lambda *_: None)
    assert [is_caught for _, is_caught, _ in attack(chosen([CHEAP]))] == [False]


@pytest.mark.parametrize("there", ["not there", "return"], ids=["nowhere", "many times"])
def test_a_fault_whose_text_is_not_unique_is_an_error(there, monkeypatch):
    monkeypatch.setattr(faults, "tested", pytest.fail)
    with pytest.raises(FaultError, match=rf"{CHEAP}: its text is \d+ times in logic/lgame/rules\.py"):
        check_sound(ROOT, [chosen([CHEAP])[0]._replace(there=there)])


@pytest.mark.parametrize("code", [1, 2, 4])
def test_tests_failing_without_a_fault_are_an_error(code, monkeypatch):
    monkeypatch.setattr(faults, "tested", ended(code))
    with pytest.raises(FaultError, match="without a fault:\nlast words"):
        check_sound(ROOT, chosen([CHEAP]))


def test_only_with_an_unknown_fault_name_is_refused():
    done = run(sys.executable, "-m", "tests.tools.faults", "--only", "lgame", "chess")
    assert done.returncode == 2
    assert "no fault has “chess”" in done.stderr
    assert "Traceback" not in done.stderr
