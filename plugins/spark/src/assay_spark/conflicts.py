"""Decides on groups that may have a conflict, and on all that share an id with them.

Whether a group is stored depends on the groups before it that share an id, and theirs on others. So from the ids that
are in doubt come their groups, from these all their ids, and so on until nothing is added; what was found is decided in
order. One task does this, with what was found in its memory: the rest of the keys stay in files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .fates import FATE, ID, decide
from .keys import PLACED, placed


class Chunk(NamedTuple):
    """The keys of a chunk, as files that are read where they are looked up."""

    #: Sorted by hash and then by row.
    by_hash: NDArray[np.void]
    #: The rows of groups, sorted by row.
    groups: NDArray[np.void]


def settle_open(ids: NDArray[np.void], chunks: Sequence[Chunk], known: Sequence[NDArray[np.void]]) -> NDArray[np.void]:
    """The outcomes of all samples that the outcome of `ids` depends on, also of those that are accepted.

    Args:
        ids: ids that are in doubt.
        chunks: all chunks, in the order of the input.
        known: samples of the table, each array sorted by hash.
    """
    rows = closure(ids, chunks)
    stored: dict[tuple[int, int], int] = {}
    wanted = _unique(rows)
    for samples in known:
        for sample in found(samples, wanted):
            stored[(int(sample["high"]), int(sample["low"]))] = int(sample["digest"])
    fates = np.empty(len(rows), FATE)
    fates["chunk"], fates["row"] = rows["chunk"], rows["row"]
    fates["fate"] = decide(_groups(rows), stored)
    return fates


def closure(ids: NDArray[np.void], chunks: Sequence[Chunk]) -> NDArray[np.void]:
    """All rows whose outcomes depend on each other, in the order of the input."""
    reached = np.empty(0, PLACED)
    while len(ids):
        fresh: list[NDArray[np.void]] = []
        for number, chunk in enumerate(chunks):
            rows = found(chunk.by_hash, ids)
            heads = np.unique(rows["head"][rows["is_grouped"]])
            alone = rows[~rows["is_grouped"]]
            fresh.append(placed(number, alone))
            fresh.append(placed(number, _members(chunk.groups, heads)))
        before = _unique(reached)
        reached = np.concatenate([reached, *fresh])
        order = np.lexsort((reached["row"], reached["chunk"]))
        reached = reached[order]
        is_new = np.append(
            True, (reached["row"][1:] != reached["row"][:-1]) | (reached["chunk"][1:] != reached["chunk"][:-1])
        )
        reached = reached[is_new[: len(reached)]]
        # The ids that were asked for, also those of which there is no further row, are not asked for again.
        done = np.unique(np.concatenate([before, ids]))
        ids = np.setdiff1d(_unique(reached), done)
    return reached


def found(samples: NDArray[np.void], ids: NDArray[np.void]) -> NDArray[np.void]:
    """The samples of these ids; `samples` is sorted by hash."""
    ids = ids[np.argsort(ids["hash"])]
    starts = np.searchsorted(samples["hash"], ids["hash"])
    ends = np.searchsorted(samples["hash"], ids["hash"], side="right")
    lengths = ends - starts
    places = np.repeat(starts - np.append(0, np.cumsum(lengths)[:-1]), lengths) + np.arange(lengths.sum())
    wanted = np.repeat(ids, lengths)
    there = samples[places]
    return there[(there["high"] == wanted["high"]) & (there["low"] == wanted["low"])]


def _members(groups: NDArray[np.void], heads: NDArray[np.int32]) -> NDArray[np.void]:
    starts = np.searchsorted(groups["head"], heads)
    ends = np.searchsorted(groups["head"], heads, side="right")
    lengths = ends - starts
    places = np.repeat(starts - np.append(0, np.cumsum(lengths)[:-1]), lengths) + np.arange(lengths.sum())
    return np.asarray(groups[places])


def _unique(rows: NDArray[np.void]) -> NDArray[np.void]:
    ids = np.empty(len(rows), ID)
    for name in ID.names or ():
        ids[name] = rows[name]
    return np.unique(ids)


def _groups(rows: NDArray[np.void]) -> Iterator[NDArray[np.void]]:
    if not len(rows):
        return
    is_head = (rows["head"][1:] != rows["head"][:-1]) | (rows["chunk"][1:] != rows["chunk"][:-1])
    yield from np.split(rows, np.flatnonzero(is_head) + 1)
