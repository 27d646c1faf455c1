"""The YAML of a game: what it may contain, and how faults are reported."""

import shutil
import subprocess
import sys
from importlib.resources import files
from typing import Annotated, Literal

import msgspec
import pytest

from logic import config as config_module
from logic.config import MAX_DEPTH, ConfigError, convert, parse_yaml, read_text, read_yaml
from logic.registry import GAMES, game_config
from logic.text import Text
from logic.variants import GameConfig, Variant, make_params, parse_game, resolve_params
from tests.games import nullgame


def parse(text):
    return parse_game(text, nullgame, "config/null.yaml")


def refused(text):
    with pytest.raises(ConfigError) as caught:
        parse(text)
    message = str(caught.value)
    assert message.startswith("config/null.yaml: ")
    assert "\n" not in message
    return message


HEAD = "title: T\nblurb: B\ndefault: a\n"
ONE = HEAD + "variants:\n  a: {title: A, blurb: B}\n"


@pytest.mark.parametrize("name", GAMES)
def test_every_registered_game_has_a_valid_configuration(name):
    config = game_config(name)
    assert config.default in config.variants
    assert config.title
    assert config.blurb


def test_variant_defaults_and_the_order_of_params_overrides():
    variant = parse(ONE).variants["a"]
    assert variant == Variant(title="A", blurb="B")
    assert (variant.players, variant.undo, variant.confirm, variant.clock, variant.coach) == (
        (2,),
        "own_turn",
        False,
        0,
        True,
    )
    variant = parse(nullgame.YAML).variants["small"]
    assert resolve_params(nullgame, variant, computer=False, name="x") == nullgame.Params(5, 2)
    assert resolve_params(nullgame, variant, computer=True, name="x") == nullgame.Params(6, 2)
    chosen = resolve_params(nullgame, variant, computer=True, name="x", chosen={"most": 1})
    assert chosen == nullgame.Params(6, 1)
    with pytest.raises(ConfigError, match="no field 'size'; there are counters, most"):
        make_params(nullgame, {"size": 1}, "here")
    assert make_params(nullgame, {}, "here") == nullgame.Params()


def test_the_guided_game_config_is_validated_and_parsed():
    assert parse(ONE + "first_game: {counters: 4}\n").first_game == {"counters": 4}
    assert "`$.first_game`" in refused(ONE + "first_game: {counters: 99}\n")
    assert "no field 'pawns'" in refused(ONE + "first_game: {pawns: 9}\n")
    assert parse(ONE).first_seed is None
    assert parse(ONE + "first_seed: 7\n").first_seed == 7
    assert "`$.first_seed`" in refused(ONE + "first_seed: -1\n")
    (lesson,) = parse(step("until: take or leave, at: {move: take 2, beside: [end], hand: tap}")).lessons
    assert lesson.kinds == {"take", "leave"}
    assert (lesson.at.move, lesson.at.things, lesson.at.beside, lesson.at.hand) == ("take 2", (), ("end",), "tap")


def step(text):
    return ONE + "lessons: [{text: Go., " + text + "}]\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("at: {}", ["`$.lessons[0].at`", "name a move, things, or what stands beside the board"]),
        ("at: {move: take 2}", ["`$.lessons[0].at.move`", "'take'", "waits for 'tap'"]),
        ("until: leave, at: {move: take 2}", ["`$.lessons[0].at.move`", "waits for 'leave'"]),
        ("at: {beside: [clock]}", ["'clock'", "$.lessons[0].at.beside[0]"]),
        ("at: {things: [p0], hand: wave}", ["'wave'", "$.lessons[0].at.hand"]),
        ("at: {things: p0}", ["a list", "$.lessons[0].at.things"]),
        ("at: {thing: [p0]}", ["`thing`", "$.lessons[0].at"]),
    ],
)
def test_an_invalid_lesson_step_is_an_error_naming_the_field(text, words):
    message = refused(step(text))
    assert all(word in message for word in words), message


def test_a_byte_order_mark_before_a_text_is_ignored(monkeypatch, tmp_path):
    (tmp_path / "marked.po").write_bytes(b'\xef\xbb\xbfmsgid "A"\r\n')
    monkeypatch.setattr(config_module, "files", lambda package: tmp_path)
    assert read_text("marked.po") == 'msgid "A"\n'


def test_duplicate_keys_are_refused_nesting_is_bounded_and_parsing_threadsafe():
    message = refused(ONE + "title: again\n")
    assert "'title' stands twice" in message
    assert "line 6" in message
    depth = MAX_DEPTH
    assert parse_yaml("[" * depth + "]" * depth, list, "x")
    with pytest.raises(ConfigError):
        parse_yaml("[" * (depth + 1) + "]" * (depth + 1), list, "x")
    told = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout) == (0, "stands\n"), told.stderr


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (ONE + "colour: red\n", ["`colour`"]),
        (HEAD + "variants: {a: {title: A, blurb: B, undoo: never}}", ["`undoo`", "$.variants[...]"]),
        (HEAD + "variants: {a: {title: A, blurb: B, undo: sometimes}}", ["'sometimes'", "$.variants[...].undo"]),
        (HEAD + "variants: {a: {title: A, blurb: B, clock: -1}}", ["≥ 0", ".clock"]),
        (HEAD + "variants: {a: {title: A, blurb: B, confirm: maybe}}", ["true or false", ".confirm"]),
        (HEAD + "variants: {a: {title: A, blurb: B, players: []}}", [".players"]),
        (HEAD + "variants: {a: {title: A, blurb: B, players: [0]}}", ["$.variants.a", "seats: 1 to 8"]),
        (HEAD + "variants: {a: {blurb: B}}", ["`title`"]),
        (HEAD + "variants: {}", ["$.variants"]),
        (HEAD, ["`variants`"]),
        (ONE.replace("default: a", "default: z"), ["$.default", "'z'", "there are a"]),
        (HEAD + "variants: {a: {title: A, blurb: B, params: {size: 3}}}", ["$.variants.a", "'size'", "counters, most"]),
        (HEAD + "variants: {a: {title: A, blurb: B, params: {most: many}}}", ["$.variants.a", "$.most"]),
        (HEAD + "variants: {a: {title: A, blurb: B, params: {most: 11}}}", ["$.variants.a", "most: 1 to"]),
        (HEAD + "variants: {a: {title: A, blurb: B, with_computer: {counters: 0}}}", ["counters: 1 to 20"]),
        ("[]", ["a group of fields"]),
        ("", ["a group of fields"]),
        ("title: [", ["expected node content", "line 2"]),
        ("title: \x00", ["control characters"]),
        ("a: !!python/object:os.system x", ["python/object"]),
    ],
)
def test_a_config_error_names_the_file_the_field_and_the_expected_value(text, words):
    message = refused(text)
    assert all(word in message for word in words), message


class Checked(msgspec.Struct, forbid_unknown_fields=True):
    n: Annotated[int, msgspec.Meta(ge=1)]
    kind: Literal["a", "b"] = "a"
    pair: tuple[int, int] = (0, 0)
    some: Annotated[tuple[float | None, ...], msgspec.Meta(max_length=2)] = ()
    named: dict[Annotated[str, msgspec.Meta(min_length=1, pattern="^x")], bool] = {}


@pytest.mark.parametrize(
    ("data", "english", "german"),
    [
        ({}, "the field `n` is missing", "das Feld `n` fehlt"),
        ({"n": 1, "m\n": 2}, "there is no field `m`", "ein Feld `m` gibt es nicht"),
        ({"n": "1"}, "`$.n`: a whole number was expected, not a text",
         "`$.n`: eine ganze Zahl wurde erwartet, nicht ein Text"),
        ({"n": 0}, "`$.n`: a whole number ≥ 1 was expected", "`$.n`: eine ganze Zahl ≥ 1 wurde erwartet"),
        ({"n": 1, "kind": "c" * 99}, f"`$.kind`: 'ccc{'c' * 56}… cannot stand there",
         f"`$.kind`: 'ccc{'c' * 56}… kann dort nicht stehen"),
        ({"n": 1, "pair": [1]}, "`$.pair`: a list of length 2 was expected, not 1",
         "`$.pair`: eine Liste der Länge 2 wurde erwartet, nicht 1"),
        ({"n": 1, "some": [1, 2, 3]}, "`$.some`: a list of length ≤ 2 was expected",
         "`$.some`: eine Liste der Länge ≤ 2 wurde erwartet"),
        ({"n": 1, "some": [{}]}, "`$.some[0]`: a number or nothing was expected, not a group of fields",
         "`$.some[0]`: eine Zahl oder nichts wurde erwartet, nicht eine Gruppe von Feldern"),
        ({"n": 1, "some": [10**400]}, "`$.some[0]`: this number is too large", "`$.some[0]`: diese Zahl ist zu groß"),
        ({"n": 1, "named": {"": True}}, "`$.named`: a key: a text of length ≥ 1 was expected",
         "`$.named`: ein Schlüssel: ein Text der Länge ≥ 1 wurde erwartet"),
        ({"n": 1, "named": {"y": True}}, "`$.named`: a key: a text of the form '^x' was expected",
         "`$.named`: ein Schlüssel: ein Text der Form '^x' wurde erwartet"),
        ({"n": 1, "named": {"x": 1}}, "`$.named[...]`: true or false was expected, not a whole number",
         "`$.named[...]`: true oder false wurde erwartet, nicht eine ganze Zahl"),
    ],
)  # fmt: skip
def test_a_fault_in_plain_data_is_told_in_the_players_language(data, english, german):
    with pytest.raises(ConfigError) as caught:
        convert(data, Checked, "f.yaml")
    assert str(caught.value) == f"f.yaml: {english}"
    assert Text("de").say(caught.value.message) == f"f.yaml: {german}"


@pytest.mark.parametrize(
    "text",
    [
        "a: !!bool perhaps", "a: !!float ''", "a: !!int ''", "a: !!timestamp then", "a: !!map [x]", "a: 2001-99-99",
        pytest.param("a: " + "9" * 5000, id="long"), "? !!set {x}\n: 1", "? [1]\n: 1",
    ],
)  # fmt: skip
def test_values_that_do_not_fit_their_yaml_tag_are_errors_with_position(text):
    assert f"line 1, column {text.index(' ', text.index(' ')) + 2}" in refused(text)


@pytest.mark.parametrize("text", ["[", "{a: ", "- ", "? ", "[a, ", "[{b: "])
def test_deep_nesting_is_a_config_error(text):
    assert f"nested deeper than {MAX_DEPTH} levels" in refused(text * 200_000)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(config_module, "files", lambda package: tmp_path)
    return tmp_path


def test_a_missing_or_non_utf8_file_is_an_error_naming_it(folder):
    (folder / "null.yaml").write_bytes(b"title: \xff\xfe")
    with pytest.raises(ConfigError, match=r"config/null\.yaml: .*utf-8"):
        read_yaml("null.yaml", GameConfig)
    with pytest.raises(ConfigError, match=r"config/null\.yaml"):
        read_text("null.yaml")
    shutil.copy(str(files("config") / "lgame.yaml"), folder / "lgame.yaml")
    assert read_yaml("lgame.yaml", GameConfig).default == game_config("lgame").default


AT_ONCE = """
import sys
from dataclasses import make_dataclass
from threading import Barrier, Thread
from logic.config import convert

sys.setswitchinterval(1e-6)
data = {f"f{number}": {"x": [1, 2]} for number in range(30)}
for _ in range(40):
    inner = make_dataclass("Inner", [(name, dict[str, tuple[int, ...]]) for name in data])
    kind = make_dataclass("Kind", [("one", inner), ("more", list[inner])])
    gate = Barrier(6)

    def check():
        gate.wait()
        assert convert({"one": data, "more": [data]}, kind, "x").more[0].f0 == {"x": (1, 2)}

    threads = [Thread(target=check) for _ in range(6)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
print("stands")
"""
