/// A share of samples for people, beside its count.
enum ShareText {
  /// The share in percent with at most two decimals, without a sign after it; `nil` if it is zero or of nothing.
  static func percent(_ count: Int, of total: Int) -> String? {
    guard count > 0, total > 0 else { return nil }
    let share = Double(count) / Double(total) * 100
    // A share that is not zero does not read as zero.
    return share < 0.005 ? "below 0.01" : FixedDecimals.trimmed(share, 2)
  }

  /// The share after its count: ` (1.98 %)`; empty if there is none to show.
  static func suffix(_ count: Int, of total: Int) -> String { percent(count, of: total).map { " (\($0) %)" } ?? "" }
}
