import Synchronization

/// How many times plugins may still be started again, and after which pauses.
final class RestartBudget: Sendable {
  private let used = Mutex(0)
  private let limits: ProcessLimits

  init(_ limits: ProcessLimits) { self.limits = limits }

  /// Takes one start; the result is the pause before it in milliseconds, `nil` when none is left.
  ///
  /// The pause is up to a quarter shorter or longer, so that many hosts do not come back at the same moment.
  func take() -> Int? {
    let number = used.withLock { used -> Int? in
      guard used < limits.restarts else { return nil }
      used += 1
      return used
    }
    guard let number else { return nil }
    let pause = limits.pauses.indices.contains(number - 1) ? limits.pauses[number - 1] : limits.pauses.last ?? 0
    return pause - pause / 4 + Int.random(in: 0...pause / 2)
  }
}
