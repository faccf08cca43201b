#!/usr/bin/env python3
"""Runs Assay and others in turn, on the same made-up data, and says how many times faster it is: see README.md."""
from __future__ import annotations

import argparse
import json
import shutil
import signal
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

import machine
import report
from context import Bench
from datasets import MOST, Datasets
from environment import Peers
from growth import Growth
from growth import saved as saved_series
from jobs import JOBS
from measuring import Failed, Runner, Side
from results import Row, figure, restored, saved, verdicts

ROOT = Path(__file__).resolve().parents[2]
SIZES = {"k": 1000, "M": 1_000_000}


class Stopped(BaseException):
    """SIGTERM or SIGHUP came."""


def number(text: str) -> int:
    """100k, 3M or 5000."""
    unit = SIZES.get(text[-1:], 1)
    count = int(text[:-1]) * unit if unit > 1 else int(text)
    if not 100 <= count <= MOST:
        raise argparse.ArgumentTypeError(f"from 100 to {MOST} samples, got {text}")
    return count


def parser() -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--assay", type=Path, default=ROOT / ".build/release/assay", help="the release binary")
    shared.add_argument(
        "--parse-floor", type=Path, default=ROOT / ".build-benchmarks/release/ParseFloor", help="the parser alone")
    shared.add_argument("--runs", type=int, help="how often each is counted, after a warm-up (5; growth 3)")
    shared.add_argument("--seed", type=int, default=1, help="of the made-up samples")
    shared.add_argument("--scratch", type=Path, default=ROOT / ".build-benchmarks/peers-data", help="data and stores")
    shared.add_argument("--peers", type=Path, default=ROOT / ".build-benchmarks/peers", help="the peers' environment")
    shared.add_argument("--ram-disk", type=Path, default=Path("/dev/shm"), help="a folder on one")
    shared.add_argument("--offline", action="store_true", help="install nothing")
    shared.add_argument("--limit", type=float, default=1800, help="seconds that one run may take")
    shared.add_argument("--document", type=Path, help="the page to write (Documentation/benchmarks.md)")
    shared.add_argument("--no-document", action="store_true", help="only print")
    shared.add_argument("--quick", action="store_true", help="few samples, to try it; writes no page")
    commands = argparse.ArgumentParser(prog="bench.py", description=__doc__)
    verbs = commands.add_subparsers(dest="command", required=True)
    for name, about in (
        ("run", "measure the jobs, print the table and write the page"),
        ("check", "measure, and exit with 1 when a bound of thresholds.json is missed"),
    ):
        verb = verbs.add_parser(name, help=about, parents=[shared])
        verb.add_argument("jobs", nargs="*", metavar="JOB", help="only these: " + ", ".join(JOBS))
        verb.add_argument("--samples", type=number, help="how many (1M)")
        if name == "check":
            verb.add_argument("--last", action="store_true", help="hold the last run's results against the bounds")
            verb.add_argument("--allow-missing", action="store_true", help="what was not measured is not missed")
    grow = verbs.add_parser("growth", help="the same work with more and more samples", parents=[shared])
    grow.add_argument("--sizes", help="how many (100k,1M,3M,10M)")
    grow.add_argument("--more", type=number, help="how many are added to a large store (100k)")
    grow.add_argument("--check", action="store_true", help="exit with 1 when a bound is missed")
    verbs.add_parser("setup", help="install the peers", parents=[shared])
    verbs.add_parser("list", help="the jobs")
    return commands


def progress(text: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text[:100]}")
        sys.stderr.flush()


def told(text: str) -> None:
    progress("")
    print(text, file=sys.stderr, flush=True)


def measure(bench: Bench, names: list[str]) -> list[Row]:
    """The jobs' rows; a job that fails has a row that says why."""
    rows: list[Row] = []
    for name in names:
        try:
            found = JOBS[name](bench, lambda text: progress(f"{name}: {text}"))
        except (Failed, OSError, ValueError, KeyError) as failure:
            # What a program printed may be anything; the other jobs are measured all the same.
            found = [Row(name, name, missing=f"failed: {failure}")]
        for row in found:
            told(f"{row.name}: " + (figure(row.value, row.unit) if row.value is not None else row.missing))
        rows += found
    return rows


def judged(rows: list[Row], section: str, only: list[str] | None, allows_missing: bool) -> int:
    """Prints each bound, and returns 1 when one is missed."""
    known = {row.name for row in rows}
    found = [verdict for verdict in verdicts(rows, section) if only is None or verdict.name in known]
    for verdict in found:
        print(verdict.line())
    missed = [
        verdict.name for verdict in found
        if verdict.is_met is False or (verdict.is_met is None and not allows_missing)]
    if missed:
        print("missed: " + ", ".join(missed))
    return 1 if missed else 0


def last_results(path: Path, binary: str) -> list[Row]:
    if not path.exists():
        raise Failed("there are no results of a run")
    kept = json.loads(path.read_text())
    if kept["binary"] != binary:
        raise Failed("the last results are of another binary")
    print(f"measured {kept['date']}, {kept['options']}")
    return restored(kept["rows"])


def pairs(asked: argparse.Namespace, bench: Bench) -> int:
    unknown = [name for name in asked.jobs if name not in JOBS]
    if unknown:
        raise Failed(f"no job is called {unknown[0]}; there are {', '.join(JOBS)}")
    results = asked.scratch / "results.json"
    checks = asked.command == "check"
    if checks and asked.last:
        return judged(last_results(results, bench.binary), "pairs", None, asked.allow_missing)
    facts = machine.facts()
    floor = bench.runner.run(Side(["true"])).peak
    rows = measure(bench, asked.jobs or list(JOBS))
    options = f"{bench.count:,} samples, seed {bench.seed}, {bench.runs} or more runs of each"
    text = report.machine_part(facts, machine.versions(bench.assay, bench.peers.versions, ROOT), options)
    text += "\n" + report.pairs_part(rows, floor)
    print(text)
    if not asked.jobs:
        kept = {"binary": bench.binary, "date": facts["date"], "options": options, "rows": saved(rows)}
        results.write_text(json.dumps(kept))
    write_page(asked, "pairs", "Beside others", text)
    if checks:
        return judged(rows, "pairs", asked.jobs or None, asked.allow_missing)
    return 1 if any(row.missing.startswith("failed") for row in rows) else 0


def growth(asked: argparse.Namespace, bench: Bench) -> int:
    sizes = [number(size) for size in (asked.sizes or ("5k,20k,50k" if asked.quick else "100k,1M,3M,10M")).split(",")]
    more = asked.more or (5_000 if asked.quick else 100_000)
    facts = machine.facts()
    work = Growth(bench, sizes, more, progress)
    series = work.series()
    additions = work.additions()
    work.clean()
    options = f"seed {bench.seed}, {bench.runs} runs each (`query` 20)"
    text = report.machine_part(facts, machine.versions(bench.assay, {}, ROOT), options)
    text += "\n" + report.growth_part(series, additions, work.place)
    progress("")
    print(text)
    (asked.scratch / "growth.json").write_text(json.dumps(saved_series(series)))
    write_page(asked, "growth", "As work grows", text)
    status = judged([row for one in series for row in one.rows()] + additions, "growth", None, False)
    return status if asked.check else 0


def write_page(asked: argparse.Namespace, section: str, title: str, text: str) -> None:
    """Writes a part of the page; of a part of the jobs, or of a trial, only when it is named."""
    partial = asked.quick or bool(getattr(asked, "jobs", None))
    if asked.no_document or (partial and not asked.document):
        return
    document = asked.document or ROOT / "Documentation/benchmarks.md"
    report.write(document, section, title, text)
    told(f"written: {document.name}")


def main() -> int:
    asked = parser().parse_args()
    if asked.command == "list":
        print("\n".join(JOBS))
        return 0
    for name in ("assay", "parse_floor", "scratch", "peers", "document"):
        path = getattr(asked, name)
        setattr(asked, name, path and path.absolute())
    runner = Runner(asked.scratch / "work", asked.limit)
    peers = Peers(asked.peers, runner, asked.offline)
    for peer in peers.missing():
        told(f"not installed: {peer}")
    if asked.command == "setup":
        return 1 if peers.missing() else 0
    if not asked.assay.exists():
        raise Failed("there is no release binary: make release, or --assay PATH")
    ram = Path(tempfile.mkdtemp(prefix="assay-bench-", dir=asked.ram_disk)) if asked.ram_disk.is_dir() else None
    try:
        runs = asked.runs or (3 if asked.quick or asked.command == "growth" else 5)
        count = getattr(asked, "samples", None) or (100_000 if asked.quick else 1_000_000)
        bench = Bench(
            asked.assay, asked.parse_floor if asked.parse_floor.exists() else None, runner,
            Datasets(asked.scratch, runner), peers, asked.scratch, ram, count, runs, asked.seed, machine.cores())
        return growth(asked, bench) if asked.command == "growth" else pairs(asked, bench)
    finally:
        if ram:
            shutil.rmtree(ram, ignore_errors=True)


def stop(*_: object) -> None:
    raise Stopped


if __name__ == "__main__":
    for one in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(one, stop)
    try:
        sys.exit(main())
    except Failed as failure:
        told(f"bench.py: {failure}")
        sys.exit(2)
    except KeyboardInterrupt:
        told("bench.py: interrupted")
        sys.exit(130)
    except Stopped:
        told("bench.py: terminated")
        sys.exit(143)
