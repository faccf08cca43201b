// Names of a catalog, written by plugins/codegen: the next run replaces this file.

/** The ids of the types. */
object TypeId {
    /** `aa.study.grip`: Grip. In kg. */
    const val AA_STUDY_GRIP: String = "aa.study.grip"
    /** `aaStudyGrip`: A second type whose name in code would be that of the first. In count. Deprecated since 2.0: use aa.study.grip. */
    @Deprecated("Another type took its place.")
    const val AA_STUDY_GRIP_2: String = "aaStudyGrip"
    /** `ache`: Ache. */
    const val ACHE: String = "ache"
    /** `bell`: A bell that rang. */
    const val BELL: String = "bell"
    /** `born`: Born. */
    const val BORN: String = "born"
    /** `class`: Ends * / a comment, "quotes", \(swift) ${kotlin} """ and / * begins one. type: ignore\u{A}@ts-ignore; a line\u{2028}end, a\u{202E}direction. In count/min. */
    const val CLASS: String = "class"
    /** `default`: Cases that are keywords. */
    const val DEFAULT: String = "default"
    /** `pair`: Pair. */
    const val PAIR: String = "pair"
    /** `trace`: Trace. */
    const val TRACE: String = "trace"
    /** `walk`: Walk. */
    const val WALK: String = "walk"
}

/** The usual units of each quantity, the canonical one first. */
object Units {
    val AA_STUDY_GRIP: List<String> get() = listOf("kg", "g", "lb", "oz", "st")
    val AA_STUDY_GRIP_2: List<String> get() = listOf("count")
    val CLASS: List<String> get() = listOf("count/min", "b\"p\$m\\", "count/s")
}

/** The metadata keys with a definition. */
object MetadataKey {
    const val STUDY: String = "HKMetadataKeyStudy"
    const val STUDY_2: String = "HKStudy"
    const val HK_PRIVATE_SWOLF_SCORE: String = "_HKPrivateSWOLFScore"
}

/** `bell`: Cases of samples and metadata. */
enum class Bell(val id: String, val number: Long?) {
    NOT_APPLICABLE("notApplicable", 0L),
    ;

    companion object {
        /** The case with an id; `null` when there is none. */
        fun of(id: String): Bell? = values().firstOrNull { it.id == id }
    }
}

/** `default`: Cases of samples and metadata. */
enum class Default(val id: String, val number: Long?) {
    IN("in", 0L),
    CLASS("class", 1L),
    DEFAULT("default", 2L),
    SELF("self", 3L),
    NONE("none", 4L),
    NAME("name", 5L),
    ALL_CASES("allCases", 6L),
    A_B("a.b", null),
    A_B_2("a_b", null),
    INIT("init", -1L),
    REM_SLEEP("REMSleep", 9L),
    ;

    companion object {
        /** The case with an id; `null` when there is none. */
        fun of(id: String): Default? = values().firstOrNull { it.id == id }
    }
}

/** `result`: Cases of samples and metadata; StudyResult. */
enum class ResultValue(val id: String, val number: Long?) {
    MILD("mild", 1L),
    SEVERE("severe", 2L),
    ;

    companion object {
        /** The case with an id; `null` when there is none. */
        fun of(id: String): ResultValue? = values().firstOrNull { it.id == id }
    }
}

/** `severity`: Cases of samples and metadata; HKCategoryValueSeverity. */
enum class Severity(val id: String, val number: Long?) {
    UNSPECIFIED("unspecified", 0L),
    NOT_PRESENT("notPresent", 1L),
    MILD("mild", 2L),
    MODERATE("moderate", 3L),
    SEVERE("severe", 4L),
    ;

    companion object {
        /** The case with an id; `null` when there is none. */
        fun of(id: String): Severity? = values().firstOrNull { it.id == id }
    }
}

/** `walk.in`: Cases of samples and metadata. */
enum class WalkIn(val id: String, val number: Long?) {
    LEFT("left", 0L),
    RIGHT("right", 1L),
    ;

    companion object {
        /** The case with an id; `null` when there is none. */
        fun of(id: String): WalkIn? = values().firstOrNull { it.id == id }
    }
}

/** `walk.stops.mood`: Cases of samples and metadata. */
enum class WalkStopsMood(val id: String, val number: Long?) {
    GOOD("good", 1L),
    BAD("bad", 2L),
    ;

    companion object {
        /** The case with an id; `null` when there is none. */
        fun of(id: String): WalkStopsMood? = values().firstOrNull { it.id == id }
    }
}

/** A number with a unit. */
data class QuantityValue(val value: Double, val unit: String)

data class Source(
    val name: String? = null,
    val bundle: String? = null,
    val version: String? = null,
    val product: String? = null,
    val os: String? = null
)

data class Device(
    val name: String? = null,
    val manufacturer: String? = null,
    val model: String? = null,
    val hardware: String? = null,
    val firmware: String? = null,
    val software: String? = null,
    val local: String? = null,
    val udi: String? = null
)

/** A sample as a line of NDJSON; values of `metadata` are texts, numbers, truth values, and `QuantityValue`. */
interface Sample {
    val type: String
}

/** A sample of a quantity. */
data class QuantitySample(
    override val type: String,
    val value: Double,
    val unit: String,
    val start: String,
    val end: String? = null,
    val created: String? = null,
    val offset: String? = null,
    val end_offset: String? = null,
    val created_offset: String? = null,
    val uuid: String? = null,
    val subject: String? = null,
    val origin: String? = null,
    val source: Source? = null,
    val device: Device? = null,
    val metadata: Map<String, Any?>? = null
) : Sample

/** A sample of a category: its value is the `id` of a case. */
data class CategorySample(
    override val type: String,
    val value: String?,
    val start: String,
    val end: String? = null,
    val created: String? = null,
    val offset: String? = null,
    val end_offset: String? = null,
    val created_offset: String? = null,
    val uuid: String? = null,
    val subject: String? = null,
    val origin: String? = null,
    val source: Source? = null,
    val device: Device? = null,
    val metadata: Map<String, Any?>? = null
) : Sample

/** A fact about a person: the `id` of a case, a date, or a text. */
data class CharacteristicSample(
    override val type: String,
    val value: String,
    val uuid: String? = null,
    val subject: String? = null,
    val origin: String? = null,
    val source: Source? = null,
    val device: Device? = null,
    val metadata: Map<String, Any?>? = null
) : Sample

/** A member of a correlation, whose time is that of the correlation unless it has its own. */
data class Member(
    override val type: String,
    val role: String? = null,
    val value: Any?,
    val unit: String? = null,
    val start: String? = null,
    val end: String? = null,
    val created: String? = null,
    val offset: String? = null,
    val end_offset: String? = null,
    val created_offset: String? = null,
    val uuid: String? = null,
    val subject: String? = null,
    val origin: String? = null,
    val source: Source? = null,
    val device: Device? = null,
    val metadata: Map<String, Any?>? = null
) : Sample

/** Samples that only make sense together. */
data class CorrelationSample(
    override val type: String,
    val members: List<Member>,
    val start: String,
    val end: String? = null,
    val created: String? = null,
    val offset: String? = null,
    val end_offset: String? = null,
    val created_offset: String? = null,
    val uuid: String? = null,
    val subject: String? = null,
    val origin: String? = null,
    val source: Source? = null,
    val device: Device? = null,
    val metadata: Map<String, Any?>? = null
) : Sample

data class TracePoints(
    val rate: QuantityValue,
    val units: Map<String, String>? = null,
    val voltage: List<Double>,
    val isGood: List<Boolean?>? = null
)

/** `trace`: Trace. */
data class TraceSample(
    val points: TracePoints? = null,
    val parent: String? = null,
    val start: String,
    val end: String? = null,
    val created: String? = null,
    val offset: String? = null,
    val end_offset: String? = null,
    val created_offset: String? = null,
    val uuid: String? = null,
    val subject: String? = null,
    val origin: String? = null,
    val source: Source? = null,
    val device: Device? = null,
    val metadata: Map<String, Any?>? = null
) : Sample {
    override val type: String get() = "trace"
}

data class WalkFields(
    /** The `id` of a `ResultValue`. */ val class_: String,
    /** The `id` of a `WalkIn`. */ val `in`: String? = null,
    val from: String? = null,
    val constructor: Boolean? = null,
    val length: QuantityValue? = null,
    val note: Any? = null
)

data class WalkStops(
    val at: String,
    val `is`: Long? = null,
    /** The `id` of a `WalkStopsMood`. */ val mood: String? = null
)

data class WalkLists(
    val stops: List<WalkStops>? = null,
    val labels: List<String>? = null
)

/** `walk`: Walk. */
data class WalkSample(
    val fields: WalkFields,
    val lists: WalkLists? = null,
    val start: String,
    val end: String? = null,
    val created: String? = null,
    val offset: String? = null,
    val end_offset: String? = null,
    val created_offset: String? = null,
    val uuid: String? = null,
    val subject: String? = null,
    val origin: String? = null,
    val source: Source? = null,
    val device: Device? = null,
    val metadata: Map<String, Any?>? = null
) : Sample {
    override val type: String get() = "walk"
}
