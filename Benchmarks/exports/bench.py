#!/usr/bin/env python3
"""What structured samples cost: an export with routes and electrocardiograms through `validate` and `import`, in points
a second, and the same files through what Python users read them with: `gpxpy` for routes, `csv` for voltages.

    python3 Benchmarks/exports/bench.py --assay .build/release/assay --workouts 200 --points 10000

`gpxpy` is left out when it is not installed. Times are of whole processes, the best of some rounds; memory is the peak.
"""
from __future__ import annotations

import argparse
import csv
import os
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def timed(arguments: list[str]) -> tuple[float, float]:
    """Runs a command; seconds, and the peak memory in MB of 10^6 bytes."""
    start = time.perf_counter()
    child = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - start
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, 1):
        sys.exit(f"{arguments[1]} ended with {code}: {child.stderr.read().decode()[:400]}")
    return seconds, usage.ru_maxrss * 1024 / 1e6


def best(rounds: int, run) -> tuple[float, float]:
    return min((run() for _ in range(rounds)), key=lambda pair: pair[0])


def gpx_points(folder: Path) -> tuple[int, float] | None:
    """How many points `gpxpy` reads, and in how many seconds, of at most ten routes."""
    try:
        import gpxpy
    except ImportError:
        return None
    count, start = 0, time.perf_counter()
    for path in sorted(folder.glob("**/*.gpx"))[:10]:
        with path.open() as file:
            count += sum(len(segment.points) for track in gpxpy.parse(file).tracks for segment in track.segments)
    return count, time.perf_counter() - start


def voltages(folder: Path) -> tuple[int, float]:
    """How many voltages `csv` reads as numbers, and in how many seconds."""
    count, start = 0, time.perf_counter()
    for path in sorted(folder.glob("**/electrocardiograms/*.csv")):
        with path.open(newline="") as file:
            for row in csv.reader(file):
                try:
                    float(row[0])
                    count += 1
                except (IndexError, ValueError):
                    continue
    return count, time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", default=".build/release/assay", help="the program")
    parser.add_argument("--workouts", type=int, default=200, help="how many workouts, each with a route")
    parser.add_argument("--points", type=int, default=10_000, help="how many points a route has")
    parser.add_argument("--ecgs", type=int, default=20, help="how many electrocardiograms")
    parser.add_argument("--rounds", type=int, default=3, help="of how many runs the best counts")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        archive = folder / "export.zip"
        make_export(archive, options)
        with zipfile.ZipFile(archive) as zipped:
            zipped.extractall(folder / "export")
            size = sum(item.file_size for item in zipped.infolist())
        points = options.workouts * options.points
        print(f"{options.workouts} workouts, {points:,} points of routes, {options.ecgs} ECGs, {size / 1e6:,.0f} MB")
        print("| job | seconds | points/s | peak MB |\n|---|---|---|---|")
        store = folder / "store.db"

        def load(what: Path) -> tuple[float, float]:
            for old in folder.glob("store.db*"):
                old.unlink() if old.is_file() else None
            return timed([options.assay, "import", str(what), "--store", str(store)])

        rows = [
            ("validate, zip", lambda: timed([options.assay, "validate", str(archive)])),
            ("validate, folder", lambda: timed([options.assay, "validate", str(folder / "export")])),
            ("import to SQLite, zip", lambda: load(archive)),
            ("import to SQLite, folder", lambda: load(folder / "export")),
        ]
        for job, run in rows:
            seconds, peak = best(options.rounds, run)
            print(f"| {job} | {seconds:.2f} | {points / seconds:,.0f} | {peak:.0f} |")
        if peer := gpx_points(folder / "export"):
            print(f"| gpxpy, routes only | {peer[1]:.2f} | {peer[0] / peer[1]:,.0f} | |")
        else:
            print("| gpxpy | not installed | | |")
        count, seconds = voltages(folder / "export")
        if count:
            print(f"| csv of Python, voltages only | {seconds:.2f} | {count / seconds:,.0f} | |")


def make_export(archive: Path, options: argparse.Namespace) -> None:
    """Writes the export by the script beside this one."""
    subprocess.run(
        [sys.executable, str(HERE / "make_export.py"), str(archive), "--workouts", str(options.workouts), "--points",
         str(options.points), "--recordings", str(options.ecgs)], check=True)


if __name__ == "__main__":
    main()
