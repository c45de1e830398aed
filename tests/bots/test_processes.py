"""Work in processes: as many as there are cores to use."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

COUNT = "import os; os.sched_setaffinity(0, [{core}]); from tempolude.bots.processes import cores; print(cores())"


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system does not limit a process to some cores")
def test_only_the_cores_that_may_be_used_count() -> None:
    count = COUNT.format(core=min(os.sched_getaffinity(0)))
    found = subprocess.run([sys.executable, "-c", count], capture_output=True, text=True, check=True).stdout
    assert found == "1\n"
