"""Calls that are refused before a session starts."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_up import text

pytest.importorskip("pyarrow")

from assay_spark.command import run  # noqa: E402


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["validate", "{in}", "--report", "r", "--option=--across"], "`--across` cannot be passed on"),
        (["validate", "{in}", "--report", "r", "--option=--now=2026-01-01T00:00:00Z"], "`--now` cannot be passed on"),
        (["normalize", "{in}", "--table", "t", "--option=--with=place"], "`--with` cannot be passed on"),
        (["stats", "t", "--type", "stepCount", "-o", "x", "--option=--by=hour"], "`--by` cannot be passed on"),
        (["validate", "{in}", "{in}", "--report", "r"], "is named twice"),
        (["validate", "{in}/none", "--report", "r"], "No such file or directory"),
        (["validate", "{empty}", "--report", "r"], "no file there looks like health samples"),
        (["doctor", "--assay", "no-such-program"], "no program `no-such-program`"),
    ],
)
def test_wrong_calls(
    assay: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], reason: str
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "empty").mkdir()
    (tmp_path / "in/a.ndjson").write_bytes(text(3, 1, 0))
    given = [word.format(**{"in": tmp_path / "in", "empty": tmp_path / "empty"}) for word in words]
    if "--assay" not in given:
        given += ["--assay", assay]
    assert run(given) == 64
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize("buckets", ["0", "-1", "x", "100000"])
def test_buckets_have_bounds(buckets: str) -> None:
    with pytest.raises(SystemExit):
        run(["normalize", "in", "--table", "t", "--buckets", buckets])
