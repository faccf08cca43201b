"""Figure 2: reports and tables are the same where processes and an executor die, and where tasks run twice."""

from __future__ import annotations

import filecmp
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from conftest import NOW, wrapper
from measure import cohort, run
from mixed import with_hard_lines
from standalone import SETTINGS, dying, standalone
from test_normalize import counts_of, exported, imported, in_table

from assay_spark.splits import files

_TESTS = Path(__file__).resolve().parents[1] / "tests"
_SPLIT = str(16 << 20)


def figure_2(assay: str, folder: Path, count: int) -> None:
    """Prints a line for each way to run; needs about a minute for each with a million samples."""
    data = with_hard_lines(cohort(folder, count))
    report, store = folder / "alone.jsonl", folder / "deaths.db"
    run([assay, "validate", "--no-config", "--now", NOW, "--output-format", "jsonl", str(data)], str(report))
    store.unlink(missing_ok=True)
    counts = imported(assay, store, files(str(data)))
    samples = exported(assay, store)
    work = folder / "deaths"
    for name in ("local[2,4]", "local[4,4]"):
        _once(name, name, assay, data, work, report, counts, samples)
    shutil.rmtree(work, ignore_errors=True)
    place = folder / "cluster"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    with standalone(place) as address:
        _once("a master and two workers", address, assay, data, work, report, counts, samples)
        # No summary: nothing may come of it.
        (work / "assay").unlink()
        process = _driver(address, wrapper(work, "exit 0"), data, work)
        is_refused = process.returncode != 0 and "ends without a summary" in process.stderr
        is_refused = is_refused and not (work / "report").exists() and not (work / "table").exists()
        print(f"2. a process that ends with 0 and says nothing: {'the job fails' if is_refused else 'MISSED'}")


def _once(
    name: str, master: str, assay: str, data: Path, work: Path, report: Path, counts: dict[str, int], samples: list[str]
) -> None:
    shutil.rmtree(work, ignore_errors=True)
    marks = work / "marks"
    marks.mkdir(parents=True)
    on_cluster = master.startswith("spark:")
    process = _driver(master, wrapper(work, dying(assay, marks, on_cluster=on_cluster)), data, work)
    if process.returncode != 0:
        print(process.stderr[-3000:], file=sys.stderr)
        sys.exit(f"{name}: the job failed")
    dead = sorted(os.listdir(marks))
    same = filecmp.cmp(report, work / "report", shallow=False)
    same_counts = counts_of(json.loads(process.stdout.splitlines()[-1])) == counts
    same_table = in_table(work / "table") == samples
    words = [f"{what} {'equal' if is_same else 'DIFFERENT'}" for what, is_same in
             (("report", same), ("counts", same_counts), ("table", same_table))]  # fmt: skip
    print(f"2. {name}, with {', '.join(dead)}: {', '.join(words)}", flush=True)
    for path in ("report", "table"):
        target = work / path
        shutil.rmtree(target) if target.is_dir() else target.unlink()


def _driver(master: str, program: str, data: Path, work: Path) -> subprocess.CompletedProcess[str]:
    arguments = [sys.executable, str(_TESTS / "on_cluster.py"), master, program, NOW, str(data), str(work / "report")]
    arguments += [_SPLIT, str(data), str(work / "table"), _SPLIT, json.dumps(SETTINGS)]
    environment = {**os.environ, "PYTHONPATH": str(_TESTS.parent / "src"), "PYSPARK_PYTHON": sys.executable}
    return subprocess.run(arguments, env=environment, capture_output=True, check=False, text=True)
