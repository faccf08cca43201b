/// How much a plugin may say that is not a part of an answer, between two parts of answers.
///
/// Time alone does not bound it: `working` starts the time again, and no clock runs while no request is open.
struct AsideBudget {
  private let maximumCount: Int
  private let maximumBytes: Int
  private var count = 0
  private var bytes = 0

  init(_ limits: ProcessLimits) {
    maximumCount = limits.maximumAsides
    maximumBytes = limits.maximumAsideBytes
  }

  /// Counts bytes that came, whatever they are.
  mutating func heard(bytes count: Int) { bytes += count }

  /// Counts a line; returns what is wrong, in words, when it is one too many.
  mutating func take() -> String? {
    count += 1
    if count > maximumCount { return "more than \(maximumCount) lines that are not part of an answer" }
    if bytes > maximumBytes { return "more than \(maximumBytes) bytes that are not part of an answer" }
    return nil
  }

  /// A part of an answer came.
  mutating func reset() {
    count = 0
    bytes = 0
  }
}
