"""Validation of NDJSON: ours as one runs it, with every rule and all processors."""
from __future__ import annotations

from context import Bench, accepted, program, says
from measuring import Pair, Progress, Run, Side, compare, in_turn
from results import Row


def validate(bench: Bench, *options: str) -> Side:
    return Side(bench.ours("validate", bench.ndjson(), *options), verify=accepted(bench.count))


def against_duckdb(bench: Bench, progress: Progress) -> list[Row]:
    return duckdb(bench, progress, "validate-duckdb", "DuckDB, rules in SQL, line numbers", "line")


def against_duckdb_by_id(bench: Bench, progress: Progress) -> list[Row]:
    against = "DuckDB, rules in SQL, no line numbers"
    return duckdb(bench, progress, "validate-duckdb-by-id", against, "uuid")


def duckdb(bench: Bench, progress: Progress, name: str, against: str, key: str) -> list[Row]:
    job = "validate NDJSON"
    if not bench.peers.has("duckdb"):
        return [Row(name, job, against, missing="DuckDB is not installed")]
    command = [str(bench.peers.python), program("duckdb_rules.py"), str(bench.ndjson()), str(bench.data.rules()), key]
    theirs = Side(command, verify=says(0), keeps_output=True)
    return [Row.of_pair(name, job, against, compare(bench.runner, validate(bench), theirs, bench.runs, progress))]


def against_jsonschema(bench: Bench, progress: Progress) -> list[Row]:
    name, job, against = "validate-jsonschema-rs", "validate NDJSON", "jsonschema-rs, if/then"
    if not bench.peers.has("jsonschema-rs"):
        return [Row(name, job, against, missing="jsonschema-rs is not installed")]
    command = [str(bench.peers.python), program("jsonschema_rules.py"), str(bench.ndjson()), str(bench.data.rules())]
    theirs = Side(command, verify=says(0), keeps_output=True)
    return [Row.of_pair(name, job, against, compare(bench.runner, validate(bench), theirs, bench.runs, progress))]


def against_floor(bench: Bench, progress: Progress) -> list[Row]:
    name, job, against = "validate-floor", "validate NDJSON, `--jobs 1`", "own parser alone, one thread"
    if bench.floor is None:
        return [Row(name, job, against, missing="ParseFloor is not built")]
    theirs = Side([str(bench.floor), str(bench.ndjson())], verify=says(bench.count), keeps_output=True)
    pair = compare(bench.runner, validate(bench, "--jobs", "1"), theirs, bench.runs, progress)
    return [Row.of_pair(name, job, against, pair, note="share of the parser's speed")]


def two_jobs(bench: Bench, progress: Progress) -> list[Row]:
    name, job, against = "validate-two-jobs", "validate NDJSON, `--jobs 2`", "`--jobs 1`"
    if bench.cores < 2:
        return [Row(name, job, against, missing="one processor only")]
    ours, theirs, beside = validate(bench, "--jobs", "2"), validate(bench, "--jobs", "1"), validate(bench, "--jobs", "1")
    # Two processes share nothing: what they do is what the machine's second processor is good for just now.
    beside.copies, beside.verify = 2, None
    sides = in_turn(bench.runner, [ours, theirs, beside], bench.runs, progress)
    pair, work = Pair(*sides[:2]), Pair([Run(run.wall / 2, run.processor / 2, run.peak) for run in sides[2]], sides[1])
    row = Row.of_pair(name, job, against, pair, room=min(1, work.ratio() / 2))
    machine = "two processes of `--jobs 1` beside each other, time for each"
    return [row, Row.of_pair("machine-two-processes", machine, "one alone", work)]

