import CLibPQ
import Dispatch
import HealthModel
import HealthPlugins
import HealthStorage

/// One connection to the server.
///
/// Values never become part of a statement's text: they are bound or copied, in binary form.
final class ServerConnection {
  private let handle: OpaquePointer
  /// Whether the connection is lost and cannot be used any more.
  private(set) var isLost = false
  /// The copy that is open for more rows.
  private var openCopy: String?

  private init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { PQfinish(handle) }

  /// The number of retries while a server is starting, and the wait between them: the host waits five seconds for a
  /// plugin to say hello.
  private static let attempts = 8
  private static let pause = DispatchTimeInterval.milliseconds(400)
  private static let oldestServer: Int32 = 130_000

  /// Connects.
  ///
  /// - Throws: `PluginError`: `transient` if no server answers, `config` if it answers and rejects the connection.
  static func open(_ address: StoreAddress) throws(PluginError) -> ServerConnection {
    var last = PluginError(.transient, "no PostgreSQL server answers", code: .unwritable)
    for attempt in 0..<attempts {
      if attempt > 0 { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + pause) }
      let handle = withSettings(of: address) { keywords, values, isURL -> OpaquePointer? in
        PQconnectdbParams(keywords, values, isURL)
      }
      guard let handle else { break }
      let connection = ServerConnection(handle)
      if PQstatus(handle) == CONNECTION_OK {
        try connection.check()
        return connection
      }
      let reply = withSettings(of: address) { PQpingParams($0, $1, $2) }
      let said = PQerrorMessage(handle).map { ServerFailure.shown(String(cString: $0)) } ?? ""
      guard reply == PQPING_REJECT else {
        if reply == PQPING_OK, RefusedConnection.state(of: address) == "3D000" { throw ServerFailure.missingDatabase }
        throw PluginError(
          reply == PQPING_NO_RESPONSE ? .transient : .configuration, "PostgreSQL cannot be reached: \(said)",
          code: .unwritable)
      }
      last.message = "PostgreSQL accepts no connections now: \(said)"
    }
    throw last
  }

  /// Passes the settings of an address on as C does.
  static func withSettings<Value>(
    of address: StoreAddress,
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<UnsafePointer<CChar>?>?, Int32) -> Value
  ) -> Value {
    address.settings.map(\.keyword).withCStrings { keywords in
      address.settings.map(\.value).withCStrings { values in body(keywords, values, address.isURL ? 1 : 0) }
    }
  }

  private func check() throws(PluginError) {
    guard PQserverVersion(handle) >= Self.oldestServer else {
      throw PluginError(
        .configuration, "the server is older than PostgreSQL 13", code: .unwritable,
        hint: "use a server of version 13 or newer")
    }
    let encoding = PQparameterStatus(handle, "server_encoding").map { String(cString: $0) } ?? ""
    guard encoding == "UTF8" else {
      throw PluginError(
        .configuration, "the database keeps texts as \(ServerFailure.shown(encoding)), not as UTF8",
        code: .unwritable, hint: "make a database for the store: createdb --encoding=UTF8 --template=template0 NAME")
    }
  }

  func quoted(_ name: String) throws(PluginError) -> String {
    let pointer = name.withCString { PQescapeIdentifier(handle, $0, name.utf8.count) }
    guard let pointer else { throw failure(nil) }
    defer { PQfreemem(pointer) }
    return String(cString: pointer)
  }

  /// Runs statements without values, separated by semicolons.
  func run(script: String) throws(PluginError) {
    try endCopy()
    _ = try checked(PQexec(handle, script))
  }

  @discardableResult
  func run(_ sql: String, _ values: [BoundValue] = []) throws(PluginError) -> QueryResult {
    try endCopy()
    let result = BoundValues(values).withPointers { count, types, values, lengths, formats in
      PQexecParams(handle, sql, count, types, values, lengths, formats, 1)
    }
    return try checked(result)
  }

  /// Begins a statement whose rows are read one by one, however many there are.
  func rows(_ sql: String, _ values: [BoundValue] = []) throws(PluginError) -> RowStream {
    try endCopy()
    let sent = BoundValues(values).withPointers { count, types, values, lengths, formats in
      PQsendQueryParams(handle, sql, count, types, values, lengths, formats, 1)
    }
    guard sent == 1, PQsetSingleRowMode(handle) == 1 else { throw failure(nil) }
    return RowStream(self)
  }

  /// The next result of a statement that was sent; `nil` after the last one.
  func nextResult() throws(PluginError) -> QueryResult? {
    guard let result = PQgetResult(handle) else { return nil }
    let answer = QueryResult(result)
    guard answer.isSuccess else { throw failure(answer) }
    return answer
  }

  /// Sends rows to `COPY … FROM STDIN (FORMAT binary)`.
  func copy(_ sql: String, _ rows: CopyRows) throws(PluginError) {
    try stream(sql, rows)
    try endCopy()
  }

  /// Sends rows to a copy that stays open until another statement comes.
  ///
  /// The server works on them while the next ones are made. What it does not take it says when the copy ends.
  func stream(_ sql: String, _ rows: CopyRows) throws(PluginError) {
    var start = CopyRows.headerCount
    if openCopy != sql {
      try endCopy()
      try checkCopying(checked(PQexec(handle, sql)))
      openCopy = sql
      start = 0
    }
    let isSent = rows.bytes.withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    guard isSent else { throw endCopy(giveUp: true) ?? failure(nil) }
  }

  private func endCopy() throws(PluginError) {
    guard openCopy != nil else { return }
    if let error = endCopy(giveUp: false) { throw error }
  }

  /// Ends the copy that is open as one that failed, so that the transaction can be rolled back.
  func giveUpCopy() {
    if openCopy != nil { _ = endCopy(giveUp: true) }
  }

  private func endCopy(giveUp: Bool) -> PluginError? {
    openCopy = nil
    let isSent = !giveUp && CopyRows.end.withUnsafeBytes { send($0) }
    // With a word the server ends the statement as one that failed.
    let ended = isSent ? PQputCopyEnd(handle, nil) : PQputCopyEnd(handle, "the rows cannot be sent")
    var error: PluginError?
    while let result = PQgetResult(handle) {
      let answer = QueryResult(result)
      if !answer.isSuccess, error == nil { error = failure(answer) }
    }
    if error == nil, !isSent || ended != 1 { error = failure(nil) }
    return error
  }

  private func checkCopying(_ answer: QueryResult) throws(PluginError) {
    guard answer.status == PGRES_COPY_IN else { throw PluginError(.system, "the server takes no rows", code: .failed) }
  }

  private func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let most = 1 << 20
    var start = 0
    while start < bytes.count {
      let count = Swift.min(most, bytes.count - start)
      let part = bytes.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) }
      guard PQputCopyData(handle, part, Int32(clamping: count)) == 1 else { return false }
      start += count
    }
    return true
  }

  private func checked(_ result: OpaquePointer?) throws(PluginError) -> QueryResult {
    guard let result else { throw failure(nil) }
    let answer = QueryResult(result)
    guard answer.isSuccess else { throw failure(answer) }
    return answer
  }

  private func failure(_ answer: QueryResult?) -> PluginError {
    let state = answer?.state ?? ""
    if PQstatus(handle) == CONNECTION_BAD || ServerFailure.isLoss(state) { isLost = true }
    let message = answer?.message ?? PQerrorMessage(handle).map { String(cString: $0) } ?? ""
    let error = ServerFailure.error(state: state, message: message)
    return isLost ? PluginError(.transient, error.message) : error
  }
}

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

/// The rows of a statement, read one by one.
///
/// Rows that are not read are dropped when the connection runs its next statement.
struct RowStream {
  private let connection: ServerConnection

  init(_ connection: ServerConnection) { self.connection = connection }

  /// The next row, as a result of one row; `nil` after the last one.
  func next() throws(PluginError) -> QueryResult? {
    while let result = try connection.nextResult() {
      if result.count > 0 { return result }
    }
    return nil
  }
}

/// The server's errors in the words of the plugin protocol.
enum ServerFailure {
  static func error(state: String, message: String) -> PluginError {
    let said = "PostgreSQL says: \(shown(message))" + (state.isEmpty ? "" : " (SQLSTATE \(shown(state)))")
    switch state {
    case "53100":
      return PluginError(.system, said, code: .full, hint: "free space on the server's disk, then run it again")
    case "55P03":
      // The host says how to wait longer: its command and programs do it differently.
      return PluginError(.system, "another writer holds the store longer than the wait", code: .locked)
    case "25006":
      return PluginError(
        .configuration, said, code: .unwritable, hint: "name the primary server: a standby cannot be written to")
    case "42501": return PluginError(.configuration, said, code: .unwritable)
    case "3D000": return missingDatabase
    // Ids were looked up under the lock.
    case "23505": return PluginError(.transient, "something else wrote to the store without its lock", code: .failed)
    case "XX001", "XX002": return PluginError(.data, said, code: .corrupt)
    case "42P01", "42703", "3F000":
      return PluginError(
        .data, said, code: .corrupt, hint: "the tables of the store were altered by something else")
    default: break
    }
    switch state.prefix(2) {
    case "28": return PluginError(.configuration, said, code: .unwritable)
    case "40", "08": return PluginError(.transient, said)
    // Too many connections, a server that shuts down, a canceled statement.
    case "53", "57": return PluginError(.transient, said)
    case "22", "23": return PluginError(.data, said, code: .failed)
    default: return PluginError(.system, said, code: .failed)
    }
  }

  static let missingDatabase = PluginError(
    .configuration, "the server does not have the database", code: .missing,
    hint: "check the name, or make the database: createdb --encoding=UTF8 --template=template0 NAME")

  /// Whether a state means that the server ended the connection, or never will answer on it.
  static func isLoss(_ state: String) -> Bool {
    state.hasPrefix("08") || ["57P01", "57P02", "57P03", "57P05", "25P03"].contains(state)
  }

  /// The server's text in one line, made safe to show.
  static func shown(_ message: String) -> String {
    let lines = message.split { $0.isNewline || $0 == "\t" }
    return TextEscaping.escaped(lines.joined(separator: " "), limit: 400)
  }
}
