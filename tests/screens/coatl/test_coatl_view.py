"""The view of Cóatl: layout, moves that end at home, live scores, and no card revealed."""

from dataclasses import replace
from itertools import product

import pygame
import pytest
from hypothesis import given, settings

from logic.coatl import redact
from logic.coatl.components import FIELDS, HIDDEN, MOST_COATLS, MOST_PROPHECIES, Serpent
from logic.coatl.moves import Attach, Choose, Draw, End, Prophesy, Start, Take, card_points, level, worth
from scenes.coatl.layout import COVERED, Spot, chain, is_card, market_spots, origin, spread, table_rects
from scenes.coatl.paint import TablePaint
from scenes.shots.poses import played as finished
from sprites.coatl import boards
from sprites.widgets.input import Pointer
from tests.support.hands.coatl import (
    KINDS,
    KIT,
    SIZE,
    STILL,
    after,
    begun,
    offering,
    pixel,
    played,
    position,
    seeds,
    tap,
    view_of,
)
from tests.support.hands.views import picture_of, pointer, poses, settle
from tests.support.positions.coatl import play, table

AT_1920 = (1181, 986)
"""The size of the table in a window of 1920×1080."""
OLD_PIECE = {False: 62, True: 49}
"""The least side of a piece in an own groove there, alone or with opponents: that of an earlier layout, eight tenths of
a lane of 78 or 62 pixels, three of which had not quite a quarter of the table."""
SIZES = [(480, 420), (420, 480), (300, 500), (200, 200), (900, 300), (60, 60), (1400, 1000)]


# -- places


@given(seeds)
@settings(max_examples=40)
def test_the_layout_places_every_piece_and_card_outside_bags_and_decks(seed):
    view = view_of(position(seed))
    layout = view.layout(view.state)
    assert layout == view.layout(view.state)
    known = view.state
    pieces = {piece for field in known.supply for piece in field}
    cards = {card for card in (*known.display, *known.temples) if card}
    covered = 0
    for seat in known.seats:
        pieces |= {*seat.pieces, *seat.gifts, *(piece for coatl in seat.coatls for piece in coatl.pieces)}
        cards |= {card for coatl in seat.coatls for card in (*coatl.prophecies, coatl.temple) if card}
        cards |= {card for card in (*seat.prophecies, *seat.temples) if card != HIDDEN}
        covered += (*seat.prophecies, *seat.temples).count(HIDDEN)
    assert {name for name in layout if not is_card(name)} == pieces
    assert {name for name in layout if is_card(name) and not name.startswith(COVERED)} == cards
    assert sum(name.startswith(COVERED) for name in layout) == covered


def building(players, used, variant="sacrifice"):
    """Return a first position in which everybody has begun so many cóatls."""
    state = begun("solo" if players == 1 else variant, players)
    return replace(state, seats=tuple(replace(seat, coatls=(Serpent(("Rb1",)),) * used) for seat in state.seats))


def apart(things):
    """Return whether nothing lies on something else, except the line of pixels where they touch."""
    things = [thing.inflate(-2, -2) for thing in things]
    return not any(thing.collidelistall(things[number + 1 :]) for number, thing in enumerate(things))


def test_the_table_fits_its_rect_and_its_parts_do_not_overlap():
    for used, players, size in product(range(MOST_COATLS + 1), [1, 2, 3, 4], SIZES):
        rect = pygame.Rect((7, 3), size)
        rects = table_rects(rect, building(players, used), 0)
        assert rect.contains(rects.rect)
        middle, own = rects.middle, rects.own
        market = [
            *middle.fields.values(), *middle.pouches.values(), *middle.display, middle.deck, middle.discards,
            *middle.temples, middle.temple_deck, middle.emblem,
        ]  # fmt: skip
        laid = [rect for lane in own.lanes[:used] for rect in (lane.groove, lane.tags, lane.temple, lane.plate)]
        furrows = [lane.groove for lane in own.lanes[used:]]
        mine = [own.board, own.hand, own.shrine, *(own.tokens if players > 1 else ())]
        things = [*market, *laid, *furrows, *mine, *(area.rect for area in rects.others)]
        assert all(rects.rect.inflate(6, 6).contains(thing) for thing in things)
        assert all(lane.rect.contains(lane.groove) for lane in own.lanes)
        if min(size) >= 300:
            assert all(middle.supply.contains(thing) for thing in market)
            assert apart(things)
            assert apart([lane.rect for lane in own.lanes])
        if min(size) >= 400:
            for area in rects.others:
                parts = [
                    area.badge,
                    area.hand,
                    area.shrine,
                    *area.tokens,
                    *area.slots,
                    *(one.rect for one in area.lanes),
                ]
                assert apart(parts)
                assert all(area.rect.contains(part) for part in parts)


def test_of_two_temples_in_hand_both_are_seen():
    state = building(2, 0)
    state = state.with_seat(replace(state.seats[0], temples=state.temples), 0)
    for size in [(480, 420), (510, 556), (628, 548), (986, 1215), AT_1920]:
        own = table_rects(pygame.Rect((7, 3), size), state, 0).own
        one, other = spread(own.shrine, 2)
        assert other.left - one.left > 0.85 * one.width
        assert apart([own.shrine, own.hand])


def test_tags_of_a_coatl_fit_their_rect_without_overlap():
    for used, count, size in product(range(1, MOST_COATLS + 1), range(1, MOST_PROPHECIES + 1), SIZES):
        rects = table_rects(pygame.Rect((7, 3), size), building(4, used), 0)
        for lane in (lane for area in (rects.own, *rects.others) for lane in area.lanes[:used]):
            tags = lane.tag_rects(count)
            assert len(tags) == count
            for number, tag in enumerate(tags):
                assert lane.tags.contains(tag)
                assert tag.collidelist(tags[number + 1 :]) == -1


def test_used_grooves_are_larger_than_free_ones_and_shrink_with_their_number():
    for used, size in product(range(1, MOST_COATLS), [(480, 420), (510, 556), (628, 548), (986, 1215), (1181, 986)]):
        rect, all_used = pygame.Rect((0, 0), size), {}
        for count in (used, used + 1):
            rects = table_rects(rect, building(4, count), 0)
            for area in (rects.own, *rects.others):
                heights = [lane.groove.height for lane in area.lanes]
                assert min(heights[:count]) > 2 * max(heights[count:], default=0)
                assert heights[0] <= all_used.setdefault(area.seat, heights[0])


@pytest.mark.parametrize(("players", "length"), [(1, 9), (2, 13), (3, 13), (4, 13)])
def test_serpents_on_the_own_mat_are_the_largest_of_all_pieces(players, length):
    for used in range(1, MOST_COATLS + 1):
        rects = table_rects(pygame.Rect((0, 0), AT_1920), building(players, used), 0)
        for lane in rects.own.lanes[:used]:
            sides = [chain(lane, Serpent(("Rb1",) * pieces), is_open=True)[0] for pieces in range(1, length + 1)]
            assert min(sides) >= 1.6 * OLD_PIECE[players > 1]
            assert min(sides) > max(rects.middle.piece, rects.unit)


def test_touch_targets_have_a_minimum_size():
    for players, size in product([2, 4], [(628, 548), (548, 629), (1181, 986)]):
        rects = table_rects(pygame.Rect((0, 0), size), begun("sacrifice", players), 0)
        assert min(rect.height for rect in rects.middle.fields.values()) >= 30
        assert rects.unit >= 34
        assert min(rects.middle.display[0].size) >= 44
        assert min(area.rect.height for area in rects.others) >= 60


# -- nothing leaks


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_an_opponents_move_never_shows_a_hidden_card(seed):
    state = position(seed, variant="sacrifice")
    viewer = (state.player + 1) % state.params.players
    view = view_of(state, viewer=viewer)
    secret = {*state.deck, *state.temple_deck}
    secret |= {card for number, seat in enumerate(state.seats) if number != viewer
               for card in (*seat.prophecies, *seat.temples)}  # fmt: skip
    for move in state.legal_moves()[:6]:
        following, events = state.apply(move)
        known = redact(following, viewer)
        told = {*known.display, *known.temples, *known.discards, *known.seats[viewer].prophecies,
                *(card for seat in known.seats for coatl in seat.coatls for card in (*coatl.prophecies, coatl.temple)),
                *known.seats[viewer].temples}  # fmt: skip
        view.show(redact(state, viewer), at_once=True)
        view.show(known, events)
        for _ in range(40):
            assert not (secret - told) & poses(view).keys()
            view.update(1 / 20)


# -- from position to position


def test_pieces_fly_from_their_field_to_the_slots_in_an_arc():
    state = played(begun(), 4)
    move = next(move for move in state.legal_moves() if isinstance(move, Take) and move.field[0] == "b")
    view = view_of(state)
    pieces = state.field(move.field)
    start = poses(view)[pieces[0]]
    after(view, state, move)
    view.update(0.05)
    flying = view.stage.pose(pieces[0])
    assert flying.z > 0.1
    settle(view)
    home = view.stage.pose(pieces[0])
    assert (home.x, home.y) != (start.x, start.y)
    assert view.rects.own.board.collidepoint(view.to_pixels(home.x, home.y))


def test_refilled_pieces_come_from_their_bag():
    state = begun()
    while not any(event.name == "refill" and any(":" not in name for name in event.paths)
                  for move in state.legal_moves() for event in state.apply(move).events):  # fmt: skip
        state = played(state, 1, state.turn)
    view = view_of(state)
    events = state.apply(End()).events
    new = next(name for event in events if event.name == "refill" for name in event.paths if ":" not in name)
    after(view, state, End())
    for _ in range(200):
        if new in poses(view):
            break
        view.update(1 / 120)
    start = origin(view.rects, new)
    there = view.stage.pose(new)
    assert abs(there.x - start.x) + abs(there.y - start.y) < 1.5
    settle(view)
    assert poses(view) == view.layout(view.state)


def test_a_card_chosen_by_an_opponent_flies_there_and_disappears():
    state = played(begun(players=3), 12)
    while state.action or not any(isinstance(move, Choose) for move in state.legal_moves()):
        state = played(state, 1)
    viewer = (state.player + 1) % 3
    view = view_of(state, viewer=viewer)
    move = next(move for move in state.legal_moves() if isinstance(move, Choose))
    after(view, state, move)
    view.update(0.3)
    at = view.stage.pose(move.card)
    area = view.rects.area(state.player).rect.inflate(60, 60)
    assert area.collidepoint(view.to_pixels(at.x, at.y))
    settle(view)
    assert move.card not in poses(view)


@pytest.mark.parametrize("is_own", [True, False])
def test_a_blind_draw_is_turned_over_only_for_its_player(is_own):
    state = played(begun(players=2), 6)
    while state.action or Draw() not in state.legal_moves():
        state = played(state, 1)
    view = view_of(state, viewer=state.player if is_own else 1 - state.player)
    before = set(poses(view))
    after(view, state, Draw())
    view.update(0.02)
    (new,) = set(poses(view)) - before
    deck, at = origin(view.rects, new), view.stage.pose(new)
    assert new.startswith(COVERED) != is_own
    if is_own:
        assert at.flip < 0
    else:
        assert abs(at.x - deck.x) + abs(at.y - deck.y) < 2
    settle(view)
    assert not is_own or view.stage.pose(new).flip == 1


def test_events_sound_when_they_arrive_and_not_on_undo():
    state = played(begun(), 6, wild=0)
    while not any(isinstance(move, Start | Attach) for move in state.legal_moves()):
        state = played(state, 1, wild=0)
    view = view_of(state)
    move = next(move for move in state.legal_moves() if isinstance(move, Start | Attach))
    name = state.apply(move).events[0].name
    after(view, state, move)
    assert view.sound.heard == []
    settle(view)
    assert view.sound.heard == [name]
    view.show(redact(state, view.host.viewer))
    settle(view)
    assert view.sound.heard == [name]
    assert poses(view) == view.layout(view.state)


# -- what is lit


def test_cards_show_their_level_on_the_targeted_coatl():
    state = offering(Prophesy)
    view = view_of(state)
    move = next(move for move in state.legal_moves() if isinstance(move, Prophesy))
    assert view.picture.level(move.card) >= 1
    assert view.picture.look_of_card(move.card) == "lit"
    idle = view_of(state)
    idle.host = replace(idle.host, live=False)
    assert picture_of(view) != picture_of(idle)
    # the cards show what they score on the cóatl under the mouse
    state = offering(Prophesy)
    seat = state.seats[state.player]
    view = view_of(state)
    growing = [(place, coatl) for place, coatl in enumerate(seat.coatls) if not coatl.locked]
    assert growing
    for place, coatl in growing:
        view.hands.aim = Spot("lane", number=place)
        assert [view.picture.level(card) for card in seat.prophecies] == [
            level(card, coatl) for card in seat.prophecies
        ]


def test_with_one_free_slot_fields_of_two_bodies_are_dimmed():
    state = next(one for one in (played(begun(), moves) for moves in range(2, 40)) if one.action == "")
    board = ("Rb1", "Yb1", "Gb1", "Bb1", "Kb1", "Rb2", "Yb2", "")
    seats = tuple(replace(seat, board=board) if number == state.player else seat
                  for number, seat in enumerate(state.seats))  # fmt: skip
    view = view_of(replace(state, seats=seats))
    looks = {field: {view.picture.look_of_piece(piece) for piece in pieces}
             for field, pieces in zip(FIELDS, state.supply, strict=True) if pieces}  # fmt: skip
    assert {field for field, look in looks.items() if look == {"dim"}} == {
        field for field in looks if len(state.field(field)) == 2
    }


def test_unavailable_components_are_dimmed_and_available_ones_are_not():
    state = next(one for one in (played(begun(), moves) for moves in range(2, 40)) if one.action == "")
    view = settle(view_of(state))

    def brightness(rect):
        surface = pygame.Surface(SIZE)
        view.draw(surface)
        return sum(pygame.transform.average_color(surface, rect.inflate(-6, -6))[:3])

    middle = view.rects.middle
    taken = [rect for spot, rect in market_spots(view.rects, view.state) if spot.name in view.hands.choice.reach.fields]
    others = [*middle.temples, middle.temple_deck]
    seen = [brightness(rect) for rect in (*taken, *others)]
    view.host = replace(view.host, live=False)
    shares = [now / brightness(rect) for now, rect in zip(seen, (*taken, *others), strict=True)]
    assert min(shares[: len(taken)]) >= 1
    assert all(0.6 <= share <= 0.7 for share in shares[len(taken) :])


@pytest.mark.parametrize("kit", [KIT, STILL], ids=["moving", "still"])
def test_a_groove_grows_when_a_coatl_is_started_and_shrinks_on_undo(kit):
    state = offering(Start)
    move = next(move for move in state.legal_moves() if isinstance(move, Start))
    number = len(state.seat.coatls)
    view = view_of(state, kit=kit)
    heights = [view.picture.still.grooves[number].height]
    for change in (lambda: after(view, state, move), lambda: view.show(state)):
        change()
        heights.append(view.picture.still.grooves[number].height)
        view.update(0.08)
        heights.append(view.picture.still.grooves[number].height)
        settle(view)
        heights.append(view.picture.still.grooves[number].height)
        assert heights[-1] == view.rects.own.lanes[number].groove.height
    furrow, groove = heights[0], heights[3]
    between = [heights[2], heights[5]]
    assert groove > 2 * furrow == 2 * heights[6]
    assert between == [groove, furrow] if kit is STILL else all(furrow < height < groove for height in between)


# -- what is laid over the table


def test_an_opponents_area_is_enlarged_and_closed_by_tap():
    state = played(begun(players=3), 60)
    view = settle(view_of(state))
    before = picture_of(view)
    other = (view.host.viewer + 1) % 3
    assert tap(view, Spot("area", number=other)) is None
    assert view.hands.choice.enlarged == other
    assert picture_of(view) != before
    assert tap(view, Spot("close")) is None
    assert view.hands.choice.enlarged is None
    assert picture_of(view) == before
    # opened by a player whose turn it is not, and a move does not close it
    viewer = (state.player + 1) % 3
    view = view_of(state, viewer=viewer)
    for kind in ("down", "up"):
        pos = pixel(view, Spot("area", number=state.player))
        assert view.look(Pointer(kind, pos, 1, touch=True))
    assert view.hands.choice.enlarged == state.player
    after(view, state, state.legal_moves()[0])
    assert view.hands.choice.enlarged == state.player
    # a text about a card appears where the mouse hovers
    state = begun()
    view = settle(view_of(state))
    before = picture_of(view)
    pointer(view, "hover", pixel(view, Spot("prophecy", state.display[0])))
    for _ in range(60):
        view.update(1 / 30)
    assert picture_of(view) != before
    pointer(view, "hover", (1, 1))
    assert view.hands.inspector.inspected is None


# -- cards that turn over, pictures in the list of moves


@pytest.mark.parametrize("kind", KINDS)
def test_every_move_except_end_has_a_log_picture(kind):
    state = offering(kind)
    view = view_of(state)
    for move in state.legal_moves():
        shown = view.log_picture(view.state, move, 20)
        if isinstance(move, End):
            assert shown is None
        else:
            assert shown.get_height() in range(18, 23)
            assert shown is view.log_picture(view.state, move, 20)


@pytest.mark.parametrize("is_own", [True, False])
def test_the_trail_frames_the_tag_of_a_laid_card(is_own):
    state = offering(Prophesy)
    move = next(move for move in state.legal_moves() if isinstance(move, Prophesy))
    later, events = state.apply(move)
    view = view_of(later, viewer=state.player if is_own else 1 - state.player)
    view.show_trail([(state, events)])
    tags = [rect for spot, rect in view.hands.pointing.on_table() if spot.name == move.card]
    assert tags == [rect for rect in view.picture.vacated_rects() if rect.colliderect(tags[0])]


def test_log_pictures_of_hidden_cards_show_the_back():
    state = begun(players=3)
    viewer = (state.player + 1) % 3
    view, own = view_of(state, viewer=viewer), view_of(state)
    shown = {view.log_picture(view.state, move, 20) for move in state.legal_moves()}
    assert len(shown) == 1
    assert own.log_picture(own.state, state.legal_moves()[0], 20) not in shown
    # at the end all hands lie open
    state = played(begun("solo", 1), 400)
    assert state.over
    state = played(begun(players=2), 600)
    assert state.over
    view = view_of(state, viewer=0)
    view.show(state)
    assert {*state.seats[1].prophecies} <= view.layout(state).keys()


@pytest.mark.parametrize("viewer", [0, 1])
def test_at_the_end_own_finished_coatls_are_tallied_card_by_card(viewer):
    state = finished("coatl").state
    view, told = view_of(state, viewer=viewer), []
    before = picture_of(view)
    view.show_end_reason()
    while view.stage.moving:
        if str(view.picture.tally) not in told[-1:]:
            told.append(str(view.picture.tally))
        view.update(0.02)
    made = [coatl for coatl in state.seats[viewer].coatls if coatl.is_finished]
    assert made
    sums = [line.rpartition(" = ")[2] for line in told if " = " in line]
    assert sums == [str(worth(coatl)) for coatl in made if len(card_points(coatl)) > 1]
    assert len(told) >= sum(len(card_points(coatl)) for coatl in made)
    settle(view)
    assert picture_of(view) == before, "nothing of it stays"


def test_the_final_tally_can_be_skipped_and_needs_motion_and_an_end():
    state = finished("coatl").state
    view = view_of(state)
    view.show_end_reason()
    view.stage.skip()
    assert dict(view.stage.poses()) == view.layout(view.state)
    for quiet in (view_of(state, STILL), view_of(finished("coatl").states[-5])):
        quiet.show_end_reason()
        assert not quiet.stage.moving


GROWING = """
1 board Gb9 Gt1
1 coatl Kh1 Rb1 Rb2 Bb1 Bb2 Gb1 + two_two:RB
1 coatl Yb1 Yb2 Yb3 Yb4 + red:Y
1 prophecies pair:KG
"""


def test_a_hint_is_cleared_with_its_position_and_shown_in_review():
    offered = offering(Start)
    begun_two = replace(offered.seats[offered.player], coatls=(Serpent(("Rb1",)),) * (MOST_COATLS - 1))
    before = replace(
        offered, seats=tuple(begun_two if n == offered.player else seat for n, seat in enumerate(offered.seats))
    )
    move = Start(before.seats[before.player].pieces[0])
    view = view_of(before)
    view.show_hint([move])
    view.show(before.apply(move).state)
    assert not view.hands.hint
    view.show_better(before, [move])
    assert picture_of(view) != picture_of(view_of(view.state))  # in the groove that is taken by now


@pytest.fixture
def drawn_texts(monkeypatch):
    """Return what a view writes on its table, in order."""
    texts = []

    def written_by(view):
        monkeypatch.setattr(TablePaint, "write", lambda self, surface, text, *rest: texts.append(text))
        texts.clear()
        picture_of(view)
        return texts

    return written_by


def test_each_coatl_shows_its_live_score_and_its_length(drawn_texts):
    state = table(GROWING)
    before = drawn_texts(view_of(state))
    assert [worth(coatl) for coatl in state.seats[0].coatls] == [4, 3]
    assert before.count("6") == 1, "its length"
    assert before.count("4") == 2, "the points of one, the length of the other"
    after = drawn_texts(view_of(play(state, "attach Gb9 1 tail")))
    assert after.count("7") == 1
    assert "6" not in after


@pytest.mark.parametrize(("players", "markers"), [(1, 0), (2, 1), (3, 1), (4, 1)])
def test_one_player_has_the_first_player_marker_except_in_solo(monkeypatch, players, markers):
    marker, laid = boards.marker, []
    monkeypatch.setattr(boards, "marker", lambda kit, side: laid.append(side) or marker(kit, side))
    pictures = []
    for first in range(1, players + 1):
        laid.clear()
        pictures.append(picture_of(view_of(table(f"player 1, turn 5, first {first}", players=players))))
        assert len(laid) == markers
    assert len(set(pictures)) == players, "who has it is seen"
