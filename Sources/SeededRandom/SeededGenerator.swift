import AssayPlatform

/// Random numbers that follow from a seed, the same everywhere: SplitMix64.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014, figure 17.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator; equal seeds give equal numbers.
  package init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// The seed that `SEED` in the environment asks for, to replay a failure; `nil` when it is not set or no number.
  package static var replayedSeed: UInt64? { EnvironmentVariables.value(of: "SEED").flatMap { UInt64($0) } }

  /// A seed for a test: the one to replay, else a new one, printed so that a failure can be replayed.
  package static func seed(of test: String = #function) -> UInt64 {
    let seed = replayedSeed ?? UInt64.random(in: .min ... .max)
    print("\(test): SEED=\(seed)")
    return seed
  }
}
