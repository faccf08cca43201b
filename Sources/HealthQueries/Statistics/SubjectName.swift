import HealthModel

/// Whose samples: a name, or none; compared by bytes, as stores do.
struct SubjectName: Sendable {
  let name: String?

  init(_ name: String?) { self.name = name }

  var shown: String {
    name.map { "`\(TextEscaping.escaped($0, limit: 60))`" } ?? "samples without a subject"
  }
}

extension SubjectName: Hashable {
  static func == (left: SubjectName, right: SubjectName) -> Bool {
    guard let name = left.name, let other = right.name else { return left.name == nil && right.name == nil }
    return name.utf8.elementsEqual(other.utf8)
  }

  func hash(into hasher: inout Hasher) {
    guard let name else { return }
    for byte in name.utf8 { hasher.combine(byte) }
  }
}

extension SubjectName: Comparable {
  /// The order of answers: samples without a subject first.
  static func < (left: SubjectName, right: SubjectName) -> Bool {
    guard let other = right.name else { return false }
    guard let name = left.name else { return true }
    return name.utf8.lexicographicallyPrecedes(other.utf8)
  }
}
