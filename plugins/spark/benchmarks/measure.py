"""Processor time of this process and all below it, and made-up data."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

GENERATOR = Path(__file__).resolve().parents[3] / "Benchmarks/peers/data/generate.py"
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Cost:
    """What a piece of work took, in seconds."""

    wall: float
    cpu: float
    result: Any


def cost(work: Callable[[], Any]) -> Cost:
    """Runs work; the processor time is that of the whole tree of processes, the JVM included."""
    wall, cpu = time.monotonic(), tree()
    result = work()
    return Cost(time.monotonic() - wall, tree() - cpu, result)


def tree() -> float:
    """Processor seconds of this process, all below it, and those that these waited for."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for name in os.listdir("/proc"):
        if name.isdecimal():
            try:
                fields = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(name)] = int(fields[1])
            ticks[int(name)] = sum(map(int, fields[11:15]))
    below = {os.getpid()}
    while True:
        more = {process for process, parent in parents.items() if parent in below} - below
        if not more:
            return sum(ticks[process] for process in below) / _TICKS
        below |= more


def run(arguments: Sequence[str], output: str = os.devnull) -> int:
    """Runs a program, whose findings go nowhere."""
    with open(output, "wb") as file:
        return subprocess.run(list(arguments), stdout=file, stderr=subprocess.DEVNULL, check=False).returncode


def cohort(folder: Path, count: int, subjects: int = 8, faults: str = "0.1") -> Path:
    """A folder with a file of made-up samples for each subject."""
    target = folder / f"cohort-{count}-{faults}"
    if target.exists():
        return target
    part = folder / f"{target.name}.part"
    part.mkdir(parents=True, exist_ok=True)
    for subject in range(subjects):
        scratch = folder / "generated"
        scratch.mkdir(exist_ok=True)
        arguments = [sys.executable, str(GENERATOR), str(scratch), "--formats", "ndjson"]
        arguments += ["--count", str(count // subjects), "--seed", str(subject + 1), "--faults", faults]
        subprocess.run(arguments, check=True)
        with open(scratch / "samples.ndjson", "rb") as lines, open(part / f"P{subject:02}.ndjson", "wb") as file:
            mark = f'{{"subject":"P{subject:02}",'.encode()
            file.writelines(mark + line[1:] if line.startswith(b'{"') else line for line in lines)
    part.rename(target)
    return target
