"""What the command `assay-spark` takes."""

from __future__ import annotations

import argparse

from .splits import size

#: Options that change what a report is made of, or that the parts set themselves.
REFUSED = (
    "--across",
    "--quarantine",
    "--range",
    "--ranges-from",
    "--files-from",
    "--report",
    "--output-format",
    "--output",
    "--as",
    "--with",
    "--now",
    "--jobs",
    "--config",
    "--fail-if",
)
#: Options of `assay stats` that give something else than rows of subjects.
REFUSED_BY_STATS = ("--store", "--input", "--type", "--by", "--output-format", "--wide", "--plot", "--explain")


def parser() -> argparse.ArgumentParser:
    """The command line."""
    whole = argparse.ArgumentParser(prog="assay-spark", description="Assay on a Spark cluster.")
    commands = whole.add_subparsers(dest="command", required=True)

    validate = commands.add_parser("validate", help="check files, and write one report of all findings")
    _add_input(validate, "validate")
    validate.add_argument("--report", required=True, help="the report, as JSON lines")

    normalize = commands.add_parser("normalize", help="bring samples into a table of Parquet, each exactly once")
    _add_input(normalize, "normalize")
    normalize.add_argument("--table", required=True, help="the table's folder, which all workers write to")
    normalize.add_argument("--buckets", type=_count, default=16, help="buckets of subjects in a new table (16)")
    normalize.add_argument("--report", help="all findings, as JSON lines")
    normalize.add_argument("--conflicts", help="samples left out because of a conflict, as JSON lines")

    normalize.add_argument(
        "--new-catalog", action="store_true", help="add to a table whose samples another catalog judged"
    )

    stats = commands.add_parser("stats", help="statistics of a table, for each subject as `assay stats` has them")
    stats.add_argument("table", metavar="TABLE", help="the table's folder")
    stats.add_argument("--type", required=True, help="whose samples count, such as stepCount")
    stats.add_argument("--by", help="a row for each interval: hour, day, week, month and so on")
    stats.add_argument("--output", "-o", required=True, help="the file of the answer")
    stats.add_argument("--output-format", choices=("jsonl", "csv"), default="jsonl", help="jsonl (default) or csv")
    _add_options(stats, "stats", "--timezone=Europe/Berlin")

    doctor = commands.add_parser("doctor", help="ask every executor what it has")
    for command in (validate, normalize, stats, doctor):
        command.add_argument("--assay", default="assay", help="the program, by the same path on all workers")
        command.add_argument("--master", default="local[2,4]", help="the cluster (local[2,4]: here, four tries)")
    return whole


def _add_input(command: argparse.ArgumentParser, name: str) -> None:
    command.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help="folders or files; workers see them by the same paths",
    )
    command.add_argument("--split-size", type=_size, default=size("64M"), help="bytes that a task reads (64M)")
    command.add_argument("--now", help="the moment that counts as now, for all parts (the start)")
    _add_options(command, name, "--timezone=Europe/Berlin")


def _add_options(command: argparse.ArgumentParser, name: str, example: str) -> None:
    command.add_argument(
        "--option",
        action="append",
        default=[],
        help=f"passed on to `assay {name}`, such as --option={example}; repeatable",
    )


def _size(text: str) -> int:
    try:
        return size(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 10_000:
        raise argparse.ArgumentTypeError(f"`{text}` is not a number from 1 to 10000")
    return int(text)
