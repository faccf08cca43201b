/// How numbers are distributed: how many, the smallest and largest, and quartiles.
///
/// Each different value is counted by itself, so quartiles are exact, up to 32,768 different values. Beyond that, values
/// that agree in their leading bits are counted together, with one bit less whenever there are too many again. Memory
/// is bounded, and a quartile differs from the exact one by at most `relativeError` of it. The order of the values does
/// not matter, and two distributions can be added.
public struct ValueDistribution: Sendable, Hashable {
  /// How many values there are; NaN is not one.
  public private(set) var count = 0
  /// The smallest value; `nil` without values.
  public private(set) var minimum: Double?
  /// The largest value; `nil` without values.
  public private(set) var maximum: Double?
  /// How many values there are of each key, which is ordered as the values are.
  private var counts: [UInt64: Int] = [:]
  /// How many of the last bits of a number are not looked at.
  private var dropped: UInt64 = 0

  /// The most different values that are counted by themselves, unless another limit is set.
  package static let limit = 32_768

  /// The most different values that are counted by themselves; less than there are makes quartiles coarser at once.
  ///
  /// Many distributions at a time share memory by smaller limits.
  package var limit = Self.limit {
    didSet { if counts.count > limit { coarsen(to: dropped + 1) } }
  }

  /// How many values are counted by themselves, which is what takes memory.
  package var countedValues: Int { counts.count }

  package init() {}

  /// Whether quartiles are exact.
  public var isExact: Bool { dropped == 0 }

  /// How far a quartile is from the exact one at most, as a part of it; 0 when it is exact.
  ///
  /// Numbers below the least normal one are not covered.
  package var relativeError: Double { isExact ? 0 : Double(sign: .plus, exponent: Int(dropped) - 53, significand: 1) }

  /// Adds a value; NaN is left out.
  package mutating func add(_ value: Double) {
    guard !value.isNaN else { return }
    count += 1
    minimum = min(minimum ?? value, value)
    maximum = max(maximum ?? value, value)
    counts[Self.key(of: value) >> dropped, default: 0] += 1
    if counts.count > limit { coarsen(to: dropped + 1) }
  }

  package mutating func add(_ other: ValueDistribution) {
    guard let least = other.minimum, let greatest = other.maximum else { return }
    count += other.count
    minimum = min(minimum ?? least, least)
    maximum = max(maximum ?? greatest, greatest)
    if dropped < other.dropped { coarsen(to: other.dropped) }
    for (key, number) in other.counts { counts[key >> (dropped - other.dropped), default: 0] += number }
    if counts.count > limit { coarsen(to: dropped + 1) }
  }

  /// The values below which some parts of all are: 0.5 for the median.
  ///
  /// Between two values the result is in proportion, as in R's type 7 and NumPy's default.
  ///
  /// - Parameter parts: numbers from 0 to 1; what is beyond is taken for the nearest.
  /// - Returns: one value for each part; empty without values.
  public func quantiles(_ parts: [Double]) -> [Double] {
    guard count > 0, let minimum, let maximum else { return [] }
    let sorted = counts.sorted { $0.key < $1.key }
    // How many values there are up to each key.
    var ends: [Int] = []
    ends.reserveCapacity(sorted.count)
    for (_, number) in sorted { ends.append((ends.last ?? 0) + number) }
    func value(at rank: Int) -> Double {
      var (low, high) = (0, ends.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] > rank { high = middle } else { low = middle + 1 }
      }
      return min(max(Self.value(of: sorted[low].key, dropped), minimum), maximum)
    }
    return parts.map { part in
      let place = min(max(part, 0), 1) * Double(count - 1)
      let rank = Int(place.rounded(.down))
      let (below, above) = (value(at: rank), value(at: min(rank + 1, count - 1)))
      let share = place - Double(rank)
      return share == 0 || below == above ? below : below + (above - below) * share
    }
  }

  private mutating func coarsen(to bits: UInt64) {
    var bits = bits
    while true {
      var merged: [UInt64: Int] = [:]
      for (key, number) in counts { merged[key >> (bits - dropped), default: 0] += number }
      (counts, dropped) = (merged, bits)
      // Half of the room stays free, so that values are not merged again at once.
      if merged.count <= limit / 2 || bits >= 52 { return }
      bits += 1
    }
  }

  /// A key whose order is that of the values.
  private static func key(of value: Double) -> UInt64 {
    let bits = (value == 0 ? 0 : value).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  /// The value of a key, of a coarse one the middle of its values.
  private static func value(of key: UInt64, _ dropped: UInt64) -> Double {
    let bits = dropped == 0 ? key : key << dropped | 1 << (dropped - 1)
    return Double(bitPattern: bits >> 63 == 1 ? bits & ~(1 << 63) : ~bits)
  }
}
