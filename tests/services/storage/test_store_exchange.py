"""Export and import between stores: each game completely or not at all."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic import VERSION
from logic.session import SaveError
from logic.storage.exchange import Thought, to_bytes
from tests.support.storeparts import GAMES, finish, opened, play, queried
from tests.support.tampering import tampered_with


def test_export_and_import_transfer_everything(tmp_path):
    old = opened(tmp_path / "old")
    old.set_figure(old.add_profile("Ada"), "owl")
    finish(old, now=2000, thinking=(3.0, 4.0))
    _, session = play(old, 5, seed=8)
    old.set_progress("jumpin", "p1", {"moves": 7}, "Ada")
    raw = to_bytes(old.export_all())
    statistics = old.statistics("lgame", "Ada")
    old.close()
    new = opened(tmp_path / "new")
    numbers = new.import_file(raw, GAMES).numbers
    assert len(numbers) == 2
    assert new.profiles() == ("Ada",)
    assert new.figures() == {"Ada": "owl"}
    assert new.statistics("lgame", "Ada") == statistics
    assert new.progress("jumpin", "Ada") == {"p1": {"moves": 7}}
    assert [new.resume(entry.id, GAMES).session.save() for entry in new.unfinished()] == [session.save()]
    assert new.import_file(raw.decode(), GAMES).numbers == numbers
    assert new.import_file(b"\xef\xbb\xbf" + raw.replace(b"\n", b"\r\n"), GAMES).numbers == numbers
    assert to_bytes(new.export_all()) == raw


def test_untouched_games_are_not_exported_and_import_keeps_own_progress(store):
    play(store, 0)
    begun, _ = play(store, 2)
    given_up, session = play(store, 0)
    session.end_early(0)
    exported = store.export_all()["games"]
    assert [len(game["journal"]) for game in exported] == [2, 1]
    assert begun < given_up
    store.set_progress("jumpin", "p1", {"moves": 9}, "Ada")
    data = store.export_all()
    store.set_progress("jumpin", "p1", {"moves": 7}, "Ada")
    store.import_file(data, GAMES)
    assert store.progress("jumpin", "Ada") == {"p1": {"moves": 7}}


def test_importing_a_copy_keeps_the_longer_game(store, tmp_path):
    game_id, session = play(store, 3)
    shorter = store.export_game(game_id)
    session.play(session.state.legal_moves()[0])
    longer = store.export_game(game_id)
    assert store.import_file(shorter, GAMES).numbers == (game_id,)
    assert store.resume(game_id, GAMES).session.state == session.state
    elsewhere = opened(tmp_path / "elsewhere")
    (there,) = elsewhere.import_file(shorter, GAMES).numbers
    assert elsewhere.import_file(longer, GAMES).numbers == (there,)
    assert elsewhere.resume(there, GAMES).session.state == session.state
    assert len(elsewhere.unfinished()) == 1


def test_a_single_game_can_be_exported_and_imported(store):
    game_id = finish(store)
    data = store.export_game(game_id)
    assert data["quincunx"] == 5
    assert json.loads(to_bytes(data)) == json.loads(json.dumps(data))
    store.discard(game_id)
    (again,) = store.import_file(to_bytes(data), GAMES).numbers
    assert store.entry(again).result.winners == (0,)


def test_a_game_exports_its_version_and_older_formats_have_none(store, tmp_path):
    data = json.loads(to_bytes(store.export_game(finish(store))))
    assert data["games"][0]["version"] == VERSION
    data["games"][0]["version"] = "0.0.7"
    other = opened(tmp_path / "other")
    (there,) = other.import_file(data, GAMES).numbers
    assert (other.entry(there).version, other.kept(there).version) == ("0.0.7", "0.0.7")
    assert json.loads(to_bytes(other.export_game(there))) == data
    data = json.loads(to_bytes(store.export_game(finish(store))))
    del data["games"][0]["version"]
    other = opened(tmp_path / "third")
    (there,) = other.import_file({**data, "quincunx": 4}, GAMES).numbers
    assert other.entry(there).version == ""


@pytest.mark.parametrize("clock", [-5.0, float("nan"), float("inf")])
def test_games_with_invalid_clock_times_can_be_exported(store, tmp_path, clock):
    game_id, session = play(store, 2)
    session.record = store.recorder(game_id, lambda: clock, lambda: Thought(session.actor, clock))
    session.end_early(0)
    store.finish(game_id, session.outcome(), clock)
    play(store, 1, now=-7000.0)
    other = opened(tmp_path / "other")
    assert len(other.import_file(to_bytes(store.export_all()), GAMES).numbers) == 2


def test_negative_dates_in_the_file_are_exported_as_zero(tmp_path):
    store, other = opened(tmp_path), opened(tmp_path / "other")
    game_id, _ = play(store, 2)
    store.close()
    queried(tmp_path, "UPDATE games SET started = -8.5, changed = -3")
    store = opened(tmp_path)
    (there,) = other.import_file(to_bytes(store.export_game(game_id)), GAMES).numbers
    assert other.entry(there).started == 0


def changed(data, **values):
    data = json.loads(to_bytes(data))
    data["games"][-1].update(values)
    return data


def test_a_file_with_a_fault_outside_its_games_is_refused_as_a_whole_with_the_reason(store):
    finish(store, now=2000, seed=3)
    play(store, 3)
    good = store.export_all()
    cases = [
        (b"\xff\xfe", "no file of games"),
        (b"[" * 100_000, "no file of games"),
        ([1, 2], "no file of games"),
        ({"quincunx": "1"}, "no file of games"),
        ({"quincunx": 6}, "format 6"),
        ({**good, "extra": 1}, "extra"),
        ({**good, "games": {"1": 2}}, r"games`: a list was expected"),
        ({**good, "progress": [{"game": 1}]}, r"progress\[0\]"),
        (changed(good, journal=["play \ud800"]), "no file of games"),
        (json.dumps(changed(good, journal=["play \ud800"])), "is damaged"),
        (to_bytes(good)[:-9], "is damaged, or its end is missing"),
        ({**good, "profiles": [object()]}, "no file of games"),
    ]
    before = to_bytes(good)
    for data, why in cases:
        with pytest.raises(SaveError, match=why):
            store.import_file(data, GAMES)
        assert to_bytes(store.export_all()) == before


ENDED = {"winners": [0], "ranking": [[0], [1]]}


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"journal": ["play xyz"]}, "Action 1"),
        ({"journal": ["dance"]}, "Action 1"),
        ({"started": -1}, "`$.started`: "),
        ({"started": float("nan")}, "`$.started`: "),
        ({"times": [[1, 0]]}, "`$.times[0]`: "),
        ({"times": [[1, 0, -3]]}, "`$.times[0][2]`: "),
        ({"times": [[-1, 0, 3.0]]}, "`$.times[0][0]`: "),
        ({"times": [[1, 2, 3.0]]}, "action or a seat that the game does not have"),
        ({"times": [[6, 0, 3.0]]}, "action or a seat that the game does not have"),
        ({"ended": 5.0}, "A finished game must have a result"),
        ({"ended": 5.0, "result": ENDED}, "did not end as the file says"),
        ({"setup": 5}, "`$.setup`: a group of fields was expected, not a whole number"),
        ({"setup": {"game": "chess"}}, "no game “chess”"),
        ({"setup": {"params": {"first": 9}}}, "first"),
    ],
)
def test_a_faulty_game_is_left_out_with_the_reason_and_the_sound_ones_are_imported(store, tmp_path, values, why):
    finish(store, now=2000, seed=3)
    play(store, 3)
    good = json.loads(to_bytes(store.export_all()))
    setup = {"setup": {**good["games"][1]["setup"], **values["setup"]}} if isinstance(values.get("setup"), dict) else {}
    faulty = {**good, "games": [good["games"][0], {**good["games"][1], **values, **setup}, good["games"][1]]}
    other = opened(tmp_path / "other")
    _, new, (fault,) = other.import_file(faulty, GAMES)
    assert new == 2
    assert str(fault).startswith("Game 2 of the file: ")
    assert why in str(fault)
    assert json.loads(to_bytes(other.export_all())) == good
    # with no sound game at all the file is refused
    alone = opened(tmp_path / "alone")
    with pytest.raises(SaveError, match=r"^Game 1 of the file: "):
        alone.import_file({**faulty, "games": faulty["games"][1:2]}, GAMES)
    assert alone.profiles() == ()


def test_a_second_import_of_a_file_finds_nothing_new_unless_a_game_went_on(store, tmp_path):
    finish(store)
    _, session = play(store, 2)
    other = opened(tmp_path / "other")
    assert other.import_file(store.export_all(), GAMES).new == 2
    numbers, new, faults = other.import_file(store.export_all(), GAMES)
    assert (len(numbers), new, faults) == (2, 0, ())
    session.play(session.state.legal_moves()[0])
    assert other.import_file(store.export_all(), GAMES) == (numbers, 1, ())


@given(data=st.data())
def test_mutated_files_are_imported_or_refused_without_changes(tmp_path_factory, data):
    store = opened(tmp_path_factory.mktemp("import"))
    finish(store)
    play(store, 2, seed=4)
    store.set_progress("jumpin", "p1", {"moves": 1})
    exported = json.loads(to_bytes(store.export_all()))
    before = to_bytes(exported)
    try:
        store.import_file(tampered_with(data.draw, exported), GAMES)
    except SaveError:
        assert json.loads(to_bytes(store.export_all())) == json.loads(before)
    else:
        kept = json.loads(to_bytes(store.export_all()))["games"]
        assert all(game in kept for game in json.loads(before)["games"])
