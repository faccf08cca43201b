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
