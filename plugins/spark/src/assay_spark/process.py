"""Runs `assay` for a unit of work, and takes its report only with the proof that it is whole."""

from __future__ import annotations

import fcntl
import io
import json
import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO

from .splits import Unit

#: The end of a report is looked for in this many bytes first, then in more.
_TAIL = 64 * 1024
#: What any process may have in a pipe on Linux.
_PIPE = 1 << 20


class BrokenReport(RuntimeError):
    """A process that gave no whole report. The task fails with it, so that Spark tries again."""


@contextmanager
def checked(
    unit: Unit, assay: str, now: str, options: Sequence[str] = (), folder: str | None = None
) -> Iterator[tuple[BinaryIO, dict[str, Any], int]]:
    """The report of a unit: a file with its findings, the summary, and the status (0 or 1).

    The process writes to a file in the scratch folder of the worker, since the summary is its last line and the
    findings before it may be many. The file is at its beginning, and is gone afterward.

    Relative paths are those of `folder`, the place where the driver was started.

    Raises:
        BrokenReport: when the process died, had another status, or its last line is no summary.
    """
    arguments = [assay, "validate", "--no-config", "--output-format", "jsonl", "--jobs", "1"]
    arguments += ["--now", now, *options, _flag(unit), "-"]
    with tempfile.TemporaryFile() as report, tempfile.TemporaryFile() as words:
        process = subprocess.run(arguments, input=_listing(unit), stdout=report, stderr=words, check=False, cwd=folder)
        summary = _proven(unit, process.returncode, report, words)
        yield report, summary, process.returncode


class Normalizing:
    """A process that writes the samples of a unit as an Arrow stream."""

    def __init__(self, unit: Unit, process: subprocess.Popen[bytes], report: str, words: BinaryIO) -> None:
        assert process.stdout is not None
        self.stream: Any = process.stdout
        self._unit = unit
        self._process = process
        #: Where the process writes its report.
        self.report = report
        self._words = words

    def finish(self) -> tuple[dict[str, Any], int]:
        """The summary and the status, when the stream was read to its end. The report is at `report` then.

        Raises:
            BrokenReport: as `checked` does. What was read of the stream must not be used then.
        """
        self.stream.read()
        status = self._process.wait()
        with open(self.report, "rb") if os.path.exists(self.report) else io.BytesIO() as report:
            return _proven(self._unit, status, report, self._words), status


@contextmanager
def normalized(
    unit: Unit, assay: str, now: str, options: Sequence[str] = (), folder: str | None = None
) -> Iterator[Normalizing]:
    """The samples of a unit that pass, while the process runs; it is killed when the reader fails."""
    with tempfile.TemporaryDirectory() as scratch:
        listing, report = os.path.join(scratch, "units"), os.path.join(scratch, "report.jsonl")
        with open(listing, "wb") as file:
            file.write(_listing(unit))
        arguments = [assay, "normalize", "--no-config", "--as", "arrow", "--with", "place,digest", "--jobs", "1"]
        arguments += ["--now", now, "--quiet", "--max-findings", "1", "--report", f"jsonl={report}"]
        arguments += [*options, _flag(unit), listing]
        with (
            tempfile.TemporaryFile() as words,
            subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=words, cwd=folder) as process,
        ):
            _widen(process.stdout)
            try:
                yield Normalizing(unit, process, report, words)
            finally:
                if process.poll() is None:
                    process.kill()


def _widen(pipe: Any) -> None:
    """Makes a pipe larger where the system allows it: two processes would wait for each other at every 64 KiB."""
    with suppress(AttributeError, OSError):
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE)  # type: ignore[attr-defined, unused-ignore]


def _flag(unit: Unit) -> str:
    return "--ranges-from" if unit.is_ranges else "--files-from"


def _listing(unit: Unit) -> bytes:
    if unit.is_ranges:
        return b"".join(
            json.dumps({"path": piece.path, "start": piece.start, "end": piece.end}).encode() + b"\n"
            for piece in unit.pieces
        )
    return b"".join(os.fsencode(piece.path) + b"\n" for piece in unit.pieces)


def _proven(unit: Unit, status: int, report: BinaryIO, words: BinaryIO) -> dict[str, Any]:
    """The summary of a report, which is at its beginning then."""
    words.seek(0)
    said = words.read(4096).decode(errors="replace").strip()
    where = f"{unit.pieces[0].path} from byte {unit.pieces[0].start}"
    if status < 0:
        raise BrokenReport(f"assay died of signal {-status} at {where}: {said}")
    if status not in (0, 1):
        raise BrokenReport(f"assay ended with status {status} at {where}: {said}")
    summary = summary_of(report)
    if summary is None:
        raise BrokenReport(f"the report ends without a summary at {where}: {said}")
    report.seek(0)
    return summary


def summary_of(report: BinaryIO) -> dict[str, Any] | None:
    """The object of the last line `{"summary":{…}}`; `None` when the last line is anything else or has no end."""
    length = report.seek(0, os.SEEK_END)
    tail, size = b"", _TAIL
    while True:
        report.seek(max(0, length - size))
        tail = report.read()
        if b"\n" in tail[:-1] or size >= length:
            break
        size *= 4
    if not tail.endswith(b"\n"):
        return None
    try:
        last = json.loads(tail[:-1].rpartition(b"\n")[2])
    except ValueError:
        return None
    if not isinstance(last, dict) or list(last) != ["summary"]:
        return None
    summary = last["summary"]
    return summary if isinstance(summary, dict) else None
