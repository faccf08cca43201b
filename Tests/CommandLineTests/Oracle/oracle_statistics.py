"""Merging and statistics, with exact fractions."""

import collections
import decimal
from fractions import Fraction

from oracle_calendar import MINUTE, Grid, as_microseconds, leaving, moment, named_zone, reading
from oracle_samples import ARITHMETIC, CATEGORY, CUMULATIVE, LEVEL, SESSIONS, STYLES, WEIGHTED

# How long the value of an instant holds at most.
HOLD = 10 * MINUTE


def merged(samples, rank):
    """The stretches of samples that count: of each sample the parts in which no better source measured.

    A list of sample, start and end; a sample without a length counts by its moment or not at all.
    """
    edges = sorted({edge for sample in samples if sample.length for edge in (sample.start, sample.end)})
    lasting = sorted((sample for sample in samples if sample.length), key=lambda sample: sample.start)
    pieces = {}
    active = []
    place = 0
    for begin, end in zip(edges, edges[1:]):
        active = [sample for sample in active if sample.end > begin]
        while place < len(lasting) and lasting[place].start <= begin:
            active.append(lasting[place])
            place += 1
        if not active:
            continue
        winner = min(rank(sample.source) for sample in active)
        for sample in active:
            if rank(sample.source) != winner:
                continue
            parts = pieces.setdefault(sample, [])
            if parts and parts[-1][1] == begin:
                parts[-1] = (parts[-1][0], end)
            else:
                parts.append((begin, end))
    result = [(sample, begin, end) for sample, parts in pieces.items() for begin, end in parts]
    moments = {}
    for sample in samples:
        if not sample.length:
            moments.setdefault(sample.start, []).append(sample)
    for instant, some in moments.items():
        ranks = [rank(sample.source) for sample in lasting if sample.start <= instant < sample.end]
        winner = min(ranks + [rank(sample.source) for sample in some])
        result += [(sample, instant, instant) for sample in some if rank(sample.source) == winner]
    return result


class Statistic:
    """What one interval comes to."""

    def __init__(self):
        self.count = 0
        self.duration = 0
        self.sum = Fraction(0)
        self.is_prorated = False
        self.is_touched = False
        self.values = []
        self.recent = None
        self.source = None


class Question:
    """A question about a type."""

    def __init__(self, item):
        self.type = item["type"]
        self.style = STYLES[self.type]
        self.by = item.get("by")
        self.zone = item.get("zone") or "UTC"
        self.start = moment(item["from"])[0] if item.get("from") else None
        self.end = moment(item["to"])[0] if item.get("to") else None
        self.is_separate = bool(item.get("separate"))
        self.priority = item.get("priority") or []
        self.unit = item.get("unit")
        self.anchor = moment(item["anchor"])[0] if item.get("anchor") else None
        zone = named_zone("UTC" if self.is_local else self.zone)
        self.grid = Grid(self.by, zone, self.anchor) if self.by else None

    @property
    def is_local(self):
        return self.zone == "sample"

    def rank(self, source):
        return source.rank(self.priority)

    def stretches(self, sample, begin, end):
        """The intervals that a stretch of a sample touches within what is asked for: names, starts and ends.

        A name is the start and the end of the interval as they are told: cut to what is asked for, or, by the samples'
        own clocks, readings. A moment touches one interval.
        """
        first = begin if self.start is None else max(begin, self.start)
        last = end if self.end is None else min(end, self.end)
        if begin == end:
            if first == last and (self.end is None or begin < self.end):
                yield self.interval(sample, begin, begin)[0], begin, begin
            return
        while first < last:
            name, until = self.interval(sample, first, last)
            yield name, first, min(until, last)
            first = until

    def interval(self, sample, instant, last):
        """The name of the interval that a moment of a sample lies in, and until when it does, if before the last."""
        if self.by is None:
            return (self.start, self.end), self.end
        if not self.is_local:
            start, end = self.grid.interval(instant)
            start = start if self.start is None else max(start, self.start)
            end = end if self.end is None else min(end, self.end)
            return (start, end), end
        name = self.grid.interval(as_microseconds(reading(instant, sample.zone)))
        return name, leaving(name, sample.zone, instant, last)


def answer(question, samples):
    """All statistics that a question asks for, by interval, source and case."""
    found = {}

    def statistic(name, sample):
        source = sample.source if question.is_separate else None
        rank = question.rank(source) if source else ()
        item = found.setdefault((name, rank, sample.case), Statistic())
        item.source = source
        return item

    some = samples.get(question.type, [])
    for sample in some:
        for name, _, _ in question.stretches(sample, sample.start, sample.start):
            item = statistic(name, sample)
            item.count += 1
            # They come by start and id.
            item.recent = sample
    for sample, begin, end in counted(question, some):
        for name, first, last in question.stretches(sample, begin, end):
            item = statistic(name, sample)
            item.is_touched = True
            item.duration += last - first
            if question.style == CUMULATIVE:
                is_whole = (first, last) == (sample.start, sample.end)
                item.is_prorated = item.is_prorated or not is_whole
                item.sum += sample.value if is_whole else sample.value * Fraction(last - first, sample.length)
    for name, sample, weight in weights(question, some):
        statistic(name, sample).values.append((sample, weight))
    return found


def counted(question, samples):
    """The stretches of samples that count for sums and durations."""
    if question.style not in (CUMULATIVE, CATEGORY) or question.is_separate:
        return [(sample, sample.start, sample.end) for sample in samples]
    # In bed is a frame around the other cases: it neither loses to them nor wins.
    frames = [sample for sample in samples if sample.case == SESSIONS.get(sample.type, "")]
    others = [sample for sample in samples if sample.case != SESSIONS.get(sample.type, "")]
    return merged(frames, question.rank) + merged(others, question.rank)


def weights(question, samples):
    """What averages are made of: intervals by name, samples that start in them, and the time for which they count."""
    if question.style not in (ARITHMETIC, WEIGHTED, LEVEL):
        return
    lanes = {}
    for sample in samples:
        lanes.setdefault(question.rank(sample.source) if question.is_separate else None, []).append(sample)
    for lane in lanes.values():
        starts = sorted({sample.start for sample in lane})
        following = dict(zip(starts, starts[1:]))
        instants = collections.Counter(sample.start for sample in lane if not sample.length)
        for sample in lane:
            for name, start, _ in question.stretches(sample, sample.start, sample.start):
                weight = Fraction(sample.length)
                if question.style == WEIGHTED and not sample.length:
                    until = min(start + HOLD, following.get(start, start + HOLD))
                    # The first stretch: an instant holds until its interval ends.
                    _, _, end = next(question.stretches(sample, start, until))
                    weight = Fraction(end - start, instants[start])
                yield name, sample, weight


def mean(style, values):
    """The average of values with their weights, a fraction or, of levels, a decimal number."""
    total = sum(weight for _, weight in values)
    if style == ARITHMETIC or total == 0:
        values = [(sample, Fraction(1)) for sample, _ in values]
        total = Fraction(len(values))
    if style != LEVEL:
        return sum(sample.value * weight for sample, weight in values) / total
    with decimal.localcontext() as context:
        context.prec = 60
        power = sum(10 ** (as_decimal(sample.value) / 10) * as_decimal(weight) for sample, weight in values)
        return 10 * (power / as_decimal(total)).log10()


def as_decimal(fraction):
    return decimal.Decimal(fraction.numerator) / decimal.Decimal(fraction.denominator)
