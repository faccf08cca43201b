#!/usr/bin/env python3
"""Runs two builds of assay in turn on the same made-up samples: no step may make the program slower.

    Benchmarks/against.py OLD NEW [--pairs 15] [--samples 300000] [--only JOB] [--instructions]

For each job it prints the ratio of processor seconds, old to new, with its 95 % interval: the mean of the logarithms of the
pairs' ratios, by Student's t. With --instructions it also counts instructions once with valgrind, on a fiftieth of the
samples. Exit status 1 means that a lower bound is below 0.97.
"""
import argparse
import math
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

LEAST = 0.97
DATA = pathlib.Path(__file__).parent / "peers/data/generate.py"
# Two-sided 95 % quantiles of Student's t, by the degrees of freedom.
T95 = {4: 2.776, 9: 2.262, 14: 2.145, 19: 2.093, 24: 2.064, 29: 2.045}


def jobs(folder):
    """Names, the commands that prepare a run, and the command that counts; PROGRAM and SIDE are replaced."""
    store = f"{folder}/SIDE.db"
    read = ["--no-config"]
    return {
        "start": ([], ["PROGRAM", "validate", *read, f"{folder}/few.ndjson"]),
        "validate-ndjson": ([], ["PROGRAM", "validate", *read, "--jobs", "1", f"{folder}/samples.ndjson"]),
        "validate-xml": ([], ["PROGRAM", "validate", *read, "--jobs", "1", f"{folder}/export.xml"]),
        "validate-csv": ([], ["PROGRAM", "validate", *read, "--jobs", "1", f"{folder}/samples.csv"]),
        "normalize": ([], ["PROGRAM", "normalize", *read, "--jobs", "1", f"{folder}/samples.ndjson"]),
        "import": ([["rm", "-f", store]], ["PROGRAM", "import", *read, "--jobs", "1", f"{folder}/samples.ndjson", "--store", store]),
        "query": ([], ["PROGRAM", "query", *read, "--store", store, "--type", "heartRate", "--output-format", "csv"]),
        "stats": ([], ["PROGRAM", "stats", *read, "--store", store, "--type", "heartRate", "--by", "day"]),
        "export": ([], ["PROGRAM", "export", *read, "--store", store]),
    }


def filled(words, program, side):
    return [word.replace("PROGRAM", program).replace("SIDE", side) for word in words]


def seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: status {done.returncode}: {done.stderr.strip()[-300:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def instructions(command):
    words = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", *command]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    found = re.search(r"I +refs: +([\d,]+)", done.stderr)
    return int(found[1].replace(",", "")) if found else None


def interval(ratios):
    logs = [math.log(ratio) for ratio in ratios]
    mean = sum(logs) / len(logs)
    deviation = math.sqrt(sum((log - mean) ** 2 for log in logs) / (len(logs) - 1))
    reach = T95.get(len(logs) - 1, 2.0 if len(logs) > 30 else 2.8) * deviation / math.sqrt(len(logs))
    return math.exp(mean), math.exp(mean - reach), math.exp(mean + reach)


def make(folder, samples):
    subprocess.run([sys.executable, "-B", str(DATA), folder, "--count", str(samples), "--formats", "ndjson,csv,xml"], check=True, stdout=subprocess.DEVNULL)
    lines = pathlib.Path(folder, "samples.ndjson").read_bytes().split(b"\n", 100)[:100]
    pathlib.Path(folder, "few.ndjson").write_bytes(b"\n".join(lines) + b"\n")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--samples", type=int, default=300_000)
    parser.add_argument("--only", action="append")
    parser.add_argument("--instructions", action="store_true")
    options = parser.parse_args()
    programs = {"old": os.path.abspath(options.old), "new": os.path.abspath(options.new)}
    failed = False
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as small:
        make(folder, options.samples)
        if options.instructions:
            make(small, max(options.samples // 50, 100))
        for name, (before, command) in jobs(folder).items():
            if options.only and name not in options.only and name != "import":
                continue
            repeated = 20 if name == "start" else 1
            ratios = []
            for pair in range(options.pairs + 1):
                taken = {}
                for side in ("old", "new") if pair % 2 else ("new", "old"):
                    for words in before:
                        subprocess.run(filled(words, programs[side], side), check=True)
                    taken[side] = sum(seconds(filled(command, programs[side], side)) for _ in range(repeated))
                if pair:  # The first one warms caches.
                    ratios.append(taken["old"] / max(taken["new"], 0.001))
            ratio, low, high = interval(ratios)
            line = f"{name:16} {ratio:5.3f}  ({low:5.3f}..{high:5.3f})  of {len(ratios)} pairs"
            if options.instructions:
                counts = {}
                for side in programs:
                    for words in jobs(small)[name][0]:
                        subprocess.run(filled(words, programs[side], side), check=True)
                    counts[side] = instructions(filled(jobs(small)[name][1], programs[side], side))
                if all(counts.values()):
                    line += f"   instructions {counts['old'] / counts['new']:5.3f}"
            print(line + ("" if low >= LEAST else "   BELOW"), flush=True)
            failed |= low < LEAST
    return 1 if failed else 0


sys.exit(main())
