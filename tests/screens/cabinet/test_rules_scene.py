"""The pages of the rules: turning pages, boards and cards."""

from itertools import pairwise, product
from typing import get_args
from unittest.mock import Mock

import msgspec
import pygame
import pytest

from logic.coatl.components import COLOURS, FamilyName, is_temple, prophecies, prophecy, temple, temples
from logic.coatl.scoring import count_prophecy, exhibit, find_prophecy, score_prophecy, score_temple
from logic.config import ConfigError, read_text
from logic.core import Message
from logic.registry import GAMES, game_config
from logic.storage.settings import Settings
from logic.text import LANGUAGES
from logic.variants import RulesPage, parse_game
from scenes.cabinet import rules
from scenes.cabinet.rules import Exhibits, RulesScene, TouchedPicture
from scenes.coatl import exhibits
from scenes.coatl.components import face
from scenes.lgame.view import VIEW as PLAIN
from sprites.widgets import Button
from tests.screens.artparts import difference, on
from tests.support.gallery import make_kit
from tests.support.hands.presses import HANDS, make
from tests.support.seats.cabinet import GAME
from tests.support.windows import faults_in_every_window


@pytest.mark.parametrize("on", ["next", "page down"])
def test_next_and_page_keys_turn_pages_up_to_the_last(seat, on):
    driver = seat("rules")
    titles = []
    for _ in range(driver.top.count + 1):
        titles.append(driver.widget("heading").text)
        driver.click("next") if on == "next" else driver.key(on)
    assert titles[:-1] == [page.title for page in game_config(GAME).rules]
    assert titles[-1] == titles[-2]
    driver.key("page up")
    assert driver.top.page == driver.top.count - 2


@pytest.mark.parametrize("by", ["key", "pad"])
def test_arrows_turn_pages_and_at_the_end_move_the_focus_through_the_buttons(seat, by):
    driver = seat("rules")
    left, right = (("left", "right"), ("dpleft", "dpright"))[by == "pad"]
    press = getattr(driver, by)
    last = driver.top.count - 1
    for page in range(1, last + 1):
        press(right)
        assert driver.top.page == page
    for button in ("previous", "index", "try", "close"):
        press(right)
        assert driver.top.ui.focus.key == button
    assert driver.top.page == last
    press(left)
    assert driver.top.page == last - 1


def test_shoulder_buttons_and_horizontal_drags_by_one_finger_turn_pages(seat):
    driver = seat("rules")
    driver.pad("rightshoulder")
    assert driver.top.page == 1
    driver.pad("leftshoulder")
    assert driver.top.page == 0
    # a horizontal drag by a finger turns the page
    x, y = driver.top.frame.center
    driver.finger((x + 120, y), (x - 120, y))
    assert driver.top.page == 1
    driver.finger((x - 120, y), (x + 120, y))
    assert driver.top.page == 0
    # a vertical drag turns no page
    x, y = driver.top.frame.center
    driver.finger((x, y + 100), (x - 70, y - 100))
    assert driver.top.page == 0
    # a second finger neither turns the page nor closes it
    sheet, page = driver.top.frame, driver.top.page
    driver.touch(pygame.FINGERDOWN, sheet.center, 1)
    driver.finger((sheet.left // 2, sheet.top // 2), finger=2)
    driver.finger((sheet.right - 20, sheet.centery), finger=3)
    driver.touch(pygame.FINGERUP, sheet.center, 1)
    assert isinstance(driver.top, RulesScene)
    assert driver.top.page == page
    # a finger lifted over another screen is forgotten
    sheet = driver.top.frame
    driver.touch(pygame.FINGERDOWN, sheet.center, 1)
    driver.key("f1")
    driver.touch(pygame.FINGERUP, sheet.center, 1)
    driver.key("f1")
    driver.finger((sheet.right - 40, sheet.centery), (sheet.left + 40, sheet.centery), finger=2)
    assert driver.top.page == 1


@pytest.mark.parametrize("hand", HANDS)
def test_the_index_finds_pages_by_word_and_opens_them(seat, hand):
    driver = seat("rules")
    pages = game_config(GAME).rules
    hand(driver, "index")
    assert [page.title for page in pages] == [title for _, title, _ in driver.top.found()]
    driver.write("search", "PEBBLE")
    found = list(driver.top.found())
    assert [number for number, _, _ in found] == [
        number for number, page in enumerate(pages) if "pebble" in f"{page.title} {page.text}".casefold()
    ]
    assert 0 < len(found) < len(pages)
    assert all("pebble" in f"{title} {around}".casefold() for _, title, around in found)
    assert driver.top.ui.overflows() == []
    driver.type("zzz")
    assert driver.widget("none").visible, "a word that is nowhere is told"
    driver.key(*["backspace"] * 3)
    wanted = found[1][0]
    hand(driver, f"page-{wanted}")
    assert driver.top.page == wanted
    assert driver.widget("heading").text == pages[wanted].title


@pytest.mark.parametrize("game", GAMES)
def test_positions_on_rules_pages_can_be_played_and_restarted(seat, game):
    """The strokes that are known for it make legal moves, whoever is to move; restarted, all stands as it did."""
    driver, made = seat("rules"), 0
    for number, page in enumerate(game_config(game).rules):
        if page.board is None or page.exhibits:
            continue
        driver.push(RulesScene(driver.app, game))
        driver.top.turn(number)
        driver.settle()
        driver.tap("try")
        picture = driver.widget("board")
        for _ in range(2):
            before = picture.view.state
            moves = [move for move in before.legal_moves() if picture.view.stroke_of(move) is not None]
            if not moves:
                break
            make(driver, picture.view.stroke_of(moves[0]))
            assert picture.view.state == before.apply(moves[0]).state
            made += 1
            if picture.can_end:
                driver.tap("end")
        assert driver.top.page == number
        driver.tap("again")
        assert picture.view.state == picture.first
        driver.tap("close")
    assert made >= 4


@pytest.mark.parametrize(("device", "turn", "flip"), [("key", "r", "f"), ("pad", "x", "y")])
def test_a_position_on_a_rules_page_is_played_by_keys_and_by_pad(seat, device, turn, flip):
    driver = seat("rules")
    driver.tap("try")
    press, picture = getattr(driver, device), driver.widget("board")
    seen = {picture.view.in_hand}
    for button in (turn, flip, turn):
        press(button)
        seen.add(picture.view.in_hand)
    assert len(seen) == 4, "the L is lifted, flipped and turned"
    # elsewhere the keys are those of any page
    before = picture.view.in_hand
    driver.focus("close")
    press(turn)
    assert picture.view.in_hand == before
    driver.tap("again")
    make(driver, next(filter(None, map(picture.view.stroke_of, picture.first.legal_moves()))))
    assert picture.can_end
    driver.key("e")
    assert picture.view.state.player != picture.first.player


def test_a_tried_position_survives_a_resize_but_not_turning_the_page(seat):
    driver = seat("rules")
    driver.tap("try")
    picture = driver.widget("board")
    make(driver, next(filter(None, map(picture.view.stroke_of, picture.view.state.legal_moves()))))
    played = driver.widget("board").view.state
    assert played != picture.first
    driver.resize((900, 700))
    assert driver.widget("board").view.state == played
    driver.key("page down")
    driver.key("page up")
    assert driver.widget("board").view.state == picture.first
    assert not driver.widget("board").view.host.live
    # the last page shows the present position
    state = GAMES[GAME].new(GAMES[GAME].Params(), None)
    state = state.apply(state.legal_moves()[3]).state
    driver = seat(lambda app: RulesScene(app, GAME, state), full=False)
    assert driver.top.count == len(game_config(GAME).rules) + 1
    driver.top.turn(driver.top.count)
    assert driver.widget("board").view.state == state
    assert driver.widget("heading").text == "Your position now"


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("key", ["play", "board"])
def test_the_moves_of_a_page_are_played_on_demand(seat, hand, key):
    driver = seat("rules")
    driver.top.page = next(i for i, page in enumerate(game_config(GAME).rules) if page.steps)
    driver.top.rebuild()
    picture = driver.widget("board")
    assert picture.view.state == picture.first
    hand(driver, key)
    expected = picture.first
    for text in picture.steps:
        expected = expected.apply(next(m for m in expected.legal_moves() if str(m) == text)).state
    assert picture.view.state == expected


def test_every_rules_page_fits_every_window(seat):
    driver = seat("rules")
    for page in range(driver.top.count):
        driver.top.page = page
        assert faults_in_every_window(driver.app) == {}


@pytest.mark.parametrize(("size", "scale"), [((1080, 1920), 1.0), ((1080, 1920), 2.0), ((1024, 600), 2.0)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_of_a_rules_page_lie_beside_each_other(new_driver, size, scale, language):
    """Even on a page whose moves are shown, that is played on, and that a voice can read."""
    driver = new_driver(size, language, settings=Settings(speech=True, ui_scale=scale))
    driver.app.voice = Mock()
    driver.push(RulesScene(driver.app, "lgame"))
    shown = next(number for number, page in enumerate(game_config("lgame").rules) if page.board and page.steps)
    driver.top.turn(shown)
    driver.tap("try")
    placed = [one.rect for one in driver.top.ui.walk() if isinstance(one, Button)]
    assert len(placed) in (7, 8), "with the index where there is room"
    assert [rect for i, rect in enumerate(placed) if rect.collidelist(placed[i + 1 :]) >= 0] == []


def test_a_game_without_rules_shows_its_title(seat, monkeypatch):
    bare = game_config(GAME)
    monkeypatch.setattr(
        rules, "game_config", lambda _name: type(bare)(bare.title, bare.blurb, bare.default, bare.variants)
    )
    driver = seat("rules")
    assert driver.widget("heading").text == bare.title
    assert driver.top.ui.overflows() == []


CONFIG = game_config("coatl")
SHOWN = [page for page in CONFIG.rules if page.exhibits]
ALL = (*prophecies(promo=True), *temples(promo=True))
WINDOWS = [((1920, 1080), 1.0), ((1080, 1920), 1.0), ((1024, 600), 1.0), ((1024, 600), 2.0), ((600, 1024), 2.0)]
STRETCHED = {"colorful", "blank"}
"""Families whose shape may be longer than necessary."""


# -- the examples


@pytest.mark.parametrize(
    ("card", "colours", "level", "points", "spans"),
    [
        ("red:R", "RRBRR", 2, 3, [(0, 1), (1, 2), (3, 4), (4, 5)]),
        ("blackx:R", "RRYRR", 2, 5, [(0, 2), (3, 5)]),
        ("trio:R", "RRRBRRR", 2, 7, [(0, 3), (4, 7)]),
        ("pair:KG", "KGBKG", 2, 3, [(0, 2), (3, 5)]),
        ("quartet:YR", "BYRYR", 1, 5, [(1, 5)]),
        ("three_two:RG", "BRRRGG", 1, 6, [(1, 6)]),
        ("two_three:YB", "GYYBBB", 1, 6, [(1, 6)]),
        ("two_two:KY", "BKKYY", 1, 4, [(1, 5)]),
        ("rainbow:YKRGB", "YYKRGB", 1, 7, [(1, 6)]),
        ("colorful:YKR", "YKKRYKR", 2, 6, [(0, 4), (4, 7)]),
        ("blank:GK", "GKBRKG", 1, 4, [(0, 6)]),
        ("anywhere:YYGGR", "YGYGR", 1, 3, [(0, 5)]),
        ("temple:-Y/7", "RGBRGBK", 2, 7, [(0, 7)]),
        ("temple:Y=G/6", "RYRGBK", 2, 7, [(1, 2), (3, 4)]),
    ],
)
def test_exhibits_show_the_expected_example_serpents(card, colours, level, points, spans):
    found = exhibit(card)
    assert (found.colours, found.level, found.points, list(found.spans)) == (colours, level, points, spans)


def test_every_cards_exhibit_is_complete_and_scores_the_most():
    for card in ALL:
        found = exhibit(card)
        colours = found.colours
        assert [piece[1] for piece in found.pieces] == ["h", *["b"] * (len(colours) - 2), "t"]
        assert "".join(piece[0] for piece in found.pieces) == colours
        assert len(colours) >= 3
        if is_temple(card):
            assert found.points == score_temple(card, colours) == temple(card).points[-1]
            assert found.level == len(temple(card).requirements)
        else:
            assert (found.level, found.points) == score_prophecy(card, colours, head_closed=True, tail_closed=True)
            assert found.level == min(2, len(prophecy(card).family.levels))
            assert len(colours) <= 7
        # lit pieces lie within the cóatl and apart
        ends = [end for span in found.spans for end in span]
        assert found.spans
        assert all(start < end for start, end in found.spans)
        assert all(one <= other for one, other in pairwise([0, *ends, len(colours)]))


def test_exactly_the_highlighted_segments_are_needed_by_the_prophecy():
    for card in [card for card in prophecies(promo=True) if card.split(":")[0] not in STRETCHED]:
        found = exhibit(card)
        whole = count_prophecy(card, found.colours, head_closed=True, tail_closed=True)
        lit = {place for start, end in found.spans for place in range(start, end)}
        for place in range(len(found.colours)):
            others = (
                found.colours[:place] + colour + found.colours[place + 1 :] for colour in COLOURS if colour not in card
            )
            left = [count_prophecy(card, other, head_closed=True, tail_closed=True) for other in others]
            if place in lit:
                assert all(count < whole for count in left)
            else:
                assert all(count == whole for count in left)


def test_a_temple_exhibit_highlights_the_compared_colours_equally():
    for card in ["temple:R=Y/12", "temple:-K/B=R", "temple:-blue/R=B/10"]:
        found = exhibit(card)
        lit = "".join(found.colours[start:end] for start, end in found.spans)
        one, other = sorted(set(lit))
        assert lit.count(one) == lit.count(other) > 1
        assert f"{one}={other}" in card or f"{other}={one}" in card
        assert (found.colours.count(one), found.colours.count(other)) == (lit.count(one), lit.count(other))


def test_found_spans_equal_the_counted_prophecies_with_open_or_closed_ends():
    rows = ["".join(row) for row in product("RYG", repeat=6)]
    for card in ("blackx:R", "trio:R", "pair:YG", "colorful:GYG", "blank:YR", "two_two:GR"):
        for row, (head, tail) in product(rows, product((False, True), repeat=2)):
            found = find_prophecy(card, row, head, tail)
            assert len(found) == count_prophecy(card, row, head, tail)
            assert all(0 <= start < end <= len(row) for start, end in found)


@pytest.mark.parametrize(("head", "tail", "found"), [(False, False, [(3, 5)]), (True, False, [(0, 2), (3, 5)]),
                                                     (True, True, [(0, 2), (3, 5), (6, 8)])])  # fmt: skip
def test_pairs_at_an_open_end_are_not_found(head, tail, found):
    assert list(find_prophecy("blackx:R", "RRYRRYRR", head, tail)) == found


def test_anywhere_prophecies_have_no_spans_and_twin_cards_share_an_exhibit():
    assert find_prophecy("anywhere:YYGGR", "YGYGR", head_closed=True, tail_closed=True) == ()
    assert exhibit("red:Y'").colours == exhibit("red:Y").colours


# -- the pages


def test_exhibits_cover_all_families_and_temple_requirements_and_are_named():
    cards = [card for page in SHOWN for card in page.exhibits]
    assert {prophecy(card).family.name for card in cards if not is_temple(card)} == set(get_args(FamilyName))
    wishes = {type(wish).__name__ for card in cards if is_temple(card) for wish in temple(card).requirements}
    assert wishes == {"Absent", "Equal", "Length", "Without"}
    assert len(cards) == len(set(cards))
    # a page names each family that it shows
    for page in SHOWN:
        for card in page.exhibits:
            if not is_temple(card) and not prophecy(card).promo:
                assert f"**{exhibits.name_of(card)}**" in page.text


@pytest.mark.parametrize("name", ["trio:Z", "trios:R", "temple:-Q/7", ""])
def test_an_unknown_exhibit_in_yaml_is_refused_with_its_path(name):
    faulty = read_text("coatl.yaml").replace("exhibits: [red:R, blackx:Y,", f'exhibits: [red:R, "{name}",')
    with pytest.raises(ConfigError) as caught:
        parse_game(faulty, GAMES["coatl"], "config/coatl.yaml")
    place = next(number for number, page in enumerate(CONFIG.rules) if "red:R" in page.exhibits)
    said = str(caught.value)
    assert said.startswith(f"config/coatl.yaml: `$.rules[{place}].exhibits[1]`: no ")
    assert f"is called {name!r}: known are " in said


def test_exhibits_in_a_game_without_them_are_refused_and_draw_nothing():
    faulty = read_text("lgame.yaml").replace("\nrules:\n", "\nrules:\n  - {title: A, text: B, exhibits: [stone]}\n")
    with pytest.raises(ConfigError, match=r"`\$\.rules\[0\]\.exhibits`: this game has nothing that a page could"):
        parse_game(faulty, GAMES["lgame"], "config/lgame.yaml")
    surface = pygame.Surface((80, 60))
    PLAIN.draw_exhibits(make_kit((1280, 720)), surface, surface.get_rect(), ["stone"], str)
    assert pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1, 255)).count() == 80 * 60


# -- where things lie


def open_page(new_driver, page, window):
    size, scale = window
    driver = new_driver(size=size, scale=scale, at=(RulesScene, "coatl"))
    turn_to(driver, page)
    driver.settle()
    return driver


def turn_to(driver, page):
    driver.top.turn(CONFIG.rules.index(page) - driver.top.page)


def laid_out(driver):
    """Return where the cards of the open page lie."""
    widget = driver.widget("exhibits")
    assert isinstance(widget, Exhibits)
    return widget, exhibits.stands(driver.app.kit, widget.rect, widget.names, driver.app.say)


def all_laid_out(driver):
    """Yield where the cards of each page lie in each language."""
    for language, page in product(LANGUAGES, SHOWN):
        if driver.app.settings.language != language:
            driver.app.change(driver.app.settings.with_(language=language))
        turn_to(driver, page)
        yield laid_out(driver)


def check_rooms(widget, stands):
    """Check that cards, names and serpents lie apart, each within its room."""
    parts = [part for stand in stands for part in (stand.room, stand.card, stand.bed)]
    assert len(stands) == len(widget.names)
    assert all(widget.rect.contains(part) for part in parts)
    assert all(part.collidelist(parts[:place]) == -1 for place, part in enumerate(parts))


def check_name(app, card, stand):
    """Check that a name fits, and no word of it is broken."""
    font = app.kit.cache.font("interface", stand.caption.letters)
    assert " ".join(stand.caption.lines) == app.say(exhibits.name_of(card))
    assert all(font.size(line)[0] <= stand.room.width for line in stand.caption.lines)
    assert len(stand.caption.lines) * exhibits.LINE * stand.caption.letters <= stand.caption.height + 1


def check_bed(card, stand):
    """Check that serpent, points and light lie in their bed."""
    example = exhibit(card)
    chain = pygame.Rect(stand.chain, (len(example.colours) * stand.piece, stand.piece))
    assert stand.bed.contains(chain)
    assert stand.bed.contains(stand.plate)
    assert not chain.colliderect(stand.plate)
    assert all(stand.bed.contains(rect) for rect in exhibits.lit_rects(stand, example))


@pytest.mark.parametrize(
    ("window", "height", "letters", "piece"),
    [*((window, 180, 16, 30) for window in WINDOWS[:2]), *((window, 96, 11, 16) for window in WINDOWS[2:])],
    ids=str,
)
def test_exhibit_layouts_fit_without_overlap_in_every_language(new_driver, window, height, letters, piece):
    driver = open_page(new_driver, SHOWN[0], window)
    for widget, stands in all_laid_out(driver):
        assert driver.top.ui.overflows() == []
        check_rooms(widget, stands)
        for card, stand in zip(widget.names, stands, strict=True):
            check_name(driver.app, card, stand)
            check_bed(card, stand)
        assert min(stand.card.height for stand in stands) >= height
        assert min(stand.caption.letters for stand in stands) >= letters
        assert min(stand.piece for stand in stands) >= piece


# -- what is shown


def test_exhibits_draw_cards_with_the_reached_level_highlighted(new_driver):
    driver = open_page(new_driver, SHOWN[0], WINDOWS[0])
    widget, stands = laid_out(driver)
    surface = pygame.Surface((1920, 1080))
    widget.draw(surface)
    for card, stand in zip(widget.names, stands, strict=True):
        inner = pygame.Rect((0, 0), stand.card.size).inflate(-stand.card.width // 4, -stand.card.height // 4)
        seen = surface.subsurface(inner.move(stand.card.topleft))
        lit, plain = (face(driver.app.kit, card, stand.card.size, level=level).subsurface(inner) for level in (2, 0))
        assert difference(seen, on(pygame.Surface(inner.size), lit)) == 0
        assert difference(seen, on(pygame.Surface(inner.size), plain)) > 0


def test_only_scoring_segments_are_drawn_on_gold():
    kit = make_kit((1920, 1080))
    rect = pygame.Rect(0, 0, 600, 600)
    (stand,) = exhibits.stands(kit, rect, ["trio:R"], str)
    surface = pygame.Surface(rect.size)
    exhibits.draw_exhibits(kit, surface, rect, ["trio:R"], str)
    left, _ = stand.chain
    row = stand.bed.bottom - round(0.1 * stand.piece)
    gold = [
        colour.r > 140 and colour.r > 1.5 * colour.b
        for place in range(7)
        for colour in (surface.get_at((left + round((place + 0.5) * stand.piece), row)),)
    ]
    assert gold == [True, True, True, False, True, True, True]


# -- cards and moves in turn


@pytest.mark.parametrize("hand", HANDS)
def test_play_swaps_the_exhibits_for_the_board_and_back(new_driver, hand):
    page = SHOWN[0]
    driver = open_page(new_driver, page, WINDOWS[2])
    hand(driver, "play")
    picture = driver.widget("board")
    assert isinstance(picture, TouchedPicture)
    assert "prophesy red:K 2" in page.steps
    assert "red:K" in picture.view.state.seats[0].coatls[1].prophecies, "the moves were made"
    assert driver.widget("play").label == "Show it large"
    hand(driver, "play")
    laid_out(driver)
    assert driver.widget("play").label == "Show me"


def test_turning_the_page_shows_exhibits_and_play_only_if_there_are_moves(new_driver):
    driver = open_page(new_driver, SHOWN[0], WINDOWS[2])
    driver.tap("play", "next")
    widget, _ = laid_out(driver)
    assert widget.names == SHOWN[1].exhibits
    # a page without moves offers none
    page = next(page for page in SHOWN if not page.steps)
    driver = open_page(new_driver, page, WINDOWS[2])
    laid_out(driver)
    assert driver.top.ui.find("play") is None


# -- any game


@pytest.mark.seen
def test_a_views_draw_exhibits_is_called_with_rect_names_and_translation(new_driver, monkeypatch):
    drawn = []
    monkeypatch.setattr(
        PLAIN, "draw_exhibits", classmethod(lambda _view, _kit, _surface, rect, names, say: drawn.append(
            (rect, names, say(Message("Close"))))),
    )  # fmt: skip
    config = msgspec.structs.replace(game_config("lgame"), rules=(RulesPage("Stones", "Two.", exhibits=("a", "b")),))
    monkeypatch.setattr(rules, "game_config", lambda _name: config)
    driver = new_driver(at=(RulesScene, "lgame"))
    assert drawn[-1] == (driver.widget("exhibits").rect, ("a", "b"), "Close")
