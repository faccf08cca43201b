import AssayPlatform
import HealthModel

/// The store's addition to a sample's line, as its last member:
/// `"assay":{"commit":12,"digest":"77e02bd41c0a9f53","crc":"1a2b3c4d"}`.
///
/// Before it is the sample in its normal form and, for a correlation, `"members"` with references. The sum is the
/// CRC-32 of all of the line that is before `,"crc"`.
struct StoredLine {
  let commit: Int64
  /// The digest of the sample's content.
  let digest: UInt64
  /// Where the member begins, at its comma.
  let tail: Int

  private static let beginning = Array(",\"assay\":{\"commit\":".utf8)
  private static let middle = Array(",\"digest\":\"".utf8)
  private static let sum = Array("\",\"crc\":\"".utf8)
  private static let end = Array("\"}}\n".utf8)

  /// Closes a line that was begun at a place and lacks the object's last brace.
  static func close(from start: Int, commit: Int64, digest: UInt64, in output: inout [UInt8]) {
    output.append(contentsOf: beginning)
    DecimalWriter.append(commit, to: &output)
    output.append(contentsOf: middle)
    Hexadecimal.append(digest, digits: 16, to: &output)
    output.append(sum[0])
    let crc = Checksum.crc32(start..<output.count, in: output)
    output.append(contentsOf: sum[1...])
    Hexadecimal.append(UInt64(crc), digits: 8, to: &output)
    output.append(contentsOf: end)
  }

  /// Reads a line, given with its line feed; `nil` when it is not one that was written so.
  init?(_ line: Range<Int>, in bytes: [UInt8]) {
    let crcEnd = line.upperBound - Self.end.count
    let crcStart = crcEnd - 8
    let digestEnd = crcStart - Self.sum.count
    let digestStart = digestEnd - 16
    let commitEnd = digestStart - Self.middle.count
    guard line.lowerBound >= 0, line.upperBound <= bytes.count, commitEnd > line.lowerBound + Self.beginning.count,
      bytes[line.lowerBound] == UInt8(ascii: "{"), Self.holds(Self.end, at: crcEnd, bytes),
      Self.holds(Self.sum, at: digestEnd, bytes), Self.holds(Self.middle, at: commitEnd, bytes),
      let crc = Hexadecimal.number(crcStart..<crcEnd, in: bytes, lowerCaseOnly: true),
      let digest = Hexadecimal.number(digestStart..<digestEnd, in: bytes, lowerCaseOnly: true)
    else { return nil }
    var commit: Int64 = 0
    var place = commitEnd
    var factor: Int64 = 1
    while place > line.lowerBound, bytes[place - 1] &- 0x30 <= 9 {
      // No number of 18 digits was ever written; more would not fit.
      guard commitEnd - place < 18 else { return nil }
      place -= 1
      commit += Int64(bytes[place] &- 0x30) * factor
      factor *= 10
    }
    let tail = place - Self.beginning.count
    guard place < commitEnd, tail > line.lowerBound, Self.holds(Self.beginning, at: tail, bytes),
      UInt64(Checksum.crc32(line.lowerBound..<digestEnd + 1, in: bytes)) == crc
    else { return nil }
    self.commit = commit
    self.digest = digest
    self.tail = tail
  }

  private static func holds(_ text: [UInt8], at place: Int, _ bytes: [UInt8]) -> Bool {
    bytes[place..<place + text.count].elementsEqual(text)
  }

  /// Whether a line's content was deleted: blanks up to the line feed.
  static func isBlank(_ line: Range<Int>, in bytes: [UInt8]) -> Bool {
    guard let last = line.last, bytes[last] == UInt8(ascii: "\n") else { return false }
    return bytes[line.lowerBound..<last].allSatisfy { $0 == UInt8(ascii: " ") }
  }
}
