/// UUIDs of version 5 (RFC 9562): made of another UUID and a name, the same each time.
///
/// A record that becomes several samples gives each an id of its own: that of the record with the name of the part.
package struct NameUUID {
  private var block = [UInt8](repeating: 0, count: 128)
  private var words = [UInt32](repeating: 0, count: 80)

  package init() {}

  package mutating func id(of record: UUIDBytes, name: Span<UInt8>) -> UUIDBytes {
    let count = 16 + min(name.count, 100)
    for index in 0..<16 { block[index] = record[index] }
    for index in 16..<count { block[index] = name[index - 16] }
    block[count] = 0x80
    let size = count < 56 ? 64 : 128
    for index in count + 1..<size { block[index] = 0 }
    let bits = count * 8
    block[size - 2] = UInt8(truncatingIfNeeded: bits >> 8)
    block[size - 1] = UInt8(truncatingIfNeeded: bits)
    var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
      0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
    )
    for start in stride(from: 0, to: size, by: 64) { compress(from: start, &state) }
    var id = UUIDBytes()
    for (index, word) in [state.0, state.1, state.2, state.3].enumerated() {
      for byte in 0..<4 { id[index * 4 + byte] = UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * byte)) }
    }
    id[6] = id[6] & 0x0F | 0x50
    id[8] = id[8] & 0x3F | 0x80
    return id
  }

  /// One block of SHA-1 (FIPS 180-4).
  ///
  /// A name needs no secret: what makes ids collide is known to whoever wrote the file.
  private mutating func compress(from start: Int, _ state: inout (UInt32, UInt32, UInt32, UInt32, UInt32)) {
    for index in 0..<16 {
      let place = start + index * 4
      words[index] =
        UInt32(block[place]) << 24 | UInt32(block[place + 1]) << 16 | UInt32(block[place + 2]) << 8
        | UInt32(block[place + 3])
    }
    for index in 16..<80 {
      let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
      words[index] = word << 1 | word >> 31
    }
    var (a, b, c, d, e) = state
    for index in 0..<80 {
      let (mixed, constant): (UInt32, UInt32) =
        switch index {
        case 0..<20: (b & c | ~b & d, 0x5A82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = (a << 5 | a >> 27) &+ mixed &+ e &+ constant &+ words[index]
      (e, d, c, b, a) = (d, c, b << 30 | b >> 2, a, next)
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
  }
}

package struct UUIDBytes: Hashable, Sendable {
  private var high: UInt64 = 0
  private var low: UInt64 = 0

  /// The nil UUID.
  package init() {}

  package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count == 16 else { return nil }
    for index in 0..<16 { self[index] = bytes[index] }
  }

  package init?(text: String) {
    let text = Array(text.utf8)
    guard text.count == 36 else { return nil }
    var count = 0
    for (index, byte) in text.enumerated() {
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x37
      case 0x61...0x66: digit = byte - 0x57
      default: return nil
      }
      self[count / 2] = self[count / 2] << 4 | digit
      count += 1
    }
  }

  package subscript(index: Int) -> UInt8 {
    get { UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> UInt64(56 - 8 * (index & 7))) }
    set {
      let shift = UInt64(56 - 8 * (index & 7))
      let mask = ~(UInt64(0xFF) << shift)
      if index < 8 {
        high = high & mask | UInt64(newValue) << shift
      } else {
        low = low & mask | UInt64(newValue) << shift
      }
    }
  }

  package func append(to output: inout [UInt8]) {
    for index in 0..<16 {
      if index == 4 || index == 6 || index == 8 || index == 10 { output.append(UInt8(ascii: "-")) }
      let byte = self[index]
      output.append(Self.digit(byte >> 4))
      output.append(Self.digit(byte & 15))
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}
