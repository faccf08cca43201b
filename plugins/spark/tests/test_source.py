"""`format("assay")`: rows of files, of files that come, and files of rows."""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from cohort import write_cohort
from conftest import NOW, wrapper

pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")


@pytest.fixture(scope="module")
def source(spark: Any, assay: str) -> Any:
    """A reader of files."""
    from assay_spark.source import AssaySource

    spark.dataSource.register(AssaySource)
    return lambda reader=None: (reader or spark.read).format("assay").option("assay", assay).option("now", NOW)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("source")
    write_cohort(folder, 31, 600, identities=10**9)
    return folder


def normal(assay: str, *paths: Path) -> list[dict[str, Any]]:
    """The samples that pass, members as samples of their own."""
    arguments = [assay, "normalize", "--no-config", "--quiet", "--max-findings", "1", "--now", NOW, *map(str, paths)]
    text = subprocess.run(arguments, capture_output=True, check=False).stdout
    samples = [json.loads(line) for line in text.splitlines()]
    return [one for sample in samples for one in [sample, *sample.get("members", [])]]


def test_rows_are_the_samples_that_pass(source: Any, assay: str, folder: Path) -> None:
    expected = normal(assay, folder)
    rows = source().option("splitSize", "20000").load(str(folder)).collect()
    assert Counter(row["id"] for row in rows) == Counter(sample["uuid"] for sample in expected)
    by_id = {sample["uuid"]: sample for sample in expected}
    for row in rows:
        sample = by_id[row["id"]]
        assert (row["type"], row["subject"]) == (sample["type"], sample.get("subject"))
        assert row["value"] == (sample.get("value") if "unit" in sample else None)
        assert (row["start_time"] is None) == ("start" not in sample)
    assert {row["path"] for row in rows} == {str(path) for path in folder.iterdir()}


def test_only_the_columns_of_a_schema_are_made(source: Any, assay: str, folder: Path) -> None:
    rows = source().schema("value double, type string").load(str(folder)).filter("type = 'heartRate'").collect()
    expected = [sample["value"] for sample in normal(assay, folder) if sample["type"] == "heartRate"]
    assert Counter(row["value"] for row in rows) == Counter(expected)
    assert rows[0].__fields__ == ["value", "type"]
    with pytest.raises(Exception, match="samples have no column heart"):
        source().schema("heart double").load(str(folder)).collect()


def test_filters_are_pushed_down(spark: Any, source: Any, assay: str, folder: Path) -> None:
    spark.conf.set("spark.sql.python.filterPushdown.enabled", "true")
    try:
        frame = (
            source()
            .option("pushFilters", "true")
            .load(str(folder))
            .filter("type = 'heartRate' and subject in ('P1', 'P2') and value > 60")
        )
        plan = frame._jdf.queryExecution().executedPlan().toString()
        found = Counter(row["id"] for row in frame.select("id").collect())
    finally:
        spark.conf.unset("spark.sql.python.filterPushdown.enabled")
    assert "60.0" in plan
    assert "= heartRate" not in plan
    expected = [
        sample["uuid"]
        for sample in normal(assay, folder)
        if sample["type"] == "heartRate" and sample.get("subject") in ("P1", "P2") and sample["value"] > 60
    ]
    assert found == Counter(expected)
    assert expected


def test_a_process_that_breaks_off_fails_the_read(source: Any, assay: str, folder: Path, tmp_path: Path) -> None:
    for script, reason in [
        (f'{assay} "$@"; kill -KILL $$', "died of signal 9"),
        (f'{assay} "$@" | head -c 20000; exit 0', "BrokenReport|Expected to be able to read|ArrowInvalid|OSError"),
    ]:
        with pytest.raises(Exception, match=reason):
            source().option("assay", wrapper(tmp_path, script)).load(str(folder)).collect()


def test_a_stream_reads_each_line_once(spark: Any, source: Any, assay: str, folder: Path, tmp_path: Path) -> None:
    first, second = sorted(folder.iterdir())[:2]
    lines = first.read_bytes().splitlines(keepends=True)
    into = tmp_path / "in"
    into.mkdir()

    def run() -> Counter[str]:
        stream = source(spark.readStream).schema("id string, type string").load(str(into))
        query = (
            stream.writeStream.format("parquet")
            .option("checkpointLocation", str(tmp_path / "checkpoint"))
            .trigger(availableNow=True)
            .start(str(tmp_path / "out"))
        )
        query.awaitTermination()
        return Counter(row["id"] for row in spark.read.parquet(str(tmp_path / "out")).collect())

    # The file ends within a line, grows, and a file comes whose name is before that of the first.
    (into / "b.ndjson").write_bytes(b"".join(lines[:100]) + lines[100][:20])
    (tmp_path / "hundred.ndjson").write_bytes(b"".join(lines[:100]))
    assert run() == Counter(sample["uuid"] for sample in normal(assay, tmp_path / "hundred.ndjson"))
    (into / "b.ndjson").write_bytes(b"".join(lines).rstrip(b"\n"))
    (into / "a.ndjson").write_bytes(second.read_bytes())
    everything = Counter(sample["uuid"] for sample in normal(assay, first, second))
    assert run() == everything
    assert run() == everything


def test_rows_become_files_of_samples(spark: Any, source: Any, assay: str, folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    frame = source().load(str(folder))
    writer = frame.write.format("assay").option("assay", assay).option("now", NOW)
    writer.mode("append").save(str(target))
    expected = Counter(map(json.dumps, normal(assay, folder)))
    assert Counter(map(json.dumps, normal(assay, target))) == expected
    assert not [name for name in os.listdir(target) if name.startswith(".run-")]
    # What a killed job left does not count.
    (target / ".run-x").mkdir()
    (target / ".run-x/part-1.ndjson").write_bytes(sorted(folder.iterdir())[0].read_bytes())
    assert source().load(str(target)).count() == sum(expected.values())
    writer.mode("overwrite").save(str(target))
    assert Counter(map(json.dumps, normal(assay, target))) == expected


def test_rows_that_do_not_pass_are_counted(spark: Any, source: Any, assay: str, tmp_path: Path) -> None:
    rows = [("heartRate", 60.0), ("heartRate", 9000.0)]
    frame = spark.createDataFrame(rows, "type string, value double").selectExpr(
        "type", "value", "'count/min' AS unit", "timestamp'2026-01-01 00:00:00' AS start_time",
        "timestamp'2026-01-01 00:00:00' AS end_time", "0 AS start_offset_minutes",
    )  # fmt: skip
    frame.write.format("assay").option("assay", assay).option("now", NOW).mode("append").save(str(tmp_path / "out"))
    manifest = json.loads((tmp_path / "out/.assay.json").read_text())
    parts = [part for run in manifest["runs"] for part in run["parts"]]
    assert [sum(part[name] for part in parts) for name in ("read", "accepted", "refused")] == [2, 1, 1]
    assert source().load(str(tmp_path / "out")).count() == 1


def test_rows_that_tear_correlations_apart_fail(
    spark: Any, source: Any, assay: str, folder: Path, tmp_path: Path
) -> None:
    frame = source().load(str(folder)).coalesce(1)
    assert frame.filter("kind = 'correlation'").count() > 0
    shuffled = frame.repartition(8, "id")
    with pytest.raises(Exception, match="is not with its members"):
        shuffled.write.format("assay").option("assay", assay).option("now", NOW).mode("append").save(
            str(tmp_path / "torn")
        )
    assert not (tmp_path / "torn/.assay.json").exists()
    # Members without their correlation are samples of their own, as before.
    alone = frame.filter("kind <> 'correlation'")
    alone.write.format("assay").option("assay", assay).option("now", NOW).mode("append").save(str(tmp_path / "alone"))
    assert source().load(str(tmp_path / "alone")).count() == alone.count()
