import AssayPlatform
public import HealthModel

/// Folders of time zone files.
public struct TimeZoneDatabase: Sendable, Hashable {
  /// Where zones are looked for, in this order.
  package let folders: [String]

  /// Creates a database of folders.
  public init(folders: [String]) { self.folders = folders }

  /// The folders where systems keep zones.
  ///
  /// A program that follows `TZDIR` puts its folder before these.
  public static func system() -> TimeZoneDatabase {
    TimeZoneDatabase(folders: ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo"])
  }

  /// Whether a text has the form of a zone's name, and so names no file outside the folders.
  ///
  /// That is letters, digits, `+`, `-` and `_` in parts between slashes, at most 64 bytes.
  static func isName(_ text: String) -> Bool {
    guard (1...64).contains(text.utf8.count) else { return false }
    return text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty
        && part.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
          case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
          default: false
          }
        }
    }
  }

  func file(of name: String) throws(SyntaxError) -> [UInt8]? {
    guard Self.isName(name) else { return nil }
    for folder in folders {
      if let bytes = try Self.bytes(of: folder + "/" + name) { return bytes }
    }
    return nil
  }

  var isThere: Bool {
    folders.contains { folder in
      ["UTC", "Etc/UTC", "tzdata.zi"].contains { FileTree.isReadable(folder + "/" + $0) }
    }
  }

  /// The version of the first database that says one, such as `2025b`.
  package var version: String? {
    for folder in folders {
      if let version = Self.text(of: folder + "/+VERSION") { return version }
      guard let line = Self.text(of: folder + "/tzdata.zi"), line.hasPrefix("# version ") else { continue }
      return String(line.dropFirst("# version ".count))
    }
    return nil
  }

  private static func text(of path: String) -> String? {
    guard let bytes = try? bytes(of: path) else { return nil }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    guard 1...64 ~= line.count, line.allSatisfy({ 0x20...0x7E ~= $0 }) else { return nil }
    return String(decoding: line, as: UTF8.self)
  }

  /// The names of all zones, by the lists beside the files; empty when no list can be read.
  func names() -> [String] {
    for folder in folders {
      if let bytes = try? Self.bytes(of: folder + "/tzdata.zi") {
        return bytes.split(separator: 0x0A).compactMap(Self.nameInSource)
      }
      for list in ["zone1970.tab", "zone.tab"] {
        guard let bytes = try? Self.bytes(of: folder + "/" + list) else { continue }
        return bytes.split(separator: 0x0A).compactMap(Self.nameInTable)
      }
    }
    return []
  }

  /// The name in a line of `tzdata.zi`: `Z NAME …` is a zone, `L ZONE NAME` another name of one.
  private static func nameInSource(_ line: ArraySlice<UInt8>) -> String? {
    let fields = line.split(separator: 0x20, maxSplits: 3)
    guard let kind = fields.first, kind.count == 1 else { return nil }
    let column = kind.first == UInt8(ascii: "Z") ? 1 : 2
    guard column == 1 || kind.first == UInt8(ascii: "L"), fields.count > column else { return nil }
    return String(decoding: fields[column], as: UTF8.self)
  }

  private static func nameInTable(_ line: ArraySlice<UInt8>) -> String? {
    let fields = line.split(separator: 0x09)
    guard line.first != UInt8(ascii: "#"), fields.count > 2 else { return nil }
    return String(decoding: fields[2], as: UTF8.self)
  }

  /// The zone that most likely was meant: a name near the text, else one whose place is near it (`Berlin`, `new york`).
  func nearest(to text: String) -> String? {
    let names = names().filter(Self.isName)
    if let near = Self.nearest(to: text, among: names) { return near }
    let places = names.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    let place = Self.nearest(to: String(text.map { $0 == " " ? "_" : $0 }), among: places)
    return place.flatMap { place in places.firstIndex(of: place).map { names[$0] } }
  }

  /// The nearest of some words; for an abbreviation only itself, since `EST` is near `PST` but far from it.
  private static func nearest(to text: String, among words: [String]) -> String? {
    guard let near = Suggestion.nearest(to: text, among: words) else { return nil }
    return text.utf8.count > 4 || near.lowercased() == text.lowercased() ? near : nil
  }

  private static func bytes(of path: String) throws(SyntaxError) -> [UInt8]? {
    guard !path.utf8.contains(0) else { return nil }
    let bytes: [UInt8]
    do throws(SystemError) {
      let file = try Descriptor(reading: path)
      guard try file.status().kind == .file else { return nil }
      bytes = try file.bytes(limit: TimeZoneFile.sizeLimit + 1)
    } catch {
      if error.meansNothingThere { return nil }
      throw SyntaxError(error.description)
    }
    guard bytes.count <= TimeZoneFile.sizeLimit else { throw SyntaxError("it is longer than 1 MiB") }
    return bytes
  }
}

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
    do throws(SyntaxError) { found = try Self.found(identifier, in: database) } catch {
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

  private static func found(_ identifier: String, in database: TimeZoneDatabase) throws(SyntaxError) -> TimeZoneRules? {
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
