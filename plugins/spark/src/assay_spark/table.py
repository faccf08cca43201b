"""A table: Parquet files in folders `month=…/bucket=…`, and the manifest that says which of them count.

A run writes its files beside the table and commits by renaming a new manifest over the old one. Files that the manifest
names are moved to their places after that; whoever opens the table next finishes what a killed run left.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields
from typing import Any

_FOLDER = "_assay"
_VERSION = 1


class TableError(RuntimeError):
    """A folder that is not a table, or one that cannot take this run."""


@dataclass(frozen=True)
class Run:
    """One call of `normalize` that added to a table."""

    id: str
    now: str
    read: int
    accepted: int
    duplicates: int
    conflicts: int
    refused: int
    #: Paths below the table.
    files: list[str] = field(default_factory=list)
    #: The keys of the samples that the run added, below `_assay/ID`.
    keys: list[str] = field(default_factory=list)
    #: Members that were in the table before the correlation of the run that has them.
    links: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Manifest:
    """What a table consists of."""

    #: Buckets of subjects; fixed when the table is made.
    buckets: int
    #: The version of the program's columns, and the hash of its catalog.
    schema: str
    catalog: str
    runs: list[Run] = field(default_factory=list)
    version: int = _VERSION


class Table:
    """A table's folder."""

    def __init__(self, folder: str) -> None:
        self.folder = os.path.abspath(folder)

    def run_folder(self, run: str) -> str:
        """Where a run keeps what is not part of the table's own files."""
        return os.path.join(self.folder, _FOLDER, run)

    def pending(self, run: str) -> str:
        """Where a run's Parquet files are before they count."""
        return os.path.join(self.run_folder(run), "table")

    def manifest(self) -> Manifest | None:
        """What the table consists of; `None` when there is no table yet.

        Raises:
            TableError: when a later version made it, or the manifest is none.
        """
        try:
            with open(self._path("manifest.json"), encoding="utf-8") as file:
                return _manifest(json.load(file))
        except FileNotFoundError:
            return None
        except (ValueError, TypeError, KeyError) as error:
            raise TableError(f"{self.folder}: the manifest is not one: {error}") from error

    def files(self) -> list[str]:
        """The Parquet files that count, where they are now."""
        found = []
        for run in self._runs():
            for name in run.files:
                path = os.path.join(self.folder, name)
                found.append(path if os.path.exists(path) else os.path.join(self.pending(run.id), name))
        return found

    def links(self) -> list[str]:
        """The files of links between correlations and members that were there before."""
        return [os.path.join(self.run_folder(run.id), name) for run in self._runs() for name in run.links]

    def keys(self) -> list[str]:
        """The files of the keys of all samples."""
        return [os.path.join(self.run_folder(run.id), name) for run in self._runs() for name in run.keys]

    @contextmanager
    def locked(self) -> Iterator[str]:
        """Keeps other runs out, and puts in order what an interrupted one left.

        Returns:
            The name of a new run, whose folder is removed unless it is committed.

        Raises:
            TableError: when another run writes to the table, or the folder has other things in it.
        """
        if os.path.isdir(self.folder) and os.listdir(self.folder) and not os.path.isdir(self._path("")):
            raise TableError(f"{self.folder} is there already and is not a table")
        os.makedirs(self._path(""), exist_ok=True)
        with open(self._path("lock"), "w", encoding="utf-8") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise TableError(f"{self.folder}: another run writes to this table") from error
            self._publish()
            self._sweep()
            try:
                yield uuid.uuid4().hex
            finally:
                self._sweep()

    def commit(self, manifest: Manifest) -> None:
        """Makes a manifest the one that counts, and moves its files to their places."""
        part = self._path("manifest.part")
        with open(part, "w", encoding="utf-8") as file:
            json.dump(asdict(manifest), file, indent=1)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, self._path("manifest.json"))
        folder = os.open(self._path(""), os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
        self._publish()

    def _publish(self) -> None:
        for run in self._runs():
            pending = self.pending(run.id)
            if not os.path.isdir(pending):
                continue
            for name in run.files:
                target = os.path.join(self.folder, name)
                source = os.path.join(pending, name)
                os.makedirs(os.path.dirname(target), exist_ok=True)
                if os.path.exists(source):
                    os.replace(source, target)
            shutil.rmtree(pending)

    def _sweep(self) -> None:
        """Removes folders of runs that never came to their commit."""
        runs = {run.id for run in self._runs()}
        for name in os.listdir(self._path("")):
            path = self._path(name)
            if name not in runs and os.path.isdir(path):
                # A task that nobody waits for may still write there; the next run removes what is left.
                shutil.rmtree(path, ignore_errors=True)

    def _runs(self) -> list[Run]:
        manifest = self.manifest()
        return manifest.runs if manifest else []

    def _path(self, name: str) -> str:
        return os.path.join(self.folder, _FOLDER, name)


def _manifest(found: dict[str, Any]) -> Manifest:
    version = found["version"]
    if version != _VERSION:
        raise ValueError(f"its version is {version}, and this program knows {_VERSION}")
    names = {item.name for item in fields(Run)}
    runs = [Run(**{name: value for name, value in run.items() if name in names}) for run in found["runs"]]
    return Manifest(found["buckets"], found["schema"], found["catalog"], runs)
