"""A cluster on this machine: the two commands of the README, and what dies there."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyspark

#: What makes Spark start slow tasks twice, and gives others further tries.
SETTINGS = {
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


@contextmanager
def standalone(folder: Path) -> Iterator[str]:
    """A master and two workers, by the master's address; stopped afterward."""
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


def dying(assay: str, marks: Path, *, on_cluster: bool = True) -> str:
    """Lines of shell in the place of the program: three processes die in the middle; on a cluster one takes its executor
    along, and one is so slow that it is started twice."""
    more = f"""if mkdir {marks}/executor 2>/dev/null; then
      daemon=$(cut -d ' ' -f 4 /proc/$PPID/stat)
      kill -KILL $(cut -d ' ' -f 4 /proc/$daemon/stat) $$
    fi
    if mkdir {marks}/slow 2>/dev/null; then sleep 20; fi
    """
    return f"""die() {{ {assay} "$@" | head -c 300; kill -KILL $$; }}
    for number in 1 2 3; do if mkdir {marks}/$number 2>/dev/null; then die "$@"; fi; done
    {more if on_cluster else ""}
    exec {assay} "$@"
    """
