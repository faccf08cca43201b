"""Measures a store in PostgreSQL with the samples of a cohort: import, bytes a sample, a participant's month, day statistics.

    make release postgresql
    python3 Benchmarks/postgresql/bench.py --samples 1000000

It makes a private server in a folder of its own, which it removes at the end. The figures go to standard output, one JSON
object a line.
"""
from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SERVER = ROOT / "plugins/postgresql/Tests/private-server"
COHORT = Path(__file__).with_name("make_cohort.py")
# What a server for a study has, instead of what is right for a small machine of 20 years ago.
SETTINGS = """
shared_buffers = 2GB
work_mem = 64MB
maintenance_work_mem = 512MB
max_wal_size = 4GB
checkpoint_timeout = 15min
"""
MONTH = ("2025-03-01T00:00:00Z", "2025-04-01T00:00:00Z")


def say(what: str, **figures: object) -> None:
    print(json.dumps({"what": what, **figures}), flush=True)


def run(words: list[str], **options: object) -> tuple[float, subprocess.CompletedProcess[str]]:
    begun = time.monotonic()
    done = subprocess.run(words, text=True, capture_output=True, **options)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(words)}\n{done.stderr}")
    return time.monotonic() - begun, done


class Server:
    """A private server, whose folder goes with it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = self.start()
        subprocess.run([SERVER, "stop", folder], check=True)
        with open(folder / "data/postgresql.conf", "a", encoding="utf-8") as settings:
            settings.write(SETTINGS)
        self.url = self.start()

    def start(self) -> str:
        return subprocess.run([SERVER, "start", self.folder], text=True, capture_output=True, check=True).stdout.strip()

    def ask(self, sql: str) -> str:
        words = ["psql", "-h", str(self.folder), "-U", "assay", "-d", "assay", "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1"]
        return run([*words, "-c", "SET search_path = assay", "-c", sql])[1].stdout.split("\n", 1)[1]

    def stop(self) -> None:
        subprocess.run([SERVER, "stop", self.folder], check=True)
        shutil.rmtree(self.folder)


def bytes_of_tables(server: Server) -> int:
    return int(server.ask(
        "SELECT sum(pg_total_relation_size(oid)) FROM pg_class"
        " WHERE relnamespace = 'assay'::regnamespace AND relkind = 'r'"))


def month_of_a_subject(server: Server) -> None:
    """Rows that the server reads for the rows that it returns, in one plan of the public view."""
    moment = "extract(epoch FROM timestamptz '{}')::bigint * 1000000"
    plan = json.loads(server.ask(
        "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT start_time, value FROM samples WHERE subject = 'P00500' "
        f"AND type = 'heartRate' AND start_us >= {moment.format(MONTH[0])} AND start_us < {moment.format(MONTH[1])}"))[0]
    read = 0

    def walk(node: dict) -> None:
        nonlocal read
        if str(node.get("Relation Name", "")).startswith("assay_samples"):
            removed = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
            read += (node["Actual Rows"] + removed) * node["Actual Loops"]
        for child in node.get("Plans", []):
            walk(child)

    walk(plan["Plan"])
    rows = plan["Plan"]["Actual Rows"]
    say("month of a subject", rows=rows, read=read, ratio=round(read / max(1, rows), 3),
        milliseconds=round(plan["Execution Time"], 2), buffers=plan["Plan"].get("Shared Hit Blocks", 0)
        + plan["Plan"].get("Shared Read Blocks", 0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=1_000_000)
    parser.add_argument("--participants", type=int, default=1000)
    parser.add_argument("--assay", default=str(ROOT / ".build/release/assay"))
    parser.add_argument("--plugin", default=str(ROOT / "plugins/postgresql"))
    parser.add_argument("--folder", help="where the server and the samples are, with room for 700 bytes a sample")
    parser.add_argument("--keep", action="store_true", help="leave the server running, and print its URL")
    parser.add_argument("--statistics", nargs="*", default=["heartRate", "stepCount"], help="types of the day statistics")
    options = parser.parse_args()
    scratch = Path(tempfile.mkdtemp(prefix="assay-pg-", dir=options.folder))
    # The server's user must come through.
    os.chmod(scratch, 0o755)
    server = Server(scratch / "server")
    try:
        samples = scratch / "cohort.jsonl"
        with open(samples, "w", encoding="utf-8") as out:
            words = [sys.executable, str(COHORT), "--samples", str(options.samples)]
            subprocess.run([*words, "--participants", str(options.participants)], stdout=out, check=True)
        say("samples", count=options.samples, participants=options.participants, bytes=samples.stat().st_size)
        store = ["--plugin", options.plugin, "--plugin-timeout", "600", "--store", server.url]
        seconds, done = run([options.assay, "import", str(samples), *store])
        count = int(re.sub(r"\D", "", re.search(r"([\d,]+) accepted", done.stderr).group(1)))
        say("import", accepted=count, seconds=round(seconds, 1), samples_a_second=round(count / seconds))
        samples.unlink()
        size = bytes_of_tables(server)
        say("size", bytes=size, bytes_a_sample=round(size / max(1, count), 1))
        server.ask("ANALYZE")
        month_of_a_subject(server)
        query = [options.assay, "query", "--type", "heartRate", "--subject", "P00500", "--from", MONTH[0]]
        seconds, done = run([*query, "--to", MONTH[1], "--output-format", "jsonl", *store])
        say("assay query, a subject's month", rows=done.stdout.count("\n"), seconds=round(seconds, 2))
        for name in options.statistics:
            seconds, done = run([options.assay, "stats", "--type", name, "--by", "subject,day", *store])
            say("day statistics of the cohort", type=name, lines=done.stdout.count("\n"), seconds=round(seconds, 1))
    finally:
        if options.keep:
            say("kept", url=server.url)
        else:
            server.stop()
            shutil.rmtree(scratch)


if __name__ == "__main__":
    main()
