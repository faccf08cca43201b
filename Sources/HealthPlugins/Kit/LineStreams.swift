import AssayPlatform
import Synchronization

/// Reads lines, and bytes that were announced, from a descriptor.
final class LineInput {
  /// Why no line can be read.
  enum End: Error {
    case closed
    case tooLong
  }

  private let file: Descriptor
  private var buffer: [UInt8] = []
  /// How many bytes of the buffer have been taken.
  private var taken = 0

  /// The longest line, in bytes.
  var maximumLine = HostHello.usualLine

  init(descriptor: Int32) { file = Descriptor(borrowing: descriptor) }

  /// The next line, without its line feed.
  func line() throws(End) -> [UInt8] {
    var searched = taken
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        let line = Array(buffer[taken..<end])
        taken = end + 1
        return line
      }
      searched = buffer.count
      guard buffer.count - taken <= maximumLine else { throw .tooLong }
      searched -= compact()
      guard fill() else { throw .closed }
    }
  }

  func bytes(_ count: Int, _ body: ([UInt8]) -> Void = { _ in }) throws(End) -> [UInt8] {
    let ready = min(count, buffer.count - taken)
    var bytes = Array(buffer[taken..<taken + ready])
    taken += ready
    body(bytes)
    guard ready < count else { return bytes }
    bytes.reserveCapacity(count)
    while bytes.count < count {
      guard read(upTo: min(count - bytes.count, 1 << 20), into: &bytes) else { throw .closed }
      body(bytes)
    }
    return bytes
  }

  /// The next line if it is there already; it is not taken.
  func waitingLine() -> [UInt8]? {
    while true {
      if let end = buffer[taken...].firstIndex(of: 0x0A) { return Array(buffer[taken..<end]) }
      guard buffer.count - taken <= maximumLine, isReadable else { return nil }
      _ = compact()
      guard fill() else { return nil }
    }
  }

  /// Takes the line that `waitingLine` found.
  func dropWaitingLine() {
    if let end = buffer[taken...].firstIndex(of: 0x0A) { taken = end + 1 }
  }

  /// Whether something can be read without waiting.
  private var isReadable: Bool { Readiness.of(file.number, .reading).isReadable }

  /// Forgets the bytes that were taken; the result is how many they were.
  private func compact() -> Int {
    let count = taken
    if count > 0 {
      buffer.removeSubrange(..<count)
      taken = 0
    }
    return count
  }

  private func fill() -> Bool { read(upTo: 1 << 16, into: &buffer) }

  private func read(upTo count: Int, into bytes: inout [UInt8]) -> Bool {
    var got = 0
    bytes.append(addingCapacity: count) { (output: inout OutputSpan<UInt8>) in
      output.withUnsafeMutableBufferPointer { place, initialized in
        let free = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(place)[initialized...].prefix(count))
        got = (try? file.read(into: free)) ?? 0
        initialized += got
      }
    }
    return got > 0
  }
}

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
