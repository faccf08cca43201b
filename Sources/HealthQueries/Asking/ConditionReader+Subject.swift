import HealthModel
import HealthStorage

/// Conditions on the subject.
extension ConditionReader {
  /// Adds the subjects that are wanted, or one that is not.
  mutating func addSubject(_ name: Name) throws(ConditionFault) {
    if try takesList() != nil { return try require(try list(), name) }
    let comparison = try self.comparison(name)
    switch comparison.kind {
    case .equal: try require([try operand().text], name)
    case .notEqual: query.excludedSubjects.append(try operand().text)
    default: throw ConditionFault(comparison.place, "a subject is compared by =, != and `in (…)` alone")
    }
  }

  private mutating func require(_ subjects: [String], _ name: Name) throws(ConditionFault) {
    let present = query.subjects ?? query.subject.map { [$0] } ?? []
    guard query.require(subjects: subjects) else {
      let shown = present.map { "`\(TextEscaping.escaped($0, limit: 80))`" }.joined(separator: ", ")
      throw ConditionFault(
        name.place, "a sample is of one subject, and the query already wants \(shown)",
        instead: "write `subject in (A, B)` for several subjects")
    }
  }
}

extension SampleQuery {
  /// Requires one of these subjects; what was required before still holds.
  ///
  /// - Returns: whether a sample can be of one of them.
  package mutating func require(subjects names: [String]) -> Bool {
    let present = subjects ?? subject.map { [$0] }
    var wanted: [String] = []
    for name in names where !Self.contains(name, wanted) && present.map({ Self.contains(name, $0) }) ?? true {
      wanted.append(name)
    }
    guard !wanted.isEmpty else { return false }
    // One by itself is what every store and plugin can look up.
    (subject, subjects) = wanted.count == 1 ? (wanted[0], nil) : (nil, wanted)
    return true
  }

  /// Whether a list has a text, byte for byte.
  private static func contains(_ name: String, _ list: [String]) -> Bool {
    list.contains { $0.utf8.elementsEqual(name.utf8) }
  }
}
