"""Made-up samples on the disk, by what was asked for; made once and kept."""
from __future__ import annotations

import hashlib
import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from measuring import Runner

GENERATOR = Path(__file__).with_name("data")
EXPORTS = Path(__file__).resolve().parents[1] / "exports" / "make_export.py"
CONNECT = Path(__file__).resolve().parents[2] / "Tests" / "Cases" / "health-connect" / "make.py"
FILES = {"ndjson": "samples.ndjson", "derived": "derived.ndjson", "csv": "samples.csv", "xml": "export.xml"}
FIRST_DAY = 15340  # 2012-01-01: twelve million samples end before now
MOST = 12_000_000


@dataclass(frozen=True)
class Samples:
    """Which samples: how many, by which seed, and what is special about them."""

    count: int
    seed: int = 1
    only: str | None = None  # one type
    begin: int = FIRST_DAY  # in days since 1970
    stretch: int = 1  # so many times farther apart
    faults: float = 0.0  # percent

    def name(self) -> str:
        parts = [self.only or "mixed", str(self.count), f"seed{self.seed}"]
        if self.begin != FIRST_DAY:
            parts.append(f"day{self.begin}")
        if self.stretch != 1:
            parts.append(f"x{self.stretch}")
        if self.faults:
            parts.append(f"faults{self.faults:g}")
        return "-".join(parts)


@dataclass(frozen=True)
class Structured:
    """Which export with structured samples: how many workouts, points of each route, and electrocardiograms."""

    workouts: int = 0
    points: int = 0
    recordings: int = 0


class Datasets:
    """The folder of all of them; what another version of the generator made is removed."""

    def __init__(self, scratch: Path, runner: Runner) -> None:
        digest = hashlib.sha256()
        for source in sorted(GENERATOR.glob("*.py")):
            digest.update(source.read_bytes())
        self.version = digest.hexdigest()[:8]
        self.folder = scratch / "samples" / self.version
        self.runner = runner
        keep_only(self.folder)

    def file(self, samples: Samples, form: str, *more: str) -> Path:
        """The file of these samples in a form; it and further forms are made together when they are missing."""
        folder = self.folder / samples.name()
        missing = [one for one in (form, *more) if not (folder / FILES[one]).exists()]
        if missing:
            print(f"making {folder.name}: {', '.join(missing)}", file=sys.stderr)
            command = [
                sys.executable, str(GENERATOR / "generate.py"), str(folder), "--count", str(samples.count),
                "--seed", str(samples.seed), "--formats", ",".join(missing), "--begin", str(samples.begin),
                "--stretch", str(samples.stretch), "--faults", str(samples.faults)]
            self.runner.work(command + (["--only", samples.only] if samples.only else []), limit=7200)
        return folder / FILES[form]

    def export(self, parts: Structured) -> Path:
        """The folder of an export with these parts, which is made when it is missing."""
        version = hashlib.sha256(EXPORTS.read_bytes()).hexdigest()[:8]
        numbers = {"--workouts": parts.workouts, "--points": parts.points, "--recordings": parts.recordings}
        folder = self.folder / "-".join(["export", version, *map(str, numbers.values())])
        if not folder.exists():
            print(f"making {folder.name}", file=sys.stderr)
            unfinished = folder.with_name("unfinished-" + folder.name)
            shutil.rmtree(unfinished, ignore_errors=True)
            command = [sys.executable, "-B", str(EXPORTS), str(unfinished), "--records", "0"]
            for name, number in numbers.items():
                command += [name, str(number)]
            self.runner.work(command, limit=7200)
            unfinished.rename(folder)
        return folder

    def connect(self, rows: int) -> Path:
        """A database of Health Connect with this number of heart rates, which is made when it is missing."""
        version = hashlib.sha256(CONNECT.read_bytes()).hexdigest()[:8]
        path = self.folder / f"health-connect-{version}-{rows}.db"
        if not path.exists():
            print(f"making {path.name}", file=sys.stderr)
            unfinished = path.with_name("unfinished-" + path.name)
            self.runner.work([sys.executable, "-B", str(CONNECT), str(unfinished), "--rows", str(rows)], limit=7200)
            unfinished.rename(path)
        return path

    def truth(self, samples: Samples) -> dict[int, str]:
        """The lines with a fault, and which."""
        path = self.file(samples, "ndjson").with_name("truth.tsv")
        lines = (line.split("\t") for line in path.read_text().splitlines())
        return {int(number): fault for number, fault in lines}

    def rules(self) -> Path:
        """The rules that the samples obey, as the peers read them."""
        path = self.folder / "rules.json"
        if not path.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            text = self.runner.work([sys.executable, "-B", str(GENERATOR / "kinds.py")])
            path.write_text(json.dumps(json.loads(text)))
        return path


def keep_only(folder: Path) -> None:
    """Removes what stands beside a folder that is named by what it was made with."""
    if folder.parent.exists():
        for other in folder.parent.iterdir():
            if other != folder and other.is_dir():
                shutil.rmtree(other)
    folder.mkdir(parents=True, exist_ok=True)
