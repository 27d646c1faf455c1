"""The table after a game: what holds for every game, what the game has counted, and how all of it is reached."""

import pytest

from logic.core import Figure, Message
from scenes.app.wording import number
from scenes.board.result import FigureRow, FigureTable, Result, StatisticsPage, figures_of, has_statistics
from scenes.board.secrets import Curtain
from tests import pots
from tests.keptgames import faults_in_every_language
from tests.potsseat import ANNA, BEN, CLEO, MODEST, play
from tests.sampling import sample_of

LONG = "Bartholomäus-Maximilian von und zu Hohen"
SIZES = [((1280, 720), 1.0), ((1024, 600), 2.0), ((720, 1280), 1.0), ((360, 640), 1.0), ((600, 1024), 2.0)]


def ended(sit_at, *seats, coins=7, **options):
    """Play a game to its end: three, one and three coins, or what is left."""
    driver, match = sit_at(*seats, coins=coins, **options)
    driver.settle()
    if isinstance(driver.top, Curtain):
        driver.key("return")
    for move in ("take 3", "end", "take 1", "end", "take 3", "end"):
        play(match, move)
    driver.settle()
    return driver, match


def told(driver, match):
    return {str(figure.label): figure.values for figure in figures_of(driver.app, match)}


# -- what is counted


def test_the_usual_rows_come_first_and_then_those_of_the_game(sit_at):
    driver, match = ended(sit_at, ANNA, BEN)
    assert told(driver, match) == {
        "Duration": ("0 s",),
        "Turns altogether": (3,),
        "Average score": (3.5,),
        "Rank": (1, 2),
        "Score": (6, 1),
        "Time spent thinking": ("0 s", "0 s"),
        "Turns": (2, 1),
        "Coins altogether": (7,),
        "Handfuls": (2, 1),
        "Coins a handful": (3.0, 1.0),
    }
    # time is told by player and together where it is known
    driver, match = sit_at(ANNA, MODEST, coins=1)
    match.update(65)
    play(match, "take 1", "end")
    rows = told(driver, match)
    assert (rows["Duration"], rows["Time spent thinking"]) == (("1 min 5 s",), ("1 min 5 s", "0 s"))
    match.lacks_times = True
    assert not {"Duration", "Time spent thinking"} & set(told(driver, match))


def test_those_who_share_a_place_share_its_rank_and_who_plays_alone_has_none(sit_at, monkeypatch):
    driver, match = ended(sit_at, ANNA, BEN, CLEO)
    assert told(driver, match)["Rank"] == (1, 3, 1)
    # who plays alone is not ranked
    driver, match = sit_at(ANNA, variant="alone", coins=4)
    play(match, "take 3", "end")
    assert list(told(driver, match)) == ["Duration", "Score", "Coins altogether", "Handfuls", "Coins a handful"]
    # a row of the game stands in the place of the usual one
    monkeypatch.setattr(pots.SCORING, "statistics", lambda *_: (Figure(Message("Turns"), (8, 9)),))
    driver, match = ended(sit_at, ANNA, BEN)
    assert [values for label, values in told(driver, match).items() if label == "Turns"] == [(8, 9)]


def test_only_a_game_that_is_over_and_counts_has_a_table(sit_at, monkeypatch):
    _, match = sit_at(ANNA, BEN)
    assert not has_statistics(match)
    match.give_up(0)
    assert has_statistics(match)
    monkeypatch.delattr(pots.PotsScoring, "statistics")
    assert not has_statistics(match)
    # a game without figures offers no table
    driver, _ = ended(sit_at, ANNA, BEN)
    assert driver.top.ui.find("statistics") is None


@pytest.mark.parametrize(
    ("language", "value", "said"), [("en", 3.25, "3.2"), ("de", 3.25, "3,2"), ("pl", 4.0, "4"), ("en", 0.96, "1")]
)
def test_numbers_are_written_as_each_language_does(sit_down, language, value, said):
    assert number(sit_down(language=language).app, value) == said


# -- how it is reached


@pytest.mark.parametrize("seats", [(ANNA, BEN), (ANNA, BEN, CLEO)])
def test_the_result_leads_to_the_table_and_back(sit_at, seats):
    driver, _ = ended(sit_at, *seats)
    assert isinstance(driver.top, Result)
    driver.click("more")
    driver.click("statistics")
    driver.settle()
    assert isinstance(driver.top, StatisticsPage)
    table = driver.widget("table")
    assert ["Handfuls", "2" if len(seats) == 2 else "1", "1"] in [[row.label, *row.values[:2]] for row in table.rows]
    assert driver.widget("whole-Coins altogether-value").text == "7"
    driver.key("escape")
    driver.settle()
    assert isinstance(driver.top, Result)


# -- in little room


def page(sit_down, size, scale=1.0, players=4, rows=60):
    driver = sit_down(size, scale=scale)
    figures = [Figure(Message("Duration"), ("12 min 40 s",))]
    figures += [Figure(Message("Time spent thinking"), ("12 min 40 s",) * players)] * rows
    driver.push(StatisticsPage(driver.app, figures, [LONG] * players))
    driver.settle()
    return driver


@pytest.mark.usefixtures("quick_pictures")
@pytest.mark.parametrize(("size", "scale"), sample_of(SIZES[::-1], every=2))
@pytest.mark.parametrize("players", [1, 4])
def test_everything_fits_in_every_language(sit_down, size, scale, players):
    driver = page(sit_down, size, scale, players)
    assert faults_in_every_language(driver) == {}


def columns_seen(driver):
    """Give the window of the columns, and where the last one ends."""
    table = driver.widget("table")
    last = table.cell(len(table.names) - 1, table.rect.top, 10)
    return table.cells(), last


@pytest.mark.parametrize("hand", ["mouse", "finger", "keys"])
def test_in_a_narrow_window_they_come_by_every_hand(sit_down, hand):
    driver = page(sit_down, (360, 640))
    cells, last = columns_seen(driver)
    assert last.left >= cells.right
    start = (cells.right - 20, cells.top + 200)
    if hand == "keys":
        driver.key("right", "right", "right", "right")
    else:
        for _ in range(3):
            draw = driver.drag if hand == "mouse" else driver.finger
            draw(start, (cells.left + 10, cells.top + 205))
    driver.settle()
    cells, last = columns_seen(driver)
    assert last.right <= cells.right
    assert driver.widget("table").slide.offset == driver.widget("table").slide.limit


def test_a_drag_up_scrolls_the_page_and_a_resize_keeps_the_columns_within_reach(sit_down):
    driver = page(sit_down, (360, 640))
    cells, _ = columns_seen(driver)
    driver.finger((cells.right - 30, cells.top + 300), (cells.right - 34, cells.top + 100))
    driver.settle()
    assert driver.widget("scroll").offset > 0
    assert driver.widget("table").slide.offset == 0
    # a resize keeps the columns within reach
    driver.key("right", "right", "right", "right")
    driver.settle()
    driver.resize((1280, 720))
    driver.settle()
    assert driver.widget("table").slide.offset == 0
    # in a broad window all columns are seen
    cells, last = columns_seen(driver)
    assert last.right <= cells.right
    assert not driver.widget("table").focusable
    # a table without rows is its head
    kit = driver.app.kit
    empty, one = (FigureTable(kit, "t", ["Anna"], rows) for rows in ((), (FigureRow("Score", ("1",)),)))
    assert 0 < empty.measure(400) < one.measure(400)


@pytest.mark.seen
def test_labels_stay_where_they_are(sit_down):
    driver = page(sit_down, (360, 640))
    table = driver.widget("table")
    wide = table.cells().left - table.rect.left
    labels = driver.surface.subsurface((table.rect.left, table.rect.top + 60, wide, 200))
    before = labels.copy()
    driver.key("right")
    driver.settle()
    driver.top.ui.show_focus = False
    driver.app.stack.touch()
    driver.frame()
    assert before.get_buffer().raw == labels.copy().get_buffer().raw
