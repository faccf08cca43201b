package import HealthModel
package import HealthStorage

/// Why a line is not a message.
package struct MessageFault: Error, Sendable, Hashable {
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
  /// The number of the question in the line, when it has one.
  package var ask: Int64?

  package init(_ kind: Kind, _ word: String = "", ask: Int64? = nil) {
    self.kind = kind
    self.word = word
    self.ask = ask
  }

  /// A member that is missing, or not what it must be.
  package static func member(_ name: String) -> MessageFault { MessageFault(.badMember, name) }
}

extension JSONValue {
  /// The text of a member that must be there.
  package func text(_ name: String) throws(MessageFault) -> String {
    guard let text = self[name]?.text else { throw .member(name) }
    return text
  }

  /// The texts of a list; empty when the member is absent.
  package func texts(_ name: String) throws(MessageFault) -> [String] {
    guard let value = self[name] else { return [] }
    guard let elements = value.elements else { throw .member(name) }
    let texts = elements.compactMap(\.text)
    guard texts.count == elements.count else { throw .member(name) }
    return texts
  }

  /// The objects of a list; empty when the member is absent.
  func objects(_ name: String) throws(MessageFault) -> [JSONValue] {
    guard let value = self[name] else { return [] }
    guard let elements = value.elements, elements.allSatisfy({ $0.members != nil }) else { throw .member(name) }
    return Array(elements)
  }

  package func whole(_ name: String) throws(MessageFault) -> Int64 {
    guard let value = self[name]?.integer else { throw .member(name) }
    return value
  }

  /// A whole number within bounds; the default when the member is absent and there is one.
  package func whole(
    _ name: String, in bounds: ClosedRange<Int>, default fallback: Int? = nil
  ) throws(MessageFault) -> Int {
    guard let value = self[name] else {
      guard let fallback else { throw .member(name) }
      return fallback
    }
    guard let number = value.integer.flatMap(Int.init(exactly:)), bounds.contains(number) else { throw .member(name) }
    return number
  }

  /// The whole numbers of a list; empty when the member is absent.
  package func wholes(_ name: String) throws(MessageFault) -> [Int] {
    guard let value = self[name] else { return [] }
    guard let elements = value.elements else { throw .member(name) }
    let numbers = elements.compactMap { $0.integer.flatMap(Int.init(exactly:)) }
    guard numbers.count == elements.count else { throw .member(name) }
    return numbers
  }
}

extension JSONBuilder {
  /// Begins a message of a kind, which may be a question by its number.
  init(message kind: String, ask: Int64? = nil) {
    self = .openObject()
    member("t", kind)
    member("ask", ask)
  }

  init(message kind: String, words: String) {
    self.init(message: kind)
    member("message", words)
  }

  init(helloOf name: String, version: String, level: String) {
    self.init(message: "hello")
    member("protocol", 1)
    member("name", name)
    member("version", version)
    member("levels", texts: [level])
  }

  /// The hello of a host to such a plugin.
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

/// A text that a store keeps by its key, in the same transaction as samples.
package struct StoreNote: Sendable, Hashable {
  /// The key: `session`, or one that begins with `import:`, `type:` or `definition:`.
  package var key: String
  package var text: String

  package init(key: String, text: String) {
    self.key = key
    self.text = text
  }

  static func writer(of notes: [StoreNote]) -> JSONBuilder {
    var writer = JSONBuilder.openObject()
    for note in notes { writer.member(note.key, note.text) }
    return writer
  }

  static func notes(in message: JSONValue) throws(MessageFault) -> [StoreNote] {
    guard let value = message["notes"] else { return [] }
    guard let members = value.members else { throw .member("notes") }
    var notes: [StoreNote] = []
    for member in members {
      guard let text = member.value.text else { throw .member("notes") }
      notes.append(StoreNote(key: member.key, text: text))
    }
    return notes
  }
}

/// The origins, zones and subjects that a `columns` message adds to those before.
package struct ColumnNames: Sendable, Hashable {
  package var origins: [SampleOrigin] = []
  package var zones: [String] = []
  package var subjects: [String?] = []

  package init() {}

  init(_ message: JSONValue) throws(MessageFault) {
    for element in try message.objects("origins") {
      origins.append(
        SampleOrigin(
          bundle: element["bundle"]?.text, name: element["name"]?.text, product: element["product"]?.text,
          deviceName: element["device_name"]?.text, deviceModel: element["device_model"]?.text,
          isUserEntered: element["user_entered"]?.flag ?? false))
    }
    zones = try message.texts("zones")
    subjects = try message.objects("subjects").map { $0["name"]?.text }
  }

  func write(to writer: inout JSONBuilder) {
    if !origins.isEmpty {
      writer.member(
        "origins",
        objects: origins.map { origin in
          var object = JSONBuilder.openObject()
          object.member("bundle", origin.bundle)
          object.member("name", origin.name)
          object.member("product", origin.product)
          object.member("device_name", origin.deviceName)
          object.member("device_model", origin.deviceModel)
          if origin.isUserEntered { object.member("user_entered", true) }
          return object
        })
    }
    if !zones.isEmpty { writer.member("zones", texts: zones) }
    if !subjects.isEmpty {
      writer.member(
        "subjects",
        objects: subjects.map { name in
          var object = JSONBuilder.openObject()
          object.member("name", name)
          return object
        })
    }
  }
}

enum ColumnKeywords {
  private static let names: [(name: String, column: SampleScan.Columns)] = [
    ("origins", .sources), ("zones", .zones), ("ids", .ids), ("subjects", .subjects),
  ]

  static func texts(_ columns: SampleScan.Columns) -> [String] {
    names.filter { columns.contains($0.column) }.map(\.name)
  }

  /// A column that is not known is `unsupported`: the host asks otherwise then.
  static func columns(_ texts: [String]) throws(MessageFault) -> SampleScan.Columns {
    var columns: SampleScan.Columns = []
    for text in texts {
      guard let column = names.first(where: { $0.name == text })?.column else { throw .member("columns") }
      columns.insert(column)
    }
    return columns
  }
}

/// How the samples of a batch are written for a plugin.
package enum BatchFormat: String, Sendable, Hashable, CaseIterable {
  /// A JSON object a line: what a plugin gets unless it requests another form.
  case lines
  case columns
}
