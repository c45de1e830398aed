"""Time Masters as advice: every action in a sentence, with what it does."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tempolude.engine.table import Line, both, line

from . import rules, words
from . import state as m
from .cards import meaning
from .names import access_chip, ke_chip, sparks_chip

if TYPE_CHECKING:
    from .table import Table

CHOICES = {m.ASK_FETCH: "fetch", m.ASK_REMOVE: "remove", m.ASK_REMOVE_UP_TO: "remove"}  # else "discard"
PLAYS = {m.FOCUS: "focus", m.TIMER: "set"}


def advise(table: Table, s: Any, seat: int, action: int, lang: str) -> Line:
    say = words.ADVISE[lang]
    if action < m.TAKE:
        return ending(table, s, seat, action, lang)
    if action < m.CHOOSE:
        return from_spheres(table, s, action, lang)
    if action < m.TRADE:
        return line(say[CHOICES.get(s.asks, "discard")], card=table.card_chip(action - m.CHOOSE, lang))
    if action < m.RELEASE:
        return line(say["trade"], card=table.card_chip(action - m.TRADE, lang))
    if action < m.PLAY:
        card = action - m.RELEASE
        return line(say["release"], card=table.card_chip(card, lang), does=does(table, card, lang))
    if action < m.ACTIVATE:
        card, sparks = divmod(action - m.PLAY, m.PAYMENTS)
        chip, effect = table.card_chip(card, lang), does(table, card, lang)
        if table.kinds[card].sort != m.SPELL:
            return line(say[PLAYS[table.kinds[card].sort]], card=chip, does=effect)
        price = paid(table, s, seat, card, sparks, lang)
        return line(say["cast" if price else "cast free"], card=chip, price=price, does=effect)
    if action < m.DELAY:
        return with_timer(table, s, seat, action, lang)
    if action < m.PLACE:
        place, card = divmod(action - m.DELAY, m.KINDS)
        return line(say["delay"], timer=table.timer_named(s, seat, place, lang), card=table.card_chip(card, lang))
    place, card, sparks = table.placing(action)
    price, timer = paid(table, s, seat, card, sparks, lang), table.timer_named(s, seat, place, lang)
    return line(say["place" if price else "place free"], card=table.card_chip(card, lang), timer=timer, price=price)


def ending(table: Table, s: Any, seat: int, action: int, lang: str) -> Line:
    """What leads on without a card: to pass, to go to the spheres, to end the turn."""
    say = words.ADVISE[lang]
    if s.asks == m.ASK_SURCHARGE:
        return line(say["give up" if action == m.PASS else "take it"])
    if action == m.PASS:
        spent = s.ke[seat] - s.ready[seat]
        return line(say["pass" if spent else "pass with all"], ke=ke_chip(spent, lang))
    main = "spheres" if s.access else "close"
    key = {m.ASK_MAIN: main, m.ASK_SPHERES: "close"}.get(s.asks, "stop")
    return line(say[key], access=access_chip(s.access, lang))


def from_spheres(table: Table, s: Any, action: int, lang: str) -> Line:
    say, sphere = words.ADVISE[lang], (action - m.TAKE) % m.LEVELS
    if action >= m.UNSEEN:
        return line(say["unseen"], sphere=sphere + 1, access=access_chip(sphere + 2, lang))
    card = table.card_chip(s.sphere[sphere][s.remaining[sphere] - 1], lang)
    return line(say["renew" if s.asks == m.ASK_RENEW else "take"], card=card, sphere=sphere + 1)


def with_timer(table: Table, s: Any, seat: int, action: int, lang: str) -> Line:
    say = words.ADVISE[lang]
    if action < m.DROP:
        place = action - m.ACTIVATE
        spells = Counter(table.card_chip(spell, lang) for spell in table.spells_on(s, seat, place))
        cards = both([chip if n == 1 else Line((chip, f" ×{n}")) for chip, n in spells.items()], lang)
        return line(say["activate"], timer=table.timer_named(s, seat, place, lang), cards=cards)
    place = action - m.DROP
    key, timer = "break" if s.asks == m.ASK_BREAK else "drop", table.timer_named(s, seat, place, lang)
    return line(say[key], timer=timer, does=does(table, s.timer[seat][place], lang))


def does(table: Table, card: int, lang: str) -> Line:
    """What a card does, if it does anything."""
    kind = replace(table.kinds[card], when="")
    return line(words.ADVISE[lang]["does"], effect=meaning(kind, lang)) if kind.effect else Line(())


def paid(table: Table, s: Any, seat: int, card: int, sparks: int, lang: str) -> Line:
    """M6.3: the price of a spell in recurring and ephemeral Kè."""
    gold = rules.price(s, seat, card) - sparks
    if not gold and not sparks:
        return Line(())
    if not sparks:
        return Line((ke_chip(gold, lang),))
    if not gold:
        return Line((sparks_chip(sparks, lang),))
    return line(words.ADVISE[lang]["both"], ke=ke_chip(gold, lang), sparks=sparks_chip(sparks, lang))
