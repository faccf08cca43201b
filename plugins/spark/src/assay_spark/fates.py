"""Decides which samples are stored, as one process does that reads all inputs in order.

The first sample of an id stays. An equal one after it is a duplicate, one with other content a conflict, and a group
(a correlation with its members) with a conflict is not stored at all. So the outcome of a sample depends only on the
samples of its id, unless one of its groups may have a conflict: these few are decided in order, see `conflicts.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .keys import KEY, mixed

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


def settle(known: NDArray[np.void], chunks: Sequence[NDArray[np.void]]) -> Settled:
    """Decides by ids.

    Args:
        known: the samples of the table, each id once.
        chunks: the keys of each chunk, sorted by hash and then by row.
    """
    parts = [known, *chunks]
    hashes = np.concatenate([part["hash"] for part in parts])
    order = np.argsort(hashes, kind="stable")
    same = hashes[order][1:] == hashes[order][:-1]
    is_repeated = np.zeros(len(hashes), bool)
    is_repeated[1:] |= same
    is_repeated[:-1] |= same
    order = order[is_repeated]
    origin = np.concatenate([np.full(len(part), number - 1, np.int32) for number, part in enumerate(parts)])[order]
    high = np.concatenate([part["high"] for part in parts])[order]
    low = np.concatenate([part["low"] for part in parts])[order]
    digest = np.concatenate([part["digest"] for part in parts])[order]
    none = np.zeros(len(known), np.int32)
    row, head, file, grouped, exported = (
        np.concatenate([none.astype(KEY[name]), *(chunk[name] for chunk in chunks)])[order]
        for name in ("row", "head", "file", "is_grouped", "is_exported")
    )
    # Different ids may share a hash.
    by_id = np.lexsort((row, origin, low, high))
    origin, high, low, digest, row, grouped = (x[by_id] for x in (origin, high, low, digest, row, grouped))
    is_member, file, exported = (row != head[by_id]), file[by_id], exported[by_id] & (origin >= 0)
    if not len(origin):
        return Settled(np.empty(0, FATE), np.empty(0, ID))

    is_first = np.append(True, (high[1:] != high[:-1]) | (low[1:] != low[:-1]))
    starts = np.flatnonzero(is_first)
    lengths = np.diff(np.append(starts, len(origin)))
    differs = digest != np.repeat(digest[starts], lengths)
    is_open = np.logical_or.reduceat(differs, starts) & np.logical_or.reduceat(grouped, starts)
    fate = np.where(differs, CONFLICT, DUPLICATE).astype(np.uint8)
    fate[starts] = ACCEPTED
    found = np.empty(len(origin), FATE)
    fate[_repeated(np.cumsum(is_first), file, is_member, exported)] += REPEATED
    found["chunk"], found["row"], found["fate"] = origin, row, fate
    found = found[(origin >= 0) & (fate != ACCEPTED)]
    ids = np.empty(int(is_open.sum()), ID)
    ids["high"], ids["low"] = high[starts][is_open], low[starts][is_open]
    ids["hash"] = mixed(ids["high"], ids["low"])
    return Settled(found[np.lexsort((found["row"], found["chunk"]))], ids)


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
