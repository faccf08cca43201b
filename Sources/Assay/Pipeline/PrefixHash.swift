/// A hash of what was read of an input, by which a resumed import knows that it is the same: 128 bits, made for speed.
///
/// A hash that distinguishes a changed file from an unchanged one.
///
/// It is not a cryptographic hash: whoever writes an input can construct two with the same hash, and only causes part of
/// their own file to be skipped. Each half multiplies every other sixteen bytes as two words and folds the product
/// (wyhash, Wang Yi, 2019, in the public domain), so that the input is read at memory speed.
struct PrefixHash: Sendable {
  private var first: UInt64 = 0x2D35_8DCC_AA6C_78A5
  private var second: UInt64 = 0x8BB8_4B93_962E_ACC9
  /// The bytes added that do not fill a block yet.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  /// The number of bytes hashed at once.
  private static let block = 32

  /// Adds bytes; in how many pieces they come makes no difference.
  mutating func update(_ bytes: RawSpan) {
    count &+= UInt64(bytes.byteCount)
    var place = 0
    if !rest.isEmpty {
      place = min(Self.block - rest.count, bytes.byteCount)
      append(bytes, 0..<place)
      guard rest.count == Self.block else { return }
      let whole = rest
      take(whole.span.bytes, 0)
      rest.removeAll(keepingCapacity: true)
    }
    while bytes.byteCount &- place >= Self.block {
      take(bytes, place)
      place &+= Self.block
    }
    append(bytes, place..<bytes.byteCount)
  }

  /// The hash of what was added so far: 16 bytes.
  var value: [UInt8] {
    var end = self
    let last = rest + repeatElement(0, count: Self.block - rest.count)
    end.take(last.span.bytes, 0)
    let low = Self.folded(end.first ^ 0x4B33_A62E_D433_D4A3, end.second ^ count)
    let high = Self.folded(end.second ^ 0x4D5A_2DA5_1DE1_AA47, low ^ count)
    return [low, high].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) } }
  }

  private mutating func append(_ bytes: RawSpan, _ range: Range<Int>) {
    for place in range { rest.append(bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)) }
  }

  /// Hashes the block at a place.
  @inline(__always) private mutating func take(_ bytes: RawSpan, _ place: Int) {
    first = Self.folded(Self.word(bytes, place) ^ 0x2D35_8DCC_AA6C_78A5, Self.word(bytes, place &+ 8) ^ first)
    second = Self.folded(Self.word(bytes, place &+ 16) ^ 0x8BB8_4B93_962E_ACC9, Self.word(bytes, place &+ 24) ^ second)
  }

  @inline(__always) private static func word(_ bytes: RawSpan, _ place: Int) -> UInt64 {
    bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
  }

  @inline(__always) private static func folded(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
