import AssayPlatform
import HealthModel
import HealthStorage

/// The types that a store remembers, in its notes, and those that the open transaction adds.
struct TypeSignatures: Sendable {
  static let prefix = "type:"

  private let registry: Registry
  /// The signatures that are stored, by the ids they are stored under.
  private var stored: [String: TypeSignature] = [:]
  /// For each type of the registry whether its signature is stored as it is, or added by the open transaction.
  private var isKnown: [Bool]
  private var added: [Int: TypeSignature] = [:]

  init(_ notes: [StoreNote], registry: Registry) throws(StorageError) {
    self.registry = registry
    isKnown = Array(repeating: false, count: registry.types.count)
    var names: [Int: String] = [:]
    for note in notes {
      let name = String(note.key.dropFirst(Self.prefix.count))
      guard let signature = TypeSignatureText.signature(note.text) else {
        throw StorageError(.corrupt, "the store's note of the type \(TextEscaping.escaped(name)) cannot be read")
      }
      stored[name] = signature
      guard let index = registry.typeIndex(named: name) else { continue }
      if let change = signature.change(to: registry.types[index]) { throw Self.incompatible(name, change) }
      if names.updateValue(name, forKey: index) != nil {
        throw Self.incompatible(name, "it is now the same type as another one in the store")
      }
    }
  }

  private static func incompatible(_ name: String, _ change: String) -> StorageError {
    StorageError(
      .incompatible, "the store has samples of \(TextEscaping.escaped(name)), and \(TextEscaping.escaped(change))",
      hint: "give the changed type a new id, or use a new store")
  }

  /// The types that the store has a note of and the registry does not have.
  var strangers: [String] {
    stored.keys.filter { registry.typeIndex(named: $0) == nil }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The ids that types are stored under; types that the registry does not have are left out.
  func storedNames(of types: [String]) -> [String] {
    var names: [String] = []
    for type in types.compactMap({ registry.type(named: $0) }) {
      let known = ([type.id] + type.aliases + type.identifiers).filter { stored[$0] != nil }
      names += known.isEmpty ? [type.id] : known
    }
    return names
  }

  mutating func add(typesOf batch: SampleBatch) { for type in batch.type where !isKnown[Int(type)] { add(Int(type)) } }

  private mutating func add(_ index: Int) {
    isKnown[index] = true
    let definition = registry.types[index]
    var signature = TypeSignature(definition)
    guard let old = storedSignature(of: definition) else {
      added[index] = signature
      return
    }
    // Former names of cases stay; only new cases are added.
    signature.cases.merge(old.cases) { _, old in old }
    if signature != old { added[index] = signature }
  }

  private func storedSignature(of type: TypeDefinition) -> TypeSignature? {
    ([type.id] + type.aliases + type.identifiers).lazy.compactMap { stored[$0] }.first
  }

  var notes: [StoreNote] {
    added.sorted { $0.key < $1.key }.map { index, signature in
      StoreNote(key: Self.prefix + storedName(of: registry.types[index]), text: TypeSignatureText.text(signature))
    }
  }

  /// The id that a type's signature is stored under: that of its first samples.
  private func storedName(of type: TypeDefinition) -> String {
    ([type.id] + type.aliases + type.identifiers).first { stored[$0] != nil } ?? type.id
  }

  mutating func keep() {
    for (index, signature) in added { stored[storedName(of: registry.types[index])] = signature }
    added = [:]
  }

  mutating func forget() {
    for index in added.keys { isKnown[index] = false }
    added = [:]
  }
}

/// A type's signature as the text of a note: a JSON object.
enum TypeSignatureText {
  static func text(_ signature: TypeSignature) -> String {
    var writer = JSONBuilder.openObject()
    writer.member("kind", signature.kind)
    writer.member("shape", signature.shape)
    writer.member("unit", signature.unit)
    writer.member("aggregation", signature.aggregation)
    if !signature.cases.isEmpty {
      var cases = JSONBuilder.openObject()
      for (raw, name) in signature.cases.sorted(by: { $0.key < $1.key }) { cases.member(String(raw), name) }
      writer.member("cases", object: cases)
    }
    return String(decoding: writer.finished, as: UTF8.self)
  }

  /// `nil` when the text is none.
  static func signature(_ text: String) -> TypeSignature? {
    guard let object = JSONValue(parsing: Array(text.utf8)), let kind = object["kind"]?.text else { return nil }
    var cases: [Int64: String] = [:]
    for member in object["cases"]?.members ?? [] {
      guard let raw = Int64(member.key), let name = member.value.text else { return nil }
      cases[raw] = name
    }
    return TypeSignature(
      kind: kind, shape: object["shape"]?.text, unit: object["unit"]?.text, aggregation: object["aggregation"]?.text,
      cases: cases)
  }
}

/// An import's progress as the text of a note: a JSON object with its members in a fixed order.
enum ProgressText {
  /// The prefix of the notes' keys; the input's key follows.
  static let prefix = "import:"

  static func note(_ progress: ImportProgress) -> StoreNote {
    var (progress, coder) = (progress, MessageCoder(reading: nil))
    progress.code(with: &coder)
    return StoreNote(key: prefix + progress.input, text: String(decoding: coder.object, as: UTF8.self))
  }

  static func progress(_ note: StoreNote) throws(StorageError) -> ImportProgress {
    let input = String(note.key.dropFirst(prefix.count))
    var coder = MessageCoder(reading: JSONValue(parsing: Array(note.text.utf8)) ?? .null)
    var progress = ImportProgress(
      input: input, path: "", position: ReadPosition(byteOffset: 0, line: 0, column: 0), prefixHash: [],
      counts: ImportCounts(), details: "", quarantineLength: 0, unsupportedLength: 0, isFinished: false,
      isIncomplete: false, catalogHash: "", version: "")
    progress.code(with: &coder)
    guard coder.wrong == nil else {
      throw StorageError(
        .corrupt, "the store's note of the import of \(TextEscaping.escaped(input, limit: 1000)) cannot be read")
    }
    return progress
  }
}

extension ImportProgress {
  fileprivate mutating func code(with coder: inout MessageCoder) {
    // Resuming adds to them.
    let all = 0...1 << 53
    coder.text("path", &path)
    coder.part("position") {
      $0.length("offset", &position.byteOffset)
      $0.count("line", &position.line, in: all)
      $0.count("column", &position.column, in: all)
    }
    coder.text("prefix_hash", &prefixHash, read: { Hexadecimal.bytes(of: $0) }, write: { Hexadecimal.text(of: $0) })
    coder.part("books") {
      $0.count("read", &counts.read, in: all)
      $0.count("accepted", &counts.accepted, in: all)
      $0.count("duplicates", &counts.duplicates, in: all)
      $0.count("conflicts", &counts.conflicts, in: all)
      $0.count("refused", &counts.refused, in: all)
    }
    coder.text("details", &details)
    coder.length("quarantine", &quarantineLength)
    coder.length("unsupported", &unsupportedLength)
    coder.flag("finished", &isFinished)
    coder.flag("incomplete", &isIncomplete)
    coder.text("catalog", &catalogHash)
    coder.text("version", &version)
  }
}
