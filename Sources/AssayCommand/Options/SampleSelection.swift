import ArgumentParser
import Assay
import HealthModel
import HealthQueries
import HealthStorage

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

  /// Whether it names no condition.
  var isEmpty: Bool { types.isEmpty && from == nil && to == nil && source == nil && ids.isEmpty }

  /// The question, checked against the registry; times are read in a zone, or as UTC.
  func query(_ registry: Registry, zone: TimeZoneRules? = nil) throws -> SampleQuery {
    var query = SampleQuery()
    for name in types {
      do throws(QueryError) {
        let id = try registry.type(asked: name).id
        if !query.types.contains(id) { query.types.append(id) }
      } catch {
        throw Failure(error)
      }
    }
    let moments = MomentText(zone: zone)
    query.from = try Self.moment(from, "--from", moments)
    query.to = try Self.moment(to, "--to", moments)
    if let from = query.from, let to = query.to, from > to {
      throw Failure.usage("--from is after --to: no sample can be in between")
    }
    query.source = source
    if !ids.isEmpty { query.ids = try ids.map(Self.id) }
    return query
  }

  private static func id(_ text: String) throws -> SampleID {
    guard let id = SampleID(text) else {
      throw Failure.usage(
        "--id takes a UUID such as 3F2504E0-4F89-41D3-9A0C-0305E82C3301, got `\(TextEscaping.escaped(text))`")
    }
    return id
  }

  private static func moment(_ text: String?, _ option: String, _ moments: MomentText) throws -> Int64? {
    guard let text else { return nil }
    guard let moment = moments.microseconds(of: text) else {
      let advice = moments.completed(text).map { "; write `\($0)`" } ?? ""
      throw Failure.usage(
        "\(option) takes \(moments.expected), got `\(TextEscaping.escaped(text))`\(advice)")
    }
    return moment
  }
}
