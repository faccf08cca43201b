import AssayPlatform
import HealthModel

/// A line whose last member shows whether it is complete: `{…,"crc":"1a2b3c4d"}` and a line feed.
///
/// The sum is the CRC-32 of all that is before `,"crc"`.
enum SealedLine {
  private static let key = Array(",\"crc\":\"".utf8)
  /// How long the last member is, with the brace and the line feed.
  private static let tail = 8 + 8 + 3

  /// Closes an object that was begun at a place and lacks its last brace.
  static func seal(from start: Int, in output: inout [UInt8]) {
    let crc = Checksum.crc32(start..<output.count, in: output)
    output.append(contentsOf: key)
    Hexadecimal.append(UInt64(crc), digits: 8, to: &output)
    output.append(contentsOf: "\"}\n".utf8)
  }

  /// A sealed line whose content was changed, sealed again.
  static func resealed(_ line: [UInt8]) -> [UInt8] {
    var output = Array(line.dropLast(tail))
    seal(from: 0, in: &output)
    return output
  }

  /// The sum of a line, given with its line feed; `nil` when the line is not whole.
  static func crc(_ line: Range<Int>, in bytes: [UInt8]) -> UInt32? {
    let end = line.upperBound
    let begin = end - tail
    guard line.lowerBound >= 0, end <= bytes.count, begin > line.lowerBound,
      bytes[line.lowerBound] == UInt8(ascii: "{"), bytes[begin..<begin + 8].elementsEqual(key),
      bytes[end - 3..<end].elementsEqual("\"}\n".utf8),
      let written = Hexadecimal.number(begin + 8..<begin + 16, in: bytes, lowerCaseOnly: true)
    else { return nil }
    let crc = Checksum.crc32(line.lowerBound..<begin, in: bytes)
    return UInt64(crc) == written ? crc : nil
  }
}

extension JSONBuilder {
  /// The object that `openObject` began as a line that says whether it is whole, with its line feed.
  var sealed: [UInt8] {
    var output = bytes
    SealedLine.seal(from: 0, in: &output)
    return output
  }
}

/// A sum over bytes, by which damage shows; it is not a proof against intent.
enum Checksum {
  /// CRC-32 of ISO 3309, as zlib and gzip compute it.
  static func crc32(_ range: Range<Int>, in bytes: [UInt8]) -> UInt32 {
    tables.withUnsafeBufferPointer { table in
      bytes[range].withUnsafeBytes { text in
        var crc: UInt32 = ~0
        var place = 0
        while place + 8 <= text.count {
          let word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: place, as: UInt64.self)) ^ UInt64(crc)
          crc = 0
          for byte in 0..<8 { crc ^= table[(7 - byte) << 8 | Int(truncatingIfNeeded: word >> (8 * byte) & 0xFF)] }
          place += 8
        }
        for byte in text[place...] { crc = table[Int(truncatingIfNeeded: (crc ^ UInt32(byte)) & 0xFF)] ^ crc >> 8 }
        return ~crc
      }
    }
  }

  /// What a byte adds to the sum, and what it adds with one to seven bytes after it, 256 entries each.
  private static let tables: [UInt32] = {
    var tables = (0..<256).map { (byte: UInt32) in
      (0..<8).reduce(byte) { entry, _ in entry & 1 == 1 ? 0xEDB8_8320 ^ (entry >> 1) : entry >> 1 }
    }
    for place in 256..<2048 { tables.append(tables[Int(tables[place - 256] & 0xFF)] ^ tables[place - 256] >> 8) }
    return tables
  }()
}
