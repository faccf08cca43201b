"""The command `assay-spark`."""

from __future__ import annotations

import argparse
import datetime
import os
import shutil
import sys
from collections.abc import Sequence

from .arguments import REFUSED, REFUSED_BY_STATS, parser
from .gathering import ReportsDiffer
from .splits import Unit, files, plan
from .table import TableError


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command and ends the process with its status."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Runs the command: 0 and 1 are a verdict as of `assay validate`, 2 is a failure, 64 a wrong call."""
    given = parser().parse_args(arguments)
    assay = shutil.which(given.assay)
    if assay is None:
        return _refuse(f"no program `{given.assay}`; name it with --assay")
    assay = os.path.abspath(assay)
    if given.command == "doctor":
        return _doctor(given.master, assay)
    refused = REFUSED_BY_STATS if given.command == "stats" else REFUSED
    names = [option.partition("=")[0] for option in given.option]
    wrong = [name for name in names if name in refused]
    if wrong:
        return _refuse(f"`{wrong[0]}` cannot be passed on to parts of a run")
    try:
        if given.command == "stats":
            return _stats(given, assay)
        paths = [path for name in given.paths for path in files(name)]
        if not paths:
            return _refuse("no file there looks like health samples")
        if len(set(paths)) < len(paths):
            return _refuse(f"`{next(path for path in paths if paths.count(path) > 1)}` is named twice")
        units = plan(paths, given.split_size)
        now = given.now or datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        return (_validate if given.command == "validate" else _normalize)(given, assay, units, now)
    except OSError as error:
        return _refuse(f"{error.filename}: {error.strerror}")
    except (ReportsDiffer, TableError) as error:
        return _refuse(str(error), 2)
    except Exception as error:  # what a task raised comes back as an exception of the JVM
        return _refuse(_reason(error), 2)


def _validate(given: argparse.Namespace, assay: str, units: list[Unit], now: str) -> int:
    from .session import session
    from .validate import validate

    with session(given.master) as spark:
        outcome = validate(spark.sparkContext, units, given.report, assay=assay, now=now, options=given.option)
    parts = f"{outcome.units} part{'' if outcome.units == 1 else 's'}"
    print(f"{outcome.read} read, {outcome.refused} refused, in {parts}, as of {now}", file=sys.stderr)
    return outcome.status


def _normalize(given: argparse.Namespace, assay: str, units: list[Unit], now: str) -> int:
    from .normalize import normalize
    from .session import session

    with session(given.master) as spark:
        books = normalize(
            spark.sparkContext,
            units,
            given.table,
            assay=assay,
            now=now,
            options=given.option,
            buckets=given.buckets,
            report=given.report,
            conflicts=given.conflicts,
            new_catalog=given.new_catalog,
        )
    print(
        f"{books.read} read, {books.accepted} accepted, {books.duplicates} duplicates, {books.conflicts} conflicts, "
        f"{books.refused} refused, as of {now}",
        file=sys.stderr,
    )
    return books.status


def _stats(given: argparse.Namespace, assay: str) -> int:
    from .session import session
    from .statistics import statistics

    with session(given.master) as spark:
        statistics(
            spark.sparkContext,
            given.table,
            given.output,
            assay=assay,
            type_=given.type,
            by=given.by,
            options=given.option,
            output_format=given.output_format,
        )
    return 0


def _doctor(master: str, assay: str) -> int:
    from .doctor import here, places, report
    from .session import session

    with session(master) as spark:
        lines, alike = report(places(spark.sparkContext, assay), here(assay))
    print("\n".join(lines))
    return 0 if alike else 1


def _reason(error: Exception) -> str:
    """The line of a failure that says why; traces of the JVM have hundreds."""
    lines = str(error).splitlines() or [type(error).__name__]
    return next((line for line in lines if "BrokenReport: " in line), lines[0])


def _refuse(words: str, status: int = 64) -> int:
    print(f"assay-spark: {words}", file=sys.stderr)
    return status
