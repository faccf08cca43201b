"""Work in tasks."""

from __future__ import annotations

import gc
from typing import Any

import pytest

pytest.importorskip("pyspark")


@pytest.mark.parametrize(
    ("items", "tasks"),
    [([], None), ([3, 1, 2], None), (list(range(10)), 3), (["a"], 5)],
    ids=["no items", "a task each", "fewer tasks", "more tasks"],
)
def test_results_are_in_the_order_of_the_items(spark: Any, items: list[Any], tasks: int | None) -> None:
    from assay_spark.tasks import each

    assert each(spark.sparkContext, items, lambda item: item * 2, tasks) == [item * 2 for item in items]


def test_workers_do_not_collect_what_they_have_imported(spark: Any) -> None:
    from assay_spark.tasks import each

    frozen = [each(spark.sparkContext, range(4), lambda _: gc.get_freeze_count()) for _ in range(2)]
    assert max(frozen[1]) > 10_000


def test_workers_reuse_the_memory_of_batches(spark: Any) -> None:
    from assay_spark.tasks import each

    def pool(_: int) -> str:
        import pyarrow as pa

        return str(pa.default_memory_pool().backend_name)

    assert each(spark.sparkContext, [0], pool) == ["system"]
