"""Reports on a tournament or a study: self-contained HTML pages with charts, and Markdown."""

from __future__ import annotations

from typing import Any

from tempolude.engine.game import game as find_game

from .standings import Entrant, Standings
from .study import Fact, Study, histogram

TELLING = 12  # facts shown from each end of the list


def tournament_page(standings: Standings, command: str) -> str:
    hall = standings.hall
    order = sorted(standings.entrants, key=lambda entrant: -entrant.share)
    seats = [
        {
            "bot": entrant.bot,
            "by_seat": _by_seat(standings, number),
        }
        for number, entrant in enumerate(standings.entrants)
    ]
    lengths = histogram([outcome.decisions for outcome in standings.outcomes])
    title = find_game(hall.game).title["en"]
    return _render(
        "tournament.html", hall=hall, title=title, entrants=order, seats=seats, lengths=lengths,
        matches=len(standings.outcomes), fair=standings.fair, command=command,
    )  # fmt: skip


def _by_seat(standings: Standings, number: int) -> list[float | None]:
    """The share of wins of one bot in each seat; None where it never sat."""
    found: list[float | None] = []
    for seat in range(standings.hall.seats):
        won = [o.wins[seat] for o in standings.outcomes if o.pairing.lineup[seat] == number]
        found.append(sum(won) / len(won) if won else None)
    return found


def study_page(study: Study, command: str) -> str:
    title = find_game(study.game).title["en"]
    score = find_game(study.game).score["en"]
    return _render("study.html", study=study, title=title, score=score, fair=1 / study.seats, command=command)


def _render(template: str, **values: Any) -> str:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    pages = Environment(
        loader=PackageLoader("tempolude.arena", "pages"), autoescape=True, trim_blocks=True, lstrip_blocks=True,
        undefined=StrictUndefined,
    )  # fmt: skip
    return pages.get_template(template).render(**values) + "\n"


# --- Markdown --------------------------------------------------------------------


def ladder_markdown(standings: Standings, command: str) -> str:
    """A ladder as a section of a document: the bots by their rating, each alone against copies of every other."""
    hall, bots = standings.hall, standings.hall.bots
    order = sorted(range(len(bots)), key=lambda number: -standings.entrants[number].rating)
    lines = [
        f"### {find_game(hall.game).title['en']}, {hall.seats} seats",
        "",
        f"`{command}`: {len(standings.outcomes):,} matches. In each row a bot alone against {hall.seats - 1} of the "
        f"column's: its share of wins, with the 95 % interval; a fair share is {standings.fair:.0%}.",
        "",
        f"| | rating | {' | '.join(f'`{bots[number]}`' for number in order)} |",
        f"|---|---|{'---|' * len(order)}",
    ]
    for alone in order:
        mine = standings.entrants[alone]
        cells = [_share(standings.against(alone, table)) if table != alone else "" for table in order]
        lines.append(f"| `{mine.bot}` | {mine.rating:.1f} ± {mine.sigma:.1f} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _share(found: Entrant) -> str:
    return f"{found.share:.1%} ({found.low:.1%} to {found.high:.1%}), {found.matches}" if found.matches else "-"


def study_markdown(study: Study, command: str) -> str:
    """A study as a section of a document."""
    game = find_game(study.game)
    seated = "Turn order" if study.by_turn else "Seat"
    lines = [
        f"## {game.title['en']}, {study.seats} seats",
        "",
        f"`{command}`: {study.matches:,} matches of `{study.bot}` against itself, "
        f"{study.length[0]:.0f} ± {study.length[1]:.0f} decisions long, {study.shared} shared victories, "
        f"{study.at_limit} at the limit. {game.score['en'].capitalize()}: {study.mean_score:.1f} on average, "
        f"{study.mean_winning:.1f} for winners.",
        "",
        f"| {seated} | share of wins | 95 % interval | |",
        "|---|---|---|---|",
    ]
    lines += [f"| {p.name} | {p.share:.1%} | {p.low:.1%} to {p.high:.1%} | {_bar(p.share)} |" for p in study.places]
    lines += ["", f"| {game.score['en']} | seats | winners | |", "|---|---|---|---|"]
    most = max(column.count for column in study.scores)
    for column, won in zip(study.scores, study.winning, strict=True):
        label = f"{column.low}" if column.low == column.high else f"{column.low} to {column.high}"
        lines.append(f"| {label} | {column.count} | {won.count} | {_bar(column.count / most)} |")
    lines += ["", "| what they had | winners, mean | others, mean | seats that had any | share of wins of those | |"]
    lines += ["|---|---|---|---|---|---|"]
    lines += [_fact_row(fact) for fact in telling(study)]
    return "\n".join(lines) + "\n"


def telling(study: Study) -> list[Fact]:
    """The facts, those most correlated with winning first; of many, only both ends of the list."""
    order = sorted(study.facts, key=lambda fact: -fact.share)
    return order if len(order) <= 2 * TELLING else [*order[:TELLING], *order[-TELLING:]]


def _fact_row(fact: Fact) -> str:
    interval = f"{fact.share:.1%} ({fact.low:.1%} to {fact.high:.1%})" if fact.owners else "-"
    cells = [fact.name, f"{fact.winners:.2f}", f"{fact.others:.2f}", f"{fact.owners:.1%}", interval, _bar(fact.share)]
    return f"| {' | '.join(cells)} |"


def _bar(share: float) -> str:
    return "█" * round(20 * share)
