"""Phones in a real browser with the real program: whole games by touch, a phone that goes offline, strangers."""

import json
import re
import socket
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest
import zxingcpp
from PIL import Image

from logic.storage.files import data_folder
from tests.e2e.browser import CHROMIUM
from tests.e2e.sitting import SIZE
from tests.support.processes import PATIENCE, wait_for
from tests.support.seats.app import make_driver
from tests.support.xwindow import Program, screen

pytestmark = [pytest.mark.needs_browser, pytest.mark.xdist_group("browser")]

ROOT = Path(__file__).parents[2]
PORTRAIT, LANDSCAPE = {"width": 390, "height": 844}, {"width": 844, "height": 390}
SMALL_PORTRAIT, SMALL_LANDSCAPE = {"width": 360, "height": 640}, {"width": 640, "height": 360}
TABLET = {"width": 820, "height": 1180}
LOCALES = {"de": "de-DE", "hu": "hu-HU", "pl": "pl-PL"}
RECONNECT_MS = 2_000
"""Milliseconds of its own clock in which a phone is back; the time of network and machine is not counted."""
A_MINUTE = 60_000
LOOK, LOOKS = 20, round(50 * PATIENCE)
"""Milliseconds between two looks at a page, and the number of looks until a timeout."""
NOTE_POINTERS = """() => {
    noted = [];
    const note = (hand) => noted.push([hand.textContent, hand.dataset.target]);
    const look = (changes) => changes.forEach((change) => change.addedNodes.forEach(note));
    new MutationObserver(look).observe($("pointers"), { childList: true });
}"""
"""Makes a page record who was seen pointing at what."""


@contextmanager
def served(*arguments):
    """Serve a game; yield the address with the code."""
    command = [sys.executable, "main.py", "serve", *arguments, "--address", "127.0.0.1", "--seed", "7"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        try:
            found = next(filter(None, (re.match(r"(http://\S+/)  (\w{8})$", line) for line in program.stdout)))
            yield f"{found[1]}#{found[2]}"
        finally:
            program.terminate()
            program.communicate(timeout=PATIENCE)


class Phones:
    """Several phones, each a browser of its own as far as it can tell, and the errors in any of them."""

    def __init__(self, browser, link, language):
        self.browser, self.link, self.language = browser, link, language
        self.faults = []

    def open(self, view=PORTRAIT):
        context = self.browser.new_context(
            viewport=view, device_scale_factor=2, has_touch=True, is_mobile=True, locale=LOCALES[self.language]
        )
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.goto(self.link)
        return page

    def sit(self, seat, view=PORTRAIT):
        page = self.open(view)
        page.locator("#seats button").nth(seat).tap()
        page.locator("#table").wait_for()
        return page


@contextmanager
def a_browser():
    """One browser for all phones, each with a profile of its own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def chromium():
    with a_browser() as browser:
        yield browser


@contextmanager
def phones(chromium, link, language):
    made = Phones(chromium, link, language)
    try:
        yield made
    finally:
        for context in chromium.contexts:
            context.close()
    assert not made.faults


def freeze_clock(page):
    """Stop the clock of a page; it advances only when told to, and what was due within a minute has come."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + A_MINUTE)


def is_over(page):
    return page.evaluate("Boolean(page.ending)")


def until(page, true):
    """Wait for something on a page, whose policy lets nobody evaluate texts later on."""
    page.evaluate(
        f"""() => new Promise((done, fail) => {{
            let looks = {LOOKS};
            const seek = () => ({true}) ? done() : looks-- ? setTimeout(seek, {LOOK}) : fail(Error("it never comes"));
            seek();
        }})"""
    )


def act(pages):
    """Let the player to move do one thing: end the turn, or make the last of the moves, by hand."""
    page = pages[pages[0].evaluate("page.actor")]
    before = page.evaluate("page.number")
    for other in pages:
        until(other, f"page.number >= {before}")
    if page.locator("#end").is_visible():
        page.locator("#end").tap()
    else:
        page.evaluate("document.querySelector('#all').open = true")
        page.locator("#moves button").last.tap()
        page.locator("#yes").tap()
    for other in pages:
        until(other, f"page.number > {before}")


@pytest.mark.parametrize(
    ("game", "seats", "language", "turns"), [("labyrinth", 4, "pl", 24), ("coatl", 2, "de", 30), ("lgame", 2, "de", 20)]
)
def test_phones_play_a_game_together(chromium, game, seats, language, turns):
    with served(game, "--seats", str(seats)) as link, phones(chromium, link, language) as them:
        pages = [them.sit(seat, LANDSCAPE if seat == 1 else PORTRAIT) for seat in range(seats)]
        for _ in range(turns):
            if is_over(pages[0]):
                break
            act(pages)
        assert len({page.evaluate("page.number") for page in pages}) == 1
        assert not any("#" in page.url for page in pages), "the code does not stay in the address"
        for page in pages:
            page.set_viewport_size(PORTRAIT)
            until(page, "look && look.form === shape()")
            wide = page.evaluate("document.documentElement.scrollWidth")  # innerWidth grows with what is too wide
            assert wide == PORTRAIT["width"], "nothing lies beside the page"


def test_a_move_can_be_made_on_the_board_and_undone(chromium):
    with served("labyrinth", "--seats", "2") as link, phones(chromium, link, "de") as them:
        pages = [them.sit(seat) for seat in range(2)]
        page = pages[pages[0].evaluate("page.actor")]
        page.locator("#spots .spot").first.wait_for()
        before = page.evaluate("page.number")
        page.locator("#spots .spot").first.tap()
        page.locator("#other").tap()
        page.locator("#yes").tap()
        page.locator("#back").wait_for()
        assert page.evaluate("page.number") == before + 1
        page.locator("#back").tap()
        page.locator("#back").wait_for(state="hidden")
        page.locator("#spots .spot").first.wait_for()
        assert page.evaluate("page.moves.length") == page.evaluate("look.moves.length")


def test_a_phone_reconnects_within_two_seconds_and_keeps_its_seat_on_reload(chromium):
    with served("labyrinth", "--seats", "2") as link, phones(chromium, link, "pl") as them:
        pages = [them.sit(seat) for seat in range(2)]
        sleeper = pages[1 - pages[0].evaluate("page.actor")]
        sleeper.clock.install()
        sleeper.context.set_offline(True)
        sleeper.evaluate("socket.close()")
        sleeper.locator("#lost").wait_for()
        awake = [page for page in pages if page is not sleeper]
        awake[0].evaluate("document.querySelector('#all').open = true")
        awake[0].locator("#moves button").first.tap()
        awake[0].locator("#yes").tap()
        awake[0].locator("#back").wait_for()
        freeze_clock(sleeper)
        sleeper.context.set_offline(False)
        sleeper.clock.run_for(RECONNECT_MS)
        sleeper.locator("#lost").wait_for(state="hidden")
        sleeper.clock.resume()
        assert sleeper.evaluate("page.number") == awake[0].evaluate("page.number")
        kept = sleeper.evaluate(
            """() => {
                pending = {act: "hint", number: page.number, move: ""};
                receive({page: {...page}});
                const first = Boolean(pending), fresh = {...page};
                receive({table: "another"});
                receive({page: fresh});
                return [first, Boolean(pending)];
            }"""
        )
        assert kept == [True, False], "what was not answered is asked again, but not of a table that was opened anew"
        until(sleeper, "look")
        seat = sleeper.evaluate("page.seat")
        sleeper.reload()
        sleeper.locator("#table").wait_for()
        sleeper.locator("#things li").first.wait_for()
        assert sleeper.evaluate("page.seat") == seat


def test_pointing_by_a_watcher_is_shown_on_every_phone(chromium):
    with served("labyrinth", "--seats", "2") as link, phones(chromium, link, "pl") as them:
        player, watcher = them.sit(0), them.sit(2, LANDSCAPE)
        for page in (player, watcher):
            until(page, "look && document.querySelector('#board').naturalWidth")
            page.evaluate(NOTE_POINTERS)  # they are shown only for some seconds, so the page has to record them
        left, top, width, height = watcher.evaluate("look.targets.b6")
        box = watcher.locator("#board").bounding_box()
        share = (left + width / 2) / 1000, (top + height / 2) / 1000
        watcher.locator("#board").tap(position={"x": share[0] * box["width"], "y": share[1] * box["height"]})
        for page in (player, watcher):
            until(page, "noted.length")
            assert page.evaluate("noted") == [["Ktoś z widzów", "b6"]], "the same square standing and lying"
        player.locator("#pointers .pointer").wait_for(state="detached")


def test_a_wrong_code_is_refused_and_a_seat_can_be_taken_over(chromium):
    with served("labyrinth", "--seats", "2") as link, phones(chromium, link, "de") as them:
        first = them.sit(0)
        stranger = them.open()
        stranger.goto(link.partition("#")[0])
        stranger.reload()
        stranger.locator("#code").fill("WRONGONE")
        stranger.locator("#code-send").tap()
        stranger.locator("#door-says", has_text="Code").wait_for()
        assert stranger.locator("#seats button").count() == 0
        second = them.open()
        second.locator("#seats button").nth(0).tap()
        second.locator("#seats button.gold").tap()
        second.locator("#table").wait_for()
        first.locator("#door").wait_for()
        assert "übernommen" in first.locator("#door-says").text_content()


def test_small_phones_show_all_targets_and_own_cards_in_each_language(chromium):
    with served("labyrinth", "--seats", "2") as link, phones(chromium, link, "de") as them:
        door = them.open(SMALL_LANDSCAPE)
        door.locator("#seats button").first.wait_for()
        assert door.evaluate("$('door').getBoundingClientRect().bottom <= innerHeight"), "else it cannot be scrolled"
        pages = [them.sit(seat, SMALL_PORTRAIT) for seat in range(2)]
        page, named = pages[pages[0].evaluate("page.actor")], set()
        until(page, "$('things').textContent")
        for language in ("hu", "pl", "de"):  # each different from the one before
            told = json.dumps(page.locator("#things").text_content())
            page.locator("#language").select_option(language)
            until(page, f"words[''] === '{language}' && page.number && look && page.moves.length === look.moves.length")
            until(page, f"$('things').textContent !== {told}")  # sent again with a position, after the page's own texts
            page.evaluate("choose([0], [], false)")
            lowest, bar, *beyond = page.evaluate(
                """() => {
                    const board = $("board").getBoundingClientRect();
                    const low = Math.max(...look.spots.map(([, top, , height]) => top + height)) / 1000;
                    const parts = [$("things"), $("acts"), ...$("acts").children];
                    const beyond = parts.map((part) => part.scrollWidth - part.clientWidth);
                    return [board.top + low * board.height, $("bar").getBoundingClientRect().top, ...beyond];
                }"""
            )
            assert lowest <= bar
            assert max(beyond) <= 0
            named.add(page.locator("#things").text_content())
        assert len(named) == 3, "what the cards are called follows the language"


# -- what goes wrong in practice


def test_a_seat_taken_meanwhile_is_refused_to_a_second_phone(chromium):
    with served("labyrinth", "--seats", "2") as link, phones(chromium, link, "de") as them:
        slow = them.open()
        slow.locator("#seats button").first.wait_for()
        quick = them.sit(0)
        slow.locator("#seats button").nth(0).tap()
        slow.locator("#door-says", has_text="gerade jemand genommen").wait_for()
        slow.locator("#seats button").nth(1).tap()
        slow.locator("#table").wait_for()
        assert [page.evaluate("page.seat") for page in (quick, slow)] == [0, 1]


def test_a_phone_keeps_its_seat_in_a_second_or_reopened_tab(chromium):
    with served("labyrinth", "--seats", "2") as link, phones(chromium, link, "de") as them:
        page = them.sit(1)
        again = page.context.new_page()
        again.goto(link)
        again.locator("#table").wait_for()
        assert again.evaluate("page.seat") == 1
        page.close()
        again.close()
        later = page.context.new_page()
        later.goto(link.partition("#")[0])
        later.locator("#table").wait_for()
        assert later.evaluate("page.seat") == 1


def test_a_code_scanned_in_an_open_page_and_a_replaced_tab_keep_seats_apart(chromium):
    with served("labyrinth", "--seats", "2") as link, phones(chromium, link, "de") as them:
        first = them.sit(0)
        first.locator("#leave").tap()
        first.locator("#code-form").wait_for()
        watcher = them.sit(2)
        tab = watcher.context.new_page()
        tab.goto(link)
        tab.locator("#seats button").nth(0).tap()
        tab.locator("#table").wait_for()
        other = them.open()
        other.locator("#seats button").nth(0).tap()
        other.locator("#seats button.gold").tap()
        tab.locator("#door").wait_for()
        tab.goto(link)  # the same document, with another fragment in its address
        tab.locator("#seats button").nth(1).tap()
        tab.locator("#table").wait_for()
        other.locator("#table").wait_for()
        tab.reload()
        tab.locator("#table").wait_for()
        assert tab.evaluate("page.seat") == 1


def test_phones_show_when_the_player_to_move_is_disconnected(chromium):
    with served("labyrinth", "--seats", "2") as link, phones(chromium, link, "de") as them:
        pages = [them.sit(seat) for seat in range(2)]
        actor = pages[0].evaluate("page.actor")
        other = pages[1 - actor]
        pages[actor].goto("about:blank")
        other.locator("#says", has_text="schläft oder ist fort").wait_for()
        assert "Handy fort" in other.locator("#chairs li").nth(actor).text_content()
        pages[actor].goto(link.partition("#")[0])
        other.locator("#says", has_text="schläft oder ist fort").wait_for(state="detached")


def test_a_phone_notices_a_silent_server_and_reconnects(chromium):
    with served("labyrinth", "--seats", "2") as link, phones(chromium, link, "de") as them:
        page = them.sit(0)
        with suspended(server_of(link)):
            page.locator("#lost").wait_for()
        page.locator("#lost").wait_for(state="hidden")


def test_a_move_during_a_stall_is_reported_as_pending_and_made_once(chromium):
    with served("labyrinth", "--seats", "2") as link, phones(chromium, link, "de") as them:
        pages = [them.sit(seat) for seat in range(2)]
        page = pages[pages[0].evaluate("page.actor")]
        number = page.evaluate("page.number")
        with suspended(server_of(link).parent()):
            page.evaluate("ask('play', page.moves[0].move)")
            page.locator("#lost", has_text="noch nicht geantwortet").wait_for()
        page.locator("#lost").wait_for(state="hidden")
        assert page.evaluate("page.number") == number + 1


def server_of(link):
    """Return the process that listens at an address."""
    port = int(re.match(r"http://.+:(\d+)/", link)[1])
    listening = (one for one in psutil.net_connections("tcp4") if one.status == psutil.CONN_LISTEN)
    return psutil.Process(next(one.pid for one in listening if one.laddr.port == port))


@contextmanager
def suspended(process):
    """Suspend a process."""
    process.suspend()
    try:
        yield
    finally:
        process.resume()


def test_a_phone_shows_that_the_server_has_closed(chromium):
    with phones(chromium, "", "de") as them:
        with served("labyrinth", "--seats", "2") as link:
            them.link = link
            page = them.sit(0)
            until(page, "document.querySelector('#board').naturalWidth")
        page.locator("#lost", has_text="Der Tisch ist geschlossen").wait_for()
        assert page.locator("#board").is_visible(), "what was played stays in sight"


# -- accessibility, as axe judges it


def audit(page, state):
    """Let axe check a page, in portrait and landscape, small and large; return all violations."""
    from axe_playwright_python.sync_playwright import Axe

    found = []
    for view in (SMALL_PORTRAIT, SMALL_LANDSCAPE, TABLET):
        page.set_viewport_size(view)
        until(page, "(!page || look && look.form === shape()) && !document.getAnimations().length")
        found += [
            (
                state,
                view["width"],
                violation["id"],
                violation["impact"],
                [node["html"][:120] for node in violation["nodes"]],
            )
            for violation in Axe().run(page).response["violations"]
        ]
    return found


def test_axe_finds_no_violation_on_the_page_in_any_state(chromium):
    with served("labyrinth", "--seats", "2") as link, phones(chromium, link, "de") as them:
        door = them.open()
        door.locator("#seats button").first.wait_for()
        found = audit(door, "seats")
        door.goto(link.partition("#")[0])
        door.reload()
        door.locator("#code").wait_for()
        found += audit(door, "code")
        pages = [them.sit(seat) for seat in range(2)]
        actor = pages[0].evaluate("page.actor")
        found += audit(pages[actor], "own turn") + audit(pages[1 - actor], "another's turn")
        pages[actor].locator("#spots .spot").first.tap()
        pages[actor].locator("#yes").wait_for()
        for details in pages[actor].locator("details summary").all():
            details.click()
        found += audit(pages[actor], "a move chosen, and all lists open")
        door.close()
        other = them.open()
        other.locator("#seats button").nth(0).tap()
        other.locator("#seats button.gold").tap()
        pages[0].locator("#door").wait_for()
        found += audit(pages[0], "taken over")
    assert found == []


def test_axe_finds_no_violation_on_the_result_of_a_puzzle(chromium):
    with served("jumpin", "--seats", "1") as link, phones(chromium, link, "pl") as them:
        player, watcher = them.sit(0), them.sit(1)
        found = audit(watcher, "watching")
        while not is_over(player):
            number = player.evaluate("page.number")
            player.locator("#hint").tap()
            player.locator("#yes").tap()
            until(player, f"page.number > {number}")
        until(watcher, "page.ending")
        found += audit(player, "result") + audit(watcher, "result, watched")
    assert found == []


# -- the program in a window, killed and opened again


def place_of(key, *, route="shelf", **choices):
    """Return where something lies on a screen of the program, by a twin in this process with the same games."""
    driver = make_driver(SIZE, "de", seen=False)
    try:
        driver.app.open("shelf", ())
        if route != "shelf":
            driver.app.open(route, **choices)
        driver.settle()
        return driver.place(key)
    finally:
        driver.close()


def is_listening(link):
    """Return whether a server answers at an address."""
    host, port = re.match(r"http://(.+):(\d+)/", link).groups()
    with suppress(OSError), socket.create_connection((host, int(port)), timeout=1):
        return True
    return False


def link_on(shown):
    """Return what the QR code on the screen says, as a camera reads it."""
    found = zxingcpp.read_barcodes(Image.fromarray(shown.pixels().copy()))
    return found[0].text if found else None


@pytest.mark.needs_xvfb
def test_phones_reconnect_to_a_game_after_the_program_was_killed(chromium):
    arguments = ("--windowed", f"{SIZE[0]}x{SIZE[1]}", "--lang", "de", "--data-dir", data_folder())
    with screen(SIZE) as shown:
        start = place_of("phones", route="setup", game="labyrinth")
        program = Program(shown, *arguments, "--game", "labyrinth", "--seed", "7")
        try:
            program.wait_until_shown()
            shown.click(start)
            link = wait_for(lambda: link_on(shown), "the square code")
            with phones(chromium, link, "de") as them:
                pages = [them.sit(seat) for seat in range(pages_at(them))]
                act(pages)
                before = [page.evaluate("[page.seat, page.moves, page.words]") for page in pages]
                program.kill()
                for page in pages:
                    page.locator("#lost").wait_for()
                program = Program(shown, *arguments)
                program.wait_until_shown()
                shown.click(place_of("go-on"))
                wait_for(lambda: is_listening(link), "the server")
                for page in pages:
                    page.locator("#lost").wait_for(state="hidden")
                assert [page.evaluate("[page.seat, page.moves, page.words]") for page in pages] == before
                act(pages)
        finally:
            program.kill()


def pages_at(them):
    """Return how many people may join, as the entry page says."""
    page = them.open()
    page.locator("#seats button").first.wait_for()
    count = page.locator("#seats button:not([disabled])").count() - 1
    page.context.close()
    return count
