"""Decides which samples are stored, as one process does that reads all inputs in order.

The first sample of an id stays. An equal one after it is a duplicate, one with other content a conflict, and a group
(a correlation with its members) with a conflict is not stored at all. So the outcome of a sample depends only on the
samples of its id, unless one of its groups may have a conflict: these few are decided in order, see `conflicts.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .keys import mixed, placed

ACCEPTED, DUPLICATE, CONFLICT, UNLINKED = range(4)
#: Added to an outcome of a member of a correlation of an export that its file also has by itself, before it: it is read
#: once, so it is not counted.
REPEATED = 4

#: The outcome of a row. What is accepted is left out. `UNLINKED`: stored, but its correlation was stored without it.
FATE = np.dtype([("chunk", "<i4"), ("row", "<i4"), ("fate", "u1")], align=True)
#: An id.
ID = np.dtype([("hash", "<u8"), ("high", "<u8"), ("low", "<u8")])


class Settled(NamedTuple):
    """The outcomes of all samples whose ids are in one part of the hashes."""

    #: Outcomes that are not `ACCEPTED`, those that are repeated included, sorted by chunk and row.
    fates: NDArray[np.void]
    #: Ids with other content somewhere that are in a group: their outcomes are not known yet.
    open: NDArray[np.void]


def settle(known: Iterable[NDArray[np.void]], chunks: Iterable[NDArray[np.void]]) -> Settled:
    """Decides by ids.

    Both arguments are read twice, and two arrays are kept at a time at most, so they may be files.

    Args:
        known: the samples of the table, each id once.
        chunks: the keys of each chunk, sorted by hash and then by row.
    """
    parts = (np.ascontiguousarray(part["hash"]) for part in chain(known, chunks))
    hashes = np.concatenate([np.empty(0, np.uint64), *parts])
    hashes.sort()
    twice = hashes[1:][hashes[1:] == hashes[:-1]]
    twice = twice[np.append(True, twice[1:] != twice[:-1])[: len(twice)]]  # `np.unique` makes a table of hashes
    del hashes
    if not len(twice):
        return Settled(np.empty(0, FATE), np.empty(0, ID))
    stored = (placed(-1, _among(part, twice)) for part in known)
    rows = np.concatenate([*stored, *(placed(number, _among(part, twice)) for number, part in enumerate(chunks))])
    # Parts are sorted, so this merges them, and samples of a hash stay in the order of the input.
    rows = rows.take(np.argsort(rows["hash"], kind="stable"))
    is_first = _is_first(rows)
    if is_first.sum() > len(twice):  # different ids share a hash
        rows = rows.take(np.lexsort((rows["low"], rows["high"])))
        is_first = _is_first(rows)
    digest = np.ascontiguousarray(rows["digest"])

    starts = np.flatnonzero(is_first)
    lengths = np.diff(np.append(starts, len(rows)))
    differs = digest != np.repeat(digest[starts], lengths)
    is_open = np.logical_or.reduceat(differs, starts) & np.logical_or.reduceat(rows["is_grouped"], starts)
    fate = np.where(differs, CONFLICT, DUPLICATE).astype(np.uint8)
    fate[starts] = ACCEPTED
    is_member = rows["row"] != rows["head"]
    fate[_repeated(np.cumsum(is_first), rows["file"], is_member, rows["is_exported"])] += REPEATED
    found = np.empty(len(rows), FATE)
    found["chunk"], found["row"], found["fate"] = rows["chunk"], rows["row"], fate
    found = found[(found["chunk"] >= 0) & (fate != ACCEPTED)]
    ids = np.empty(int(is_open.sum()), ID)
    ids["high"], ids["low"] = rows["high"][starts[is_open]], rows["low"][starts[is_open]]
    ids["hash"] = mixed(ids["high"], ids["low"])
    return Settled(found.take(np.argsort(found["chunk"].astype(np.int64) << 32 | found["row"])), ids)


def _is_first(rows: NDArray[np.void]) -> NDArray[np.bool_]:
    """Whether a row has another id than the row before it."""
    high, low = rows["high"], rows["low"]
    return np.append(True, (high[1:] != high[:-1]) | (low[1:] != low[:-1]))


def _among(samples: NDArray[np.void], hashes: NDArray[np.uint64]) -> NDArray[np.void]:
    """The samples whose hash is one of these, which are sorted."""
    places = np.searchsorted(hashes[:-1], samples["hash"])
    return samples.compress(hashes[places] == samples["hash"])


def _repeated(
    number: NDArray[np.int64], file: NDArray[np.uint32], is_member: NDArray[np.bool_], exported: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """The members after a sample of the same id, in the same file, that is not a member; both are of an export.

    `number` counts the ids up; samples of an id are in the order of the input.
    """
    if not (exported & is_member).any():
        return np.empty(0, np.int64)
    order = np.lexsort((file, number))
    number, file, is_member, exported = number[order], file[order], is_member[order], exported[order]
    alone = np.cumsum(exported & ~is_member)
    is_first = np.append(True, (number[1:] != number[:-1]) | (file[1:] != file[:-1]))
    firsts = np.flatnonzero(is_first)
    before: NDArray[np.int64] = np.repeat(
        alone[firsts] - (exported & ~is_member)[firsts], np.diff(np.append(firsts, len(order)))
    )
    return order[exported & is_member & (alone > before)]


def decide(groups: Iterable[NDArray[np.void]], known: dict[tuple[int, int], int]) -> list[int]:
    """The outcomes of groups, in order; `known` maps ids to the digests of what is stored, and is added to."""
    fates: list[int] = []
    for group in groups:
        ids = list(zip(group["high"].tolist(), group["low"].tolist(), strict=True))
        digests = group["digest"].tolist()
        added: dict[tuple[int, int], int] = {}
        verdicts = []
        for identity, digest in zip(ids, digests, strict=True):
            there = known.get(identity, added.get(identity))
            if there is None:
                added[identity] = digest
                verdicts.append(ACCEPTED)
            else:
                verdicts.append(DUPLICATE if there == digest else CONFLICT)
        if CONFLICT in verdicts:
            pairs = zip(ids, digests, strict=True)
            verdicts = [DUPLICATE if known.get(identity) == digest else CONFLICT for identity, digest in pairs]
        else:
            known.update(added)
        fates += verdicts
    return fates
