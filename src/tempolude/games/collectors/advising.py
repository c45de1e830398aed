"""Every action of Time Collectors as advice: a sentence that says what you would gain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tempolude.engine.table import Line, People, both, line
from tempolude.engine.wording import plural

from . import scene, state, words
from .dates import date_of, stop_of
from .names import crystals_chip, date_chip, stop_words

if TYPE_CHECKING:
    from .table import Table


def advise(table: Table, s: Any, seat: int, action: int, lang: str, people: People) -> Line:
    say, one = words.ADVISE[lang], crystals_chip(1, lang)
    if action < state.TRAVEL:
        date = date_of(s, seat, action)
        to = stop_words(words.TO, stop_of(date), lang)
        return line(say["set"], date=date_chip(date), to=to, brings=brings(table, s, seat, stop_of(date), lang))
    if action < state.GIVE:
        stop, changes = divmod(action - state.TRAVEL, 3)
        to, crystals = stop_words(words.TO, stop, lang), crystals_chip(changes, lang)
        key = "travel" if changes else "as it is"
        return line(say[key], to=to, crystals=crystals, brings=brings(table, s, seat, stop, lang))
    if action < state.DISCARD:
        return line(say["give"], who=people.who(action - state.GIVE), crystals=one)
    if action < state.COLLECT:
        era = action - state.DISCARD
        card, following = table.card_chip(s.line[era], lang), table.card_chip(s.next, lang)
        key, points = "swap" if s.phase == state.IN_ERA else "discard", best(s, seat, s.next)
        stop_name = words.STOPS[lang][2 * era]
        return line(say[key], card=card, next=following, crystals=one, stop=stop_name, points=points)
    if action == state.COLLECT:
        card = s.line[s.at[seat] >> 1]
        key = "collect" if s.phase == state.IN_ERA else "collect first"
        return line(say[key], card=table.card_chip(card, lang), points=best(s, seat, card))
    if action == state.LEAVE:
        return line(say["leave"])
    if action < state.TAKE:
        place, card = action - state.PLACE, s.collected[0]
        row, column = divmod(place, state.COLUMNS)
        added = scene.points_by_place(s, seat, card)[place]
        worth = f"{'+' * (added >= 0)}{plural(words.POINTS, added, lang)}"
        return line(say["place"], card=table.card_chip(card, lang), row=row + 1, column=column + 1, points=worth)
    if action == state.TAKE_NONE:
        return line(say["no feat"])
    feat = action - state.TAKE
    points = plural(words.POINTS, state.FEAT_POINTS[feat], lang)
    return line(say["feat"], feat=table.feat_chip(feat, lang), points=points)


def brings(table: Table, s: Any, seat: int, stop: int, lang: str) -> Line:
    """What can be collected at a stop: each card with the most points it would add, and the crystals there."""
    say = words.ADVISE[lang]
    found: list[Any] = [
        line(say["card"], card=table.card_chip(card, lang), points=best(s, seat, card))
        for card in scene.cards_at(s, stop)
    ]
    if stop >= state.PRESENT and s.reserve > 0:  # L4.6, L4.11
        found.append(Line(("+", crystals_chip(min(2, s.reserve), lang))))
    return line(say["brings"], cards=both(found, lang)) if found else Line(())


def best(s: Any, seat: int, card: int) -> str:
    """The most points that a card would add."""
    points = scene.points_by_place(s, seat, card).values()
    return scene.plus(max(points)) if points else scene.plus(0)
