"""Printed sheets of puzzles: the content of pages, composing a sheet, and the files."""

from functools import partial
from io import BytesIO
from unittest.mock import Mock

import numpy as np
import pygame
import pytest
from PIL import Image, PdfParser

from logic.core import Cell, Message
from logic.jumpin import PUZZLES
from logic.jumpin.board import Board
from logic.jumpin.engine.solver import solve
from logic.jumpin.rules import Hop, begin
from logic.puzzles import NoPuzzle
from logic.storage.files import StoreProblem
from scenes.app.exports import exports_folder
from scenes.cabinet.shelf import ShelfScene
from scenes.jumpin.paper import PRINTER
from scenes.puzzles.paper import DPI, FORMATS, GRIDS, PagePainter, PrintedPuzzle, PrintedSheet
from scenes.puzzles.play import printer_of
from scenes.puzzles.printsheet import PrintOptions, PrintSheet, SheetJob, from_collection, laid_out
from scenes.puzzles.shelf import PuzzleShelf
from sprites.paint.kit import Kit, Metrics, load_theme
from sprites.paint.surface_cache import SurfaceCache
from tests.support.windows import faults_in_every_window

CACHE = SurfaceCache()
THEME = load_theme()
COARSE = 60
"""Dots per inch: enough to see where everything is."""


@pytest.fixture(autouse=True)
def _window():
    """Open a window for glyphs and pictures, whichever test comes first."""
    pygame.init()
    pygame.display.set_mode((400, 400))


@pytest.fixture(autouse=True, scope="module")
def _clear_cache():
    """Free the pictures for the paper, which are of no use elsewhere."""
    yield
    CACHE.clear()


# -- on paper


def framed(surface, _kit, rect):
    """Draw a puzzle of which only the place matters."""
    surface.fill("#ff0000", rect)
    yield
    surface.fill("#0000ff", rect.inflate(-8, -8))


def sheet(count=5, per_page=4, paper="a4", moves=(), **options):
    puzzles = [PrintedPuzzle(f"P{n}", "Par: 3 steps", 1.0, framed, moves) for n in range(count)]
    return PrintedSheet("A sheet", "Do it.", "Read it.", puzzles, per_page, FORMATS[paper], **options)


def pages_of(wanted, dpi=COARSE):
    return [page for page in PagePainter(wanted, THEME, str, dpi, CACHE).pages() if page is not None]


def boards_on(page):
    """Count the puzzles on a page by their red frames."""
    red = pygame.mask.from_threshold(page, "#ff0000", (1, 1, 1, 255))
    return sorted((rect.left, rect.top, rect.width, rect.height) for rect in red.get_bounding_rects())


@pytest.mark.parametrize("per_page", GRIDS)
@pytest.mark.parametrize("paper", FORMATS)
def test_a_page_holds_the_chosen_number_of_puzzles_without_overlap(per_page, paper):
    pages = pages_of(sheet(per_page + 1, per_page, paper, has_solutions=False))
    assert [len(boards_on(page)) for page in pages] == [per_page, 1]
    margin = round(0.4 * COARSE)
    inside = pages[0].get_rect().inflate(-2 * margin, -2 * margin)
    rects = [pygame.Rect(one) for one in boards_on(pages[0])]
    assert all(inside.contains(one) and abs(one.width - one.height) <= 1 for one in rects)
    assert not any(one.colliderect(other) for one in rects for other in rects if other is not one)


def test_solutions_list_squares_on_as_many_pages_as_needed():
    assert len(pages_of(sheet(4, 4, moves=("1,1→1,3",) * 5))) == 2
    many = pages_of(sheet(36, 9, moves=("1,1→1,3",) * 60))
    assert len(many) > 5
    for page in many[4:]:
        ink = pygame.surfarray.array3d(page).min(axis=2) < 128
        assert not ink[-20:].any()
        assert not ink[:, -20:].any()
    # a page has the size of the paper at the resolution
    assert [one.get_size() for one in pages_of(sheet(1), DPI)] == [(2480, 3508)] * 2
    assert FORMATS["letter"].size(DPI) == (2550, 3300)
    # solutions are written by squares
    text = ".MM../...M./...R./...../....."
    state, way = begin(text), solve(text)
    moves = [next(move for move in state.legal_moves() if str(move) == way.moves[0])]
    start = state.rabbits[0]
    assert isinstance(moves[0], Hop)
    there = moves[0].target
    assert list(PRINTER.written(state, moves)) == [f"{start.row},{start.col}→{there.row},{there.col}"]
    fox = begin("...../.ff../...R./...../.....")
    slides = [move for move in fox.legal_moves() if str(move).startswith("slide")]
    assert list(PRINTER.written(fox, slides[:1])) == [f"[1,1→{slides[0].target.row},{slides[0].target.col}]"]


@pytest.mark.parametrize("board", [Board(), Board(4, 6, (Cell(0, 0), Cell(3, 5)), (1,), (2,))])
def test_a_printed_puzzle_is_light_and_stays_in_its_rect(board):
    kit = Kit(THEME, Metrics(400, 400, 1.0), CACHE)
    row = "." * board.cols
    state = begin("/".join([row, "Mff" + row[3:], "R" + row[1:], *[row] * (board.rows - 3)]), board)
    surface = pygame.Surface((400, 400))
    surface.fill("#ffffff")
    place = pygame.Rect(50, 60, 300, round(300 / PRINTER.aspect(state)))
    bare = surface.copy()
    assert sum(1 for _ in PRINTER.draw(state, surface, kit, place)) == 1 + len(board.holes) + 3
    empty = None if board == Board() else begin("R" + "/".join([row] * board.rows)[1:], board)
    assert sum(1 for _ in PRINTER.draw(empty, bare, kit, place)) > 0
    changed = pygame.surfarray.array3d(surface)
    changed[place.left - 6 : place.right + 6, place.top - 6 : place.bottom + 6] = 255
    assert changed.min() == 255
    assert pygame.surfarray.array3d(surface)[place.left : place.right, place.top : place.bottom].mean() > 150
    assert (pygame.surfarray.array3d(surface) != pygame.surfarray.array3d(bare)).any()


# -- the choices


def finished(driver, order, seed=7, printer=PRINTER):
    job = SheetJob(driver.app, "jumpin", printer, order, seed, CACHE)
    while job.is_busy:
        driver.app.run_calls()
        job.update()
        driver.executor.work()
    return job


def test_puzzles_are_drawn_from_the_chapter_by_seed_and_bad_settings_ignored(new_driver):
    order = PrintOptions(chapter=2, per_page=9, pages=2)
    drawn = from_collection("jumpin", order, 7)
    assert drawn == from_collection("jumpin", order, 7) != from_collection("jumpin", order, 8)
    assert len({puzzle.key for puzzle in drawn}) == 18
    assert {puzzle.tier for puzzle in drawn} == {3}
    assert [puzzle.par for puzzle in drawn] == sorted(puzzle.par for puzzle in drawn)
    # the variant played otherwise does not matter
    puzzle = PUZZLES.chapters()[0].puzzles[0]
    driver = new_driver()
    assert laid_out(driver.app, "jumpin", puzzle).state == begin(puzzle.params["position"])
    # stored nonsense is ignored
    for kept in ({"per_page": 5}, {"chapter": 99}, {"format": "a5"}, {"pages": "x"}, 3, {"pages": 0}):
        driver.app.change(driver.app.settings.with_(setups={"jumpin": {"sheet": kept}}))
        assert PrintSheet(driver.app, "jumpin", PRINTER).order == PrintOptions()


def test_a_pdf_sheet_has_all_pages_in_paper_size(new_driver):
    job = finished(new_driver(), PrintOptions(per_page=2, pages=2, format="letter"))
    (path,) = job.written
    assert path.parent == exports_folder()
    found = PdfParser.PdfParser(filename=str(path))
    boxes = [found.read_indirect(page)[b"MediaBox"] for page in found.pages]
    assert [[round(side) for side in box] for box in boxes] == [[0, 0, 612, 792]] * 3
    found.close()
    assert job.done == 4


def test_png_sheets_are_one_file_a_page_with_resolution(new_driver):
    job = finished(new_driver(), PrintOptions(per_page=2, file="png"))
    assert len({path.name for path in job.written}) == 2
    for path in job.written:
        image = Image.open(BytesIO(path.read_bytes()))
        assert image.size == (2480, 3508)
        assert [round(dots) for dots in image.info["dpi"]] == [DPI, DPI]
        assert np.asarray(image).mean() > 180


def test_where_one_page_cannot_be_written_none_is_left(new_driver, monkeypatch):
    def write(path, content):
        if any(exports_folder().iterdir()):
            raise StoreProblem(Message("No space left"))
        path.write_bytes(content)

    exports_folder().mkdir(parents=True)
    monkeypatch.setattr("scenes.puzzles.printsheet.write_whole", write)
    job = finished(new_driver(), PrintOptions(per_page=2, file="png"))
    assert (job.written, str(job.fault)) == ((), "No space left")
    assert not any(exports_folder().iterdir())


def test_generated_puzzles_are_determined_by_the_seed(new_driver):
    made = []

    class Watched(type(PRINTER)):
        def draw(self, state, surface, kit, rect):
            made.append(state)
            yield

    driver = new_driver()
    for _ in range(2):
        assert finished(driver, PrintOptions(1, is_new=True, per_page=2), 5, Watched()).written
    assert made[:2] == made[2:]
    assert made[0] != made[1]


def test_failed_writing_or_generating_is_reported(new_driver, monkeypatch):
    driver = new_driver()
    exports_folder().parent.mkdir(parents=True, exist_ok=True)
    exports_folder().write_text("in the way")
    job = finished(driver, PrintOptions(per_page=2))
    assert job.written == ()
    assert "could not be written" in str(job.fault)
    # where nothing can be made a message says so
    refusal = Message("Not today.")
    monkeypatch.setattr(type(PUZZLES), "make", Mock(side_effect=NoPuzzle(refusal)))
    job = finished(new_driver(), PrintOptions(is_new=True, per_page=2))
    assert (job.written, job.fault) == ((), refusal)


# -- by input


@pytest.fixture
def page(new_driver, monkeypatch):
    """Sit down before the page, which uses what pages before it have painted."""
    monkeypatch.setattr("scenes.puzzles.printsheet.SurfaceCache", lambda: CACHE)
    return partial(new_driver, at=[ShelfScene, (PrintSheet, "jumpin", printer_of("jumpin"))])


def test_the_puzzle_shelf_opens_the_print_page(new_driver):
    driver = new_driver((1280, 800), at=(PuzzleShelf, "jumpin"))
    driver.widget("choices").reveal(driver.widget("print"))
    driver.settle()
    assert isinstance(driver.tap("print"), PrintSheet)
    assert printer_of("dragon") is None


@pytest.mark.parametrize("hand", ["mouse", "finger", "keys"])
def test_make_writes_the_sheet_and_shows_its_path(page, hand):
    driver = page()
    driver.top.order = PrintOptions(per_page=2)
    driver.top.rebuild()
    if hand == "keys":
        driver.focus("make")
        driver.key("return")
    else:
        (driver.click if hand == "mouse" else driver.finger)("make")
    while driver.top.job is not None:
        driver.frame()
    (path,) = exports_folder().iterdir()
    assert driver.widget("outcome").text == f"Saved as {path}"
    assert f"Saved as {path}" not in driver.said(), "once is enough"
    assert driver.top.ui.focus.key == "make"


def test_the_preview_follows_seed_and_options_which_are_remembered(page):
    driver = page()
    driver.write("seed", "12")
    driver.settle()
    first = pygame.surfarray.array3d(driver.top.preview)
    driver.type("3")
    driver.settle()
    assert (pygame.surfarray.array3d(driver.top.preview) != first).any()
    driver.strike("backspace")
    assert (pygame.surfarray.array3d(driver.top.preview) == first).all()
    # the choice is shown and remembered
    before = pygame.surfarray.array3d(driver.top.preview)
    driver.focus("per_page")
    driver.strike("right")
    assert driver.top.order.per_page == 6
    assert (pygame.surfarray.array3d(driver.top.preview) != before).any()
    driver.strike("escape")
    driver.open(PrintSheet(driver.app, "jumpin", PRINTER))
    assert driver.top.order.per_page == 6


def test_the_printed_sheet_stays_previewed_and_the_next_one_differs(page):
    def make():
        driver.click("make")
        while driver.top.job is not None:
            driver.frame()
        driver.settle()
        return pygame.surfarray.array3d(driver.top.preview)

    driver = page()
    driver.top.order = PrintOptions(per_page=2)
    driver.top.rebuild()
    driver.settle()
    shown = pygame.surfarray.array3d(driver.top.preview)
    driver.app.now.pass_by(60)
    assert (make() == shown).all()
    assert (make() != shown).any()
    assert len(list(exports_folder().iterdir())) == 2


def test_options_changed_while_printing_apply_to_the_next_sheet(page):
    driver = page()
    driver.top.order = PrintOptions(per_page=2)
    driver.top.rebuild()
    driver.click("make")
    driver.focus("per_page")
    driver.key("right")
    while driver.top.job is not None:
        driver.frame()
    driver.settle()
    shown = pygame.surfarray.array3d(driver.top.preview)
    driver.app.now.pass_by(60)
    driver.click("make")
    driver.frame()
    driver.settle()
    assert (pygame.surfarray.array3d(driver.top.preview) == shown).all()


def test_a_stopped_or_abandoned_print_writes_nothing(page):
    driver = page()
    driver.click("make")
    driver.frame()
    driver.tap("stop")
    assert driver.top.job is None
    assert driver.top.ui.focus.key == "make"
    driver.click("make")
    driver.frame()
    assert isinstance(driver.strike("escape"), ShelfScene)
    assert not exports_folder().exists()


def test_the_print_page_fits_every_window_with_aligned_fields(page):
    driver = page(size=(1920, 1080))
    assert faults_in_every_window(driver.app) == {}
    choices = ("chapter", "is_new", "per_page", "pages", "format", "file", "seed")
    assert len({driver.widget(key).parts()[1].left for key in choices}) == 1
