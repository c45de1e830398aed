"""`tempolude sentences GAME`: a game's prompts for half-made moves and its hints, for proofreading.

Matches are played at random. The first sentence for every kind of move is printed, in both languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from rich.console import Console

from tempolude.engine.game import game as find_game
from tempolude.engine.match import Match
from tempolude.engine.rulebook import LANGUAGES
from tempolude.engine.table import Line, People, half_made

MATCHES = 6


class Found(NamedTuple):
    kind: str  # of what was picked and what can be picked next, or of the action
    sentences: tuple[str, ...]  # by language


def show_sentences(name: str, matches: int = MATCHES) -> None:
    console = Console(emoji=False, highlight=False, soft_wrap=True)
    half: dict[str, Found] = {}
    advice: dict[str, Found] = {}
    for match in played(name, matches):
        for found in halves(match):
            half.setdefault(found.kind, found)
        for found in advised(match):
            advice.setdefault(found.kind, found)
    for title, kinds in (("Half-made moves", half), ("Advice", advice)):
        console.print(f"\n[b]{title}[/]" if kinds else f"\n[b]{title}[/]: none")
        for found in kinds.values():
            console.print(f"  {found.kind}", style="dim", markup=False)
            for sentence in found.sentences:
                console.print(f"    {sentence}", markup=False)


def played(name: str, matches: int) -> Iterator[Match]:
    """Random matches at the largest table, at every moment."""
    game = find_game(name)
    for seed in range(1, matches + 1):
        match, dice = Match(game, seats=game.seats[-1], seed=seed), Random(seed)
        while not match.over:
            yield match
            seat = dice.choice(match.waiting)
            match.play(seat, dice.choice(match.way.legal(match.view(seat), seat)))


def halves(match: Match) -> Iterator[Found]:
    table = match.table
    for seat in match.waiting:
        view = match.view(seat)
        actions = [table.handles(view, seat, number) for number in match.way.legal(view, seat)]
        for picked, following in half_made(actions).items():
            opened = " ".join(dict.fromkeys(map(kind, following)))
            said = [table.half(view, seat, picked, following, lang) for lang in LANGUAGES]
            yield Found(f"{' '.join(map(kind, picked))} > {opened}: {pattern(said[0])}", tuple(map(str, said)))


def advised(match: Match) -> Iterator[Found]:
    people = People(match.names)
    for seat in match.waiting:
        view = match.view(seat)
        for number in match.way.legal(view, seat):
            said = [match.table.advise(view, seat, number, lang, people) for lang in LANGUAGES]
            yield Found(pattern(said[0]), tuple(map(str, said)))


def pattern(line: Line) -> str:
    """A sentence without the parts that depend on the position.

    >>> from tempolude.engine.table import Chip
    >>> pattern(Line(("Give ", Chip("seat", 1, "Ada"), " 2 crystals for “Dodo” (+1).")))
    'Give {seat} # crystals for “…”.'
    """
    words = "".join(part if isinstance(part, str) else f"{{{part.kind}}}" for part in line.parts)
    return re.sub(r"\d+", "#", re.sub(r"“[^”]*”( \([^)]*\))?", "“…”", words))


def kind(handle: str) -> str:
    """The kind of thing a handle stands for.

    >>> kind("card-12"), kind("seat-0-blue-atomic"), kind("end-turn")
    ('card', 'seat', 'end-turn')
    """
    return re.sub(r"-(\d|[a-z]+-?\w*$).*", "", handle) if handle not in ("end-turn", "before-all") else handle
