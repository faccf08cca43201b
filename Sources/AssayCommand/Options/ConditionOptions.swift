import ArgumentParser
import Assay
import HealthCatalog
import HealthModel
import HealthQueries
import HealthStorage
import HealthUnits

/// The conditions on samples besides type, time and source, for commands that read or delete; see
/// `Documentation/queries.md`.
struct ConditionOptions: ParsableArguments {
  @Option(name: .customLong("subject"), help: "Only samples of this subject. Repeatable: one of several subjects.")
  var subjects: [String] = []

  @Flag(name: .customLong("strict-start"), help: "Only samples that start at or after --from.")
  var isStrictStart = false

  @Flag(name: .customLong("strict-end"), help: "Only samples that end before or at --to.")
  var isStrictEnd = false

  @Option(
    name: .customLong("device"),
    help: "Only samples of such a device, as PROPERTY=VALUE. Repeatable: one of several values.")
  var devices: [String] = []

  @Option(name: .customLong("metadata"), help: "Only samples with such metadata, as KEY or KEY=VALUE. Repeatable.")
  var metadata: [String] = []

  @Option(
    name: .customLong("where"), help: "Only samples that meet a condition, as 'value > 100 count/min'. Repeatable.")
  var conditions: [String] = []

  @Option(
    parsing: .unconditional,
    help: """
      The time zone of dates, of times without an offset and of the times in a table: an IANA name, ±HH:MM or UTC. \
      Default: UTC, and in a table the offset of each sample.
      """,
    completion: .custom { _, _, _ in CompletionCandidates.zones })
  var timezone: String?

  var isEmpty: Bool { subjects.isEmpty && devices.isEmpty && metadata.isEmpty && conditions.isEmpty }

  /// The time zone; `nil` when none was named.
  func zone() throws -> TimeZoneRules? {
    guard let timezone else { return nil }
    do throws(QueryError) {
      return try TimeZoneRules(timezone, in: ZoneFolders.database)
    } catch {
      throw Failure.usage("--timezone: \(error)")
    }
  }

  /// The question of a selection that these conditions narrow, checked against the registry.
  func query(_ selection: SampleSelection, _ registry: Registry) throws -> SampleQuery {
    let zone = try zone()
    var query = try selection.query(registry, zone: zone)
    guard !isStrictStart || query.from != nil else { throw Failure.usage("--strict-start goes with --from") }
    guard !isStrictEnd || query.to != nil else { throw Failure.usage("--strict-end goes with --to") }
    query.isStrictStart = isStrictStart
    query.isStrictEnd = isStrictEnd
    if !subjects.isEmpty { _ = query.require(subjects: subjects) }
    let reader = PredicateText(registry: registry, zone: zone)
    for text in devices {
      let (property, value) = Self.parts(text)
      guard let value else { throw Failure.usage("--device takes PROPERTY=VALUE, as model=Watch6,7") }
      try Self.naming("--device") { () throws(QueryError) in
        try reader.add(device: property, equal: value, to: &query)
      }
    }
    for text in metadata {
      let (key, value) = Self.parts(text)
      guard !key.isEmpty else { throw Failure.usage("--metadata takes KEY or KEY=VALUE") }
      try Self.naming("--metadata") { () throws(QueryError) in
        try reader.add(metadata: key, equal: value, to: &query)
      }
    }
    for text in conditions {
      try Self.naming("--where") { () throws(QueryError) in try reader.add(text, to: &query) }
    }
    return query
  }

  /// The parts before and after the first `=`.
  private static func parts(_ text: String) -> (name: String, value: String?) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return (parts[0], parts.count > 1 ? parts[1] : nil)
  }

  /// Does something whose errors are about an option.
  private static func naming(_ option: String, _ body: () throws(QueryError) -> Void) throws {
    do throws(QueryError) {
      try body()
    } catch {
      var error = error
      if error.reason == .wrongTypeCount { error.instead = "name the types by --type" }
      throw Failure.usage("\(option) \(error)")
    }
  }
}
