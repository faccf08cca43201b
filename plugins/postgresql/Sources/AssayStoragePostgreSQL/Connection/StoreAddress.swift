import CLibPQ
import HealthModel
import HealthPlugins
import HealthStorage

/// Where a store is: a database, as libpq finds it, and the schema that holds everything.
struct StoreAddress: Sendable, Hashable {
  /// A word of libpq's and its value.
  struct Setting: Sendable, Hashable {
    var keyword: String
    var value: String
  }

  /// The parameters for libpq, in order; of a keyword that comes twice the last one counts.
  private(set) var settings: [Setting]
  /// Whether `dbname` is a whole URL.
  let isURL: Bool
  let schema: String

  /// The schema of a store that names none.
  static let defaultSchema = "assay"
  /// The longest name that the server does not cut, in bytes.
  static let longestSchema = 63

  /// Takes a store's name apart: `postgresql://…`, or `process:postgresql?…` with libpq's keywords as parameters.
  ///
  /// - Throws: `PluginError` of the kind `config` if it is not an address, or holds a password.
  init(_ hello: HostHello) throws(PluginError) {
    schema = try Self.schema(hello.parameters["schema"])
    // The URL overrides the parameters before it.
    settings = [
      Setting(keyword: "fallback_application_name", value: "assay"), Setting(keyword: "connect_timeout", value: "4"),
    ]
    let colon = hello.url.utf8.firstIndex(of: UInt8(ascii: ":"))
    let scheme = colon.map { hello.url[..<$0].lowercased() } ?? ""
    switch scheme {
    case "postgresql", "postgres":
      let rest = colon.map { String(hello.url[$0...]) } ?? ""
      guard rest.hasPrefix("://") else {
        throw PluginError(
          .configuration, "a store in PostgreSQL is named postgresql://HOST/DATABASE", code: .unwritable,
          hint: "postgresql:///DATABASE is a database on this machine")
      }
      isURL = true
      let url = Self.withoutSchema("postgresql" + rest)
      try Self.checkPassword(in: url)
      settings.append(Setting(keyword: "dbname", value: url))
    default:
      isURL = false
      for (keyword, value) in hello.parameters.sorted(by: { $0.key < $1.key }) where keyword != "schema" {
        guard !Self.isSecret(keyword) else { throw Self.passwordError }
        settings.append(Setting(keyword: keyword, value: value))
      }
    }
    settings.append(Setting(keyword: "client_encoding", value: "UTF8"))
  }

  private static func schema(_ name: String?) throws(PluginError) -> String {
    let name = name ?? defaultSchema
    guard !name.isEmpty, name.utf8.count <= longestSchema, !name.utf8.contains(0) else {
      throw PluginError(
        .configuration, "`schema` takes 1 to \(longestSchema) bytes, got \(name.utf8.count)", code: .unwritable)
    }
    guard !name.hasPrefix("pg_"), name != "information_schema" else {
      throw PluginError(
        .configuration, "the schema \(TextEscaping.escaped(name)) is the server's own", code: .unwritable,
        hint: "name another one: schema=assay")
    }
    return name
  }

  /// A URL without the parameter that libpq does not know.
  private static func withoutSchema(_ url: String) -> String {
    guard let mark = url.utf8.firstIndex(of: UInt8(ascii: "?")) else { return url }
    let parts = url[url.utf8.index(after: mark)...].utf8.split(separator: UInt8(ascii: "&")).filter { part in
      !part.elementsEqual("schema".utf8) && !part.starts(with: "schema=".utf8)
    }
    let rest = parts.map { String(Substring($0)) }.joined(separator: "&")
    return String(url[..<mark]) + (rest.isEmpty ? "" : "?" + rest)
  }

  private static func isSecret(_ keyword: String) -> Bool { keyword == "password" || keyword == "sslpassword" }

  private static let passwordError = PluginError(
    .configuration, "the store's name holds a password, which everybody on this machine can read", code: .unwritable,
    hint: "put it into ~/.pgpass, a service file or PGPASSWORD instead")

  /// Refuses a URL with a password in it.
  ///
  /// The error of libpq about an unreadable URL is not passed on: it would contain the password.
  private static func checkPassword(in url: String) throws(PluginError) {
    guard let options = PQconninfoParse(url, nil) else {
      throw PluginError(
        .configuration, "the store's name cannot be read by libpq", code: .unwritable,
        hint: "postgresql://USER@HOST:PORT/DATABASE?schema=NAME, with %XX for other characters than letters and digits")
    }
    defer { PQconninfoFree(options) }
    var option = options
    while let keyword = option.pointee.keyword {
      if isSecret(String(cString: keyword)), option.pointee.val != nil { throw passwordError }
      option += 1
    }
  }
}
