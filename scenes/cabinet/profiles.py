"""Player profiles: choose, add, rename, change the portrait, hide."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from logic.core import Message
from logic.session import Seat
from scenes.app.app import App
from scenes.app.card import Card, Portrait, known_players, portrait_of
from scenes.app.fields import text_field, warn_missing_glyphs
from scenes.app.page import Page, button, column, row_of, section, words
from scenes.app.wording import shortened
from scenes.cabinet.choices import NAME_LENGTH
from sprites.paint.portraits import AVATARS
from sprites.widgets import Grid, Widget

PLAYER, FIGURE = 92, 84
"""Units of a player's portrait, and of those to choose from."""
LONGEST_NAME = 20
"""Letters of a name on a button."""
TWO_COLUMNS = 900
"""Width in units from which players stand side by side."""
NAMES_OF_FIGURES = {
    "fox": Message("Fox"),
    "owl": Message("Owl"),
    "cat": Message("Cat"),
    "bear": Message("Bear"),
    "frog": Message("Frog"),
    "turtle": Message("Turtle"),
    "raven": Message("Raven"),
    "whale": Message("Whale"),
    "ship": Message("Ship"),
    "key": Message("A key"),
    "bell": Message("Bell"),
    "acorn": Message("Acorn"),
}


class ProfilesScene(Page):
    """The list of profiles. The chosen one gets the first seat on the set-up screens."""

    title = Message("Who is playing?")
    looks_again = True
    body_width = 1240
    first_focus = "name"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.written = ""
        self.figure = self._free_figure()
        """The portrait chosen for the name being entered."""
        self.renamed = ""
        """Whose name is being changed; empty if a new player is written."""

    def enter(self) -> None:
        """Focus the present player first, if there is one."""
        super().enter()
        if self.app.settings.profile in known_players(self.app):
            self.first_focus = f"player-{self.app.settings.profile}"

    def body(self) -> Widget:
        known = known_players(self.app)
        columns = 2 if len(known) > 1 and self.app.size[0] >= self.app.px(TWO_COLUMNS) else 1
        made: list[Widget] = [Grid(self.app.kit, "all", [self._player(name) for name in known], columns)]
        if not known:
            welcome = Message("Enter your name: your games and your statistics will be kept under it.")
            made.append(words(self, "welcome", welcome, align="center"))
        elif self.app.settings.profile:
            label, leave = Message("Play without a name"), partial(self._choose, "")
            made.append(button(self, "nobody", label, "account_off_outline", leave, "quiet"))
        title = Message("New name for {name}", name=self.renamed) if self.renamed else Message("Another player")
        made += [*([section(self, "writing", title)] if known else ()), self._line(), self._figures()]
        made += self._hidden(known)
        return column(self, "players", *made)

    def _hidden(self, shown: Sequence[str]) -> tuple[Widget, ...]:
        """Offer to show hidden players again."""
        made = [
            button(self, f"show-{name}", shortened(name, LONGEST_NAME), "eye_outline", partial(self._show, name),
                   "quiet", tip=Message("Show {name} again", name=name))
            for name in self.app.store.profiles() if name not in shown
        ]  # fmt: skip
        return (section(self, "hidden", Message("Hidden")), Grid(self.app.kit, "all-hidden", made, 3)) if made else ()

    def _face(self, face: Portrait) -> Portrait:
        self.ahead.append(face)
        return face

    def _figures(self) -> Widget:
        """Offer the portraits, with the chosen one marked."""
        faces = [
            self._face(Portrait(self.app.kit, f"figure-{name}", name, FIGURE, partial(self._take_figure, name),
                            tip=self.app.say(title), chosen=name == self.figure))
            for name, title in NAMES_OF_FIGURES.items()
        ]  # fmt: skip
        return row_of(self, "figures", *faces, align="center")

    def _free_figure(self) -> str:
        """The first portrait that nobody has, for the next profile."""
        taken = set(self.app.store.figures().values())
        return next((name for name in AVATARS if name not in taken), next(iter(AVATARS)))

    def _take_figure(self, figure: str) -> None:
        self.figure = figure
        if self.renamed:
            self.app.store.set_figure(self.renamed, figure)
        self.rebuild()

    def _player(self, name: str) -> Widget:
        playing = name == self.app.settings.profile
        line = self.app.say(Message("is playing now")) if playing else ""
        face = self._face(Portrait(self.app.kit, f"face-{name}", portrait_of(self.app, Seat(name)), PLAYER))
        choose = Card(self.app.kit, f"player-{name}", name, line, partial(self._choose, name), picture=face,
                      picture_units=PLAYER, chosen=playing)  # fmt: skip
        label, begin = Message("Give {name} another name or picture", name=name), partial(self._begin_rename, name)
        rename = button(self, f"rename-{name}", label, "pencil", begin, "quiet", bare=True)
        return row_of(self, f"row-{name}", choose, rename)

    def _line(self) -> Widget:
        # There is nothing else to enter, so closing the keyboard stores the name.
        field = text_field(self, "name", Message("Name"), self.written, partial(setattr, self, "written"), self._done,
                           then=self._keep_written, max_length=NAME_LENGTH)  # fmt: skip
        icon = "check" if self.renamed else "account_plus"
        done = button(self, "done", Message("Keep this name"), icon, self._done, "primary", bare=True)
        return row_of(self, "line", field, done)

    def buttons(self) -> Sequence[Widget]:
        if not self.renamed:
            return ()
        hide = Message("Hide {name}", name=shortened(self.renamed, LONGEST_NAME))
        tip = Message("{name} is offered nowhere until shown again here. Everything is kept.", name=self.renamed)
        return (
            button(self, "hide", hide, "eye_off_outline", self._hide, tip=tip),
            button(self, "leave", Message("Leave the name as it is"), "close", self._forget),
        )

    def _hide(self) -> None:
        settings, name = self.app.settings, self.renamed
        playing = "" if settings.profile == name else settings.profile
        self.app.change(settings.with_(hidden=(*settings.hidden, name), profile=playing))
        self._forget()

    def _show(self, name: str) -> None:
        self.app.change(self.app.settings.with_(hidden=self._hidden_without(name)))
        self.rebuild_at(f"player-{name}")

    def _hidden_without(self, name: str) -> tuple[str, ...]:
        return tuple(one for one in self.app.settings.hidden if one != name)

    def _keep_written(self) -> None:
        if self.written.strip():
            self._done()

    def _choose(self, name: str) -> None:
        self.app.change(self.app.settings.with_(profile=name))
        self.close()

    def _begin_rename(self, name: str) -> None:
        self.renamed = self.written = name
        self.figure = self.app.store.figures().get(name, "")
        self.rebuild_at("name")

    def _forget(self) -> None:
        self.renamed = self.written = ""
        self.figure = self._free_figure()
        self.rebuild()

    def _done(self, *_: object) -> None:
        self.app.try_storing(self._take_name)

    def _take_name(self) -> None:
        store, settings = self.app.store, self.app.settings
        if self.renamed:
            name = store.rename_profile(self.renamed, self.written)
        else:
            name = store.add_profile(self.written)
            store.set_figure(name, self.figure)
        warn_missing_glyphs(self.app, name)
        profile = name if self.renamed in ("", settings.profile) else settings.profile
        self.app.change(settings.with_(profile=profile, hidden=self._hidden_without(name)))
        self._forget()
        self.ui.set_focus(self.ui.find(f"player-{name}"))
