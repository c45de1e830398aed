"""The command, run in a separate process as users run it."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tempolude.check.cases import at
from tempolude.cli import main
from tempolude.cli.choosing import Menu
from tempolude.engine.game import Game, games
from tempolude.engine.match import Match
from tempolude.engine.record import _seal, to_record
from tempolude.games.pirates.components import FOLDER
from tests.forks import tempolude


def test_help_and_the_list_of_games_load_no_compiler() -> None:
    for words in ("['--help']", "['games']"):
        code = (
            "import sys; from tempolude.cli.main import app\n"
            f"try: app({words})\n"
            "except SystemExit: pass\n"
            "assert 'numba' not in sys.modules and 'fastapi' not in sys.modules"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_games_lists_every_game_in_both_languages() -> None:
    for lang in ("en", "fr"):
        done = tempolude("games", "--lang", lang)
        assert done.returncode == 0
        for game in games():
            assert game.name in done.stdout
    listed = json.loads(tempolude("games", "--json").stdout)
    assert [row["name"] for row in listed] == [game.name for game in games()]


def test_simulate_prints_the_promised_shape() -> None:
    done = tempolude(
        "simulate", "contretemps", "--seats", "5", "--matches", "300", "--seed", "9", "-o", "mode=paradoxes", "--json"
    )
    result = json.loads(done.stdout)
    assert list(result) == [
        "game", "seats", "options", "seed", "matches", "decisions", "seconds",
        "mean_length", "wins_by_seat", "at_limit",
    ]  # fmt: skip
    assert (result["game"], result["seats"], result["options"], result["seed"]) == (
        "contretemps",
        5,
        {"mode": "paradoxes", "first_player": "lot"},
        9,
    )
    assert result["matches"] == 300
    assert sum(result["wins_by_seat"]) == pytest.approx(300)
    assert result["mean_length"] == pytest.approx(result["decisions"] / 300, abs=1e-3)
    assert result["at_limit"] == 0


def test_an_option_of_the_game_can_be_given_by_its_own_name() -> None:
    for given in (["--mode", "paradoxes"], ["--mode=paradoxes"], ["-o", "mode=paradoxes"]):
        done = tempolude("simulate", "contretemps", "--matches", "5", "--json", *given)
        assert json.loads(done.stdout)["options"] == {"mode": "paradoxes", "first_player": "lot"}


def test_simulate_is_the_same_again_and_speaks_to_people_too() -> None:
    first, again = (json.loads(tempolude("simulate", "timeline", "--matches", "50", "--json").stdout) for _ in range(2))
    assert {**first, "seconds": 0} == {**again, "seconds": 0}
    assert "random matches of timeline" in tempolude("simulate", "timeline", "--matches", "50").stdout


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["simulate", "chess"], "unknown game 'chess'"),
        (["play", "chess"], "unknown game 'chess'"),
        (["simulate", "contretemps", "--seats", "2"], "is for 3 to 6 players, not 2"),
        (["simulate", "contretemps", "-o", "mode=odd"], "choose one of classic, paradoxes"),
        (["simulate", "contretemps", "-o", "speed=9"], "unknown option 'speed'"),
        (["simulate", "contretemps", "-o", "mode"], "expected NAME=VALUE"),
        (["simulate", "contretemps", "--mode"], "--mode: expected a value"),
        (["simulate", "contretemps", "--speed", "9"], "unknown option 'speed'"),
        (["simulate", "contretemps", "quickly"], "'quickly' is not understood"),
        (["simulate", "timeline", "-o", "cards=11"], "must be from 1 to 10"),
        (["simulate", "timeline", "-o", "decks=martians"], "decks = 'martians': expected one of inventions, "),
        (["play", "contretemps", "--seats", "you,random"], "is for 3 to 6 players"),
        (["play", "contretemps", "--seats", "you,deep,blue"], "unknown bot 'deep'"),
        (["play", "contretemps", "--lang", "de"], "expected en or fr"),
        (["replay", "nothing.json"], "cannot be read"),
        (["verify", "nothing.json"], "cannot be read"),
        (["bench", "chess"], "unknown game 'chess'"),
        (["backup", "missing/"], "missing/ is no folder that exists"),
        (["train", "pirates", "--imitate", "greedy", "--rival", "net.npz"], "takes neither --rival nor --ahead"),
        (["train", "pirates", "--head"], "--head learns what the bot of --imitate chooses"),
    ],
)
def test_what_is_wrong_is_one_line_and_exit_code_2(arguments: list[str], reason: str, tmp_path: Path) -> None:
    done = tempolude(*arguments, home=tmp_path)
    assert done.returncode == 2
    assert reason in done.stderr
    assert done.stderr.startswith("tempolude: ")
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.rglob("*.json"))


def test_a_deck_with_a_mistake_is_named_by_file_and_line(tmp_path: Path) -> None:
    deck = tmp_path / "mine.csv"
    deck.write_text("id,year,approximate,name_en,name_fr,icon,text_en,text_fr\nwheel,0,true,Wheel,Roue,wheel,A,B\n")
    done = tempolude("simulate", "timeline", "-o", f"decks={deck}")
    assert done.returncode == 2
    assert "mine.csv, line 2: there was no year 0" in done.stderr


def test_every_mistake_of_a_board_is_told_in_the_reader_s_language(tmp_path: Path) -> None:
    board = tmp_path / "mine.csv"
    ours = (FOLDER / "boards" / "house@1.csv").read_text("utf-8")
    board.write_text(ours.replace(",5,caliphs,", ",5,atlantis,").replace(",7,far-future,", ",9,far-future,"), "utf-8")
    done = tempolude("play", "pirates", "--board", str(board), "--lang", "fr")
    assert done.returncode == 2
    told = done.stderr.splitlines()
    assert [line.partition("ligne ")[2].partition("\u00a0")[0] for line in told] == ["3", "7"]


def test_a_deck_of_ones_own_is_named_by_its_path_and_told_by_its_name(tmp_path: Path) -> None:
    deck = tmp_path / "mine.csv"
    deck.write_text("year,name,text\n" + "".join(f"{n},Thing {n},Told.\n" for n in range(1, 21)))
    done = tempolude("simulate", "timeline", "--matches", "2", "-o", f"decks=world+{deck}")
    assert done.returncode == 0, done.stderr
    assert "world+mine.csv" in done.stdout


def test_our_decks_are_checked_and_counted() -> None:
    for lang, cards in (("en", "cards"), ("fr", "cartes")):
        done = tempolude("deck", "check", "--lang", lang)
        assert (done.returncode, done.stderr) == (0, "")
        assert "exploration" in done.stdout
        assert cards in done.stdout


def test_a_deck_is_checked_and_all_its_faults_told_by_line(tmp_path: Path) -> None:
    deck = tmp_path / "mine.csv"
    header = "id,year,approximate,name_en,name_fr,icon,text_en,text_fr"
    deck.write_text(f"{header}\nwheel,0,true,Wheel,Roue,wheel,A.,B.\ncart,1,true,Cart,Char,wheel,A,Le char.\n")
    done = tempolude("deck", "check", str(deck))
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        f"{deck}, line 2: there was no year 0: 1 BC is -1",
        f"{deck}, line 3: text_en does not end like a sentence",
    ]
    assert tempolude("deck", "check", "inventions").returncode == 0
    assert "unknown deck 'martians'" in tempolude("deck", "check", "martians").stderr


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_match_is_played_to_its_end_and_kept(game: Game, tmp_path: Path) -> None:
    """At one screen, with choices as the menu has them: the first decisions at a new table, the last at a saved one."""
    file, seats = tmp_path / "match.json", game.seats[0]
    played, typed = at_one_screen(game, seats, seed=3)
    few = min(12, len(typed) // 2)
    done = tempolude(
        "play", game.name, "--seats", ",".join(["you"] * seats), "--seed", "3", "--save", str(file),
        given="".join(typed[:few]),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert Match.load(file).log == played.log[:few]
    at(played, len(typed) - few).save(file)
    done = tempolude("play", str(file), given="".join(typed[-few:]).removeprefix("\n"))  # nobody to hand over from
    assert done.returncode == 0, done.stderr
    assert "result" in done.stdout
    assert Match.load(file).log == played.log
    verified = tempolude("verify", str(file))
    assert verified.returncode == 0, verified.stderr
    assert "whole and untouched" in verified.stdout
    assert "over." in verified.stdout
    told = tempolude("replay", str(file), "--lang", "fr")
    assert told.returncode == 0, told.stderr
    assert len(told.stdout.splitlines()) > 20


def at_one_screen(game: Game, seats: int, seed: int) -> tuple[Match, list[str]]:
    """A random match of people at one screen, and what they type for each decision, by its number, or by its letter and
    its last word; before it Enter if the screen was handed over."""
    match, dice, typed, last = Match(game, seats=seats, seed=seed, players=["you"] * seats), Random(seed), [], None
    while not match.over:
        seat = match.waiting[0]
        menu = Menu(match.legal(seat))
        action = dice.choice(menu.actions)
        letter = next((letter for letter, group in menu.groups.items() if action in group), None)
        word = action.notation.split()[-1]
        number = menu.actions.index(action) + 1
        choice = f"{letter} {word}" if letter else word if menu.stems else str(number)
        typed.append(("" if last in (None, seat) else "\n") + choice + "\n")
        match.play(seat, action.number)
        last = seat
    return match, typed


def test_save_and_quit_then_go_on(tmp_path: Path) -> None:
    done = tempolude(
        "play", "contretemps", "--seed", "7", "--seats", "you,random,random", given="1\nq\n", home=tmp_path
    )
    assert done.returncode == 0
    saved = next(tmp_path.rglob("*.json"))
    assert f"tempolude play {saved}" in done.stdout
    assert "not over yet" in tempolude("verify", str(saved)).stdout
    more = tempolude("play", str(saved), given="1\n")
    assert more.returncode == 0
    record = json.loads(saved.read_text("utf-8"))
    assert record["players"] == ["you", "random", "random"]
    assert sum(action.startswith("0 ") for action in record["actions"]) == 2


def test_words_at_the_table_wrong_and_right(tmp_path: Path) -> None:
    given = "castle\nplay\nu\n?\nC3.4\n\nl\nq\n"
    done = tempolude("play", "contretemps", "--seed", "7", given=given, home=tmp_path)
    assert "“castle” is not a legal action now" in done.stdout
    assert "Ambiguous: play" in done.stdout
    assert "That cannot be undone" in done.stdout
    assert "gains 1 crystal" in done.stdout


def test_the_table_speaks_french(tmp_path: Path) -> None:
    done = tempolude("play", "contretemps", "--seed", "7", given="q\n", home=tmp_path, LANG="fr_FR.UTF-8")
    assert "Enregistré" in done.stdout
    assert "la ligne du temps" in done.stdout


def test_two_people_at_one_screen_are_told_to_hand_it_over(tmp_path: Path) -> None:
    done = tempolude("play", "timeline", "--seats", "you,you", "--seed", "1", given="1\n\nq\n", home=tmp_path)
    assert "Hand over to Player" in done.stdout


def test_a_broken_record_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text('{"format": "tempolude match 1"')
    done = tempolude("verify", str(path))
    assert done.returncode == 2
    assert "is no whole record" in done.stderr


def test_bench_prints_the_promised_shape() -> None:
    done = tempolude("bench", "timeline", "--runs", "1", "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert [(row["game"], row["seats"], row["way"]) for row in result["results"]] == [
        ("timeline", 4, "compiled"),
        ("timeline", 4, "interpreted"),
    ]
    assert all(row["decisions_per_second"] > 0 for row in result["results"])
    assert result["peers"] == []
    assert result["start"][0]["cached_load_seconds"] > 0


def test_bench_of_nets_measures_those_that_there_are() -> None:
    done = tempolude("bench", "contretemps", "--nets", "--runs", "1", "--json")
    assert done.returncode == 0, done.stderr
    (row,) = json.loads(done.stdout)["nets"]
    assert (row["game"], row["seats"]) == ("contretemps", 6)
    assert row["looks"] > 0
    assert 0 < row["median"] <= row["p95"]
    done = tempolude("bench", "timeline", "--nets")
    assert (done.returncode, done.stderr) == (2, "tempolude: timeline: there is no net to measure\n")


@pytest.mark.parametrize("command", ["verify", "play"])
def test_a_record_of_a_strangers_is_read_or_refused_in_one_line_and_names_no_file(command: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")  # opening it blocks forever
    record = to_record(Match("timeline", seed=1))
    record["options"]["decks"] = [str(tmp_path / "pipe.csv")]
    del record["seal"]
    (tmp_path / "r.json").write_text(json.dumps({**record, "seal": _seal(record)}))
    done = tempolude(command, str(tmp_path / "r.json"), home=tmp_path)
    assert done.returncode == 2
    assert "one of inventions" in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_is_printed_is_not_taken_for_the_name_of_an_emoji() -> None:
    """Rich prints `:100:` as a picture unless told otherwise, even in `search:100:net=0`."""
    for path in Path(main.__file__).parents[1].rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))) if "tests" not in path.parts else ():
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Console":
                assert any(word.arg == "emoji" for word in call.keywords), f"{path}:{call.lineno}"
