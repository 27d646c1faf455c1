"""Text input by keyboard and on the screen, and text that stays within its rectangle."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprites.paint import surface_cache
from sprites.widgets import Button, Label, OnScreenKeyboard, RichText, TextField, clipboard
from sprites.widgets.base import fit
from sprites.widgets.fields import ALL_NATIONAL, DIGITS, LETTERS, LONGEST_PASTED, NATIONAL
from sprites.widgets.texts import blocks, voices, words
from tests.support.gallery import make_kit
from tests.support.hands.ui import FRAME, LONG, Hands, seat

# -- typing


def field_of(kit, told, **options):
    field = TextField(kit, "f", "Name", "", told.append, **options)
    hands = Hands(seat(kit, field, Button(kit, "b", "B")))
    hands.click(field.parts()[1].center)
    return field, hands


def test_a_text_field_handles_typing_cursor_keys_and_deleting(kit, told):
    field, hands = field_of(kit, told)
    hands.type("Żółw")
    for key in ("left", "left", "backspace", "delete", "home"):
        hands.act({"left": "left", "backspace": "undo"}.get(key, ""), key)
    hands.type("É")
    hands.act("", "end")
    hands.type("!")
    assert field.text == "ÉŻw!"
    assert told[-1] == "ÉŻw!"
    for _ in range(9):
        hands.act("undo", "backspace")
    assert field.text == ""
    assert field.caret == 0


def test_typing_replaces_selected_text_until_the_caret_moves(kit, told):
    field, hands = field_of(kit, told, max_length=4)
    hands.type("Anna")
    for key, text, written in (("ctrl+a", "Ben", "Ben"), ("end", "a", "Bena"), ("ctrl+a", "\t", "Bena")):
        hands.act("", key)
        hands.type(text)
        assert field.text == written
    hands.act("undo", "backspace")
    assert (field.text, told[-1]) == ("", "")


def test_clicking_into_a_very_long_text_measures_few_characters(kit, told, monkeypatch):
    field, hands = field_of(kit, told, max_length=4096)
    hands.type("i" * 4096)
    measured = []

    class Font:
        def size(self, text):
            measured.append(text)
            return 7 * len(text), 20

    monkeypatch.setattr(TextField, "font", Font())
    along = field.scrolled() + 18
    hands.click((field.inner().left + 18, field.inner().centery))
    assert field.caret == round(along / 7)
    assert len(measured) < 100


def test_pasting_invalid_utf8_yields_nothing(monkeypatch):
    monkeypatch.setattr(pygame.scrap, "get_text", b"\xe9".decode)
    assert clipboard.pasted() == ""


def test_pasting_a_huge_text_reads_only_its_beginning(kit, told):
    read = []
    field, hands = field_of(kit, told, allowed=read.append)
    hands.type("x" * 1_000_000)
    assert (field.text, len(read)) == ("", LONGEST_PASTED)


def test_a_field_filters_input_and_places_the_caret_by_click(kit, told):
    field, hands = field_of(kit, told, max_length=4, allowed=str.isdigit)
    hands.type("1a2\n3")
    hands.type("456")
    assert field.text == "1234"
    # a click puts the caret between the letters
    field, hands = field_of(kit, told)
    hands.type("WWWWWW")
    inner = field.inner()
    hands.click((inner.left + field.font.size("WW")[0] + 2, inner.centery))
    hands.type("i")
    assert field.text == "WWiWWWW"
    # invisible characters are not typed, unless they join visible ones, by neither kind of keys
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    field, hands = field_of(kit, told)
    hands.type(f"\0\x1b\u202e{family}")
    keys, _hands = keyboard_of(kit, told)
    for sign in f"\0\x1b\u202e{family}":
        keys.write(sign)
    assert field.text == keys.text == family
    # a long text is seen where the caret is
    field, hands = field_of(kit, told, max_length=200)
    hands.type("W" * 100)
    assert field.scrolled() > 0
    hands.act("", "home")
    assert field.scrolled() == 0


def test_a_field_reports_enter_requests_the_keyboard_and_is_left_by_arrows(kit, told):
    # enter is passed on and space is a letter
    done = []
    field, hands = field_of(kit, told, on_done=done.append)
    hands.act("accept", "space", printable=True)
    hands.type(" ")
    hands.act("accept", "return")
    assert field.text == " "
    assert done == [" "]
    # a finger and a pad ask for the keyboard and the mouse does not
    asked = []
    field, hands = field_of(kit, told, ask_keyboard=lambda: asked.append(1))
    assert asked == []
    hands.pad("accept")
    assert asked == [1]
    hands.click(field.parts()[1].center, finger=1)
    assert asked == [1, 1]
    # up and down leave a field
    _field, hands = field_of(kit, told)
    hands.walk("down", "down")
    assert hands.ui.focus.key == "b"


def keyboard_of(kit, told, width=620, **options):
    keys = OnScreenKeyboard(kit, "k", "", told.append, lambda text: told.append(("done", text)), **options)
    keys.place(pygame.Rect(0, 0, width, keys.measure(width)))
    return keys, Hands(seat(kit, keys))


def key_for(hands, label):
    return next(w for w in hands.ui.walk() if isinstance(w, Button) and label in (w.label, w.icon))


@pytest.mark.parametrize("finger", [None, 1])
def test_the_on_screen_keyboard_types_and_deletes(kit, told, finger):
    keys, hands = keyboard_of(kit, told)
    for label in ("Z", "o", "keyboard_space", "E", "backspace_outline", "check_bold"):
        hands.click(key_for(hands, label).rect.center, finger)
    assert told == ["Z", "Zo", "Zo ", "Zo E", "Zo ", ("done", "Zo ")]
    assert keys.text == "Zo "


def test_the_on_screen_keyboard_is_usable_by_pad_and_keeps_the_focus(kit, told):
    _keys, hands = keyboard_of(kit, told, language="pl")
    for name in ("down", "down", "right", "accept", "right", "accept"):
        hands.pad(name)
    assert len(told) == 2
    assert told[-1][0].isupper()
    assert told[-1][1].islower()
    hands.ui.set_focus(key_for(hands, "apple_keyboard_shift"))
    hands.pad("accept")
    assert hands.ui.focus is key_for(hands, "apple_keyboard_shift")
    # turning the page keeps the focus on the same key
    _keys, hands = keyboard_of(kit, told)
    hands.ui.set_focus(next(w for w in hands.ui.walk() if w.key == "k:control:page"))
    hands.pad("accept")
    hands.ui.update(FRAME)
    assert hands.ui.focus.key == "k:control:page"
    assert hands.ui.focus in hands.ui.focusable()
    hands.pad("accept")
    hands.ui.update(FRAME)
    assert key_for(hands, "Q").enabled
    # only what is allowed is on the keyboard
    told.clear()
    _keys, hands = keyboard_of(kit, told, allowed=str.isdigit)
    labels = {w.label for w in hands.ui.walk() if isinstance(w, Button)}
    assert {label for label in labels if len(label) == 1} == set(DIGITS)
    hands.click(key_for(hands, "keyboard_space").rect.center)
    assert told == []


@pytest.mark.parametrize("language", ["", "en", "de", "hu", "pl"])
@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1024, 600), 2.0), ((360, 640), 1.0)])
def test_the_on_screen_keyboard_offers_every_character_and_fits(told, language, size, scale):
    keys, hands = keyboard_of(make_kit(size, scale), told, width=size[0] - 8, language=language)
    keys.capital = False
    keys.renew()
    first = {w.label for w in hands.ui.walk() if isinstance(w, Button)}
    assert set(LETTERS + NATIONAL.get(language, "")) <= first
    faults = hands.ui.overflows()
    hands.click(key_for(hands, "12ő?").rect.center)
    keys.capital = False
    keys.renew()
    second = {w.label for w in hands.ui.walk() if isinstance(w, Button)}
    assert set(DIGITS + ALL_NATIONAL) <= second
    assert [fault for fault in faults + hands.ui.overflows() if "sticks out" not in fault] == []


# -- texts


def test_text_wraps_at_words_and_markup_splits_into_blocks_and_styles(kit):
    font = kit.cache.font("text", 20)
    lines = surface_cache.wrap(kit.cache, f"Das {LONG} ist lang.\n\nNeu", "text", 20, 200)
    assert all(font.size(line)[0] <= 200 for line in lines)
    assert "".join(lines).replace(" ", "") == f"Das{LONG}istlang.Neu"
    assert lines[0] == "Das"
    assert lines[-2:] == ["", "Neu"]
    # texts are separated so that they can be told apart
    font = kit.cache.font("interface", 17)
    assert font.size("the L on")[0] >= sum(font.size(word)[0] for word in ("the", "L", "on")) + 8
    assert kit.cache.text("the L on", "interface", 17, "#ffffff").get_size() == font.size("the L on")
    assert kit.cache.text("", "interface", 17, "#ffffff").get_width() == 0
    # phrases are kept together, and numbers with what they count
    assert surface_cache.parted("On (1, 12) 3 bricks, 2 teeth") == ["On", "(1, 12)", "3 bricks,", "2 teeth"]
    assert surface_cache.parted("Best (12 moves) · 3 (4, 5)") == ["Best", "(12 moves) ·", "3", "(4, 5)"]
    assert surface_cache.parted("Gyerek – 2. játékos") == ["Gyerek", "–", "2. játékos"]
    assert surface_cache.parted(" a  b ") == ["", "a", "", "b", ""]
    assert [text for word in words("**K1** to (1, 12)") for text, _ in word] == ["K1", "to", "(1, 12)"]
    # markup is split into paragraphs, bullets and styles
    assert list(blocks("One\ntwo\n\n- a\n  b\n- c\n\nEnd")) == [
        ("One two", False, True), ("a b", True, True), ("c", True, False), ("End", False, True),
    ]  # fmt: skip
    assert list(voices("a **b c** d *e*f")) == [
        ("a ", "plain"), ("b c", "bold"), (" d ", "plain"), ("e", "italic"), ("f", "plain"),
    ]  # fmt: skip
    assert list(voices("2 * 3")) == [("2 * 3", "plain")]


@given(st.text(alphabet="aWi 12äß\n-", max_size=60), st.integers(1, 300))
def test_wrapping_loses_no_text_and_keeps_to_the_width(text, width):
    cache = make_kit((640, 480)).cache
    font = cache.font("text", 18)
    lines = surface_cache.wrap(cache, text, "text", 18, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\n", "")
    assert all(font.size(line)[0] <= width or len(line.strip()) == 1 for line in lines)


@given(st.text(alphabet=[*"a \u00a0\0\n", "\ud800", "\udfff", "\u200b", "\ufe0f", "\u0301", "\U0001f600"], max_size=9))
def test_text_is_painted_as_wide_as_measured(text):
    cache = make_kit((640, 480)).cache
    assert cache.text(text, "text", 18, "white").get_width() == cache.font("text", 18).size(text)[0]


@pytest.mark.parametrize(
    ("name", "seen"),
    [("A\u200dnn\u2764\ufe0f", "Ann"), ("\U0001f98a Ann", "• Ann"), (8 * "\U0001f98a" + "…", "•…"), ("…", "…")],
)
def test_emoji_and_joiners_are_dropped_or_replaced_by_a_bullet(kit, name, seen):
    drawn, wanted = (kit.cache.text(text, "text", 18, "white") for text in (name, seen))
    assert pygame.image.tobytes(drawn, "RGBA") == pygame.image.tobytes(wanted, "RGBA")


def test_hyphenated_words_break_after_the_hyphen(kit):
    font = kit.cache.font("text", 18)
    assert surface_cache.break_word(font, "blau–gelb–grün", font.size("blau–gelb–gr")[0]) == ["blau–gelb–", "grün"]
    assert surface_cache.break_word(font, "Anna-Wiśniewska", font.size("Anna-Wiś")[0]) == ["Anna-", "Wiśniews", "ka"]


@pytest.mark.parametrize("place", ["(1, 1)", "(0, 4)", "(100, 12)"])
def test_coordinates_are_never_split_across_lines(kit, place):
    said = f"K1 goes to {place}, then to {place}. He has 2 bricks, 3 teeth (4 in all)."
    font = kit.cache.font("text", 18)
    least = max(font.size(word)[0] for word in (f"{place},", "bricks,"))
    for width in range(least, font.size(said)[0] + 1):
        lines = surface_cache.wrap(kit.cache, said, "text", 18, width)
        assert sum(line.count(place) for line in lines) == 2
        assert " ".join(lines) == said


def test_fit_shrinks_first_then_wraps_and_reports_failure(kit):
    wide = fit(kit, "Start the game", 600, units=20)
    narrower = fit(kit, "Start the game", wide.width - 6, units=20)
    two = fit(kit, "Start the game", round(wide.width * 0.6), units=20)
    assert (wide.size, wide.fits, len(wide.lines)) == (kit.px(20), True, 1)
    assert (len(narrower.lines), narrower.fits) == (1, True)
    assert narrower.size < wide.size
    assert (two.lines, two.fits) == (("Start the", "game"), True)
    assert not fit(kit, LONG, 60, units=20).fits
    assert not fit(kit, "Start the game", 600, 5, units=20).fits
    assert fit(kit, "", 1, 1, units=20).fits


@given(st.text(alphabet="abcdeW ", min_size=1, max_size=40), st.integers(30, 500), st.integers(10, 90))
def test_fitted_text_is_within_its_size(text, width, height):
    kit = make_kit((640, 480))
    found = fit(kit, text, width, height, units=18)
    font = kit.cache.font(found.face, found.size)
    assert not found.fits or (found.width <= width and found.height <= height)
    assert found.width == max((font.size(line)[0] for line in found.lines), default=0)


def test_a_label_is_clipped_only_below_its_measured_height(kit):
    label = Label(kit, "l", f"Das {LONG} ist lang", size="heading")
    for width in (120, 240, 480):
        label.place(pygame.Rect(0, 0, width, label.measure(width)))
        assert list(label.clipped()) == []
        label.place(pygame.Rect(0, 0, width, label.measure(width) - 1))
        assert list(label.clipped()) == [label.text]


@pytest.mark.parametrize("width", [60, 150, 400])
def test_rich_text_keeps_to_its_width_and_loses_no_text(kit, width):
    rich = RichText(kit, "r", f"Das **ist ein {LONG}** und *das* auch: **a**b.\n\n- Punkt eins\n- Punkt *zwei*")
    rich.place(pygame.Rect(0, 0, width, rich.measure(width)))
    assert list(rich.clipped()) == []
    letters = "".join(run.text for run in rich.layout(width)[0]).replace(" ", "")
    assert letters == f"Dasistein{LONG}unddasauch:ab.•Punkteins•Punktzwei"
    rich.place(pygame.Rect(0, 0, width, rich.measure(width) - 1))
    assert list(rich.clipped()) == [rich.markup]
