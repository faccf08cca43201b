from __future__ import annotations

import io
from pathlib import Path

import pytest

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

from assay_spark.parquet import run, write  # noqa: E402

TABLE = pa.table({"type": ["heartRate", "stepCount", "heartRate"], "value": [60.5, None, 71.0]})


def stream(table: pa.Table) -> bytes:
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=1)
    return sink.getvalue()


def test_a_table_comes_back(tmp_path: Path) -> None:
    assert write(io.BytesIO(stream(TABLE)), str(tmp_path / "out"), rows_per_file=2) == 3
    assert len(list((tmp_path / "out").iterdir())) == 2
    assert pq.read_table(tmp_path / "out").equals(TABLE)


def test_a_table_without_rows_keeps_its_columns(tmp_path: Path) -> None:
    assert write(io.BytesIO(stream(TABLE.slice(0, 0))), str(tmp_path / "out")) == 0
    assert pq.read_table(tmp_path / "out").schema.equals(TABLE.schema)


@pytest.mark.parametrize("missing", [1, 8, 40, 200])
def test_a_stream_that_breaks_off_writes_nothing(tmp_path: Path, missing: int) -> None:
    (tmp_path / "in.arrows").write_bytes(stream(TABLE)[:-missing])
    assert run([str(tmp_path / "in.arrows"), str(tmp_path / "out")]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["in.arrows"]


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "in.arrows").write_bytes(stream(TABLE))
    (tmp_path / "out").mkdir()
    assert run([str(tmp_path / "in.arrows"), str(tmp_path / "out")]) == 2
    assert list((tmp_path / "out").iterdir()) == []
