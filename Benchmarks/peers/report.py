"""Tables: for the terminal, and for the page that is kept."""
from __future__ import annotations

import re
from pathlib import Path
from statistics import median

from growth import Series
from measuring import Run
from results import Row, Verdict, bounds, figure, limit

INTRODUCTION = """# Benchmarks

How fast Assay is beside others, on one machine and in one run. `make bench` measures this page's first part again,
`make bench-growth` the second; [Benchmarks/peers](../Benchmarks/peers/README.md) says what is run.
"""


def wall(runs: list[Run]) -> str:
    seconds = median(run.wall for run in runs) if runs else None
    return "" if seconds is None else f"{seconds * 1000:.1f} ms" if seconds < 0.2 else f"{seconds:.2f} s"


def processor(runs: list[Run]) -> str:
    return f"{median(run.processor for run in runs):.2f}" if runs else ""


def peak(runs: list[Run], floor: float) -> str:
    most = max((run.peak for run in runs), default=0)
    return "" if not runs else f"< {floor + 1:.0f}" if most <= floor + 0.5 else f"{most:.0f}"


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines) + "\n"


def value(row: Row) -> str:
    if row.value is None:
        return row.missing or "not measured"
    text = figure(row.value, row.unit)
    if row.unit == "x" and row.low is not None and row.high is not None:
        return f"{text} ({row.low:.2f}..{row.high:.2f})"
    return text


def bound_cells(row: Row, section: str) -> list[str]:
    bound = bounds(section).get(row.name)
    if bound is None:
        return ["", "", ""]
    verdict = Verdict(row.name, row.value, row.unit, bound, room=row.room)
    aim = limit(bound["aim"], row.unit) if "aim" in bound else ""
    answer = {None: "", True: "yes", False: "**no**"}[verdict.is_met]
    if verdict.is_met and verdict.is_aim_met:
        answer = "aim"
    return [verdict.wanted(), aim, answer]


def pairs_part(rows: list[Row], floor: float) -> str:
    """The tables of `bench.py run`."""
    speed = [row for row in rows if row.unit in ("x", "ms")]
    memory = [row for row in rows if row.unit == "MB"]
    found = [row for row in rows if row.unit == "share"]
    parts = []
    if speed:
        head = ["job", "against", "result", "wanted", "aim", "met"]
        head += ["time / theirs", "CPU s / theirs", "peak MB / theirs"]
        cells = [
            [row.job, row.against, value(row), *bound_cells(row, "pairs"), both(wall(row.ours), wall(row.theirs)),
             both(processor(row.ours), processor(row.theirs)), both(peak(row.ours, floor), peak(row.theirs, floor))]
            for row in speed]
        parts.append(
            "A ratio (×) is the median time of theirs by the median of ours, with the least and greatest of the runs'\n"
            "own ratios: above 1 Assay is faster. A result in ms is the median of ours.\n\n" + table(head, cells))
    if memory:
        cells = [[row.job, value(row), *bound_cells(row, "pairs")] for row in memory]
        parts.append("The most memory of three runs:\n\n" + table(["command", "peak", "wanted", "aim", "met"], cells))
    if found:
        cells = [[row.job, value(row), row.note] for row in found]
        head = ["validator", "found", "which"]
        parts.append(
            "The findings on eight kinds of faults, planted into 1 % of the samples:\n\n" + table(head, cells))
    return "\n".join(parts)


def both(ours: str, theirs: str) -> str:
    return f"{ours} / {theirs}" if theirs else ours


def size_text(size: int) -> str:
    return f"{size // 1_000_000}M" if size % 1_000_000 == 0 else f"{size // 1000}k"


def growth_part(series: list[Series], additions: list[Row], place: str) -> str:
    """The tables of `bench.py growth`."""
    sizes = sorted({size for one in series for size in one.runs})
    if not sizes:
        return "\n".join(f"- {one.job}: {one.missing}" for one in series) + "\n"
    base = size_text(next(one.base() for one in series if one.runs))
    times, peaks = [], []
    for one in series:
        if not one.runs:
            times.append([one.job, one.missing] + [""] * (len(sizes) - 1))
            continue
        unit = "µs" if one.is_per_sample else "ms"
        reference = one.base()
        times.append([one.job] + [
            f"{one.time(size):.2f} {unit} ({one.time(size) / one.time(reference):.2f})" for size in sizes])
        peaks.append([one.job] + [
            f"{one.peak(size):.1f} MB ({one.peak(size) / one.peak(reference):.2f})" for size in sizes])
    head = [size_text(size) for size in sizes]
    text = (
        f"Time for each sample, and for `query` of a run: median, and the share of that at {base}. Below {base},\n"
        f"starting is part of it. Stores are {place}.\n\n" + table(["command", *head], times)
        + "\nThe most memory:\n\n" + table(["command", *head], peaks))
    if additions:
        cells = [[row.job, value(row), *bound_cells(row, "growth")[::2], wall(row.theirs), wall(row.ours)]
                 for row in additions]
        text += f"\nMore samples into a large store, by the time into {additions[0].against}:\n\n" + table(
            ["samples", "ratio", "wanted", "met", "large", "empty"], cells)
    return text


def machine_part(facts: dict[str, str], versions: dict[str, str], options: str) -> str:
    cells = [[name, text] for name, text in facts.items()]
    cells.append(["versions", "; ".join(f"{name} {text}" for name, text in versions.items())])
    return table(["measured", options], cells)


def write(document: Path, section: str, title: str, text: str) -> None:
    """Puts one part of the page in its place and keeps the other."""
    page = document.read_text() if document.exists() else INTRODUCTION
    for name in ("pairs", "growth"):
        if f"<!-- {name} -->" not in page:
            page = page.rstrip("\n") + f"\n\n<!-- {name} -->\n<!-- end of {name} -->\n"
    part = f"<!-- {section} -->\n\n## {title}\n\n{text.strip()}\n\n<!-- end of {section} -->"
    pattern = re.compile(f"<!-- {section} -->.*?<!-- end of {section} -->", re.DOTALL)
    document.parent.mkdir(parents=True, exist_ok=True)
    document.write_text(pattern.sub(lambda _: part, page, count=1))
