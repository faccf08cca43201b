package import HealthModel

/// Matches the samples of one source, by its bundle or by bundle or name.
package struct SourceMatch: Sendable {
  private let text: TextMatch
  private let takesName: Bool

  /// Matches sources whose bundle is this: an owner's samples.
  package init(bundle: String) {
    text = TextMatch(bundle)
    takesName = false
  }

  package init(bundleOrName: String) {
    text = TextMatch(bundleOrName)
    takesName = true
  }

  /// Whether a sample has such a source; one without a source has not.
  package func matches(_ row: Int, of batch: SampleBatch) -> Bool {
    guard batch.source[row] >= 0 else { return false }
    let place = batch.sources.ranges[Int(batch.source[row])].indices
    return matches(object: place, in: batch.arena)
  }

  /// Whether a source, a JSON object, is such a one.
  package func matches(object range: Range<Int>, in bytes: [UInt8]) -> Bool {
    var isMatch = false
    _ = CanonicalObject.forEachMember(of: range, in: bytes) { key, value in
      if Self.bundle.matches(key: key, in: bytes) || (takesName && Self.name.matches(key: key, in: bytes)) {
        isMatch = text.matches(value: value, in: bytes)
      }
      return !isMatch
    }
    return isMatch
  }

  private static let bundle = TextMatch("bundle")
  private static let name = TextMatch("name")
}
