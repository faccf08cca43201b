"""Where and with what it was measured."""
from __future__ import annotations

import datetime
import os
import platform
import shutil
import subprocess
from pathlib import Path


def first_line(command: list[str], folder: Path | None = None) -> str:
    # Git is not to write its index, which others may be using.
    environment = os.environ | {"GIT_OPTIONAL_LOCKS": "0"}
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, cwd=folder, env=environment)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip().splitlines()[0] if done.returncode == 0 and done.stdout.strip() else ""


def field(path: str, key: str, separator: str) -> str:
    """The text behind a key in a file of the system; empty where there is none."""
    try:
        lines = Path(path).read_text(errors="replace").splitlines()
    except OSError:
        return ""
    for line in lines:
        name, _, value = line.partition(separator)
        if name.strip() == key:
            return value.strip().strip('"')
    return ""


def cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def facts() -> dict[str, str]:
    """The machine."""
    memory = field("/proc/meminfo", "MemTotal", ":").split()
    system = field("/etc/os-release", "PRETTY_NAME", "=") or platform.system()
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "processor": field("/proc/cpuinfo", "model name", ":") or platform.processor() or platform.machine(),
        "cores": str(cores()),
        "memory": f"{int(memory[0]) / 1024 / 1024:.0f} GiB" if memory else "unknown",
        "system": f"{system}, {platform.system()} {platform.release()}, {platform.machine()}",
        "load when it began": f"{load} (1, 5, 15 min)",
    }


def versions(assay: Path, peers: dict[str, str], root: Path) -> dict[str, str]:
    """What was run."""
    found = {"assay": first_line([str(assay), "--version"]).removeprefix("assay ")}
    commit = first_line(["git", "describe", "--always", "--dirty"], root)
    if commit:
        found["assay"] += f", commit {commit}"
    found["assay"] += f", {assay.stat().st_size / 1e6:.1f} MB"
    found["Python"] = platform.python_version()
    sqlite = shutil.which("sqlite3")
    found["sqlite3"] = first_line([sqlite, "--version"]).split(" ")[0] if sqlite else "absent"
    return found | peers
