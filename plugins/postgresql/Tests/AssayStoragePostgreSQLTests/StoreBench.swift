import Foundation
import HealthModel
import HealthPlugins
import HealthStorage
import Testing

@testable import AssayStoragePostgreSQL

/// A sample line of a test.
struct TestLine {
  var id: Int
  var digest: UInt64 = 1
  var type = "heartRate"
  var start: Int64? = 1_767_254_400_000_000
  var end: Int64?
  var correlation: Int?
  var role: String?
  var isDerived = false
  var sample = "{}"
  /// The id, where it is not that of the number.
  var sampleID: SampleID?

  static func id(_ number: Int) -> SampleID { SampleID(high: 0x8000, low: UInt64(number)) }

  fileprivate var text: String {
    var text =
      "{\"id\":\"\(sampleID ?? Self.id(id))\",\"digest\":\"\(String(0x1000_0000_0000_0000 + digest, radix: 16))\""
    text += ",\"type\":\"\(type)\""
    if let start { text += ",\"start\":\(start),\"end\":\(end ?? start)" }
    if let correlation { text += ",\"correlation\":\(correlation),\"role\":\"\(role ?? type)\"" }
    if isDerived { text += ",\"derived\":true" }
    return text + ",\"sample\":\(sample)}\n"
  }

  static func lines(_ lines: [TestLine]) throws -> SampleLines {
    try SampleLines(parsing: Array(lines.map(\.text).joined().utf8), count: lines.count)
  }
}

/// A row of an answer.
struct TestRow: Hashable, CustomStringConvertible {
  var id: Int
  var type: String
  var role: String?
  var sample: String

  var description: String { "\(id)" + (role.map { "(\($0))" } ?? "") }
}

/// A store in a new schema.
struct StoreBench {
  let url: String

  init() throws {
    let server = try #require(PrivateServer.shared)
    url = server.url(schema: "t" + UUID().uuidString.prefix(12).lowercased().filter { $0 != "-" })
  }

  /// The messages of a host.
  func hello(
    session: String = "0123456789abcdef0123456789abcdef", isReadOnly: Bool = false, owner: String? = nil,
    restoresDeleted: Bool = false, wait: Int = 60_000
  ) -> HostHello {
    HostHello(
      host: "test", session: session, url: url, parameters: StorageURL(url)?.parameters ?? [:],
      isReadOnly: isReadOnly, owner: owner, restoresDeleted: restoresDeleted, waitMilliseconds: wait)
  }

  /// Opens the store as a plugin does.
  func open(
    _ hello: HostHello? = nil, onLoss: @escaping (String) -> Void = { _ in }
  ) throws -> PostgreSQLStore {
    let store = PostgreSQLStore(onLoss: onLoss)
    _ = try store.open(hello ?? self.hello())
    return store
  }

  /// Whether a text is a JSON object without a key twice.
  static func isObject(_ text: String) throws -> Bool {
    var keys: Set<String> = []
    var isOnce = true
    let bytes = Array(text.utf8)
    let isObject = CanonicalObject.forEachMember(of: 0..<bytes.count, in: bytes) { key, _ in
      isOnce = keys.insert(String(decoding: bytes[key], as: UTF8.self)).inserted && isOnce
      return true
    }
    return isObject && isOnce
  }

  /// A connection beside the store's, for what no plugin would do.
  func connection() throws -> ServerConnection {
    try SessionSettings(address: StoreAddress(hello()), waitMilliseconds: 60_000).connect()
  }
}

extension PostgreSQLStore {
  /// Appends lines, and commits them.
  @discardableResult
  func store(_ lines: [TestLine]) throws -> BatchAcknowledgement {
    let answer = try append(TestLine.lines(lines))
    _ = try commit(notes: [])
    return answer
  }

  func rows(_ query: SampleQuery = SampleQuery()) throws -> [TestRow] {
    var rows: [TestRow] = []
    try self.query(query) { (page: RowPage) throws(PluginError) -> Bool in
      rows += try Self.rows(of: page)
      return true
    }
    return rows
  }

  static func rows(of page: RowPage) throws(PluginError) -> [TestRow] {
    let lines = try SampleLines(parsing: page.text, count: page.count)
    return lines.lines.indices.map { index in
      TestRow(
        id: Int(truncatingIfNeeded: lines.lines[index].id.low), type: lines.type(index), role: lines.role(index),
        sample: String(decoding: lines.sample(index), as: UTF8.self))
    }
  }

  /// The ids of an answer, members in parentheses with their roles.
  func ids(_ query: SampleQuery = SampleQuery()) throws -> [String] { try rows(query).map(\.description) }

  /// The changes since a commit, as words.
  func changes(since anchor: Int64, types: [String] = [], omitsMembers: Bool = false) throws -> [String] {
    var words: [String] = []
    let query = ChangeQuery(since: ChangeAnchor(commit: anchor), types: types, omitsMembers: omitsMembers)
    let last = try changes(query) { (rows: ChangeRows) throws(PluginError) -> Bool in
      switch rows {
      case .added(let page): words += try Self.rows(of: page).map { "+\($0)" }
      case .deleted(let samples): words += samples.map { "-\($0.id.low)" }
      case .endOfCommit(let number): words.append("|\(number)")
      }
      return true
    }
    return words + ["to \(last)"]
  }
}
