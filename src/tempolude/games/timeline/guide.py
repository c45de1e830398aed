"""A first match of Timeline with a guide: two players, four cards each, only the best-known inventions (T1.4).

Why this deal: the beginner goes first, and holds the hand axe, which nobody would put after the Lego brick that opens
the line. The other player makes a mistake at once, which shows what it costs before the beginner makes one; and the
windmill, the steam engine and the piano are guesses that anybody can make and nobody is sure of.
"""

from __future__ import annotations

from typing import Any

from tempolude.engine.guide import Guide, Lesson, Moment
from tempolude.engine.table import Chip

from . import words
from .scene import gap_name
from .table import Table

SEAT = 0


# --- What a moment is about --------------------------------------------------------


def table(m: Moment) -> Table:
    assert isinstance(m.table, Table)
    return m.table


def card(m: Moment, number: int, lang: str) -> Chip:
    return table(m).card_chip(number, lang)


def date(m: Moment, number: int, lang: str) -> Chip:
    """The date of a card that has been turned over."""
    return Chip("date", number, words.year(table(m).card(number), lang))


def turn(m: Moment) -> int:
    """The number of your own turn, from 1; 0 if it is not your turn."""
    return m.view.round if m.legal and not m.view.playoff else 0


def placed_by_other(m: Moment, name: str) -> Any:
    placed = m.happened(name)
    return placed and placed.numbers[0] != m.seat and placed


def uncertain(m: Moment) -> Any:
    """A card of the line whose date is approximate."""
    lying = m.view.line[: m.view.lined] if turn(m) and "open hands" in m.said else ()
    return next((number for number in lying if table(m).card(number).approximate), None)


def widest(m: Moment) -> Any:
    """The gap of a longer line that spans the most years, counted back from today."""
    s = m.view
    if not turn(m) or s.lined < 4 or "pile" not in m.said:
        return None
    years = [table(m).card(number).year for number in s.line[: s.lined]]
    return max(range(1, s.lined), key=lambda gap: years[gap] - years[gap - 1])


def last_card(m: Moment) -> Any:
    return next((seat for seat in m.others if m.view.held[seat] == 1 and not m.view.over), None)


def gap_at(m: Moment, gap: int) -> str:
    """The piece of a gap in the line."""
    return gap_name(m.view, gap)


# --- The lessons -------------------------------------------------------------------

LESSONS = (
    Lesson(
        "aim",
        ("T4.2",),
        when=lambda m: m.number == 0,
        says={
            "en": "Hello, I am the cuckoo. Here are four events to get rid of: you win if you "
            "are the only one without cards at the end of a round.",
            "fr": "Coucou, c’est moi le guide. Voici quatre événements à placer : vous gagnez si, à la fin "
            "d’une manche, vous êtes sans carte et les autres non.",
        },
        at=(f"hand-{SEAT}",),
    ),
    Lesson(
        "line",
        ("T2.1", "T2.2"),
        when=lambda m: m.number == 0 and m.view.line[0],
        says={
            "en": "Your dates are hidden, even from you. Only the card in the line shows its own: “{card}”, {date}. Is "
            "yours earlier or later?",
            "fr": "Vos dates sont cachées, même pour vous. Seule la carte de la frise montre la sienne : « {card} », "
            "{date}. La vôtre, c’est avant ou après ?",
        },
        at=lambda m, number: (f"card-{number}",),
        fill=lambda m, number, lang: {"card": card(m, number, lang), "date": date(m, number, lang)},
    ),
    Lesson(
        "place",
        ("T3.1",),
        when=lambda m: turn(m) > 0,
        says={
            "en": "Click the card you are surest about, then the gap where it belongs: left is earlier, right is "
            "later. The first cards are the easiest, as the gaps are still wide.",
            "fr": "Cliquez sur la carte qui vous semble la plus sûre, puis sur l’intervalle où elle va : à gauche, "
            "c’est avant ; à droite, après. Au début c’est facile, les intervalles sont larges.",
        },
        at=lambda m, _: (f"hand-{SEAT}", "before-all", gap_at(m, m.view.lined)),
    ),
    Lesson(
        "right",
        ("T3.2", "T3.3"),
        when=lambda m: m.happened("placed right", m.seat),
        says={
            "en": "Correct: “{card}” stays in the line with its date, {date}, and you have one card fewer. The log "
            "tells the story behind it.",
            "fr": "Bien vu : « {card} » reste dans la frise avec sa date, {date}, et vous avez une carte de moins. Le "
            "journal raconte son histoire.",
        },
        at=lambda m, placed: (f"card-{placed.numbers[1]}",),
        fill=lambda m, placed, lang: {
            "card": card(m, placed.numbers[1], lang),
            "date": date(m, placed.numbers[1], lang),
        },
    ),
    Lesson(
        "wrong",
        ("T3.2", "T3.3"),
        when=lambda m: m.happened("placed wrong", m.seat),
        says={
            "en": "Wrong: it was {date}, and the line shows where it belonged. The card is gone and you draw another, "
            "so you have as many as before. Nobody knows every date, and now you know one more.",
            "fr": "Perdu : c’était {date}, et la frise montre sa vraie place. La carte est perdue et vous en piochez "
            "une autre : vous en avez autant qu’avant. Personne ne sait tout, et vous avez appris une date.",
        },
        at=("discard",),
        fill=lambda m, placed, lang: {"date": date(m, placed.numbers[1], lang)},
    ),
    Lesson(
        "other right",
        ("T3.1", "T3.3"),
        when=lambda m: placed_by_other(m, "placed right"),
        says={
            "en": "{who} placed “{card}” correctly. Every date in the line is a landmark for you too, but the gaps get "
            "narrower.",
            "fr": "{who} a bien placé « {card} ». Chaque date de la frise est aussi un repère pour vous, mais les "
            "intervalles se resserrent.",
        },
        at=lambda m, placed: (f"card-{placed.numbers[1]}",),
        fill=lambda m, placed, lang: {"who": m.who(placed.numbers[0]), "card": card(m, placed.numbers[1], lang)},
    ),
    Lesson(
        "other wrong",
        ("T3.3",),
        when=lambda m: placed_by_other(m, "placed wrong"),
        says={
            "en": "{who} was wrong about “{card}” and draws a new card. A mistake costs a turn, nothing more, so a "
            "daring guess is better than none.",
            "fr": "{who} se trompe sur « {card} » et pioche une carte. Une erreur coûte un tour, rien de plus : mieux "
            "vaut oser que renoncer.",
        },
        at=("discard",),
        fill=lambda m, placed, lang: {"who": m.who(placed.numbers[0]), "card": card(m, placed.numbers[1], lang)},
    ),
    Lesson(
        "open hands",
        ("T2.1",),
        when=lambda m: turn(m) == 2,
        says={
            "en": "The names of all cards are face up, so you know what {who} still has to place. Only the dates are "
            "secret.",
            "fr": "Les noms de toutes les cartes sont visibles : vous savez ce que {who} doit encore placer. Seules "
            "les dates sont secrètes.",
        },
        at=lambda m, _: (f"hand-{m.others[0]}", f"seat-{m.others[0]}"),
        fill=lambda m, _, lang: {"who": m.who(m.others[0])},
    ),
    Lesson(
        "ends",
        ("T3.1",),
        when=lambda m: turn(m) == 3,
        says={
            "en": "The two ends are gaps as well, and they never get narrow. Keep your very oldest and your very "
            "newest card for later, and place what belongs in the middle while there is room.",
            "fr": "Les deux bouts sont aussi des intervalles, et ils ne se resserrent jamais. Gardez vos cartes les "
            "plus anciennes et les plus récentes pour la fin, et placez celles du milieu tant qu’il y a de la place.",
        },
        at=lambda m, _: ("before-all", gap_at(m, m.view.lined)),
    ),
    Lesson(
        "about",
        ("T1.2", "T3.2"),
        when=uncertain,
        says={
            "en": "“{card}” is dated {date}: where nobody knows the exact year, the card counts as that year. "
            "And a card of the same year fits on either side.",
            "fr": "« {card} » porte la date {date} : quand l’année exacte est inconnue, c’est l’année indiquée qui "
            "compte. Et une carte de la même année va d’un côté comme de l’autre.",
        },
        at=lambda m, number: (f"card-{number}",),
        fill=lambda m, number, lang: {"card": card(m, number, lang), "date": date(m, number, lang)},
    ),
    Lesson(
        "pile",
        ("T2.2", "T3.3"),
        when=lambda m: turn(m) > 3,
        says={
            "en": "The card on top of the draw pile shows its name: that is the one you would draw after a mistake.",
            "fr": "La carte du dessus de la pioche montre son nom : c’est celle que vous auriez après une erreur.",
        },
        at=("pile",),
    ),
    Lesson(
        "widest",
        ("T3.1",),
        when=widest,
        says={
            "en": "The widest gap is between {before} and {after}. If you can only guess, guess where there is plenty "
            "of room: even a vague idea of the date may be right there.",
            "fr": "L’intervalle le plus large est entre {before} et {after}. Si vous devez deviner, devinez là où il y "
            "a de la place : une date mal connue peut y tomber juste.",
        },
        at=lambda m, gap: (gap_at(m, gap),),
        fill=lambda m, gap, lang: {
            "before": date(m, m.view.line[gap - 1], lang),
            "after": date(m, m.view.line[gap], lang),
        },
    ),
    Lesson(
        "one left",
        ("T4.1", "T4.2"),
        when=lambda m: m.view.held[m.seat] == 1 and not m.view.over and not m.view.playoff,
        says={
            "en": "One card left. Place it correctly, and if {who} still has a card at the end of the round, you win.",
            "fr": "Plus qu’une carte. Placez-la bien, et si {who} en a encore une à la fin de la manche, c’est gagné.",
        },
        at=(f"hand-{SEAT}",),
        fill=lambda m, _, lang: {"who": m.who(m.others[0])},
    ),
    Lesson(
        "danger",
        ("T4.1", "T4.2"),
        when=last_card,
        mistake=True,
        says={
            "en": "{who} has one card left. A round is always played out, so that everyone has had the same number of "
            "turns: there is still time.",
            "fr": "{who} n’a plus qu’une carte. Une manche se joue toujours jusqu’au bout, pour que chacun ait joué le "
            "même nombre de tours : rien n’est perdu.",
        },
        at=lambda m, seat: (f"seat-{seat}",),
        fill=lambda m, seat, lang: {"who": m.who(seat)},
    ),
    Lesson(
        "play-off",
        ("T4.3", "T4.4"),
        when=lambda m: m.happened("play-off"),
        mistake=True,
        says={
            "en": "Both of you placed your last card in the same round. Now each of you draws one card per round: if "
            "only one is right, they win.",
            "fr": "Vous avez tous deux posé votre dernière carte dans la même manche. Désormais, chacun pioche une "
            "carte par manche : le seul à bien placer la sienne gagne.",
        },
        at=(f"hand-{SEAT}",),
    ),
    Lesson(
        "end",
        ("T4.2", "T4.7"),
        when=lambda m: bool(m.view.over),
        says={
            "en": "Now you know Timeline. Next time, take all the cards of a deck, mix in another one, such as the "
            "arts or the sciences, and invite up to seven friends.",
            "fr": "Voilà, vous savez jouer à Timeline. La prochaine fois, prenez toutes les cartes d’un paquet, "
            "ajoutez-en un autre, les arts ou les sciences, et invitez jusqu’à sept amis.",
        },
    ),
)

GUIDE = Guide(
    seed=0, seats=2, seat=SEAT, options={"cards": 4, "decks": ["inventions"], "level": "children"}, lessons=LESSONS
)
