"""Brings together what was decided on the rows of a chunk: the outcome of each, what goes with it, and the counts."""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from .fates import ACCEPTED, CONFLICT, DUPLICATE, FATE, REPEATED, UNLINKED
from .keys import KNOWN
from .staging import ROW, SHARD

_LINKS = ("correlation_id", "id", "role", "position")
_CONFLICT = ("path", "byte_offset", "type", "id", "subject", "correlation_id")


class Finished(NamedTuple):
    """A chunk of which everything is decided. Names are of files in the folder of the run."""

    name: str
    fates: str
    #: Rows that the table gets; the numbers after it count what was read once as one.
    stored: int
    accepted: int
    duplicates: int
    conflicts: int
    #: Parts of the table with accepted rows: `SHARD` as bytes.
    shards: bytes
    keys: str | None
    links: str | None
    conflict_lines: str | None


def finish(number: int, name: str, rows: int, decided: Sequence[str], run: str, staging: str) -> Finished:
    """Writes the outcomes of a chunk.

    Args:
        number: the chunk's place in the input.
        name: its name.
        rows: how many rows it has.
        decided: files of outcomes; later ones replace earlier ones.
        run: the folder for what stays.
        staging: the folder for what does not.
    """
    fates = np.zeros(rows, np.uint8)
    for file in decided:
        found = np.load(os.path.join(staging, file), mmap_mode="r")
        assert found.dtype == FATE
        first, last = np.searchsorted(found["chunk"], np.array([number, number + 1], np.int32))
        rows_found, outcome = found["row"][first:last], found["fate"][first:last]
        # What a later file says of a row leaves whether it is repeated.
        fates[rows_found] = outcome | fates[rows_found] & REPEATED
    is_repeated = fates >= REPEATED
    fates %= REPEATED
    path = os.path.join(staging, name)
    attempt = f"{name}-{uuid.uuid4().hex[:8]}"
    links = _unlink(fates, path, os.path.join(run, f"{attempt}.links.parquet"))
    np.save(os.path.join(staging, f"{attempt}.fates.npy"), fates)
    counts = np.bincount(fates[~is_repeated], minlength=4)
    stored = int((fates == ACCEPTED).sum() + (fates == UNLINKED).sum())
    if stored:
        _write_keys(fates, path, os.path.join(run, f"{attempt}.keys.npy"))
    has_conflicts = bool((fates == CONFLICT).any())
    if has_conflicts:
        with open(os.path.join(staging, f"{attempt}.conflicts.jsonl"), "wb") as lines:
            lines.writelines(_conflicts(fates, path))
    return Finished(
        name,
        f"{attempt}.fates.npy",
        stored,
        int(counts[ACCEPTED] + counts[UNLINKED]),
        int(counts[DUPLICATE]),
        int(counts[CONFLICT]),
        _shards(fates, path),
        f"{attempt}.keys.npy" if stored else None,
        f"{attempt}.links.parquet" if links else None,
        f"{attempt}.conflicts.jsonl" if has_conflicts else None,
    )


def _unlink(fates: NDArray[np.uint8], path: str, target: str) -> bool:
    """Looks at groups of which a part was there before.

    A correlation that is new is linked with the members that were there before; its links are written to `target`. A
    member that is new is not linked with a correlation that was there before.
    """
    groups = np.load(f"{path}.groups.npy", mmap_mode="r")
    is_member = groups["row"] != groups["head"]
    rows, heads = groups["row"][is_member], groups["head"][is_member]
    fates[rows[(fates[rows] == ACCEPTED) & (fates[heads] != ACCEPTED)]] = UNLINKED
    linked = rows[(fates[rows] == DUPLICATE) & (fates[heads] == ACCEPTED)]
    if not len(linked):
        return False
    tables = [pa.Table.from_batches([_links(batch)]) for batch in _rows(path, linked)]
    pq.write_table(pa.concat_tables(tables), target)
    return True


def _links(batch: pa.RecordBatch) -> pa.RecordBatch:
    """What links a member. Texts are texts here, since numbers of texts have other widths in other chunks."""
    arrays = []
    for name in _LINKS:
        if name not in batch.schema.names:
            arrays.append(pa.nulls(batch.num_rows, pa.string()))
            continue
        column = batch.column(name)
        arrays.append(column.dictionary_decode() if pa.types.is_dictionary(column.type) else column)
    return pa.RecordBatch.from_arrays(arrays, list(_LINKS))


def _write_keys(fates: NDArray[np.uint8], path: str, target: str) -> None:
    keys = np.load(f"{path}.keys.npy", mmap_mode="r")
    if ((fates == DUPLICATE) | (fates == CONFLICT)).any():
        fate = fates[keys["row"]]
        keys = keys[(fate == ACCEPTED) | (fate == UNLINKED)]
    known = np.empty(len(keys), KNOWN)
    for column in KNOWN.names or ():
        known[column] = keys[column]
    np.save(target, known)


def _shards(fates: NDArray[np.uint8], path: str) -> bytes:
    """The parts of the table that rows of the chunk go to, with how many."""
    listed = np.load(f"{path}.shards.npy")
    if not ((fates == ACCEPTED) | (fates == UNLINKED)).all():
        with pa.memory_map(f"{path}.arrow") as file:
            reader = pa.ipc.open_file(file, options=pa.ipc.IpcReadOptions(included_fields=[_column(file, ROW)]))
            for place in range(reader.num_record_batches):
                fate = fates[np.asarray(reader.get_batch(place).column(0))]
                listed["rows"][place] = int(((fate == ACCEPTED) | (fate == UNLINKED)).sum())
    return bytes(listed[listed["rows"] > 0].astype(SHARD).tobytes())


def _column(file: pa.MemoryMappedFile, name: str) -> int:
    return int(pa.ipc.open_file(file).schema.get_field_index(name))


def _rows(path: str, rows: NDArray[np.int32]) -> Iterator[pa.RecordBatch]:
    with pa.memory_map(f"{path}.arrow") as file:
        reader = pa.ipc.open_file(file)
        for place in range(reader.num_record_batches):
            batch = reader.get_batch(place)
            is_wanted = np.isin(np.asarray(batch.column(ROW)), rows)
            if is_wanted.any():
                yield batch.filter(pa.array(is_wanted))


def _conflicts(fates: NDArray[np.uint8], path: str) -> Iterator[bytes]:
    rows = np.flatnonzero(fates == CONFLICT).astype(np.int32)
    found: list[dict[str, Any]] = []
    for batch in _rows(path, rows):
        names = [name for name in (*_CONFLICT, ROW) if name in batch.schema.names]
        found += batch.select(names).to_pylist()
    for sample in sorted(found, key=lambda sample: int(sample[ROW])):
        del sample[ROW]
        kept = {name: value for name, value in sample.items() if value is not None}
        yield json.dumps({"code": "uuid-conflict", **kept}, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
