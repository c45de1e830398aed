"""How often somebody may do something."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic

from limits import RateLimitItem, parse

from ..refusal import N_, Refusal


class Limits:
    """How often somebody may do something. Counted by person and by address, in memory, in windows of fixed length.

    Of windows that are not used any longer the oldest is forgotten, so that no crowd of strangers fills the memory.
    """

    MOST = 100_000  # windows

    def __init__(self, on: bool = True) -> None:
        self.on = on
        self._rates: dict[str, RateLimitItem] = {}
        self._windows: OrderedDict[tuple[str, ...], tuple[float, int]] = OrderedDict()  # its end, and the count in it

    def check(
        self,
        rate: str,
        *whom: str,
        cost: int = 1,
        words: str = N_("That is too fast. Wait a moment and try again."),
    ) -> None:
        """A Refusal if `whom` has done this more often than `rate` says, such as "20 per minute"."""
        if not self.on:
            return
        item, now = self._rate(rate), monotonic()
        end, count = self._windows.pop((rate, *whom), (0.0, 0))
        if end <= now:
            end, count = now + item.get_expiry(), 0
        fits = count + cost <= item.amount
        self._windows[(rate, *whom)] = (end, count + cost if fits else count)
        if len(self._windows) > self.MOST:
            self._windows.popitem(last=False)
        if not fits:
            raise Refusal(words, 429)

    def _rate(self, rate: str) -> RateLimitItem:
        if rate not in self._rates:
            self._rates[rate] = parse(rate)
        return self._rates[rate]
