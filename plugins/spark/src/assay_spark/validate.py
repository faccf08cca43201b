"""Checks files in the tasks of a job, and writes the one report that a single process would write."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, NamedTuple

from pyspark import SparkContext, StorageLevel

from .process import BrokenReport, checked
from .reports import MergedSummary, Reached, ReportsDiffer, range_lines, shifted
from .splits import Unit

#: Findings travel in texts of about this many bytes.
_CHUNK = 256 * 1024


class Row(NamedTuple):
    """What a task hands over: of each unit the summary first, then its findings in order."""

    #: The summary; `None` in rows of findings.
    summary: dict[str, Any] | None
    #: The exit status of the process, beside the summary.
    status: int
    #: The position of the range in the unit that these findings are of; -1 when the unit is whole files.
    position: int
    #: Lines of findings.
    findings: bytes


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

    Reports of tasks stay on the disks of the executors, and the driver fetches one partition at a time, so that its
    memory does not grow with the number of findings.

    Raises:
        Exception: when a task failed as often as Spark allows.
        ReportsDiffer: when the parts do not fit together.
    """
    arguments = tuple(options)
    folder = os.getcwd()

    def run(parts: Iterable[Unit]) -> Iterator[tuple[Any, ...]]:
        for unit in parts:
            yield from _rows(unit, assay, now, arguments, folder)

    rows = context.parallelize(units, max(1, len(units))).mapPartitions(run)
    rows.persist(StorageLevel.DISK_ONLY)
    part = f"{report}.part"
    try:
        # All at once, since the iterator below asks for one partition after the other.
        rows.foreachPartition(_pass)
        with open(part, "wb") as file:
            outcome = _write(map(Row._make, rows.toLocalIterator()), units, file)
        os.replace(part, report)
        return outcome
    finally:
        if os.path.exists(part):
            os.remove(part)
        rows.unpersist()


def _pass(rows: Iterable[Any]) -> None:
    for _ in rows:
        pass


def _rows(unit: Unit, assay: str, now: str, options: Sequence[str], folder: str) -> Iterator[tuple[Any, ...]]:
    with checked(unit, assay, now, options, folder) as (report, summary, status):
        yield tuple(Row(summary, status, -1, b""))
        ranges = summary.get("ranges", [])
        if len(ranges) != (len(unit.pieces) if unit.is_ranges else 0):
            raise BrokenReport(f"{len(ranges)} ranges were checked instead of {len(unit.pieces)}")
        position = 0 if unit.is_ranges else -1
        lines: list[bytes] = []
        length = 0
        for line in report:
            if line.startswith(b'{"summary":'):
                break
            at = _position(line, ranges, position) if unit.is_ranges else -1
            if lines and (at != position or length >= _CHUNK):
                yield tuple(Row(None, 0, position, b"".join(lines)))
                lines, length = [], 0
            position = at
            lines.append(line)
            length += len(line)
        if lines:
            yield tuple(Row(None, 0, position, b"".join(lines)))


def _position(line: bytes, ranges: list[dict[str, Any]], position: int) -> int:
    """Which range a finding is of; findings are in the order of the ranges."""
    finding = json.loads(line)
    path, offset = finding.get("path"), finding.get("byte_offset")
    while position < len(ranges):
        piece = ranges[position]
        if piece["path"] == path:
            if offset is None:
                return position
            if "first_byte" in piece and offset <= piece["first_byte"] + piece["bytes"]:
                return _next_if_at_end(offset, ranges, position)
        position += 1
    raise BrokenReport(f"a finding is of none of the ranges that were asked for: {path} at byte {offset}")


def _next_if_at_end(offset: int, ranges: list[dict[str, Any]], position: int) -> int:
    """A place right after a range is in the next one if that begins there, else it is the end of the file."""
    piece = ranges[position]
    if offset < piece["first_byte"] + piece["bytes"]:
        return position
    for later in range(position + 1, len(ranges)):
        if ranges[later]["path"] == piece["path"] and ranges[later].get("first_byte") == offset:
            return later
    return position


def _write(rows: Iterator[Row], units: Sequence[Unit], file: BinaryIO) -> Outcome:
    merged = MergedSummary()
    before: dict[str, Reached] = {}
    lines: list[int] = []
    status = seen = read = refused = 0
    for row in rows:
        if row.summary is not None:
            merged.add(row.summary)
            lines = range_lines(row.summary.get("ranges", []), before)
            status = max(status, row.status)
            seen += 1
            read += row.summary["read"]
            refused += row.summary["refused"]
        elif row.position < 0:
            file.write(row.findings)
        else:
            more = lines[row.position]
            file.writelines(shifted(line, more) for line in row.findings.splitlines(keepends=True))
    if seen != len(units):
        raise ReportsDiffer(f"{seen} of {len(units)} parts came back")
    _refuse_short(units, before)
    file.write(merged.line())
    return Outcome(status, seen, read, refused)


def _refuse_short(units: Sequence[Unit], before: dict[str, Reached]) -> None:
    """Ranges must reach the end that their file had when they were planned."""
    ends = {piece.path: piece.end for unit in units for piece in unit.pieces if piece.is_range}
    for path, end in ends.items():
        if before[path].byte != end:
            raise ReportsDiffer(f"{path}: lines up to byte {before[path].byte} were checked, but it had {end} bytes")
