import HealthModel

/// Finds the records of a JSON text, one after the other, in bounded memory.
///
/// The text is a document, several of them one after the other, or an array of documents. A document in which no pattern
/// leads to a record is a record itself if that is wanted.
struct JSONPieces {
  var reader: JSONBytes
  let patterns: [JSONPattern]
  let takesDocuments: Bool
  /// The members of objects that patterns need.
  private let needed: Set<String>
  var stack: [JSONFrame] = []
  var ready: [JSONPiece] = []
  private var next = 0
  var heldCount = 0
  private var lastLine: Int64 = 0
  /// The keys that faults name: of a hostile text each is another one, and what is said of it is kept.
  var namedKeys: Set<String> = []

  private static var deepest: Int { 64 }
  /// How much waits, and how long a value around a record may be.
  static var mostHeld: Int { 16 << 20 }
  private static var longestText: Int { 4_096 }
  /// What a record that waits takes beside its bytes, and how many faults wait.
  static var overhead: Int { 256 }
  static var mostFaults: Int { 1_000 }
  static var mostNames: Int { 1_000 }

  init(_ input: ConvertedInput, _ patterns: [JSONPattern], takesDocuments: Bool) throws(InputError) {
    reader = JSONBytes(try input.makeByteSource(), damaged: input.damaged)
    self.patterns = patterns
    self.takesDocuments = takesDocuments
    needed = Set(patterns.flatMap(\.needs))
  }

  /// The next record; `nil` at the end.
  mutating func piece() throws(InputError) -> JSONPiece? {
    while true {
      if next < ready.count {
        next += 1
        var piece = ready[next - 1]
        piece.isOnSharedLine = piece.line == lastLine
        lastLine = piece.line
        return piece
      }
      ready.removeAll(keepingCapacity: true)
      next = 0
      guard try step() else { return nil }
    }
  }

  /// Goes on to the next value or bracket; `false` at the end of the text.
  private mutating func step() throws(InputError) -> Bool {
    guard let byte = try reader.peek() else {
      guard stack.isEmpty else { throw reader.damaged("the text ends in the middle of a document") }
      return false
    }
    guard let top = stack.last else {
      try value([], byte, root: true)
      return true
    }
    if byte == UInt8(ascii: ",") {
      guard !top.isEmpty else { throw reader.unexpected(byte) }
      reader.skip()
      guard try reader.peek() != nil else { throw reader.damaged("the text ends in the middle of a document") }
    } else if byte == (top.isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) {
      reader.skip()
      try close()
      return true
    } else if !top.isEmpty {
      throw reader.unexpected(byte)
    }
    stack[stack.count - 1].isEmpty = false
    if top.isArray {
      guard let first = try reader.peek() else { return true }
      if top.isRoot {
        try value([], first, root: true)
      } else {
        try value(matching(top) { $0 == .element }, first, names: top.names)
      }
      return true
    }
    let key = try reader.string()
    guard try reader.peek() == UInt8(ascii: ":") else {
      throw reader.damaged("a key on line \(reader.line) has no value")
    }
    reader.skip()
    guard let first = try reader.peek() else { return true }
    let named = matching(top) { $0 == .key(key) }
    var any = matching(top) { step in
      switch step {
      case .member: true
      case .oneOf(let keys): keys.contains(key)
      default: false
      }
    }
    if any.contains(where: { !patterns[$0.pattern].isBeside }) { any.removeAll { patterns[$0.pattern].isBeside } }
    let name = String(decoding: key, as: UTF8.self)
    if !named.isEmpty || !any.isEmpty || needed.contains(name), try passRepeated(name) { return true }
    // A member that some path names is not one of all members.
    let isAny = named.isEmpty && !any.isEmpty
    try value(isAny ? any : named, first, names: isAny ? top.names + [name] : top.names, key: name)
    return true
  }

  private func matching(_ frame: JSONFrame, _ fits: (JSONPattern.Step) -> Bool) -> [(pattern: Int, done: Int)] {
    frame.candidates.compactMap { candidate in
      let steps = patterns[candidate.pattern].steps
      return candidate.done < steps.count && fits(steps[candidate.done]) ? (candidate.pattern, candidate.done + 1) : nil
    }
  }

  /// Reads a value, or opens it if a pattern leads into it.
  private mutating func value(
    _ found: [(pattern: Int, done: Int)], _ first: UInt8, root isRoot: Bool = false, names: [String] = [],
    key: String? = nil
  ) throws(InputError) {
    let candidates = isRoot ? patterns.indices.map { ($0, 0) } : found
    let isContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    guard !isRoot || isContainer else { throw reader.damaged("the document on line \(reader.line) is not an object") }
    if isRoot, first == UInt8(ascii: "["), stack.isEmpty {
      reader.skip()
      stack.append(JSONFrame(isArray: true, candidates: [], isRoot: true))
      return
    }
    if let leaf = candidates.first(where: { patterns[$0.0].steps.count == $0.1 }) {
      let (line, offset) = (reader.line, reader.offset)
      let bytes = try reader.value()
      add(JSONPiece(pattern: leaf.0, bytes: bytes, line: line, offset: offset, names: names, around: [:]))
      return
    }
    let isList = first == UInt8(ascii: "[")
    let leadsIn = isContainer && candidates.contains { (patterns[$0.pattern].steps[$0.done] == .element) == isList }
    guard !isRoot || !isList else { throw reader.damaged("the document on line \(reader.line) is not an object") }
    if !candidates.isEmpty, !leadsIn, !isRoot {
      try addFault(candidates, first, key)
      return
    }
    if !candidates.isEmpty, isContainer {
      guard stack.count < Self.deepest else { throw reader.damaged("values are nested deeper than \(Self.deepest)") }
      if isRoot, takesDocuments, first == UInt8(ascii: "{") { reader.mark() }
      reader.skip()
      let isBeside = candidates.allSatisfy { patterns[$0.pattern].isBeside }
      if !isRoot, !isBeside { for index in stack.indices { stack[index].isKnown = true } }
      let leadsToRecords = !isBeside && candidates.contains { patterns[$0.0].steps[$0.1...] == [.element] }
      if isList, !isRoot, leadsToRecords { for index in stack.indices { stack[index].hasRecord = true } }
      stack.append(JSONFrame(isArray: isList, candidates: candidates, names: names))
      return
    }
    guard let key, needed.contains(key), !isContainer else { return try reader.pass() }
    keep(try reader.value(), as: key)
  }

  /// Keeps a member of the innermost object if a pattern needs it.
  mutating func keep(_ bytes: [UInt8], as key: String) {
    guard needed.contains(key), bytes.count <= Self.longestText, let value = JSONValue(parsing: bytes) else { return }
    stack[stack.count - 1].around[key] = value
  }

  /// Hands a record out, or keeps it for what it needs of an object around it.
  private mutating func add(_ piece: JSONPiece) {
    if patterns[piece.pattern].isBeside { return add(beside: piece) }
    var piece = piece
    for index in stack.indices {
      stack[index].hasRecord = true
      stack[index].isKnown = true
    }
    let needs = patterns[piece.pattern].needs
    guard !needs.isEmpty, let place = stack.lastIndex(where: { !$0.isArray }) else {
      ready.append(piece)
      return
    }
    piece.around = stack[place].around
    let isWhole = stack[place].tooLate == nil && needs.allSatisfy { piece.around[$0] != nil }
    guard !isWhole else {
      ready.append(piece)
      return
    }
    if heldCount + piece.bytes.count + Self.overhead > Self.mostHeld {
      let names = needs.map { "`\($0)`" }.joined(separator: " and ")
      giveUp(
        place,
        "\(names) come after more records than are held for them, at most 16 MiB with 256 extra bytes for each; write "
          + "them before the list")
    }
    if let fault = stack[place].tooLate {
      piece.fault = fault
      ready.append(piece)
      return
    }
    heldCount += piece.bytes.count + Self.overhead
    stack[place].held.append(piece)
  }

  private mutating func close() throws(InputError) {
    let frame = stack.removeLast()
    for var piece in frame.held {
      heldCount -= piece.bytes.count + Self.overhead
      piece.around = frame.around
      ready.append(piece)
    }
    for piece in frame.beside { heldCount -= piece.bytes.count + Self.overhead }
    let isDocument = stack.isEmpty || stack.count == 1 && stack[0].isRoot
    guard isDocument, !frame.isArray else { return }
    if !takesDocuments {
      guard !frame.isKnown, patterns.allSatisfy({ $0.firstKey != nil }) else { return }
      let keys = Set(patterns.compactMap(\.firstKey)).sorted().map { "`\($0)`" }
      ready.append(fault("the document has none of \(keys.joined(separator: ", "))"))
      return
    }
    if frame.hasRecord {
      ready += frame.beside
      if frame.furtherBeside > 0 {
        ready.append(fault("\(frame.furtherBeside) further records are in lists that are not named for a kind"))
      }
      ready += frame.faults
      if frame.furtherFaults > 0 {
        ready.append(fault("\(frame.furtherFaults) further members are not lists of records"))
      }
    }
    let marked = reader.takeMarked()
    if marked == nil, reader.isTooLong, !frame.hasRecord {
      throw reader.damaged("the record that ends on line \(reader.line) is longer than 4 MiB")
    }
    if let marked, !frame.hasRecord {
      ready.append(
        JSONPiece(pattern: -1, bytes: marked.bytes, line: marked.line, offset: marked.offset, names: [], around: [:]))
    }
  }
}

/// What is not where a pattern expects records, and records that cannot be held.
extension JSONPieces {
  /// Passes over a value that is not of the form in which a pattern leads to records, and says so.
  ///
  /// A document that is a record itself may have such members.
  mutating func addFault(_ candidates: [(pattern: Int, done: Int)], _ first: UInt8, _ key: String?) throws(InputError) {
    let (line, offset) = (reader.line, reader.offset)
    let isContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    if isContainer {
      try reader.pass()
    } else {
      let bytes = try reader.value()
      guard let value = JSONValue(parsing: bytes) else { throw reader.unexpected(first) }
      if let key { keep(bytes, as: key) }
      if value == .null { return }
    }
    if let key, candidates.allSatisfy({ patterns[$0.pattern].isBeside }) {
      // Kinds of records have capitals; what else is beside lists of records is counted if it is an object.
      if !(key.utf8.first.map { (0x41...0x5A).contains($0) } ?? false) {
        guard isContainer, let pattern = candidates.first?.pattern else { return }
        return add(
          beside: JSONPiece(
            pattern: pattern, bytes: Array("{}".utf8), line: line, offset: offset, names: [key], around: [:]))
      }
      return addFault("\(subject(key)) is not a list of records", at: (line, offset))
    }
    // What other members of an object are is not known: only objects in place of lists are counted.
    let isAny = candidates.allSatisfy { patterns[$0.pattern].steps[$0.done - 1] == .member }
    let isList = key.map { key in candidates.contains { patterns[$0.pattern].lists.contains(key) } } ?? true
    if isAny, !isContainer, !isList { return }
    let isElement = candidates.contains { patterns[$0.pattern].steps[$0.done] == .element }
    let subject = subject(key)
    addFault("\(subject) is not \(isElement ? "a list of records" : "an object")", at: (line, offset))
  }

  /// How a fault names a member: by its key, as long as few were named.
  private mutating func subject(_ key: String?) -> String {
    guard let key = key?.prefix(100) else { return "the element" }
    guard namedKeys.count < Self.mostNames || namedKeys.contains(String(key)) else { return "a further member" }
    namedKeys.insert(String(key))
    return "`\(key)`"
  }

  private mutating func addFault(_ text: String, at place: (line: Int64, offset: Int64)) {
    let fault = fault(text, at: place)
    for index in stack.indices { stack[index].isKnown = true }
    guard takesDocuments, let document = stack.firstIndex(where: { !$0.isRoot }) else {
      ready.append(fault)
      return
    }
    if stack[document].faults.count < Self.mostFaults {
      stack[document].faults.append(fault)
    } else {
      stack[document].furtherFaults += 1
    }
  }

  func fault(_ text: String, at place: (line: Int64, offset: Int64)? = nil) -> JSONPiece {
    let place = place ?? (reader.line, reader.offset)
    return JSONPiece(
      pattern: -1, bytes: Array("{}".utf8), line: place.line, offset: place.offset, names: [], around: [:], fault: text)
  }

  /// Keeps a record of a list whose name no pattern has until it is known whether the document is a record itself.
  mutating func add(beside piece: JSONPiece) {
    guard let document = stack.firstIndex(where: { !$0.isRoot }), !stack[document].hasRecord else {
      ready.append(piece)
      return
    }
    guard heldCount + piece.bytes.count + Self.overhead <= Self.mostHeld else {
      stack[document].furtherBeside += 1
      return
    }
    heldCount += piece.bytes.count + Self.overhead
    stack[document].beside.append(piece)
  }

  /// Passes over a member whose key its object had before, with all records that wait for one of the two; `false` for
  /// another one.
  mutating func passRepeated(_ key: String) throws(InputError) -> Bool {
    let last = stack.count - 1
    guard stack[last].keys.contains(key) else {
      // Of an object with more members, which names no profile has, the others are not known.
      if stack[last].keys.count < Self.mostNames { stack[last].keys.insert(key) }
      return false
    }
    let place = (line: reader.line, offset: reader.offset)
    try reader.pass()
    let fault = "\(subject(key)) appears twice in its object"
    giveUp(last, fault)
    addFault(fault, at: place)
    return true
  }

  /// Refuses all records that wait for what is around them, and those that come.
  mutating func giveUp(_ place: Int, _ fault: String) {
    stack[place].tooLate = fault
    for var piece in stack[place].held {
      heldCount -= piece.bytes.count + Self.overhead
      piece.fault = fault
      ready.append(piece)
    }
    stack[place].held = []
  }
}

/// The bytes of a JSON text, value by value.
///
/// Only brackets and strings are looked at; the grammar of a record is checked when it is read.
struct JSONBytes {
  private var source: any ByteSource
  /// The error for a text that is not what it should be: one sentence, lower case, without a full stop.
  let damaged: (String) -> InputError
  private var buffer: [UInt8] = []
  private var place = 0
  private var isAtEnd = false
  /// The line of the next byte, from 1.
  private(set) var line: Int64 = 1
  /// Where the document that is kept begins; -1 if none is.
  private var marked = -1
  private var markedLine: Int64 = 1
  private var markedOffset: Int64 = 0
  /// How many bytes came before the buffer.
  private var passed: Int64 = 0
  /// Whether the text since the mark became too long to keep.
  private(set) var isTooLong = false

  private static var piece: Int { 64 * 1024 }
  private static var longest: Int { 10 << 20 }
  private static var longestDocument: Int { 4 << 20 }

  init(_ source: any ByteSource, damaged: @escaping (String) -> InputError) {
    self.source = source
    self.damaged = damaged
  }

  /// The next byte that is not a blank; `nil` at the end.
  mutating func peek() throws(InputError) -> UInt8? {
    while true {
      while place < buffer.count {
        let byte = buffer[place]
        switch byte {
        case UInt8(ascii: "\n"): line += 1
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
        // A byte order mark before the text.
        case 0xEF where line == 1 && place == 0, 0xBB where line == 1 && place == 1, 0xBF where line == 1 && place == 2:
          break
        default: return byte
        }
        place += 1
      }
      guard try fill() else { return nil }
    }
  }

  /// How many bytes of the text came before the next one.
  var offset: Int64 { passed + Int64(place) }

  /// Passes over the byte that `peek` showed.
  mutating func skip() { place += 1 }

  func unexpected(_ byte: UInt8) -> InputError {
    let shown = byte > 0x20 && byte < 0x7F ? "`\(String(UnicodeScalar(byte)))`" : "byte \(byte)"
    return damaged("the text is not JSON: \(shown) on line \(line) is not expected")
  }

  mutating func mark() {
    marked = place
    markedLine = line
    markedOffset = offset
    isTooLong = false
  }

  /// The document that was kept, up to here; `nil` if it is too long.
  mutating func takeMarked() -> (bytes: [UInt8], line: Int64, offset: Int64)? {
    guard marked >= 0 else { return nil }
    defer { marked = -1 }
    return (Array(buffer[marked..<place]), markedLine, markedOffset)
  }

  /// Reads a string; returns it decoded.
  mutating func string() throws(InputError) -> [UInt8] {
    guard try peek() == UInt8(ascii: "\"") else {
      throw damaged("the text is not JSON: a key on line \(line) is not a string")
    }
    let bytes = try value()
    do {
      guard case .string(let text) = try JSONValue(reading: bytes) else { return [] }
      return Array(text.utf8)
    } catch {
      throw damaged("the text is not JSON: a key on line \(line): \(error.detail.text)")
    }
  }

  mutating func value() throws(InputError) -> [UInt8] { try scan(keeps: true) }

  mutating func pass() throws(InputError) { _ = try scan(keeps: false) }

  private mutating func scan(keeps: Bool) throws(InputError) -> [UInt8] {
    var (depth, count, isScalar, isDone) = (0, 0, false, false)
    var quotes = JSONQuotes()
    var kept: [UInt8] = []
    while true {
      let start = place
      while place < buffer.count, !isDone {
        let byte = buffer[place]
        let isOpening = byte | 0x20 == UInt8(ascii: "{")
        let isClosing = byte | 0x20 == UInt8(ascii: "}")
        if !quotes.isInString {
          isDone =
            isScalar && (isOpening || byte == UInt8(ascii: "\""))
            || depth == 0 && (isClosing || Self.isSeparator(byte))
          if isDone { break }
        }
        if byte == UInt8(ascii: "\n") { line += 1 }
        place += 1
        if quotes.take(byte) {
          isDone = depth == 0 && !quotes.isInString
        } else if isOpening {
          depth += 1
        } else if isClosing {
          depth -= 1
          isDone = depth == 0
        } else if depth == 0 {
          isScalar = true
        }
      }
      count += place - start
      if keeps {
        guard count <= Self.longest else { throw damaged("a value on line \(line) is longer than 10 MiB") }
        kept += buffer[start..<place]
      }
      if isDone {
        guard count > 0 else { throw unexpected(place < buffer.count ? buffer[place] : 0) }
        return kept
      }
      guard try fill() else {
        guard isScalar, depth == 0 else { throw damaged("the text ends in the middle of a document") }
        return kept
      }
    }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") || byte == 0x20 || byte == 0x0A || byte == 0x0D
      || byte == 0x09
  }

  /// Gets more bytes; `false` at the end.
  private mutating func fill() throws(InputError) -> Bool {
    guard !isAtEnd else { return false }
    if marked >= 0, buffer.count - marked > Self.longestDocument {
      marked = -1
      isTooLong = true
    }
    let first = marked >= 0 ? marked : place
    if first > 0 {
      buffer.removeFirst(first)
      passed += Int64(first)
      place -= first
      if marked >= 0 { marked = 0 }
    }
    isAtEnd = try source.read(into: &buffer, count: Self.piece) == 0
    return !isAtEnd
  }
}

/// An object or array that `JSONPieces` is in.
struct JSONFrame {
  var isArray: Bool
  /// The patterns that lead here, and how many steps of each are done.
  var candidates: [(pattern: Int, done: Int)]
  var names: [String] = []
  var around: [String: JSONValue] = [:]
  var held: [JSONPiece] = []
  /// Why its records are refused instead of held; `nil` while they are held.
  var tooLate: String?
  /// The keys that it had, of those that some pattern names or needs.
  var keys: Set<String> = []
  var isRoot = false
  var isEmpty = true
  var hasRecord = false
  var isKnown = false
  /// Records of lists that no pattern names, and how many more there are.
  var beside: [JSONPiece] = []
  var furtherBeside = 0
  /// Values that should be records and are of another JSON kind, and how many more there are.
  var faults: [JSONPiece] = []
  var furtherFaults = 0
}

/// Where records are in a JSON text, and which values around them they need.
struct JSONPattern: Sendable {
  enum Step: Sendable, Equatable {
    case key([UInt8])
    case element
    /// Every member of an object; its key is part of what is found.
    case member
    /// The members of an object with one of these keys; the key is part of what is found.
    case oneOf(Set<[UInt8]>)
  }

  let steps: [Step]
  /// The names of lists that `?` stands for: a value of another form under one of them is reported.
  let lists: Set<String>
  /// The members of the object around a record without which it means nothing; it waits for them to the object's end.
  let needs: [String]
  /// Whether it is for lists whose names are not known, beside those of other patterns: their records are counted, and
  /// only if the document is not a record itself.
  let isBeside: Bool

  /// The key that it begins with; `nil` if it begins with something else.
  var firstKey: String? { if case .key(let key)? = steps.first { String(decoding: key, as: UTF8.self) } else { nil } }

  /// Reads a path: `*` is each element of a list, and `?` each member of an object, or each with one of some keys.
  init(_ path: String, needs: [String] = [], lists: Set<String> = [], keys: [String] = [], isBeside: Bool = false) {
    steps = path.split(separator: "/").map { part in
      switch part {
      case "*": .element
      case "?": keys.isEmpty ? .member : .oneOf(Set(keys.map { Array($0.utf8) }))
      default: .key(Array(part.utf8))
      }
    }
    self.needs = needs
    self.lists = lists
    self.isBeside = isBeside
  }
}

/// A record of a JSON text, and what is around it.
struct JSONPiece {
  var pattern: Int
  var bytes: [UInt8]
  /// The line on which it begins, from 1.
  var line: Int64
  /// How many bytes of the text come before it.
  var offset: Int64
  /// The keys that stand for `?`, from the outermost.
  var names: [String]
  /// What patterns need of the object around it.
  var around: [String: JSONValue]
  /// What is wrong with a value that should be a record; `nil` for a record.
  var fault: String?

  /// Whether a record before it begins on the same line.
  var isOnSharedLine = false

  /// The place that findings name: the line, or in a text without line feeds the byte.
  var place: ConvertedLocation { isOnSharedLine ? .byte(offset) : .line(line) }

  func text(_ name: String) -> String? { around[name]?.text }
}
