"""The Spark session of a command, with this package on every worker."""

from __future__ import annotations

import os
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from pyspark.sql import SparkSession

#: For the driver's JVM, which only hands names around: rows are in files. It does not run long enough to win back what
#: the second compiler and the threads of a parallel collector take.
_JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
#: Two tasks at once on this machine, each tried up to four times; plain `local[2]` never tries again.
LOCAL = "local[2,4]"


@contextmanager
def session(master: str, settings: Mapping[str, str] | None = None) -> Iterator[SparkSession]:
    """A session of this master with these settings, stopped afterward; settings of spark-submit win."""
    # Workers would take the `python3` of their PATH, which may be another one.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = (
        SparkSession.builder.master(master)
        .appName("assay-spark")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.defaultJavaOptions", _JAVA)
        # The default pool hands freed batches back to the system, which clears their pages again for the next ones.
        .config("spark.executorEnv.ARROW_DEFAULT_MEMORY_POOL", "system")
    )
    for name, value in (settings or {}).items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    with tempfile.TemporaryDirectory() as folder:
        try:
            spark.sparkContext.addPyFile(_package(folder))
            yield spark
        finally:
            spark.stop()


def _package(folder: str) -> str:
    """This package as an archive that workers import."""
    place = os.path.dirname(os.path.abspath(__file__))
    archive = os.path.join(folder, "assay_spark.zip")
    with zipfile.ZipFile(archive, "w") as file:
        for name in sorted(os.listdir(place)):
            if name.endswith(".py"):
                file.write(os.path.join(place, name), f"assay_spark/{name}")
    return archive
