"""Looks at every executor: whether all would judge alike, and have room for their reports."""

from __future__ import annotations

import os
import platform
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pyspark import SparkContext


class Place(NamedTuple):
    """What a worker's Python sees."""

    host: str
    process: int
    version: str
    catalog: str
    architecture: str
    free_bytes: int
    problem: str

    @property
    def judges(self) -> tuple[str, str, str]:
        """What must be the same everywhere."""
        return (self.version, self.catalog, self.problem)


def places(context: SparkContext, assay: str) -> list[Place]:
    """The executors that took a task, each once. Tasks wait a little, so that they spread."""
    count = max(4, 4 * context.defaultParallelism)

    def look(_: Iterable[int]) -> Iterator[tuple[object, ...]]:
        time.sleep(0.5)
        yield tuple(here(assay))

    found = context.parallelize(range(count), count).mapPartitions(look).collect()
    by_process = {(row[0], row[1]): Place._make(row) for row in found}
    return [by_process[key] for key in sorted(by_process)]


def here(assay: str) -> Place:
    """This machine."""
    version = catalog = problem = ""
    try:
        said = subprocess.run([assay, "--version"], capture_output=True, text=True, check=True).stdout
        lines = said.splitlines()
        version = lines[0] if lines else ""
        catalog = next((line.split()[1] for line in lines if line.startswith("catalog ")), "")
    except (OSError, subprocess.SubprocessError) as error:
        problem = str(error)
    free = shutil.disk_usage(tempfile.gettempdir()).free
    # Workers of an executor are children of one daemon.
    return Place(socket.gethostname(), os.getppid(), version, catalog, platform.machine(), free, problem)


def report(found: list[Place], driver: Place) -> tuple[list[str], bool]:
    """Lines for people, and whether all executors judge as the driver does."""
    lines = []
    for place in found:
        what = place.problem or f"{place.version}, catalog {place.catalog[:12]}, {place.architecture}"
        lines.append(f"{place.host} ({place.process}): {what}, {place.free_bytes >> 20} MiB free")
    alike = not driver.problem and all(place.judges == driver.judges for place in found)
    if driver.problem:
        lines.append(f"driver: {driver.problem}")
    lines.append(
        f"{len(found)} executor{'' if len(found) == 1 else 's'}: "
        + ("all judge alike" if alike else "they do NOT judge alike")
    )
    return lines, alike
