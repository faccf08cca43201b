/// When to kill: any moment of a run, the later ones more often, since a store is written while the last chunks are judged.
///
/// A run takes longer beside other tests than alone. The shortest that was seen counts: a moment after the end kills
/// nothing.
struct KillMoments {
  /// How long the shortest run took, in seconds.
  private(set) var seconds: Double

  init(_ seconds: Double) { self.seconds = seconds }

  /// How long to wait before the kill, in microseconds.
  func next(using generator: inout some RandomNumberGenerator) -> UInt32 {
    let first = Double.random(in: 0...seconds, using: &generator)
    let second = Double.random(in: 0...seconds, using: &generator)
    return UInt32(max(first, second) * 1e6)
  }

  /// A run ended by itself.
  mutating func sawEnd(after duration: Duration) {
    let parts = duration.components
    seconds = min(seconds, Double(parts.seconds) + Double(parts.attoseconds) / 1e18)
  }
}
