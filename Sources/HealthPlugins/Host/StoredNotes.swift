import AssayPlatform
import HealthModel
import HealthStorage

/// The types that a store remembers, in its notes, and those that the open transaction adds.
struct TypeSignatures: Sendable {
  /// The prefix of the notes' keys.
  static let prefix = "type:"

  private let registry: Registry
  /// The signatures that are stored, by the ids they are stored under.
  private var stored: [String: TypeSignature] = [:]
  /// For each type of the registry whether its signature is stored as it is, or added by the open transaction.
  private var isKnown: [Bool]
  /// The types that the open transaction adds.
  private var added: [Int: TypeSignature] = [:]

  /// Reads the notes of a store and compares them with a registry.
  ///
  /// - Throws: `StorageError`: `incompatible` when a definition would change what stored samples mean, `corrupt` when a
  ///   note is none.
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

  /// Notes that the open transaction has samples of these types.
  mutating func add(typesOf batch: SampleBatch) {
    for type in batch.type where !isKnown[Int(type)] { add(Int(type)) }
  }

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

  /// The notes that the open transaction adds, ordered by key.
  var notes: [StoreNote] {
    added.sorted { $0.key < $1.key }.map { index, signature in
      StoreNote(key: Self.prefix + storedName(of: registry.types[index]), text: TypeSignatureText.text(signature))
    }
  }

  /// The id that a type's signature is stored under: that of its first samples.
  private func storedName(of type: TypeDefinition) -> String {
    ([type.id] + type.aliases + type.identifiers).first { stored[$0] != nil } ?? type.id
  }

  /// The transaction is stored.
  mutating func keep() {
    for (index, signature) in added { stored[storedName(of: registry.types[index])] = signature }
    added = [:]
  }

  /// The transaction is forgotten.
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
    var position = JSONBuilder.openObject()
    position.member("offset", progress.position.byteOffset)
    position.member("line", progress.position.line)
    position.member("column", progress.position.column)
    var books = JSONBuilder.openObject()
    books.member("read", progress.counts.read)
    books.member("accepted", progress.counts.accepted)
    books.member("duplicates", progress.counts.duplicates)
    books.member("conflicts", progress.counts.conflicts)
    books.member("refused", progress.counts.refused)
    var writer = JSONBuilder.openObject()
    writer.member("path", progress.path)
    writer.member("position", object: position)
    writer.member("prefix_hash", Hexadecimal.text(of: progress.prefixHash))
    writer.member("books", object: books)
    writer.member("details", progress.details)
    writer.member("quarantine", progress.quarantineLength)
    writer.member("unsupported", progress.unsupportedLength)
    writer.member("finished", progress.isFinished)
    writer.member("incomplete", progress.isIncomplete)
    writer.member("catalog", progress.catalogHash)
    writer.member("version", progress.version)
    return StoreNote(key: prefix + progress.input, text: String(decoding: writer.finished, as: UTF8.self))
  }

  /// Reads a note back.
  ///
  /// - Throws: `StorageError` of the code `corrupt` if the text is not valid progress.
  static func progress(_ note: StoreNote) throws(StorageError) -> ImportProgress {
    let input = String(note.key.dropFirst(prefix.count))
    do throws(MessageFault) {
      guard let object = JSONValue(parsing: Array(note.text.utf8)) else { throw MessageFault(.noObject) }
      return try progress(of: input, object)
    } catch {
      throw StorageError(
        .corrupt, "the store's note of the import of \(TextEscaping.escaped(input, limit: 1000)) cannot be read")
    }
  }

  private static func progress(of input: String, _ object: JSONValue) throws(MessageFault) -> ImportProgress {
    guard let position = object["position"] else { throw .member("position") }
    guard let written = object["books"] else { throw .member("books") }
    guard let hash = Hexadecimal.bytes(of: try object.text("prefix_hash")) else { throw .member("prefix_hash") }
    // Resuming adds to them.
    let all = 0...1 << 53
    var counts = ImportCounts()
    counts.read = try written.whole("read", in: all)
    counts.accepted = try written.whole("accepted", in: all)
    counts.duplicates = try written.whole("duplicates", in: all)
    counts.conflicts = try written.whole("conflicts", in: all)
    counts.refused = try written.whole("refused", in: all)
    return ImportProgress(
      input: input, path: try object.text("path"),
      position: ReadPosition(
        byteOffset: Int64(try position.whole("offset", in: all)), line: try position.whole("line", in: all),
        column: try position.whole("column", in: all)),
      prefixHash: hash, counts: counts, details: try object.text("details"),
      quarantineLength: Int64(try object.whole("quarantine", in: all)),
      unsupportedLength: Int64(try object.whole("unsupported", in: all)),
      isFinished: object["finished"]?.flag ?? false, isIncomplete: object["incomplete"]?.flag ?? false,
      catalogHash: try object.text("catalog"), version: try object.text("version"))
  }
}
