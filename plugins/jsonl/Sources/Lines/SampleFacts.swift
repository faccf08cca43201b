import HealthModel
import HealthStorage

/// The facts in a sample's line about its place in the store.
struct SampleFacts {
  var id: SampleID
  /// The start in microseconds since 1970 UTC; `SampleBatch.noTime` for a sample without a time.
  var start: Int64
  var end: Int64
  /// How much of the line is the sample itself, without its last brace.
  var bare: Int
  var line: StoredLine

  /// Reads a line, given with its line feed and whether it has references to members; `nil` when it is damaged.
  init?(_ range: Range<Int>, in bytes: [UInt8], hasMembers: Bool) {
    guard let line = StoredLine(range, in: bytes) else { return nil }
    var bareEnd = line.tail
    if hasMembers {
      guard let start = MemberReference.start(in: range, before: line.tail, bytes) else { return nil }
      bareEnd = start
    }
    var id: SampleID?
    var start: Int64?
    var end: Int64?
    let text = bytes.span.bytes
    _ = CanonicalObject.forEachMember(of: range, in: bytes) { key, value in
      if text.equals(key, "uuid") {
        id = SampleID(at: Self.inside(value), in: text)
      } else if text.equals(key, "start") {
        start = Self.time(value, bytes)
      } else if text.equals(key, "end") {
        end = Self.time(value, bytes)
      }
      // Times are after the id in the normal form; without them the whole line is read.
      return id == nil || start == nil || end == nil
    }
    guard let id, (start == nil) == (end == nil) else { return nil }
    self.id = id
    self.start = start ?? SampleBatch.noTime
    self.end = end ?? SampleBatch.noTime
    self.line = line
    bare = bareEnd - range.lowerBound
  }

  /// A string's place without its quotes.
  private static func inside(_ value: Range<Int>) -> Range<Int> {
    value.count < 2 ? value : value.lowerBound + 1..<value.upperBound - 1
  }

  private static func time(_ value: Range<Int>, _ bytes: [UInt8]) -> Int64? {
    TimestampParser.parse(inside(value), in: bytes.span.bytes, syntax: .json)?.instant.microseconds
  }
}
