import HealthModel

/// How much left the windows of the rules over several samples; what came later was not compared with it.
@usableFromInline package struct AcrossLosses: Sendable, Hashable {
  package var identities = 0
  package var versions = 0
  /// Samples that must not overlap others.
  package var overlaps = 0
  package var sessions = 0
  package var minutes = 0
  package var series = 0

  @usableFromInline package init() {}
}

extension AcrossRules {
  package var leftWindow: AcrossLosses {
    var result = losses
    result.identities = identities.left
    result.versions = versions.left
    result.series = overlaps.left + sessions.left + rates.left
    return result
  }

  /// The checks and their windows, and how much was beyond them, in words.
  package var coverage: String {
    let series = GroupedDigits.string(options.seriesWindow)
    let text =
      "duplicates within the last \(GroupedDigits.string(options.window)) samples; overlaps and sessions within the last "
      + "\(series) samples and rates within the last \(series) minutes of each type and source"
    let left = leftWindow
    let counts: [(number: Int, one: String, many: String)] = [
      (left.identities, "sample by id", "samples by id"),
      (left.versions, "sample by sync identifier", "samples by sync identifier"),
      (left.overlaps, "sample by overlap", "samples by overlap"),
      (left.sessions, "sample by session", "samples by session"), (left.minutes, "minute", "minutes"),
      (left.series, "series", "series"),
    ]
    var parts: [String] = []
    for count in counts where count.number > 0 {
      parts.append("\(GroupedDigits.string(count.number)) \(count.number == 1 ? count.one : count.many)")
    }
    return parts.isEmpty ? text : "\(text); left a window: \(parts.joined(separator: ", "))"
  }
}
