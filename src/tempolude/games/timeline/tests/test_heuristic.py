"""What the heuristic takes into account."""

from __future__ import annotations

from math import erf, sqrt

import numpy as np
import pytest

from tempolude.games.timeline.heuristic import share_below


@pytest.mark.parametrize("distance", [-1e9, -40.0, -2.5, -0.3, 0.0, 0.3, 2.5, 40.0, 1e9])
@pytest.mark.parametrize("kind", [float, np.float32])
def test_the_normal_distribution_is_right_to_seven_digits_however_far_out(distance: float, kind: type) -> None:
    expected = (1 + erf(distance / sqrt(2))) / 2
    assert share_below(kind(distance), kind(1.0)) == pytest.approx(expected, abs=3e-7)
