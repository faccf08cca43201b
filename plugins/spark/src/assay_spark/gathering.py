"""Puts the reports of tasks, which are files beside the report, together to the one that a single process writes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO, NamedTuple

from .process import BrokenReport
from .reports import MergedSummary, Reached, ReportsDiffer, range_lines, shifted
from .splits import Unit


class Part(NamedTuple):
    """The report of a unit."""

    unit: int
    #: The file's name in the folder of parts.
    name: str
    #: The exit status of the process.
    status: int
    read: int
    refused: int


def gather(parts: Sequence[Part], units: Sequence[Unit], folder: str, report: str | None) -> None:
    """Writes the report, which appears when it is whole; without a report only checks that the parts fit together.

    One line is in memory at a time.

    Args:
        parts: the reports, in the order of the units.
        units: what the parts are reports of.
        folder: where the parts are.
        report: the report's path.

    Raises:
        ReportsDiffer: when the parts do not fit together.
    """
    if [part.unit for part in parts] != [unit.number for unit in units]:
        raise ReportsDiffer(f"{len(parts)} of {len(units)} parts came back")
    target = f"{report}.part" if report is not None else os.devnull
    try:
        with open(target, "wb") as file:
            _write(parts, units, folder, file)
        if report is not None:
            os.replace(target, report)
    finally:
        if report is not None and os.path.exists(target):
            os.remove(target)


def _write(parts: Sequence[Part], units: Sequence[Unit], folder: str, file: BinaryIO) -> None:
    merged = MergedSummary()
    before: dict[str, Reached] = {}
    for part, unit in zip(parts, units, strict=True):
        path = os.path.join(folder, part.name)
        summary = last(path)
        merged.add(summary)
        ranges = summary.get("ranges", [])
        if len(ranges) != (len(unit.pieces) if unit.is_ranges else 0):
            raise BrokenReport(f"{len(ranges)} ranges were checked instead of {len(unit.pieces)}")
        lines = range_lines(ranges, before)
        with open(path, "rb") as report:
            for finding, position in _findings(report, ranges if unit.is_ranges else None):
                file.write(finding if position is None else shifted(finding, lines[position]))
    _refuse_short(units, before)
    file.write(merged.line())


def last(path: str) -> dict[str, Any]:
    """The summary of a report, which was proven to have one."""
    with open(path, "rb") as report:
        size = 65536
        length = report.seek(0, os.SEEK_END)
        while True:
            report.seek(max(0, length - size))
            tail = report.read()
            line = tail[:-1].rpartition(b"\n")
            if line[1] or size >= length:
                return dict(json.loads(line[2])["summary"])
            size *= 4


def _findings(report: BinaryIO, ranges: list[dict[str, Any]] | None) -> Iterator[tuple[bytes, int | None]]:
    """Findings, each with the number of its range when the report has ranges."""
    position = 0
    for line in report:
        if line.startswith(b'{"summary":'):
            return
        if ranges is None:
            yield line, None
        else:
            position = _position(line, ranges, position)
            yield line, position


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


def _refuse_short(units: Sequence[Unit], before: dict[str, Reached]) -> None:
    """Ranges must reach the end that their file had when they were planned."""
    ends = {piece.path: piece.end for unit in units for piece in unit.pieces if piece.is_range}
    for path, end in ends.items():
        if before[path].byte != end:
            raise ReportsDiffer(f"{path}: lines up to byte {before[path].byte} were checked, but it had {end} bytes")
