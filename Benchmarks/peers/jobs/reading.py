"""Exports with routes and electrocardiograms, and FHIR, against what Python users read such files with."""
from __future__ import annotations

import sys

from context import Bench, accepted, program, says
from datasets import Structured
from measuring import Progress, Side, compare
from results import Row

POINTS = 10_000  # of a route: three hours at a point a second
VOLTAGES = 15_360  # of an electrocardiogram: 30 s at 512 Hz


def routes(bench: Bench, progress: Progress) -> list[Row]:
    """Workouts with routes: all of the export with all rules, against the points of its GPX files alone."""
    workouts = max(2, bench.count // 50_000)
    name, job = "read-routes", f"validate an export of {workouts} workouts with routes"
    against = "gpxpy: the points of the GPX files"
    if not bench.peers.has("gpxpy"):
        return [Row(name, job, against, missing="gpxpy is not installed")]
    export = bench.data.export(Structured(workouts=workouts, points=POINTS))
    files = sum(1 for _ in export.glob("**/*.gpx"))
    ours = Side(bench.ours("validate", export), verify=accepted(2 * workouts))
    theirs = Side(
        [str(bench.peers.python), "-I", program("gpx_points.py"), str(export)], verify=says(files * POINTS),
        keeps_output=True)
    return [Row.of_pair(name, job, against, compare(bench.runner, ours, theirs, bench.runs, progress))]


def electrocardiograms(bench: Bench, progress: Progress) -> list[Row]:
    """Electrocardiograms: all of the export with all rules, against the numbers of its CSV files alone."""
    count = max(10, bench.count // 10_000)
    name, job = "read-ecgs", f"validate an export of {count} electrocardiograms"
    export = bench.data.export(Structured(recordings=count))
    ours = Side(bench.ours("validate", export), verify=accepted(count))
    theirs = Side(
        [sys.executable, "-I", program("ecg_voltages.py"), str(export)], verify=says(count * VOLTAGES),
        keeps_output=True)
    pair = compare(bench.runner, ours, theirs, bench.runs, progress)
    return [Row.of_pair(name, job, "`csv` of Python: the voltages as numbers", pair)]


def health_connect(bench: Bench, progress: Progress) -> list[Row]:
    """A database of Health Connect: all rules, against its rows as lines of JSON, which nothing checks."""
    count = bench.count
    job = f"validate a database of Health Connect with {count} heart rates and {count // 10} steps"
    database = bench.data.connect(count)
    ours = Side(bench.ours("validate", database), verify=accepted(count + count // 10))
    theirs = Side(
        [sys.executable, "-I", program("connect_rows.py"), str(database)], verify=says(count + count // 10),
        keeps_output=True)
    pair = compare(bench.runner, ours, theirs, bench.runs, progress)
    return [Row.of_pair("read-health-connect", job, "`sqlite3` and `json` of Python: lines of JSON", pair)]


def fhir(bench: Bench, progress: Progress) -> list[Row]:
    """Observations, a line each: all rules, against the models of FHIR alone."""
    count = max(1000, bench.count // 50)
    name, job = "read-fhir", f"validate {count} observations of FHIR as NDJSON"
    against = "fhir.resources (R4B): the models"
    if not bench.peers.has("fhir.resources"):
        return [Row(name, job, against, missing="fhir.resources is not installed")]
    samples = bench.samples(count=count)
    file = bench.stores / f"{samples.name()}.fhir.ndjson"
    if not file.exists():
        source = bench.data.file(samples, "ndjson")
        bench.runner.work(bench.ours("normalize", source, "--as", "fhir", "--output", file))
    ours = Side(bench.ours("validate", "--format", "fhir", file), verify=accepted(count))
    theirs = Side(
        [str(bench.peers.python), "-I", program("fhir_models.py"), str(file)], verify=says(count), keeps_output=True)
    return [Row.of_pair(name, job, against, compare(bench.runner, ours, theirs, bench.runs, progress))]
