/// An exact sum that takes 72 bytes until more than a few numbers are added: answers hold many sums of few numbers.
@usableFromInline package struct CompactSum: Sendable {
  /// As many as fill a cache line with the other members; after that one `ExactSum` of 568 bytes is allocated.
  private static let capacity = 6

  private var few = Fixed6<Double>(repeating: 0)
  private var count = 0
  private var large: [ExactSum] = []

  package init() {}

  /// Adds a number; infinities and NaN are left out.
  @usableFromInline package mutating func add(_ value: Double) {
    if count < Self.capacity {
      few[count] = value
      count &+= 1
    } else {
      grow()
      large[0].add(value)
    }
  }

  @usableFromInline package mutating func add(_ values: Span<Double>, in range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound, count < Self.capacity {
      add(values[index])
      index &+= 1
    }
    guard index < range.upperBound else { return }
    grow()
    var sums = large.mutableSpan
    while index < range.upperBound {
      sums[0].add(values[index])
      index &+= 1
    }
  }

  /// Adds the product of two numbers, exactly unless it leaves the range of normal numbers; a product that is not finite
  /// is left out.
  @usableFromInline package mutating func add(product first: Double, _ second: Double) {
    let product = first * second
    guard product.isFinite else { return }
    add(product)
    let rest = (-product).addingProduct(first, second)
    if rest != 0 { add(rest) }
  }

  @usableFromInline package mutating func add(_ other: CompactSum) {
    if other.large.isEmpty {
      for index in 0..<other.count { add(other.few[index]) }
    } else {
      if count < Self.capacity { count = Self.capacity }
      grow()
      large[0].add(other.large[0])
    }
  }

  package var exact: ExactSum {
    if let sum = large.first { return sum }
    var sum = ExactSum()
    for index in 0..<count { sum.add(few[index]) }
    return sum
  }

  /// The nearest number, of two the even one; an infinity when the sum is beyond the largest.
  package var value: Double {
    // Adding 0 takes the sign from a negative zero.
    count == 1 && few[0].isFinite && large.isEmpty ? few[0] + 0 : exact.value
  }

  private mutating func grow() {
    guard large.isEmpty else { return }
    var sum = ExactSum()
    for index in 0..<count { sum.add(few[index]) }
    large.append(sum)
  }
}

/// A sum of numbers without rounding: what it comes to does not depend on the order in which they are added.
///
/// The sum is a fixed-point number wide enough for all of `Double`, in chunks of 32 bits whose carries wait (R. M. Neal,
/// "Fast exact summation using small and large superaccumulators", 2015). Adding allocates nothing.
@usableFromInline package struct ExactSum: Sendable {
  /// Chunk *i* counts in units of 2^(32i − 1074); 70 of them hold more than 2^64 of the largest numbers.
  private var chunks = Fixed70<Int64>(repeating: 0)
  /// How many numbers can be added before carries must be passed on.
  private var room = ExactSum.roomiest

  /// A number adds less than 2^52 to a chunk, which holds 2^63 and starts below 2^32.
  private static let roomiest = 2046
  private static let last = 69

  @usableFromInline package init() {}

  /// Adds a number; infinities and NaN are left out.
  package mutating func add(_ value: Double) {
    let bits = value.bitPattern
    let field = Int(truncatingIfNeeded: bits &>> 52) & 0x7FF
    guard field != 0x7FF else { return }
    // Subnormal numbers have the exponent of the smallest normal ones, and no hidden bit.
    let isNormal = field != 0
    let mantissa = bits & 0xF_FFFF_FFFF_FFFF | (isNormal ? 1 &<< 52 : 0)
    let place = isNormal ? field &- 1 : 0
    let shift = UInt64(truncatingIfNeeded: place & 31)
    let low = Int64(truncatingIfNeeded: (mantissa &<< shift) & 0xFFFF_FFFF)
    let high = Int64(truncatingIfNeeded: mantissa &>> (32 &- shift))
    // All ones for a negative number: x ^ -1 - -1 is -x.
    let sign = Int64(bitPattern: bits) &>> 63
    let chunk = place &>> 5
    chunks[chunk] &+= (low ^ sign) &- sign
    chunks[chunk &+ 1] &+= (high ^ sign) &- sign
    room &-= 1
    if room == 0 { passCarries() }
  }

  /// Adds the product of two numbers, exactly unless it leaves the range of normal numbers; a product that is not finite
  /// is left out.
  @usableFromInline package mutating func add(product first: Double, _ second: Double) {
    let product = first * second
    guard product.isFinite else { return }
    add(product)
    add((-product).addingProduct(first, second))
  }

  package mutating func add(_ other: ExactSum) {
    var other = other
    other.passCarries()
    passCarries()
    for index in 0...Self.last { chunks[index] &+= other.chunks[index] }
    room &-= 1
  }

  package var isZero: Bool {
    var settled = self
    settled.passCarries()
    for index in 0...Self.last where settled.chunks[index] != 0 { return false }
    return true
  }

  /// The nearest number, of two the even one; an infinity when the sum is beyond the largest.
  package var value: Double {
    var magnitude = self
    magnitude.passCarries()
    let isNegative = magnitude.chunks[Self.last] < 0
    if isNegative {
      for index in 0...Self.last { magnitude.chunks[index] = 0 &- magnitude.chunks[index] }
      magnitude.passCarries()
    }
    let rounded = Double(bitPattern: magnitude.roundedBits)
    return isNegative ? -rounded : rounded
  }

  /// The bits of the nearest number to a sum that is not negative and has no carries.
  private var roundedBits: UInt64 {
    var top = Self.last
    while top > 0, chunks[top] == 0 { top &-= 1 }
    let highest = top * 32 + 63 - chunks[top].leadingZeroBitCount
    // Up to 53 bits are the pattern itself: a subnormal number, or one of the smallest normal ones.
    guard highest > 52 else { return chunk(0) | chunk(1) << 32 }
    let lowest = highest - 52
    guard lowest < 0x7FE else { return Double.infinity.bitPattern }
    let (base, shift) = (lowest >> 5, lowest & 31)
    let kept = chunk(base) >> shift | chunk(base + 1) << (32 - shift) | chunk(base + 2) << (64 - shift)
    // The leading bit of what is kept adds 1 to the exponent's field, as the format wants; a carry out of rounding too.
    let bits = UInt64(truncatingIfNeeded: lowest) << 52 + kept
    let half = lowest - 1
    guard chunk(half >> 5) >> (half & 31) & 1 == 1 else { return bits }
    return kept & 1 == 1 || hasBits(below: half) ? bits + 1 : bits
  }

  private func chunk(_ index: Int) -> UInt64 { index > Self.last ? 0 : UInt64(bitPattern: chunks[index]) }

  private func hasBits(below place: Int) -> Bool {
    if chunk(place >> 5) & (1 << (place & 31) - 1) != 0 { return true }
    for index in 0..<place >> 5 where chunks[index] != 0 { return true }
    return false
  }

  /// Leaves 0 up to 2^32 − 1 in all chunks but the last, which has the sign.
  private mutating func passCarries() {
    for index in 0..<Self.last {
      let chunk = chunks[index]
      chunks[index &+ 1] &+= chunk &>> 32
      chunks[index] = chunk & 0xFFFF_FFFF
    }
    room = Self.roomiest
  }
}

extension ExactSum: Hashable {
  @usableFromInline package static func == (left: ExactSum, right: ExactSum) -> Bool {
    var (left, right) = (left, right)
    left.passCarries()
    right.passCarries()
    for index in 0...last where left.chunks[index] != right.chunks[index] { return false }
    return true
  }

  @usableFromInline package func hash(into hasher: inout Hasher) {
    var settled = self
    settled.passCarries()
    for index in 0...Self.last { hasher.combine(settled.chunks[index]) }
  }
}
