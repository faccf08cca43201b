"""From start to finish with little to do."""
from __future__ import annotations

import sys

from context import Bench, accepted, program, says
from measuring import Progress, Side, compare
from results import Row


def hundred_samples(bench: Bench, progress: Progress) -> list[Row]:
    """Validates 100 samples, against Python that does it by hand and imports json only."""
    file = bench.data.file(bench.samples(count=100), "ndjson")
    ours = Side(bench.ours("validate", file), verify=accepted(100))
    command = [sys.executable, "-I", program("by_hand.py"), str(file), str(bench.data.rules())]
    theirs = Side(command, verify=says(0), keeps_output=True)
    pair = compare(bench.runner, ours, theirs, max(bench.runs, 20), progress, warm_up=2)
    return [Row.of_time("start-up", "validate 100 samples, start to finish", "Python and json, by hand", pair)]
