from __future__ import annotations

from pathlib import Path

import pytest

from assay_spark.splits import Piece, files, plan, size


@pytest.mark.parametrize(("text", "bytes_"), [("64M", 64 << 20), ("1K", 1024), ("7", 7), ("2G", 2 << 30)])
def test_sizes(text: str, bytes_: int) -> None:
    assert size(text) == bytes_


@pytest.mark.parametrize("text", ["", "0", "64 M", "-1", "64m", "M", "1T"])
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(ValueError, match="is no size"):
        size(text)


def test_files_are_those_that_may_hold_samples_in_the_order_of_bytes(samples: Path) -> None:
    found = [str(Path(path).relative_to(samples)) for path in files(str(samples))]
    assert found == [
        "below/faults.jsonl",
        "below/lines.txt",
        "broken-off.ndjson",
        "crlf.ndjson",
        "long.ndjson",
        "mixed.ndjson",
        "packed.ndjson.gz",
        "small.ndjson",
    ]


@pytest.mark.parametrize("split_size", [1, 100, 4096, 100_000, 1 << 30])
def test_pieces_cover_each_file_once(samples: Path, split_size: int) -> None:
    paths = files(str(samples))
    units = plan(paths, split_size)
    assert [unit.number for unit in units] == list(range(len(units)))
    pieces = [piece for unit in units for piece in unit.pieces]
    assert list(dict.fromkeys(piece.path for piece in pieces)) == paths
    for path in paths:
        reached = 0
        for piece in (piece for piece in pieces if piece.path == path):
            assert piece.start == reached
            reached = piece.end
        assert reached == Path(path).stat().st_size
    assert all(len({piece.is_range for piece in unit.pieces}) == 1 for unit in units)


def test_a_compressed_file_is_never_cut(samples: Path) -> None:
    path = str(samples / "packed.ndjson.gz")
    length = Path(path).stat().st_size
    assert [unit.pieces for unit in plan([path], 10)] == [(Piece(path, 0, length, is_range=False),)]


def test_small_files_share_a_process(samples: Path) -> None:
    assert len(plan(files(str(samples)), 1 << 30)) == 1
