extension Summary {
  /// The most kinds that are counted by name; what comes after them is counted together.
  package static let mostKinds = 1_000
  /// The name under which further kinds are counted.
  package static let otherKinds = "other kinds"

  /// Counts records without a type by their kind, whose names an input may choose without end.
  package mutating func count(unsupported counts: [String: Int]) { Self.add(counts, to: &unsupported) }

  /// Counts records that no sample was made of.
  package mutating func count(passedOver records: Int) {
    if records > 0 { passedOver = (passedOver ?? 0) + records }
  }

  package mutating func count(elements counts: [String: Int]) { Self.add(counts, to: &elements) }

  private static func add(_ counts: [String: Int], to sum: inout [String: Int]) {
    if sum.count + counts.count <= mostKinds {
      sum.merge(counts, uniquingKeysWith: +)
      return
    }
    // In an order of their own, so that the same input has the same counts.
    for (name, count) in counts.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      sum[sum[name] != nil || sum.count < mostKinds ? name : otherKinds, default: 0] += count
    }
  }
}
