import HealthModel

/// Samples with names, by which cases and their messages speak of them.
///
/// A line is a name, a blank and a sample: `rest {"type":"heartRate",…}`. The members of a correlation `g` are `g.1`,
/// `g.2` and so on. Of several names for one id, the first is the one that answers have.
struct NamedSamples: Sendable {
  private let workbench: SampleWorkbench
  private let order: [String]
  private let lines: [String: String]
  private let names: [SampleID: String]
  private let ids: [String: SampleID]

  init(_ text: String, _ workbench: SampleWorkbench) throws {
    var order: [String] = []
    var lines: [String: String] = [:]
    for line in text.split(separator: "\n") {
      guard let blank = line.firstIndex(of: " ") else { throw CaseFailure("a line without a name: \(line)") }
      let name = String(line[..<blank])
      order.append(name)
      lines[name] = String(line[blank...])
    }
    guard lines.count == order.count else { throw CaseFailure("a name has two samples") }
    var names: [SampleID: String] = [:]
    var ids: [String: SampleID] = [:]
    let batch = try workbench.batch(order.compactMap { lines[$0] }.joined(separator: "\n"))
    var row = 0
    for name in order where row < batch.count {
      let group = batch.group(at: row)
      for (place, member) in group.enumerated() {
        let memberName = place == 0 ? name : "\(name).\(place)"
        ids[memberName] = batch.id[member]
        if names[batch.id[member]] == nil { names[batch.id[member]] = memberName }
      }
      row = group.upperBound
    }
    self.workbench = workbench
    self.order = order
    self.lines = lines
    self.names = names
    self.ids = ids
  }

  func batch() throws -> SampleBatch { try batch(order.joined(separator: " ")) }

  func batch(_ names: String) throws -> SampleBatch {
    let wanted = try names.split(separator: " ").map { name throws -> String in
      guard let line = self.lines[String(name)] else { throw CaseFailure("no sample is named \(name)") }
      return line
    }
    return try workbench.batch(wanted.joined(separator: "\n"))
  }

  /// The id of a sample, or of a member by its place: `g.1`.
  func id(_ name: String) throws -> SampleID {
    guard let id = ids[name] else { throw CaseFailure("no sample is named \(name)") }
    return id
  }

  /// The name of an id; the id itself when it has none.
  func name(_ id: SampleID) -> String { names[id] ?? id.description }
}
