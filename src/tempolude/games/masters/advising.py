"""Every action of Time Masters as advice: a sentence with what it does."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tempolude.engine.table import Line, both, line

from . import rules, state, words
from .cards import meaning
from .names import access_chip, ke_chip, sparks_chip

if TYPE_CHECKING:
    from .table import Table

CHOICES = {state.ASK_FETCH: "fetch", state.ASK_REMOVE: "remove", state.ASK_REMOVE_UP_TO: "remove"}  # else "discard"
PLAYS = {state.FOCUS: "focus", state.TIMER: "set"}


def advise(table: Table, s: Any, seat: int, action: int, lang: str) -> Line:
    say = words.ADVISE[lang]
    if action < state.TAKE:
        return ending(table, s, seat, action, lang)
    if action < state.CHOOSE:
        return from_spheres(table, s, action, lang)
    if action < state.TRADE:
        return line(say[CHOICES.get(s.asks, "discard")], card=table.card_chip(action - state.CHOOSE, lang))
    if action < state.RELEASE:
        return line(say["trade"], card=table.card_chip(action - state.TRADE, lang))
    if action < state.PLAY:
        card = action - state.RELEASE
        return line(say["release"], card=table.card_chip(card, lang), does=does(table, card, lang))
    if action < state.ACTIVATE:
        card, sparks = divmod(action - state.PLAY, state.PAYMENTS)
        chip, effect = table.card_chip(card, lang), does(table, card, lang)
        if table.kinds[card].sort != state.SPELL:
            return line(say[PLAYS[table.kinds[card].sort]], card=chip, does=effect)
        price = paid(table, s, seat, card, sparks, lang)
        return line(say["cast" if price else "cast free"], card=chip, price=price, does=effect)
    if action < state.DELAY:
        return with_timer(table, s, seat, action, lang)
    if action < state.PLACE:
        place, card = divmod(action - state.DELAY, state.KINDS)
        return line(say["delay"], timer=table.timer_named(s, seat, place, lang), card=table.card_chip(card, lang))
    place, card, sparks = table.placing(action)
    price, timer = paid(table, s, seat, card, sparks, lang), table.timer_named(s, seat, place, lang)
    return line(say["place" if price else "place free"], card=table.card_chip(card, lang), timer=timer, price=price)


def ending(table: Table, s: Any, seat: int, action: int, lang: str) -> Line:
    """Actions without a card: pass, go on to the spheres, end the turn."""
    say = words.ADVISE[lang]
    if s.asks == state.ASK_SURCHARGE:
        return line(say["give up" if action == state.PASS else "take it"])
    if action == state.PASS:
        spent = s.ke[seat] - s.ready[seat]
        return line(say["pass" if spent else "pass with all"], ke=ke_chip(spent, lang))
    main = "spheres" if s.access else "close"
    key = {state.ASK_MAIN: main, state.ASK_SPHERES: "close"}.get(s.asks, "stop")
    return line(say[key], access=access_chip(s.access, lang))


def from_spheres(table: Table, s: Any, action: int, lang: str) -> Line:
    say, sphere = words.ADVISE[lang], (action - state.TAKE) % state.LEVELS
    if action >= state.UNSEEN:
        return line(say["unseen"], sphere=sphere + 1, access=access_chip(sphere + 2, lang))
    card = table.card_chip(s.sphere[sphere][s.remaining[sphere] - 1], lang)
    return line(say["renew" if s.asks == state.ASK_RENEW else "take"], card=card, sphere=sphere + 1)


def with_timer(table: Table, s: Any, seat: int, action: int, lang: str) -> Line:
    say = words.ADVISE[lang]
    if action < state.DROP:
        place = action - state.ACTIVATE
        spells = Counter(table.card_chip(spell, lang) for spell in table.spells_on(s, seat, place))
        cards = both([chip if n == 1 else Line((chip, f" ×{n}")) for chip, n in spells.items()], lang)
        return line(say["activate"], timer=table.timer_named(s, seat, place, lang), cards=cards)
    place = action - state.DROP
    key, timer = "break" if s.asks == state.ASK_BREAK else "drop", table.timer_named(s, seat, place, lang)
    return line(say[key], timer=timer, does=does(table, s.timer[seat][place], lang))


def does(table: Table, card: int, lang: str) -> Line:
    """What a card does, if anything."""
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
