"""Questions to a store."""
from __future__ import annotations

import json
import sys
from pathlib import Path

from context import Bench, has_lines, remove_store
from measuring import Failed, Progress, Side, compare
from results import Row

BY_DAY = (
    "select start / 86400000000 as day, count(*), min(value), max(value), avg(value) from s group by day order by day")


def statistics_by_day(bench: Bench, progress: Progress) -> list[Row]:
    name, job = "stats-day", "`stats --by day` of one type, all that is stored"
    against = "sqlite3: GROUP BY day over a covering index of start and value, times as integers"
    if not bench.sqlite:
        return [Row(name, job, against, missing="no sqlite3 in the path")]
    samples = bench.samples(only="heartRate")
    bench.data.file(samples, "ndjson", "csv")
    store = bench.store(samples)
    question = bench.ours("stats", "--store", store, "--type", "heartRate", "--by", "day")
    counted = count_of(bench.runner.work([*question, "--output-format", "json"]))
    if counted != bench.count:
        raise Failed(f"stats counts {counted} of {bench.count} samples")
    theirs = Side(
        [bench.sqlite, "-readonly", str(covering(bench)), BY_DAY], verify=has_lines(), keeps_output=True)
    ours = Side(question, verify=has_lines(), keeps_output=True)
    runs = max(bench.runs, 10)
    return [Row.of_pair(name, job, against, compare(bench.runner, ours, theirs, runs, progress))]


def count_of(text: str) -> int:
    """The sum of the counts that `stats --output-format json` prints."""
    answer = json.loads(text)
    return sum(interval["count"] for interval in (answer if isinstance(answer, list) else answer["statistics"]))


def covering(bench: Bench) -> Path:
    """The heart rates as a table with integer times and an index that answers the question alone."""
    samples = bench.samples(only="heartRate")
    path = bench.stores / f"{samples.name()}-covering.db"
    if not path.exists():
        unfinished = bench.stores / f"unfinished-{path.name}"
        remove_store(unfinished)
        print(f"making {path.name}", file=sys.stderr)
        statements = [
            "pragma journal_mode=off; pragma synchronous=off;",
            "create table rows(uuid, type, value, unit, start, until, a, b, c, d, e, f);",
            f'.import --csv --skip 1 "{bench.data.file(samples, "csv")}" rows',
            "create table s(uuid text primary key, start integer, value real);",
            "insert into s select uuid, strftime('%s', start) * 1000000, cast(value as real) from rows;",
            "drop table rows; create index i on s(start, value); vacuum; analyze;",
        ]
        bench.runner.work([str(bench.sqlite), str(unfinished), *statements])
        unfinished.rename(path)
    return path


def last_hundred(bench: Bench, progress: Progress) -> list[Row]:
    name, job, against = "query-last", "`query --limit 100`, the newest of a type", "sqlite3 with an index, the same"
    store = bench.store(bench.samples())
    question = bench.ours(
        "query", "--store", store, "--type", "heartRate", "--sort", "descending", "--limit", "100",
        "--output-format", "jsonl")
    theirs = None
    if bench.sqlite:
        rows = bench.sqlite_table(bench.samples())
        statement = "select * from s where type = 'heartRate' order by start desc limit 100"
        theirs = Side([bench.sqlite, "-readonly", str(rows), statement], verify=has_lines(100), keeps_output=True)

    def verify(output: str, _: str) -> None:
        if output.count("\n") != 100:
            raise Failed(f"query prints {output.count(chr(10))} lines")

    if theirs is None:
        against = "no sqlite3 in the path"
    ours = Side(question, verify=verify, keeps_output=True)
    pair = compare(bench.runner, ours, theirs, max(bench.runs, 20), progress)
    return [Row.of_time(name, job, against, pair)]
