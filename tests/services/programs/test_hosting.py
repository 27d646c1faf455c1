"""Hosted sessions: numbered positions, refusals, tokens, messages, and nothing hidden in a snapshot."""

import pickle

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.core import Dice, IllegalMove
from logic.hosting import (
    LONGEST,
    TOKEN_DIGITS,
    WATCHER,
    Hosted,
    NotARequest,
    OldPosition,
    SeatRequest,
    new_token,
    page_of,
    read_request,
    seat_of,
    snapshot,
    token_hash,
)
from logic.registry import GAMES, game_config, new_setup
from logic.session import Seat, Session
from logic.text import LANGUAGES


class AtSession:
    """Plays straight at a session, as a host without a screen does."""

    def __init__(self, hosted):
        self.play, self.end_turn = hosted.session.play, hosted.session.end_turn
        self.take_back = hosted.take_back


def host(game="lgame", *people, **setup):
    laid = msgspec.structs.replace(new_setup(game, None, people or (Seat("Ann"), Seat("Bob")), seed=7), **setup)
    hosted = Hosted(Session(GAMES[game], laid))
    return hosted, AtSession(hosted)


def request_for(hosted, act="play", move="", number=None):
    return SeatRequest(act, hosted.number if number is None else number, move)


def first_move(hosted):
    return str(hosted.session.state.legal_moves()[0])


# -- positions by number


def test_each_change_increases_the_number_and_old_numbers_are_refused():
    hosted, by = host(confirm=True)
    numbers = [hosted.number]
    mover = hosted.session.actor
    for act in ("play", "back", "play", "play", "end"):
        hosted.execute_request(request_for(hosted, act, first_move(hosted) if act == "play" else ""), mover, by)
        numbers += [hosted.number, hosted.number]
    assert numbers == sorted(numbers)
    assert len(set(numbers)) == 6
    hosted, by = host()
    twice = request_for(hosted, move=first_move(hosted))
    mover = hosted.session.actor
    hosted.execute_request(twice, mover, by)
    for number in (twice.number, twice.number - 1, hosted.number + 1, 0):
        with pytest.raises(OldPosition):
            hosted.execute_request(msgspec.structs.replace(twice, number=number), mover, by)
    assert hosted.session.ply == 1


def test_only_the_seat_to_act_may_act_and_none_for_a_computer_seat():
    hosted, by = host()
    mover = hosted.session.actor
    before = hosted.session.save()
    for act, move in (("play", first_move(hosted)), ("end", ""), ("back", ""), ("hint", "")):
        for seat in (1 - mover, WATCHER, 2, 99):
            with pytest.raises(IllegalMove, match="not your turn"):
                hosted.execute_request(request_for(hosted, act, move), seat, by)
    for act, move, why in (
        ("play", "lay a1", "can be made now"),
        ("end", "", "no turn to end"),
        ("back", "", "not your"),
    ):
        with pytest.raises(IllegalMove, match=why):
            hosted.execute_request(request_for(hosted, act, move), mover, by)
    assert hosted.session.save() == before
    hosted, _ = host("lgame", Seat("Ann"), Seat(level="gentle"))
    if hosted.session.actor == 0:
        hosted.session.play(first_move(hosted))
        hosted.session.play("stay")
        hosted.session.end_turn()
    assert hosted.choices(1).moves == ()


def test_a_finished_turn_is_ended_or_taken_back_by_its_player_only():
    hosted, by = host(confirm=True)
    mover = hosted.session.actor
    hosted.execute_request(request_for(hosted, move=first_move(hosted)), mover, by)
    hosted.execute_request(request_for(hosted, move="stay"), mover, by)
    choices = hosted.choices(mover)
    assert (choices.moves, choices.can_end, choices.can_take_back) == ((), True, True)
    assert hosted.choices(1 - mover) == hosted.choices(WATCHER)
    with pytest.raises(IllegalMove, match="finished"):
        hosted.execute_request(request_for(hosted, move=first_move(hosted)), mover, by)
    hosted.execute_request(request_for(hosted, "back"), mover, by)
    assert hosted.session.ply == 1


# -- tokens


def test_tokens_have_128_bits_and_only_their_hash_finds_the_seat():
    tokens = [new_token(lambda number=number: number) for number in (0, 2**128 - 1, 12345)]
    assert {len(token) for token in tokens} == {TOKEN_DIGITS}
    hashes = tuple(map(token_hash, tokens))
    assert [seat_of(token, hashes) for token in tokens] == [0, 1, 2]
    for stranger in ("", hashes[0], tokens[0][1:], tokens[0].upper() + " ", "\ud800", "0" * 10**5):
        assert seat_of(stranger, ("", *hashes)) is None


# -- messages


@given(st.binary(max_size=2 * LONGEST) | st.text(max_size=LONGEST))
def test_any_message_is_parsed_as_a_seat_request_or_refused(message):
    try:
        found = read_request(message)
    except NotARequest:
        return
    assert isinstance(found, SeatRequest)


@pytest.mark.parametrize(
    "message",
    [
        "", "{}", "[]", "null", '{"act":"play"}', '{"act":"play","number":-1}', '{"act":"play","number":1.5}',
        '{"act":"play","number":99999999999}', '{"act":"leave","number":1}', '{"act":"play","number":1,"seat":2}',
        '{"act":"play","number":1,"move":7}', '{"act":"play","number":1,"move":"' + "x" * 300 + '"}',
        '{"act":"play","number":1,"move":"' + "x" * 5000 + '"}', "[" * 500, b"\xff\xfe", '{"act":"play","number":"1"}',
    ],
)  # fmt: skip
def test_invalid_seat_requests_are_refused(message):
    with pytest.raises(NotARequest):
        read_request(message)


# -- what is sent


def told(hosted, viewer):
    names = [""] * len(hosted.session.seats)
    shown = snapshot(hosted, viewer, names)
    return shown, [msgspec.json.encode(page_of(shown, language)) for language in LANGUAGES]


def test_the_trail_of_a_snapshot_does_not_grow_with_the_game():
    hosted, by = host("labyrinth", Seat("Ann"), Seat("Bob"), Seat("Zoë"), confirm=False)
    dice, trails = Dice(1), []
    for _ in range(60):
        move = str(dice.choice(hosted.session.state.legal_moves()))
        hosted.execute_request(request_for(hosted, move=move), hosted.session.actor, by)
        trails.append([len(snapshot(hosted, viewer, ("", "", "")).trail) for viewer in (*range(3), WATCHER)])
    assert max(trail[WATCHER] for trail in trails) == 2, "a turn of the maze: the tile, and the way"
    assert max(max(trail) for trail in trails) == 4, "the turns of the two others"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_snapshots_and_pages_in_every_language(name):
    config = game_config(name)
    people = [Seat()] * min(config.variants[config.default].players)
    hosted = Hosted(Session(GAMES[name], new_setup(name, None, people, 3)))
    dice = Dice(1)
    for _ in range(25):
        for viewer in (*range(len(people)), WATCHER):
            told(hosted, viewer)
        pickle.loads(pickle.dumps(snapshot(hosted, 0, [""] * len(people))))  # noqa: S301 - our own, a line above
        if hosted.session.outcome() is not None:
            break
        if hosted.session.awaits_end:
            hosted.session.end_turn()
        else:
            hosted.session.play(dice.choice(hosted.session.state.legal_moves()))
    if hosted.session.outcome() is None:
        hosted.session.end_early(hosted.session.actor)
    _, (page, *_) = told(hosted, 0)
    ended = msgspec.json.decode(page)["ending"]
    assert ended["reason"]
