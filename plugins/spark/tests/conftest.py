"""One session for all tests: it takes longer to start than all of them to run."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from made_up import write_folder

NOW = "2026-06-01T00:00:00Z"


def wrapper(folder: Path, script: str) -> str:
    """A program in the place of `assay`, as lines of shell."""
    path = folder / "assay"
    path.write_text("#!/bin/bash\n" + script)
    path.chmod(0o755)
    return str(path)


@pytest.fixture(scope="session")
def assay() -> str:
    """The program: `ASSAY`, or a build of this project."""
    root = Path(__file__).resolve().parents[3]
    places = [os.environ.get("ASSAY"), str(root / ".build/release/assay"), str(root / ".build/debug/assay")]
    for place in places:
        if place and (found := shutil.which(place)):
            return os.path.abspath(found)
    pytest.skip("no program `assay`: build it, or name it in ASSAY")


@pytest.fixture(scope="session")
def spark() -> Iterator[object]:
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Java is not installed")
    pytest.importorskip("pyspark", reason="PySpark is not installed")
    from assay_spark.session import LOCAL, session

    os.environ["PYSPARK_PYTHON"] = sys.executable
    with session(LOCAL) as running:
        yield running


@pytest.fixture(scope="session")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of made-up files."""
    folder = tmp_path_factory.mktemp("samples")
    write_folder(folder)
    return folder
