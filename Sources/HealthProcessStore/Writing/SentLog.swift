import HealthPluginKit

/// The batches since the last commit, kept to be sent again when the plugin dies.
struct SentLog: Sendable {
  /// A batch.
  struct Entry: Sendable {
    /// The batch's number in the session.
    let number: Int64
    /// How many samples it has.
    let count: Int
    /// How they are written.
    let form: BatchForm
    /// The lines or columns; empty once it is given up to send them again.
    var text: [UInt8]
    /// The plugin's answer; `nil` until it arrives.
    var answer: BatchAnswer?
    /// Whether the answer was passed on to the caller, so that another one would be a contradiction.
    var isSettled = false
  }

  /// How many bytes are kept at most, if a caller goes on without a commit.
  static let maximumBytes = 256 << 20

  private(set) var entries: [Entry] = []
  /// How many of the batches the running process was sent.
  private(set) var sent = 0
  /// How many of them it has answered.
  private(set) var answered = 0
  private var bytes = 0
  /// How many of them were passed on to a caller.
  private var settled = 0
  /// Whether there was more than is kept: a plugin that dies now is not started again.
  private(set) var isTooLarge = false

  /// The next batch to be sent; `nil` when all are.
  var next: Entry? { sent < entries.count ? entries[sent] : nil }
  /// The next batch to be answered; `nil` when none is on its way.
  var due: Entry? { answered < sent ? entries[answered] : nil }
  /// Whether every batch was answered.
  var isAnswered: Bool { answered == entries.count }
  /// How many batches are on their way.
  var underWay: Int { sent - answered }

  /// Adds a batch that is to be sent.
  mutating func append(_ entry: Entry) {
    entries.append(entry)
    bytes += entry.text.count
    if bytes > Self.maximumBytes { isTooLarge = true }
  }

  /// Notes that the next batch was sent.
  mutating func noteSent() { sent += 1 }

  /// Notes the answer to the batch that is due.
  mutating func noteAnswer(_ answer: BatchAnswer) {
    guard answered < sent else { return }
    entries[answered].answer = answer
    if isTooLarge { entries[answered].text = [] }
    answered += 1
  }

  /// Notes that all answers were passed on.
  mutating func settle() {
    for index in settled..<entries.count { entries[index].isSettled = true }
    settled = entries.count
  }

  /// Begins anew with another process: it was sent nothing yet.
  mutating func restart() {
    sent = 0
    answered = 0
  }

  /// Forgets all batches: they are stored, or rolled back.
  mutating func removeAll() { self = SentLog() }
}
