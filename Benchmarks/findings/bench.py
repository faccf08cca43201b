#!/usr/bin/env python3
"""What findings cost: for every code that a sample can raise, a file of samples that all raise it beside the same
number of valid ones, through `validate`, `validate --output-format jsonl`, `import` with a quarantine, and
`revalidate`.

The samples are those of the codes' own pages in Documentation/diagnostics, each with a time of its own. Runs of both
files alternate. What counts is processor time, which other work on the machine changes least, and the peak memory.
"""
from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from pages import PAGES, Sample, codes, left_out, samples
from runs import Run, SkippedJob, jobs

LARGEST_RATIO = 3.0
LARGEST_PEAK = 64.0  # MB of 10^6 bytes
BEGIN, END = "<!-- findings -->", "<!-- end of findings -->"


@dataclass
class Row:
    """One command over the samples of one code."""

    code: str
    job: str
    valid: float  # processor seconds
    faulty: float
    peak: float  # MB, of both

    @property
    def ratio(self) -> float:
        return self.faulty / max(self.valid, 0.01)

    @property
    def is_within(self) -> bool:
        return self.ratio <= LARGEST_RATIO and self.peak <= LARGEST_PEAK


def measure(assay: str, sample: Sample, count: int, rounds: int, only: str | None, folder: Path) -> list[Row]:
    """Runs every command over both files in turn."""
    faulty, valid = folder / f"faulty{sample.ending}", folder / f"valid{sample.ending}"
    sample.write(faulty, valid, count)
    rows = []
    for job in jobs(assay, sample, folder):
        if only and only not in job.name:
            continue
        runs: dict[bool, list[Run]] = {True: [], False: []}
        try:
            for side, path in ((True, faulty), (False, valid)):
                job.prepare(path, side)
            for _ in range(rounds):
                for side, path in ((False, valid), (True, faulty)):
                    runs[side].append(job.run(path, side))
        except SkippedJob as reason:
            print(f"  {sample.name}, {job.name}: {reason}", file=sys.stderr)
            continue
        rows.append(
            Row(sample.name, job.name, median(run.processor for run in runs[False]),
                median(run.processor for run in runs[True]), max(run.peak for side in runs.values() for run in side)))
    return rows


def table(rows: list[Row], count: int, rounds: int, missing: dict[str, str]) -> str:
    lines = [
        f"{count:,} samples that all raise the code, beside as many valid ones of the same shape; median processor time",
        f"of {rounds} runs each, in turn. Wanted: at most {LARGEST_RATIO:g} times the time, and "
        f"{LARGEST_PEAK:g} MB.", "",
        "| code | command | time of valid samples | ratio | peak MB | met |", "| --- | --- | --- | --- | --- | --- |",
    ]
    for row in sorted(rows, key=lambda row: -row.ratio):
        lines.append(
            f"| {row.code} | {row.job} | {row.valid * 1e6 / count:.2f} µs | {row.ratio:.2f} | {row.peak:.0f} | "
            f"{'yes' if row.is_within else '**no**'} |")
    lines += ["", "Codes that are not measured:", ""]
    reasons: dict[str, list[str]] = {}
    for code, reason in missing.items():
        reasons.setdefault(reason, []).append(f"`{code}`")
    lines += [f"- {reason}: {', '.join(names)}" for reason, names in reasons.items()]
    return "\n".join(lines) + "\n"


def publish(text: str, page: Path) -> None:
    """Replaces what lies between the marks of the page."""
    old = page.read_text()
    before, rest = old.split(BEGIN, 1)
    page.write_text(before + BEGIN + "\n\n" + text + "\n" + END + rest.split(END, 1)[1])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--assay", required=True, help="the program, a release build")
    parser.add_argument("--count", type=int, default=1_000_000, help="how many samples a file has")
    parser.add_argument("--rounds", type=int, default=3, help="how often each command runs over each file")
    parser.add_argument("--code", action="append", help="only this code; repeatable")
    parser.add_argument("--job", help="only the command whose name has this")
    parser.add_argument("--folder", type=Path, help="where files are made; a folder in memory is best")
    parser.add_argument("--page", type=Path, help="the page whose table is replaced")
    parser.add_argument("--check", action="store_true", help="fail when a ratio or a peak is too high")
    given = parser.parse_args()
    missing = left_out()
    wanted = given.code or [code for code in codes(given.assay) if code not in missing]
    rows: list[Row] = []
    for code in wanted:
        for sample in samples(code):
            folder = Path(tempfile.mkdtemp(dir=given.folder, prefix="findings-"))
            try:
                found = measure(given.assay, sample, given.count, given.rounds, given.job, folder)
            finally:
                shutil.rmtree(folder)
            for row in found:
                print(f"{row.code:40} {row.job:22} {row.valid:8.2f} s {row.ratio:7.2f} {row.peak:6.0f} MB", flush=True)
            rows += found
    text = table(rows, given.count, given.rounds, missing)
    if given.page:
        publish(text, given.page)
    else:
        print(text)
    failed = [row for row in rows if not row.is_within]
    for row in failed:
        print(f"over the bound: {row.code}, {row.job}: {row.ratio:.2f} times, {row.peak:.0f} MB", file=sys.stderr)
    return 1 if given.check and failed else 0


if __name__ == "__main__":
    if not PAGES.is_dir():
        sys.exit(f"no pages in {PAGES}")
    os.environ["SWIFT_BACKTRACE"] = "enable=no"
    sys.exit(main())
