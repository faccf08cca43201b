import HealthModel

/// The words for *time*.
extension FindingMessages {
  static func time(_ context: MessageContext) -> FindingWords {
    let finding = context.finding
    switch finding.code {
    case .timeInvalid:
      switch finding.index {
      case 1: return FindingWords("`\(context.field)` \(context.shown) has another offset than the sample's `offset`")
      case 2:
        return FindingWords(
          "\(context.shown) does not exist in \(context.options.timeZone?.name ?? "the zone"): clocks were set forward")
      default:
        let isDate = finding.field == .value
        return FindingWords(
          "`\(context.field)` is not \(isDate ? "a date" : "an instant"): \(context.shown)",
          hint: isDate ? "like 1990-04-12" : "like 2026-01-01T08:00:00-07:00")
      }
    case .timeNoOffset:
      return FindingWords(
        "`\(context.field)` \(context.shown) has no offset",
        hint: "write one (…Z, …+02:00), or name the zone with `--timezone`")
    case .endBeforeStart:
      return FindingWords("the sample ends \(duration(-finding.found, context)) before it starts")
    case .durationTooLong:
      return FindingWords(
        "\(context.subject) lasts at most \(duration(finding.limit)), got \(duration(finding.found, context))",
        rule: "duration.max")
    case .durationTooShort:
      return FindingWords(
        "\(context.subject) lasts at least \(duration(finding.limit)), got \(duration(finding.found, context))",
        rule: "duration.min")
    case .timeInFuture: return FindingWords("`\(context.field)` \(context.shown) is later than now")
    case .timePrecision:
      return FindingWords("`\(context.field)` has digits past the microsecond, which are cut and kept as the original")
    default:
      return FindingWords(
        "`\(context.field)` \(context.shown) is taken as local time of \(context.options.timeZone?.name ?? "the zone")"
          + (finding.severity == .warning ? ", the earlier of two such times" : ""))
    }
  }

  /// A length of time of the input.
  private static func duration(_ seconds: Double, _ context: MessageContext) -> String {
    context.redacts ? MessageContext.redacted : duration(seconds)
  }

  /// A length of time in its largest fitting unit.
  private static func duration(_ seconds: Double) -> String {
    for (size, name) in [(86_400.0, "days"), (3600, "hours"), (60, "minutes")] where seconds.magnitude >= size {
      let count = (seconds / size * 100).rounded() / 100
      return "\(DecimalWriter.string(count)) \(count == 1 ? String(name.dropLast()) : name)"
    }
    return "\(DecimalWriter.string(seconds)) seconds"
  }
}
