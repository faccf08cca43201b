"""Plans which bytes of which files a task checks."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

#: As much of a file as its format is told by.
_LOOK = 64 * 1024
_BOM = b"\xef\xbb\xbf"
#: Files that are read whole when their names end so.
_WHOLE = (".json", ".xml", ".zip", ".csv", ".gz", ".zst")
_LINES = (".ndjson", ".jsonl")
_CONFIGURATIONS = ("assay.yaml", "assay.yml")


@dataclass(frozen=True)
class Piece:
    """A file, or the lines of it whose first bytes are from `start` to before `end`."""

    path: str
    start: int
    end: int
    is_range: bool


@dataclass(frozen=True)
class Unit:
    """What one process checks: whole files, or ranges. Units and pieces are in the report's order."""

    number: int
    pieces: tuple[Piece, ...]

    @property
    def is_ranges(self) -> bool:
        return self.pieces[0].is_range


def size(text: str) -> int:
    """The bytes that a size such as `64M` stands for.

    Raises:
        ValueError: when it is no size, or nothing.
    """
    found = re.fullmatch(r"([0-9]+)([KMG]?)", text)
    if found is None or int(found[1]) == 0:
        raise ValueError(f"`{text}` is no size; write it as 64M, 512K or 1048576")
    return int(found[1]) << {"": 0, "K": 10, "M": 20, "G": 30}[found[2]]


def files(folder: str) -> list[str]:
    """The files in a folder and below that may hold samples, in the order of their paths as bytes.

    Names that begin with a dot, links to folders, configurations and empty files are passed over. A path to a file is
    that file.
    """
    if not os.path.isdir(folder):
        os.stat(folder)
        return [folder]
    found: list[str] = []
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = os.path.join(place, name)
            if not name.startswith(".") and name not in _CONFIGURATIONS and _may_hold_samples(path):
                found.append(path)
    return sorted(found, key=os.fsencode)


def plan(paths: Iterable[str], split_size: int) -> list[Unit]:
    """Divides files among processes, each with about `split_size` bytes.

    Files of JSON lines that are larger are cut into ranges; the others are checked whole, small ones together.
    """
    units: list[Unit] = []
    pieces: list[Piece] = []
    weight = 0
    for piece in _pieces(paths, split_size):
        length = piece.end - piece.start
        if pieces and (pieces[0].is_range != piece.is_range or weight + length > split_size):
            units.append(Unit(len(units), tuple(pieces)))
            pieces, weight = [], 0
        pieces.append(piece)
        weight += length
    if pieces:
        units.append(Unit(len(units), tuple(pieces)))
    return units


def _pieces(paths: Iterable[str], split_size: int) -> Iterator[Piece]:
    for path in paths:
        length = os.path.getsize(path)
        if length <= split_size or not is_lines(path):
            yield Piece(path, 0, length, is_range=False)
            continue
        for start in range(0, length, split_size):
            yield Piece(path, start, min(start + split_size, length), is_range=True)


def _beginning(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read(_LOOK).removeprefix(_BOM).lstrip(b" \t\r\n")


def _may_hold_samples(path: str) -> bool:
    if not os.path.isfile(path):
        return False
    text = _beginning(path)
    return text.rstrip() not in (b"", b"[]") and (path.lower().endswith(_LINES + _WHOLE) or text.startswith(b"{"))


def is_lines(path: str) -> bool:
    """Whether a file has JSON lines for certain; the program refuses ranges of anything else."""
    text = _beginning(path)
    if not text.startswith(b"{"):
        return False
    first = text.partition(b"\n")[0].rstrip()
    return path.lower().endswith(_LINES) or (not path.lower().endswith(_WHOLE) and first.endswith(b"}"))
