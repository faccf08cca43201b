import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes lines to a descriptor, from any thread; what is written in one call stays together.
final class LineOutput: Sendable {
  private struct State {
    var isClosed = false
    var lastLine = 0
  }

  private let descriptor: Int32
  private let state = Mutex(State())

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether nobody reads any more.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// When the last line was written, in milliseconds of the monotonic clock; 0 before the first.
  var lastLine: Int { state.withLock { $0.lastLine } }

  /// Writes a message and what it announces.
  func write(_ line: [UInt8], _ lines: [UInt8] = []) {
    state.withLock { state in
      for bytes in [line, lines] where !state.isClosed && !bytes.isEmpty {
        state.isClosed = !Self.write(bytes, to: descriptor)
      }
      state.lastLine = MonotonicTime.milliseconds()
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        let count = systemWrite(descriptor, rest.baseAddress, rest.count)
        if count < 0 {
          guard errno == EINTR else { return false }
        } else {
          written += count
        }
      }
      return true
    }
  }

  private static func systemWrite(_ descriptor: Int32, _ place: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      return Glibc.write(descriptor, place, count)
    #elseif canImport(Musl)
      return Musl.write(descriptor, place, count)
    #else
      return Darwin.write(descriptor, place, count)
    #endif
  }
}
