"""Runs programs one at a time and says what they took; pairs of them in turn."""
from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Callable

LAUNCHER = Path(__file__).with_name("launch.py")
Progress = Callable[[str], None]  # is told what is being run


class Failed(Exception):
    """A program did not do what it was started for; the text says which and why."""


@dataclass(frozen=True)
class Run:
    """What one run took: seconds by the clock and of the processors, and the most memory in MB (10^6 bytes)."""

    wall: float
    processor: float
    peak: float


@dataclass
class Side:
    """A program of a pair: its command, what comes before each run untimed, and what must hold after it."""

    command: list[str]
    before: Callable[[], None] | None = None
    verify: Callable[[str, str], None] | None = None  # standard output, standard error
    keeps_output: bool = False  # else it goes to /dev/null
    copies: int = 1  # how many of it run beside each other


@dataclass
class Pair:
    """Runs of ours and of theirs, taken in turn."""

    ours: list[Run] = field(default_factory=list)
    theirs: list[Run] = field(default_factory=list)

    def ratio(self) -> float:
        """How many times longer theirs take: medians."""
        return median(run.wall for run in self.theirs) / median(run.wall for run in self.ours)

    def ratios(self) -> list[float]:
        return [theirs.wall / ours.wall for ours, theirs in zip(self.ours, self.theirs)]


class Runner:
    """Starts programs in groups of their own, so that none outlives an interrupted run."""

    def __init__(self, folder: Path, limit: float) -> None:
        self.folder = folder
        self.limit = limit
        folder.mkdir(parents=True, exist_ok=True)

    def run(self, side: Side) -> Run:
        """Runs a program and measures it.

        Raises Failed when its status is not 0, when it takes too long, or when `verify` says so.
        """
        if side.before:
            side.before()
        output, errors = self.folder / "stdout.txt", self.folder / "stderr.txt"
        reading, writing = os.pipe()
        try:
            with open(output if side.keeps_output else os.devnull, "wb") as out, open(errors, "wb") as err:
                launcher = [sys.executable, "-I", "-S", str(LAUNCHER), str(writing), str(side.copies)]
                launcher += side.command
                self._wait(launcher, out, err, (writing,))
            os.close(writing)
            writing = -1
            taken = os.read(reading, 200).split()
        finally:
            os.close(reading)
            if writing >= 0:
                os.close(writing)
        said = errors.read_text(errors="replace")
        if len(taken) != 4 or int(taken[3]) != 0:
            status = taken[3].decode() if len(taken) == 4 else "none: it was not started"
            raise Failed(f"{shown(side.command)}: status {status}: {reason(said)}")
        if side.verify:
            side.verify(output.read_text(errors="replace") if side.keeps_output else "", said)
        return Run(float(taken[0]), float(taken[1]), int(taken[2]) * 1024 / 1e6)

    def work(self, command: list[str], limit: float | None = None) -> str:
        """Runs a program that prepares something, and returns its output. Raises Failed when it fails."""
        output, errors = self.folder / "work.txt", self.folder / "stderr.txt"
        with open(output, "wb") as out, open(errors, "wb") as err:
            status = self._wait(command, out, err, (), limit)
        if status != 0:
            said = errors.read_text(errors="replace")
            raise Failed(f"{shown(command)}: status {status}: {reason(said)}")
        return output.read_text(errors="replace")

    def _wait(self, command: list[str], out, err, descriptors: tuple[int, ...], limit: float | None = None) -> int:
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=self.folder, pass_fds=descriptors,
                start_new_session=True)
        except OSError as error:
            raise Failed(f"{shown(command)}: {error.strerror}") from error
        try:
            return process.wait(limit or self.limit)
        except subprocess.TimeoutExpired as error:
            raise Failed(f"{shown(command)}: longer than {limit or self.limit:.0f} s") from error
        finally:
            if process.returncode is None:
                end_group(process)


def end_group(process: subprocess.Popen) -> None:
    """Ends a process and all that it started: asks first, and insists after five seconds."""
    for number, patience in ((signal.SIGTERM, 5.0), (signal.SIGKILL, 1.0)):
        until = time.monotonic() + patience
        try:
            os.killpg(process.pid, number)
            while time.monotonic() < until:
                process.poll()
                os.killpg(process.pid, 0)
                time.sleep(0.02)
        except (ProcessLookupError, PermissionError):
            break
    process.wait()


def shown(command: list[str]) -> str:
    """A command as a message names it: without folders."""
    return " ".join(os.path.basename(word) for word in command[:3])


def reason(text: str) -> str:
    """The line of standard error that says why: the last one, or the first that calls itself an error."""
    lines = text.strip().splitlines()
    errors = [line for line in lines if "error:" in line.lower()]
    return (errors or lines[-1:] or ["it says nothing"])[0][:200]


def compare(
    runner: Runner, ours: Side, theirs: Side | None, runs: int, progress: Progress, warm_up: int = 1
) -> Pair:
    """Runs both in turn, ours first; the first `warm_up` runs of each do not count."""
    taken = in_turn(runner, [ours, theirs] if theirs else [ours], runs, progress, warm_up)
    return Pair(*taken)


def in_turn(runner: Runner, sides: list[Side], runs: int, progress: Progress, warm_up: int = 1) -> list[list[Run]]:
    """The runs of each side, taken in turn; the first `warm_up` of each do not count."""
    taken: list[list[Run]] = [[] for _ in sides]
    for number in range(-warm_up, runs):
        progress(f"run {number + 1} of {runs}" if number >= 0 else "warming up")
        for side, kept in zip(sides, taken):
            run = runner.run(side)
            if number >= 0:
                kept.append(run)
    return taken
