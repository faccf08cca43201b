#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A bar on the terminal for runs longer than a second: bytes, rate, time left, refused so far.
final class ProgressBar {
  private let total: Int64?
  private let label: String
  private let begun = MonotonicClock.seconds()
  private var lastShown = 0.0
  private var isShown = false

  init(label: String, total: Int64?) {
    self.label = label
    self.total = total
  }

  /// Shows where the run stands; at most ten times a second.
  func update(_ bytes: Int64, _ refused: Int) {
    let now = MonotonicClock.seconds()
    let elapsed = now - begun
    guard elapsed > 1, now - lastShown > 0.1 else { return }
    lastShown = now
    isShown = true
    let rate = Double(bytes) / elapsed
    var text = "\(Self.size(Double(bytes)))"
    if let total, total > 0 {
      let share = min(1, Double(bytes) / Double(total))
      let filled = Int(share * 24)
      let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: 24 - filled)
      let left = rate > 0 ? Int(Double(total - bytes) / rate) : 0
      text = "[\(bar)] \(Int(share * 100)) % of \(Self.size(Double(total))), \(Self.time(max(0, left))) left"
    }
    StandardError.write("\r\u{1B}[K\(label): \(text), \(Self.size(rate))/s, \(refused) refused")
  }

  /// Takes the bar away.
  func clear() {
    if isShown { StandardError.write("\r\u{1B}[K") }
  }

  private static func size(_ bytes: Double) -> String {
    bytes >= 1e9 ? "\(Double(Int(bytes / 1e8)) / 10) GB" : "\(Double(Int(bytes / 1e5)) / 10) MB"
  }

  private static func time(_ seconds: Int) -> String {
    seconds >= 60 ? "\(seconds / 60) min \(seconds % 60) s" : "\(seconds) s"
  }
}

/// Time that only moves forward.
enum MonotonicClock {
  static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The calendar's time, in microseconds since 1970 UTC.
  static func calendar() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
