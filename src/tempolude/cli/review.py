"""`tempolude review` and `tempolude calibrate`."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tempolude.bots import read_spec
from tempolude.bots.processes import cores
from tempolude.engine.errors import BadOption, BadSeat
from tempolude.engine.game import Game
from tempolude.engine.game import game as find_game
from tempolude.engine.match import Match
from tempolude.engine.record import write_text
from tempolude.engine.table import People
from tempolude.review import is_ready, prepare, review
from tempolude.review.calibration import (
    Agreement,
    Calibration,
    Trial,
    Weighed,
    agree,
    agreement,
    calibrate,
    measured,
    scored,
    weigh,
    weighed,
)
from tempolude.review.verdicts import ONLY

from .waiting import compile_bots_with_notice, console, progress
from .waiting import compile_with_notice as compile_rules_with_notice

CALLED = {
    "en": {"right": "right", "good": "good", "hesitant": "hesitant", "misstep": "misstep",
           "contretemps": "contretemps", ONLY: "no choice"},
    "fr": {"right": "juste", "good": "bon", "hesitant": "hésitant", "misstep": "faux pas",
           "contretemps": "contretemps", ONLY: "sans choix"},
}  # fmt: skip
WORDS = {
    "en": ("Chance of winning before and after", "Decision", "Verdict", "Better", "Luck and play",
           "before the deal", "luck", "play", "result"),
    "fr": ("Chances avant et après", "Décision", "Verdict", "Mieux valait", "Le sort et le jeu",
           "avant la donne", "sort", "jeu", "résultat"),
}  # fmt: skip


def compile_with_notice(game: Game) -> None:
    """Make sure that playouts and search are compiled; the first time on a machine this takes a while, and says so."""
    compile_bots_with_notice(game)
    if not is_ready(game):
        with console.status(f"Compiling the review of {game.title['en']}, once for this machine…"):
            prepare(game)


def review_record(
    path: Path, seats: list[int], lang: str, *, seed: int, as_json: bool, html: Path | None = None
) -> None:
    match = Match.load(path)
    if not match.over:
        raise BadOption("a match is reviewed when it is over", "une partie se revoit quand elle est terminée")
    for seat in seats:
        if not 0 <= seat < match.seats:
            raise BadSeat(f"there is no seat {seat}; seats are 0 to {match.seats - 1}")
    readers = seats or [seat for seat in range(match.seats) if match.players[seat] == "you"] or [*range(match.seats)]
    compile_with_notice(match.game)
    found: dict[str, Any] = {}
    with progress() as bar:
        task = bar.add_task(match.game.title[lang], total=None)
        for found in review(match, readers, seed=seed):
            bar.update(task, completed=found["done"], total=found["tasks"])
    if html:
        _write_file(html, match, found, readers, lang)
        return
    if as_json:
        print(json.dumps(found, ensure_ascii=False))
        return
    for seat in readers:
        _show_decisions(match, found, seat, lang)
    _show_luck(match, found, lang)


def _write_file(path: Path, match: Match, found: dict[str, Any], readers: list[int], lang: str) -> None:
    """Write the review as one page."""
    from tempolude.server.review_file import review_file

    with progress() as bar:
        task = bar.add_task(path.name, total=None)
        page = review_file(match, found, readers, lang, lambda n, of: bar.update(task, completed=n, total=of))
    try:
        write_text(path, page)
    except OSError as error:
        raise BadOption(f"--html {path}: cannot be written: {error.strerror}") from error


def _percent(share: float, *, signed: bool = False) -> str:
    text = f"{100 * share:+.0f}" if signed else f"{100 * share:.0f}"
    return text.replace("-", "−")


def _show_decisions(match: Match, found: dict[str, Any], seat: int, lang: str) -> None:
    """A seat's decisions in order, those of the moments that decided the match marked."""
    words, people, seen = WORDS[lang], People(match.names_in(lang), seat), found["eyes"][str(seat)]
    table = Table(title=match.names_in(lang)[seat], box=None, title_justify="left")
    for title in ("", words[1], words[2], words[0], words[3]):
        table.add_column(title)
    for key in sorted(seen["decisions"], key=int):
        decision, n = seen["decisions"][key], int(key)
        view = match.game.hide(match.game.rules.STATE.read(match.steps[n - 1].before), seat)
        before, after = (seen["chances"][m][seat] for m in (n - 1, n))
        better = ""
        if decision["best"] != decision["action"]:
            better = (
                f"{match.table.advise(view, seat, decision['best'], lang, people)} (+{_percent(decision['given'])})"
            )
        table.add_row(
            f"{'* ' if n in seen['moments'] else ''}{n}",
            match.table.notation(view, seat, decision["action"]),
            CALLED[lang][decision["verdict"]],
            f"{_percent(before)} → {_percent(after)} %",
            better,
        )
    Console(emoji=False).print(table)


def _show_luck(match: Match, found: dict[str, Any], lang: str) -> None:
    words = WORDS[lang]
    table = Table(title=words[4], box=None, title_justify="left")
    for title in ("", *words[5:]):
        table.add_column(title)
    for seat, name in enumerate(match.names_in(lang)):
        luck = f"{_percent(found['luck'][seat], signed=True)} ± {_percent(2 * found['noise'][seat])}"
        skill, prior = _percent(found["skill"][seat], signed=True), _percent(found["prior"][seat])
        table.add_row(name, prior, luck, skill, _percent(found["result"][seat]))
    Console(emoji=False).print(table)


def calibrate_review(
    name: str, seats: int | None, options: dict[str, Any], *, bots: str, positions: int, playouts: int, seed: int,
    lapses: int | None, policies: bool, what: str, processes: int | None, as_json: bool,
) -> None:  # fmt: skip
    game = find_game(name)
    seats = (4 if 4 in game.seats else game.seats[0]) if seats is None else seats
    specs = tuple(bots.split(","))
    if what not in WORK:
        raise BadOption(f"--what {what!r}: expected {', '.join(WORK)}")
    for spec in specs:
        read_spec(spec, game)
    trial = Trial(name, seats, game.settle(seats, options), specs, playouts, seed, lapses, policies)
    compile_with_notice(game)
    compile_rules_with_notice(game)
    rows: list[Any] = []
    with progress() as bar:
        task = bar.add_task(game.title["en"], total=positions)
        for row in measured(WORK[what], trial, positions, processes or cores()):
            rows.append(row)
            bar.advance(task)
    title = f"{game.title['en']}, {positions} matches of {bots}, {playouts} playouts"
    found: Any
    if what == "chances":
        said, won = zip(*rows, strict=True)
        found = scored(said, won, 1 / seats)
    elif what == "verdicts":
        found = agreement(rows)
    else:
        found = weighed(trial, rows)
    if as_json:
        plain: Any = (
            [asdict(each) | {"fewer": each.fewer, "fewest": each.fewest} for each in found]
            if what == "luck"
            else asdict(found)
        )
        print(json.dumps(asdict(trial) | {"what": what, "positions": positions, "found": plain}))
    else:
        SHOW[what](title, found)


def _show_calibration(title: str, found: Calibration) -> None:
    table = Table(title=title, box=None, title_justify="left")
    for heading in ("positions", "said", "won", "95 % interval", ""):
        table.add_column(heading, justify="right")
    for each in found.bins:
        interval = f"{each.low:.1%} to {each.high:.1%}"
        table.add_row(str(each.positions), f"{each.said:.1%}", f"{each.won:.1%}", interval, "" if each.fits else "out")
    Console(emoji=False).print(table)
    print(f"{found.fit} of {len(found.bins)} bins fit.")
    print(f"A perfect estimator would be as far off in {found.chance:.0%} of such measurements.")
    print(f"Brier score {found.brier:.4f}; always a fair share: {found.naive:.4f}")


def _show_agreement(title: str, found: Agreement) -> None:
    print(title)
    print(
        f"{found.decisions} decisions, the same verdict for {found.same:.1%}, one step apart at most: {found.near:.1%}"
    )
    print(f"Of those that one review calls a mistake, the other calls {found.mistakes:.1%} at least hesitant.")
    print(", ".join(f"{verdict} {share:.1%}" for verdict, share in found.calls.items()))


def _show_weighed(title: str, found: list[Weighed]) -> None:
    table = Table(title=title, box=None, title_justify="left")
    for heading in (
        "",
        "won over a fair share",
        "skill",
        "fewer matches",
        "part of luck",
        "fewer with it",
        "mean luck",
    ):
        table.add_column(heading, justify="right")
    for each in found:
        won, skill = (f"{x:+.1%} ± {e:.1%}" for x, e in ((each.won, each.won_error), (each.skill, each.skill_error)))
        fewer, fewest = f"{each.fewer:.1f} times", f"{each.fewest:.1f} times"
        table.add_row(each.bot, won, skill, fewer, f"{each.part:.2f}", fewest, f"{each.apart:+.1f} s.e.")
    Console(emoji=False).print(table)


WORK: dict[str, Callable[[Trial, int], Any]] = {"chances": calibrate, "verdicts": agree, "luck": weigh}
SHOW: dict[str, Callable[[str, Any], None]] = {
    "chances": _show_calibration,
    "verdicts": _show_agreement,
    "luck": _show_weighed,
}
