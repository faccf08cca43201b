import CLibrary

/// The events to wait for on a descriptor, and the events that occurred.
package struct Readiness {
  /// The condition to wait for.
  package enum Wish: Sendable {
    /// Until there is something to read, or the write end is closed.
    case reading
    /// Until writing is possible, or the read end is closed.
    case writing
    /// Until the other side is gone.
    case end
  }

  private var entry: pollfd

  /// Asks for a descriptor; `nil` asks for nothing.
  package init(_ descriptor: Int32?, _ wish: Wish) {
    let events =
      switch wish {
      case .reading: POLLIN
      case .writing: POLLOUT
      case .end: Int32(0)
      }
    // A negative number is passed over.
    entry = pollfd(fd: descriptor ?? -1, events: Int16(events), revents: 0)
  }

  /// Whether it has come, or the other side is gone.
  package var isReady: Bool { entry.revents != 0 }
  /// Whether something can be read.
  package var isReadable: Bool { Int32(entry.revents) & POLLIN != 0 }
  /// Whether the other side is gone.
  package var isOver: Bool { Int32(entry.revents) & (POLLERR | POLLHUP) != 0 }

  /// Waits until one of the descriptors answers; says whether one did.
  package static func wait(_ entries: inout [Readiness], milliseconds: Int) -> Bool {
    entries.withUnsafeMutableBufferPointer { entries in
      entries.withMemoryRebound(to: pollfd.self) { entries in
        poll(entries.baseAddress, nfds_t(entries.count), Int32(clamping: max(0, milliseconds))) > 0
      }
    }
  }

  package static func of(_ descriptor: Int32, _ wish: Wish, milliseconds: Int = 0) -> Readiness {
    var entries = [Readiness(descriptor, wish)]
    _ = wait(&entries, milliseconds: milliseconds)
    return entries[0]
  }
}
