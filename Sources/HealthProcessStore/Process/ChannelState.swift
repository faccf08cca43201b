/// The state that a channel's thread and the channel's users share.
struct ChannelState: Sendable {
  /// How a process is to end.
  enum Ending: Int, Sendable, Comparable {
    /// By itself: its input is closed, then signals follow.
    case orderly
    /// At once.
    case killed

    static func < (left: Ending, right: Ending) -> Bool { left.rawValue < right.rawValue }
  }

  /// A task that waits for input to arrive, or for space to write.
  struct Waiter: Sendable {
    var continuation: CheckedContinuation<Void, Never>
    var isForRoom: Bool
    /// Since when, in milliseconds of the monotonic clock.
    var since: Int
    /// For how many milliseconds the plugin may be silent.
    var limit: Int
    /// For how many milliseconds it may say only `working`.
    var workingLimit: Int
  }

  /// How many bytes may wait to be written before writers wait.
  static let room = 16 << 20
  /// How many bytes may have arrived before reading waits.
  static let arrivedRoom = 16 << 20
  /// How many things may have arrived before reading waits.
  static let arrivedCount = 1024

  // MARK: Writing

  /// Bytes that the thread has not taken yet.
  var outgoing: [[UInt8]] = []
  /// Bytes that are not written yet, those the thread has taken included.
  var outgoingBytes = 0

  // MARK: Reading

  var arrivals: [Arrival] = []
  var arrivedBytes = 0
  /// The question that may be answered with rows.
  var asked: Int64?
  /// When the last part of an answer or the last `working` came; words for the operator do not count.
  var lastSign = 0
  /// When the last part of an answer came.
  var lastAnswer = 0
  /// How many batches may be on their way, when the plugin has changed it.
  var credits: Int?
  var errorTail = StandardErrorTail()
  var operatorWords = OperatorWords()

  // MARK: Waiting

  var waiter: Waiter?
  /// When the thread looks next, in milliseconds of the monotonic clock.
  var wakesAt = Int.max
  /// Whether the thread has stopped reading until the input is consumed.
  var isPaused = false

  // MARK: Ending

  var ending: Ending?
  /// Why nothing more arrives.
  var failure: ChannelFailure?
  /// Whether the process is gone and its descriptors are closed.
  var isOver = false
  /// Those who wait for the process to be gone.
  var enders: [CheckedContinuation<Void, Never>] = []

  /// Whether a waiter has nothing to wait for.
  func isReady(forRoom: Bool) -> Bool {
    failure != nil || (forRoom ? outgoingBytes <= Self.room : !arrivals.isEmpty)
  }

  /// Whether more may be read.
  var hasArrivalRoom: Bool { arrivedBytes <= Self.arrivedRoom && arrivals.count < Self.arrivedCount }

  /// The waiter, when it has nothing to wait for any more; it waits no longer.
  mutating func takeReadyWaiter() -> CheckedContinuation<Void, Never>? {
    guard let waiter, isReady(forRoom: waiter.isForRoom) else { return nil }
    self.waiter = nil
    return waiter.continuation
  }
}
