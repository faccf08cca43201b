"""A driver of its own for a test: checks a folder, and brings another into a table, on the cluster that it is given."""

from __future__ import annotations

import json
import sys

from assay_spark.normalize import normalize
from assay_spark.session import session
from assay_spark.splits import files, plan
from assay_spark.validate import validate


def main() -> None:
    """Arguments: master, program, now, folder to check, report, bytes of a split, folder to bring, table, bytes of a
    split, settings as JSON."""
    master, assay, now, checked, report, check_size, brought, table, bring_size, settings = sys.argv[1:]
    with session(master, json.loads(settings)) as spark:
        context = spark.sparkContext
        validate(context, plan(files(checked), int(check_size)), report, assay=assay, now=now)
        books = normalize(context, plan(files(brought), int(bring_size)), table, assay=assay, now=now, buckets=2)
        print(json.dumps({name: getattr(books, name) for name in books.__dataclass_fields__}))


if __name__ == "__main__":
    main()
