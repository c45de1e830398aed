"""axe, the checker of accessibility, in an open page."""

from __future__ import annotations

from collections.abc import Sequence

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# Only violations leave the page: everything else that axe returns takes almost as long as its checks. Nor does it load
# all stylesheets and media again, for rules about rotated screens (experimental) and about films (there are none).
RUN = """what => axe.run({ runOnly: what, resultTypes: ["violations"], preload: false })
  .then(found => found.violations.flatMap(
    fault => fault.nodes.map(node => `${fault.id}: ${node.html} ${node.failureSummary}`)))"""


def violations(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """What axe reports, by all rules of `TAGS` or only by these: the rule, the element, and why."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE_SCRIPT)
    what = {"type": "rule", "values": list(rules)} if rules else {"type": "tag", "values": TAGS}
    found: list[str] = page.evaluate(RUN, what)
    return found
