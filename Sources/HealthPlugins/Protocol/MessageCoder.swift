package import HealthModel
import HealthStorage

/// Reads or writes the members of a message, which names each of them once.
///
/// While it reads, a variable whose member is absent stays as it was, and the first member that is missing or not what it
/// must be is `wrong`.
package struct MessageCoder {
  private let source: JSONValue?
  private var output = JSONBuilder.openObject()
  private(set) var wrong: String?

  init(reading source: JSONValue?) { self.source = source }

  var isReading: Bool { source != nil }

  var object: [UInt8] { output.finished }
  var line: [UInt8] { output.line }

  mutating func refuse(_ name: String) { if wrong == nil { wrong = name } }

  /// How a member is read.
  enum Care {
    /// It must be there and be right.
    case required
    /// It must be right if it is there.
    case strict
    /// It counts only if it is right.
    case lenient
  }

  private mutating func member<Value>(
    _ name: String, _ value: inout Value, _ care: Care, read: (JSONValue) -> Value?,
    write: (inout JSONBuilder, Value) -> Void
  ) {
    guard let source else { return write(&output, value) }
    let json = source[name]
    if let json, let read = read(json) {
      value = read
    } else if care == .required || care == .strict && json != nil {
      refuse(name)
    }
  }

  private mutating func member<Value>(
    _ name: String, optional value: inout Value?, _ care: Care, read: (JSONValue) -> Value?,
    write: (inout JSONBuilder, Value?) -> Void
  ) {
    guard let source else { return write(&output, value) }
    guard let json = source[name] else { return }
    if let read = read(json) {
      value = read
    } else if care != .lenient {
      refuse(name)
    }
  }

  mutating func text(_ name: String, _ value: inout String, _ care: Care = .required) {
    member(name, &value, care, read: \.text) { $0.member(name, $1) }
  }

  mutating func text(_ name: String, _ value: inout String?, _ care: Care = .lenient) {
    member(name, optional: &value, care, read: \.text) { $0.member(name, $1) }
  }

  mutating func text<Value>(
    _ name: String, _ value: inout Value, _ care: Care = .required, read: (String) -> Value?,
    write: (Value) -> String?
  ) {
    member(name, &value, care, read: { $0.text.flatMap(read) }, write: { $0.member(name, write($1)) })
  }

  mutating func whole(_ name: String, _ value: inout Int64) {
    member(name, &value, .required, read: \.integer) { $0.member(name, $1) }
  }

  mutating func whole(_ name: String, _ value: inout Int64?, _ care: Care = .lenient) {
    member(name, optional: &value, care, read: \.integer) { $0.member(name, $1) }
  }

  mutating func count(
    _ name: String, _ value: inout Int, in bounds: ClosedRange<Int> = 0...Int.max, _ care: Care = .required
  ) {
    member(name, &value, care, read: { $0.int.flatMap { bounds.contains($0) ? $0 : nil } }) { $0.member(name, $1) }
  }

  mutating func count(_ name: String, _ value: inout Int?, in bounds: ClosedRange<Int> = 0...Int.max) {
    member(name, optional: &value, .strict, read: { $0.int.flatMap { bounds.contains($0) ? $0 : nil } }) {
      $0.member(name, $1.map(Int64.init))
    }
  }

  mutating func length(_ name: String, _ value: inout Int64) {
    member(name, &value, .required, read: { $0.integer.flatMap { (0...1 << 53).contains($0) ? $0 : nil } }) {
      $0.member(name, $1)
    }
  }

  /// The number of a commit, 0 unless it is there.
  mutating func anchor(_ name: String, _ value: inout Int64) {
    member(name, &value, .lenient, read: \.integer) { $0.member(name, $1) }
  }

  mutating func number(_ name: String, _ value: inout Double?) {
    member(name, optional: &value, .lenient, read: \.number) { $0.member(name, finite: $1) }
  }

  /// `true` or `false`; of a condition only `true` is written.
  mutating func flag(_ name: String, _ value: inout Bool, isCondition: Bool = false) {
    member(name, &value, isCondition ? .strict : .lenient, read: \.flag) {
      if $1 || !isCondition { $0.member(name, $1) }
    }
  }

  mutating func flag(_ name: String, _ value: inout Bool?) {
    member(name, optional: &value, .lenient, read: \.flag) { output, flag in
      if let flag { output.member(name, flag) }
    }
  }

  mutating func texts(_ name: String, _ values: inout [String], omitsEmpty: Bool = false) {
    member(name, &values, .strict, read: { Self.all($0.elements?.map(\.text)) }) {
      if !omitsEmpty || !$1.isEmpty { $0.member(name, texts: $1) }
    }
  }

  /// Texts that stand for values, such as ids; none differ from an empty list.
  mutating func texts<Value>(
    _ name: String, _ values: inout [Value]?, read: (String) -> Value?, write: (Value) -> String
  ) {
    member(name, optional: &values, .strict, read: { Self.all($0.elements?.map { $0.text.flatMap(read) }) }) {
      if let values = $1 { $0.member(name, texts: values.map(write)) }
    }
  }

  /// Whole numbers, which are left out if there are none.
  mutating func counts(_ name: String, _ values: inout [Int]) {
    member(name, &values, .strict, read: { Self.all($0.elements?.map(\.int)) }) { $0.member(name, numbers: $1) }
  }

  mutating func counts(_ name: String, _ values: inout [StoredTypeCount]) {
    func read(_ json: JSONValue) -> [StoredTypeCount]? {
      var total = 0
      return Self.all(
        (json.members ?? []).map { member in
          guard let count = member.value.int, count >= 0 else { return nil }
          let (sum, isTooLarge) = total.addingReportingOverflow(count)
          total = sum
          return isTooLarge ? nil : StoredTypeCount(type: member.key, count: count)
        })
    }
    member(name, &values, .strict, read: read) { output, counts in
      output.key(name)
      output.object { object in for count in counts { object.member(count.type, count.count) } }
    }
  }

  /// An object whose members are texts, in their order.
  mutating func texts(_ name: String, _ values: inout [StoreNote], omitsEmpty: Bool = false) {
    func read(_ json: JSONValue) -> [StoreNote]? {
      Self.all(json.members?.map { member in member.value.text.map { StoreNote(key: member.key, text: $0) } })
    }
    member(name, &values, .strict, read: read) { output, notes in
      if omitsEmpty, notes.isEmpty { return }
      output.key(name)
      output.object { object in for note in notes { object.member(note.key, note.text) } }
    }
  }

  mutating func part(_ name: String, _ care: Care = .required, _ body: (inout MessageCoder) -> Void) {
    guard let source else {
      var part = MessageCoder(reading: nil)
      body(&part)
      return output.member(name, object: part.output)
    }
    guard let json = source[name] else {
      if care == .required { refuse(name) }
      return
    }
    var part = MessageCoder(reading: json)
    body(&part)
    if let wrong = part.wrong { refuse(wrong) }
  }

  mutating func part<Value>(
    _ name: String, _ value: inout Value?, _ blank: Value, _ body: (inout MessageCoder, inout Value) -> Void
  ) {
    guard var part = isReading ? blank : value, source.map({ $0[name] != nil }) ?? true else { return }
    self.part(name) { body(&$0, &part) }
    value = part
  }

  mutating func parts<Value>(
    _ name: String, _ values: inout [Value], _ blank: Value, omitsEmpty: Bool = true,
    _ body: (inout MessageCoder, inout Value) -> Void
  ) {
    guard let source else {
      if omitsEmpty, values.isEmpty { return }
      let parts = values.map { value in
        var (coder, copy) = (MessageCoder(reading: nil), value)
        body(&coder, &copy)
        return coder.output
      }
      return output.member(name, objects: parts)
    }
    guard let json = source[name] else { return }
    guard let elements = json.elements, elements.allSatisfy({ $0.members != nil }) else { return refuse(name) }
    values = elements.map { element in
      var (coder, value) = (MessageCoder(reading: element), blank)
      body(&coder, &value)
      if let wrong = coder.wrong { refuse(wrong) }
      return value
    }
  }

  private static func all<Value>(_ values: [Value?]?) -> [Value]? {
    guard let values else { return nil }
    let all = values.compactMap(\.self)
    return all.count == values.count ? all : nil
  }
}

/// Messages of one side.
package protocol MessageKind {
  static var blanks: [Self] { get }
  static func blank(_ kind: String, _ object: JSONValue) -> Self?
  static func unreadable(_ fault: MessageFault) -> Self
  var kind: String { get }
  mutating func code(with coder: inout MessageCoder)
}

extension MessageKind {
  package static func blank(_ kind: String, _ object: JSONValue) -> Self? { blanks.first { $0.kind == kind } }

  package init(parsing line: [UInt8]) {
    guard let object = JSONValue(parsing: line), object.members != nil else {
      self = .unreadable(MessageFault(.noObject))
      return
    }
    guard let kind = object["t"]?.text else {
      self = .unreadable(MessageFault(.noKind))
      return
    }
    let ask = object["ask"]?.integer
    guard var message = Self.blank(kind, object) else {
      self = .unreadable(MessageFault(.unknownKind, kind, ask: ask))
      return
    }
    var coder = MessageCoder(reading: object)
    message.code(with: &coder)
    let fault: MessageFault.Kind = kind == "begin" ? .badBatch : .badMember
    self = coder.wrong.map { .unreadable(MessageFault(fault, $0, ask: ask)) } ?? message
  }

  package var line: [UInt8] {
    var (coder, message, word) = (MessageCoder(reading: nil), self, kind)
    coder.text("t", &word)
    message.code(with: &coder)
    return coder.line
  }
}

/// Why a line is not a message.
package struct MessageFault: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// The line is not a JSON object.
    case noObject
    case noKind
    case unknownKind
    /// A member is missing, or not what it must be.
    case badMember
    /// The same of `begin`: what it announces cannot be told from messages.
    case badBatch
  }

  package var kind: Kind
  /// The word it is about: the kind of message or the member; empty when there is none.
  package var word: String
  package var ask: Int64?

  init(_ kind: Kind, _ word: String = "", ask: Int64? = nil) {
    self.kind = kind
    self.word = word
    self.ask = ask
  }
}

/// A text that a store keeps by its key, in the same transaction as samples.
package struct StoreNote: Sendable, Hashable {
  /// The key: `session`, or one that begins with `import:`, `type:` or `definition:`.
  package var key: String
  package var text: String

  package init(key: String, text: String) {
    self.key = key
    self.text = text
  }
}

/// How the samples of a batch are written for a plugin.
package enum BatchFormat: String, Sendable, Hashable, CaseIterable {
  /// A JSON object a line: what a plugin gets unless it requests another form.
  case lines
  case arrow
}

extension JSONBuilder {
  init(message kind: String, words: String? = nil) {
    self = .openObject()
    member("t", kind)
    member("message", words)
  }

  init(helloOf name: String, version: String, level: String) {
    self.init(message: "hello")
    member("protocol", 1)
    member("name", name)
    member("version", version)
    member("levels", texts: [level])
  }

  init(helloOf host: String, level: String, limits: KeyValuePairs<String, Int>) {
    self.init(message: "hello")
    key("protocol")
    object { versions in
      versions.member("min", 1)
      versions.member("max", 1)
    }
    member("level", level)
    member("host", host)
    key("limits")
    object { object in for (name, limit) in limits { object.member(name, limit) } }
  }
}
