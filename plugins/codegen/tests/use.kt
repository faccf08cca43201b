fun main() {
    val start = "2026-01-01T08:00:00Z"
    val ache = CategorySample(type = TypeId.ACHE, value = Severity.MILD.id, start = start)
    val pair = CorrelationSample(
        type = TypeId.PAIR,
        members = listOf(Member(type = TypeId.CLASS, value = 3.0, unit = Units.CLASS.first())),
        start = start,
        metadata = mapOf(MetadataKey.STUDY to "text")
    )
    val walk = WalkSample(
        fields = WalkFields(class_ = ResultValue.MILD.id, `in` = WalkIn.LEFT.id, constructor = true),
        lists = WalkLists(stops = listOf(WalkStops(at = start, `is` = 1L))),
        start = start
    )
    val samples: List<Sample> = listOf(ache, pair, walk)
    check(samples.map { it.type } == listOf("ache", "pair", "walk"))
    check(Severity.of("mild")?.number == 2L)
}
