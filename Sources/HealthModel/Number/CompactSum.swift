/// An exact sum that takes 72 bytes until more than a few numbers are added: answers hold many sums of few numbers.
@usableFromInline package struct CompactSum: Sendable {
  /// As many as fill a cache line with the other members; after that one `ExactSum` of 568 bytes is allocated.
  private static let capacity = 6

  private var few = Fixed6<Double>(repeating: 0)
  private var count = 0
  /// Empty or one sum, which has the few as well.
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

  /// Adds numbers that follow each other.
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
