"""The commands that are measured, and what a run of one took."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from pages import Sample

LAUNCHER = Path(__file__).parents[1] / "peers" / "launch.py"


class SkippedJob(Exception):
    """A command cannot be measured with these samples; the text says why."""


@dataclass
class Run:
    """Processor seconds and peak memory in MB."""

    processor: float
    peak: float


def launch(command: list[str]) -> Run:
    """Runs a command, whose findings make its status 1."""
    read, write = os.pipe()
    with subprocess.Popen(
        [sys.executable, str(LAUNCHER), str(write), "1", *command], pass_fds=[write], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        os.close(write)
        with os.fdopen(read) as answer:
            words = answer.read().split()
        process.wait()
    if len(words) != 4 or int(words[3]) not in (0, 1):
        raise SkippedJob(f"{' '.join(command)} ended with {words[3] if len(words) == 4 else 'a signal'}")
    return Run(float(words[1]), int(words[2]) * 1024 / 1e6)


class Job:
    """A command over a file."""

    def __init__(self, name: str, assay: str, sample: Sample, folder: Path) -> None:
        self.name, self.assay, self.sample, self.folder = name, assay, sample, folder
        # The page's command names the folder of its definitions.
        self.options = [str(folder / word) if word == "types" else word for word in sample.options]
        self.catalog = ["--catalog", str(folder / "types")] if sample.definitions else []

    def prepare(self, path: Path, is_faulty: bool) -> None:
        """Makes what the runs need."""

    def run(self, path: Path, is_faulty: bool) -> Run:
        raise NotImplementedError


class Validate(Job):
    """`validate`, as text or as one object a line."""

    def __init__(self, form: str, *rest) -> None:
        super().__init__("validate" if form == "concise" else f"validate, {form}", *rest)
        self.form = form

    def command(self, path: Path, form: str) -> list[str]:
        return [self.assay, "validate", "-q", "--output-format", form, *self.options, str(path)]

    def prepare(self, path: Path, is_faulty: bool) -> None:
        """Looks whether the samples raise the code, and the others do not."""
        if self.form != "concise":
            return
        done = subprocess.run(self.command(path, "jsonl"), capture_output=True, check=False)
        lines = done.stdout.splitlines()
        counts = json.loads(lines[-1])["summary"] if lines else {}
        found = counts.get("by_code", {}).get(self.sample.code, 0)
        # Of samples that are at fault together one raises the code, and some rules stop at a number.
        records = max(1, counts.get("records", counts.get("read", 0)))
        fewest = 1 if "--across" in self.options else records / 3
        if found < fewest if is_faulty else found > 0:
            raise SystemExit(f"{self.sample.code}: {found} of {records} {'faulty' if is_faulty else 'valid'} records")

    def run(self, path: Path, is_faulty: bool) -> Run:
        return launch(self.command(path, self.form))


class Import(Job):
    """`import` into a new store, with a quarantine."""

    def __init__(self, *rest) -> None:
        super().__init__("import", *rest)

    def run(self, path: Path, is_faulty: bool) -> Run:
        store = self.folder / "store"
        shutil.rmtree(store, ignore_errors=True)
        store.mkdir()
        options = [word for word in self.options if word != "--across"]
        return launch([
            self.assay, "import", "-q", "--store", str(store / "s.db"), "--quarantine", str(store / "q.ndjson"),
            *options, str(path)])


class Revalidate(Job):
    """`revalidate` of a quarantine that keeps every sample, since none named a subject."""

    def __init__(self, *rest) -> None:
        super().__init__("revalidate", *rest)

    def kept(self, is_faulty: bool) -> Path:
        return self.folder / f"kept-{is_faulty}"

    def prepare(self, path: Path, is_faulty: bool) -> None:
        if self.sample.code == "subject-missing":
            raise SkippedJob("a replay names the subject")
        folder = self.kept(is_faulty)
        folder.mkdir()
        options = [word for word in self.options if word != "--across"]
        launch([
            self.assay, "import", "-q", "--require-subject", "--store", str(folder / "s.db"), "--quarantine",
            str(folder / "q.ndjson"), *options, str(path)])
        kept = folder / "q.ndjson"
        if not kept.exists() or not kept.stat().st_size:
            raise SkippedJob("nothing is kept")

    def run(self, path: Path, is_faulty: bool) -> Run:
        folder = self.kept(is_faulty)
        for name in folder.glob("new.db*"):
            name.unlink()
        # The empty store of the import; a replay makes none.
        shutil.copy(folder / "s.db", folder / "new.db")
        return launch([
            self.assay, "revalidate", "-q", "--store", str(folder / "new.db"), "--output", str(folder / "left.ndjson"),
            *self.catalog, str(folder / "q.ndjson")])


def jobs(assay: str, sample: Sample, folder: Path) -> list[Job]:
    """The commands, in the order in which they are run."""
    rest = (assay, sample, folder)
    return [Validate("concise", *rest), Validate("jsonl", *rest), Import(*rest), Revalidate(*rest)]
