"""A master and two workers: what dies and what is slow changes nothing in what comes of it."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
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
    """The cluster of the README: two commands."""
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Java is not installed")
    folder = tmp_path_factory.mktemp("cluster")
    run = [str(Path(pyspark.__file__).parent / "bin/spark-class")]
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    address = f"spark://127.0.0.1:{port}"
    environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOG_DIR": str(folder)}
    words = (folder / "words").open("wb")
    places = ["--host", "127.0.0.1", "--webui-port", "0"]
    started = [
        subprocess.Popen(
            [*run, "org.apache.spark.deploy.master.Master", *places, "--port", port],
            env=environment, stdout=words, stderr=words,
        )
    ]  # fmt: skip
    for number in range(2):
        work = ["--cores", "1", "--memory", "1g", "--work-dir", str(folder / str(number)), *places]
        started.append(
            subprocess.Popen(
                [*run, "org.apache.spark.deploy.worker.Worker", *work, address],
                env=environment, stdout=words, stderr=words,
            )
        )  # fmt: skip
    try:
        deadline = time.monotonic() + 120
        while (folder / "words").read_bytes().count(b"Registering worker") < 2:
            assert time.monotonic() < deadline, (folder / "words").read_text()
            time.sleep(0.2)
        yield address
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait()
        words.close()


def test_deaths_and_copies_change_nothing(master: str, assay: str, samples: Path, tmp_path: Path) -> None:
    marks = tmp_path / "marks"
    marks.mkdir()
    # Three processes die in the middle, one takes its executor along, and one is so slow that it is started twice.
    script = f"""die() {{ {assay} "$@" | head -c 300; kill -KILL $$; }}
    for number in 1 2 3; do if mkdir {marks}/$number 2>/dev/null; then die "$@"; fi; done
    if mkdir {marks}/executor 2>/dev/null; then
      daemon=$(cut -d ' ' -f 4 /proc/$PPID/stat)
      kill -KILL $(cut -d ' ' -f 4 /proc/$daemon/stat) $$
    fi
    if mkdir {marks}/slow 2>/dev/null; then sleep 20; fi
    exec {assay} "$@"
    """
    settings = {
        "spark.task.maxFailures": "8",
        "spark.speculation": "true",
        "spark.speculation.interval": "100ms",
        "spark.speculation.quantile": "0.3",
        "spark.speculation.multiplier": "1.1",
        "spark.speculation.minTaskRuntime": "3s",
        "spark.executor.memory": "512m",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "1g",
    }
    write_cohort(tmp_path / "in", 41, 400)
    source = Path(__file__).parent
    driver = [sys.executable, str(source / "on_cluster.py"), master, wrapper(tmp_path, script), NOW]
    driver += [str(samples), str(tmp_path / "report"), str(tmp_path / "in"), str(tmp_path / "table")]
    environment = {**os.environ, "PYTHONPATH": str(source.parent / "src"), "PYSPARK_PYTHON": sys.executable}
    process = subprocess.run(
        [*driver, json.dumps(settings)], env=environment, capture_output=True, check=False, text=True, timeout=400
    )
    assert process.returncode == 0, process.stderr[-3000:]
    assert sorted(os.listdir(marks)) == ["1", "2", "3", "executor", "slow"]

    arguments = [assay, "validate", "--no-config", "--output-format", "jsonl", "--now", NOW, str(samples)]
    assert (tmp_path / "report").read_bytes() == subprocess.run(arguments, capture_output=True, check=False).stdout
    expected = imported(assay, tmp_path / "store.db", files(str(tmp_path / "in")))
    assert counts_of(json.loads(process.stdout.splitlines()[-1])) == expected
    assert in_table(tmp_path / "table") == exported(assay, tmp_path / "store.db")
