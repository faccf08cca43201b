import ArgumentParser
import Assay
import HealthCatalog
import HealthModel
import HealthQueries
import HealthStorage
import HealthUnits

struct SampleOptions: ParsableArguments {
  @OptionGroup var selection: SampleSelection
  @OptionGroup var conditions: ConditionOptions
  @OptionGroup var people: SubjectZoneOption

  @Option(parsing: .unconditional, help: "The maximum number of samples.")
  var limit: Int?

  @Option(
    help: "The order by time: ascending, descending, end-ascending or end-descending.",
    completion: .list(SampleQuery.Sort.allCases.map(\.rawValue)))
  var sort = SampleQuery.Sort.ascending.rawValue

  /// The conditions without the word for each subject's zone.
  var zoned: ConditionOptions {
    var conditions = conditions
    if conditions.timezone == "subject" { conditions.timezone = nil }
    return conditions
  }

  func query(_ registry: Registry) throws -> SampleQuery {
    if conditions.timezone == "subject" {
      if let from = selection.from { try MomentText.check(from, of: "--from", isLocal: false) }
      if let to = selection.to { try MomentText.check(to, of: "--to", isLocal: false) }
    }
    var query = try zoned.query(selection, registry)
    if let limit, limit < 0 { throw Failure.usage("--limit takes 0 or more") }
    query.limit = limit
    guard let sort = SampleQuery.Sort(rawValue: sort) else {
      throw Failure.usage("--sort takes ascending, descending, end-ascending or end-descending")
    }
    query.sort = sort
    return query
  }
}

/// Which samples of a store: what commands share that read, copy and delete.
struct SampleSelection: ParsableArguments {
  @Option(
    name: .customLong("type"), help: "Only this type. Repeatable.",
    completion: .custom { _, _, _ in CompletionCandidates.types() })
  var types: [String] = []

  @Option(help: "Only samples that end at or after this time.")
  var from: String?

  @Option(help: "Only samples that start before this time.")
  var to: String?

  @Option(help: "Only samples of this source, by bundle or name.")
  var source: String?

  @Option(name: .customLong("id"), help: "Only the sample with this UUID. Repeatable.")
  var ids: [String] = []

  var isEmpty: Bool { types.isEmpty && from == nil && to == nil && source == nil && ids.isEmpty }

  /// The question, checked against the registry; times are read in a zone, or as UTC.
  func query(_ registry: Registry, zone: TimeZoneRules? = nil) throws -> SampleQuery {
    var query = SampleQuery()
    for name in types {
      let id = try registry.type(asked: name).id
      if !query.types.contains(id) { query.types.append(id) }
    }
    let moments = MomentText(zone: zone)
    query.from = try Self.moment(from, "--from", moments)
    query.to = try Self.moment(to, "--to", moments)
    if let from = query.from, let to = query.to, from > to {
      throw Failure.usage("--from is after --to: no sample can be in between")
    }
    query.source = source
    if !ids.isEmpty { query.ids = try ids.map { try Self.id($0, "--id") } }
    return query
  }

  static func id(_ text: String, _ option: String) throws -> SampleID {
    guard let id = SampleID(text) else {
      throw Failure.usage(
        "\(option) takes a UUID such as 3F2504E0-4F89-41D3-9A0C-0305E82C3301, got `\(TextEscaping.escaped(text))`")
    }
    return id
  }

  static func moment(_ text: String?, _ option: String, _ moments: MomentText) throws -> Int64? {
    guard let text else { return nil }
    guard let moment = moments.microseconds(of: text) else {
      let advice = moments.completed(text).map { "; write `\($0)`" } ?? ""
      throw Failure.usage("\(option) takes \(moments.expected), got `\(TextEscaping.escaped(text))`\(advice)")
    }
    return moment
  }
}

extension MomentText {
  /// Requires that a moment is, or is not, what the clock of each person shows.
  static func check(_ text: String, of option: String, isLocal: Bool) throws {
    let moments = [0, 60].map { MomentText(zone: TimeZoneRules(offsetMinutes: $0)).microseconds(of: text) }
    guard (moments[0] != moments[1]) != isLocal else { return }
    throw Failure.usage(
      isLocal
        ? "\(option) is by the clock of each person with --timezone subject: leave the offset out"
        : "--timezone subject shows times; \(option) takes one with an offset then, such as 2026-01-01T00:00:00Z")
  }
}

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
      The time zone of dates, of times without an offset and of the times in a table: an IANA name, ±HH:MM or UTC; \
      `subject`: in a table each subject's own. Default: UTC, and in a table the offset of each sample.
      """,
    completion: .custom { _, _, _ in ["subject"] + CompletionCandidates.zones })
  var timezone: String?

  var isEmpty: Bool { subjects.isEmpty && devices.isEmpty && metadata.isEmpty && conditions.isEmpty }

  func zone() throws -> TimeZoneRules? {
    guard let timezone else { return nil }
    return try Failure.naming("--timezone:") { try TimeZoneRules(timezone, in: ZoneFolders.database) }
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
      try Self.naming("--device") { try reader.add(device: property, equal: value, to: &query) }
    }
    for text in metadata {
      let (key, value) = Self.parts(text)
      guard !key.isEmpty else { throw Failure.usage("--metadata takes KEY or KEY=VALUE") }
      try Self.naming("--metadata") { try reader.add(metadata: key, equal: value, to: &query) }
    }
    for text in conditions { try Self.naming("--where") { try reader.add(text, to: &query) } }
    return query
  }

  private static func parts(_ text: String) -> (name: String, value: String?) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return (parts[0], parts.count > 1 ? parts[1] : nil)
  }

  private static func naming(_ option: String, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch var error as QueryError {
      if error.reason == .wrongTypeCount { error.instead = "name the types by --type" }
      throw Failure.usage("\(option) \(error)")
    }
  }
}

/// Which samples are wanted by what they have to do with another sample of the store.
struct RelationOptions: ParsableArguments {
  @Option(help: "Only samples inside the time of the sample with this UUID, of its subject: a workout's heart rates.")
  var within: String?

  @Option(help: "Only samples that belong to the sample with this UUID: a workout's routes.")
  var parent: String?

  /// The ids that are named, checked before a store is opened.
  struct Ids {
    var within: SampleID?
    var parent: SampleID?

    var isEmpty: Bool { within == nil && parent == nil }
  }

  func ids() throws -> Ids {
    Ids(
      within: try within.map { try SampleSelection.id($0, "--within") },
      parent: try parent.map { try SampleSelection.id($0, "--parent") })
  }
}

extension RelationOptions.Ids {
  /// Narrows a query to the samples that are wanted.
  ///
  /// Without a type `--within` asks for all types but the sample's own, `--parent` for those whose samples may belong
  /// to such a sample.
  func narrowed(_ query: SampleQuery, in store: any StorageBackend) async throws -> (SampleQuery, note: String?) {
    var query = query
    var note: String?
    if let within {
      guard let sample = try await HealthStore(store).sample(withID: within) else {
        throw Failure("--within: " + Self.missing(within), status: .refused)
      }
      guard sample.start != nil else {
        throw Failure.usage("--within: a sample of \(sample.type) has no time, so that none is inside it")
      }
      if query.types.isEmpty {
        query.types = try await store.counts().map(\.type).filter { $0 != sample.type }
        if query.types.isEmpty { query.ids = [] }
      }
      query = query.within(sample)
    }
    if let parent {
      let sample = try await HealthStore(store).sample(withID: parent)
      if sample == nil { note = Self.missing(parent) }
      if query.types.isEmpty {
        let kinds = store.registry.types.filter { type in
          guard let kind = type.shape.structure?.parent?.type else { return false }
          return sample.map { $0.type == kind } ?? true
        }
        query.types = kinds.map(\.id)
        if kinds.isEmpty {
          query.ids = []
          note = "samples of no type belong to one of \(sample?.type ?? "another")"
        }
      }
      query = query.children(of: parent)
    }
    return (query, note)
  }

  private static func missing(_ id: SampleID) -> String { "no sample of the store has the UUID \(id)" }
}

struct SubjectOrderOption: ParsableArguments {
  @Option(
    help: "subject: the samples of one subject after those of another; `export` writes a file for each into a folder.",
    completion: .list(["subject"]))
  var by: String?

  func isBySubject(_ query: SampleQuery, besides others: [String]) throws -> Bool {
    guard let by else { return false }
    guard by == "subject" else {
      throw Failure.usage(
        "--by takes subject, got `\(TextEscaping.escaped(by, limit: 80))`; `assay stats --by` takes intervals of time")
    }
    guard query.limit == nil, query.after == nil else {
      throw Failure.usage("--by subject goes with neither --limit nor --after: name a subject by --subject")
    }
    guard others.isEmpty else {
      let advice =
        others == ["--wide"]
        ? "a row of a wide table names its subject: leave --by out, or name one subject by --subject"
        : "name one subject by --subject"
      throw Failure.usage("--by subject and \(others.joined(separator: " and ")) exclude each other; \(advice)")
    }
    return true
  }
}
