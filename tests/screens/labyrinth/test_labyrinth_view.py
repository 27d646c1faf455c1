"""Labyrinth’s picture: everything in its place, words for what lies there, and no card given away."""

from dataclasses import replace

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logic.core import Cell, Dice
from logic.labyrinth import redact, sample
from scenes.labyrinth.layout import pawn_pose
from sprites.stage.stage import pose_at
from tests.gallery import make_kit
from tests.labyrinthhands import KIT, SIZE, VARIANTS, begun, picture, pixel, position, seeds, view_of
from tests.sampling import in_turn
from tests.viewparts import middle, poses, settle

STRONG = make_kit(SIZE, strong_patterns=True)


# -- places


@given(seeds)
def test_the_layout_gives_every_tile_and_pawn_its_place(seed):
    state = position(seed)
    view = view_of(state)
    layout = view.layout(state)
    assert layout == view.layout(state)
    loose = {tile.id: Cell(row, col) for row, tiles in enumerate(state.grid) for col, tile in enumerate(tiles)
             if not tile.fixed}  # fmt: skip
    assert {tile: layout[tile] for tile in loose} == {tile: pose_at(cell) for tile, cell in loose.items()}
    assert (layout[state.spare.id].x, layout[state.spare.id].y) == view.tray
    for seat, cell in enumerate(state.pawns):
        pawn = layout[f"p{seat}"]
        assert Cell(int(pawn.y), int(pawn.x)) == cell
    assert len({(pose.x, pose.y) for pose in layout.values()}) == len(layout)
    assert len(layout) == len(loose) + 1 + state.params.players


def test_board_and_tray_lie_within_their_place():
    for variant in ["classic_2017", "junior_5x5", "giant_9x9"]:
        for size in [(420, 340), (340, 420), (200, 200), (900, 300), (60, 60), (1400, 1000)]:
            rect = pygame.Rect((7, 3), size)
            view = view_of(begun(variant), rect=rect)
            assert rect.contains(view.rect)
            half = view.cell / 2
            corners = (0.5, 0.5), (view.cols - 0.5, view.rows - 0.5)
            for x, y in (view.tray, *corners, *map(view.arrow_place, view.state.params.arrows)):
                px, py = pixel(view, (x, y))
                assert rect.contains(pygame.Rect(px - half / 2, py - half / 2, half, half))
            assert view.frame.beside is (size[0] >= size[1])
            cell = Cell(1, 2)
            assert view.cell_at(view.cell_rect(cell).center) == cell
            assert view.cell_rect(cell).size == (view.cell, view.cell)


@pytest.mark.parametrize(("variant", "kit"), in_turn(VARIANTS, [KIT, STRONG]))
def test_every_variant_can_be_drawn_in_every_phase_of_a_turn(variant, kit):
    seen = {}
    state = begun(variant, 4)
    dice = Dice(3)
    for _ in range(9):
        view = view_of(state, kit=kit)
        settle(view)
        seen.setdefault(state.phase, picture(view))
        state = state.apply(dice.choice(state.legal_moves())).state
    assert len(set(seen.values())) == len(seen) >= 2


def test_a_board_of_another_size_takes_the_same_place_and_a_standing_window_is_filled():
    view = view_of(begun())
    other = begun("junior_5x5")
    view.show(redact(other, 0))
    assert (view.rows, view.cols) == (5, 5)
    assert poses(view) == view.layout(other)
    assert pygame.Rect(0, 0, *SIZE).contains(view.rect)
    view = view_of(begun(), rect=pygame.Rect(0, 0, 1000, round(1000 * view_of(begun()).tallness)))
    assert view.rect.width > 985
    # pawns on one tile stand side by side
    state = replace(begun(players=4), pawns=(Cell(0, 0),) * 4)
    view = view_of(state)
    stand = [view.layout(state)[f"p{seat}"] for seat in range(4)]
    assert stand == [pawn_pose(Cell(0, 0), number, 4) for number in range(4)]
    assert len({(pose.x, pose.y) for pose in stand}) == 4


# -- nothing is given away


@given(seeds, seeds, st.booleans(), st.integers(0, 3))
@settings(max_examples=30)
def test_two_positions_that_differ_only_in_the_hidden_look_and_speak_alike(seed, other, secret, seat):
    state = position(seed)
    viewer = seat % state.params.players
    views = [view_of(one, viewer=viewer) for one in (state, sample(state, viewer, Dice(other)))]
    for view in views:
        view.host = replace(view.host, shows_secret=secret)
        settle(view)
    one, two = views
    assert picture(one) == picture(two)
    assert one.status() == two.status()
    assert one.picture.lit() == two.picture.lit()
    for row in range(state.params.size):
        for col in range(state.params.size):
            assert one.inform(middle(one, Cell(row, col))) == two.inform(middle(two, Cell(row, col)))


@given(seeds, seeds)
@settings(max_examples=20)
def test_without_leave_to_look_not_even_the_own_card_is_seen(seed, other):
    state = position(seed)
    if state.params.open_cards:
        return
    shuffled = replace(state, decks=tuple(tuple(Dice(other).shuffled(deck)) for deck in state.decks))
    views = [view_of(one) for one in (state, shuffled)]
    for view in views:
        settle(view)
    assert picture(views[0]) == picture(views[1])


def test_the_goal_is_shown_while_it_may_be_looked_at_and_swells_a_few_times():
    state = begun()
    view = view_of(state)
    settle(view)
    before = picture(view)
    view.host = replace(view.host, shows_secret=True)
    assert view.motion.goals() == {state.deck(0)[0]}
    assert view.update(1 / 60)
    settle(view)
    assert picture(view) != before
    assert not view.update(1 / 60)
    view.host = replace(view.host, shows_secret=False)
    assert picture(view) == before
    # who has all is shown the way home
    state = replace(begun(), decks=((), begun().decks[1]))
    state = replace(state, decks=((), state.decks[1]))
    view = view_of(state)
    assert view.motion.goals() == frozenset()
    view.host = replace(view.host, shows_secret=True)
    assert view.motion.goals() == {"start red"}
    # what was found is pale and by numbers each treasure has its own
    state = begun("points")
    found = replace(state, decks=(state.decks[0][1:],), found=(("book",), ()))
    views = [view_of(one) for one in (state, found)]
    assert [view.motion.goals() for view in views] == [{"book"}, {"money_bag"}]
    assert str(views[0].inform(middle(views[0], Cell(0, 2)))) == "Treasure: book, number 1."
    assert str(views[1].inform(middle(views[1], Cell(0, 2)))) == "Treasure: book. player 1 has found it."
    assert picture(views[0]) != picture(views[1])


# -- words


def test_inform_tells_what_lies_where():
    state, barred = begun(players=3), None
    push = state.legal_moves()[0]
    state = state.apply(push).state
    state = state.apply(state.legal_moves()[-1]).state
    barred = state.barred()[0]
    view = view_of(state)
    assert str(view.inform(middle(view, Cell(0, 4)))) == "Treasure: money bag."
    assert "starts here, and comes home here." in str(view.inform(middle(view, Cell(0, 6))))
    assert "player 2 stands here." in str(view.inform(middle(view, state.pawns[1])))
    assert str(view.inform(pixel(view, view.tray))).startswith("The spare tile.")
    arrows = {str(view.inform(pixel(view, view.arrow_place(arrow)))) for arrow in state.arrows()}
    assert len(arrows) == 11
    assert {"Pushes in: row 2 from the left.", "Pushes in: column d from above."} <= arrows
    assert "straight back" in str(view.inform(pixel(view, view.arrow_place(barred))))
    assert view.inform((0, 0)) is None
    events = begun("events", 2)
    rune = next(Cell(r, c) for r in range(7) for c in range(7) if events.tile(Cell(r, c)).mark)
    assert "A rune for who pushes this tile out" in str(view_of(events).inform(middle(view_of(events), rune)))
