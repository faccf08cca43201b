import AssayPlatform
import Synchronization

/// Reads lines, and bytes that were announced, from a descriptor.
final class LineInput {
  private let file: Descriptor
  private var buffer = LineBuffer()

  var maximumLine = HostHello.usualLine

  init(descriptor: Int32) { file = Descriptor(borrowing: descriptor) }

  func line() throws(PluginError) -> [UInt8]? {
    while true {
      if let line = buffer.takeLine() { return line }
      guard buffer.count <= maximumLine else {
        throw PluginError(.configuration, "a line is longer than \(maximumLine) bytes")
      }
      guard buffer.append(upTo: 1 << 16, read) > 0 else { return nil }
    }
  }

  /// So many bytes, `nil` if the input ends before; the function is called with those that are there, now and then.
  func bytes(_ count: Int, _ body: ([UInt8]) -> Void = { _ in }) -> [UInt8]? {
    var bytes = buffer.take(upTo: count)
    body(bytes)
    guard bytes.count < count else { return bytes }
    bytes.reserveCapacity(count)
    while bytes.count < count {
      guard bytes.append(upTo: min(count - bytes.count, 1 << 20), read) > 0 else { return nil }
      body(bytes)
    }
    return bytes
  }

  /// The next line if it is there already; it is not taken.
  func waitingLine() -> [UInt8]? {
    while true {
      if let line = buffer.nextLine() { return line }
      guard buffer.count <= maximumLine, Readiness.of(file.number, .reading).isReadable,
        buffer.append(upTo: 1 << 16, read) > 0
      else { return nil }
    }
  }

  func dropWaitingLine() { _ = buffer.takeLine() }

  private func read(_ place: UnsafeMutableRawBufferPointer) -> Int { (try? file.read(into: place)) ?? 0 }
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

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// When the last line was written, in milliseconds of the monotonic clock; 0 before the first.
  var lastLine: Int { state.withLock { $0.lastLine } }

  func write(_ line: [UInt8], _ lines: [UInt8] = []) {
    state.withLock { state in
      for bytes in [line, lines] where !state.isClosed && !bytes.isEmpty {
        state.isClosed = (try? bytes.withUnsafeBytes { try file.write($0) }) == nil
      }
      state.lastLine = MonotonicTime.milliseconds()
    }
  }
}
