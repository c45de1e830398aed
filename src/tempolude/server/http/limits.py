"""Rate limits."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic

from limits import RateLimitItem, parse

from ..refusal import N_, Refusal


class Limits:
    """Rate limits by person and by address, counted in memory in windows of fixed length.

    The least recently used window is dropped first, so that memory stays bounded.
    """

    MOST = 100_000  # windows

    def __init__(self, on: bool = True) -> None:
        self.on = on
        self._rates: dict[str, RateLimitItem] = {}
        self._windows: OrderedDict[tuple[str, ...], tuple[float, int]] = OrderedDict()  # end and count

    def check(
        self,
        rate: str,
        *whom: str,
        cost: int = 1,
        words: str = N_("That is too fast. Wait a moment and try again."),
    ) -> None:
        """Raise a Refusal if `whom` has done this more often than `rate` allows, such as "20 per minute"."""
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
