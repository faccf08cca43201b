import Foundation
import HealthModel
import SeededRandom

@testable import HealthQueries

/// Random instants that follow from a seed.
struct CalendarRandom: RandomNumberGenerator {
  let seed: UInt64
  private var generator: SeededGenerator

  init(_ test: String = #function) {
    seed = SeededGenerator.seed(of: test)
    generator = SeededGenerator(seed: seed)
  }

  mutating func next() -> UInt64 { generator.next() }

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
