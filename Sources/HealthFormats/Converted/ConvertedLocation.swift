package import HealthModel

/// The place in an original that a converted line came from.
package enum ConvertedLocation: Sendable, Hashable {
  case line(Int64)
  /// An offset in bytes, from 0.
  case byte(Int64)
  /// A numbered part: `.item("steps_record_table row", 17)` is shown as `steps_record_table row 17`.
  ///
  /// An input has few different labels; what differs from record to record is the number.
  case item(String, Int64)
  case name(String)

  /// The place as reports name it; `nil` for a line, which every report knows.
  package var text: String? {
    switch self {
    case .line: nil
    case .byte(let offset): "byte \(offset)"
    case .item(let label, let number): "\(label) \(number)"
    case .name(let name): name
    }
  }

  package func location(in path: String) -> SourceLocation {
    var location = SourceLocation(path: path)
    switch self {
    case .line(let line):
      location.line = Int(clamping: line)
      location.column = 1
    case .byte(let offset): location.byteOffset = offset
    default: break
    }
    location.place = text.map { TextEscaping.escaped($0, limit: 200) }
    return location
  }
}

/// The places of the lines in a chunk, and what their source says of them.
package struct ConvertedLocations: Sendable, Hashable {
  /// Something that a source says of a line.
  struct Note: Sendable, Hashable {
    var line: Int32
    /// The problem; `nil` for a record without a type.
    var code: DiagnosticCode?
    /// The words, or the name of the record.
    var text: [UInt8]
  }

  private static let textLine: Int32 = -1
  private static let byteOffset: Int32 = -2

  /// Where the lines begin in the chunk.
  private var starts: [Int32] = []
  /// The label of each line's place, and its number; -1 for none.
  private var labels: [Int32] = []
  private var numbers: [Int64] = []
  private var names: [String] = []
  private var indexes: [String: Int32] = [:]
  private(set) var notes: [Note] = []
  /// Whether the names are another program's.
  var isForeign = false

  package var count: Int { starts.count }

  init() {}

  mutating func add(at start: Int, _ place: ConvertedLocation) {
    starts.append(Int32(truncatingIfNeeded: start))
    switch place {
    case .line(let number): append(Self.textLine, number)
    case .byte(let number): append(Self.byteOffset, number)
    case .item(let label, let number): append(index(of: label), number)
    case .name(let name): append(index(of: name), -1)
    }
  }

  mutating func add(_ code: DiagnosticCode?, _ text: [UInt8]) {
    notes.append(Note(line: Int32(truncatingIfNeeded: starts.count - 1), code: code, text: text))
  }

  private mutating func append(_ label: Int32, _ number: Int64) {
    labels.append(label)
    numbers.append(number)
  }

  private mutating func index(of name: String) -> Int32 {
    if let last = labels.last, last >= 0, names[Int(last)] == name { return last }
    if let known = indexes[name] { return known }
    let index = Int32(truncatingIfNeeded: names.count)
    names.append(name)
    indexes[name] = index
    return index
  }

  /// The line that is at a place of the chunk, as index; `nil` for a place before the first.
  func line(at offset: Int) -> Int? {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  func start(of line: Int) -> Int { Int(starts[line]) }

  /// The place in the original of what is at a place of the chunk.
  ///
  /// - Returns: the place; `nil` for none.
  package func place(at offset: Int, redacts: Bool = false) -> ConvertedLocation? {
    guard let line = line(at: offset) else { return nil }
    let number = numbers[line]
    switch labels[line] {
    case Self.textLine: return .line(number)
    case Self.byteOffset: return .byte(number)
    case _ where redacts && isForeign: return number < 0 ? nil : .item("record", number)
    case let label: return number < 0 ? .name(names[Int(label)]) : .item(names[Int(label)], number)
    }
  }

  /// Whether the source says that no sample can be made of the record at a place: it can be kept, not read again.
  package func isFragment(at offset: Int) -> Bool {
    guard !notes.isEmpty, let line = line(at: offset) else { return false }
    var low = 0
    var high = notes.count
    while low < high {
      let middle = (low + high) / 2
      if Int(notes[middle].line) < line { low = middle + 1 } else { high = middle }
    }
    return notes[low...].prefix { Int($0.line) == line }.contains { ($0.code?.defaultSeverity ?? .error) == .error }
  }

  /// The places before and after a place between two lines.
  func divided(at offset: Int) -> (head: ConvertedLocations, rest: ConvertedLocations) {
    var first = line(at: offset).map { $0 + 1 } ?? 0
    // A line that begins here is the rest's.
    if first > 0, Int(starts[first - 1]) == offset { first -= 1 }
    var (head, rest) = (self, self)
    head.starts.removeSubrange(first...)
    head.labels.removeSubrange(first...)
    head.numbers.removeSubrange(first...)
    head.notes.removeAll { Int($0.line) >= first }
    rest.starts.removeSubrange(..<first)
    rest.labels.removeSubrange(..<first)
    rest.numbers.removeSubrange(..<first)
    rest.notes.removeAll { Int($0.line) < first }
    for index in rest.starts.indices { rest.starts[index] -= Int32(truncatingIfNeeded: offset) }
    for index in rest.notes.indices { rest.notes[index].line -= Int32(truncatingIfNeeded: first) }
    return (head, rest)
  }
}

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
