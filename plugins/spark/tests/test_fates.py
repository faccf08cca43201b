"""Outcomes by parts are those of reading all in order, whatever ids, groups and chunks there are."""

from __future__ import annotations

import random
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("pyarrow")

from assay_spark import keys  # noqa: E402
from assay_spark.conflicts import Chunk, settle_open  # noqa: E402
from assay_spark.fates import decide, settle  # noqa: E402


def chunk(groups: list[list[tuple[int, int]]], scatter: bool) -> np.ndarray:
    """Groups of (id, digest) as keys in the order of their rows."""
    rows = [(identity, digest, head, len(group) > 1) for head, group in _numbered(groups) for identity, digest in group]
    found = np.zeros(len(rows), keys.KEY)
    for row, (identity, digest, head, is_grouped) in enumerate(rows):
        found[row] = (0, identity // 7, identity, digest, row, head, 0, is_grouped, False)
    # Few hashes for many ids: different ids share one.
    found["hash"] = keys.mixed(found["high"], found["low"]) if scatter else found["low"] % np.uint64(3)
    return found


def _numbered(groups: list[list[tuple[int, int]]]) -> list[tuple[int, list[tuple[int, int]]]]:
    heads, row = [], 0
    for group in groups:
        heads.append((row, group))
        row += len(group)
    return heads


def made_up(seed: int) -> tuple[list[list[list[tuple[int, int]]]], dict[int, int], bool]:
    chance = random.Random(seed)
    ids, digests = chance.choice([(3, 2), (20, 2), (60, 3), (400, 2)])
    groups_of = lambda: [  # noqa: E731
        [(chance.randrange(ids), chance.randrange(digests)) for _ in range(chance.choice([1, 1, 1, 2, 3]))]
        for _ in range(chance.randrange(40))
    ]
    chunks = [groups_of() for _ in range(chance.randrange(1, 5))]
    known = {identity: chance.randrange(digests) for identity in range(ids) if chance.random() < 0.2}
    return chunks, known, chance.random() < 0.7


@pytest.mark.parametrize("seed", range(300))
@pytest.mark.parametrize("parts", [1, 3])
def test_outcomes_are_those_of_one_process(seed: int, parts: int) -> None:
    groups, stored, scatter = made_up(seed)
    chunks = [chunk(group, scatter) for group in groups]
    by_hash = [found[np.argsort(found["hash"], kind="stable")] for found in chunks]
    known = np.zeros(len(stored), keys.KNOWN)
    for row, (identity, digest) in enumerate(stored.items()):
        known[row] = (0, identity // 7, identity, digest)
    known["hash"] = keys.mixed(known["high"], known["low"]) if scatter else known["low"] % np.uint64(3)
    known = known[np.argsort(known["hash"], kind="stable")]

    fates = [np.zeros(len(found), np.uint8) for found in chunks]
    open_ids = []
    for part in range(parts):
        settled = settle([keys.part(known, part, parts)], [keys.part(found, part, parts) for found in by_hash])
        for fate in settled.fates:
            fates[fate["chunk"]][fate["row"]] = fate["fate"]
        settled.open["hash"] = settled.open["hash"] if scatter else settled.open["low"] % np.uint64(3)
        open_ids.append(settled.open)
    looked_at = [Chunk(found, rows[rows["is_grouped"]]) for found, rows in zip(by_hash, chunks, strict=True)]
    for fate in settle_open(np.concatenate(open_ids), looked_at, [known]):
        fates[fate["chunk"]][fate["row"]] = fate["fate"]

    everything = [np.split(found, np.unique(found["head"])[1:]) if len(found) else [] for found in chunks]
    before = {(identity // 7, identity): digest for identity, digest in stored.items()}
    expected = decide([group for part in everything for group in part], before)
    assert np.concatenate(fates).tolist() == expected


def test_few_arrays_are_kept_at_a_time() -> None:
    kept: list[weakref.ref[Any]] = []

    class Files:
        def __iter__(self) -> Iterator[Any]:
            for _ in range(5):
                assert sum(array() is not None for array in kept) <= 2
                found = keys.by_hash(chunk([[(1, 1)], [(2, 1)]], True))
                kept.append(weakref.ref(found))
                yield found
                del found

    assert len(settle([], Files()).fates) == 8
    assert len(kept) == 10


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1:1 2:1", "aa"),
        ("1:1 1:1", "ad"),
        ("1:1 1:2", "ac"),
        ("1:1+2:1+3:1", "aaa"),
        ("1:1+2:1+2:2", "ccc"),
        ("1:1+2:1+2:1", "aad"),
        ("2:1 1:1+2:2 1:1", "acca"),
        ("2:1 3:1 1:1+2:2+3:1 4:1", "aaccda"),
    ],
)
def test_decisions(text: str, expected: str) -> None:
    groups = [[tuple(map(int, line.split(":"))) for line in group.split("+")] for group in text.split()]
    found = chunk(groups, True)
    rows = np.split(found, [head for head, _ in _numbered(groups)][1:])
    assert "".join("adc"[fate] for fate in decide(rows, {})) == expected
