import HealthModel
import HealthStorage

/// The answer of a store: heads and their members by name, as lines, and as pages go on after them.
struct Answer: Sendable {
  private let samples: NamedSamples
  private let workbench: SampleWorkbench
  private let sort: SampleQuery.Sort
  /// The heads in order, each with its members after it in parentheses: `rest g(g.1 g.2)`.
  private(set) var heads: [String] = []
  private(set) var batches: [SampleBatch] = []
  /// The token after the last head.
  private(set) var token: PageToken?

  init(samples: NamedSamples, workbench: SampleWorkbench, sort: SampleQuery.Sort = .ascending) {
    self.samples = samples
    self.workbench = workbench
    self.sort = sort
  }

  var text: String { heads.joined(separator: " ") }

  /// The samples in normal form.
  var lines: [String] { batches.flatMap { workbench.lines(of: $0) } }

  /// Adds a batch, which must be whole: all columns of one length, types of the registry, members right after their
  /// correlation.
  mutating func add(_ batch: SampleBatch) throws {
    guard batch.hasWholeRows else { throw CaseFailure("a batch of an answer has columns of several lengths") }
    batches.append(batch)
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      try check(group, of: batch)
      let members = group.dropFirst().map { samples.name(batch.id[$0]) }.joined(separator: " ")
      heads.append(samples.name(batch.id[row]) + (group.count > 1 ? "(\(members))" : ""))
      token = PageToken(row, of: batch, in: workbench.registry, sort: sort)
      row = group.upperBound
    }
  }

  private func check(_ group: Range<Int>, of batch: SampleBatch) throws {
    let types = workbench.registry.types
    for row in group {
      guard batch.type[row] >= 0, Int(batch.type[row]) < types.count else {
        throw CaseFailure("a sample of an answer has no type of the registry")
      }
    }
    let head = group.lowerBound
    guard batch.correlation[head] < 0 else { throw CaseFailure("a member does not follow its correlation at once") }
    guard group.count > 1 else { return }
    guard let roles = types[Int(batch.type[head])].shape.members else {
      throw CaseFailure("`\(samples.name(batch.id[head]))` has members and is not a correlation")
    }
    for row in group.dropFirst() {
      let role = Int(batch.role[row])
      guard role >= 0, role < roles.count, roles[role].type == types[Int(batch.type[row])].id else {
        throw CaseFailure("`\(samples.name(batch.id[row]))` has a role that its type does not have in the correlation")
      }
    }
  }
}

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

  /// The same samples by the types of another workbench.
  func reread(_ workbench: SampleWorkbench) throws -> NamedSamples {
    try NamedSamples(order.map { $0 + (lines[$0] ?? "") }.joined(separator: "\n"), workbench)
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
