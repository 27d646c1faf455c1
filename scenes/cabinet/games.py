"""The stored games: resume, replay, delete, export and import."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from pathlib import Path

import pygame

from logic.core import Message, State
from logic.registry import GAMES
from logic.session import SaveError
from logic.storage.exchange import moves_of
from logic.storage.files import written_path
from logic.storage.records import GameEntry, UnreadableGame
from scenes.app.app import App
from scenes.app.card import Card, Miniature, emblem_sign, known_position
from scenes.app.exports import export_game, exports_folder, import_path, write_export
from scenes.app.fields import text_field
from scenes.app.page import Page, button, column, confirm_discard, row_of, section, words
from scenes.app.wording import day, game_title, players_text, seat_names, variant_title
from scenes.board.match import resume_match
from scenes.cabinet.files import open_clipboard_code, open_dropped, open_file
from scenes.puzzles.play import name_of
from sprites.paint.prerender import Painted
from sprites.widgets import Button, Grid, Widget

PICTURE, SMALL_PICTURE, NARROW = 104, 44, 420
"""Units of the board on a card, of a small one, and of the width below which small ones are used."""
TWO_COLUMNS = 1100
"""Width in units from which cards stand side by side."""
WAYS = 3
"""Number of buttons for files that stand side by side then."""
SHOWN = 20
"""Finished games that are listed at once."""
LONGEST_PATH, PATH_WIDTH = 400, 640
"""Letters of a path, and the largest width in units of the field for it."""
PICTURES = (".png", ".gif")
"""Endings of shared pictures and clips, which contain a game to watch."""
ENDINGS = (".json", *PICTURES)
DISCARD = Message("Throw this game away for good? {game}")
DISCARD_FINISHED = Message("Throw this game away for good? It will be missing from the statistics, too. {game}")
NONE_FINISHED = Message("No game has been finished yet. Each one can be watched again here, move by move.")


class GamesScene(Page):
    """The list of stored games, with export and import."""

    title = Message("Games and replays")
    looks_again = True
    body_width = 1560
    first_focus = "all"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._path = ""
        self._shown = SHOWN
        self._album: dict[Hashable, pygame.Surface] = {}
        self._positions: dict[tuple[int, float], State | None] = {}

    def is_in_sight(self, picture: Painted) -> bool:
        return pygame.Rect((0, 0), self.app.size).colliderect(picture.rect)

    # -- content

    def body(self) -> Widget:
        is_empty = not (self.app.store.unfinished() or self.app.store.finished(limit=1))
        games = self._empty_state() if is_empty else [*self._unfinished(), *self._finished()]
        return column(self, "all", *games, *self._unreadable(), *self._files())

    def _empty_state(self) -> list[Widget]:
        """What is shown if no game is stored: the emblems of all games, and a button to the shelf."""
        emblems = [emblem_sign(self.app.kit, f"emblem-{game}", game, natural=PICTURE) for game in GAMES]
        play = button(self, "play", Message("To the shelf"), "play", self.close, "primary")
        return [row_of(self, "emblems", *emblems, align="center"), words(self, "none", NONE_FINISHED, align="center"),
                row_of(self, "row-play", play, align="center")]  # fmt: skip

    def _unfinished(self) -> list[Widget]:
        entries = self.app.store.unfinished()
        made: list[Widget] = [section(self, "unfinished", Message("Unfinished"))]
        if not entries:
            text = Message("No game is waiting. Whatever you leave in the middle will wait here.")
            made.append(words(self, "none-unfinished", text))
        cards: list[Widget] = []
        for entry in entries:
            go_on = self._card(f"go-on-{entry.id}", entry, partial(self._go_on, entry.id))
            discard = self._discard_button(entry.id, DISCARD, self._story(entry))
            cards.append(row_of(self, f"row-{entry.id}", go_on, discard))
        return [*made, self._beside("waiting", cards)]

    def _beside(self, key: str, cards: Sequence[Widget]) -> Widget:
        """Put cards side by side, if there is room."""
        return Grid(self.app.kit, key, cards, 2 if self.app.size[0] >= self.app.px(TWO_COLUMNS) else 1)

    def _finished(self) -> list[Widget]:
        entries = self.app.store.finished(limit=self._shown + 1)
        made: list[Widget] = [section(self, "finished", Message("Finished"))]
        if not entries:
            made.append(words(self, "none-finished", NONE_FINISHED))
        cards: list[Widget] = []
        for entry in entries[: self._shown]:
            watch = self._card(f"watch-{entry.id}", entry, partial(self._watch, entry.id))
            write, label = partial(export_game, self.app, entry.id), Message("Save this game as a file")
            export = button(self, f"export-{entry.id}", label, "export_variant", write, "quiet", bare=True)
            discard = self._discard_button(entry.id, DISCARD_FINISHED, self._story(entry))
            cards.append(row_of(self, f"row-{entry.id}", watch, export, discard))
        made.append(self._beside("ended", cards))
        if len(entries) > self._shown:
            made.append(button(self, "more", Message("Show more"), "chevron_down", self._more, "quiet"))
        return made

    def _unreadable(self) -> list[Widget]:
        games = self.app.store.unreadable()
        if not games:
            return []
        say = self.app.say
        about = Message(
            "The starting data of these games is damaged. Each can be saved as a file, as it is, or thrown away."
        )
        made: list[Widget] = [section(self, "unreadable", Message("Unreadable")),
                              words(self, "about-unreadable", about, "small")]  # fmt: skip
        for game in games:
            story = self._remains(game)
            export = Card(self.app.kit, f"raw-{game.id}", " – ".join(game.players) or say(Message("Unknown players")),
                          story, partial(export_game, self.app, game.id), icon="file_alert_outline")  # fmt: skip
            made.append(row_of(self, f"row-{game.id}", export, self._discard_button(game.id, DISCARD, story)))
        return made

    def _remains(self, game: UnreadableGame) -> str:
        when = day(self.app, game.changed) if game.changed else self.app.say(Message("nobody knows when"))
        return " · ".join([*([game_title(self.app, game.game)] if game.game else []), when])

    def _files(self) -> list[Widget]:
        store = self.app.store
        is_empty = not (store.unfinished() or store.finished(limit=1) or store.unreadable() or store.profiles())
        export = button(self, "export-all", Message("Save all games in one file"), "export_variant", self._export_all,
                        enabled=not is_empty)  # fmt: skip
        ways = [
            export,
            button(self, "find-file", Message("Look for a file"), "folder_open_outline", self._find_file),
            button(
                self,
                "open-code",
                Message("Open a copied code"),
                "content_paste",
                partial(open_clipboard_code, self.app),
            ),
        ]
        for number, path in enumerate(self._known_files()):
            label, take = Message("Import {file}", file=path.name), partial(self._import, path)
            ways.append(button(self, f"file-{number}", label, "tray_arrow_down", take, "quiet"))
        half = 50 * self.app.size[0] // self.app.px(100)
        field = text_field(self, "path", Message("Another file"), self._path, partial(setattr, self, "_path"),
                           self._import_written, max_length=LONGEST_PATH, width=min(PATH_WIDTH, half))  # fmt: skip
        label = Message("Import the games in this file")
        written = button(self, "import", label, "tray_arrow_down", self._import_written, bare=True)
        drop = Message("A file can also be dropped onto this window, and so can a picture or a clip that was shared.")
        return [
            section(self, "files", Message("Files")),
            words(self, "folder", Message("Files are saved in {folder}", folder=str(exports_folder())), "small"),
            Grid(self.app.kit, "ways", ways, WAYS if self.app.size[0] >= self.app.px(TWO_COLUMNS) else 1),
            row_of(self, "path-row", field, written),
            words(self, "drop", drop, "small"),
        ]

    def _discard_button(self, game_id: int, question: Message, story: str) -> Button:
        throw = partial(confirm_discard, self.app, question.of(game=story), partial(self._discard, game_id))
        return button(
            self, f"discard-{game_id}", Message("Throw this game away"), "delete_outline", throw, "quiet", bare=True
        )

    def _known_files(self) -> Sequence[Path]:
        try:
            return sorted(exports_folder().glob("*.json"), reverse=True)[:SHOWN]
        except OSError:
            return ()

    def _card(self, key: str, entry: GameEntry, press: Callable[[], None]) -> Card:
        picture = Miniature(self.app.kit, f"{key}-board", entry.setup.game, partial(self._position, entry), self._album)
        self.ahead.append(picture)
        return Card(self.app.kit, key, players_text(self.app, entry.setup), self._story(entry), press, picture=picture,
                    picture_units=PICTURE if self.app.size[0] >= self.app.px(NARROW) else SMALL_PICTURE)  # fmt: skip

    def _position(self, entry: GameEntry) -> State | None:
        """Where a game stands, as all who sit at it know it; None if it cannot be replayed."""
        key = (entry.id, entry.changed)
        if key not in self._positions:
            self._positions[key] = known_position(self.app, entry)
        return self._positions[key]

    def _story(self, entry: GameEntry) -> str:
        moves = Message("{n} [move|moves]", n=entry.moves)
        name = name_of(self.app, entry.setup.game, entry.setup.params)
        parts = [game_title(self.app, entry.setup.game), *([name] if name else []),
                 variant_title(self.app, entry.setup),
                 day(self.app, entry.ended or entry.changed), self.app.say(moves)]  # fmt: skip
        return " · ".join([*parts, self._result(entry)] if entry.ended else parts)

    def _result(self, entry: GameEntry) -> str:
        if entry.result is None:
            return self.app.say(Message("the result cannot be read"))
        winners = entry.result.winners
        names = seat_names(self.app, entry.setup)
        known = [names[seat] for seat in winners if seat < len(names)]
        if known:
            return self.app.say(Message("won by {names}", names=", ".join(known)))
        return self.app.say(Message("drawn") if len(entry.setup.seats) > 1 else Message("lost"))

    # -- actions

    def _go_on(self, game_id: int) -> None:
        match = resume_match(self.app, game_id)
        if match is not None:
            self.app.open_instead("board", match)

    def _discard(self, game_id: int) -> None:
        self.app.store.discard(game_id)
        self.app.tell(Message("The game was thrown away."))
        self.rebuild()

    def _watch(self, game_id: int) -> None:
        try:
            session = self.app.store.resume(game_id, GAMES).session
            times = moves_of(self.app.store.kept(game_id), session)
        except SaveError as error:
            self.app.refuse(error.message)
            return
        self.app.open("replay", session, times=times)

    def _more(self) -> None:
        self._shown += SHOWN
        self.rebuild()

    def _export_all(self) -> None:
        try:
            data = self.app.store.export_all()
        except SaveError as error:
            self.app.refuse(error.message)
            return
        if write_export(self.app, data, "quincunx") is None:
            return
        if data["unreadable"]:
            self.app.tell(Message("{n} [game|games] in it cannot be read, and [is|are] kept there as [it|they] "
                                  "[is|are].", n=len(data["unreadable"])))  # fmt: skip
        self.rebuild()

    def _import_written(self, *_: object) -> None:
        if self._path.strip():
            self.app.try_storing(lambda: self._open(written_path(self._path)))

    def _find_file(self) -> None:
        self.app.open("files", Message("Import games"), ENDINGS, self._import_found)

    def _import_found(self, path: Path) -> Message | None:
        """Import the chosen file and go back, or watch the game in it; errors are shown as usual."""
        if path.suffix.lower() in PICTURES:
            return open_file(self.app, path)
        if import_path(self.app, path):
            self.app.stack.clear_to("games")
        return None

    def _open(self, path: Path) -> None:
        if path.suffix.lower() in PICTURES:
            open_dropped(self.app, path)
        else:
            self._import(path)

    def _import(self, path: Path) -> None:
        if import_path(self.app, path):
            self.rebuild()

    def drop(self, path: Path) -> None:
        self._import(path)
