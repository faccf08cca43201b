"""How far a growing file can be read: whole lines only, and each once."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from made_up import line, text

pytest.importorskip("pyspark")
pytest.importorskip("pyarrow")

from assay_spark.stream import complete  # noqa: E402


@pytest.mark.parametrize("seed", range(20))
def test_a_file_that_grows_is_read_in_whole_lines(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    content = text(60, seed, 0, chance.choice([b"\n", b"\r\n"])).rstrip()
    path = tmp_path / "grows.ndjson"
    reached = 0
    lengths = sorted(chance.randrange(len(content)) for _ in range(30))
    for length in [*lengths, len(content)]:
        path.write_bytes(content[:length])
        end = complete(str(path))
        assert reached <= end <= length
        # What begins before the end is there to its end: a sample, or nothing.
        for part in content[reached:end].split(b"\n"):
            assert not part.strip() or (part.strip().startswith(b"{") and part.strip().endswith(b"}"))
        reached = end
    assert reached == len(content)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", 0),
        (b'{"a"', 0),
        (line(1, 60), len(line(1, 60))),
        (line(1, 60) + b"\n" + line(2, 60)[:-1], len(line(1, 60)) + 1),
        (b"\xef\xbb\xbf" + line(1, 60), len(line(1, 60)) + 3),
        (line(1, 60) + b"\n" + b"7", len(line(1, 60)) + 1),
    ],
)
def test_what_is_complete(tmp_path: Path, content: bytes, expected: int) -> None:
    path = tmp_path / "a.ndjson"
    path.write_bytes(content)
    assert complete(str(path)) == (expected if content[:1] else 0)
