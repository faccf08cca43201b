import AssayPlatform
import HealthPluginKit

/// The input from a plugin, in order.
enum Arrival: Sendable {
  /// A message; `rows` comes with its lines instead.
  case message(PluginMessage)
  /// Sample lines of the answer to a question, whole.
  case rows(ask: Int64, count: Int, text: [UInt8])
  /// Lines of columns of the answer to a question, whole, with the names that are new in them.
  case columns(ask: Int64, count: Int, ColumnNames, text: [UInt8])
  /// A line that is not a message, cut to what is worth showing.
  case unreadable([UInt8], MessageFault)
  /// More than the protocol allows, in words. Nothing is read after it.
  case flood(String)

  /// A message with the lines that it announced.
  init(_ message: PluginMessage, _ text: [UInt8]) {
    switch message {
    case .rows(let ask, let count, _): self = .rows(ask: ask, count: count, text: text)
    case .columns(let ask, let count, _, let names): self = .columns(ask: ask, count: count, names, text: text)
    default: self = .message(message)
    }
  }

  /// Whether it brings a conversation further.
  ///
  /// Rows and deletions without a sample do not, and a plugin could write them for ever.
  var isProgress: Bool {
    switch self {
    case .rows(_, let count, let text), .columns(_, let count, _, let text): count > 0 || !text.isEmpty
    case .message(.deletions(_, let samples)): !samples.isEmpty
    default: true
    }
  }

  /// About how many bytes it takes.
  var size: Int {
    switch self {
    case .rows(_, _, let text): text.count
    case .columns(_, _, let names, let text):
      text.count + 256 * (names.origins.count + names.zones.count + names.subjects.count)
    default: 256
    }
  }
}

/// How a plugin's process ended.
enum ProcessEnd: Sendable, Hashable, CustomStringConvertible {
  /// With a status.
  case status(Int32)
  /// By a signal.
  case signal(Int32)
  /// In an unknown way.
  case unknown

  init(_ end: ChildProcess.End) {
    switch end {
    case .exited(let status): self = .status(status)
    case .signaled(let number): self = .signal(number)
    case .unknown: self = .unknown
    }
  }

  /// The end in words: `with status 3`.
  var description: String {
    switch self {
    case .status(let status): "with status \(status)"
    case .signal(let number): "by signal \(number)"
    case .unknown: "in an unknown way"
    }
  }
}

/// Why nothing more comes from a plugin.
enum ChannelFailure: Error, Sendable, Hashable {
  /// It gave no part of an answer and no sign of life for this many milliseconds, and was killed.
  case silent(Int)
  /// It said nothing but `working` for this many milliseconds, and was killed.
  case onlyWorking(Int)
  /// Its process ended, or closed its output.
  case ended(ProcessEnd)
}
