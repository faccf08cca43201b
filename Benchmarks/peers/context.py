"""What all jobs share: programs, data, folders, and the stores that questions are put to."""
from __future__ import annotations

import hashlib
import re
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

from datasets import Datasets, Samples, keep_only
from environment import Peers
from measuring import Failed, Runner, Side

# A table as one makes it by hand, with the id as key and an index for questions of one type by time.
TABLE = (
    'create table s(uuid text primary key, type text, value real, unit text, start text, "end" text, '
    "source_name text, source_bundle text, source_version text, device_name text, device_model text, metadata text); "
    "create index i on s(type, start, value);")
FAST = "pragma journal_mode=off; pragma synchronous=off;"
PROGRAMS = Path(__file__).with_name("programs")
Verify = Callable[[str, str], None]


@dataclass
class Bench:
    """One run of the harness."""

    assay: Path
    floor: Path | None  # the program that only parses; None when it is not built
    runner: Runner
    data: Datasets
    peers: Peers
    scratch: Path
    ram: Path | None  # a folder on a RAM disk
    count: int
    runs: int
    seed: int
    cores: int
    sqlite: str | None = field(default_factory=lambda: shutil.which("sqlite3"))

    def __post_init__(self) -> None:
        binary = hashlib.sha256(self.assay.read_bytes()).hexdigest()[:8]
        self.binary = binary
        self.stores = self.scratch / "stores" / f"{self.data.version}-{binary}"
        keep_only(self.stores)
        self.disk = self.scratch / "written"
        shutil.rmtree(self.disk, ignore_errors=True)
        self.disk.mkdir(parents=True)

    def samples(self, **special) -> Samples:
        return Samples(**({"count": self.count, "seed": self.seed} | special))

    def ndjson(self) -> Path:
        return self.data.file(self.samples(), "ndjson", "xml", "csv")

    def export(self) -> Path:
        return self.data.file(self.samples(), "xml", "ndjson", "csv")

    def csv(self) -> Path:
        return self.data.file(self.samples(), "csv", "ndjson", "xml")

    def ours(self, *words: str | Path) -> list[str]:
        return [str(self.assay), *map(str, words)]

    def importing(self, file: Path, store: Path, at_least: int) -> Side:
        """An import into a new store."""
        return Side(
            self.ours("import", file, "--store", store), before=lambda: remove_store(store),
            verify=accepted(at_least))

    def store(self, samples: Samples, form: str = "ndjson") -> Path:
        """A store of these samples, made once for this binary."""
        path = self.stores / f"{samples.name()}-{form}.db"
        if not path.exists():
            unfinished = self.stores / f"unfinished-{path.name}"
            file = self.data.file(samples, form)
            print(f"making the store {path.name}", file=sys.stderr)
            self.runner.run(self.importing(file, unfinished, samples.count))
            shutil.rmtree(quarantine(unfinished), ignore_errors=True)
            unfinished.rename(path)
        return path

    def sqlite_table(self, samples: Samples) -> Path:
        """The rows of these samples as `sqlite3 .import` stores them, with key and index."""
        path = self.stores / f"{samples.name()}-rows.db"
        if not path.exists():
            unfinished = self.stores / f"unfinished-{path.name}"
            remove_store(unfinished)
            print(f"making {path.name}", file=sys.stderr)
            self.runner.run(Side(self.sqlite_import(self.data.file(samples, "csv"), unfinished)))
            unfinished.rename(path)
        return path

    def sqlite_import(self, csv: Path, base: Path) -> list[str]:
        return [str(self.sqlite), str(base), FAST, TABLE, f'.import --csv --skip 1 "{csv}" s']


def program(name: str) -> str:
    """A peer's program."""
    return str(PROGRAMS / name)


def remove_store(path: Path) -> None:
    """Removes a database with what stands beside it."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
    shutil.rmtree(quarantine(path), ignore_errors=True)


def quarantine(store: Path) -> Path:
    return Path(f"{store}.quarantine")


def accepted(at_least: int) -> Verify:
    """The summary must say that so many samples were accepted, and none refused."""

    def verify(_: str, errors: str) -> None:
        numbers = {word: re.sub(r"\D", "", number) for number, word in re.findall(r"(\d[\d\s,]*) (\w+)", errors)}
        if int(numbers.get("accepted", "0")) < at_least or numbers.get("refused") != "0":
            raise Failed(f"{at_least} samples should be accepted, none refused: {errors.strip()[-200:]}")

    return verify


def says(number: int) -> Verify:
    """The program must print this number and no errors."""

    def verify(output: str, errors: str) -> None:
        if output.strip() != str(number) or errors.strip():
            raise Failed(f"{number} was expected, got {output.strip()[:80]} {errors.strip()[-200:]}")

    return verify


def has_lines(number: int | None = None) -> Verify:
    """The program must print something, or so many lines, and no errors."""

    def verify(output: str, errors: str) -> None:
        lines = output.count("\n")
        if errors.strip() or lines == 0 or number not in (None, lines):
            raise Failed(f"{number or 'some'} lines were expected, got {lines}: {errors.strip()[-200:]}")

    return verify
