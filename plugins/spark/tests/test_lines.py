"""Rows of the Arrow stream become the lines that the program writes."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path

import pytest
from cohort import write_cohort
from conftest import NOW

pa = pytest.importorskip("pyarrow")

from assay_spark.lines import lines, number, with_members  # noqa: E402

FIXTURES = Path(__file__).resolve().parents[3] / "Tests/Fixtures"


def both(assay: str, path: Path) -> tuple[list[str], list[str]]:
    arguments = [assay, "normalize", "--no-config", "--quiet", "--max-findings", "1", "--now", NOW, str(path)]
    arguments += ["--timezone", "UTC"]
    text = subprocess.run(arguments, capture_output=True, check=False).stdout.decode()
    stream = subprocess.run([*arguments, "--as", "arrow"], capture_output=True, check=False).stdout
    rows = pa.ipc.open_stream(io.BytesIO(stream)).read_all()
    return with_members(lines(rows), rows), text.split("\n")[:-1]


def test_lines_are_the_normal_form(assay: str, tmp_path: Path) -> None:
    # Enough ids that no correlation comes twice.
    write_cohort(tmp_path, 11, 700, files=1, identities=10**9)
    seen: set[bytes] = set()
    path = tmp_path / "part-0.ndjson"
    unique = [line for line in path.read_bytes().splitlines() if not (line in seen or seen.add(line))]  # type: ignore[func-returns-value]
    path.write_bytes(b"\n".join(unique))
    mine, theirs = both(assay, path)
    assert mine == theirs
    assert len(mine) > 400


@pytest.mark.parametrize(
    "name",
    [
        "jsonlines/structured.ndjson",
        "jsonlines/numbers.ndjson",
        "jsonlines/escapes.ndjson",
        "jsonlines/truncated-array.json",
    ],
)
def test_lines_of_fixtures(assay: str, name: str) -> None:
    mine, theirs = both(assay, FIXTURES / name)
    assert mine == theirs
    assert mine


def test_no_rows_are_no_lines() -> None:
    assert lines(pa.table({"id": pa.array([], pa.string()), "type": pa.array([], pa.string())})).to_pylist() == []


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (60.0, "60"),
        (-0.0, "0"),
        (81.6466266, "81.6466266"),
        (1e-5, "1e-05"),
        (1e20, "1e+20"),
        (1e15, "1000000000000000"),
    ],
)
def test_numbers(value: float, text: str) -> None:
    assert number(value) == text
