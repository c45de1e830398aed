"""A person's page, computed from their results: the watch of each game, and one game in detail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from babel.dates import format_date, format_time
from markupsafe import Markup

from tempolude.bots import levels
from tempolude.bots.ratings import Rating, level_ratings
from tempolude.engine.game import Game

from ..rating import BOTS, PEOPLE, SETTLED, chance, number, on_dial, shown
from ..refusal import N_
from ..storage.people import Ended, Rated, Summary, span
from ..storage.results import ResultRow
from ..translation import called, say
from .charts import Point, barograph, chain, pie, ring, spark, watch

PORTRAITS = {"visitor": "etoile", "apprentice": "rouage", "regular": "plume", "strategist": "flamme", "master": "lune"}
LAST = 200  # matches on a line chart
FAVOURITES = 6


@dataclass(frozen=True)
class Watch:
    """The watch of a game."""

    game: Game
    picture: Markup
    line: Markup
    span: str
    near: str
    provisional: bool
    scale: str


@dataclass(frozen=True)
class Favourite:
    """Something a person does often: its name, how often per match, and that relative to the most frequent."""

    name: str
    times: str
    part: float


@dataclass(frozen=True)
class Bench:
    """One game in detail."""

    game: Game
    words: str
    rating: Markup | None
    rating_words: str
    scores: Markup | None
    ring: Markup | None
    chains: tuple[Markup, Markup]
    columns: tuple[int, ...]
    wins: list[tuple[str, str, list[Markup]]]  # the opponents, and their portraits
    favourites: list[Favourite]
    ratings: list[tuple[str, str]]  # the scale in words, and the range


def plural(lang: str, one: str, many: str, count: int) -> str:
    return say(lang, one) if count == 1 else say(lang, many, n=count)


def number_in(lang: str, value: int) -> str:
    """A number in the format of a language; four digits are not separated."""
    return f"{value:,}".replace(",", "\u202f" if lang == "fr" else ",")


def range_words(rating: Rating, lang: str) -> str:
    seen = shown(rating)
    return say(lang, "{low} to {high}", low=number_in(lang, seen.low), high=number_in(lang, seen.high))


def rated_in(game: str, mine: Mapping[tuple[str, str], Rated]) -> Rated | None:
    """The rating that the watch of a game shows: among people, if there is one."""
    return mine.get((game, PEOPLE)) or mine.get((game, BOTS))


def near(game: str, rating: Rating, lang: str) -> str:
    """The levels of bots of similar strength, if known."""
    names = {level.key: level.name[lang] for level in levels()}
    marks = level_ratings(game)
    within = [key for key, level in marks.items() if abs(level.mu - rating.mu) <= 2 * rating.sigma]
    if not within or len(within) == len(marks):
        return ""
    within = sorted(sorted(within, key=lambda key: abs(marks[key].mu - rating.mu))[:2], key=list(marks).index)
    return (
        say(lang, "{one} or {other}", one=names[within[0]], other=names[within[1]])
        if len(within) > 1
        else names[within[0]]
    )


def watch_of(
    game: Game,
    summary: Summary,
    rated: Rated | None,
    moved: Sequence[float],
    seconds: int | None,
    lang: str,
) -> Watch:
    place = span_ = None
    provisional, near_words, words = False, "", ""
    if rated:
        low, high = (rated.rating.mu + half * rated.rating.sigma for half in (-2, 2))
        place, ends = on_dial(game.name, rated.rating.mu), (on_dial(game.name, low), on_dial(game.name, high))
        span_ = (ends[0], ends[1]) if ends[0] is not None and ends[1] is not None else None
        provisional = rated.matches < SETTLED
        near_words, words = near(game.name, rated.rating, lang), range_words(rated.rating, lang)
    played = plural(lang, N_("1 game"), N_("{n} games"), summary.matches)
    won = plural(lang, N_("1 win"), N_("{n} wins"), summary.wins)
    label = ", ".join(filter(None, (game.title[lang], words, played, won)))
    if seconds is not None:
        label += ", " + say(lang, "{n} seconds per move", n=seconds)
    marks = [i for i, level in enumerate(levels(), 1) if level.key in level_ratings(game.name)]
    picture = watch(label, summary.matches, summary.wins, seconds, place, span_, marks, provisional)
    line = spark(moved)
    return Watch(game, picture, line, words, near_words, provisional, rated.scale if rated else "")


def streaks(matches: Sequence[Ended]) -> tuple[int, int]:
    """The current and the longest streak of wins."""
    now = most = 0
    for match in matches:
        now = now + 1 if match.won else 0
        most = max(most, now)
    return now, most


def median(pace: Mapping[int, int]) -> int | None:
    """The median time of a move in seconds; None without moves."""
    half, seen = sum(pace.values()) / 2, 0
    for second in sorted(pace):
        seen += pace[second]
        if seen >= half:
            return second
    return None


def bench_of(
    game: Game,
    matches: Sequence[Ended],
    mine: Mapping[tuple[str, str], Rated],
    habits: tuple[Mapping[int, int], Mapping[str, int], int],
    lang: str,
) -> Bench:
    now, most = streaks(matches)
    wins = sum(match.won for match in matches)
    told = [plural(lang, N_("1 game"), N_("{n} games"), len(matches)), plural(lang, N_("1 win"), N_("{n} wins"), wins)]
    words = ", ".join(told)
    if most > 1:
        words += " · " + say(lang, "longest winning streak: {n}", n=most)
    if now > 1:
        words += " · " + say(lang, "{n} wins in a row now", n=now)
    rated = rated_in(game.name, mine)
    pace, facts, counted = habits
    middle = median(pace)
    chain_words = say(
        lang,
        "Ranks of the latest games, the last one on the right: {ranks}.",
        ranks=", ".join(str(m.rank) for m in matches[-22:]),
    )
    columns, rows = wins_table(game, matches, lang)
    ranks = [match.rank for match in matches]
    half = say(lang, "Half of your moves take {n} seconds or less.", n=middle)
    return Bench(
        game,
        words,
        _rating_chart(game, matches, rated, lang) if rated else None,
        _scale_words(rated.scale, lang) if rated else "",
        _score_chart(game, matches, lang),
        None if middle is None else ring(half, pace, middle),
        (chain(chain_words, ranks, now, True), chain(chain_words, ranks, now, False)),
        columns,
        rows,
        favourites(game, facts, counted, lang),
        [
            (_scale_words(scale, lang), range_words(mine[game.name, scale].rating, lang))
            for scale in (PEOPLE, BOTS)
            if (game.name, scale) in mine
        ],
    )


def _scale_words(scale: str, lang: str) -> str:
    return say(lang, "among people") if scale == PEOPLE else say(lang, "against bots")


def _rating_chart(game: Game, matches: Sequence[Ended], rated: Rated, lang: str) -> Markup | None:
    moved = [m for m in matches if m.scale == rated.scale and m.new_mu is not None and m.new_sigma is not None][-LAST:]
    points = [
        Point(m.ended, m.new_mu, m.new_mu - 2 * m.new_sigma, m.new_mu + 2 * m.new_sigma)
        for m in moved
        if m.new_mu is not None and m.new_sigma is not None
    ]
    if len(points) < 2:
        return None
    label = say(
        lang,
        "Your rating in {game} over {n} rated games: from {first} to {last}.",
        game=game.title[lang],
        n=len(points),
        first=number(points[0].value),
        last=number(points[-1].value),
    )
    low, high = min(p.low or 0 for p in points), max(p.high or 0 for p in points)
    marks = {str(number(value)): value for value in (low, (low + high) / 2, high)}
    return barograph(label, points, lang, marks)


def _score_chart(game: Game, matches: Sequence[Ended], lang: str) -> Markup | None:
    points = [Point(m.ended, float(m.score)) for m in matches if m.score is not None][-LAST:]
    if len(points) < 2:
        return None
    values = [int(p.value) for p in points]
    words = {"what": game.score[lang], "least": min(values), "most": max(values), "last": values[-1]}
    label = say(lang, "Your scores ({what}): from {least} to {most}, the latest {last}.", **words)
    marks = {str(value): float(value) for value in {min(values), max(values)}}
    return barograph(label, points, lang, marks)


def wins_table(
    game: Game, matches: Sequence[Ended], lang: str
) -> tuple[tuple[int, ...], list[tuple[str, str, list[Markup]]]]:
    """Wins by number of seats and opponents: the strongest level at the table, or people."""
    columns = tuple(seats for seats in game.seats if any(match.seats == seats for match in matches))
    kinds = [(level.key, level.name[lang]) for level in reversed(levels())] + [(PEOPLE, say(lang, "With people"))]
    rows = []
    for key, name in kinds:
        theirs = [match for match in matches if match.against == key]
        if not theirs:
            continue
        cells = []
        for seats in columns:
            here = [match.won for match in theirs if match.seats == seats]
            words = (
                say(lang, "{wins} of {matches} won", wins=sum(here), matches=len(here))
                if here
                else say(lang, "never played")
            )
            cells.append(pie(words, sum(here), len(here)))
        rows.append((name, key, cells))
    return columns, rows


def favourites(game: Game, facts: Mapping[str, int], matches: int, lang: str) -> list[Favourite]:
    """What a person did most often, with the game's labels."""
    named = [(words, times) for name, times in facts.items() if times and (words := game.fact_name(name, lang))]
    named = sorted(named, key=lambda found: -found[1])[:FAVOURITES]
    most = named[0][1] if named else 1
    return [Favourite(words, decimal(times / matches, lang), times / most) for words, times in named]


def decimal(value: float, lang: str) -> str:
    text = f"{value:.1f}"
    return text.replace(".", ",") if lang == "fr" else text


# --- The list of matches -----------------------------------------------------------------


def day_words(ended: float, now: float, lang: str) -> str:
    """When a match ended: today, yesterday, or the date."""
    then, today = datetime.fromtimestamp(ended, UTC), datetime.fromtimestamp(now, UTC).date()
    if then.date() == today:
        return say(lang, "today, {time}", time=format_time(then, "short", locale=lang))
    if then.date() == today - timedelta(days=1):
        return say(lang, "yesterday, {time}", time=format_time(then, "short", locale=lang))
    form = "d MMMM" if then.year == today.year else "d MMMM y"
    return str(format_date(then, form if lang == "fr" else form.replace("d MMMM", "MMMM d"), locale=lang))


def name_of(row: ResultRow, lang: str) -> str:
    """The name of a player; a bot's is its level."""
    if row.bot:
        return next((level.name[lang] for level in levels() if level.key == row.bot), called(row.name, lang))
    return called(row.name, lang) if row.name else say(lang, "a player")


def month(text: str, *, end: bool = False) -> float | None:
    """The start or end of a day, written as 2026-11-16; None if it is not valid."""
    try:
        day = date.fromisoformat(text)
        day = day + timedelta(days=1) if end else day
    except (ValueError, OverflowError):
        return None
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


# --- Why a rating moved ------------------------------------------------------------------


@dataclass(frozen=True)
class Reason:
    """Another player at the table: their range before, the probability of finishing ahead, and the outcome."""

    name: str
    colour: int
    bot: bool
    span: str
    expected: str
    happened: str
    better: bool | None


@dataclass(frozen=True)
class Movement:
    """How a match changed a player's rating, and why."""

    name: str
    colour: int
    mine: bool
    rank: int
    left: bool
    before: str
    after: str
    change: str
    up: bool
    reasons: list[Reason]


def movements(seats: Sequence[ResultRow], me: str | None, lang: str) -> list[Movement]:
    """The movements of all players whose rating a match changed, the reader's first."""
    found = []
    for row in seats:
        if row.before is None or row.after is None:
            continue
        change = number(row.after.mu) - number(row.before.mu)
        reasons = [reason(row, other, lang) for other in seats if other is not row and other.before]
        change_words = f"{change:+d}".replace("-", "\u2212")
        span_before, span_after = range_words(row.before, lang), range_words(row.after, lang)
        mine = me is not None and row.person == me
        found.append(
            Movement(
                name_of(row, lang),
                row.colour,
                mine,
                row.rank,
                row.left,
                span_before,
                span_after,
                change_words,
                change >= 0,
                reasons,
            )
        )
    return sorted(found, key=lambda movement: not movement.mine)


def reason(mine: ResultRow, other: ResultRow, lang: str) -> Reason:
    assert mine.before is not None
    assert other.before is not None
    place = [(99 if row.left else row.rank) for row in (mine, other)]
    better = None if place[0] == place[1] else place[0] < place[1]
    words = {True: "ahead", False: "behind", None: "level"}
    happened = {"ahead": say(lang, "came in ahead"), "behind": say(lang, "came in behind"), "level": say(lang, "tied")}
    expected = say(lang, "{n} times in 100", n=round(100 * chance(mine.before, other.before)))
    name = name_of(other, lang)
    return Reason(name, other.colour, bool(other.bot), span(other.before), expected, happened[words[better]], better)


def exported(row: ResultRow, seats: Sequence[ResultRow]) -> dict[str, Any]:
    """A person's match for export: of others only their names at the table."""
    moved = None
    if row.before and row.after:
        moved = {"scale": row.scale, "before": vars_of(row.before), "after": vars_of(row.after)}
    return {
        "code": row.code,
        "game": row.game,
        "ended": datetime.fromtimestamp(row.ended, UTC).isoformat(timespec="seconds"),
        "seat": row.seat,
        "rank": row.rank,
        "score": row.score,
        "left": row.left,
        "moves": row.moves,
        "seconds per move": dict(row.pace),
        "facts": dict(row.facts),
        "rating": moved,
        "players": [{"seat": s.seat, "name": s.name, "bot": s.bot, "rank": s.rank, "score": s.score} for s in seats],
    }


def vars_of(rating: Rating) -> dict[str, float]:
    return {"mu": round(rating.mu, 4), "sigma": round(rating.sigma, 4)}
