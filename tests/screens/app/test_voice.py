"""Reading aloud: by what the system has, one saying at a time, the words as they are, and nothing left behind."""

import os
import sys

import pytest

from logic.core import Hint, Message
from logic.llm.adviser import Advice
from logic.storage.settings import Settings
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.cabinet.rules import RulesScene
from scenes.cabinet.settings import SettingsScene
from sprites.sound.voice import Voice, find_program, find_voice
from tests.matchhands import ANNA, BEN, setup_of
from tests.processes import PATIENCE, wait_for

SPOKEN = Settings(speech=True, pause=0.0)
FAKE = """#!/bin/sh
line=; for word in "$@"; do line="$line$word|"; done; printf '%s\\n' "$line" >> "{log}"
case "$*" in *forever*) echo $$ > "{pid}"; exec sleep 600;; esac
"""

needs_sh = pytest.mark.skipif(sys.platform == "win32", reason="the fake is a shell script")


@pytest.fixture
def fake(tmp_path, monkeypatch):
    """Put a spd-say on the path that writes down what it is told, and never ends where the words say so."""
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
    """What was to be read; the command for silence may follow where the last was cut off."""
    return [line for line in lines(log) if line != "--stop|"]


def told(language, words):
    return f"--wait|--language|{language}|--|{words}|"


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# -- the program


def test_each_system_has_its_own_program_and_without_one_there_is_no_voice():
    found = {platform: find_program(platform, lambda name: f"/bin/{name}") for platform in ("linux", "darwin", "win32")}
    assert found["linux"].commands["pl"] == ("/bin/spd-say", "--wait", "--language", "pl", "--")
    assert found["darwin"].commands["hu"] == ("/bin/say", "-v", "Tünde", "-f", "-")
    assert found["win32"].commands["de"][0] == "/bin/powershell"
    assert "'de-DE'" in found["win32"].commands["de"][-1]
    assert "{" not in found["win32"].commands["de"][-1].replace("{ $voice", "").replace("{ }", "")
    assert [program.by_argument for program in found.values()] == [True, False, False]
    assert {find_program(platform, lambda _name: None) for platform in found} == {None}


@needs_sh
def test_what_is_said_comes_sentence_by_sentence_in_its_language(fake):
    voice = find_voice()
    voice.say("Laß los! *Dann* zieh.\nFertig", "de")
    wait_for(lambda: len(lines(fake)) == 3, "three sentences")
    voice.close()
    assert said(fake) == [told("de", words) for words in ("Laß los!", "Dann zieh.", "Fertig")]


@needs_sh
def test_words_reach_the_program_as_they_are_and_no_shell(fake, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    voice = find_voice()
    nasty = "--stop; $(touch washere) | 'x\" & \\ %PATH%"
    voice.say(nasty, "en")
    wait_for(lambda: lines(fake), "the words")
    voice.close()
    assert said(fake) == [told("en", nasty)]
    assert not (tmp_path / "washere").exists()


@needs_sh
def test_the_newest_goes_first_and_the_older_falls_silent(fake, tmp_path):
    voice = find_voice()
    voice.say("This takes forever. And this is never read.", "en")
    pid = wait_for(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text().strip(), "the first")
    voice.say("Newer.", "en")
    wait_for(lambda: len(lines(fake)) == 3, "the newer")
    assert not is_running(int(pid))
    voice.close()
    assert lines(fake)[:3] == [told("en", "This takes forever."), "--stop|", told("en", "Newer.")]
    # a program that has gone is no trouble
    voice = find_voice()
    (tmp_path / "spd-say").unlink()
    voice.say("Nobody hears this.", "en")
    voice.say("A zero\0byte.", "en")
    voice.close()


@needs_sh
@pytest.mark.parametrize("end", ["hush", "close"])
def test_nothing_is_left_behind(fake, tmp_path, end):
    voice = find_voice()
    voice.say("This takes forever.", "en")
    pid = wait_for(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text().strip(), "the first")
    getattr(voice, end)()
    wait_for(lambda: not is_running(int(pid)), "its end")
    wait_for(lambda: lines(fake)[-1] == "--stop|", "silence")
    voice.close()


# -- the screens


class Heard(Voice):
    """A voice that only writes down what it is to read."""

    def __init__(self):
        self.said, self.hushed = [], 0

    def say(self, text, language):
        self.said.append((language, text))

    def hush(self):
        self.hushed += 1

    def close(self):
        self.hush()


def sit(sit_down, game, *seats, settings=SPOKEN, language="en", variant=None):
    driver = sit_down((1280, 800), settings=settings, language=language)
    driver.app.voice = Heard()
    driver.push(BoardScene(driver.app, Match.start(driver.app, setup_of(*seats, game=game, variant=variant))))
    driver.settle()
    return driver, driver.app.voice


def advise(driver, reason="Go there."):
    match = driver.app.stack.find("board").match
    match.coach.advice = Advice(Hint((), Message(reason)), "builtin")
    driver.app.stack.find("board").refresh()


def test_nothing_is_read_unless_it_is_wished_and_neither_where_all_is_mute(sit_down):
    assert not Settings().speech
    driver, voice = sit(sit_down, "lgame", ANNA, BEN, settings=Settings(pause=0.0))
    assert voice.said == []
    driver.push(SettingsScene(driver.app))
    assert driver.top.ui.find("speech") is not None
    driver.app.voice = None
    driver.top.rebuild()
    assert driver.top.ui.find("speech") is None
    # mute silences the voice too
    driver, voice = sit(sit_down, "lgame", ANNA, BEN)
    driver.app.change(driver.app.settings.with_(mute=True))
    assert voice.hushed
    advise(driver)
    assert len(voice.said) == 1


def test_hints_are_read_once_and_not_where_somebody_hears_who_must_not_know(sit_down):
    # whose turn it is and hints are read once
    driver, voice = sit(sit_down, "lgame", ANNA, BEN)
    assert voice.said == [("en", "Anna: your turn.")]
    advise(driver)
    driver.step(1)
    assert voice.said[1:] == [("en", "Go there.")]
    # a hint is not read where somebody hears it who must not know
    driver, voice = sit(sit_down, "labyrinth", ANNA, BEN)
    assert not driver.app.stack.find("board").match.shares_view
    advise(driver, "The princess is near.")
    assert not [text for _, text in voice.said if "princess" in text]


def test_a_page_of_the_rules_is_read_at_a_press_and_no_further_than_the_page(sit_down):
    driver, voice = sit(sit_down, "lgame", ANNA, BEN, language="de")
    driver.push(RulesScene(driver.app, "lgame"))
    driver.settle()
    voice.said.clear()
    driver.click("read")
    ((language, text),) = voice.said
    assert language == "de"
    assert text.startswith(driver.widget("heading").text)
    before = voice.hushed
    driver.key("page down")
    assert voice.hushed == before + 1
    driver.key("escape")
    driver.settle()
    assert voice.hushed == before + 2
