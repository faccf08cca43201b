"""The jobs of the budget, in the table's order. Each gives the rows it measured."""
from __future__ import annotations

from typing import Callable

from context import Bench
from jobs import asking, faults, importing, memory, reading, rules, starting, validating
from measuring import Progress
from results import Row

Job = Callable[[Bench, Progress], "list[Row]"]

JOBS: dict[str, Job] = {
    "validate-duckdb": validating.against_duckdb,
    "validate-duckdb-by-id": validating.against_duckdb_by_id,
    "validate-jsonschema-rs": validating.against_jsonschema,
    "validate-floor": validating.against_floor,
    "validate-two-jobs": validating.two_jobs,
    "import-healthkit-ram": importing.healthkit_ram,
    "import-healthkit-disk": importing.healthkit_disk,
    "import-sqlite": importing.against_sqlite,
    "read-routes": reading.routes,
    "read-ecgs": reading.electrocardiograms,
    "read-health-connect": reading.health_connect,
    "read-fhir": reading.fhir,
    "rule-plugin": rules.plugin,
    "stats-day": asking.statistics_by_day,
    "query-last": asking.last_hundred,
    "start-up": starting.hundred_samples,
    "memory": memory.peaks,
    "faults": faults.found,
}
