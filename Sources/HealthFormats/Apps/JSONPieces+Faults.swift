import HealthModel

/// What is not where a pattern expects records, and records that cannot be held.
extension JSONPieces {
  /// Passes over a value that is not of the form in which a pattern leads to records, and says so.
  ///
  /// A document that is a record itself may have such members.
  mutating func addFault(
    _ candidates: [(pattern: Int, done: Int)], _ first: UInt8, _ key: String?
  ) throws(JSONPieceOrInput) {
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

  /// Refuses all records that wait for what is around them: too much waits.
  mutating func giveUp(_ place: Int, waitingFor needs: [String]) {
    let names = needs.map { "`\($0)`" }.joined(separator: " and ")
    let fault =
      "\(names) come after more records than are held for them, at most 16 MiB with 256 extra bytes for each; write them "
      + "before the list"
    stack[place].tooLate = fault
    for var piece in stack[place].held {
      heldCount -= piece.bytes.count + Self.overhead
      piece.fault = fault
      ready.append(piece)
    }
    stack[place].held = []
  }
}
