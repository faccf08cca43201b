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
    #: By kind of process, in the order of `KINDS`.
    parts: tuple[float, ...]
    result: Any

    @property
    def cpu(self) -> float:
        """The processor time of the whole tree of processes, the JVM included."""
        return sum(self.parts)


#: This process, the JVM, Python workers, and programs that any of these ran to their end or runs now.
KINDS = ("driver", "JVM", "workers", "programs")


def cost(work: Callable[[], Any]) -> Cost:
    """Runs work and measures what it took."""
    wall, before = time.monotonic(), tree()
    result = work()
    after = tree()
    return Cost(time.monotonic() - wall, tuple(end - start for start, end in zip(before, after, strict=True)), result)


def tree() -> tuple[float, ...]:
    """Processor seconds of this process, all below it, and those that these waited for, by kind."""
    spent = dict.fromkeys(KINDS, 0)
    for process, fields in _below().items():
        spent[_kind(process)] += int(fields[11]) + int(fields[12])
        spent["programs"] += int(fields[13]) + int(fields[14])
    return tuple(ticks / _TICKS for ticks in spent.values())


def _kind(process: int) -> str:
    if process == os.getpid():
        return "driver"
    name = _status(process, "Name") or ""
    return "JVM" if name == "java" else "workers" if name.startswith("python") else "programs"


@dataclass(frozen=True)
class Peaks:
    """The most memory that processes have had so far, in MiB."""

    driver: int
    java: int
    #: The largest Python worker.
    worker: int

    def __str__(self) -> str:
        return f"Python had {self.driver} MiB, the JVM {self.java} MiB, a worker {self.worker} MiB at most"


def peaks() -> Peaks:
    """The memory of this process, which is the driver, and of those below it."""
    most = dict.fromkeys(KINDS, 0)
    for process in _below():
        kind = _kind(process)
        most[kind] = max(most[kind], _peak(process))
    return Peaks(most["driver"], most["JVM"], most["workers"])


def _peak(process: int) -> int:
    return int((_status(process, "VmHWM") or "0 kB").split()[0]) >> 10


def _status(process: int, key: str) -> str | None:
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return None
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(f"{key}:")), None)


def _below() -> dict[int, list[str]]:
    """This process and all below it, with what the system says of each after its name."""
    found: dict[int, list[str]] = {}
    for name in os.listdir("/proc"):
        if name.isdecimal():
            try:
                found[int(name)] = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
    below = {os.getpid()}
    while True:
        more = {process for process, fields in found.items() if int(fields[1]) in below} - below
        if not more:
            return {process: found[process] for process in below}
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
