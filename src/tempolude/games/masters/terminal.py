"""Time Masters in a terminal: the spheres, the chain of spells, the seats with their timers, the hand."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap
from typing import Any

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from tempolude.engine.drawing import BRASS, CRYSTAL, LAMP, SEAL, SHADE, person, tray
from tempolude.engine.state import NONE
from tempolude.engine.table import Action, Chip, People

from . import state, words
from .cards import SORTS, effect_text
from .components import Kind
from .table import Table

GOLD, PARCHMENT, SKY, BRONZE = "#f0c75e", "#ead9b0", "#8fb8ff", "#d59b62"
INKS = {"spell": PARCHMENT, "focus": SKY, "timer": BRONZE}
EMBLEMS = {"spell": "✦", "focus": "◎", "timer": "⋈"}
LEVELS = "○①②③④⑤"  # signs that terminals have
CARD_WIDTH = 18
IN_A_ROW = 4  # links of the chain

WORDS = {
    "en": {
        "title": "turn {n} · {phase}", "over": "the end", "spheres": "spheres of consciousness", "chain": "the chain",
        "seats": "at the table", "hand": "your hand", "left": "{n} left", "empty": "empty:", "slots": "{n} slots",
        "slot": "1 slot", "no spell": "no spell cast yet", "free": "released: ", "access": "access points ",
        "ke": "Kè", "cards": "hand", "deck": "deck", "discards": "discards", "points": "points", "timers": "timers",
        "tokens": "tokens", "under": "under it: {what}",
    },
    "fr": {
        "title": "tour {n} · {phase}", "over": "fin de la partie", "spheres": "sphères de conscience",
        "chain": "la chaîne", "seats": "à la table", "hand": "votre main", "left": "reste {n}", "empty": "vides :",
        "slots": "{n} empl.", "slot": "1 empl.",
        "no spell": "aucun sort lancé", "free": "libérés : ", "access": "points d’accès ",
        "ke": "Kè", "cards": "main", "deck": "pioche", "discards": "défausse", "points": "points",
        "timers": "temporisateurs", "tokens": "jetons", "under": "dessous : {what}",
    },
}  # fmt: skip


def chip(part: Chip) -> Text:
    """Cards with the emblem of their type, and Kè, as they appear in sentences."""
    if part.kind in INKS:
        return Text(f"{EMBLEMS[part.kind]} {part.text}", style=f"bold {INKS[part.kind]}")
    return Text(part.text, style={"ke": GOLD, "sparks": CRYSTAL}.get(part.kind, BRASS))


def title(s: Any, lang: str) -> str:
    say = WORDS[lang]
    return say["over"] if s.over else say["title"].format(n=s.turns // s.players + 1, phase=words.PHASES[lang][s.asks])


def draw(s: Any, seat: int, people: People, lang: str, legal: list[Action], table: Table) -> RenderableType:
    """The table as `seat` sees it; `legal` is what it may do now."""
    say, can = WORDS[lang], {action.number for action in legal}
    spheres = tray(say["spheres"], _spheres(s, lang, table, can), lit=any(state.TAKE <= n < state.CHOOSE for n in can))
    chain = tray(say["chain"], _chain(s, lang, table), lit=any(state.RELEASE <= n < state.PLAY for n in can))
    parts = [spheres, chain, tray(say["seats"], _seats(s, people, lang, table))]
    if seat >= 0:
        playable = _playable(can, s.asks)
        parts.append(tray(say["hand"], _hand(s, seat, lang, table, playable), lit=bool(playable)))
    return Group(*parts)


def _cards(kinds: list[Kind], lang: str, lit: list[bool], feet: list[str]) -> RenderableType:
    """Cards side by side, as high as the one with the longest text."""
    room = CARD_WIDTH - 4
    rows = [len(wrap(kind.name[lang], room)) + len(wrap(effect_text(kind, lang), room)) for kind in kinds]
    drawn = [_card(*card, lang, height=max(rows, default=0) + 2) for card in zip(kinds, lit, feet, strict=True)]
    return Columns(drawn, padding=(0, 1))


def _card(kind: Kind, lit: bool, foot: str, lang: str, *, height: int) -> Panel:
    """A card: its level and its cost or slots in the frame, its name, what it does."""
    sort = SORTS[kind.sort]
    slots = WORDS[lang]["slot" if kind.slots == 1 else "slots"].format(n=kind.slots)
    price = {state.SPELL: f"{kind.cost} Kè", state.FOCUS: EMBLEMS[sort], state.TIMER: f"{EMBLEMS[sort]} {slots}"}[
        kind.sort
    ]
    name, effect = Text(kind.name[lang], style=f"bold {INKS[sort]}"), Text(effect_text(kind, lang))
    return Panel(
        Group(name, effect), title=f"{LEVELS[kind.level]} {price}", title_align="left", subtitle=foot or None,
        subtitle_align="right", border_style=LAMP if lit else SHADE, box=box.ROUNDED, width=CARD_WIDTH, height=height,
    )  # fmt: skip


# --- Spheres ---------------------------------------------------------------------


def _spheres(s: Any, lang: str, table: Table, can: set[int]) -> RenderableType:
    """M5.1: the revealed card of each, and how many cards are left."""
    say = WORDS[lang]
    there = [sphere for sphere in range(state.LEVELS) if s.remaining[sphere]]
    kinds = [table.kinds[s.sphere[sphere][s.remaining[sphere] - 1]] for sphere in there]
    lit = [not can.isdisjoint({state.TAKE + sphere, state.UNSEEN + sphere}) for sphere in there]
    empty = [LEVELS[sphere + 1] for sphere in range(state.LEVELS) if not s.remaining[sphere]]
    cards = _cards(kinds, lang, lit, [say["left"].format(n=s.remaining[sphere]) for sphere in there])
    return Group(cards, Text(f"{say['empty']} {' '.join(empty)}", style=SEAL)) if empty else cards


# --- The chain -------------------------------------------------------------------


def _chain(s: Any, lang: str, table: Table) -> RenderableType:
    """The spells cast this turn, linked in order; released ones wait at the end; below, the access points."""
    say = WORDS[lang]
    count, spells = 0, []
    for card in s.chain[: s.casts]:
        count += (spell := table.kinds[card].sort == state.SPELL)
        spells.append((f"{count} " if spell else "", card))  # a card set aside is not a spell (M4.4)
    rows: list[RenderableType] = [_links(spells[i : i + IN_A_ROW], i, lang, table) for i in range(0, s.casts, IN_A_ROW)]
    if s.freeds:
        free = Text(", ").join(_name(table, s.freed[i], lang) for i in range(s.freeds))
        rows.append(Text.assemble(("┄┄ " + say["free"], LAMP), free))
    access = Text.assemble((say["access"], SHADE), ("◆ " * s.access, BRASS), (str(s.access), "bold"))
    return Group(*(rows or [Text(say["no spell"], style=SHADE)]), access)


def _links(spells: list[tuple[str, int]], before: int, lang: str, table: Table) -> RenderableType:
    """Some spells of the chain side by side, each over what it does."""
    grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 1, 0, 0))
    names: list[RenderableType] = []
    effects: list[RenderableType] = []
    for i, (number, spell) in enumerate(spells):
        link = Text("━━" if before + i else "", style=BRASS)
        names += [link, Text.assemble((number, SHADE), _name(table, spell, lang))]
        effects += ["", Text(f"  {effect_text(table.kinds[spell], lang)}", style=SHADE)]
    grid.add_row(*names)
    grid.add_row(*effects)
    return grid


def _name(table: Table, card: int, lang: str) -> Text:
    sort = SORTS[table.kinds[card].sort]
    return Text(f"{EMBLEMS[sort]} {table.kinds[card].name[lang]}", style=f"bold {INKS[sort]}")


# --- Seats -----------------------------------------------------------------------


def _seats(s: Any, people: People, lang: str, table: Table) -> RenderableType:
    say = WORDS[lang]
    grid = Grid(box=None, header_style=f"italic {SHADE}", pad_edge=False, padding=(0, 2, 0, 0))
    for column in ("", "points", "ke", "tokens", "cards", "deck", "discards", "timers"):
        grid.add_column(
            say.get(column, ""), justify="right" if column in ("points", "cards", "deck", "discards") else "left"
        )
    for seat in range(s.players):
        name = Text.assemble(("▸ " if s.waiting[seat] else "  ", LAMP), person(people, seat))
        counts = (str(s.held[seat]), str(s.decked[seat]), str(s.discarded[seat]))
        grid.add_row(
            name,
            Text(str(s.points[seat]), style="bold"),
            _ke(s, seat),
            _tokens(s, seat),
            *counts,
            _timers(s, seat, lang, table),
        )
    return grid


def _ke(s: Any, seat: int) -> Text:
    """M1.4: available ones filled, spent ones hollow, ephemeral ones beside them."""
    spent = s.ke[seat] - s.ready[seat]
    return Text.assemble(
        ("●" * s.ready[seat], GOLD),
        ("○" * spent, SHADE),
        (" " + "◈" * s.sparks[seat] if s.sparks[seat] else "", CRYSTAL),
    )


def _tokens(s: Any, seat: int) -> Text:
    held = []
    if s.discount[seat]:
        held.append((f"−{s.discount[seat]}", CRYSTAL))
    if s.surcharge[seat]:
        held.append(("+1", SEAL))
    if s.limited[seat]:
        held.append(("≤3", SEAL))
    return Text(" ").join(Text(text, style=style) for text, style in held)


def _timers(s: Any, seat: int, lang: str, table: Table) -> Text:
    """Each with its place, the spells on it, its free slots and the number of cards under it."""
    lines = []
    for place in range(s.zone[seat]):
        timer = s.timer[seat][place]
        if timer != NONE:
            spells: Iterable[Text] = (
                Text(table.kinds[spell].name[lang], style=f"bold {PARCHMENT}")
                for spell in table.spells_on(s, seat, place)
            )
            free = table.kinds[timer].slots - len(table.spells_on(s, seat, place))
            slots = Text(" + ").join([*spells, *(Text("▢", style=SHADE) for _ in range(free))])
            below = _under(s, seat, place, lang, table)
            lines.append(Text.assemble((f"t{place + 1} ", SHADE), _name(table, timer, lang), " ", slots, (below, SEAL)))
    return Text("\n").join(lines)


def _under(s: Any, seat: int, place: int, lang: str, table: Table) -> str:
    """How many cards are under a timer; their owner sees which."""
    cards = [s.under[seat][i] for i in range(s.unders[seat]) if s.beneath[seat][i] == place]
    known = ", ".join(table.kinds[card].name[lang] for card in cards if card != NONE)
    return f" {WORDS[lang]['under'].format(what=known or len(cards))}" if cards else ""


# --- The hand --------------------------------------------------------------------


def _playable(can: set[int], asks: int) -> set[int]:
    """The cards of the hand that some action plays."""
    cards = {(n - state.PLAY) // state.PAYMENTS for n in can if state.PLAY <= n < state.ACTIVATE}
    cards |= {(n - state.DELAY) % state.KINDS for n in can if state.DELAY <= n < state.PLACE}
    cards |= {(n - state.PLACE) // state.PAYMENTS % state.KINDS for n in can if n >= state.PLACE}
    if asks != state.ASK_FETCH:
        cards |= {n - state.CHOOSE for n in can if state.CHOOSE <= n < state.TRADE}
    return cards


def _hand(s: Any, seat: int, lang: str, table: Table, playable: set[int]) -> RenderableType:
    """Cards that cannot be played are dimmed."""
    cards = [s.hand[seat][i] for i in range(s.held[seat])]
    if not cards:
        return Text("—", style=SHADE)
    return _cards([table.kinds[card] for card in cards], lang, [card in playable for card in cards], [""] * len(cards))
