"""A file of what is hard to divide and to decide, beside the files of a cohort, and where to cut it."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from cohort import sample  # noqa: E402

_NAME = "mixed.ndjson"


def with_hard_lines(folder: Path, count: int = 20_000) -> Path:
    """The folder, with a file of duplicates, conflicts, blood pressures, empty lines, CRLF, a byte order mark, a line
    of 1.5 MiB, and a last line without a line feed."""
    target = folder / _NAME
    if not target.exists():
        chance = random.Random(7)
        lines: list[bytes] = []
        for number in range(count):
            made = json.dumps(sample(chance, 500), ensure_ascii=False).encode()
            lines.append(chance.choice(lines) if lines and chance.random() < 0.1 else made)
            if number % 500 == 0:
                lines.append(b"")
            if number == count // 2:
                note = "\u00fc\U0001d11e" * (1 << 18)
                long = {"type": "stepCount", "start": "2026-01-01T00:00:00Z", "value": 1, "unit": "count"}
                lines.append(json.dumps({**long, "metadata": {"note": note}}, ensure_ascii=False).encode())
        # Some of the first subject's samples again, so that files share ids.
        with (folder / "P00.ndjson").open("rb") as first:
            lines += [line.rstrip(b"\n") for _, line in zip(range(3000), first, strict=False)]
        part = folder / f".{_NAME}.part"
        part.write_bytes(b"\xef\xbb\xbf" + b"\r\n".join(lines))
        part.rename(target)
    return folder


def cuts(path: str) -> list[int]:
    """Of that file: between CR and LF, in a character, and in the long line; of others nothing."""
    if not path.endswith(_NAME):
        return []
    text = Path(path).read_bytes()
    note = text.index("\u00fc\U0001d11e".encode())
    return [text.index(b"\r\n") + 1, note + 1, note + 6004]
