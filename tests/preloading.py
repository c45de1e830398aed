"""What servers of the tests need, loaded once for all of them: every game, and compiled templates."""

from __future__ import annotations

import gc

from tempolude.engine.game import games
from tempolude.engine.match import Match
from tempolude.server.view.pages import Pages, playable

PAGES = Pages(games())
for page in PAGES.templates["en"].list_templates(["html"]):
    PAGES.templates["en"].get_template(page)
for game in filter(playable, games()):
    game.components, game.figures, game.guide  # noqa: B018  # imported on first access
    PAGES.faces(Match(game, seed=1), "en")
gc.collect()
gc.freeze()  # so that no copy scans it
