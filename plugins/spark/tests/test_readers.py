"""What DuckDB, Polars and pandas read of Parquet is what the normal form says: types, values, moments and nulls."""

from __future__ import annotations

import datetime
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cohort import write_cohort
from conftest import NOW

pytest.importorskip("pyarrow")

SOURCE = Path(__file__).resolve().parents[1] / "src"
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
#: The columns that are compared, with the type that each reader must give them.
TYPES = {
    "id": ("VARCHAR", "String", "text"),
    "type": ("VARCHAR", "String", "text"),
    "subject": ("VARCHAR", "String", "text"),
    "start_time": ("TIMESTAMP WITH TIME ZONE", "Datetime(time_unit='us', time_zone='UTC')", "datetime64[us, UTC]"),
    "start_offset_minutes": ("INTEGER", "Int32", "float64"),
    "value": ("DOUBLE", "Float64", "float64"),
    "unit": ("VARCHAR", "String", "text"),
    "category": ("VARCHAR", "String", "text"),
    "source_name": ("VARCHAR", "String", "text"),
    "metadata": ("VARCHAR", "String", "text"),
    "correlation_id": ("VARCHAR", "String", "text"),
    "position": ("INTEGER", "Int32", "float64"),
}
Row = dict[str, Any]


@pytest.fixture(scope="module")
def said(assay: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Row]]:
    """A folder with `assay-parquet`'s table, and its rows as the lines of `assay normalize` say them."""
    folder = tmp_path_factory.mktemp("readers")
    write_cohort(folder / "in", 51, 600, files=1)
    arguments = [assay, "normalize", "--no-config", "--quiet", "--now", NOW, str(folder / "in/part-0.ndjson")]
    lines = subprocess.run(arguments, capture_output=True, check=False).stdout.splitlines()
    rows = [row for line in lines for row in _rows(json.loads(line))]
    stream = subprocess.run([*arguments, "--as", "arrow"], capture_output=True, check=False).stdout
    command = [sys.executable, "-c", "from assay_spark.parquet import main; main()", "-", str(folder / "table")]
    subprocess.run(command, input=stream, check=True, env={**os.environ, "PYTHONPATH": str(SOURCE)})
    return folder, rows


def _rows(sample: Row) -> Iterator[Row]:
    """The rows of a sample: its own, and those of its members."""
    yield _row(sample, None, None)
    for position, member in enumerate(sample.get("members", [])):
        yield _row(member, sample["uuid"], position)


def _row(sample: Row, correlation: str | None, position: int | None) -> Row:
    value, metadata = sample.get("value"), sample.get("metadata")
    is_text = isinstance(value, str)
    start = sample.get("start")
    moment = datetime.datetime.fromisoformat(start.replace("Z", "+00:00")) if start else None
    offset = sample.get("startOffset", sample.get("offset"))
    return {
        "id": sample["uuid"],
        "type": sample["type"],
        "subject": sample.get("subject"),
        "start_time": None if moment is None else (moment - EPOCH) // datetime.timedelta(microseconds=1),
        "start_offset_minutes": None if offset is None else _minutes(offset),
        "value": None if is_text or value is None else float(value),
        "unit": sample.get("unit"),
        "category": value if is_text else None,
        "source_name": sample.get("source", {}).get("name"),
        "metadata": metadata,
        "correlation_id": correlation,
        "position": position,
    }


def _minutes(offset: str) -> int:
    sign = -1 if offset[0] == "-" else 1
    return sign * (int(offset[1:3]) * 60 + int(offset[4:6]))


def by_duckdb(pattern: str) -> tuple[dict[str, str], list[Row]]:
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    # Days of this zone differ from those of UTC: a moment must not move.
    connection.execute("SET TimeZone = 'Asia/Kolkata'")
    columns = ", ".join("epoch_us(start_time) AS start_time" if name == "start_time" else name for name in TYPES)
    found = connection.execute(f"SELECT {columns} FROM read_parquet('{pattern}')").fetchall()
    types = connection.execute(f"DESCRIBE SELECT {', '.join(TYPES)} FROM read_parquet('{pattern}')").fetchall()
    return {row[0]: row[1] for row in types}, [dict(zip(TYPES, row, strict=True)) for row in found]


def by_polars(pattern: str) -> tuple[dict[str, str], list[Row]]:
    polars = pytest.importorskip("polars")
    frame = polars.read_parquet(pattern, columns=list(TYPES))
    types = {name: str(kind) for name, kind in frame.schema.items()}
    return types, frame.with_columns(polars.col("start_time").dt.epoch("us")).to_dicts()


def by_pandas(pattern: str) -> tuple[dict[str, str], list[Row]]:
    pandas = pytest.importorskip("pandas")
    # pandas takes a folder, which passes over names that begin with `_`.
    frame = pandas.read_parquet(pattern.partition("/*")[0].partition("/month=")[0], columns=list(TYPES))
    types = {
        name: "text" if pandas.api.types.is_string_dtype(kind) else str(kind) for name, kind in frame.dtypes.items()
    }
    rows = frame.assign(start_time=(frame["start_time"] - pandas.Timestamp(EPOCH)) // pandas.Timedelta(microseconds=1))
    plain = rows.astype(object).where(frame.notna(), None)
    return types, plain.to_dict("records")


READERS: dict[str, tuple[int, Callable[[str], tuple[dict[str, str], list[Row]]]]] = {
    "DuckDB": (0, by_duckdb),
    "Polars": (1, by_polars),
    "pandas": (2, by_pandas),
}


@pytest.mark.parametrize("reader", list(READERS))
def test_parquet_says_what_lines_say(said: tuple[Path, list[Row]], reader: str) -> None:
    folder, expected = said
    number, read = READERS[reader]
    types, rows = read(f"{folder}/table/*.parquet")
    assert types == {name: kinds[number] for name, kinds in TYPES.items()}
    for row in rows:
        row["metadata"] = json.loads(row["metadata"]) if row["metadata"] else None
    assert rows == expected
    assert len({row["start_offset_minutes"] for row in rows}) > 2
    assert sum(row["position"] is not None for row in rows) > 10


@pytest.mark.parametrize("reader", list(READERS))
def test_a_table_of_spark_is_read_as_one(spark: Any, assay: str, tmp_path: Path, reader: str) -> None:
    from assay_spark.normalize import normalize
    from assay_spark.splits import files, plan

    write_cohort(tmp_path / "in", 52, 300)
    units = plan(files(str(tmp_path / "in")), 1 << 20)
    for _ in range(2):
        books = normalize(spark.sparkContext, units, str(tmp_path / "cohort"), assay=assay, now=NOW, buckets=2)
        accepted = books.accepted or accepted  # noqa: F821
    number, read = READERS[reader]
    types, rows = read(f"{tmp_path}/cohort/month=*/bucket=*/*.parquet")
    assert len(rows) == accepted
    dataset = pytest.importorskip("pyarrow.dataset").dataset(str(tmp_path / "cohort"), format="parquet")
    written = dataset.to_table(columns=["id", "start_time"])
    moments = [value.value for value in written.column("start_time")]
    assert {row["id"]: row["start_time"] for row in rows} == dict(
        zip(written.column("id").to_pylist(), moments, strict=True)
    )
    assert types == {name: kinds[number] for name, kinds in TYPES.items()}


def test_the_line_for_duckdb_in_the_readme_works(said: tuple[Path, list[Row]]) -> None:
    pytest.importorskip("duckdb")
    folder, expected = said
    readme = (SOURCE.parent / "README.md").read_text(encoding="utf-8")
    script = next(line for line in readme.splitlines() if "duckdb.sql(" in line)
    process = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    for type_ in {row["type"] for row in expected}:
        assert type_ in process.stdout
