import HealthJSON

/// The first line of the host: who asks, and for which store.
public struct HostHello: Sendable, Hashable {
  /// The versions of the protocol that the host speaks.
  package var versions: ClosedRange<Int>
  /// The host's name and version.
  package var host: String
  /// 32 hexadecimal digits, the same for every start of the plugin within one run of the host.
  public var session: String
  /// The store as it was named.
  public var url: String
  /// The decoded query after `?` in the store's name.
  public var parameters: [String: String]
  /// Whether nothing will be written; the store must exist then.
  public var isReadOnly: Bool
  /// The bundle whose samples alone may be deleted; `nil` for the operator, who owns all.
  public var owner: String?
  /// Whether a deleted sample that comes again is stored again.
  public var restoresDeleted: Bool
  /// How long to wait for another writer, in milliseconds.
  public var waitMilliseconds: Int
  /// The longest message either side may write, in bytes.
  package var maximumLine: Int
  /// The longest line of a sample that the host sends, in bytes.
  package var maximumSample: Int

  /// Creates a hello.
  public init(
    versions: ClosedRange<Int> = 1...1, host: String, session: String, url: String,
    parameters: [String: String] = [:], isReadOnly: Bool = false, owner: String? = nil,
    restoresDeleted: Bool = false, waitMilliseconds: Int = 60_000, maximumLine: Int = 8 << 20,
    maximumSample: Int = 33 << 20
  ) {
    self.versions = versions
    self.host = host
    self.session = session
    self.url = url
    self.parameters = parameters
    self.isReadOnly = isReadOnly
    self.owner = owner
    self.restoresDeleted = restoresDeleted
    self.waitMilliseconds = waitMilliseconds
    self.maximumLine = maximumLine
    self.maximumSample = maximumSample
  }

  init(_ message: JSONValue) throws(MessageFault) {
    guard let range = message["protocol"] else { throw .member("protocol") }
    let first = try range.whole("min", in: 0...Int.max)
    let last = try range.whole("max", in: 0...Int.max)
    guard first <= last else { throw .member("protocol") }
    guard let store = message["store"] else { throw .member("store") }
    var parameters: [String: String] = [:]
    for member in store["parameters"]?.members ?? [] {
      guard let text = member.value.text else { throw .member("parameters") }
      parameters[member.key] = text
    }
    self.init(
      versions: first...last, host: try message.text("host"), session: try message.text("session"),
      url: try store.text("url"), parameters: parameters, isReadOnly: message["read_only"]?.flag ?? false,
      owner: message["owner"]?.text, restoresDeleted: message["restore_deleted"]?.flag ?? false,
      waitMilliseconds: try message.whole("wait_ms", in: 0...Int.max, default: 60_000),
      maximumLine: try message["limits"]?.whole("line", in: 1...Int.max, default: 8 << 20) ?? 8 << 20,
      maximumSample: try message["limits"]?.whole("sample", in: 1...Int.max, default: 8 << 20) ?? 8 << 20)
  }

  var writer: JSONBuilder {
    var writer = JSONBuilder(message: "hello")
    var range = JSONBuilder.openObject()
    range.member("min", versions.lowerBound)
    range.member("max", versions.upperBound)
    writer.member("protocol", object: range)
    writer.member("host", host)
    writer.member("session", session)
    var store = JSONBuilder.openObject()
    store.member("url", url)
    var texts = JSONBuilder.openObject()
    for (key, text) in parameters.sorted(by: { $0.key < $1.key }) { texts.member(key, text) }
    store.member("parameters", object: texts)
    writer.member("store", object: store)
    writer.member("read_only", isReadOnly)
    writer.member("owner", owner)
    writer.member("restore_deleted", restoresDeleted)
    writer.member("wait_ms", waitMilliseconds)
    var limits = JSONBuilder.openObject()
    limits.member("line", maximumLine)
    limits.member("sample", maximumSample)
    writer.member("limits", object: limits)
    return writer
  }
}
