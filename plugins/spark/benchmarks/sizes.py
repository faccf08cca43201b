"""What one machine needs for a million samples: processor time, memory, and bytes of each form of the same samples.

    .build-spark/bin/python3 plugins/spark/benchmarks/sizes.py --assay .build/release/assay --count 1000000

The table of `Documentation/scale.md` has these figures.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from measure import cohort  # noqa: E402

SOURCE = Path(__file__).resolve().parents[1] / "src"


def measured(what: str, count: int, arguments: list[str], output: Path | None = None, made: Path | None = None) -> None:
    """Runs a program to its end, and prints what it took and what it made."""
    child = os.fork()
    if child == 0:
        begin = time.monotonic()
        with open(output or os.devnull, "wb") as target:
            environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
            done = subprocess.run(arguments, stdout=target, stderr=subprocess.PIPE, env=environment, check=False)
        if done.returncode not in (0, 1):
            print(done.stderr.decode(errors="replace")[-500:], file=sys.stderr)
            os._exit(1)
        wall, used = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu, place = used.ru_utime + used.ru_stime, made or output
        size = f"; {bytes_of(place) / count:.1f} bytes a sample" if place else ""
        print(f"{count} {what}: {cpu:.2f} CPU-s, {wall:.1f} s, {used.ru_maxrss >> 10} MiB{size}", flush=True)
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        sys.exit(f"{what} failed")


def bytes_of(place: Path) -> int:
    """The bytes of a file with those that SQLite keeps beside it, or of all files in a folder."""
    files = place.rglob("*") if place.is_dir() else place.parent.glob(f"{place.name}*")
    return sum(file.stat().st_size for file in files if file.is_file())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", required=True, help="a release build")
    parser.add_argument("--count", type=int, default=1_000_000, help="samples (1000000)")
    parser.add_argument("--folder", default="/tmp/assay-spark-benchmark", help="for data and stores")
    parser.add_argument("--columns-only", action="store_true", help="no stores, which take long with many samples")
    given = parser.parse_args()
    folder = Path(given.folder)
    folder.mkdir(parents=True, exist_ok=True)
    data = cohort(folder, given.count)
    inputs = sorted(str(path) for path in data.glob("P*.ndjson"))
    scratch = folder / "sizes"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    program, count = os.path.abspath(given.assay), given.count
    assay = [program, "--no-config"]

    def call(command: str, *arguments: str) -> list[str]:
        return [assay[0], command, assay[1], *arguments]

    now = ["--now", "2027-01-01T00:00:00Z"]
    size = sum(os.path.getsize(path) for path in inputs)
    print(f"{count} samples in {len(inputs)} files: {size / count:.1f} bytes a sample")
    measured("validate", count, call("validate", *now, "--output-format", "jsonl", *inputs))
    measured("validate --jobs 1", count, call("validate", *now, "--jobs", "1", "--output-format", "jsonl", *inputs))
    lines, arrow, parquet = scratch / "lines.ndjson", scratch / "samples.arrows", scratch / "parquet"
    measured("normalize", count, call("normalize", *now, "--quiet", *inputs), lines)
    lines.unlink()
    measured("normalize --as arrow", count, call("normalize", *now, "--quiet", "--as", "arrow", *inputs), arrow)
    command = "from assay_spark.parquet import main; main()"
    measured("assay-parquet", count, [sys.executable, "-c", command, str(arrow), str(parquet)], made=parquet)
    if not given.columns_only:
        for name, store in (("jsonl", f"jsonl:{scratch}/jsonl/"), ("sqlite", str(scratch / "store.db"))):
            place = scratch / ("jsonl" if name == "jsonl" else "store.db")
            measured(f"import, {name}", count, call("import", *now, "--store", store, *inputs), made=place)
            measured(f"export, {name}", count, call("export", "--store", store))
            question = ["--type", "stepCount", "--by", "subject,day", "--output-format", "jsonl"]
            measured(f"stats, {name}", count, call("stats", "--store", store, *question))
    shutil.rmtree(scratch)


if __name__ == "__main__":
    main()
