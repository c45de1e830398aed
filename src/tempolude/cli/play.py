"""`tempolude play`: a table in the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path
from typing import Any

from platformdirs import user_data_path
from rich.columns import Columns
from rich.console import Console, Group
from rich.markdown import Markdown
from rich.rule import Rule
from rich.text import Text

from tempolude.bots import Bot, Setting, bot, read_spec
from tempolude.engine.drawing import BRASS, LAMP, SEAL, SHADE, notebook, person, sentence, tray
from tempolude.engine.errors import UndoRefused
from tempolude.engine.game import game as find_game
from tempolude.engine.match import Match
from tempolude.engine.table import Action, Line, People
from tempolude.engine.verdict import verdict

from .choosing import Menu
from .results import standings
from .waiting import compile_bots_with_notice
from .words import WORDS

YOU = "you"
LOG_LINES = 9


def play_at_table(
    name: str, seats: str | None, options: dict[str, Any], seed: int | None, lang: str, save: Path | None
) -> None:
    path = Path(name)
    if path.suffix == ".json" or path.exists():
        match, save = Match.load(path), save or path
    else:
        match = _new_match(name, seats, options, seed, lang)
        save = save or _new_path(match)
    Sitting(match, save, lang).run()


def _new_match(name: str, seats: str | None, options: dict[str, Any], seed: int | None, lang: str) -> Match:
    game = find_game(name)
    players = seats.split(",") if seats else [YOU] + ["regular"] * (game.seats[0] - 1)
    for player in players:
        if player != YOU:
            read_spec(player, game)
    people = players.count(YOU)
    names = [
        WORDS[lang]["you" if people == 1 else "player"].format(n=i + 1)
        if player == YOU
        else WORDS[lang]["bot"].format(n=i + 1)
        for i, player in enumerate(players)
    ]
    return Match(game, seats=len(players), seed=seed, options=options, names=names, players=players)


def _new_path(match: Match) -> Path:
    return user_data_path("tempolude") / "matches" / f"{match.game.name}-{datetime.now():%Y%m%d-%H%M%S}.json"


class Sitting:
    """One person, or several taking turns, at the terminal."""

    def __init__(self, match: Match, path: Path, lang: str) -> None:
        self.match, self.path, self.lang, self.say = match, path, lang, WORDS[lang]
        specs = {seat: read_spec(kind, match.game) for seat, kind in enumerate(match.players) if kind != YOU}
        if any(spec.compiles for spec in specs.values()):
            compile_bots_with_notice(match.game)
        self.bots: dict[int, Bot] = {seat: bot(spec, Setting.of(match)) for seat, spec in specs.items()}
        self.console = Console(emoji=False, highlight=False)
        self.drawing = match.game.drawing()
        self.read_up_to = dict.fromkeys(range(match.seats), 0)  # by seat: the length of the log it has read
        self.last_person: int | None = None
        self.notice = ""

    def run(self) -> None:
        """Play until the match is over or somebody leaves; the match is saved in any case."""
        try:
            while not self.match.over:
                seat = self._next()
                if seat in self.bots:
                    self.match.play(seat, self.bots[seat].choose(self.match.view(seat), seat))
                elif not self._decide(seat):
                    break
        except (EOFError, KeyboardInterrupt):
            self.console.print()
        finally:
            self.match.save(self.path)
        if self.match.over:
            self._show(self._reader())
            people = People(self.match.names_in(self.lang), self._reader())
            told = verdict(self.match, self.lang, people)
            for sentences in ((told.won, told.why), (told.place, told.because)):
                parts = [sentence(each, self.drawing.chip) for each in sentences if each]
                self.console.print(Text(" ").join(parts))
            self.console.print(standings(self.match, self.lang))
            self.console.print(Text(self.say["kept"].format(path=self.path), style=SHADE))
        else:
            self.console.print(self.say["saved"].format(path=self.path), soft_wrap=True)

    def _next(self) -> int:
        """The next seat to decide; people before bots, so that nobody waits for a bot."""
        waiting = self.match.waiting
        return next((seat for seat in waiting if seat not in self.bots), waiting[0])

    def _reader(self) -> int:
        people = [seat for seat in range(self.match.seats) if seat not in self.bots]
        return people[0] if len(people) == 1 else -1

    def _decide(self, seat: int) -> bool:
        """Prompt until this seat has acted; False to leave the table."""
        if self.last_person not in (None, seat):
            self._clear()
            self.console.input(self.say["pass"].format(name=self.match.names[seat]))
        self.last_person = seat
        while True:
            menu = Menu(self.match.legal(seat))
            self._show(seat, menu)
            text = self.console.input(Text("▸ ", style=LAMP)).strip()
            self.notice = ""
            match text.lower():
                case "q":
                    return False
                case "u":
                    if self._undo(seat):
                        return True
                case "l":
                    self._show_log(seat)
                case "?":
                    self._show_rules()
                case "":
                    continue
                case _:
                    found = menu.find(text)
                    if len(found) == 1:
                        self.read_up_to[seat] = len(self.match.story(seat, self.lang))
                        self.match.play(seat, found[0].number)
                        return True
                    self.notice = self._why_not(text, [action.notation for action in found])

    def _why_not(self, text: str, notations: list[str]) -> str:
        if not notations:
            return self.say["none"].format(text=text)
        return self.say["several"].format(notations=", ".join(notations[:6]) + ("…" if len(notations) > 6 else ""))

    def _undo(self, seat: int) -> bool:
        try:
            self.match.undo(seat)
        except UndoRefused:
            self.notice = self.say["no undo"]
            return False
        return True

    # --- Showing -----------------------------------------------------------------

    def _clear(self) -> None:
        if self.console.is_terminal:
            self.console.clear()

    def _show(self, seat: int, menu: Menu | None = None) -> None:
        match, people = self.match, People(self.match.names, seat)
        view, legal = match.view(seat), menu.actions if menu else []
        self._clear()
        title = f"[bold]{match.game.title[self.lang]}[/]  {self.drawing.title(view, self.lang)}"
        self.console.print(Rule(title, style=BRASS, align="left"))
        self.console.print(self.drawing.draw(view, seat, people, self.lang, legal, match.table))
        lines = match.story(seat, self.lang)
        fresh = lines[self.read_up_to.get(seat, 0) :] or lines[-3:]
        self.console.print(tray(self.say["log"], notebook(fresh, self.drawing.chip, LOG_LINES)))
        if menu:
            self.console.print(Group(*self._question(seat, view, people, menu)))

    def _question(self, seat: int, view: Any, people: People, menu: Menu) -> Iterator[Any]:
        asked, aside = self.match.table.ask(view, seat, self.lang, people)
        several = sum(kind == YOU for kind in self.match.players) > 1
        yield Text.assemble(person(people, seat), "  ", self._bold(asked)) if several else self._bold(asked)
        yield sentence(aside, self.drawing.chip)
        rows = [self._row(view, seat, key, what, action) for key, what, action in menu.rows()]
        yield tray(self.say["choices"], Columns(rows, padding=(0, 2)), lit=True)
        yield Text.from_markup(self.say["keys"], style=SHADE)
        if self.notice:
            yield Text(self.notice, style=SEAL)

    def _row(self, view: Any, seat: int, key: str, what: str, action: Action | None) -> Text:
        meaning = self.match.table.explain(view, seat, action.number, self.lang) if action else ""
        return Text.assemble((f"{key:>3} ", f"bold {LAMP}"), what, (f"  {meaning}" if meaning else "", SHADE))

    def _bold(self, asked: Line) -> Text:
        text = sentence(asked, self.drawing.chip)
        text.stylize("bold")
        return text

    def _show_log(self, seat: int) -> None:
        lines = self.match.story(seat, self.lang)
        with self.console.pager(styles=True) if self.console.is_terminal else nullcontext():
            self.console.print(notebook(lines, self.drawing.chip, len(lines)))

    def _show_rules(self) -> None:
        """Show any rule by its number, in the reader's language."""
        rules = self.match.game.rulebook[self.lang].rules
        number = self.console.input(self.say["rule"].format(number=next(iter(rules)))).strip().upper()
        if number:
            text = f"**{number}** {rules[number]}" if number in rules else self.say["no rule"].format(number=number)
            self.console.print(Markdown(text))
            self.console.input(Text(self.say["again"], style=SHADE))
