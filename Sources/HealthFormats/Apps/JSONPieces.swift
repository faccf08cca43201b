import HealthModel

/// Finds the records of a JSON text, one after the other, in bounded memory.
///
/// The text is a document, several of them one after the other, or an array of documents. A document in which no pattern
/// leads to a record is a record itself if that is wanted.
struct JSONPieces<Source: ByteSource> {
  var reader: JSONBytes<Source>
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

  init(_ source: Source, _ patterns: [JSONPattern], takesDocuments: Bool) {
    reader = JSONBytes(source)
    self.patterns = patterns
    self.takesDocuments = takesDocuments
    needed = Set(patterns.flatMap(\.needs))
  }

  /// The next record; `nil` at the end.
  mutating func piece() throws(JSONPieceOrInput) -> JSONPiece? {
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
  private mutating func step() throws(JSONPieceOrInput) -> Bool {
    guard let byte = try reader.peek() else {
      guard stack.isEmpty else { throw .content("the text ends in the middle of a document") }
      return false
    }
    guard let top = stack.last else {
      try value([], byte, root: true)
      return true
    }
    if byte == UInt8(ascii: ",") {
      guard !top.isEmpty else { throw reader.unexpected(byte) }
      reader.skip()
      guard try reader.peek() != nil else { throw .content("the text ends in the middle of a document") }
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
    guard try reader.peek() == UInt8(ascii: ":") else { throw .content("a key on line \(reader.line) has no value") }
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
    // A member that some path names is not one of all members.
    let isAny = named.isEmpty && !any.isEmpty
    try value(isAny ? any : named, first, names: isAny ? top.names + [name] : top.names, key: name)
    return true
  }

  private func matching(
    _ frame: JSONFrame, _ fits: (JSONPattern.Step) -> Bool
  ) -> [(pattern: Int, done: Int)] {
    frame.candidates.compactMap { candidate in
      let steps = patterns[candidate.pattern].steps
      return candidate.done < steps.count && fits(steps[candidate.done])
        ? (candidate.pattern, candidate.done + 1) : nil
    }
  }

  /// Reads a value, or opens it if a pattern leads into it.
  private mutating func value(
    _ found: [(pattern: Int, done: Int)], _ first: UInt8, root isRoot: Bool = false, names: [String] = [],
    key: String? = nil
  ) throws(JSONPieceOrInput) {
    let candidates = isRoot ? patterns.indices.map { ($0, 0) } : found
    let isContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    guard !isRoot || isContainer else { throw .content("the document on line \(reader.line) is not an object") }
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
    let leadsIn =
      isContainer && candidates.contains { (patterns[$0.pattern].steps[$0.done] == .element) == isList }
    guard !isRoot || !isList else { throw .content("the document on line \(reader.line) is not an object") }
    if !candidates.isEmpty, !leadsIn, !isRoot {
      try addFault(candidates, first, key)
      return
    }
    if !candidates.isEmpty, isContainer {
      guard stack.count < Self.deepest else { throw .content("values are nested deeper than \(Self.deepest)") }
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
    if heldCount + piece.bytes.count + Self.overhead > Self.mostHeld { giveUp(place, waitingFor: needs) }
    if let fault = stack[place].tooLate {
      piece.fault = fault
      ready.append(piece)
      return
    }
    heldCount += piece.bytes.count + Self.overhead
    stack[place].held.append(piece)
  }

  private mutating func close() throws(JSONPieceOrInput) {
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
      throw .content("the record that ends on line \(reader.line) is longer than 4 MiB")
    }
    if let marked, !frame.hasRecord {
      ready.append(
        JSONPiece(
          pattern: -1, bytes: marked.bytes, line: marked.line, offset: marked.offset, names: [], around: [:]))
    }
  }
}

/// Why reading a text ends early.
enum JSONPieceOrInput: Error {
  /// The text is not what it should be: one sentence, lower case, without a full stop.
  case content(String)
  case input(InputError)
}
