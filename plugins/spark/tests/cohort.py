"""A made-up cohort in which much comes twice: samples, groups and members, some of them with other content."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

_SOURCES = [
    {"name": "Apple\u00a0Watch von Ä", "bundle": "com.apple.health.1", "product": "Watch7,1"},
    {"name": "Phone", "bundle": "com.apple.health.2", "product": "iPhone15,2", "version": "18.1"},
    {"name": 'Scale "x"', "note": 'kept, "as it is"'},
]


def identity(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012X}"


def moment(chance: random.Random) -> str:
    day, hour, minute = chance.randrange(1, 29), chance.randrange(24), chance.randrange(60)
    fraction = chance.choice(["", ".5", ".123456"])
    offset = chance.choice(["Z", "+02:00", "-07:30"])
    return f"2026-{chance.choice(['01', '02', '03'])}-{day:02}T{hour:02}:{minute:02}:00{fraction}{offset}"


def sample(chance: random.Random, identities: int) -> dict[str, Any]:
    """A sample that may have an id of few, so that others have it as well."""
    kind = chance.randrange(8)
    subject = chance.choice([None, "P1", "P2", "Ö/\u2028", "P3", "P4"])
    base: dict[str, Any] = {"start": moment(chance)}
    if subject:
        base["subject"] = subject
    if chance.random() < 0.5:
        base["source"] = chance.choice(_SOURCES)
    if chance.random() < 0.3:
        base["uuid"] = identity(chance.randrange(identities))
        base["start"] = f"2026-01-0{chance.randrange(1, 3)}T08:00:00Z"
    if kind == 0:
        return {**base, "type": "sleepAnalysis", "value": chance.choice(["asleepREM", "awake"])}
    if kind == 1:
        return {**base, "type": "bodyMass", "value": round(chance.uniform(100, 200), 1), "unit": "lb"}
    if kind == 2:
        return {
            **base,
            "type": "stepCount",
            "value": chance.randrange(1, 100),
            "unit": "count",
            "device": {"name": "d"},
        }
    if kind == 3:
        return {"type": "biologicalSex", "value": chance.choice(["female", "male"]), "subject": subject or "P9"}
    if kind == 4:
        return {**base, "type": "bloodPressure", "members": [_member(chance, identities, part) for part in (0, 1)]}
    if kind == 5:
        return {**base, "type": "heartRate", "value": 9000, "unit": "count/min"}
    note = {"note": chance.choice(["é", "x\ny"])} if chance.random() < 0.4 else {}
    return {**base, "type": "heartRate", "value": chance.randrange(50, 90), "unit": "count/min", "metadata": note}


def _member(chance: random.Random, identities: int, part: int) -> dict[str, Any]:
    type_ = ("bloodPressureSystolic", "bloodPressureDiastolic")[part]
    member: dict[str, Any] = {"type": type_, "value": (120, 80)[part] + chance.randrange(2), "unit": "mmHg"}
    if chance.random() < 0.5:
        member["uuid"] = identity(1000 + 2 * chance.randrange(identities) + part)
        member["start"] = "2026-01-05T08:00:00Z"
    return member


def write_cohort(folder: Path, seed: int, count: int, files: int = 3, identities: int = 40) -> None:
    """Writes files of samples, of which one in ten is the same as one before it."""
    chance = random.Random(seed)
    lines: list[str] = []
    for _ in range(count):
        again = lines and chance.random() < 0.1
        made = json.dumps(sample(chance, identities), ensure_ascii=chance.random() < 0.5)
        lines.append(chance.choice(lines) if again else made)
    folder.mkdir(parents=True, exist_ok=True)
    per_file = -(-len(lines) // files)
    for number in range(files):
        part = lines[number * per_file : (number + 1) * per_file]
        (folder / f"part-{number}.ndjson").write_text("\n".join(part) + "\n", encoding="utf-8")
