"""What rules of one's own cost: a plugin in Python with a trivial rule."""
from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from context import Bench
from jobs.validating import validate
from measuring import Progress, compare
from results import Row

PROGRAM = Path(__file__).resolve().parents[1] / "rules" / "judge.py"
#: The names of the rows, what is judged, and the line of the rule that says so.
RULES = (
    ("rule-plugin", "one type", "types: [restingHeartRate]"),
    ("rule-plugin-value", "the values of all types", "fields: [value]"),
    ("rule-plugin-all", "all of all types", "severity: warning"),
)


def _folder(place: str, line: str) -> Path:
    """A plugin with the rule."""
    folder = Path(place) / "trivial"
    folder.mkdir()
    (folder / "plugin.yaml").write_text(
        "name: trivial\nversion: 1.0.0\nsummary: A trivial rule.\nprotocol: 1\nprovides:\n  rules:\n"
        f"    - code: trivial\n      title: A value is -1\n      {line}\nexecutable: judge.py\n")
    shutil.copy(PROGRAM, folder)
    return folder


def plugin(bench: Bench, progress: Progress) -> list[Row]:
    """`validate` with a plugin against `validate` alone: 0.5 is twice the time."""
    rows = []
    for name, words, line in RULES:
        with tempfile.TemporaryDirectory() as place:
            job = f"validate NDJSON with a plugin: a trivial rule about {words}, in Python"
            ours, theirs = validate(bench, "--plugin", _folder(place, line)), validate(bench)
            pair = compare(bench.runner, ours, theirs, bench.runs, progress)
        rows.append(Row.of_pair(name, job, "validate alone", pair, note="share of the speed of `validate` alone"))
    return rows
