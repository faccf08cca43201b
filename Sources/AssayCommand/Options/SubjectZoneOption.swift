import ArgumentParser
import Assay
import HealthFormats
import HealthModel
import HealthQueries
import HealthStorage

/// The time zones of persons: those that a command names, then those of assay.yaml, then those that the store keeps.
struct SubjectZoneOption: ParsableArguments {
  @Option(
    name: .customLong("subject-timezone"),
    help: ArgumentHelp(
      "The time zone of a subject, as P04=America/New_York; `*` is for all others. Repeatable.",
      valueName: "subject=zone"))
  var texts: [String] = []

  /// Those of the command and of the configuration.
  func zones(_ project: Project?) throws -> SubjectZones {
    var names: [String: String] = [:]
    for text in texts {
      guard let place = text.lastIndex(of: "="), place > text.startIndex else {
        throw Failure.usage(
          "--subject-timezone takes SUBJECT=ZONE, as P04=America/New_York, got `\(TextEscaping.escaped(text))`")
      }
      names[String(text[..<place])] = String(text[text.index(after: place)...])
    }
    let database = ZoneFolders.database
    let own = try Failure.naming("--subject-timezone:") { try SubjectZones(names: names, in: database) }
    return own.over(try project?.subjectZones(in: database) ?? SubjectZones())
  }

  /// All of them, if `--timezone subject` asks for them.
  func zones(_ timezone: String?, of place: StorePlace) async throws -> SubjectZones? {
    guard try isAsked(timezone) else { return nil }
    let kept = try await place.withStore { store in
      try await HealthStore(store, zones: ZoneFolders.database).subjectZones()
    }
    return try zones(place.project).over(kept)
  }

  func isAsked(_ timezone: String?) throws -> Bool {
    guard timezone != "subject" else { return true }
    guard texts.isEmpty else {
      throw Failure.usage(
        "--subject-timezone goes with --timezone subject, and with import, which keeps it in the store")
    }
    return false
  }

  /// What is said of `--timezone sample` if an export of Apple Health was imported and samples name no zone.
  static func note(_ timezone: String?, _ types: [String], in store: any StorageBackend) async throws -> String? {
    guard timezone == "sample" else { return nil }
    let formats = try await store.imports().flatMap { item in
      JSONValue(parsing: item.details.utf8)?["files"]?.elements?.map { $0["format"]?.text } ?? []
    }
    guard formats.contains(InputFormat.appleHealth.rawValue) else { return nil }
    var query = SampleQuery()
    (query.types, query.limit) = (types, 1)
    try PredicateText(registry: store.registry).add("metadata.HKTimeZone is missing", to: &query)
    var isFound = false
    try await store.query(query) { batch in
      isFound = batch.count > 0
      return false
    }
    return isFound
      ? "note: samples of an export of Apple Health name no time zone (HKTimeZone), and all times of an export have the "
        + "offset of its day, so that days may be an hour or a journey off; --timezone subject takes the zones of people, "
        + "which `subjects` of assay.yaml or --subject-timezone name" : nil
  }

  /// Refuses the clocks of people where one answer has one clock.
  static func refuse(_ timezone: String?, besides options: [String]) throws {
    guard timezone == "subject", let option = options.first else { return }
    throw Failure.usage("--timezone subject and \(option) exclude each other: name one zone")
  }
}

extension SubjectZones {
  /// A batch whose times have the offsets of the clocks of persons; those of others stay as they were written.
  func timed(_ batch: SampleBatch) -> SampleBatch {
    var timed = batch
    let zones = batch.subjects.ranges.map { self[String(decoding: batch.arena[$0.indices], as: UTF8.self)] }
    for row in 0..<batch.count where batch.start[row] != SampleBatch.noTime {
      let head = batch.correlation[row] < 0 ? row : Int(batch.correlation[row])
      let subject = Int(batch.subject[head])
      guard let zone = subject < 0 ? self[nil] : zones[subject] else { continue }
      timed.startOffset[row] = Int16(clamping: zone.offset(at: batch.start[row]) / 60_000_000)
      timed.endOffset[row] = Int16(clamping: zone.offset(at: batch.end[row]) / 60_000_000)
    }
    return timed
  }
}
