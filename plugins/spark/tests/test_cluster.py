"""A master and two workers: what dies and what is slow changes nothing in what comes of it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cohort import write_cohort
from conftest import NOW, wrapper
from test_normalize import counts_of, exported, imported, in_table

from assay_spark.splits import files

pyspark = pytest.importorskip("pyspark")
if not Path("/proc/self/stat").exists():
    pytest.skip("there is no /proc", allow_module_level=True)


@pytest.fixture(scope="module")
def master(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The cluster of the README."""
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Java is not installed")
    from standalone import standalone

    with standalone(tmp_path_factory.mktemp("cluster")) as address:
        yield address


def test_deaths_and_copies_change_nothing(master: str, assay: str, samples: Path, tmp_path: Path) -> None:
    from standalone import SETTINGS, dying

    marks = tmp_path / "marks"
    marks.mkdir()
    write_cohort(tmp_path / "in", 41, 400)
    source = Path(__file__).parent
    driver = [sys.executable, str(source / "on_cluster.py"), master, wrapper(tmp_path, dying(assay, marks)), NOW]
    driver += [str(samples), str(tmp_path / "report"), "60001", str(tmp_path / "in"), str(tmp_path / "table"), "20000"]
    environment = {**os.environ, "PYTHONPATH": str(source.parent / "src"), "PYSPARK_PYTHON": sys.executable}
    process = subprocess.run(
        [*driver, json.dumps(SETTINGS)], env=environment, capture_output=True, check=False, text=True, timeout=400
    )
    assert process.returncode == 0, process.stderr[-3000:]
    assert sorted(os.listdir(marks)) == ["1", "2", "3", "executor", "slow"]

    arguments = [assay, "validate", "--no-config", "--output-format", "jsonl", "--now", NOW, str(samples)]
    assert (tmp_path / "report").read_bytes() == subprocess.run(arguments, capture_output=True, check=False).stdout
    expected = imported(assay, tmp_path / "store.db", files(str(tmp_path / "in")))
    assert counts_of(json.loads(process.stdout.splitlines()[-1])) == expected
    assert in_table(tmp_path / "table") == exported(assay, tmp_path / "store.db")
