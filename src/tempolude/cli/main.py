"""The `tempolude` command. Everything heavy is imported by the command that needs it, so that help is quick."""

from __future__ import annotations

import os
import sys
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(
    help="Tempolude: five board games about time, to play and to study.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; --NAME VALUE for short."),
]
Seed = Annotated[int | None, typer.Option(help="Random seed; the same seed gives the same match.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
Language = Annotated[str | None, typer.Option("--lang", help="en or fr; otherwise your system's language.")]
GAME_OPTIONS = {"allow_extra_args": True, "ignore_unknown_options": True}  # `--mode paradoxes` is parsed by the game
GameName = Annotated[str, typer.Argument(metavar="GAME", help="Name of a game; see `tempolude games`.")]


def language(given: str | None) -> str:
    """The language given, or the system's."""
    from tempolude.engine.errors import BadOption

    if given is None:
        spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or "en"
        return "fr" if spoken.startswith("fr") else "en"
    if given not in ("en", "fr"):
        raise BadOption(f"--lang {given!r}: expected en or fr")
    return given


def read_options(given: list[str] | None, others: list[str]) -> dict[str, Any]:
    """A game's options as a dictionary, from `["mode=paradoxes"]` and the shorthand `["--mode", "paradoxes"]`."""
    from tempolude.engine.errors import BadOption

    options: dict[str, Any] = {}
    for item in given or []:
        name, equals, value = item.partition("=")
        if not equals or not name or not value:
            raise BadOption(f"--option {item!r}: expected NAME=VALUE")
        options[name] = value
    words = iter(others)
    for word in words:
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or not name:
            raise BadOption(f"{word!r} is not understood; an option of the game is --NAME VALUE")
        options[name] = value if equals else next(words, "")
        if not options[name]:
            raise BadOption(f"{word}: expected a value")
    return {name: with_files(value) for name, value in options.items()}


def with_files(value: str) -> str | Path | list[str | Path]:
    """The value of an option with file names as paths: only the command line may name files.

    >>> with_files("world+france"), with_files("world+mine.csv")
    ('world+france', ['world', PosixPath('mine.csv')])
    """
    if not value.endswith(".csv") and ".csv+" not in value:
        return value
    parts = [Path(part) if part.endswith(".csv") else part for part in value.split("+")]
    return Path(value) if len(parts) == 1 or Path(value).is_file() else parts


@app.command()
def games(lang: Language = None, json: AsJson = False) -> None:
    """List the games."""
    from .listing import show_games

    show_games(language(lang), as_json=json)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name: lower-case letters and digits.")],
    folder: Annotated[Path | None, typer.Option(metavar="FOLDER", help="A new folder; by default ./NAME.")] = None,
) -> None:
    """Start a new game: a package with a tiny game that passes every law."""
    from .new import new_game

    new_game(name, folder)


@app.command("check")
def check_laws(
    game: Annotated[
        str, typer.Argument(metavar="GAME|FOLDER", help="A game, or the folder of one that is not installed.")
    ],
    law: Annotated[
        list[str] | None,
        typer.Option("--law", metavar="NAME", help="Only laws whose names begin with this: hidden, play.a_match."),
    ] = None,
    fast: Annotated[bool, typer.Option("--fast", help="Skip laws that need compiled rules.")] = False,
    show: Annotated[bool, typer.Option("--list", help="List the laws instead.")] = False,
) -> None:
    """Check all the laws that a game must satisfy; a sentence for each failure."""
    from .check import check_game

    check_game(game, law or [], fast=fast, show=show)


@app.command(context_settings=GAME_OPTIONS)
def play(
    others: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME|FILE", help="Name of a game, or a saved match to resume.")],
    seats: Annotated[str | None, typer.Option(help="Seats in order, comma-separated: you, a level or a bot.")] = None,
    option: Options = None,
    seed: Seed = None,
    lang: Language = None,
    save: Annotated[Path | None, typer.Option(help="Where to save the match; by default in your data folder.")] = None,
) -> None:
    """Play at a table in the terminal."""
    from .play import play_at_table

    play_at_table(game, seats, read_options(option, others.args), seed, language(lang), save)


@app.command()
def sentences(
    game: GameName,
    matches: Annotated[int, typer.Option(min=1, help="How many random matches to search for them.")] = 6,
) -> None:
    """Print what a game asks while a move is half made, and how it words hints, in both languages."""
    from .sentences import show_sentences

    show_sentences(game, matches)


@app.command(context_settings=GAME_OPTIONS)
def simulate(
    others: typer.Context,
    game: GameName,
    seats: Annotated[int | None, typer.Option(help="Number of seats; the fewest the game allows if not given.")] = None,
    matches: Annotated[int, typer.Option(min=1, help="How many matches.")] = 10_000,
    bot: Annotated[str, typer.Option(help="The bot in every seat.")] = "random",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first match; each following match adds 1.")] = 0,
    option: Options = None,
    json: AsJson = False,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Save the matches in a new folder, as Parquet files; see `export`."),
    ] = None,
) -> None:
    """Play many matches of a bot against itself with compiled rules."""
    if record is not None:
        from .data import record_matches

        record_matches(game, seats, matches, seed, read_options(option, others.args), bot=bot, folder=record)
        return
    from .simulate import simulate_matches

    simulate_matches(game, seats, matches, seed, read_options(option, others.args), bot=bot, as_json=json)


Ray = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Play on the Ray cluster at this address; local starts one.")
]
Html = Annotated[Path | None, typer.Option(metavar="FILE", help="Write a page with charts.")]


@app.command(context_settings=GAME_OPTIONS)
def arena(
    others: typer.Context,
    game: GameName,
    bots: Annotated[
        str, typer.Option(help="Comma-separated bots: random, greedy, search:2000, search:500ms, module:Class.")
    ],
    matches: Annotated[int, typer.Option(min=1, help="How many matches; in a ladder, for each pair.")] = 400,
    against: Annotated[
        str | None, typer.Option(metavar="BOT", help="Each bot sits alone at a table of this one.")
    ] = None,
    ladder: Annotated[
        bool, typer.Option("--ladder", help="All against all: each alone at a table of every other. Prints Markdown.")
    ] = False,
    seats: Annotated[int | None, typer.Option(help="Number of seats; 4 if not given.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first deal; each following deal adds 1.")] = 0,
    until_settled: Annotated[
        bool, typer.Option("--until-settled", help="Stop as soon as the result is statistically clear.")
    ] = False,
    ray: Ray = None,
    option: Options = None,
    html: Html = None,
    json: AsJson = False,
) -> None:
    """Make bots play each other: same deals, seats rotated, all cores."""
    from .arena import hold_tournament

    hold_tournament(
        game, bots, matches, seats, read_options(option, others.args), against=against, ladder=ladder,
        seed=seed, until_settled=until_settled, ray=ray, as_json=json, html=html,
    )  # fmt: skip


@app.command()
def rate_levels(
    file: Annotated[Path, typer.Argument(help="Where the ratings are written, as JSON.")],
    game: Annotated[list[str] | None, typer.Option(help="Only this game; may be repeated.")] = None,
    matches: Annotated[int, typer.Option(min=1, help="Matches between the levels that count playouts.")] = 60,
    timed: Annotated[int, typer.Option(min=0, help="Matches of a level that thinks for a second per move.")] = 24,
    second: Annotated[
        int | None, typer.Option(min=1, help="Playouts that count as a second, if this machine is not idle.")
    ] = None,
    one_core: Annotated[bool, typer.Option("--one-core", help="Play one match at a time.")] = False,
) -> None:
    """Rate the levels of bots, on the same scale as people."""
    from .level_ratings import write_level_ratings

    write_level_ratings(file, game or [], matches, timed, second, one_core)


@app.command(context_settings=GAME_OPTIONS)
def study(
    others: typer.Context,
    game: GameName,
    bot: Annotated[str, typer.Option(help="The bot in every seat.")] = "greedy",
    matches: Annotated[int, typer.Option(min=1, help="How many matches.")] = 1000,
    seats: Annotated[int | None, typer.Option(help="Number of seats; 4 if not given.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first match; each following match adds 1.")] = 0,
    ray: Ray = None,
    option: Options = None,
    html: Html = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown instead of tables.")] = False,
    json: AsJson = False,
) -> None:
    """Study a game: which seats have an advantage, how long it takes, what winners do."""
    from .arena import hold_study

    hold_study(
        game, bot, matches, seats, read_options(option, others.args), seed=seed, ray=ray, as_json=json, html=html,
        markdown=markdown,
    )  # fmt: skip


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record of a match.")],
    seat: Annotated[int, typer.Option(help="Whose view to show; -1 for a spectator's.")] = -1,
    lang: Language = None,
) -> None:
    """Replay a recorded match and show the result."""
    from .replay import replay_record

    replay_record(file, seat, language(lang))


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A record of a match, or a folder of `simulate --record` or `export`.")],
    of: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="The recorded matches that a folder was exported from.")
    ] = None,
) -> None:
    """Check that a record is complete, unmodified and legal."""
    if file.is_dir():
        from .data import verify_folder

        verify_folder(file, of)
        return
    from .replay import verify_record

    verify_record(file)


@app.command()
def review(
    file: Annotated[Path, typer.Argument(help="A record of a match that is over.")],
    seat: Annotated[list[int] | None, typer.Option(help="Whose decisions to judge; by default all people's.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the estimates.")] = 0,
    lang: Language = None,
    json: AsJson = False,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it as a page that opens from disk.")] = None,
) -> None:
    """Review a match: chances of winning, decisions judged by what was known, luck and skill apart."""
    from .review import review_record

    review_record(file, seat or [], language(lang), seed=seed, as_json=json, html=html)


@app.command(context_settings=GAME_OPTIONS)
def calibrate(
    others: typer.Context,
    game: GameName,
    what: Annotated[str, typer.Option(help="chances, verdicts (do two reviews agree?) or luck.")] = "chances",
    bots: Annotated[str, typer.Option(help="Who plays; for luck several, comma-separated, who take turns.")] = "greedy",
    positions: Annotated[int, typer.Option(min=1, help="Matches; one position or decision of each.")] = 2000,
    playouts: Annotated[int, typer.Option(min=2, help="Playouts of each estimate.")] = 128,
    lapses: Annotated[int | None, typer.Option(min=0, max=256, help="Lapses in 256 decisions of playouts.")] = None,
    policies: Annotated[bool, typer.Option("--policies", help="For luck: also the lots that bots draw.")] = False,
    processes: Annotated[int | None, typer.Option(min=1, help="Processes; one for each core if not given.")] = None,
    seats: Annotated[int | None, typer.Option(help="Number of seats; 4 if not given.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first match; each following match adds 1.")] = 0,
    option: Options = None,
    json: AsJson = False,
) -> None:
    """Measure how far reviews can be trusted, on matches of bots."""
    from .review import calibrate_review

    calibrate_review(
        game, seats, read_options(option, others.args), bots=bots, positions=positions, playouts=playouts, seed=seed,
        lapses=lapses, policies=policies, what=what, processes=processes, as_json=json,
    )  # fmt: skip


@app.command()
def export(
    folder: Annotated[Path, typer.Argument(help="A folder of `simulate --record`.")],
    to: Annotated[Path, typer.Argument(help="A new folder.")],
    observations: Annotated[bool, typer.Option(help="What each seat saw, as numbers.")] = True,
    views: Annotated[bool, typer.Option("--views", help="Also each seat's view, as bytes.")] = False,
    states: Annotated[bool, typer.Option("--states", help="Also the whole state, as numbers.")] = False,
    records: Annotated[bool, typer.Option("--records", help="Instead, a record of each match, as JSON.")] = False,
) -> None:
    """Replay recorded matches and write every decision as a row, in Parquet files."""
    from .data import export_matches

    export_matches(folder, to, records=records, observations=observations, views=views, states=states)


@app.command()
def bench(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME…]", help="Games to measure; by default all.")
    ] = None,
    peers: Annotated[
        bool, typer.Option("--peers", help="Measure OpenSpiel, RLCard and Catanatron in the same run.")
    ] = False,
    search: Annotated[
        bool, typer.Option("--search", help="Measure iterations of the search instead, next to OpenSpiel's.")
    ] = False,
    nets: Annotated[
        bool, typer.Option("--nets", help="Measure the nets instead: how long the bot `net` takes for a decision.")
    ] = False,
    batch: Annotated[
        bool, typer.Option("--batch", help="Measure the batch environment, next to PettingZoo's and OpenSpiel's.")
    ] = False,
    gpu: Annotated[
        bool, typer.Option("--gpu", help="Measure random play and batches on a GPU, next to Pgx's games.")
    ] = False,
    runs: Annotated[int, typer.Option(min=1, help="Runs of each measurement; the median counts.")] = 5,
    server: Annotated[
        bool, typer.Option("--server", help="Measure the server instead: moves per second at many tables.")
    ] = False,
    pages: Annotated[
        bool, typer.Option("--pages", help="Measure the table pages instead: their size, and the cost of a move.")
    ] = False,
    tables: Annotated[int, typer.Option(min=1, help="Tables of four that play at once (with --server).")] = 200,
    seconds: Annotated[float, typer.Option(min=1, help="How long to measure (with --server).")] = 20,
    pace: Annotated[
        float, typer.Option(min=0, help="Seconds between two moves at a table; 0: as fast as possible (with --server).")
    ] = 0,
    in_turn: Annotated[
        bool, typer.Option("--in-turn", help="One move at a time at each table, even if several may (with --server).")
    ] = False,
    workers: Annotated[int, typer.Option(min=1, help="Processes of the server (with --server and --database).")] = 1,
    database: Annotated[
        str, typer.Option(help="A PostgreSQL to measure with; its tables stay there. By default a SQLite file.")
    ] = "",
    json: AsJson = False,
) -> None:
    """Measure decisions per second on one core or a GPU, or the moves per second of the server."""
    if gpu:
        from .bench_gpu import run_gpu_bench

        run_gpu_bench(game or [], runs=runs, as_json=json)
        return
    if batch:
        from .bench_batch import run_batch_bench

        run_batch_bench(game or [], runs=runs, as_json=json)
        return
    if nets:
        from .netbench import run_net_bench

        run_net_bench(game or [], runs=runs, as_json=json)
        return
    if pages:
        from .pagebench import run_page_bench

        run_page_bench(game or [], json)
        return
    if server:
        from .serverbench import run_server_bench

        run_server_bench((game or ["contretemps"])[0], tables, seconds, pace, json, workers, database, in_turn)
        return
    from .bench import run_bench
    from .searching import run_search_bench

    (run_search_bench if search else run_bench)(game or [], peers=peers, runs=runs, as_json=json)


@app.command()
def train(
    game: GameName,
    folder: Annotated[Path | None, typer.Option(help="Folder of the run; by default `train-GAME`.")] = None,
    device: Annotated[str, typer.Option(help="cpu, or cuda for an NVIDIA GPU.")] = "cpu",
    minutes: Annotated[float, typer.Option(help="Total training time; an interrupted run continues until then.")] = 10,
    matches: Annotated[int, typer.Option(help="Matches at once; a GPU has work with 16384 and more.")] = 4096,
    steps: Annotated[int, typer.Option(help="Decisions of each match between two updates; more for long games.")] = 64,
    start: Annotated[Path | None, typer.Option(help="A net to begin with, instead of the game's heuristic.")] = None,
    rival: Annotated[
        Path | None, typer.Option(help="A net to learn against besides the heuristic, such as one of --imitate.")
    ] = None,
    ahead: Annotated[
        bool, typer.Option("--ahead", help="Learn from looks ahead instead of PPO: work for a GPU.")
    ] = False,
    imitate: Annotated[
        str | None, typer.Option(metavar="BOT", help="Learn to play like that bot, and nothing else.")
    ] = None,
    head: Annotated[
        bool, typer.Option("--head", help="With --imitate: learn only a second head for the game's own net.")
    ] = False,
    width: Annotated[int, typer.Option(help="Width of the net.")] = 512,
    depth: Annotated[int, typer.Option(help="Its hidden layers after the first.")] = 2,
) -> None:
    """Train a net by self-play and keep the best, evaluated on matches that it was not trained on."""
    from tempolude.engine.errors import BadOption

    from .train import run_imitation, run_training

    folder = folder or Path(f"train-{game}")
    if imitate and (rival or ahead):
        raise BadOption("--imitate learns from that bot alone, so it takes neither --rival nor --ahead")
    if head and (start or not imitate):
        raise BadOption("--head learns what the bot of --imitate chooses, on the layers of the game's net: no --start")
    if imitate:
        run_imitation(
            game, folder, imitate, minutes=minutes, device=device, width=width, depth=depth, start=start, head=head
        )  # fmt: skip
        return
    run_training(
        game, folder, device=device, minutes=minutes, matches=matches, steps=steps, width=width, depth=depth,
        start=start, rival=rival, ahead=ahead,
    )  # fmt: skip


deck = typer.Typer(help="Decks of Timeline.", no_args_is_help=True)
app.add_typer(deck, name="deck")


@deck.command()
def check(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE…]", help="Deck files; by default all built-in ones.")
    ] = None,
    lang: Language = None,
) -> None:
    """Check decks of cards: counts, spread, and every fault by file and line."""
    from .decks import check as check_files

    check_files(files or [], language(lang))


Database = Annotated[
    str,
    typer.Option(
        metavar="URL", envvar="TEMPOLUDE_DATABASE", show_envvar=True, show_default=False,
        help="Where tables are stored; by default SQLite in your data folder.",
    ),
]  # fmt: skip


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8053,
    database: Database = "",
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS_OR_NETWORK",
            help="A proxy whose X-Forwarded-For, -Proto and -Host headers are trusted; may be repeated.",
        ),
    ] = None,
    drain: Annotated[
        float,
        typer.Option(
            min=0, help="Seconds to keep listening after SIGTERM while /readyz responds 503, so that a proxy notices."
        ),
    ] = 0,
    metrics: Annotated[
        str,
        typer.Option(metavar="HOST:PORT", help="Serve Prometheus metrics at this private address."),
    ] = "",
    log_format: Annotated[
        str, typer.Option(metavar="text|json", help="Lines for people, or one JSON object per line.")
    ] = "text",
    log_level: Annotated[
        str, typer.Option(metavar="warning|info", help="With info, every request is logged.")
    ] = "warning",
    operator: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="An account that sees reports and may suspend people; may be repeated."),
    ] = None,
    smtp: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="TEMPOLUDE_SMTP",
            show_envvar=True,
            show_default=False,
            help="Send mail through this server, smtp://USER:PASSWORD@HOST:587 or smtps://…; with --sender and --site.",
        ),
    ] = "",
    sender: Annotated[str, typer.Option(metavar="ADDRESS", help="The address that mails come from.")] = "",
    site: Annotated[str, typer.Option(metavar="URL", help="Where people reach this server, for links in mails.")] = "",
    local_push: Annotated[
        bool, typer.Option("--local-push", help="Also notify by push services in private networks or without TLS.")
    ] = False,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Processes that serve this port; more than one requires PostgreSQL.")
    ] = 1,
) -> None:
    """Serve the tables: the lobby, the games in the browser, their rules."""
    from tempolude.server.app import run
    from tempolude.server.settings import Settings

    settings = Settings(
        database=database,
        trusted_proxies=tuple(trusted_proxy or ()),
        drain=drain,
        metrics=metrics,
        log_format=log_format,
        log_level=log_level,
        operators=tuple(operator or ()),
        smtp=smtp,
        sender=sender,
        site=site,
        local_push=local_push,
    )
    run(host, port, settings, workers)


@app.command()
def backup(
    target: Annotated[str, typer.Argument(metavar="FILE|FOLDER", help="A new file, or a folder for one.")],
    database: Database = "",
) -> None:
    """Copy the database of a server, which may be running."""
    from .backup import make_backup

    make_backup(target, database)


@app.command()
def restore(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="A copy made by `tempolude backup`.")],
    database: Database = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="Move an existing SQLite database aside; the server must be stopped.")
    ] = False,
) -> None:
    """Restore a copy of a database, for a stopped server."""
    from .backup import restore_backup

    restore_backup(source, database, replace=replace)


def _spoken(words: list[str]) -> str:
    """The language of a command line, even if it cannot be parsed."""
    given = next((after for word, after in pairwise(words) if word == "--lang"), None)
    return language(given if given in ("en", "fr") else None)


def main() -> None:
    """Run the command; an error is one line, or one for each fault of a file, and exit code 2."""
    from tempolude.engine.errors import BadData, TempoludeError

    try:
        app()
    except TempoludeError as error:
        for each in error.all if isinstance(error, BadData) else (error,):
            typer.echo(f"tempolude: {each.said(_spoken(sys.argv))}", err=True)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
