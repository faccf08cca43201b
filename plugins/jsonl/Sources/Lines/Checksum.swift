/// Sums over bytes, by which damage shows; none of them is proof against intent.
enum Checksum {
  /// CRC-32 of ISO 3309, as zlib and gzip compute it.
  static func crc32(_ range: Range<Int>, in bytes: [UInt8]) -> UInt32 {
    let table = Self.table
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes[range] {
      crc = table[Int(truncatingIfNeeded: (crc ^ UInt32(byte)) & 0xFF)] ^ (crc >> 8)
    }
    return ~crc
  }

  private static let table: [UInt32] = (0..<256).map { number -> UInt32 in
    var entry = UInt32(number)
    for _ in 0..<8 { entry = entry & 1 == 1 ? 0xEDB8_8320 ^ (entry >> 1) : entry >> 1 }
    return entry
  }

  /// A hash of words, for files that can be made again; four lanes, so that a block costs less than its reading.
  static func hash(_ words: [UInt64]) -> UInt64 {
    var first: UInt64 = 0x9E37_79B9_7F4A_7C15
    var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    var third: UInt64 = 0x1656_67B1_9E37_79F9
    var fourth = UInt64(truncatingIfNeeded: words.count)
    var place = 0
    while place + 4 <= words.count {
      first = mixed(first ^ words[place])
      second = mixed(second ^ words[place + 1])
      third = mixed(third ^ words[place + 2])
      fourth = mixed(fourth ^ words[place + 3])
      place += 4
    }
    while place < words.count {
      first = mixed(first ^ words[place])
      place += 1
    }
    return mixed(mixed(first ^ (second << 1)) ^ mixed(third ^ (fourth << 1)))
  }

  @inline(__always) private static func mixed(_ word: UInt64) -> UInt64 {
    let product = word &* 0xFF51_AFD7_ED55_8CCD
    return product ^ (product >> 32)
  }
}
