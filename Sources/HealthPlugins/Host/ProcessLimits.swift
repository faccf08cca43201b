/// How long a plugin may take and how much it may write.
///
/// A limit outside its bounds counts as the nearest one: times are 0 to 365 days, `workingTimes` 1 to 1,000,000,
/// `maximumLine` and `maximumSample` 1 byte to 1 GiB.
public struct ProcessLimits: Sendable, Hashable {
  /// From the start to the plugin's hello, in milliseconds.
  package var helloMilliseconds: Int
  /// From anything asked to the next part of its answer, in milliseconds; `working` starts the time again.
  package var answerMilliseconds: Int
  /// How many times the limit of an answer a plugin may take in all that says only `working`.
  package var workingTimes: Int
  /// From the end of standard input to the exit, in milliseconds; then SIGTERM is sent.
  package var shutdownMilliseconds: Int
  /// From SIGTERM to SIGKILL, in milliseconds.
  package var killMilliseconds: Int
  /// The longest message either side may write, in bytes.
  package var maximumLine: Int
  /// The longest line of a sample that the plugin is sent, in bytes.
  package var maximumSample: Int
  /// The most lines that are not part of an answer, between two parts of answers.
  package var maximumAsides: Int
  /// The most bytes of such lines; a line and what a page announces fit in beside them.
  package var maximumAsideBytes: Int
  /// How many times a plugin that ended by itself is started again.
  package var restarts: Int
  /// How long to wait before each start that follows the first, in milliseconds, give or take a quarter; the last one
  /// counts for those after it too.
  package var pauses: [Int]

  /// Creates limits; without arguments they are those of the protocol.
  public init(
    helloMilliseconds: Int = 5_000, answerMilliseconds: Int = 30_000, workingTimes: Int = 120,
    shutdownMilliseconds: Int = 5_000, killMilliseconds: Int = 2_000, maximumLine: Int = HostHello.usualLine,
    maximumSample: Int = HostHello.usualSample, maximumAsides: Int = 100_000, maximumAsideBytes: Int = 64 << 20,
    restarts: Int = 3,
    pauses: [Int] = [200, 1_000, 3_000]
  ) {
    self.helloMilliseconds = helloMilliseconds
    self.answerMilliseconds = answerMilliseconds
    self.workingTimes = workingTimes
    self.shutdownMilliseconds = shutdownMilliseconds
    self.killMilliseconds = killMilliseconds
    self.maximumLine = maximumLine
    self.maximumSample = maximumSample
    self.maximumAsides = maximumAsides
    self.maximumAsideBytes = maximumAsideBytes
    self.restarts = restarts
    self.pauses = pauses
  }
}

extension ProcessLimits {
  /// The limits of the protocol, with another time for an answer.
  ///
  /// More time than the protocol's counts for the hello as well: on a machine that is slow to answer, a plugin is slow to
  /// start. Less does not.
  ///
  /// - Parameter seconds: the time for an answer; not a number is the protocol's, infinity the longest that is allowed.
  public init(answerSeconds seconds: Double) {
    self.init()
    guard !seconds.isNaN else { return }
    let usual = answerMilliseconds
    answerMilliseconds = Int(min(max(seconds, 0), 1e9) * 1000)
    if answerMilliseconds > usual { helloMilliseconds = answerMilliseconds }
  }

  private static let longestTime = 365 * 86_400_000

  /// The limits within their bounds, so that sums and products with them are numbers.
  var bounded: ProcessLimits {
    func time(_ milliseconds: Int) -> Int { min(max(0, milliseconds), Self.longestTime) }
    return ProcessLimits(
      helloMilliseconds: time(helloMilliseconds), answerMilliseconds: time(answerMilliseconds),
      workingTimes: min(max(1, workingTimes), 1_000_000), shutdownMilliseconds: time(shutdownMilliseconds),
      killMilliseconds: time(killMilliseconds), maximumLine: min(max(1, maximumLine), 1 << 30),
      maximumSample: min(max(1, maximumSample), 1 << 30),
      maximumAsides: max(0, maximumAsides), maximumAsideBytes: max(0, maximumAsideBytes), restarts: max(0, restarts),
      pauses: pauses.map(time))
  }
}
