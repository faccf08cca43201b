"""Puts the reports of tasks, which are files, together to the one that a single process writes."""

from __future__ import annotations

import os
import subprocess
import uuid
from collections.abc import Sequence
from typing import Any, NamedTuple

from .splits import Unit

#: So many reports are merged at once, and what comes of that again: the length of a command is limited.
_AT_ONCE = 500


class ReportsDiffer(RuntimeError):
    """Reports that do not belong together: of another version or catalog, or of a file that changed meanwhile."""


class Part(NamedTuple):
    """The report of a unit."""

    unit: int
    #: The file's name in the folder of parts.
    name: str
    #: The exit status of the process.
    status: int
    read: int
    refused: int
    #: How long the files were that ranges were read of.
    sizes: dict[str, int]

    @staticmethod
    def of(unit: Unit, name: str, status: int, summary: dict[str, Any]) -> Part:
        """The part that a summary is about."""
        sizes = {piece["path"]: piece["size"] for piece in summary.get("ranges", [])}
        return Part(unit.number, name, status, summary["read"], summary["refused"], sizes)


def gather(parts: Sequence[Part], units: Sequence[Unit], folder: str, report: str | None, assay: str) -> None:
    """Writes the report, which appears when it is whole; without a report only checks that the parts fit together.

    Args:
        parts: the reports, in the order of the units.
        units: what the parts are reports of.
        folder: where the parts are.
        report: the report's path.
        assay: the program.

    Raises:
        ReportsDiffer: when the parts do not fit together.
    """
    if [part.unit for part in parts] != [unit.number for unit in units]:
        raise ReportsDiffer(f"{len(parts)} of {len(units)} parts came back")
    _refuse_others(parts, units)
    names = [part.name for part in parts]
    while len(names) > _AT_ONCE:
        merged = []
        for start in range(0, len(names), _AT_ONCE):
            merged.append(f"merged-{uuid.uuid4().hex}.jsonl")
            _merge(names[start : start + _AT_ONCE], folder, merged[-1], assay)
        names = merged
    target = "whole.jsonl" if report is None else f"{os.path.abspath(report)}.part"
    try:
        _merge(names, folder, target, assay, "--whole")
        if report is not None:
            os.replace(target, report)
    finally:
        if report is not None and os.path.exists(target):
            os.remove(target)


def _merge(names: Sequence[str], folder: str, target: str, assay: str, *options: str) -> None:
    program = os.path.abspath(assay) if os.sep in assay else assay
    arguments = [program, "report", "merge", *options, "--quiet", "--output", target, *names]
    process = subprocess.run(arguments, cwd=folder, capture_output=True, check=False)
    # 1 is also the status of parts that are not whole, and then nothing is written.
    if process.returncode not in (0, 1) or not os.path.exists(os.path.join(folder, target)):
        said = process.stderr.decode(errors="replace").strip().removeprefix("assay: ")
        raise ReportsDiffer(said or f"assay report merge ended with status {process.returncode}")


def _refuse_others(parts: Sequence[Part], units: Sequence[Unit]) -> None:
    """Files that were cut must have the length that they had when that was planned."""
    ends = {piece.path: piece.end for unit in units for piece in unit.pieces if piece.is_range}
    for part in parts:
        for path, size in part.sizes.items():
            if ends.get(path, size) != size:
                raise ReportsDiffer(
                    f"{path} has {size} bytes, but it had {ends[path]} bytes when its parts were planned"
                )
