"""Who plays: choose a player, add one, or give one another name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from logic.core import Message
from logic.storage.files import StoreProblem
from scenes.app.app import App
from scenes.app.card import Card
from scenes.app.fields import ask_for_text
from scenes.app.page import Page, column, row_of, words
from scenes.cabinet.choices import NAME_LENGTH
from sprites.widgets import Button, Label, TextField
from sprites.widgets.widget import Widget


class ProfilesScene(Page):
    """The players of this cabinet. Whoever is chosen sits down first on the set-up screens."""

    first_focus = "name"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.written = ""
        self.renamed = ""
        """Whose name is being changed; empty where a new player is written."""

    def enter(self) -> None:
        """Begin on whoever is playing, where there is somebody."""
        super().enter()
        if self.app.settings.profile in self.app.store.profiles():
            self.first_focus = f"player-{self.app.settings.profile}"

    def heading(self) -> str:
        return self.app.say(Message("Who is playing?"))

    def resume(self) -> None:
        """Lay out anew: a name may have been written."""
        self.rebuild()

    def body(self) -> Widget:
        say, known = self.app.say, self.app.store.profiles()
        made: list[Widget] = [self._player(name) for name in known]
        if not known:
            welcome = Message("Write your name: your games and your statistics will be kept under it.")
            made.append(words(self, "welcome", say(welcome), align="center"))
        elif self.app.settings.profile:
            made.append(Button(self.app.kit, "nobody", say(Message("Play without a name")), "account_off_outline",
                               partial(self._choose, ""), style="quiet"))  # fmt: skip
        title = Message("New name for {name}", name=self.renamed) if self.renamed else Message("Another player")
        made.append(Label(self.app.kit, "writing", say(title), face="interface", size="interface"))
        made.append(self._line())
        return column(self, "players", *made)

    def _player(self, name: str) -> Widget:
        playing = name == self.app.settings.profile
        line = self.app.say(Message("is playing now")) if playing else ""
        choose = Card(self.app.kit, f"player-{name}", name, line, partial(self._choose, name),
                      icon="account_check" if playing else "account", chosen=playing)  # fmt: skip
        rename = Button(self.app.kit, f"rename-{name}", icon="pencil", on_press=partial(self._begin_rename, name),
                        tip=self.app.say(Message("Give {name} another name", name=name)))  # fmt: skip
        return row_of(self, f"row-{name}", choose, rename)

    def _line(self) -> Widget:
        kit, say = self.app.kit, self.app.say
        field = TextField(kit, "name", say(Message("Name")), self.written, self._write, self._done,
                          max_length=NAME_LENGTH, ask_keyboard=self._ask)  # fmt: skip
        done = Button(kit, "done", icon="check" if self.renamed else "account_plus", on_press=self._done,
                      style="primary", tip=say(Message("Keep this name")))  # fmt: skip
        return row_of(self, "line", field, done)

    def buttons(self) -> Sequence[Widget]:
        """Offer to leave a name as it was."""
        if not self.renamed:
            return ()
        return (Button(self.app.kit, "leave", self.app.say(Message("Leave the name as it is")), "close", self._forget),)

    def _ask(self) -> None:
        if self.without_keys:
            # Nothing else is to be said here, so that being done with the keys is being done with the name.
            ask_for_text(self, "name", then=self._keep_written)

    def _keep_written(self) -> None:
        if self.written.strip():
            self._done()

    def _write(self, text: str) -> None:
        self.written = text

    def _choose(self, name: str) -> None:
        self.app.change(self.app.settings.with_(profile=name))
        self.close()

    def _begin_rename(self, name: str) -> None:
        self.renamed = self.written = name
        self.rebuild()
        self.ui.set_focus(self.ui.find("name"))

    def _forget(self) -> None:
        self.renamed = self.written = ""
        self.rebuild()

    def _done(self, *_: object) -> None:
        store, settings = self.app.store, self.app.settings
        try:
            if self.renamed:
                name = store.rename_profile(self.renamed, self.written)
                if settings.profile == self.renamed:
                    self.app.change(settings.with_(profile=name))
            else:
                name = store.add_profile(self.written)
                self.app.change(settings.with_(profile=name))
        except StoreProblem as problem:
            self.app.sound.play("deny")
            self.app.tell(problem.message)
            return
        self._forget()
        self.ui.set_focus(self.ui.find(f"player-{name}"))
