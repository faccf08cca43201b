import AssayPlatform
import Synchronization

/// Writes lines to a descriptor, from any thread; what is written in one call stays together.
final class LineOutput: Sendable {
  private struct State {
    var isClosed = false
    var lastLine = 0
  }

  private let file: Descriptor
  private let state = Mutex(State())

  init(descriptor: Int32) { file = Descriptor(borrowing: descriptor) }

  /// Whether the read end is closed.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// When the last line was written, in milliseconds of the monotonic clock; 0 before the first.
  var lastLine: Int { state.withLock { $0.lastLine } }

  /// Writes a message and what it announces.
  func write(_ line: [UInt8], _ lines: [UInt8] = []) {
    state.withLock { state in
      for bytes in [line, lines] where !state.isClosed && !bytes.isEmpty {
        state.isClosed = (try? bytes.withUnsafeBytes { try file.write($0) }) == nil
      }
      state.lastLine = MonotonicTime.milliseconds()
    }
  }
}
