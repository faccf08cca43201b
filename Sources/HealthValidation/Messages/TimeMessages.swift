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
          "\(context.shown) does not exist in \(context.zone ?? "the zone"): clocks were set forward")
      default:
        return malformed(context)
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
        "`\(context.field)` \(context.shown) is taken as local time of \(context.zone ?? "the zone")\(finding.severity == .warning ? ", the earlier of two such times" : "")"
      )
    }
  }

  /// A time that cannot be read: by the table's own format, if it has one, or by RFC 3339.
  private static func malformed(_ context: MessageContext) -> FindingWords {
    switch context.finding.field {
    case .value: return FindingWords("`value` is not a date: \(context.shown)", hint: "like 1990-04-12")
    case .start, .end, .created:
      if let format = context.dateFormat {
        return FindingWords(
          "`\(context.field)` is not a time of the format `\(TextEscaping.escaped(format, limit: 60))`: \(context.shown)",
          hint: context.redacts || !TimeShape.lacksDigits(context.text, of: format)
            ? "`date_format` says so"
            : "`date_format` says so; two letters such as `hh` take two digits, `h` one or two")
      }
      let missing = context.redacts ? nil : TimeShape.missing(in: context.text)
      return FindingWords(
        "`\(context.field)` is not an instant: \(context.shown)",
        hint: "\(missing.map { $0 + " missing, write it " } ?? "")like 2026-01-01T08:00:00-07:00\(otherFormat(context))"
      )
    default:
      return FindingWords(
        "`\(context.field)` is not an offset: \(context.shown)", hint: "like +02:00, -07:00 or Z")
    }
  }

  /// What to do about a cell that does not look like an instant.
  private static func otherFormat(_ context: MessageContext) -> String {
    context.isCell && (context.redacts || !TimeShape.beginsLikeInstant(context.text))
      ? ", or say by `date_format` in assay.yaml how the table writes times" : ""
  }

  /// A length of time of the input.
  private static func duration(_ seconds: Double, _ context: MessageContext) -> MessageText {
    context.redacts ? MessageText(MessageContext.redacted) : duration(seconds)
  }

  /// A length of time in its largest fitting unit.
  private static func duration(_ seconds: Double) -> MessageText {
    for (size, name) in [(86_400.0, "days"), (3600, "hours"), (60, "minutes")] where seconds.magnitude >= size {
      let count = (seconds / size * 100).rounded() / 100
      return "\(count) \(count == 1 ? String(name.dropLast()) : name)"
    }
    return "\(seconds) seconds"
  }
}
