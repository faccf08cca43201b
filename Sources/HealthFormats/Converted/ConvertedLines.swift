package import HealthModel

/// Lines of samples in Assay's own JSON form, each with the place that it came from.
package struct ConvertedLines {
  package private(set) var bytes: [UInt8] = []
  private(set) var places = ConvertedLocations()
  /// What is kept of what sources say of lines, in bytes: a line of a refused record may be three bytes long.
  private(set) var noted = 0
  private static let noteOverhead = 128
  /// The longest text that a source may say of a line; the rest is cut.
  private static let longestText = 1000

  package init() {}

  package var count: Int { places.count }

  package mutating func add(at place: ConvertedLocation, _ write: (inout JSONBuilder) -> Void) {
    var json = JSONBuilder.openObject()
    write(&json)
    begin(place)
    bytes += json.line
  }

  /// Adds a sample whose object is written already; line feeds in it, which are blanks of JSON, become spaces.
  package mutating func add(_ object: some Sequence<UInt8>, at place: ConvertedLocation) {
    begin(place)
    let start = bytes.count
    bytes += object
    if let feed = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      for index in feed..<bytes.count where bytes[index] == UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: " ") }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Says something about the sample that was added last.
  ///
  /// A code whose severity is error refuses the sample; another one is reported beside it.
  package mutating func note(_ code: DiagnosticCode, _ message: String) {
    guard count > 0 else { return }
    note(code, Self.plain(message))
  }

  /// Adds a record that no sample can be made of: it is refused, counted and kept in quarantine, and reading goes on.
  package mutating func addFault(
    _ message: String, code: DiagnosticCode = .recordUnreadable, at place: ConvertedLocation,
    record: some Sequence<UInt8> = "{}".utf8
  ) {
    add(record, at: place)
    note(code, Self.plain(message))
  }

  /// Adds a record of a known kind that no type exists for yet: it is counted by its name and kept apart, as elements of
  /// an export without a type are.
  package mutating func addUnsupported(
    _ name: String, at place: ConvertedLocation, record: some Sequence<UInt8> = "{}".utf8
  ) {
    add(record, at: place)
    note(nil, Self.plain(name))
  }

  private mutating func note(_ code: DiagnosticCode?, _ text: [UInt8]) {
    noted += text.count + Self.noteOverhead
    places.add(code, text)
  }

  private mutating func begin(_ place: ConvertedLocation) { places.add(at: bytes.count, place) }

  private static func plain(_ text: String) -> [UInt8] { Array(String(text.prefix(longestText)).utf8) }
}
