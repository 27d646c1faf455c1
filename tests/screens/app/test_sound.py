"""Sound: events, ambience, and reading aloud."""

import os
import sys
from unittest.mock import Mock

import numpy as np
import pygame
import pytest

from logic.core import Hint, Message
from logic.llm.adviser import Advice
from logic.registry import GAMES, game_config
from logic.storage.settings import Settings
from logic.text import LANGUAGES, Text
from scenes.app.app import Scene
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.board.teaching import begin
from scenes.cabinet.rules import RulesScene
from scenes.cabinet.settings import SettingsScene
from sprites.coatl.effects import sound_of
from sprites.sound.recipes import AMBIENCES, LENGTH, PEAK, RATE, RECIPES, synthesize
from sprites.sound.sound import PITCHES, SURROUNDINGS, SoundBank
from sprites.sound.voice import Voice, find_program, find_voice
from tests.support.processes import PATIENCE, is_running, run, wait_for
from tests.support.seats.match import ANNA, BEN, setup_of

HOUSE = ("press", "focus", "lift", "drop", "deny", "turn_end", "win", "loss", "draw", "tick", "page", "lay", "shift")
DRAGON = ("go", "enter", "leap", "bounce", "eat", "fill", "topple", "crumble", "regrow", "crush", "blast", "teleport",
          "fall", "hide", "supply", "restock", "mine_back", "reveal")  # fmt: skip
MEADOW = ("hop", "burrow", "slide")
LABYRINTH = ("push", "tumble", "carried", "walk", "collect", "home", "last", "turn_spare", "shutter", "push_again",
             "turn_again", "swap", "peek", "exchange", "wall")  # fmt: skip
SERPENTS = ("take", "choose", "draw_card", "start", "attach", "close", "prophesy", "crown", "fetch", "foresee",
            "commit", "steal", "rob", "refill", "lock", "final", "discard", "pass")  # fmt: skip
NAMES = (*HOUSE, *DRAGON, *MEADOW, *LABYRINTH, *SERPENTS)


@pytest.fixture
def bank():
    opened = SoundBank()
    yield opened
    opened.close()


def test_every_sound_has_a_recipe_and_each_coatl_event_its_own_effect():
    assert set(NAMES) == set(RECIPES)
    assert {sound_of(event.removesuffix("_card")) for event in SERPENTS} == set(SERPENTS)
    assert {RECIPES[name][0] for name in SERPENTS} == {"effects"}


def test_sounds_are_short_quiet_and_fade_in_and_out():
    for name in NAMES:
        longest = 2.0 if RECIPES[name][0] == "music" else 0.5
        for pitch in PITCHES:
            wave = synthesize(name, pitch)
            assert 0.05 < np.abs(wave).max() <= PEAK < 0.5
            assert len(wave) / RATE <= longest
            assert np.abs(wave[[0, -1]]).max() < 0.01
            assert np.isfinite(wave).all()


def test_synthesis_is_deterministic_and_differs_by_pitch():
    low, middle, high = (synthesize("lay", pitch) for pitch in sorted(PITCHES))
    assert not np.array_equal(low, middle)
    assert not np.array_equal(middle, high)
    assert np.array_equal(synthesize("shift"), synthesize("shift"))


def test_expected_sounds_equal_those_made_on_demand(bank):
    other = SoundBank()
    for played in (1, 2, 3, 3):
        bank.expect(("win", "draw"))
        for each in (bank, other):
            each.play("win")
        heard = [[made.get_raw() for made in each.kept["win"]] for each in (bank, other)]
        assert heard[0] == heard[1]
        assert len(heard[0]) == played
    SoundBank(silent=True).expect(("win",))


def hear(bank, name):
    """Play a sound until it is heard: it is short, and may have ended when a busy machine looks."""
    wait_for(lambda: bank.play(name) or pygame.mixer.get_busy(), name)


def test_sounds_are_made_on_first_use_in_alternating_pitches(bank):
    assert bank.kept == {}
    bank.play("lay")
    assert list(bank.kept) == ["lay"]
    assert len(bank.kept["lay"]) == 1
    for _ in range(5):
        bank.play("lift")
    assert len(bank.kept["lift"]) == len(PITCHES)
    assert not bank.is_silent
    hear(bank, "lay")


def test_unknown_events_play_the_drop_sound(bank):
    hear(bank, "an event of some new game")
    assert set(bank.kept) == {"drop"}


def test_volume_follows_the_sound_group_and_mute_plays_nothing(bank):
    bank.set_volumes(Settings(effects=0.25, interface=0.75))
    bank.play("lay")
    bank.play("press")
    assert bank.kept["lay"][0].get_volume() == pytest.approx(0.25, abs=0.01)
    assert bank.kept["press"][0].get_volume() == pytest.approx(0.75, abs=0.01)
    # with mute or a volume of zero nothing plays
    pygame.mixer.stop()
    bank.set_volumes(Settings(mute=True))
    bank.play("lay")
    bank.set_volumes(Settings(effects=0.0))
    bank.play("lay")
    assert not pygame.mixer.get_busy()
    hear(bank, "press")


def test_sound_bank_is_silent_without_device_mixer_or_mixer_module(bank, monkeypatch):
    # a closed bank is silent
    bank.close()
    bank.play("lay")
    bank.close()
    assert bank.is_silent
    # after the mixer was shut nothing is played
    bank = SoundBank()
    bank.play("lay")
    pygame.mixer.quit()
    bank.play("lay")
    assert bank.is_silent
    assert bank.kept == {}
    # a silent bank opens no device
    pygame.mixer.quit()
    SoundBank(silent=True).play("lay")
    assert pygame.mixer.get_init() is None
    # without a device it is silent
    monkeypatch.setattr(pygame.mixer, "init", Mock(side_effect=pygame.error("no such device")))
    bank = SoundBank()
    bank.play("lay")
    assert bank.is_silent
    # without a mixer module it is silent
    monkeypatch.setattr(pygame, "mixer", Missing())
    bank = SoundBank()
    bank.play("lay")
    bank.close()
    assert bank.is_silent


class Missing:
    """What pygame substitutes for a module that was left out of its build."""

    def __getattr__(self, name):
        raise NotImplementedError(f"mixer module not available: {name}")


HEARD = """
import pygame, time
from sprites.sound.sound import SoundBank
bank = SoundBank()
bank.play("lay")
while pygame.mixer.get_busy():
    time.sleep(0.01)
bank.close()
"""


def test_playing_a_sound_writes_samples_to_the_audio_device(tmp_path):
    written = tmp_path / "heard.raw"
    environment = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(written), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    run(sys.executable, "-W", "error", "-c", HEARD, env=environment, check=True)
    heard = np.frombuffer(written.read_bytes()[: written.stat().st_size // 2 * 2], dtype="<i2")
    assert np.abs(heard).max() > 2000


WISHED = Settings(captions=True, mute=True, pause=0.0)


@pytest.fixture
def driver(new_driver):
    return new_driver(settings=WISHED, at=Scene)


def test_every_sound_has_a_short_translated_caption():
    for language in LANGUAGES:
        said = [Text(language).say(recipe.words) for recipe in RECIPES.values()]
        assert all(0 < len(words) <= 44 for words in said), max(said, key=len)
        assert language == "en" or said != [Text("en").say(recipe.words) for recipe in RECIPES.values()]


def test_captions_appear_when_enabled_even_if_muted_and_expire(driver):
    driver.app.sound.play("win")
    assert driver.app.overlay.captions.lines == ("A bright melody",)
    assert driver.frame(), "they are drawn at once"
    driver.step(2)
    assert driver.app.overlay.captions.lines == ("A bright melody",)
    driver.step(1)
    assert driver.app.overlay.captions.lines == ()
    # an event without a sound of its own has the caption of the sound played
    driver.app.sound.play("an event of some new game")
    assert driver.app.overlay.captions.lines == ("A piece is put down",)
    # a repeated sound is counted, and of many the last three are shown
    driver.settle()
    for name in ("win", "hop", "hop", "hop", "lay", "push"):
        driver.app.sound.play(name)
    assert driver.app.overlay.captions.lines == ("A hop ×3", "Wood knocks on wood", "Stone grinds on stone")
    # nothing is written unless it is switched on
    driver.settle()
    assert not Settings().captions
    driver.app.change(driver.app.settings.with_(captions=False))
    driver.app.sound.play("win")
    assert driver.app.overlay.captions.lines == ()


@pytest.mark.seen
@pytest.mark.parametrize(("size", "scale"), [((1366, 768), 1.0), ((1280, 800), 2.0), ((1024, 600), 0.75)])
def test_a_message_covers_no_caption(new_driver, size, scale):
    driver = new_driver(size, settings=WISHED.with_(ui_scale=scale), at=Scene)
    driver.app.refuse(Message("Whoever plays needs a name."))
    driver.frame()
    kit = driver.app.kit
    caption = kit.cache.font("interface", kit.px(kit.theme.sizes.small)).get_linesize()
    assert driver.app.overlay.toasts[-1].paper.bottom <= size[1] - caption


@pytest.mark.seen
@pytest.mark.parametrize("size", [(1024, 600), (600, 1024)])
def test_captions_are_drawn_in_a_strip_at_the_bottom_edge(new_driver, size):
    driver = new_driver(size, settings=WISHED.with_(ui_scale=2.0), language="de", at=Scene)
    before = pygame.display.get_surface().copy()
    for name in ("carried", "steal", "close"):
        driver.app.sound.play(name)
    driver.frame()
    after = pygame.display.get_surface()
    changed = pygame.mask.from_threshold(after, (0, 0, 0), (1, 1, 1), before)
    changed.invert()
    (strip,) = [rect for rect in changed.get_bounding_rects() if rect.height > 10][:1]
    assert strip.bottom == size[1]
    assert strip.height <= driver.app.px(28)
    assert 0 <= strip.left < strip.right <= size[0]


AMBIENT = Settings(ambience=1.0)


@pytest.fixture(scope="module", params=AMBIENCES)
def loop(request):
    return AMBIENCES[request.param]()


@pytest.fixture
def ambience_bank():
    opened = SoundBank()
    opened.set_volumes(AMBIENT)
    yield opened
    opened.close()


def loudness(wave):
    return float(np.sqrt(np.mean(wave**2)))


def channel():
    return pygame.mixer.Channel(SURROUNDINGS)


def await_ambience(ambience_bank):
    """Wait until the ambience is heard."""
    wait_for(lambda: ambience_bank.update() or channel().get_busy(), "the surroundings")


def test_every_game_has_an_ambience_of_its_own():
    assert sorted(game_config(game).ambience for game in GAMES) == sorted(AMBIENCES)


def test_ambience_is_much_quieter_than_sound_effects(loop):
    effects = [loudness(synthesize(name)) for name, (group, *_) in RECIPES.items() if group == "effects"]
    assert loop.shape == (LENGTH,)
    assert np.isfinite(loop).all()
    assert loudness(loop) < 0.25 * float(np.median(effects))
    assert np.abs(loop).max() < 0.1


def test_ambience_loops_without_a_click(loop):
    steps = np.abs(np.diff(loop))
    bends = np.abs(np.diff(loop, 2))
    around = np.concatenate((loop[-2:], loop[:2]))
    assert np.abs(np.diff(around)).max() <= steps.max()
    assert np.abs(np.diff(around, 2)).max() <= bends.max()
    assert abs(loop[0] - loop[-1]) < 6 * float(np.median(steps)) + 1e-4
    near = round(0.05 * LENGTH / 16)
    assert 0.3 < loudness(loop[-near:]) / loudness(loop[:near]) < 3.0


def test_ambience_is_off_by_default_and_plays_nothing(ambience_bank, monkeypatch):
    monkeypatch.setattr("sprites.sound.sound.run_in_thread", Mock(side_effect=AssertionError("a loop is synthesised")))
    assert Settings().ambience == 0
    ambience_bank.set_volumes(Settings())
    ambience_bank.play_ambience("meadow")
    ambience_bank.update()
    assert not channel().get_busy()


def test_ambience_fades_with_place_and_volume_and_keeps_its_channel(ambience_bank, monkeypatch):
    monkeypatch.setattr("sprites.sound.sound.COMING", 50)
    ambience_bank.play_ambience("room")
    await_ambience(ambience_bank)
    wait_for(lambda: channel().get_volume() == 1.0, "the whole volume, to which it comes slowly")
    ambience_bank.set_volumes(Settings(ambience=1.0, mute=True))
    wait_for(lambda: not channel().get_busy(), "silence")
    ambience_bank.set_volumes(Settings(ambience=0.5))
    await_ambience(ambience_bank)
    wait_for(lambda: channel().get_volume() == pytest.approx(0.5, abs=0.02), "half the volume")
    ambience_bank.play_ambience("")
    wait_for(lambda: not channel().get_busy(), "silence")
    # left at the moment in which it begins, it does not go on for ever
    ambience_bank.play_ambience("room")
    await_ambience(ambience_bank)
    channel().set_volume(0)
    ambience_bank.play_ambience("")
    wait_for(lambda: not channel().get_busy(), "silence")
    # sounds leave the ambience its channel
    ambience_bank.play_ambience("room")
    await_ambience(ambience_bank)
    before = channel().get_sound()
    for _ in range(40):
        ambience_bank.play("drop")
    assert channel().get_sound() is before


def test_ambience_plays_until_the_board_is_left(new_driver, monkeypatch):
    asked = []
    monkeypatch.setattr(SoundBank, "play_ambience", lambda _bank, place: asked.append(place))
    driver = new_driver(at=Scene)
    driver.push(BoardScene(driver.app, Match.start(driver.app, setup_of(ANNA, BEN))))
    driver.push(Scene(driver.app))
    assert asked[-1] == "room"
    driver.app.stack.pop()
    driver.app.stack.pop()
    driver.frame()
    assert asked[-1] == ""


SPOKEN = Settings(speech=True, pause=0.0)
FAKE = """#!/bin/sh
line=; for word in "$@"; do line="$line$word|"; done; printf '%s\\n' "$line" >> "{log}"
case "$*" in *forever*) echo $$ > "{pid}"; exec sleep 600;; esac
"""

needs_sh = pytest.mark.skipif(sys.platform == "win32", reason="the fake is a shell script")


@pytest.fixture
def fake(tmp_path, monkeypatch):
    """Put a spd-say on the path that records what it is told, and never ends where the text says so."""
    program, log, pid = tmp_path / "spd-say", tmp_path / "log", tmp_path / "pid"
    program.write_text(FAKE.format(log=log, pid=pid))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr("sprites.sound.voice.GRACE", PATIENCE)
    log.touch()
    return log


def lines(log):
    return log.read_text(encoding="utf-8").splitlines()


def said(log):
    """Return what was to be read; the command for silence may follow where the last was cut off."""
    return [line for line in lines(log) if line != "--stop|"]


def told(language, words):
    return f"--wait|--language|{language}|--|{words}|"


# -- the program


def test_the_speech_program_is_found_by_platform_or_is_none():
    found = {platform: find_program(platform, lambda name: f"/bin/{name}") for platform in ("linux", "darwin", "win32")}
    assert found["linux"].commands["pl"] == ("/bin/spd-say", "--wait", "--language", "pl", "--")
    assert found["darwin"].commands["hu"] == ("/bin/say", "-v", "Tünde", "-f", "-")
    assert found["win32"].commands["de"][0] == "/bin/powershell"
    assert "'de-DE'" in found["win32"].commands["de"][-1]
    assert "{" not in found["win32"].commands["de"][-1].replace("{ $voice", "").replace("{ }", "")
    assert [program.by_argument for program in found.values()] == [True, False, False]
    assert {find_program(platform, lambda _name: None) for platform in found} == {None}


@needs_sh
def test_speech_is_sent_by_sentence_with_its_language(fake):
    voice = find_voice()
    voice.say("Laß los! *Dann* zieh.\nFertig", "de")
    wait_for(lambda: len(lines(fake)) == 3, "three sentences")
    voice.close()
    assert said(fake) == [told("de", words) for words in ("Laß los!", "Dann zieh.", "Fertig")]


@needs_sh
def test_speech_text_is_passed_literally_and_not_to_a_shell(fake, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    voice = find_voice()
    nasty = "--stop; $(touch washere) | 'x\" & \\ %PATH%"
    voice.say(nasty, "en")
    wait_for(lambda: lines(fake), "the words")
    voice.close()
    assert said(fake) == [told("en", nasty)]
    assert not (tmp_path / "washere").exists()


@needs_sh
def test_new_speech_interrupts_the_current_and_a_missing_program_is_no_error(fake, tmp_path):
    voice = find_voice()
    voice.say("This takes forever. And this is never read.", "en")
    pid = wait_for(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text().strip(), "the first")
    voice.say("Newer.", "en")
    wait_for(lambda: len(lines(fake)) == 3, "the newer")
    assert not is_running(int(pid))
    voice.close()
    assert lines(fake)[:3] == [told("en", "This takes forever."), "--stop|", told("en", "Newer.")]
    # a missing program raises no error
    voice = find_voice()
    (tmp_path / "spd-say").unlink()
    voice.say("Nobody hears this.", "en")
    voice.say("A zero\0byte.", "en")
    voice.close()


@needs_sh
@pytest.mark.parametrize("end", ["stop_speech", "close"])
def test_hush_and_close_kill_the_speech_process(fake, tmp_path, end):
    voice = find_voice()
    voice.say("This takes forever.", "en")
    pid = wait_for(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text().strip(), "the first")
    getattr(voice, end)()
    wait_for(lambda: not is_running(int(pid)), "its end")
    wait_for(lambda: lines(fake)[-1] == "--stop|", "silence")
    voice.close()


# -- the screens


class Heard(Voice):
    """A voice that only records what it is to read."""

    def __init__(self):
        self.said, self.hushed = [], 0

    def say(self, text, language):
        self.said.append((language, text))

    def stop_speech(self):
        self.hushed += 1

    def close(self):
        self.stop_speech()


def sit(new_driver, game, *seats, settings=SPOKEN, language="en", variant=None):
    driver = new_driver((1280, 800), settings=settings, language=language)
    driver.app.voice = Heard()
    driver.open(BoardScene(driver.app, Match.start(driver.app, setup_of(*seats, game=game, variant=variant))))
    return driver, driver.app.voice


def advise(driver, reason="Go there."):
    driver.app.stack.find("board").match.coach.advice = Advice(Hint((), Message(reason)), "builtin")
    driver.app.stack.find("board").refresh()


def test_speech_is_off_by_default_and_while_muted(new_driver):
    assert not Settings().speech
    driver, voice = sit(new_driver, "lgame", ANNA, BEN, settings=Settings(pause=0.0))
    assert voice.said == []
    driver.push(SettingsScene(driver.app))
    assert driver.top.ui.find("speech") is not None
    driver.app.voice = None
    driver.top.rebuild()
    assert driver.top.ui.find("speech") is None
    # mute silences the voice too
    driver, voice = sit(new_driver, "lgame", ANNA, BEN)
    driver.app.change(driver.app.settings.with_(mute=True))
    assert voice.hushed
    advise(driver)
    assert len(voice.said) == 1


def test_turns_and_hints_are_spoken_once_but_no_hints_in_games_with_secrets(new_driver):
    # whose turn it is and hints are read once
    driver, voice = sit(new_driver, "lgame", ANNA, BEN)
    assert voice.said == [("en", "Anna: your turn.")]
    advise(driver)
    driver.step(1)
    assert voice.said[1:] == [("en", "Go there.")]
    # a hint is not read where it would be heard by somebody who must not know it
    driver, voice = sit(new_driver, "labyrinth", ANNA, BEN)
    assert not driver.app.stack.find("board").match.shares_view
    advise(driver, "The princess is near.")
    assert not [text for _, text in voice.said if "princess" in text]


def test_the_steps_of_a_lesson_are_spoken_once(new_driver):
    driver = new_driver((1280, 800), settings=SPOKEN)
    driver.app.voice = voice = Heard()
    match, guide = begin(driver.app, "lgame")
    driver.open(BoardScene(driver.app, match, guide))
    first = driver.app.get(guide.step.text)
    assert voice.said == [("en", first)]
    driver.step(1)
    driver.tap("go_on")
    assert voice.said[1:] == [("en", driver.app.get(guide.step.text))]
    assert driver.app.get(guide.step.text) != first
    before = voice.hushed
    driver.app.stack.pop()
    driver.frame()
    assert voice.hushed == before + 1, "nobody is told of a board that was left"


def test_a_rules_page_is_spoken_on_demand_and_stops_when_left(new_driver):
    driver, voice = sit(new_driver, "lgame", ANNA, BEN, language="de")
    driver.open(RulesScene(driver.app, "lgame"))
    voice.said.clear()
    driver.click("read")
    ((language, text),) = voice.said
    assert language == "de"
    assert text.startswith(driver.widget("heading").text)
    before = voice.hushed
    driver.key("page down")
    assert voice.hushed == before + 1
    driver.strike("escape")
    assert voice.hushed == before + 2
