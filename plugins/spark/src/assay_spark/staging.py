"""Puts the samples of a unit into files, chunk by chunk: rows by the parts of the table they belong to, and keys."""

from __future__ import annotations

import os
import uuid
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from .keys import by_hash, keys

#: A chunk has about this many rows; groups are never divided.
ROWS = 500_000
#: Beside the columns of the program: the row in the chunk.
ROW = "row"

#: A part of the table that has rows in a chunk: months since year 0 (-1: without a time), the bucket, how many rows.
SHARD = np.dtype([("month", "<i4"), ("bucket", "<i4"), ("rows", "<i8")])

#: Columns in which nearly every value is another one.
DISTINCT = {"id", "digest", "correlation_id", "structure", "start_time", "end_time", "created_time", "byte_offset"}
#: Columns that a chunk has even if they are empty.
_NEEDED = {"id", "type", "subject", "start_time", "correlation_id", "digest", ROW}
#: In the metadata of a chunk: the schema of all columns, those included that the chunk leaves out as empty.
_WHOLE = b"assay.columns"


@dataclass(frozen=True)
class Staged:
    """A chunk: `NAME.arrow` has a record batch for each part of the table that `NAME.shards.npy` lists, without columns
    that are empty; `NAME.keys.npy` has the keys by hash, and `NAME.groups.npy` those of groups by row."""

    unit: int
    name: str
    rows: int
    #: Members of correlations of an export.
    exported_members: int


def stage(
    batches: Iterable[pa.RecordBatch], unit: int, folder: str, buckets: int, rows: int = ROWS
) -> Iterator[Staged]:
    """Writes the chunks of a stream of samples. Names are made by chance, since a task may run more than once."""
    waiting: list[pa.RecordBatch] = []
    count = 0
    schema = None
    for batch in batches:
        schema = batch.schema
        waiting.append(compact(batch))
        count += batch.num_rows
        if count >= rows:
            whole, rest = whole_groups(pa.Table.from_batches(waiting))
            if whole.num_rows:
                yield _write(whole, schema, unit, folder, buckets)
            waiting, count = rest.to_batches(), rest.num_rows
    if count and schema is not None:
        yield _write(pa.Table.from_batches(waiting), schema, unit, folder, buckets)


def whole_groups(table: pa.Table) -> tuple[pa.Table, pa.Table]:
    """The table up to its last group, which may go on in the next batch."""
    is_head = np.asarray(table.column("correlation_id").is_null())
    last = int(np.flatnonzero(is_head)[-1]) if is_head.any() else 0
    return table.slice(0, last), table.slice(last)


def months(start: pa.Array) -> NDArray[np.int32]:
    """Months since year 0, in UTC; -1 where there is no time."""
    micros = start.cast(pa.int64()).fill_null(0)
    count = np.asarray(micros).astype("datetime64[us]").astype("datetime64[M]").astype(np.int64) + 1970 * 12
    return np.where(np.asarray(start.is_valid()), count, -1).astype(np.int32)


def bucket(subject: str | None, buckets: int) -> int:
    """The bucket of a subject; samples without one are in the bucket of the empty name."""
    return zlib.crc32((subject or "").encode()) % buckets


def columns(chunk: pa.Schema) -> pa.Schema:
    """The columns that the samples of a chunk have in the table, those included that the chunk leaves out as empty."""
    return pa.ipc.read_schema(pa.py_buffer((chunk.metadata or {})[_WHOLE]))


def compact(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The rows with a number in the place of a text that is there often.

    This is done batch by batch, while the texts are in the processor's cache, and they need not be copied into one
    piece then.
    """
    arrays = [
        _encoded(column) if pa.types.is_string(field.type) and field.name not in DISTINCT else column
        for field, column in zip(batch.schema, batch.columns, strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, batch.schema.names)


def _encoded(column: pa.Array) -> pa.Array:
    if column.null_count < len(column):
        return column.dictionary_encode()
    return pa.DictionaryArray.from_arrays(pa.nulls(len(column), pa.int32()), pa.array([], pa.string()))


def _write(table: pa.Table, schema: pa.Schema, unit: int, folder: str, buckets: int) -> Staged:
    name = f"{unit:06}-{uuid.uuid4().hex}"
    path = os.path.join(folder, name)
    table = _full(table.unify_dictionaries())
    found = keys(table)
    np.save(f"{path}.keys.npy", by_hash(found))
    np.save(f"{path}.groups.npy", found[found["is_grouped"]])
    table = table.append_column(ROW, pa.array(np.arange(table.num_rows, dtype=np.int32)))
    table = table.replace_schema_metadata({_WHOLE: schema.remove_metadata().serialize().to_pybytes()})
    in_month, in_bucket = _places(table, buckets)
    shard = (in_month.astype(np.int64) + 1) * buckets + in_bucket
    # Files are mostly sorted by time: runs of rows that stay together are copied, which is faster than row by row.
    firsts = np.flatnonzero(np.append(True, shard[1:] != shard[:-1]))
    lengths = np.diff(np.append(firsts, len(shard)))
    order = np.argsort(shard[firsts], kind="stable")
    listed: list[tuple[int, int, int]] = []
    # Not compressed: with small numbers and without empty columns, reading and writing take longer than the disk.
    with pa.ipc.new_file(f"{path}.arrow", table.schema) as writer:
        for runs in np.split(order, np.flatnonzero(np.diff(shard[firsts][order])) + 1):
            part = _rows(table, firsts[runs], lengths[runs])
            writer.write_batch(part)
            first = firsts[runs[0]]
            listed.append((int(in_month[first]), int(in_bucket[first]), part.num_rows))
    np.save(f"{path}.shards.npy", np.array(listed, SHARD))
    exported = int((found["is_exported"] & (found["row"] != found["head"])).sum())
    return Staged(unit, name, table.num_rows, exported)


def _places(table: pa.Table, buckets: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The month and the bucket of each row."""
    subjects = one(table.column("subject"))
    places = np.array([bucket(name, buckets) for name in subjects.dictionary.to_pylist()] + [bucket(None, buckets)])
    missing = len(places) - 1
    in_bucket = places[np.asarray(subjects.indices.cast(pa.int32()).fill_null(missing))].astype(np.int32)
    return months(one(table.column("start_time"))), in_bucket


def _full(table: pa.Table) -> pa.Table:
    """The columns that are not empty, each in one piece, with numbers of texts that are as narrow as they can be."""
    kept = [
        field.name
        for field, column in zip(table.schema, table.columns, strict=True)
        if field.name in _NEEDED or column.null_count < table.num_rows
    ]
    return pa.table([_narrow(one(table.column(name))) for name in kept], kept)


def _narrow(column: pa.Array) -> pa.Array:
    if not pa.types.is_dictionary(column.type):
        return column
    count = len(column.dictionary)
    width = pa.int8() if count < 1 << 7 else pa.int16() if count < 1 << 15 else pa.int32()
    return pa.DictionaryArray.from_arrays(column.indices.cast(width), column.dictionary)


def _rows(table: pa.Table, firsts: NDArray[np.int64], lengths: NDArray[np.int64]) -> pa.RecordBatch:
    """The rows of runs, as one batch."""
    if len(firsts) * 8 > int(lengths.sum()):
        starts = np.repeat(firsts - np.append(0, np.cumsum(lengths)[:-1]), lengths)
        table = table.take(starts + np.arange(lengths.sum()))
    else:
        table = pa.concat_tables(
            [table.slice(int(first), int(length)) for first, length in zip(firsts, lengths, strict=True)]
        )
    return table.combine_chunks().to_batches()[0]


def one(column: pa.ChunkedArray) -> pa.Array:
    """A column in one piece; it is copied only if it is not."""
    if column.num_chunks == 1:
        return column.chunk(0)
    combined = column.combine_chunks()
    return combined.chunk(0) if isinstance(combined, pa.ChunkedArray) else combined
