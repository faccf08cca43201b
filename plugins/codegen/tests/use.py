from typing import List

from names import AcheSample, Case, MetadataKey, PairSample, Sample, TypeId, Units, WalkSample

START = "2026-01-01T08:00:00Z"
ache: AcheSample = {"type": "ache", "value": Case.Severity.MILD, "start": START}
pair: PairSample = {
    "type": TypeId.PAIR,
    "start": START,
    "members": [{"type": "class", "value": 3, "unit": Units.CLASS[0]}, {"type": "ache", "value": "severe"}],
    "metadata": {MetadataKey.STUDY: "text"},
}
walk: WalkSample = {
    "type": "walk",
    "start": START,
    "fields": {"class": "mild", "in": "left", "constructor": True, "length": {"value": 1, "unit": "km"}},
    "lists": {"stops": [{"at": START, "is": 1, "mood": "good"}], "labels": ["a"]},
}
samples: List[Sample] = [ache, pair, walk]


def points(sample: Sample) -> int:
    if sample["type"] == "trace" and "points" in sample:
        return len(sample["points"]["voltage"])
    return 0


points(samples[0])

# Errors that must be found: an ignored line without one is an error itself.
wrong_case: AcheSample = {"type": "ache", "value": "left", "start": START}  # type: ignore[typeddict-item]
no_start: AcheSample = {"type": "ache", "value": "mild"}  # type: ignore[typeddict-item]
