/// The reason that a file is not a usable time zone: a clause.
package struct TimeZoneDamage: Error, Hashable {
  package var reason: String

  package init(reason: String) { self.reason = reason }

  package static let isCut = TimeZoneDamage(reason: "it is cut short")
}

/// Reads time zone files: TZif of RFC 9636, versions 1 to 4.
package enum TimeZoneFile {
  /// How long a file may be, in bytes; real ones are under 4 KiB.
  package static let sizeLimit = 1 << 20
  /// Changes before the first second count as the beginning of time, those from the end on as never: years beyond
  /// 1 to 9999.
  private static let seconds = (first: Int64(-62_300_000_000), end: Int64(253_500_000_000))
  /// Offsets are less than this many seconds away from UTC.
  private static let offsetLimit: Int64 = 26 * 3600

  /// The rules that a file's bytes mean.
  package static func rules(_ identifier: String, from bytes: [UInt8]) throws(TimeZoneDamage) -> TimeZoneRules {
    var block = try Block(bytes, at: 0, timeSize: 4)
    // From version 2 on the first block is for old readers.
    let isOld = block.version == 0
    if !isOld { block = try Block(bytes, at: block.end, timeSize: 8) }
    guard block.leapSecondCount == 0 else { throw TimeZoneDamage(reason: "it counts leap seconds") }
    guard block.typeCount > 0 else { throw TimeZoneDamage(reason: "it has no local time") }
    var offsets: [Int64] = []
    for index in 0..<block.typeCount {
      let offset = integer(bytes, at: block.types + index * 6, size: 4)
      guard abs(offset) < offsetLimit else { throw TimeZoneDamage(reason: "it has an offset of \(offset) s") }
      offsets.append(offset * 1_000_000)
    }
    var first = offsets[0]
    var changes: [(start: Int64, offset: Int64)] = []
    var before: Int64?
    for index in 0..<block.timeCount {
      let time = integer(bytes, at: block.times + index * block.timeSize, size: block.timeSize)
      let type = Int(bytes[block.typeNumbers + index])
      guard before.map({ $0 < time }) ?? true else { throw TimeZoneDamage(reason: "its changes are not in order") }
      guard type < offsets.count else { throw TimeZoneDamage(reason: "it has no local time \(type)") }
      before = time
      if time < seconds.first {
        first = offsets[type]
      } else if time < seconds.end {
        changes.append((time * 1_000_000, offsets[type]))
      }
    }
    // The rule begins at the last change: never, when that is beyond the years.
    let footer = try isOld ? nil : Self.footer(in: bytes, at: block.end)
    let isReached = before.map { $0 < seconds.end } ?? true
    return TimeZoneRules(identifier, from: first, changes: changes, footer: isReached ? footer : nil)
  }

  /// The rule between two line feeds at the end; `nil` for an empty one.
  private static func footer(in bytes: [UInt8], at start: Int) throws(TimeZoneDamage) -> FooterRule? {
    guard start < bytes.count, bytes[start] == 0x0A else { throw .isCut }
    let rest = bytes[(start + 1)...]
    guard let end = rest.firstIndex(of: 0x0A) else { throw .isCut }
    if end == rest.startIndex { return nil }
    guard let rule = FooterReader.rule(rest[..<end]) else {
      throw TimeZoneDamage(reason: "its last rule cannot be understood")
    }
    return rule
  }

  /// A signed number of 4 or 8 bytes, the first the highest, that is within the bytes.
  private static func integer(_ bytes: [UInt8], at start: Int, size: Int) -> Int64 {
    var value: UInt64 = 0
    for byte in bytes[start..<start + size] { value = value << 8 | UInt64(byte) }
    return size == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
  }

  /// The offsets of the parts of a data block; all are within the file.
  private struct Block {
    let version: UInt8
    let timeSize: Int
    let timeCount: Int
    let typeCount: Int
    let leapSecondCount: Int
    let times: Int
    let typeNumbers: Int
    let types: Int
    let end: Int

    /// Reads the header of a block.
    init(_ bytes: [UInt8], at start: Int, timeSize: Int) throws(TimeZoneDamage) {
      guard bytes.count - start >= 44 else { throw .isCut }
      guard bytes[start..<start + 4].elementsEqual("TZif".utf8) else {
        throw TimeZoneDamage(reason: "it is not a time zone file")
      }
      // Counts of 32 bits: their sums and small products fit.
      func count(_ index: Int) -> Int {
        Int(TimeZoneFile.integer(bytes, at: start + 20 + index * 4, size: 4)) & 0xFFFF_FFFF
      }
      version = bytes[start + 4]
      self.timeSize = timeSize
      leapSecondCount = count(2)
      timeCount = count(3)
      typeCount = count(4)
      times = start + 44
      typeNumbers = times + timeCount * timeSize
      types = typeNumbers + timeCount
      end = types + typeCount * 6 + count(5) + leapSecondCount * (timeSize + 4) + count(1) + count(0)
      guard end <= bytes.count else { throw .isCut }
    }
  }
}
