import HealthPluginKit

/// What comes from a plugin, in order.
enum Arrival: Sendable {
  /// A message; `rows` comes with its lines instead.
  case message(PluginMessage)
  /// Sample lines of the answer to a question, whole.
  case rows(ask: Int64, count: Int, text: [UInt8])
  /// A line that is no message, cut to what is worth showing.
  case unreadable([UInt8], MessageFault)
  /// More than the protocol allows, in words. Nothing is read behind it.
  case flood(String)

  /// About how many bytes it takes.
  var size: Int {
    switch self {
    case .rows(_, _, let text): text.count
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
  /// In a way that cannot be told.
  case unknown

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
  /// It was silent for so many milliseconds, and was killed.
  case silent(Int)
  /// Its process ended, or closed its output.
  case ended(ProcessEnd)
}
