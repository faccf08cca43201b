"""A table holds what a store holds after an import of the same files in the same order: samples, links and counts."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from cohort import write_cohort
from conftest import NOW, wrapper

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

from assay_spark import lines  # noqa: E402
from assay_spark.splits import files, plan  # noqa: E402
from assay_spark.table import Table, TableError  # noqa: E402

COUNTS = ("read", "accepted", "duplicates", "conflicts", "refused")


def imported(assay: str, store: Path, paths: Sequence[str]) -> dict[str, int]:
    """The counts of an import into a store."""
    arguments = [
        assay,
        "import",
        "--no-config",
        "--now",
        NOW,
        "--output-format",
        "jsonl",
        "--store",
        str(store),
        *paths,
    ]
    process = subprocess.run(arguments, capture_output=True, check=False)
    assert process.returncode in (0, 1), process.stderr
    summary = json.loads(process.stdout.splitlines()[-1])["summary"]
    return {name: summary[name] for name in COUNTS}


def exported(assay: str, store: Path) -> list[str]:
    process = subprocess.run([assay, "export", "--no-config", "--store", str(store)], capture_output=True, check=True)
    return process.stdout.decode().split("\n")[:-1]


def in_table(folder: Path) -> list[str]:
    """The samples of a table as `assay export` writes those of a store."""
    table = Table(str(folder))
    rows = pa.concat_tables([pq.read_table(file, partitioning=None) for file in table.files()])
    order = [("type", "ascending"), ("start_time", "ascending"), ("id", "ascending")]
    rows = rows.sort_by(order).combine_chunks()
    links = [pq.read_table(file) for file in table.links()]
    return lines.with_members(lines.lines(rows), rows, pa.concat_tables(links) if links else None)


def counts(books: Any) -> dict[str, int]:
    return counts_of(vars(books))


def counts_of(books: dict[str, int]) -> dict[str, int]:
    return {name: books[name] for name in COUNTS}


@pytest.mark.parametrize(("seed", "split_size", "chunk"), [(1, 1 << 30, 500_000), (2, 70_000, 50), (3, 9_000, 7)])
def test_a_table_is_what_an_import_stores(
    spark: Any, assay: str, tmp_path: Path, seed: int, split_size: int, chunk: int
) -> None:
    from assay_spark.normalize import normalize

    write_cohort(tmp_path / "in", seed, 900)
    paths = files(str(tmp_path / "in"))
    expected = imported(assay, tmp_path / "store.db", paths)
    assert min(expected.values()) > 0
    conflicts = tmp_path / "conflicts.jsonl"
    books = normalize(
        spark.sparkContext,
        plan(paths, split_size),
        str(tmp_path / "table"),
        assay=assay,
        now=NOW,
        buckets=3,
        report=str(tmp_path / "report.jsonl"),
        conflicts=str(conflicts),
        chunk_rows=chunk,
    )
    assert counts(books) == expected
    assert in_table(tmp_path / "table") == exported(assay, tmp_path / "store.db")
    assert len(conflicts.read_bytes().splitlines()) == expected["conflicts"]
    rows = spark.read.parquet(str(tmp_path / "table"))
    assert rows.count() == expected["accepted"]
    assert {"month", "bucket", "digest", "path", "byte_offset"} < set(rows.columns)
    assert dict(rows.dtypes)["start_time"] == "timestamp"
    by_spark = {tuple(row) for row in rows.selectExpr("id", "unix_micros(start_time)", "byte_offset").collect()}
    by_arrow = set()
    for file in Table(str(tmp_path / "table")).files():
        written = pq.read_table(file, partitioning=None)
        moments = [value.value for value in written.column("start_time")]
        by_arrow |= set(zip(written["id"].to_pylist(), moments, written["byte_offset"].to_pylist(), strict=True))
        rows = written.select(["subject", "type", "start_time"]).to_pylist()
        assert rows == sorted(rows, key=lambda row: tuple((x is not None, x) for x in row.values()))
    assert by_spark == by_arrow


def test_exports_with_members_twice_are_counted_as_an_import_does(spark: Any, assay: str, tmp_path: Path) -> None:
    from assay_spark.normalize import normalize

    folder = Path(__file__).resolve().parents[3] / "Tests/Fixtures/apple-health"
    paths = [
        str(path)
        for pattern in ("correlations-*.xml", "phone-*.xml", "two-*.xml", "whole.zip")
        for path in folder.glob(pattern)
    ]
    paths.sort()
    expected = imported(assay, tmp_path / "store.db", paths)
    assert expected["duplicates"] > 0
    books = normalize(spark.sparkContext, plan(paths, 1 << 12), str(tmp_path / "table"), assay=assay, now=NOW)
    assert counts(books) == expected
    assert in_table(tmp_path / "table") == exported(assay, tmp_path / "store.db")


def test_the_same_files_again_add_nothing_and_others_do(spark: Any, assay: str, tmp_path: Path) -> None:
    from assay_spark.normalize import normalize

    write_cohort(tmp_path / "in", 4, 500)
    write_cohort(tmp_path / "more", 5, 400)
    store, table = tmp_path / "store.db", tmp_path / "table"
    seen: list[list[str]] = []
    for folder in ("in", "in", "more"):
        paths = files(str(tmp_path / folder))
        books = normalize(spark.sparkContext, plan(paths, 1 << 20), str(table), assay=assay, now=NOW, buckets=2)
        assert counts(books) == imported(assay, store, paths)
        assert in_table(table) == exported(assay, store)
        seen.append(sorted(Table(str(table)).files()))
    assert seen[0] == seen[1] != seen[2]


def test_a_killed_run_leaves_the_table_as_it_was_or_is_finished(
    spark: Any, assay: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assay_spark.normalize import normalize

    write_cohort(tmp_path / "in", 6, 300)
    units = plan(files(str(tmp_path / "in")), 1 << 20)
    table = tmp_path / "table"

    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Table, "commit", killed)
        with pytest.raises(KeyboardInterrupt):
            normalize(spark.sparkContext, units, str(table), assay=assay, now=NOW)
    assert Table(str(table)).manifest() is None
    assert not list(table.glob("month=*/*/*"))

    with monkeypatch.context() as patch:
        real = os.replace

        def killed_after(source: str, target: str) -> None:
            if target.endswith(".parquet"):
                raise KeyboardInterrupt
            real(source, target)

        patch.setattr(os, "replace", killed_after)
        with pytest.raises(KeyboardInterrupt):
            normalize(spark.sparkContext, units, str(table), assay=assay, now=NOW)
    imported(assay, tmp_path / "store.db", [piece.path for unit in units for piece in unit.pieces])
    # The manifest counts, although no file is in its place.
    assert not list(table.glob("month=*/*/*"))
    assert in_table(table) == exported(assay, tmp_path / "store.db")
    books = normalize(spark.sparkContext, units, str(table), assay=assay, now=NOW)
    assert books.accepted == 0
    assert sorted(map(str, table.glob("month=*/*/*.parquet"))) == sorted(Table(str(table)).files())
    assert in_table(table) == exported(assay, tmp_path / "store.db")
    runs = {run.id for run in Table(str(table)).manifest().runs}  # type: ignore[union-attr]
    assert {path.name for path in (table / "_assay").iterdir() if path.is_dir()} == runs


def test_killed_processes_are_tried_again(spark: Any, assay: str, tmp_path: Path) -> None:
    from assay_spark.normalize import normalize

    write_cohort(tmp_path / "in", 7, 400)
    marks = tmp_path / "marks"
    marks.mkdir()
    script = f"""mkdir {marks}/1 2>/dev/null || mkdir {marks}/2 2>/dev/null || exec {assay} "$@"
    {assay} "$@" | head -c 30000
    kill -KILL $$
    """
    paths = files(str(tmp_path / "in"))
    books = normalize(
        spark.sparkContext, plan(paths, 1 << 20), str(tmp_path / "table"), assay=wrapper(tmp_path, script), now=NOW
    )
    assert len(os.listdir(marks)) == 2
    assert counts(books) == imported(assay, tmp_path / "store.db", paths)
    assert in_table(tmp_path / "table") == exported(assay, tmp_path / "store.db")


def test_a_table_of_another_catalog_is_refused_unless_it_is_said_to_fit(spark: Any, assay: str, tmp_path: Path) -> None:
    from assay_spark.normalize import normalize

    write_cohort(tmp_path / "in", 8, 60)
    units = plan(files(str(tmp_path / "in")), 1 << 20)
    table = tmp_path / "table"
    normalize(spark.sparkContext, units, str(table), assay=assay, now=NOW)
    manifest = table / "_assay/manifest.json"
    found = json.loads(manifest.read_text())
    manifest.write_text(json.dumps({**found, "catalog": "00ff"}))
    with pytest.raises(TableError, match="were judged by the catalog 00ff"):
        normalize(spark.sparkContext, units, str(table), assay=assay, now=NOW)
    assert {path.name for path in (table / "_assay").iterdir() if path.is_dir()} == {found["runs"][0]["id"]}
    assert normalize(spark.sparkContext, units, str(table), assay=assay, now=NOW, new_catalog=True).accepted == 0


def test_a_folder_that_is_no_table_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letters").write_text("dear")
    with pytest.raises(TableError, match="is not a table"), Table(str(tmp_path)).locked():
        pass
    assert os.listdir(tmp_path) == ["letters"]


def test_a_table_takes_one_run_at_a_time(tmp_path: Path) -> None:
    table = str(tmp_path / "table")
    with Table(table).locked(), pytest.raises(TableError, match="another run"), Table(table).locked():
        pass
