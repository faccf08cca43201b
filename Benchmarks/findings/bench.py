#!/usr/bin/env python3
"""What findings cost: for every code that a sample can raise, a file of samples that all raise it beside the same
number of valid ones, through `validate`, `validate --output-format jsonl`, `import` with a quarantine, and
`revalidate`.

The samples are those of the codes' own pages in Documentation/diagnostics, each with a time of its own. Runs of both
files alternate. What counts is processor time, which other work on the machine changes least, and the peak memory.

A million samples through every command for every code take more than an hour. So all are measured with a tenth of the
samples first, and what then takes more than twice the time of valid samples is measured again with all of them.
"""
from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from pages import PAGES, Sample, codes, left_out, samples
from runs import Run, SkippedJob, jobs

# A fault that comes again has its words made once; those of a fault with a new text in every sample are made each time.
LARGEST_RATIO = 3.0
LARGEST_RATIO_OF_NEW_TEXTS = 8.0
LARGEST_PEAK = 64.0  # MB of 10^6 bytes
# With fewer samples the program's start weighs more, and ratios are lower: 3 is about 2.3 with 100,000.
MEASURED_AGAIN = 2.0
BEGIN, END = "<!-- findings -->", "<!-- end of findings -->"


@dataclass
class Row:
    """One command over the samples of one code."""

    code: str
    job: str
    count: int  # samples
    valid: float  # processor seconds
    faulty: float
    peak: float  # MB, of both

    @property
    def ratio(self) -> float:
        return self.faulty / max(self.valid, 0.01)

    @property
    def largest(self) -> float:
        return LARGEST_RATIO_OF_NEW_TEXTS if ", new " in self.code else LARGEST_RATIO

    @property
    def is_within(self) -> bool:
        return self.ratio <= self.largest and self.peak <= LARGEST_PEAK


def measure(
    assay: str, sample: Sample, count: int, rounds: int, wants: Callable[[str], bool], folder: Path,
) -> list[Row]:
    """Runs every command that is wanted over both files in turn."""
    faulty, valid = folder / f"faulty{sample.ending}", folder / f"valid{sample.ending}"
    sample.write(faulty, valid, count)
    rows = []
    for job in jobs(assay, sample, folder):
        if not wants(job.name):
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
            Row(sample.name, job.name, count, median(run.processor for run in runs[False]),
                median(run.processor for run in runs[True]), max(run.peak for side in runs.values() for run in side)))
    return rows


def table(rows: list[Row], rounds: int, missing: dict[str, str]) -> str:
    runs = f"median processor time of {rounds} runs each, in turn" if rounds > 1 else "processor time of one run each"
    lines = [
        f"Samples that all raise the code, beside as many valid ones of the same shape; {runs}.",
        f"Wanted: at most {LARGEST_RATIO:g} times the time, {LARGEST_RATIO_OF_NEW_TEXTS:g} times where each sample has a new text,",
        f"and {LARGEST_PEAK:g} MB.", "",
        "| code | command | samples | time of a valid one | ratio | peak MB | met |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in sorted(rows, key=lambda row: -row.ratio):
        lines.append(
            f"| {row.code} | {row.job} | {row.count:,} | {row.valid * 1e6 / row.count:.2f} µs | {row.ratio:.2f} | "
            f"{row.peak:.0f} | {'yes' if row.is_within else '**no**'} |")
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


def run(given: argparse.Namespace, sample: Sample, count: int, wants: Callable[[str], bool]) -> list[Row]:
    """Measures the commands that are wanted in a folder of their own."""
    folder = Path(tempfile.mkdtemp(dir=given.folder, prefix="findings-"))
    try:
        found = measure(given.assay, sample, count, given.rounds, wants, folder)
    finally:
        shutil.rmtree(folder)
    for row in found:
        print(
            f"{row.code:40} {row.job:22} {row.count:9,} {row.valid:8.2f} s {row.ratio:7.2f} {row.peak:6.0f} MB",
            flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--assay", required=True, help="the program, a release build")
    parser.add_argument("--count", type=int, default=1_000_000, help="how many samples a file has")
    parser.add_argument(
        "--first", type=int, help="how many it has at first; what is slow then is measured again with all of them")
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
            found = run(given, sample, given.first or given.count, lambda name: not given.job or given.job in name)
            if given.first:
                slow = {row.job for row in found if row.ratio > MEASURED_AGAIN or row.peak > LARGEST_PEAK}
                found = [row for row in found if row.job not in slow]
                if slow:
                    found += run(given, sample, given.count, slow.__contains__)
            rows += found
    text = table(rows, given.rounds, missing)
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
