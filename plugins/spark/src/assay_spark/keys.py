"""What decides whether a sample is stored: its id, its digest, its place in the input and its group, as arrays."""

from __future__ import annotations

import binascii
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

#: A sample of an input. `row` is its row in its chunk, `head` the row of its correlation, or its own; `file` is a
#: checksum of the path.
KEY = np.dtype(
    [
        ("hash", "<u8"),
        ("high", "<u8"),
        ("low", "<u8"),
        ("digest", "<u8"),
        ("row", "<i4"),
        ("head", "<i4"),
        ("file", "<u4"),
        ("is_grouped", "?"),
        ("is_exported", "?"),
    ],
    align=True,  # or a search copies the whole column
)
#: The origin of samples of exports, in which members of correlations are written twice.
_EXPORT = "apple-health"
#: A sample of the table.
KNOWN = np.dtype([("hash", "<u8"), ("high", "<u8"), ("low", "<u8"), ("digest", "<u8")])

#: A sample with the chunk that it is in; -1 is the table, whose samples have no row.
PLACED = np.dtype([("chunk", "<i4"), *((name, KEY[name]) for name in KEY.names or ())], align=True)

#: Where the groups of digits of a UUID begin and end, and where they are without dashes.
_GROUPS = ((0, 8, 0), (9, 13, 8), (14, 18, 12), (19, 23, 16), (24, 36, 20))


class StrangeID(ValueError):
    """An id that is not a UUID, or a digest that is not one."""


def keys(table: pa.Table) -> NDArray[np.void]:
    """The keys of a chunk's rows, in the order of the rows."""
    found = np.empty(table.num_rows, KEY)
    found["high"], found["low"] = halves(_one(table.column("id")))
    found["hash"] = mixed(found["high"], found["low"])
    found["digest"] = digests(_one(table.column("digest")))
    rows = np.arange(table.num_rows, dtype=np.int32)
    is_member = np.asarray(_one(table.column("correlation_id")).is_valid())
    found["row"] = rows
    found["head"] = np.maximum.accumulate(np.where(is_member, 0, rows)) if len(rows) else rows
    has_members = np.append(is_member[1:], False)
    found["is_grouped"] = is_member | has_members
    found["file"] = _each(table, "path", lambda path: zlib.crc32((path or "").encode()))
    found["is_exported"] = _each(table, "origin", lambda origin: origin == _EXPORT)
    return found


def by_hash(found: NDArray[np.void]) -> NDArray[np.void]:
    """Keys in the order of their hashes, those of one hash in the order of the rows."""
    hashes = np.ascontiguousarray(found["hash"])
    order = np.argsort(hashes)  # much faster than a stable sort, and the same unless ids are there twice
    in_order = hashes[order]
    if (in_order[1:] == in_order[:-1]).any():
        order = np.argsort(hashes, kind="stable")
    return found.take(order)  # much faster than indexing


def placed(chunk: int, found: NDArray[np.void]) -> NDArray[np.void]:
    """Keys of a chunk, or of the table, with the number of the chunk."""
    rows = np.zeros(len(found), PLACED)
    rows["chunk"] = chunk
    for name in found.dtype.names or ():
        rows[name] = found[name]
    return rows


def halves(ids: pa.Array) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """UUIDs as two numbers each.

    Raises:
        StrangeID: when a text has not 32 hexadecimal digits in 36 characters.
    """
    characters = _characters(ids, 36)
    digits = np.empty((len(characters), 32), np.uint8)
    for start, end, place in _GROUPS:
        digits[:, place : place + end - start] = characters[:, start:end]
    numbers = _hexadecimal(digits)
    return numbers[:, 0], numbers[:, 1]


def text(high: int, low: int) -> str:
    """A UUID as Assay writes it."""
    digits = f"{int(high):016X}{int(low):016X}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def mixed(high: NDArray[np.uint64], low: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A number that spreads evenly: ids begin with a time, and given ones may count up."""
    value = high * np.uint64(0x9E3779B97F4A7C15) ^ low
    value = (value ^ value >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ value >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return value ^ value >> np.uint64(31)


def digests(column: pa.Array) -> NDArray[np.uint64]:
    """Digests, 16 hexadecimal digits each, as numbers."""
    return _hexadecimal(_characters(column, 16))[:, 0]


def part(found: NDArray[np.void], number: int, count: int) -> NDArray[np.void]:
    """The keys of one of `count` equal parts of all hashes; `found` is sorted by hash."""
    bounds = [(edge << 64) // count for edge in (number, number + 1)]
    start = int(np.searchsorted(found["hash"], np.uint64(bounds[0])))
    last = bounds[1] == 1 << 64
    end = len(found) if last else int(np.searchsorted(found["hash"], np.uint64(bounds[1])))
    return found[start:end]


@dataclass(frozen=True)
class Parts:
    """One of `count` equal parts of all hashes in files of keys, which are read one at a time."""

    paths: Sequence[str]
    number: int
    count: int

    def __iter__(self) -> Iterator[NDArray[np.void]]:
        for path in self.paths:
            # A search in a file makes megabytes of it memory of the process, until the array is gone.
            yield part(np.load(path, mmap_mode="r"), self.number, self.count)


def _each(table: pa.Table, column: str, value: Callable[[str | None], int]) -> NDArray[np.int64]:
    """A number for each text of a column, made once for each distinct one; the column may be missing."""
    if column not in table.column_names:
        return np.full(table.num_rows, value(None))
    encoded = _one(table.column(column)).dictionary_encode()
    names = [*encoded.dictionary.to_pylist(), None]
    indices = encoded.indices.cast(pa.int32()).fill_null(len(names) - 1)
    return np.array([value(name) for name in names])[np.asarray(indices)]


def _characters(column: pa.Array, width: int) -> NDArray[np.uint8]:
    """The texts of a column, which all have this many bytes."""
    offsets = np.frombuffer(column.buffers()[1] or b"\0\0\0\0", np.int32)[column.offset :][: len(column) + 1]
    if column.null_count or not (np.diff(offsets) == width).all():
        raise StrangeID(f"an id or a digest has not {width} characters")
    text = np.frombuffer(column.buffers()[2] or b"", np.uint8)[offsets[0] : offsets[-1]]
    return text.reshape(len(column), width)


def _hexadecimal(text: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Rows of digits as big-endian numbers of 64 bits."""
    try:
        packed = np.frombuffer(binascii.unhexlify(np.ascontiguousarray(text)), ">u8")
    except ValueError as error:
        raise StrangeID("an id or a digest is not hexadecimal") from error
    return packed.reshape(len(text), -1).astype(np.uint64)


def _one(column: pa.ChunkedArray) -> pa.Array:
    if column.num_chunks == 1:
        return column.chunk(0)  # combining would copy it
    combined = column.combine_chunks()
    return combined.chunk(0) if isinstance(combined, pa.ChunkedArray) else combined
