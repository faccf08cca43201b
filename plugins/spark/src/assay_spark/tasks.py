"""Runs the work of a job in tasks."""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable, Sequence
from typing import TypeVar

from pyspark import SparkContext

Item = TypeVar("Item")
Result = TypeVar("Result")


def each(
    context: SparkContext, items: Sequence[Item], work: Callable[[Item], Result], tasks: int | None = None
) -> list[Result]:
    """Runs work on each item and returns the results in the order of the items.

    Args:
        context: the cluster.
        items: what to work on.
        work: what a task does with an item. It may run more than once, and twice at a time.
        tasks: how many tasks share the items; `None`: each item is a task.

    Raises:
        Exception: when a task failed as often as Spark allows.
    """
    if not items:
        return []

    def run(item: Item) -> Result:
        result = work(item)
        _freeze()
        return result

    return list(context.parallelize(list(items), tasks or len(items)).map(run).collect())


@functools.cache
def _freeze() -> None:
    """Takes what there is out of garbage collection: after the first task of a worker, which has imported all it needs.

    PySpark collects garbage after each task. Without this a collection goes through all objects of PySpark, pandas and
    NumPy, which takes 20 ms and is most of what a short task costs.
    """
    gc.freeze()
