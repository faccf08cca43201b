import HealthModel
import HealthUnits

/// *rate-impossible* of one sample: a cumulative value that by itself is more than its type comes to in its time.
///
/// Samples of one series together are for `RateWindow`. Both take a sample of less than a minute for a minute's, since
/// phones write the steps of minutes onto samples of seconds, and an instant at midnight for a day's.
extension SampleJudge {
  @inline(__always) mutating func checkRate(_ sample: SampleSpan, _ context: RuleContext) {
    // Nearly all values are below what a minute may have.
    guard item.value > validator.limits[Int(item.type)].maximumRate * 60 else { return }
    findRate(sample, context)
  }

  @inline(never) private mutating func findRate(_ sample: SampleSpan, _ context: RuleContext) {
    guard validator.options.checksRates, item.start != SampleBatch.noTime, item.end != SampleBatch.noTime,
      item.end >= item.start
    else { return }
    let end = RateWindow.end(of: item.start, to: item.end, offset: item.startOffset)
    let seconds = max(60, Double(end &- item.start) / Double(Instant.second))
    let rate = item.value / seconds
    guard rate > validator.limits[Int(item.type)].maximumRate * RateWindow.slack else { return }
    find(.rateImpossible, context, field: .value, span: sample[.value].place, type: item.type, .rate(rate))
  }
}

extension FindingMessage {
  static func rate(_ context: MessageContext) -> FindingMessage {
    rate(
      of: context.subject, context.plan.map { " " + String(decoding: $0.canonicalUnit, as: UTF8.self) } ?? "",
      found: context.finding.detail.number, limit: context.plan?.maximumRate ?? 0, redacts: context.redacts)
  }

  /// The words for values of a type that grow too fast.
  static func rate(of subject: String, _ unit: String, found: Double, limit: Double, redacts: Bool) -> FindingMessage {
    // Rounded, unless it then would seem to be within the limit.
    let rounded = (found * 1000).rounded() / 1000
    let shown = rounded.isFinite && rounded > limit ? rounded : found
    let got = redacts ? "" : ", got \(DecimalWriter.string(shown))\(unit) a second"
    return FindingMessage(
      "\(subject) grows by at most \(DecimalWriter.string(limit))\(unit) a second\(got)",
      hint: "check start and end: a day's total on a sample of minutes is the usual cause", rule: "rate.max")
  }
}
