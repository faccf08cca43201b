package import HealthModel

/// Lines of samples in Assay's own JSON form, each with the place that it came from.
package struct ConvertedLines {
  /// The lines, each with its line feed.
  package private(set) var bytes: [UInt8] = []
  private(set) var places = ConvertedPlaces()
  /// What is kept of what sources say of lines, in bytes: a line of a refused record may be three bytes long.
  private(set) var noted = 0
  /// What a note takes beside its text.
  private static let noteOverhead = 128
  /// The longest text that a source may say of a line; the rest is cut.
  private static let longestText = 1000

  /// Creates no lines.
  package init() {}

  /// How many lines there are.
  package var count: Int { places.count }

  /// Adds a sample.
  ///
  /// - Parameters:
  ///   - place: where its record is in the original.
  ///   - write: writes the members of the sample's object: `type`, `start` and the others of Documentation/samples.md.
  package mutating func add(at place: ConvertedPlace, _ write: (inout JSONBuilder) -> Void) {
    var json = JSONBuilder.openObject()
    write(&json)
    begin(place)
    bytes += json.line
  }

  /// Adds a sample whose object is written already; line feeds in it, which are blanks of JSON, become spaces.
  ///
  /// - Parameters:
  ///   - object: the JSON object.
  ///   - place: where its record is in the original.
  package mutating func add(_ object: some Sequence<UInt8>, at place: ConvertedPlace) {
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
  ///
  /// - Parameters:
  ///   - code: the problem.
  ///   - message: what was found and wanted: one sentence, lower case, without a full stop, the same for the same kind of
  ///     fault where that is possible.
  package mutating func note(_ code: DiagnosticCode, _ message: String) {
    guard count > 0 else { return }
    note(code, Self.plain(message))
  }

  /// Adds a record that no sample can be made of: it is refused, counted and kept in quarantine, and reading goes on.
  ///
  /// - Parameters:
  ///   - message: what was found and wanted: one sentence, lower case, without a full stop.
  ///   - code: the problem, `record-unreadable` if no other code says it.
  ///   - place: where the record is in the original.
  ///   - record: what of the record is worth keeping, as a JSON object.
  package mutating func addFault(
    _ message: String, code: DiagnosticCode = .recordUnreadable, at place: ConvertedPlace,
    record: some Sequence<UInt8> = "{}".utf8
  ) {
    add(record, at: place)
    note(code, Self.plain(message))
  }

  /// Adds a record of a known kind that no type exists for yet: it is counted by its name and kept apart, as elements of
  /// an export without a type are.
  ///
  /// - Parameters:
  ///   - name: the name of its kind, such as a table's.
  ///   - place: where the record is in the original.
  ///   - record: what of the record is worth keeping, as a JSON object.
  package mutating func addUnsupported(
    _ name: String, at place: ConvertedPlace, record: some Sequence<UInt8> = "{}".utf8
  ) {
    add(record, at: place)
    note(nil, Self.plain(name))
  }

  private mutating func note(_ code: DiagnosticCode?, _ text: [UInt8]) {
    noted += text.count + Self.noteOverhead
    places.add(code, text)
  }

  private mutating func begin(_ place: ConvertedPlace) { places.add(at: bytes.count, place) }

  private static func plain(_ text: String) -> [UInt8] { Array(String(text.prefix(longestText)).utf8) }
}
