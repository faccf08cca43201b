"""The report of a job is that of one process; broken processes are tried again, and never believed."""

from __future__ import annotations

import itertools
import os
import subprocess
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from conftest import NOW, wrapper
from made_up import text

from assay_spark.doctor import here, places, report
from assay_spark.splits import Unit, files, plan
from assay_spark.validate import validate


@pytest.fixture(scope="session")
def alone(assay: str, samples: Path) -> tuple[int, bytes]:
    """What one process says of the folder."""
    arguments = [assay, "validate", "--no-config", "--output-format", "jsonl", "--now", NOW, str(samples)]
    process = subprocess.run(arguments, capture_output=True, check=False)
    return process.returncode, process.stdout


@pytest.mark.parametrize("split_size", [60_001, 1 << 20])
def test_the_report_is_that_of_one_process(
    spark: Any, assay: str, samples: Path, alone: tuple[int, bytes], tmp_path: Path, split_size: int
) -> None:
    target = tmp_path / "findings.jsonl"
    units = plan(files(str(samples)), split_size)
    outcome = validate(spark.sparkContext, units, str(target), assay=assay, now=NOW)
    assert alone[0] == outcome.status == 1
    assert target.read_bytes() == alone[1]
    assert os.listdir(tmp_path) == ["findings.jsonl"]


def test_one_process_checks_many_ranges(
    spark: Any, assay: str, samples: Path, alone: tuple[int, bytes], tmp_path: Path
) -> None:
    # Lines of more bytes than a range leave ranges in which nothing begins.
    pieces = [piece for unit in plan(files(str(samples)), 1999) for piece in unit.pieces]
    runs = [tuple(run) for _, run in itertools.groupby(pieces, key=lambda piece: piece.is_range)]
    target = tmp_path / "findings.jsonl"
    units = [Unit(number, run) for number, run in enumerate(runs)]
    validate(spark.sparkContext, units, str(target), assay=assay, now=NOW)
    assert target.read_bytes() == alone[1]


def test_memory_of_the_driver_does_not_grow_with_findings(spark: Any, assay: str, tmp_path: Path) -> None:
    peaks = []
    for count in (100, 8000):
        path = tmp_path / f"{count}.ndjson"
        path.write_bytes(text(count, 9, 1))
        report = tmp_path / f"{count}.jsonl"
        tracemalloc.start()
        validate(spark.sparkContext, plan([str(path)], 100_000), str(report), assay=assay, now=NOW)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert report.stat().st_size > 3_000_000
    assert peaks[1] - peaks[0] < 1_000_000


def test_a_killed_process_is_tried_again(
    spark: Any, assay: str, samples: Path, alone: tuple[int, bytes], tmp_path: Path
) -> None:
    marks = tmp_path / "marks"
    marks.mkdir()
    # The first two processes die after they wrote the beginning of a report.
    script = f"""mkdir {marks}/1 2>/dev/null || mkdir {marks}/2 2>/dev/null || exec {assay} "$@"
    {assay} "$@" | head -c 300
    kill -KILL $$
    """
    target = tmp_path / "findings.jsonl"
    program = wrapper(tmp_path, script)
    validate(spark.sparkContext, plan(files(str(samples)), 60_001), str(target), assay=program, now=NOW)
    assert len(os.listdir(marks)) == 2
    assert target.read_bytes() == alone[1]


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("exit 0", "ends without a summary"),
        ('echo \'{"code":"value-not-allowed"}\'; exit 1', "ends without a summary"),
        ("printf '{\"summary\":{}}'", "ends without a summary"),
        ("echo 'cannot' >&2; exit 2", "ended with status 2.*cannot"),
        ("kill -TERM $$", "died of signal 15"),
    ],
)
def test_a_process_that_does_not_end_well_fails_the_job(
    spark: Any, samples: Path, tmp_path: Path, script: str, reason: str
) -> None:
    program = wrapper(tmp_path, script)
    target = tmp_path / "findings.jsonl"
    with pytest.raises(Exception, match=reason):
        validate(spark.sparkContext, plan(files(str(samples)), 1 << 30), str(target), assay=program, now=NOW)
    assert not target.exists()
    assert os.listdir(tmp_path) == ["assay"]


def test_a_file_that_shrank_after_it_was_planned_is_refused(
    spark: Any, assay: str, samples: Path, tmp_path: Path
) -> None:
    path = tmp_path / "shrinks.ndjson"
    lines = (samples / "mixed.ndjson").read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:1000]))
    units = plan([str(path)], 20_000)
    path.write_bytes(b"".join(lines[:500]))
    with pytest.raises(Exception, match="it had"):
        validate(spark.sparkContext, units, str(tmp_path / "findings.jsonl"), assay=assay, now=NOW)


def test_the_doctor_tells_programs_apart(spark: Any, assay: str, tmp_path: Path) -> None:
    found = places(spark.sparkContext, assay)
    assert report(found, here(assay))[1]
    other = wrapper(tmp_path, "echo assay 0.0.1; echo catalog 00ff")
    assert not report(found, here(other))[1]
    assert not report(found, here(str(tmp_path / "none")))[1]
