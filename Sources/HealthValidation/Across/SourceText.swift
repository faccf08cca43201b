import HealthModel

struct SourceNames: Sendable, Hashable {
  var name: String?
  var bundle: String?
}

/// A source of a batch: where its names are, and what it is the same source by.
///
/// As in content ids that is the bundle, else the name with U+00A0 as a blank and without blanks at its ends: an update
/// of the app or the system does not make another source.
struct SourceText: Sendable {
  let key: TextKey
  private let name: Range<Int>?
  private let bundle: Range<Int>?

  private static let nameKey = Array("\"name\":\"".utf8)
  private static let bundleKey = Array("\"bundle\":\"".utf8)

  /// Reads a canonical object: the name first, then the bundle, then the rest.
  init(_ range: Range<Int>, in bytes: RawSpan) {
    var position = range.lowerBound + 1
    let name = Self.text(of: Self.nameKey, at: &position, end: range.upperBound, in: bytes)
    let bundle = Self.text(of: Self.bundleKey, at: &position, end: range.upperBound, in: bytes)
    if let bundle {
      key = TextKey(bundle, in: bytes)
    } else if let name {
      let trimmed = IdentityBytes.trimmedName(JSONText.decoded(name, in: bytes))
      // Turned over, since a name is not a bundle of the same text.
      key = TextKey(
        hash: ~trimmed.span.bytes.contentHash(of: 0..<trimmed.count),
        count: Int32(truncatingIfNeeded: trimmed.count))
    } else {
      key = TextKey(range, in: bytes)
    }
    self.name = name
    self.bundle = bundle
  }

  /// The names as text, from the batch's arena.
  func names(in arena: [UInt8]) -> SourceNames {
    SourceNames(name: Self.decoded(name, in: arena), bundle: Self.decoded(bundle, in: arena))
  }

  private static func decoded(_ range: Range<Int>?, in arena: [UInt8]) -> String? {
    range.map { JSONText.string($0, in: arena.span.bytes) }
  }

  /// The text of the member that begins at a position, which then is after it and its comma.
  private static func text(
    of key: [UInt8], at position: inout Int, end: Int, in bytes: RawSpan
  ) -> Range<Int>? {
    let start = position + key.count
    guard start < end, bytes.equals(position..<start, key) else { return nil }
    let stop = JSONText.closingQuote(from: start, to: end, in: bytes)
    position = stop + 2
    return start..<stop
  }
}
