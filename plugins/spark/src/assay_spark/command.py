"""The command `assay-spark`."""

from __future__ import annotations

import argparse
import datetime
import shutil
import sys
from collections.abc import Sequence

from .reports import ReportsDiffer
from .splits import Unit, files, plan, size

#: Options that change what a report is made of, or that the parts set themselves.
_REFUSED = (
    "--across",
    "--quarantine",
    "--range",
    "--ranges-from",
    "--files-from",
    "--report",
    "--output-format",
    "--now",
    "--jobs",
    "--config",
    "--fail-if",
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command and ends the process with its status."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Runs the command: 0 and 1 are a verdict as of `assay validate`, 2 is a failure, 64 a wrong call."""
    given = _parser().parse_args(arguments)
    assay = shutil.which(given.assay)
    if assay is None:
        return _refuse(f"no program `{given.assay}`; name it with --assay")
    if given.command == "doctor":
        return _doctor(given.master, assay)
    wrong = [option for option in given.option if option.partition("=")[0] in _REFUSED]
    if wrong:
        return _refuse(f"`{wrong[0]}` cannot be passed on to parts of a run")
    try:
        units = plan([path for name in given.paths for path in files(name)], given.split_size)
    except OSError as error:
        return _refuse(f"{error.filename}: {error.strerror}")
    if not units:
        return _refuse("no file there looks like health samples")
    return _validate(given, assay, units)


def _validate(given: argparse.Namespace, assay: str, units: list[Unit]) -> int:
    from .session import session
    from .validate import validate

    now = given.now or datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    try:
        with session(given.master) as spark:
            outcome = validate(
                spark.sparkContext,
                units,
                given.report,
                assay=assay,
                now=now,
                options=given.option,
            )
    except ReportsDiffer as error:
        return _refuse(str(error), 2)
    except Exception as error:  # what a task raised comes back as an exception of the JVM
        return _refuse(_reason(error), 2)
    parts = f"{outcome.units} part{'' if outcome.units == 1 else 's'}"
    print(f"{outcome.read} read, {outcome.refused} refused, in {parts}, as of {now}", file=sys.stderr)
    return outcome.status


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


def _size(text: str) -> int:
    try:
        return size(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="assay-spark", description="Assay on a Spark cluster.")
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("validate", help="check files, and write one report of all findings")
    check.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help="folders or files; workers see them by the same paths",
    )
    check.add_argument("--report", required=True, help="the report, as JSON lines")
    check.add_argument("--split-size", type=_size, default=size("64M"), help="bytes a task checks (64M)")
    check.add_argument("--now", help="the moment that counts as now, for all parts (the start)")
    check.add_argument(
        "--option",
        action="append",
        default=[],
        help="passed on to `assay validate`, such as --option=--timezone=Europe/Berlin; repeatable",
    )
    doctor = commands.add_parser("doctor", help="ask every executor what it has")
    for command in (check, doctor):
        command.add_argument("--assay", default="assay", help="the program, by the same path on all workers")
        command.add_argument("--master", default="local[2,4]", help="the cluster (local[2,4]: here, four tries)")
    return parser
