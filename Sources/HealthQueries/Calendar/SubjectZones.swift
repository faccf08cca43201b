public import HealthModel
package import HealthStorage

/// The time zone of each person of a study.
///
/// ```swift
/// let zones = SubjectZones(["P04": try TimeZoneRules("America/New_York"), "*": try TimeZoneRules("Europe/Berlin")])
/// try await store.keep(zones)
/// ```
public struct SubjectZones: Sendable, Hashable {
  /// What stands for all people without a zone of their own, and for samples without a subject: `*`.
  public static let others = "*"

  /// The zones, by subject.
  public var zones: [String: TimeZoneRules]

  /// Creates a list of zones.
  public init(_ zones: [String: TimeZoneRules] = [:]) { self.zones = zones }

  /// Looks up the names of zones.
  package init(names: [String: String], in database: TimeZoneDatabase) throws(QueryError) {
    self.init()
    for (subject, name) in names.sorted(by: { $0.key < $1.key }) {
      zones[subject] = try TimeZoneRules(name, in: database)
    }
  }

  /// The zone of a person, or of samples without a subject; `nil` when nothing says it.
  public subscript(subject: String?) -> TimeZoneRules? { subject.flatMap { zones[$0] } ?? zones[Self.others] }

  /// These zones, and those of other people from another list.
  package func over(_ other: SubjectZones) -> SubjectZones { SubjectZones(other.zones.merging(zones) { $1 }) }

  package static let remedy = "name it among the zones of subjects, where `*` stands for all who are not named"

  package func required(_ subject: String?) throws(QueryError) -> TimeZoneRules {
    if let zone = self[subject] { return zone }
    throw QueryError(
      .wrongTimeZone, "the time zone of \(SubjectName(subject).shown) is not known", instead: Self.remedy)
  }
}

extension SubjectZones {
  /// How stores name the list among the definitions that they remember.
  package static let definitionName = "subjects/timezones"

  /// The list as stores remember it: JSON.
  package var definition: StoredDefinition {
    var json = JSONBuilder()
    json.object { json in
      for (subject, zone) in zones.sorted(by: { $0.key < $1.key }) { json.member(subject, zone.identifier) }
    }
    return StoredDefinition(name: Self.definitionName, text: String(decoding: json.bytes, as: UTF8.self))
  }

  /// The list among the definitions that a store remembers; empty when there is none.
  package init(_ stored: [StoredDefinition], in database: TimeZoneDatabase) throws(QueryError) {
    let text = stored.first { $0.name == Self.definitionName }?.text ?? "{}"
    var names: [String: String] = [:]
    for member in JSONValue(parsing: text.utf8)?.members ?? [] { names[member.key] = member.value.text }
    try self.init(names: names, in: database)
  }
}

extension HealthStore {
  /// The time zones of people that the store keeps, for `ReportZone.subject`.
  ///
  /// - Throws: `StorageError` when the store cannot be read; `QueryError` for a zone that this system does not have.
  public func subjectZones() async throws -> SubjectZones {
    try SubjectZones(try await backend.definitions(), in: zones)
  }

  /// Keeps time zones of people in the store, each in place of an earlier one of the same person.
  ///
  /// - Throws: `StorageError` when the store cannot be written, or cannot keep them.
  public func keep(_ zones: SubjectZones) async throws { try await change { zones.over($0) } }

  /// Forgets the time zone of a person.
  package func forgetZone(of subject: String) async throws {
    try await change { kept in SubjectZones(kept.zones.filter { $0.key != subject }) }
  }

  private func change(_ body: (SubjectZones) -> SubjectZones) async throws {
    let kept = try await subjectZones()
    let wanted = body(kept)
    guard wanted != kept else { return }
    try await backend.remember([wanted.definition])
    guard try await subjectZones() == wanted else {
      throw StorageError(
        .unsupported, "this store cannot keep the time zones of people", hint: "name them in each question")
    }
  }
}
