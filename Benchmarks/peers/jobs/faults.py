"""Which planted faults are found: speed is no merit of who does not look."""
from __future__ import annotations

import json

from context import Bench, program
from measuring import Failed, Progress, Side
from results import Row

MOST = 100_000


def found(bench: Bench, progress: Progress) -> list[Row]:
    """Runs every validator once over samples of which 1 % have one fault of eight kinds."""
    samples = bench.samples(count=min(bench.count, MOST), faults=1.0)
    file, truth, rules = bench.data.file(samples, "ndjson"), bench.data.truth(samples), bench.data.rules()
    listed = bench.runner.folder / "bad.txt"
    progress("assay")
    rows = [row("faults-found", "assay", truth, lines_of_assay(bench, str(file)))]
    for peer, name, script, words in (
        ("duckdb", "DuckDB, rules in SQL", "duckdb_rules.py", ["line"]),
        ("jsonschema-rs", "jsonschema-rs, if/then", "jsonschema_rules.py", []),
    ):
        progress(name)
        if not bench.peers.has(peer):
            rows.append(Row(f"faults-{peer}", name, unit="share", missing="not installed"))
            continue
        listed.unlink(missing_ok=True)
        command = [str(bench.peers.python), program(script), str(file), str(rules), *words, str(listed)]
        bench.runner.run(Side(command))
        rows.append(row(f"faults-{peer}", name, truth, {int(line) for line in listed.read_text().split()}))
    return rows


def lines_of_assay(bench: Bench, file: str) -> set[int]:
    """The lines with an error, as the default run finds them."""
    command = bench.ours("validate", file, "--output-format", "jsonl", "--max-findings", "0", "--fail-on", "never")
    lines = set()
    for text in bench.runner.work(command).splitlines():
        finding = json.loads(text)
        if finding.get("severity") == "error":
            lines.add(finding["line"])
    if not lines:
        raise Failed("assay finds no fault at all")
    return lines


def row(name: str, who: str, truth: dict[int, str], lines: set[int]) -> Row:
    kinds: dict[str, list[int]] = {}
    for number, fault in truth.items():
        counts = kinds.setdefault(fault, [0, 0])
        counts[0] += number in lines
        counts[1] += 1
    missed = [f"{fault} {hit} of {all_}" for fault, (hit, all_) in sorted(kinds.items()) if hit < all_]
    wrong = len(lines - set(truth))
    # A false alarm counts like a fault that is missed.
    share = (len(lines & set(truth)) - wrong) / len(truth)
    note = ("missed: " + ", ".join(missed) if missed else "all") + f"; false alarms: {wrong}"
    return Row(name, who, unit="share", value=share, note=note)
