"""Checks files in the tasks of a job, and writes the one report that a single process would write."""

from __future__ import annotations

import os
import shutil
import tempfile
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from pyspark import SparkContext

from .gathering import Part, gather
from .process import checked
from .splits import Unit
from .tasks import each


@dataclass(frozen=True)
class Outcome:
    """What a whole run says."""

    status: int
    units: int
    read: int
    refused: int


def validate(
    context: SparkContext,
    units: Sequence[Unit],
    report: str,
    *,
    assay: str,
    now: str,
    options: Sequence[str] = (),
) -> Outcome:
    """Checks units and writes the report, which appears when it is whole.

    Tasks write their reports into a folder beside the report, which all workers see by the same path, and hand over
    the names: the memory of the driver does not grow with the number of findings.

    Raises:
        Exception: when a task failed as often as Spark allows.
        gathering.ReportsDiffer: when the parts do not fit together.
    """
    arguments = tuple(options)
    folder = os.getcwd()
    target = os.path.abspath(report)
    parts = tempfile.mkdtemp(prefix=f".{os.path.basename(target)}.", dir=os.path.dirname(target))
    os.chmod(parts, 0o777 & ~_mask())
    try:
        found = each(context, units, lambda unit: _check(unit, assay, now, arguments, folder, parts))
        gather(found, units, parts, target, assay)
    finally:
        shutil.rmtree(parts)
    status = max((part.status for part in found), default=0)
    return Outcome(status, len(found), sum(part.read for part in found), sum(part.refused for part in found))


def _check(unit: Unit, assay: str, now: str, options: Sequence[str], folder: str, parts: str) -> Part:
    # By chance, since a task may run more than once, and twice at a time.
    name = f"{unit.number:06}-{uuid.uuid4().hex}.jsonl"
    with (
        checked(unit, assay, now, options, folder) as (report, summary, status),
        open(os.path.join(parts, name), "wb") as file,
    ):
        shutil.copyfileobj(report, file, 1 << 20)
    return Part.of(unit, name, status, summary)


def _mask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
