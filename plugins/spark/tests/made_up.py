"""Made-up files of samples with what is hard to divide: CRLF, BOM, long lines, faults, an end inside of a sample."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path


def line(number: int, value: float, note: str = "") -> bytes:
    hour, minute, second = number // 3600 % 24, number // 60 % 60, number % 60
    sample: dict[str, object] = {
        "type": "heartRate",
        "start": f"2026-01-01T{hour:02}:{minute:02}:{second:02}Z",
        "value": value,
        "unit": "count/min",
    }
    if note:
        sample["metadata"] = {"note": note}
    return json.dumps(sample, ensure_ascii=False).encode()


def text(count: int, seed: int, faults: float, end: bytes = b"\n") -> bytes:
    chance = random.Random(seed)
    lines: list[bytes] = []
    for number in range(count):
        note = "é€𝄞" * chance.randrange(30)
        lines.append(line(number, 7000 if chance.random() < faults else 60, note))
        if chance.random() < faults / 4:
            lines.append(b'{"type":"heartRate","start":')
        if chance.random() < 0.02:
            lines.append(b"")
    return end.join(lines) + end


def write_folder(folder: Path) -> None:
    (folder / "below/.hidden").mkdir(parents=True)
    (folder / "mixed.ndjson").write_bytes(text(1500, 1, 0.05))
    (folder / "crlf.ndjson").write_bytes(b"\xef\xbb\xbf" + text(700, 2, 0.05, b"\r\n"))
    (folder / "below/faults.jsonl").write_bytes(text(400, 3, 1))
    (folder / "below/lines.txt").write_bytes(text(300, 4, 0.1))
    (folder / "broken-off.ndjson").write_bytes(text(500, 5, 0.02) + line(501, 60)[:40])
    long = [line(n, 60 if n % 2 else 7000, "ü" * 90_000) for n in range(4)]
    (folder / "long.ndjson").write_bytes(b"\n".join(long))
    (folder / "small.ndjson").write_bytes(text(3, 6, 0.5))
    (folder / "packed.ndjson.gz").write_bytes(gzip.compress(text(200, 7, 0.1), mtime=0))
    (folder / "empty.ndjson").write_bytes(b"")
    (folder / "nothing.json").write_bytes(b"[]\n")
    (folder / "notes.md").write_bytes(b"# Notes\n")
    (folder / "below/.hidden/samples.ndjson").write_bytes(text(3, 8, 1))
