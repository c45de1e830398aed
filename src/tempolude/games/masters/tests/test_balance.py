"""The balance study: its players and its table."""

from tempolude.engine.policy import first_whim
from tempolude.games.masters.balance import Fate, _eager_choice, as_markdown
from tempolude.games.masters.components import read_set

from .positions import WAY, Position, position


def eager(p: Position) -> str:
    """What an eager player does."""
    legal = WAY.legal(p.s, p.waiting)
    return p.table.notation(p.s, p.waiting, _eager_choice(p.s, p.waiting, legal, len(legal), [first_whim(0)]))


def test_an_eager_player_plays_what_can_be_played() -> None:
    assert eager(position(hands={0: "charge"}, ke={0: "1/4"})) == "cast charge"
    assert eager(position(hands={0: "suggestion hourglass"}, ke={0: "1/4"})) == "set hourglass"


def test_an_eager_player_passes_only_for_ke() -> None:
    assert eager(position(hands={0: "suggestion suggestion"}, ke={0: "1/4"})) == "pass"
    assert eager(position(ke={0: "4/4"})) == "done"


def test_an_eager_player_buys_the_dearest_revealed_card() -> None:
    p = position(hands={0: "charge charge charge"}, ke={0: "9/9"}).do(*["cast charge"] * 3, "done")
    assert eager(p) == "take 3"


def test_the_table_puts_the_best_of_each_level_first() -> None:
    spark, flow, ebb = (
        next(kind for kind in read_set("house") if kind.id == name) for name in ("spark", "flow", "ebb")
    )
    fates = [Fate(flow, 1, 1, 9, 0.5, 0), Fate(ebb, 1, 0.25, 9, 0.2, -0.05), Fate(spark, 1.5, 2, 9, 0.3, 0.05)]
    rows = as_markdown(fates).splitlines()[2:]
    assert [row.split(" | ")[1] for row in rows] == ["Spark", "Ebb", "Flow"]
    assert rows[0] == "| 1 | Spark | spell | 1 | spark 1 | 1.500 | 2.00 | 30.0% | +5.0 |"
