"""Files that come into a folder, as a stream of samples: each line is read once, also when files grow."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa
from pyspark.sql.datasource import DataSourceStreamReader, InputPartition

from .columns import refuse_unknown
from .source import Program, Work, moment
from .splits import Piece, Unit, files, is_lines, plan

#: A last line without a line feed is looked at when it has at most so many bytes.
_LONGEST = 16 << 20


class FileChanged(RuntimeError):
    """A file became shorter, or grew although it has no lines."""


class AssayStream(DataSourceStreamReader):
    """Reads a folder. An offset has the names of the files with how many bytes of each are read, and the time.

    Names alone would miss files that grow, and files that come later under a name that sorts earlier.
    """

    def __init__(self, folder: str, program: Program, schema: pa.Schema, now: str | None) -> None:
        refuse_unknown(schema)
        self._folder = folder
        self._program = program
        self._schema = schema
        self._now = now
        self._seen: dict[str, int] = {}

    def initialOffset(self) -> dict[str, Any]:
        return {"files": {}, "now": ""}

    def latestOffset(self, start: Any = None, limit: Any = None) -> dict[str, Any]:
        """What is there now. The time is the same as before when nothing has come."""
        before = start or {"files": self._seen, "now": getattr(self, "_last", "")}
        reached = dict(before["files"])
        for path in files(self._folder):
            end = complete(path)
            if end > 0:
                reached[path] = end
        if reached == before["files"]:
            return dict(before)
        self._seen, self._last = reached, self._now or moment()
        return {"files": reached, "now": self._last}

    def partitions(self, start: dict[str, Any], end: dict[str, Any]) -> Sequence[InputPartition]:
        """The parts of files between two offsets, which are the same whenever this is asked.

        Raises:
            FileChanged: when a file cannot be read from where it was left.
        """
        units: list[Unit] = []
        whole: list[str] = []
        for path in sorted(end["files"], key=os.fsencode):
            before, after = start["files"].get(path, 0), end["files"][path]
            if before == after:
                continue
            if after < before:
                raise FileChanged(f"{path} had {before} bytes and has {after}")
            if is_lines(path):
                units += _ranges(path, before, after, self._program.split_size)
            elif before == 0:
                whole.append(path)
            else:
                raise FileChanged(f"{path} grew, but only files of lines can be read from where they were left")
        units += plan(whole, self._program.split_size)
        return [Work(Unit(number, unit.pieces), end["now"]) for number, unit in enumerate(units)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        assert isinstance(partition, Work)
        return self._program.rows(partition, self._schema)

    def commit(self, end: dict[str, Any]) -> None:
        """Spark keeps the offset; there is nothing else."""


def complete(path: str) -> int:
    """How many bytes of a file can be read now: of lines those that are whole, of others all.

    A last line without a line feed is whole if it is a JSON object, since no beginning of one is one.
    """
    length = os.path.getsize(path)
    if not is_lines(path):
        return length
    with open(path, "rb") as file:
        size = 1 << 16
        while True:
            first = max(0, length - size)
            file.seek(first)
            tail = file.read(length - first)
            begin = tail.rfind(b"\n") + 1
            if begin or not first or size >= _LONGEST:
                break
            size *= 4
    last = tail[begin:]
    if not last.strip() or (begin == 0 and first):
        return length if not last.strip() else 0
    try:
        is_whole = isinstance(json.loads(last.removeprefix(b"\xef\xbb\xbf")), dict)
    except ValueError:
        is_whole = False
    return length if is_whole else first + begin


def _ranges(path: str, start: int, end: int, split_size: int) -> list[Unit]:
    edges = [*range(start, end, split_size), end]
    pieces = [Piece(path, first, last, is_range=True) for first, last in zip(edges, edges[1:], strict=False)]
    return [Unit(0, (piece,)) for piece in pieces]
