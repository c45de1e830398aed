"""Data files: every fault is reported with its file, line and reason; and parsing."""

from __future__ import annotations

import os
from pathlib import Path
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tempolude.engine.data import Once, Row, Sheet, find, look, ours, pinned, reads, versions
from tempolude.engine.errors import BadData, BadOption
from tempolude.engine.options import File, Several

HEADER = "id,guns,name_en,name_fr\n"
NINA = "nina,3,Girl,Fille\n"


@reads("id", "guns", "name_en", "name_fr")
def read_ships(sheet: Sheet) -> tuple[Row, ...]:
    return sheet.rows


def written(folder: Path, content: str | bytes) -> Path:
    path = folder / "ships.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def refusal(path: Path) -> tuple[int, str]:
    """The line at which a file is refused, and the reason."""
    with pytest.raises(BadData) as refused:
        read_ships(path)
    assert refused.value.path == path
    assert str(refused.value) == f"{path}, line {refused.value.line}: {refused.value.reason}"
    return refused.value.line, refused.value.reason


# --- Mistakes in a file ----------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        ("", 1, "missing column: id, guns, name_en, name_fr"),
        ("\n\n" + HEADER, 1, "missing column: id, guns, name_en, name_fr"),
        ("id,name_en,Name_fr\n", 1, "missing column: guns, name_fr"),
        ("id,guns,name_en,name_fr,guns\n", 1, "duplicate column: guns"),
        (HEADER + NINA + "pinta,2\n", 3, "2 columns where the header has 4"),
        (HEADER + NINA + "pinta,2,Painted,Peinte,more\n", 3, "5 columns where the header has 4"),
        (HEADER + NINA + '\npinta,2,"Pain"ted,Peinte\n' + NINA, 4, "is not well-formed CSV: "),
        (HEADER + NINA + 'pinta,2,"Painted,Peinte\n' + NINA + NINA, 3, "is not well-formed CSV: "),
        ('id,"guns\n' + NINA, 1, "is not well-formed CSV: "),
        (HEADER + NINA + "pinta,2,Pain\x1bted,Peinte\n", 3, "name_en has a character that cannot be shown: '\\x1b'"),
        (HEADER + NINA + "pin\0ta,2,Painted,Peinte\n", 3, "id has a character that cannot be shown: '\\x00'"),
        (HEADER + NINA + "pinta,2,Painted,Pein\tte\n", 3, "name_fr has a character that cannot be shown: '\\t'"),
    ],
)
def test_a_file_with_a_mistake_is_refused_with_its_line(tmp_path: Path, content: str, line: int, reason: str) -> None:
    found_line, found_reason = refusal(written(tmp_path, content))
    assert found_line == line
    assert found_reason == reason or (reason.endswith(": ") and found_reason.startswith(reason))


@pytest.mark.parametrize("sign", ["\f", "\v", "\x1c", "\x85", "\u2028", "\u2029"])
def test_only_a_line_break_ends_a_line(tmp_path: Path, sign: str) -> None:
    """Python would split lines at any of these."""
    path = written(tmp_path, f"{HEADER}{NINA}pinta,2,Pain{sign}ted,Peinte\n")
    assert refusal(path) == (3, f"name_en has a character that cannot be shown: {sign!r}")


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path, mark: bytes, end: bytes) -> None:
    content = (HEADER + NINA + "pinta,2,Painted,Bâtie\n").encode("latin-1")
    assert refusal(written(tmp_path, mark + content.replace(b"\n", end))) == (3, "is not UTF-8 text")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("none.csv", "cannot be read: No such file or directory"),
        ("folder.csv", "cannot be read: it is not a file"),
        ("a\0b.csv", "cannot be read: embedded null byte"),
        ("x" * 300 + ".csv", "cannot be read: File name too long"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "folder.csv").mkdir()
    assert refusal(tmp_path / name) == (1, reason)


ANY_TEXT = st.text(st.sampled_from(',,,"\n\r\f\x85\u2028 3a') | st.characters(codec="utf-8"))
ANY_CONTENT = st.binary() | st.builds(bytes.__add__, st.just(HEADER.encode()), st.binary() | ANY_TEXT.map(str.encode))


@given(ANY_CONTENT)
def test_any_bytes_give_rows_or_bad_data_and_nothing_else(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = written(tmp_path_factory.getbasetemp(), content)
    try:
        rows = read_ships(path)
        found = [row.line for row in rows]
    except BadData as error:
        rows, found = (), [error.line]
    assert all(1 <= line <= 1 + content.count(b"\n") + content.count(b"\r") for line in found)
    values = [value for row in rows for value in row.values.values()]
    assert all(value == value.strip() for value in values)
    assert not {category(sign) for value in values for sign in value} & {"Cc", "Zl", "Zp"}


# --- What is read ----------------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_row_knows_the_line_in_which_it_begins(tmp_path: Path, end: str) -> None:
    rows = '"nina",3,"Girl,\n\n of \nPalos",Fille\n\npinta,2,Painted,"Pein\nte"\nmaria,1,Mary,Marie'
    found = read_ships(written(tmp_path, ("\ufeff" + HEADER + rows).replace("\n", end)))
    assert [(row.line, row["id"]) for row in found] == [(2, "nina"), (7, "pinta"), (9, "maria")]
    assert found[0]["name_en"] == "Girl, of Palos"
    assert found[1]["name_fr"] == "Pein te"


def test_a_mistake_in_a_row_of_several_lines_is_where_it_begins(tmp_path: Path) -> None:
    assert refusal(written(tmp_path, HEADER + NINA + '"pin\nta",2,"Pain\nted"\n'))[0] == 3
    assert refusal(written(tmp_path, HEADER + NINA + 'pinta,2,"Pain\n\nted","x\x1b"\n'))[0] == 3


def test_values_are_stripped_and_columns_may_stand_in_any_order(tmp_path: Path) -> None:
    path = written(tmp_path, "name_fr, source , guns,id,source,name_en\n Fille , a\tbook,3 ,nina,,  Girl\n")
    (row,) = read_ships(path)
    assert row.values == {"id": "nina", "guns": "3", "name_en": "Girl", "name_fr": "Fille"}


def test_a_file_is_read_again_only_when_its_content_changed(tmp_path: Path) -> None:
    path = written(tmp_path, HEADER + NINA)
    rows = read_ships(path)
    written(tmp_path, HEADER + NINA)
    assert read_ships(path) is rows
    written(tmp_path, HEADER + NINA.replace("3", "4"))
    assert read_ships(path)[0]["guns"] == "4"


# --- Checks ----------------------------------------------------------------------


def row(line: int = 3, **values: str) -> Row:
    return Row(Path("ships.csv"), line, values)


@pytest.mark.parametrize("value", ["", "Nina", "la nina", "nina-", "-nina", "la--nina", "ñina", "nina\n"])
def test_an_id_that_is_no_slug_is_refused(value: str) -> None:
    with pytest.raises(BadData, match=r"ships.csv, line 3: id .*: expected lower-case letters, digits and hyphens"):
        row(id=value).slug("id")


def test_an_id_is_read() -> None:
    assert row(id="nina-2").slug("id") == "nina-2"


@pytest.mark.parametrize("value", ["", "three", "1.5", "1_0", "٣", "-3", "10", "9" * 5000, "1e3", "+"])
def test_what_is_no_number_in_the_range_is_refused(value: str) -> None:
    with pytest.raises(BadData, match=r"ships.csv, line 3: guns '.*': expected a whole number from -2 to 9"):
        row(guns=value).number("guns", -2, 9)


@pytest.mark.parametrize(("value", "number"), [("-2", -2), ("+3", 3), ("-0", 0), ("09", 9)])
def test_a_number_is_read(value: str, number: int) -> None:
    assert row(guns=value).number("guns", -2, 9) == number


def test_a_text_is_there_in_both_languages_and_not_too_long() -> None:
    assert row(name_en="Girl", name_fr="Fille").texts("name", 5) == {"en": "Girl", "fr": "Fille"}
    with pytest.raises(BadData, match=r"line 3: name_fr has 5 characters: expected 1 to 4"):
        row(name_en="Girl", name_fr="Fille").texts("name", 4)
    with pytest.raises(BadData, match=r"line 3: name_en has 0 characters: expected 1 to 4"):
        row(name_en="", name_fr="Fil").texts("name", 4)


def test_what_stands_there_twice_is_refused_with_both_lines() -> None:
    once = Once()
    once.add(row(2), "nina", {"en": "Girl", "fr": "Fille"})
    once.add(row(5), "pinta", {"en": "Fille", "fr": "Girl"})
    with pytest.raises(BadData, match=r"line 6: duplicate: 'pinta' is already in line 5"):
        once.add(row(6), "pinta")
    with pytest.raises(BadData, match=r"line 7: duplicate: 'FILLE \(fr\)' is already in line 2"):
        once.add(row(7), "maria", {"en": "Mary", "fr": "FILLE"})


def test_a_mistake_of_the_whole_file_is_told_at_its_last_row() -> None:
    path = Path("ships.csv")
    assert Sheet(path, (row(2), row(5))).refuse("too few").line == 5
    assert Sheet(path, ()).refuse("too few").line == 1


def test_a_column_may_be_missing_that_has_a_value_all_the_same(tmp_path: Path) -> None:
    @reads("id", flag="no")
    def read_flags(sheet: Sheet) -> list[str]:
        return [row["flag"] for row in sheet.rows]

    assert read_flags(written(tmp_path, "id\nnina\npinta\n")) == ["no", "no"]
    assert read_flags(written(tmp_path, "flag,id\nyes,nina\n,pinta\n")) == ["yes", ""]
    with pytest.raises(BadData, match="line 1: duplicate column: flag"):
        read_flags(written(tmp_path, "flag,id,flag\n"))


@pytest.mark.parametrize(("value", "flag"), [("true", True), ("FALSE", False), ("yes", None), ("", None)])
def test_a_flag_is_true_or_false(value: str, flag: bool | None) -> None:
    row = Row(Path("ships.csv"), 2, {"sunk": value})
    if flag is not None:
        assert row.flag("sunk") is flag
    else:
        with pytest.raises(BadData, match=f"line 2: sunk '{value}': expected true or false"):
            row.flag("sunk")


# --- Which file ------------------------------------------------------------------


def test_a_file_of_ours_is_found_by_its_name_the_newest_or_the_version_that_is_asked_for(tmp_path: Path) -> None:
    for name in ("fleet@2.csv", "fleet@10.csv", "armada@1.csv", "notes@1.txt", "draft.csv"):
        (tmp_path / name).touch()
    assert (ours(tmp_path), versions(tmp_path)) == (["armada", "fleet"], {"armada": [1], "fleet": [2, 10]})
    assert find("fleet", tmp_path, "fleet") == tmp_path / "fleet@10.csv"
    assert find("fleet", tmp_path, "fleet@2") == tmp_path / "fleet@2.csv"
    assert (pinned(tmp_path, "fleet"), pinned(tmp_path, "fleet@2"), pinned(tmp_path, "random")) == (
        "fleet@10", "fleet@2", "random",
    )  # fmt: skip
    for name in ("notes", "draft", "draft.csv", "../fleet", "", "a\0b", str(tmp_path / "fleet@2.csv")):
        with pytest.raises(BadOption, match=r"unknown fleet .*; available: armada, fleet$"):
            find("fleet", tmp_path, name)
    for name in ("fleet@1", "fleet@02", "fleet@", "fleet@2@2", "fleet@" + "9" * 5000):
        with pytest.raises(
            BadOption, match=r"version .* of the fleet 'fleet' is not installed here; available: 2, 10$"
        ):
            find("fleet", tmp_path, name)


def test_a_file_is_never_named_by_text_and_enclosed_when_it_is_named_by_its_path(tmp_path: Path) -> None:
    mine = tmp_path / "mine.csv"
    mine.write_text("\ufeff" + HEADER + NINA, "utf-8")
    several = Several("fleets", WORDS, WORDS, ["fleet"], {"fleet": WORDS})
    assert TITLED.check(mine) == {"name": "mine.csv", "csv": HEADER + NINA}
    assert several.check(["fleet", mine]) == ["fleet", {"name": "mine.csv", "csv": HEADER + NINA}]
    for option in (TITLED, File("ships", WORDS, WORDS, "fleet", folder=tmp_path), several):
        with pytest.raises(BadOption):
            option.check(str(mine))
    with pytest.raises(BadOption):
        File("ships", WORDS, WORDS, "fleet", folder=tmp_path, own=False).check(mine)
    os.mkfifo(tmp_path / "pipe.csv")
    with pytest.raises(BadData, match="it is not a file"):
        TITLED.check(tmp_path / "pipe.csv")
    mine.write_text("x" * (2**18 + 1))
    with pytest.raises(BadData, match="is too large"):
        TITLED.check(mine)


WORDS = {"en": "ships", "fr": "navires"}
TITLED = File("ships", WORDS, WORDS, "fleet", {"fleet": WORDS, "armada": WORDS})
UNTITLED = File("ships", WORDS, WORDS, "fleet")


def test_an_option_takes_one_of_ours() -> None:
    assert (TITLED.check("armada"), UNTITLED.check("armada")) == ("armada", "armada")
    assert (TITLED.values(), UNTITLED.values()) == (["fleet", "armada"], ["fleet"])


@pytest.mark.parametrize("value", [7, None, "", ["fleet"], "navy"])
def test_an_option_refuses_what_is_neither(value: object) -> None:
    with pytest.raises(BadOption, match=r"ships = .*: expected one of fleet, armada or a .csv file"):
        TITLED.check(value)
    if value != "navy":
        with pytest.raises(BadOption, match=r"ships = .*: expected a name or a .csv file"):
            UNTITLED.check(value)


def test_an_option_takes_several_of_ours() -> None:
    several = Several("fleets", WORDS, WORDS, ["fleet"], {"fleet": WORDS, "armada": WORDS})
    assert several.check("armada+fleet") == ["armada", "fleet"]
    assert several.values() == [["fleet"], ["fleet", "armada"]]
    with pytest.raises(BadOption, match=r"fleets = 'navy': expected one of fleet, armada or a .csv file"):
        several.check("fleet+navy")
    untitled = Several("fleets", WORDS, WORDS, ["fleet"])
    assert (untitled.check("fleet+navy"), untitled.values()) == (["fleet", "navy"], [["fleet"]])


MINE = {"name": "Mine", "csv": HEADER + NINA}


def test_an_option_takes_an_enclosed_file(tmp_path: Path) -> None:
    several = Several("fleets", WORDS, WORDS, ["fleet"], {"fleet": WORDS})
    assert several.check(["fleet", MINE]) == ["fleet", MINE]
    assert TITLED.check(MINE) == MINE
    assert [row["id"] for row in read_ships(find("fleet", tmp_path, MINE))] == ["nina"]
    with pytest.raises(BadOption, match="duplicate name"):
        several.check([MINE, dict(MINE)])
    with pytest.raises(BadOption, match="give one or more names"):
        Several("fleets", WORDS, WORDS, ["fleet"]).check([MINE])


@pytest.mark.parametrize(
    "value",
    [{}, {"name": "x"}, {"name": 1, "csv": ""}, {"csv": "", "name": "x", "path": "y"}, MINE | {"name": ""},
     MINE | {"name": "x" * 61}, MINE | {"csv": "x" * (2**18 + 1)}],
)  # fmt: skip
def test_an_enclosed_file_that_is_none_is_refused(value: object) -> None:
    with pytest.raises(BadOption, match="ships"):
        TITLED.check(value)


def test_all_mistakes_of_a_file_can_be_looked_at_at_once() -> None:
    sheet = look({"name": "Mine", "csv": HEADER + "a,b\n" + NINA + "x\x07,1,a,b\n"}, "id", "guns")
    assert [row.line for row in sheet.rows] == [3]
    assert [(fault.line, fault.because("fr")) for fault in sheet.faults] == [
        (2, "2 colonnes là où l’en-tête en a 4"),
        (4, "id a un caractère qui ne peut pas être montré\u00a0: '\\x07'"),
    ]
