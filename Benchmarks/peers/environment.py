"""The peers: Python packages of pinned versions in an environment of their own."""
from __future__ import annotations

import sys
from pathlib import Path

from measuring import Failed, Runner

PINNED = Path(__file__).with_name("peers.txt")
VERSIONS = """import importlib.metadata as m, sys
for name in sys.argv[1:]:
    try: print(name, m.version(name))
    except m.PackageNotFoundError: pass"""


class Peers:
    """Which peers are there, and what is missing."""

    def __init__(self, folder: Path, runner: Runner, offline: bool) -> None:
        self.folder = folder / "venv"
        self.python = self.folder / "bin" / "python3"
        self.runner = runner
        lines = [line.split() for line in PINNED.read_text().splitlines() if line and not line.startswith("#")]
        self.pinned = {line[0].split("==")[0]: line for line in lines}
        self.versions: dict[str, str] = {}
        self._look()
        if not offline:
            self._install()

    def has(self, peer: str) -> bool:
        """Whether a peer is installed, with what stands beside it, in the pinned versions."""
        wanted = [package.split("==") for package in self.pinned[peer]]
        return all(self.versions.get(name) == version for name, version in wanted)

    def missing(self) -> list[str]:
        return [peer for peer in self.pinned if not self.has(peer)]

    def program(self, name: str) -> str:
        return str(self.folder / "bin" / name)

    def _look(self) -> None:
        if not self.python.exists():
            return
        names = [package.split("==")[0] for line in self.pinned.values() for package in line]
        try:
            found = self.runner.work([str(self.python), "-c", VERSIONS, *names])
        except Failed:
            return
        self.versions = dict(line.split() for line in found.splitlines())

    def _install(self) -> None:
        try:
            if self.missing() and not self.python.exists():
                self.runner.work([sys.executable, "-m", "venv", "--clear", str(self.folder)])
        except Failed as failure:
            print(f"no environment for the peers: {failure}", file=sys.stderr)
            return
        for peer in self.missing():
            print(f"installing {' '.join(self.pinned[peer])}", file=sys.stderr)
            pip = [str(self.python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            try:
                self.runner.work([*pip, *self.pinned[peer]], limit=600)
            except Failed as failure:
                print(f"{peer} cannot be installed: {failure}", file=sys.stderr)
        self._look()
