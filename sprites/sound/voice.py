"""Reads aloud by the system's speech program, in a process of its own; a new text interrupts the old one."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Condition, Thread

MARKUP = re.compile(r"[*_`#]+")
"""Characters of the texts' markup, which are not read."""
SENTENCE = re.compile(r"(?<=[.!?:…])\s+|\n+")
LONGEST = 20_000
"""Largest number of characters read of a text."""
GRACE = 0.5
"""Seconds for a process to end by itself before it is killed, or for the system's voice to stop."""
HIDDEN: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)

APPLE_VOICES = {"en": "Samantha", "de": "Anna", "hu": "Tünde", "pl": "Zosia"}
CULTURES = {"en": "en-US", "de": "de-DE", "hu": "hu-HU", "pl": "pl-PL"}
SAPI = (
    "[Console]::InputEncoding = [Text.Encoding]::UTF8; Add-Type -AssemblyName System.Speech;"
    " $voice = New-Object System.Speech.Synthesis.SpeechSynthesizer;"
    " try {{ $voice.SelectVoiceByHints('NotSet', 'NotSet', 0, [Globalization.CultureInfo]'{culture}') }} catch {{ }};"
    " $voice.Speak([Console]::In.ReadToEnd())"
)
"""A PowerShell script: fixed except for the culture, which is one of ours. The text comes through its input."""


@dataclass(frozen=True, slots=True)
class Program:
    """A speech program."""

    commands: Mapping[str, tuple[str, ...]]
    """Command lines, by language."""
    by_argument: bool = False
    """Whether it takes the text as its last argument, not from its input."""
    silence: tuple[str, ...] = ()
    """The command that stops the speech, if ending the process is not enough."""


def find_program(platform: str = sys.platform, which: Callable[[str], str | None] = shutil.which) -> Program | None:
    """The program that this system reads aloud by; None if it has none."""
    names = {"win32": ("powershell", "pwsh"), "darwin": ("say",)}.get(platform, ("spd-say",))
    path = next(filter(None, map(which, names)), None)
    if path is None:
        return None
    if platform == "win32":
        shell = (path, "-NoProfile", "-NonInteractive", "-Command")
        return Program({language: (*shell, SAPI.format(culture=culture)) for language, culture in CULTURES.items()})
    if platform == "darwin":
        return Program({language: (path, "-v", name, "-f", "-") for language, name in APPLE_VOICES.items()})
    commands = {language: (path, "--wait", "--language", language, "--") for language in CULTURES}
    return Program(commands, by_argument=True, silence=(path, "--stop"))


class Voice:
    """Reads aloud sentence by sentence, so that it is soon silent, even after this process was killed.

    Not thread-safe; nothing here waits except :meth:`close`, and that for a moment.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._due: deque[tuple[str, str]] = deque()
        """The language and the text of each sentence still to be read."""
        self._running: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._was_cut = False
        self._news = Condition()
        self._thread: Thread | None = None

    def say(self, text: str, language: str) -> None:
        """Read a text in that language, and stop what is being read."""
        sentences = SENTENCE.split(MARKUP.sub("", text[:LONGEST]))
        with self._news:
            self._cut()
            self._due.extend((language, sentence.strip()) for sentence in sentences if sentence.strip())
            if self._thread is None and self._due and not self._closed:
                self._thread = Thread(target=self._work, daemon=True)
                self._thread.start()

    def stop_speech(self) -> None:
        with self._news:
            self._cut()

    def close(self) -> None:
        """Stop for good, and end the last process."""
        with self._news:
            self._closed = True
            self._cut()
        if self._thread is not None:
            self._thread.join(3 * GRACE)

    def _cut(self) -> None:
        """Drop what is due, and wake the thread once the lock is free, for what has changed."""
        self._news.notify()
        self._due.clear()
        if self._running is not None:
            self._was_cut = True
            self._running.terminate()

    def _work(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._due or self._closed)
                if self._closed:
                    return
                language, sentence = self._due.popleft()
                process = self._running = self._begin(language, sentence)
            if process is None:
                continue
            self._read(process, sentence)
            with self._news:
                self._running, was_cut, self._was_cut = None, self._was_cut, False
            if was_cut:
                self._silence()

    def _begin(self, language: str, sentence: str) -> subprocess.Popen[bytes] | None:
        command = self._program.commands.get(language, next(iter(self._program.commands.values())))
        words = (sentence,) if self._program.by_argument else ()
        try:
            return subprocess.Popen(  # noqa: S603 - found at the start, its words given as they are and through no shell
                (*command, *words), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                creationflags=HIDDEN,
            )  # fmt: skip
        except (OSError, ValueError):  # it has gone meanwhile, or the text contains a zero byte
            return None

    def _read(self, process: subprocess.Popen[bytes], sentence: str) -> None:
        """Wait until a sentence has been read, or is not wanted any more."""
        words = None if self._program.by_argument else sentence.encode()
        while True:
            try:
                process.communicate(words, timeout=GRACE)
                return
            except subprocess.TimeoutExpired:
                words = None
                if self._was_cut:
                    process.kill()
            except OSError:
                process.kill()

    def _silence(self) -> None:
        """Have the system stop the speech that was cut off."""
        if not self._program.silence:
            return
        try:
            subprocess.run(self._program.silence, timeout=GRACE, check=False, stdin=subprocess.DEVNULL,  # noqa: S603
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
        except (OSError, subprocess.SubprocessError):
            return


def find_voice() -> Voice | None:
    """The voice of this system, found without starting anything; None if it has none."""
    program = find_program()
    return Voice(program) if program is not None else None
