import HealthModel
import HealthStorage

/// Reads one text of conditions into a query.
struct ConditionReader: Sendable {
  let registry: Registry
  let moments: MomentText
  var scanner: ConditionScanner
  /// The query with what has been read so far.
  var query: SampleQuery

  /// The name that a condition begins with.
  struct Name: Sendable {
    /// What is before the first full stop.
    var head: String
    /// What is after it.
    var part: String?
    var place: Int
    /// The name as it may be shown.
    var shown: String { "`" + TextEscaping.escaped(part.map { "\(head).\($0)" } ?? head, limit: 80) + "`" }
  }

  init(_ text: [UInt8], _ query: SampleQuery, registry: Registry, moments: MomentText) {
    self.registry = registry
    self.moments = moments
    self.query = query
    scanner = ConditionScanner(text)
  }

  /// Reads all.
  mutating func run() throws(ConditionFault) {
    repeat {
      try condition()
    } while try joint()
  }

  private mutating func condition() throws(ConditionFault) {
    let name = try self.name()
    switch (name.head, name.part) {
    case ("value", nil): try addValue(name)
    case ("start", nil), ("end", nil): try addTime(name)
    case ("source", nil): query.source = try only(name, query.source)
    case ("subject", nil): try addSubject(name)
    case ("metadata", let key?) where !key.isEmpty: try addMetadata(name, key)
    case ("device", let property?) where !property.isEmpty: try addDevice(name, property)
    case ("members", let role?) where !role.isEmpty: try addMember(name, role)
    case ("metadata", _): throw ConditionFault(name.place, "the key is missing", instead: "write metadata.KEY")
    case ("device", _):
      throw ConditionFault(
        name.place, "the property is missing", instead: "write device.PROPERTY: \(DeviceProperty.list)")
    case ("members", _): throw ConditionFault(name.place, "the role is missing", instead: "write members.ROLE")
    case (let head, .some) where Self.plain.contains(head):
      throw ConditionFault(name.place, "`\(head)` has no parts", instead: "write \(head) alone")
    case (let head, nil) where head.lowercased() == "and":
      throw ConditionFault(name.place, "a condition is missing before `and`", instead: Self.names)
    case (let head, nil) where head.lowercased() == "not":
      throw ConditionFault(name.place, "conditions are not negated", instead: "compare by !=")
    case (let head, _):
      let near = Suggestion.nearest(to: head, among: Self.plain + ["metadata", "device", "members"])
      throw ConditionFault(
        name.place, "there are no conditions on \(name.shown)",
        instead: near.map { "did you mean `\($0)`?" } ?? Self.names)
    }
  }

  private static let plain = ["value", "start", "end", "source", "subject"]
  private static let names =
    "conditions are on value, start, end, source, subject, metadata.KEY, device.PROPERTY and members.ROLE"

  private mutating func name() throws(ConditionFault) -> Name {
    if scanner.isAtEnd() { throw ConditionFault(scanner.position, "a condition is missing", instead: Self.names) }
    let place = scanner.position
    if scanner.take("(") {
      throw ConditionFault(
        place, "conditions take no parentheses", instead: "join them by `and`; the order does not matter")
    }
    guard let word = try scanner.word(.name), !word.isQuoted else {
      throw ConditionFault(place, "a condition begins with a name", instead: Self.names)
    }
    let parts = word.text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    var name = Name(head: word.text, part: nil, place: place)
    if parts.count == 2 {
      name.head = parts[0]
      name.part = parts[1]
      // A key may be in quotes.
      if parts[1].isEmpty, let quoted = try scanner.adjacentQuoted() { name.part = quoted.text }
    }
    return name
  }

  /// Takes what joins conditions; `false` at the end.
  private mutating func joint() throws(ConditionFault) -> Bool {
    if scanner.isAtEnd() { return false }
    let place = scanner.position
    if scanner.take("&&") { return true }
    let isSign = scanner.take("||")
    let word = isSign ? nil : try scanner.word(.name)
    if isSign || (word?.isQuoted == false && word?.text.lowercased() == "or") {
      throw ConditionFault(
        place, "conditions are not joined by `or`: a query finds the samples that meet all of them",
        instead: "query each alternative by itself; subjects and a device's property take several values by `in (…)`")
    }
    if let word, !word.isQuoted, word.text.lowercased() == "and" { return true }
    let found = word.map { "`\(TextEscaping.escaped($0.text, limit: 40))`" } ?? "a sign"
    throw ConditionFault(
      place, "`and` or the end is expected, got \(found)", instead: "put texts with blanks or signs in quotes")
  }

  /// Whether a condition goes on after its name.
  mutating func hasComparison() -> Bool { !scanner.isAtEnd() && !scanner.isJointNext() }

  /// The comparison after a name.
  mutating func comparison(_ name: Name) throws(ConditionFault) -> (kind: Comparison, place: Int) {
    if let found = try scanner.comparison() { return found }
    throw ConditionFault(
      scanner.position, "a comparison is missing after \(name.shown)",
      instead: "write one of \(ConditionScanner.comparisons)")
  }

  /// The word after a comparison.
  mutating func operand() throws(ConditionFault) -> ConditionScanner.Word {
    if let word = try scanner.word(.operand) { return word }
    throw ConditionFault(scanner.position, "what to compare with is missing")
  }

  /// The word that may follow a number.
  mutating func unit() throws(ConditionFault) -> ConditionScanner.Word? {
    hasComparison() ? try scanner.word(.operand) : nil
  }

  /// Requires a comparison that values without an order have.
  static func requireEquality(
    _ comparison: (kind: Comparison, place: Int), _ what: String
  ) throws(ConditionFault) {
    guard comparison.kind == .equal || comparison.kind == .notEqual else {
      throw ConditionFault(
        comparison.place, "\(what) have no order, so that `\(comparison.kind.rawValue)` cannot hold",
        instead: "compare by = or !=")
    }
  }

  /// The text of a condition that a query holds once.
  private mutating func only(_ name: Name, _ present: String?) throws(ConditionFault) -> String {
    let refusal = { (place: Int) in
      ConditionFault(
        place, "a \(name.head) is compared by = alone", instead: "query each \(name.head) by itself")
    }
    if let place = try takesList() { throw refusal(place) }
    let comparison = try self.comparison(name)
    guard comparison.kind == .equal else { throw refusal(comparison.place) }
    let word = try operand()
    if let present, !present.utf8.elementsEqual(word.text.utf8) {
      throw ConditionFault(
        name.place, "a \(name.head) is in the query already: `\(TextEscaping.escaped(present, limit: 80))`",
        instead: "ask once for each")
    }
    return word.text
  }

  /// Adds a bound on the time.
  private mutating func addTime(_ name: Name) throws(ConditionFault) {
    let comparison = try self.comparison(name)
    let word = try operand()
    guard let moment = moments.microseconds(of: word.text) else {
      throw ConditionFault(
        word.place, "\(moments.expected) is expected, got `\(TextEscaping.escaped(word.text, limit: 40))`",
        instead: moments.completed(word.text).map { "write `\($0)`" })
    }
    let isTaken: Bool
    // A moment is within the years 1 to 9999, so that its neighbors exist.
    switch (name.head == "start", comparison.kind) {
    case (_, .equal), (_, .notEqual):
      throw ConditionFault(comparison.place, "times are compared by <, <=, > and >=")
    case (true, .greater): isTaken = query.require(startAtLeast: moment + 1)
    case (true, .greaterOrEqual): isTaken = query.require(startAtLeast: moment)
    case (true, .less): isTaken = query.require(startBefore: moment)
    case (true, .lessOrEqual): isTaken = query.require(startBefore: moment + 1)
    case (false, .greater): isTaken = query.require(endAtLeast: moment + 1)
    case (false, .greaterOrEqual): isTaken = query.require(endAtLeast: moment)
    case (false, .less): isTaken = query.require(endAtMost: moment - 1)
    case (false, .lessOrEqual): isTaken = query.require(endAtMost: moment)
    }
    guard isTaken else {
      let other = name.head == "start" ? "end" : "start"
      throw ConditionFault(
        name.place, "the query bounds the \(other) on this side already, and cannot bound both",
        instead: "leave one of the two out")
    }
  }
}
