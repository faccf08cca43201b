"""What rules of one's own cost: a plugin in Python with a trivial rule, and one that is compiled in."""
from __future__ import annotations

from pathlib import Path

from context import Bench
from jobs.validating import validate
from measuring import Progress, compare
from results import Row

PLUGINS = Path(__file__).resolve().parents[1] / "rules"


def plugin(bench: Bench, progress: Progress) -> list[Row]:
    """`validate` with a plugin against `validate` alone: 0.5 is twice the time."""
    rows = []
    for name, folder, words in (
        ("rule-plugin", "one-type", "one type"),
        ("rule-plugin-all", "all-types", "all types"),
    ):
        job = f"validate NDJSON with a plugin: a trivial rule about {words}, in Python"
        ours, theirs = validate(bench, "--plugin", PLUGINS / folder), validate(bench)
        pair = compare(bench.runner, ours, theirs, bench.runs, progress)
        rows.append(Row.of_pair(name, job, "validate alone", pair, note="share of the speed of `validate` alone"))
    return rows
