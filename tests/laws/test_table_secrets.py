"""A screen between several people shows no more than all of them may know, tested by pairs of pictures.

Two games look the same to one of the players, and differ in everything hidden from that player. An onlooker over the
shoulder of the player to move sees the same picture in both, until something is held.
"""

from itertools import product

import pytest

from logic.core import Dice
from logic.game import has_secrets, redact, sample
from logic.registry import new_setup
from logic.session import Seat, Session
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.board.secrets import Curtain
from tests.support.positions.cases import ALL, PLAIN, SMALL
from tests.support.sampling import sample_of
from tests.support.seats.app import CACHE, Scene, new_driver  # noqa: F401 - a fixture

pytestmark = [pytest.mark.seen, pytest.mark.xdist_group("secrets")]  # one process keeps the pictures for all

NAMES = ("Anna", "Ben", "Zoë", "Dávid")
LARGE_WINDOW, SMALL_WINDOW = (1280, 800), (1024, 600)
BEFORE = {"labyrinth": 12, "coatl": 60}
"""How many moves are made in the middle of a game, before the two games differ."""
MOST, TRIES, FRAMES = 6, 40, 14
"""How many moves are made after that, how many are tried for one, and in how many moments the last is seen."""
PRIVATE_VIEW = "what is held"
GRID, COARSE_GRID = 7, 3
"""Columns and rows of the grid of points that the mouse hovers over; coarse where the same is hidden as in another game
that is checked closely."""


def seats_of(case):
    """Return three people where that many may play."""
    count = 3 if 3 in case.variant.players and not getattr(case.params, "teams", False) else max(case.variant.players)
    return tuple(Seat(name=name) for name in NAMES[:count])


def has_private_information(case):
    """Return whether people at one screen may know different things."""
    if case.name in SMALL or not has_secrets(case.game) or max(case.variant.players) < 2:
        return False
    first = Session(case.game, new_setup(case.name, case.variant_name, seats_of(case), 5, {"first": 0})).state
    return redact(case.game, first, 0) != redact(case.game, first, 1)


CASES_WITH_SECRETS = [case for case in PLAIN if has_private_information(case)]


class Twins:
    """Two games that one player, the ``onlooker``, cannot tell apart, from some position on."""

    def __init__(self, case, seed, before):
        self.case, self.dice = case, Dice(seed)
        self.setup = new_setup(case.name, case.variant_name, seats_of(case), seed, {"first": 0})
        state = Session(ALL[case.name], self.setup).state
        for _ in range(before):
            state = state.apply(self.dice.choice(state.legal_moves())).state
        self.onlooker = (state.player - 1) % len(self.setup.seats)
        known = redact(case.game, state, self.onlooker)
        self.states = self.firsts = state, sample(case.game, known, self.onlooker, self.dice)
        self.moves = []
        while len(self.moves) < MOST and self.move():
            pass

    def looks(self, step):
        return redact(self.case.game, step.state, self.onlooker), [event.name for event in step.events]

    def move(self):
        """Make a move in both that looks the same: the same one, or with another hidden thing from the same place.

        It may neither end the game nor lead to the onlooker's turn; return whether there was one.
        """
        one, other = (state.legal_moves() for state in self.states)
        texts = {str(move): move for move in other}
        for number in self.dice.shuffled(range(len(one)))[:TRIES]:
            move = one[number]
            twin = texts.get(str(move)) or (other[number] if number < len(other) else None)
            if twin is None:
                continue
            steps = self.states[0].apply(move), self.states[1].apply(twin)
            after = steps[0].state
            goes_on = after.outcome() is None and after.player != self.onlooker
            if goes_on and self.looks(steps[0]) == self.looks(steps[1]):
                self.states = tuple(step.state for step in steps)
                self.moves.append((str(move), str(twin)))
                return True
        return False

    def open_board(self, new_driver, which, size, monkeypatch):  # noqa: F811
        """Open one of them before its last move, with any curtain down; return the driver, the match and that move."""
        driver = new_driver(size, cache=CACHE)  # both use the same cached pictures: no two caches agree to the last bit
        driver.push(Scene(driver.app))
        with monkeypatch.context() as patch:
            patch.setattr(self.case.game, "new", lambda _params, _dice: self.firsts[which])
            match = Match.start(driver.app, self.setup)
        moves = [pair[which] for pair in self.moves]
        for move in moves[:-1]:
            match.play(move)
        driver.push(BoardScene(driver.app, match))
        driver.settle()
        return driver, match, next(reversed(moves), "")


def picture(driver):
    """Return what is seen once all has come to rest."""
    driver.settle()
    return driver.surface.get_buffer().raw


def picture_now(driver):
    driver.app.stack.touch()
    driver.frame(dt=0.0)
    return driver.surface.get_buffer().raw


def picture_while_held(driver, key):
    """Hold something for a while, and release it elsewhere; return what was seen meanwhile."""
    driver.press(key)
    driver.wait(1.2)
    shown = picture_now(driver)
    driver.release((3, 3))
    return shown


def screenshots(driver, match, last, *, grid):
    """Yield everything that an onlooker may see while another player has a turn, each with its name."""
    yield from lifted_curtain(driver)
    if last:
        match.play(last)
        for number in range(FRAMES):
            driver.wait(0.08)
            yield f"moment {number} of a move", picture_now(driver)
        driver.settle()
        yield from lifted_curtain(driver)
    board = driver.top
    for row, column in product(range(grid), range(grid)):
        left, top, width, height = board.view.rect
        place = left + width * (2 * column + 1) // (2 * grid), top + height * (2 * row + 1) // (2 * grid)
        driver.move(place, seen=False)
        driver.wait(0.7)
        yield f"the mouse in column {column} and row {row}", picture_now(driver)
    driver.move((3, 3))
    board.act("hint")
    yield "a hint", picture(driver)
    assert (match.coach.hint is not None) == match.coach.can_hint
    yield PRIVATE_VIEW, picture_while_held(driver, f"card{match.actor}")
    yield "a hint that was read", picture(driver)
    board.act("cancel")
    yield PRIVATE_VIEW, picture_while_held(driver, f"card{match.actor}")
    yield "after all that", picture(driver)
    board.act("log")
    yield "the list of moves", picture(driver)
    driver.key("escape")
    driver.settle()
    board.act("menu")
    driver.settle()
    driver.click("rules")
    driver.settle()
    driver.top.turn(driver.top.count - 1)
    yield "the position among the rules", picture(driver)


def lifted_curtain(driver):
    """Yield the curtain, where there is one, and the board after that."""
    if isinstance(driver.top, Curtain):
        yield "the curtain", picture(driver)
        yield PRIVATE_VIEW, picture_while_held(driver, "look")
    yield "the open board", picture(driver)


USUAL = [case for case in CASES_WITH_SECRETS if case.is_usual]
SITTINGS = [
    *((case, amid, LARGE_WINDOW) for case in CASES_WITH_SECRETS for amid in (False, True)),
    *((case, amid, SMALL_WINDOW) for case in USUAL for amid in (False, True)),
]


OTHER_SECRETS = {"team", "events", "sacrifice"}
"""Variants in which something else is hidden than usual, or from others."""


def is_sampled(sitting):
    """Return whether it is, in a large window, a default variant, or one with other secrets in the middle of a game."""
    case, amid, size = sitting
    return size == LARGE_WINDOW and (case in USUAL or (amid and case.variant_name in OTHER_SECRETS))


def told(value):
    return {True: "amid", False: "beginning", LARGE_WINDOW: "room", SMALL_WINDOW: "little"}.get(value, str(value))


@pytest.mark.parametrize(("case", "amid", "size"), sample_of(SITTINGS, where=is_sampled), ids=told)
def test_an_onlooker_sees_no_hidden_information(new_driver, monkeypatch, case, amid, size):  # noqa: F811
    twins = Twins(case, 5, BEFORE[case.name] if amid else 0)
    first, second = (twins.open_board(new_driver, which, size, monkeypatch) for which in (0, 1))
    assert first[1].needs_curtain
    grid = GRID if amid and is_sampled((case, amid, size)) else COARSE_GRID
    for (what, one), (_, other) in zip(screenshots(*first, grid=grid), screenshots(*second, grid=grid), strict=True):
        if what == PRIVATE_VIEW:
            assert one != other, "whose turn it is sees what the others do not"
            continue
        assert one == other, f"{what} tells what is hidden"


@pytest.mark.parametrize("case", USUAL, ids=told)
def test_with_phones_there_is_no_curtain_and_no_private_view(new_driver, monkeypatch, case):  # noqa: F811
    twins = Twins(case, 5, 0)
    sittings = [twins.open_board(new_driver, which, LARGE_WINDOW, monkeypatch) for which in (0, 1)]
    for driver, match, _ in sittings:
        match.phones = frozenset(range(len(match.seats)))
        driver.settle()
        assert isinstance(driver.top, BoardScene), "the curtain is drawn aside"
        assert not match.needs_curtain
        assert not match.coach.can_hint, "a hint comes to the phone"
    for (what, one), (_, other) in zip(*(screenshots(*sitting, grid=COARSE_GRID) for sitting in sittings), strict=True):
        assert one == other, what
