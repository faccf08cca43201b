"""Statistics of a table are those of a store with the same samples, to the last digit."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import NOW

pytest.importorskip("pyarrow")

from assay_spark.splits import files, plan  # noqa: E402

WATCH = {"name": "Watch", "bundle": "com.apple.health.w", "product": "Watch7,1"}
PHONE = {"name": "Phone", "bundle": "com.apple.health.p", "product": "iPhone15,2"}
#: One of each way to aggregate: sums that are merged, averages of values, weighted by time, of levels, and durations.
TYPES = {
    "stepCount": ("count", lambda chance: chance.randrange(1, 200)),
    "bodyMass": ("kg", lambda chance: chance.uniform(60, 61)),
    "heartRate": ("count/min", lambda chance: chance.uniform(50, 150)),
    "environmentalAudioExposure": ("dBASPL", lambda chance: chance.uniform(40, 90)),
    "sleepAnalysis": (None, lambda chance: chance.choice(["asleepREM", "awake", "inBed"])),
}


def text(minutes: float) -> str:
    seconds = int(minutes * 60)
    day, rest = divmod(seconds, 86400)
    return f"2026-03-{27 + day:02}T{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}Z"


@pytest.fixture(scope="module")
def stored(spark: Any, assay: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A table and a store of days on which clocks changed in Berlin."""
    from assay_spark.normalize import normalize

    chance = random.Random(21)
    folder = tmp_path_factory.mktemp("statistics")
    (folder / "in").mkdir()
    for number in range(2):
        lines = []
        for _ in range(2500):
            type_ = chance.choice(list(TYPES))
            unit, value = TYPES[type_]
            start = chance.uniform(0, 4 * 1440)
            sample: dict[str, Any] = {
                "type": type_,
                "start": text(start),
                "end": text(start + chance.choice([0, 7, 90])),
            }
            sample |= {"value": value(chance), "source": chance.choice([WATCH, PHONE])}
            if unit:
                sample["unit"] = unit
            if (subject := chance.choice([None, "P1", "P2", "Ärger", 'a,\n"b"'])) is not None:
                sample["subject"] = subject
            if chance.random() < 0.05:
                sample["metadata"] = {"HKWasUserEntered": True}
            lines.append(json.dumps(sample, ensure_ascii=False))
        (folder / "in" / f"{number}.ndjson").write_text("\n".join(lines) + "\n", encoding="utf-8")
    paths = files(str(folder / "in"))
    normalize(spark.sparkContext, plan(paths, 1 << 20), str(folder / "table"), assay=assay, now=NOW, buckets=3)
    # A second run: samples of a subject are in several files of the table.
    store = folder / "store.db"
    subprocess.run(
        [assay, "import", "--no-config", "--now", NOW, "--store", str(store), *paths], check=False, capture_output=True
    )
    return folder / "table", store


@pytest.mark.parametrize("type_", list(TYPES))
@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "Asia/Kolkata"])
def test_days_of_subjects_are_those_of_a_store(
    spark: Any, assay: str, stored: tuple[Path, Path], tmp_path: Path, type_: str, zone: str
) -> None:
    from assay_spark.statistics import statistics

    table, store = stored
    output_format = "csv" if zone == "UTC" else "jsonl"
    arguments = [assay, "stats", "--no-config", "--store", str(store), "--type", type_, "--timezone", zone]
    arguments += ["--by", "subject,day", "--output-format", output_format]
    expected = subprocess.run(arguments, capture_output=True, check=True).stdout
    statistics(
        spark.sparkContext,
        str(table),
        str(tmp_path / "answer"),
        assay=assay,
        type_=type_,
        by="day",
        options=["--timezone", zone],
        output_format=output_format,
    )
    assert (tmp_path / "answer").read_bytes() == expected
    assert expected.count(b"\n") > 15


def test_a_subject_is_read_in_order_and_never_divided(stored: tuple[Path, Path]) -> None:
    from assay_spark.statistics import samples
    from assay_spark.table import Table

    files = Table(str(stored[0])).files()
    tables = list(samples(files, "stepCount", rows=1))
    subjects = [set(table.column("subject").to_pylist()) for table in tables]
    assert [len(names) for names in subjects] == [1] * 5
    whole = next(samples(files, "stepCount"))
    assert whole.column("id").to_pylist() == [name for table in tables for name in table.column("id").to_pylist()]
