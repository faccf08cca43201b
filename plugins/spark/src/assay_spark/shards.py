"""Writes the Parquet file of a part of the table: a month of starts and a bucket of subjects."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from .fates import ACCEPTED, UNLINKED
from .staging import DISTINCT, ROW, SHARD
from .staging import columns as staged_columns

_GROUP = 250_000
_MEMBERSHIP = ("correlation_id", "role", "position")
#: Numbers that mostly go up: their differences need fewer bytes, and less time to compress.
_DELTA = ("start_time", "end_time", "byte_offset")
#: Lines are counted from the beginning of a range; offsets are those of the file.
_LEFT_OUT = {ROW, "line"}


class Decided(NamedTuple):
    """A chunk with the outcomes of its rows, as a file of bytes in the order of the rows."""

    name: str
    fates: str


def folder(month: int, bucket: int) -> str:
    """The folder of a part below its table."""
    text = f"{month // 12:04}-{month % 12 + 1:02}" if month >= 0 else "__HIVE_DEFAULT_PARTITION__"
    return f"month={text}/bucket={bucket:04}"


def write(month: int, bucket: int, chunks: Sequence[Decided], staging: str, pending: str) -> tuple[str, int]:
    """Writes the accepted rows of a part, sorted by subject, type and start.

    Returns:
        The path below `pending`, which is made by chance as a task may run more than once, and the number of rows.
    """
    tables, whole = [], None
    for rows, columns in _accepted(month, bucket, chunks, staging):
        tables.append(rows)
        whole = columns
    assert whole is not None
    table = pa.concat_tables(tables, promote_options="default").unify_dictionaries().combine_chunks()
    table = _complete(table.take(order(table)), whole)
    name = f"{folder(month, bucket)}/part-{uuid.uuid4().hex}.parquet"
    path = os.path.join(pending, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    repeated = [column for column in table.column_names if column not in DISTINCT]
    names = table.column_names
    sorting = [pq.SortingColumn(names.index(column)) for column in ("subject", "type", "start_time")]
    pq.write_table(
        table,
        path,
        compression="zstd",
        compression_level=1,
        write_statistics=["subject", "type", "start_time", "end_time"],
        row_group_size=_GROUP,
        use_dictionary=repeated,
        column_encoding=dict.fromkeys(_DELTA, "DELTA_BINARY_PACKED"),
        sorting_columns=sorting,
        # Readers get texts, not the dictionaries that they are written from.
        store_schema=False,
    )
    return name, table.num_rows


def order(table: pa.Table) -> NDArray[np.int64]:
    """The order of rows by subject, type and start; what is not there comes first, equal ones stay as they are."""
    start = table.column("start_time").cast(pa.int64()).fill_null(-(1 << 63))
    return np.lexsort((np.asarray(start), _ranks(table, "type"), _ranks(table, "subject")))


def membership(batch: pa.RecordBatch, is_unlinked: NDArray[np.bool_]) -> pa.RecordBatch:
    """The rows, of which the unlinked ones are not members of their correlation."""
    if not is_unlinked.any():
        return batch
    for name in _MEMBERSHIP:
        if name in batch.schema.names:
            column = batch.column(name)
            alone = pc.if_else(pa.array(is_unlinked), pa.scalar(None, column.type), column)
            batch = batch.set_column(batch.schema.get_field_index(name), batch.schema.field(name), alone)
    return batch


def _accepted(month: int, bucket: int, chunks: Sequence[Decided], staging: str) -> Iterator[tuple[pa.Table, pa.Schema]]:
    """The rows of a part in each chunk, without empty columns, and all columns that the table has."""
    for chunk in chunks:
        path = os.path.join(staging, chunk.name)
        listed = np.load(f"{path}.shards.npy")
        assert listed.dtype == SHARD
        places = np.flatnonzero((listed["month"] == month) & (listed["bucket"] == bucket))
        if not len(places):
            continue
        fates = np.load(os.path.join(staging, chunk.fates), mmap_mode="r")
        with pa.memory_map(f"{path}.arrow") as file:
            batch = pa.ipc.open_file(file).get_batch(int(places[0]))
            whole = staged_columns(batch.schema)
            fate = fates[np.asarray(batch.column(ROW))]
            is_stored = (fate == ACCEPTED) | (fate == UNLINKED)
            batch = membership(batch, fate == UNLINKED)
            if not is_stored.all():
                batch = batch.filter(pa.array(is_stored))
            names = [name for name in batch.schema.names if name not in _LEFT_OUT]
            yield pa.table([_widened(batch.column(name)) for name in names], names), whole


def _widened(column: pa.Array) -> pa.Array:
    """The column with numbers of texts that have one width in all chunks."""
    if not pa.types.is_dictionary(column.type):
        return column
    return pa.DictionaryArray.from_arrays(column.indices.cast(pa.int32()), column.dictionary)


def _complete(table: pa.Table, columns: pa.Schema) -> pa.Table:
    """The table with all columns, in their order; those that no chunk had are empty."""
    kept = [field for field in columns if field.name not in _LEFT_OUT]
    found = set(table.column_names)
    arrays = [
        table.column(field.name) if field.name in found else pa.nulls(table.num_rows, field.type) for field in kept
    ]
    return pa.table(arrays, [field.name for field in kept])


def _ranks(table: pa.Table, name: str) -> NDArray[np.int64]:
    column = table.column(name).combine_chunks()
    column = column.chunk(0) if isinstance(column, pa.ChunkedArray) else column
    encoded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    names = encoded.dictionary.to_pylist()
    rank = {text: place for place, text in enumerate(sorted(names, key=str.encode))}
    ranks = np.array([rank[text] for text in names] + [-1], np.int64)
    return ranks[np.asarray(encoded.indices.cast(pa.int32()).fill_null(len(names)))]
