# Names of a catalog, written by plugins/codegen: the next run replaces this file.
from typing import Any, Dict, Final, Generic, List, Literal, NotRequired, Tuple, TypedDict, TypeVar, Union


class TypeId:
    # The ids of the types.
    # `aa.study.grip`: Grip. In kg.
    AA_STUDY_GRIP: Final = "aa.study.grip"
    # `aaStudyGrip`: A second type whose name in code would be that of the first. In count. Deprecated since 2.0: use aa.study.grip.
    AA_STUDY_GRIP_2: Final = "aaStudyGrip"
    # `ache`: Ache.
    ACHE: Final = "ache"
    # `bell`: A bell that rang.
    BELL: Final = "bell"
    # `born`: Born.
    BORN: Final = "born"
    # `class`: Ends * / a comment, "quotes", \(swift) ${kotlin} """ and / * begins one. type: ignore\u{A}@ts-ignore; a line\u{2028}end, a\u{202E}direction. In count/min.
    CLASS: Final = "class"
    # `default`: Cases that are keywords.
    DEFAULT: Final = "default"
    # `pair`: Pair.
    PAIR: Final = "pair"
    # `trace`: Trace.
    TRACE: Final = "trace"
    # `walk`: Walk.
    WALK: Final = "walk"
    pass


class Units:
    # The usual units of each quantity, the canonical one first.
    AA_STUDY_GRIP: Final = ("kg", "g", "lb", "oz", "st",)
    AA_STUDY_GRIP_2: Final = ("count",)
    CLASS: Final = ("count/min", "b\"p$m\\", "count/s",)
    pass


class MetadataKey:
    # The metadata keys with a definition.
    STUDY: Final = "HKMetadataKeyStudy"
    STUDY_2: Final = "HKStudy"
    HK_PRIVATE_SWOLF_SCORE: Final = "_HKPrivateSWOLFScore"
    pass


class Case:
    # The cases of each enum.

    class Bell:
        NOT_APPLICABLE: Final = "notApplicable"

    class Default:
        IN: Final = "in"
        CLASS: Final = "class"
        DEFAULT: Final = "default"
        SELF: Final = "self"
        NONE: Final = "none"
        NAME: Final = "name"
        ALL_CASES: Final = "allCases"
        A_B: Final = "a.b"
        A_B_2: Final = "a_b"
        INIT: Final = "init"
        REM_SLEEP: Final = "REMSleep"

    class Result:
        MILD: Final = "mild"
        SEVERE: Final = "severe"

    class Severity:
        UNSPECIFIED: Final = "unspecified"
        NOT_PRESENT: Final = "notPresent"
        MILD: Final = "mild"
        MODERATE: Final = "moderate"
        SEVERE: Final = "severe"

    class WalkIn:
        LEFT: Final = "left"
        RIGHT: Final = "right"

    class WalkStopsMood:
        GOOD: Final = "good"
        BAD: Final = "bad"
    pass

# `bell`: Cases of samples and metadata.
Bell = Literal["notApplicable"]

# `default`: Cases of samples and metadata.
Default = Literal["in", "class", "default", "self", "none", "name", "allCases", "a.b", "a_b", "init", "REMSleep"]

# `result`: Cases of samples and metadata; StudyResult.
Result = Literal["mild", "severe"]

# `severity`: Cases of samples and metadata; HKCategoryValueSeverity.
Severity = Literal["unspecified", "notPresent", "mild", "moderate", "severe"]

# `walk.in`: Cases of samples and metadata.
WalkIn = Literal["left", "right"]

# `walk.stops.mood`: Cases of samples and metadata.
WalkStopsMood = Literal["good", "bad"]


# The id of a type, a unit, the value of a category or characteristic, a member of a correlation.
T = TypeVar("T", bound=str)
U = TypeVar("U", bound=str)
V = TypeVar("V", bound=str)
M = TypeVar("M")


# A number with a unit.
class QuantityValue(TypedDict):
    value: float
    unit: str


MetadataValue = Union[str, float, bool, QuantityValue]


class Source(TypedDict):
    name: NotRequired[str]
    bundle: NotRequired[str]
    version: NotRequired[str]
    product: NotRequired[str]
    os: NotRequired[str]


class Device(TypedDict):
    name: NotRequired[str]
    manufacturer: NotRequired[str]
    model: NotRequired[str]
    hardware: NotRequired[str]
    firmware: NotRequired[str]
    software: NotRequired[str]
    local: NotRequired[str]
    udi: NotRequired[str]


# What every sample may have.
class SampleDetails(TypedDict):
    uuid: NotRequired[str]
    subject: NotRequired[str]
    origin: NotRequired[str]
    source: NotRequired[Source]
    device: NotRequired[Device]
    metadata: NotRequired[Union[Dict[str, MetadataValue], None]]


# What a sample with a time has: RFC 3339 with an offset.
class TimedSample(SampleDetails):
    start: str
    end: NotRequired[str]
    created: NotRequired[str]
    offset: NotRequired[str]
    end_offset: NotRequired[str]
    created_offset: NotRequired[str]


class QuantitySample(TimedSample, Generic[T, U]):
    type: T
    value: float
    unit: U


class CategorySample(TimedSample, Generic[T, V]):
    type: T
    value: V


# A category that has no cases to tell apart.
class EventSample(TimedSample, Generic[T, V]):
    type: T
    value: NotRequired[Union[V, None]]


class CharacteristicSample(SampleDetails, Generic[T, V]):
    type: T
    value: V


class CorrelationSample(TimedSample, Generic[T, M]):
    type: T
    members: List[M]


# A quantity in a correlation, whose time is that of the correlation unless it has its own.
class QuantityMember(SampleDetails, Generic[T, U]):
    type: T
    role: NotRequired[str]
    value: float
    unit: U
    start: NotRequired[str]
    end: NotRequired[str]
    created: NotRequired[str]
    offset: NotRequired[str]
    end_offset: NotRequired[str]
    created_offset: NotRequired[str]


# A category in a correlation, whose time is that of the correlation unless it has its own.
class CategoryMember(SampleDetails, Generic[T, V]):
    type: T
    role: NotRequired[str]
    value: V
    start: NotRequired[str]
    end: NotRequired[str]
    created: NotRequired[str]
    offset: NotRequired[str]
    end_offset: NotRequired[str]
    created_offset: NotRequired[str]


AaStudyGripSample = QuantitySample[Literal["aa.study.grip"], str]

AaStudyGripSample_2 = QuantitySample[Literal["aaStudyGrip"], Literal["count"]]

AcheSample = CategorySample[Literal["ache"], Severity]

BellSample = EventSample[Literal["bell"], Bell]

BornSample = CharacteristicSample[Literal["born"], str]

ClassSample = QuantitySample[Literal["class"], Literal["count/min", "b\"p$m\\", "count/s"]]

DefaultSample = CategorySample[Literal["default"], Default]

PairSample = CorrelationSample[Literal["pair"], Union[QuantityMember[Literal["class"], Literal["count/min", "b\"p$m\\", "count/s"]], CategoryMember[Literal["ache"], Severity]]]

TracePoints = TypedDict("TracePoints", {
    "rate": QuantityValue,
    "units": NotRequired[Dict[str, str]],
    "voltage": List[float],
    "isGood": NotRequired[List[Union[bool, None]]],
})

# `trace`: Trace.
class TraceSample(TimedSample):
    type: Literal["trace"]
    points: NotRequired[TracePoints]
    parent: NotRequired[str]


WalkFields = TypedDict("WalkFields", {
    "class": Result,
    "in": NotRequired[Union[WalkIn, None]],
    "from": NotRequired[Union[str, None]],
    "constructor": NotRequired[Union[bool, None]],
    "length": NotRequired[Union[QuantityValue, None]],
    "note": NotRequired[Union[Union[str, Dict[str, str]], None]],
})
WalkStops = TypedDict("WalkStops", {
    "at": str,
    "is": NotRequired[Union[int, None]],
    "mood": NotRequired[Union[WalkStopsMood, None]],
})
WalkLists = TypedDict("WalkLists", {
    "stops": NotRequired[List[WalkStops]],
    "labels": NotRequired[List[str]],
})

# `walk`: Walk.
class WalkSample(TimedSample):
    type: Literal["walk"]
    fields: WalkFields
    lists: NotRequired[WalkLists]


# A sample of any type of the catalog.
Sample = Union[
    AaStudyGripSample,
    AaStudyGripSample_2,
    AcheSample,
    BellSample,
    BornSample,
    ClassSample,
    DefaultSample,
    PairSample,
    TraceSample,
    WalkSample,
]
