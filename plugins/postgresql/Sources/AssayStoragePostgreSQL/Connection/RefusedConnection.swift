import CLibPQ

/// Finds out why a server refused a connection.
///
/// libpq gives the state of a refused connection only within its message, and only to those who ask for it while they
/// connect step by step. The message itself is in the server's language.
enum RefusedConnection {
  /// How long the server may take, in milliseconds.
  private static let patience: Int32 = 1000
  /// The most steps of a connection; one that goes on for longer is not refused.
  private static let steps = 100

  /// The SQLSTATE with which the server refuses to connect; `nil` when it does not refuse or gives none.
  static func state(of address: StoreAddress) -> String? {
    let started = ServerConnection.withSettings(of: address) { PQconnectStartParams($0, $1, $2) }
    guard let handle = started else { return nil }
    defer { PQfinish(handle) }
    PQsetErrorVerbosity(handle, PQERRORS_SQLSTATE)
    for _ in 0..<steps {
      switch PQconnectPoll(handle) {
      case PGRES_POLLING_READING: guard wait(for: POLLIN, handle) else { return nil }
      case PGRES_POLLING_WRITING: guard wait(for: POLLOUT, handle) else { return nil }
      case PGRES_POLLING_FAILED: return state(in: PQerrorMessage(handle).map { String(cString: $0) } ?? "")
      default: return nil
      }
    }
    return nil
  }

  private static func wait(for events: Int32, _ handle: OpaquePointer) -> Bool {
    var entry = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
    return poll(&entry, 1, patience) == 1
  }

  /// The last word of the message: `FATAL:  3D000`.
  private static func state(in message: String) -> String? {
    let word = message.split(whereSeparator: \.isWhitespace).last ?? ""
    return word.utf8.count == 5 ? String(word) : nil
  }
}
