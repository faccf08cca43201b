import Foundation

@testable import HealthQueries

/// SplitMix64: small, and the same numbers for the same seed everywhere.
struct CalendarRandom: RandomNumberGenerator {
  /// What the numbers come from: `SEED` from the environment, else a new one; printed to replay a failure.
  let seed: UInt64
  private var state: UInt64

  init(_ test: String = #function) {
    seed = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
    state = seed
    print("\(test): SEED=\(seed)")
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// An instant of the years 1 to 9999, often of the last two centuries, often near a change of a zone's clock.
  mutating func instant(in zone: TimeZoneRules? = nil) -> Int64 {
    let century: Int64 = 36_525 * 86_400_000_000
    let any = Int64.random(in: -62_000_000_000_000_000...253_000_000_000_000_000, using: &self)
    let near = Int64.random(in: -century...century, using: &self)
    guard let zone, Bool.random(using: &self) else { return Int.random(in: 0..<4, using: &self) == 0 ? any : near }
    let change = zone.period(at: near).end
    guard change != .max else { return near }
    return change + Int64.random(in: -90_000_000_000...90_000_000_000, using: &self)
  }
}
