public import HealthModel

extension TimeZoneRules {
  /// The names of the zones of a database, sorted; none if it has no list of them.
  @usableFromInline package static func knownNames(in database: TimeZoneDatabase = .system()) -> [String] {
    database.names().filter(TimeZoneDatabase.isName).sorted()
  }

  /// A zone by its name: `UTC` or `Z`, `±HH:MM` up to 18:00, or a name of the IANA database, `Europe/Berlin`.
  ///
  /// - Parameters:
  ///   - identifier: the name.
  ///   - database: where names of the IANA database are looked up.
  /// - Throws: `QueryError.Reason.wrongTimeZone` if the zone does not exist, with the nearest name, or cannot be read.
  public init(_ identifier: String, in database: TimeZoneDatabase = .system()) throws(QueryError) {
    let found: TimeZoneRules?
    do throws(SyntaxError) {
      found = try Self.found(identifier, in: database)
    } catch {
      throw QueryError(
        .wrongTimeZone,
        "the file of the time zone `\(TextEscaping.escaped(identifier))` cannot be read: \(error.message)",
        instead: "install tzdata anew, or give an offset such as +02:00")
    }
    guard let found else { throw Self.unknown(identifier, in: database) }
    self = found
  }

  /// A zone by a name that samples give; `nil` when there is none or it cannot be read.
  ///
  /// Costs no more for a wrong name: no nearest one is looked for.
  init?(known identifier: String) {
    guard let found = try? Self.found(identifier, in: .system()) else { return nil }
    self = found
  }

  private static func found(
    _ identifier: String, in database: TimeZoneDatabase
  ) throws(SyntaxError) -> TimeZoneRules? {
    if identifier == "UTC" || identifier == "Z" { return utc.named(identifier) }
    let text = Array(identifier.utf8)
    if let minutes = TimestampParser.parseOffset(0..<text.count, in: text.span.bytes) {
      return TimeZoneRules(offsetMinutes: Int(minutes)).named(identifier)
    }
    guard let bytes = try database.file(of: identifier) else { return nil }
    return try TimeZoneFile.rules(identifier, from: bytes)
  }

  private static func unknown(_ identifier: String, in database: TimeZoneDatabase) -> QueryError {
    let shown = TextEscaping.escaped(identifier, limit: 64)
    guard database.isThere else {
      let folders = database.folders.map { TextEscaping.escaped($0) }.joined(separator: ", ")
      return QueryError(
        .wrongTimeZone, "the time zone `\(shown)` cannot be looked up: there is no time zone database in \(folders)",
        instead: "install tzdata or set TZDIR; UTC and offsets such as +02:00 work without it")
    }
    let near = database.nearest(to: identifier).map { "did you mean `\($0)`?" }
    return QueryError(
      .wrongTimeZone, "no time zone is called `\(shown)`",
      instead: near ?? "give an IANA name such as Europe/Berlin, UTC, or an offset such as +02:00")
  }
}
