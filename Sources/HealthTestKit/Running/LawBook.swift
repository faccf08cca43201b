import Assay
import HealthCatalog
import HealthModel
import HealthStorage

/// One law: a title, what a store must be able to do, samples with names, and steps.
struct Law: Sendable {
  /// The facility that a law needs from the caller.
  enum Facility: String, Sendable, Hashable {
    /// A way to end a backend suddenly.
    case interruption
    /// A folder on a nearly full disk.
    case smallFolder = "small-folder"
  }

  struct Step: Sendable {
    /// The file and the line.
    var place: String
    var text: String
  }

  /// The law, as a sentence.
  var name: String
  let level: ConformanceLevel
  /// The capabilities without which the law cannot be looked at, beside its level.
  let needs: StorageCapabilities
  let facility: Facility?
  /// The named sets of samples; the law's own lines take their place.
  var sets: [String]
  var lines: [String] = []
  var steps: [Step] = []

  /// Whether a list of parts of names and of levels asks for the law; an empty one asks for all.
  func isMeant(by words: [String]) -> Bool {
    words.isEmpty || words.contains { $0 == level.rawValue || (!$0.isEmpty && name.contains($0)) }
  }

  /// Why the law cannot be looked at with a store; `nil` when it can.
  func obstacle(_ store: StorageUnderTest, _ capabilities: StorageCapabilities) -> String? {
    for (level, name) in StorageCapabilities.names where name == self.level.rawValue && !capabilities.contains(level) {
      return "the store does not declare \(name)"
    }
    for (level, name) in StorageCapabilities.names where needs.contains(level) && !capabilities.contains(level) {
      return "it takes \(name), which the store does not declare"
    }
    switch facility {
    case .interruption: return store.interrupt == nil ? "the caller gave no way to end the store suddenly" : nil
    case .smallFolder: return store.smallFolder == nil ? "the caller gave no folder on a small file system" : nil
    case nil: return nil
    }
  }

  /// The law for each number of a title such as `seed {1...5}`; `{}` is the number in the steps.
  fileprivate var numbered: [Law] {
    guard let start = name.firstRange(of: "{1..."), let end = name[start.upperBound...].firstIndex(of: "}"),
      let last = Int(name[start.upperBound..<end])
    else { return [self] }
    return (1...last).map { number in
      var law = self
      law.name.replaceSubrange(start.lowerBound...end, with: "\(number)")
      law.steps = steps.map { Step(place: $0.place, text: $0.text.replacing("{}", with: "\(number)")) }
      return law
    }
  }
}

/// The laws of stores, as the files in `Laws` have them, and the samples, types and definitions that they name.
///
/// `Laws/00-types.txt` describes the language.
struct LawBook: Sendable {
  private(set) var laws: [Law] = []
  private(set) var samples: [String: [String]] = [:]
  private(set) var definitions: [String: StoredDefinition] = [:]
  private var types: [String: [Substring]] = [:]

  /// The laws that are compiled in, in the order of the suite.
  static let embedded = LawBook(EmbeddedText.list(EmbeddedLaws.laws))

  init(_ files: [EmbeddedText]) {
    for file in files { read(file) }
    laws = laws.flatMap(\.numbered)
  }

  private mutating func read(_ file: EmbeddedText) {
    var block = (kind: Substring(), name: "")
    var set: [String] = []
    for (index, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let text = line.drop { $0 == " " }
      if text.isEmpty || text.first == "#" { continue }
      let place = "Laws/\(file.path):\(index + 1)"
      if text.startIndex > line.startIndex {
        add(line, text, to: block, place)
        continue
      }
      let (kind, rest) = text.cut(at: " ")
      block = (kind, String(rest))
      switch kind {
      case "samples":
        set = [block.name]
      case "types": types[block.name] = []
      case "definition":
        let words = rest.quotedWords.map(\.text)
        if words.count == 3 { definitions[words[0]] = StoredDefinition(name: words[1], text: words[2]) }
      default: laws.append(Law(rest, set))
      }
    }
  }

  private mutating func add(
    _ line: Substring, _ text: Substring, to block: (kind: Substring, name: String), _ place: String
  ) {
    switch block.kind {
    case "samples": samples[block.name, default: []].append(String(text))
    case "types": types[block.name, default: []].append(line.dropFirst(2))
    default:
      let last = laws.count - 1
      let (verb, rest) = text.cut(at: " ")
      if line.hasPrefix("    "), let step = laws[last].steps.indices.last {
        laws[last].steps[step].text += "\n\(text)"
      } else if verb == "sample" {
        laws[last].lines.append(String(rest))
      } else if verb == "samples" {
        laws[last].sets = rest.split(separator: " ").map(String.init)
      } else {
        laws[last].steps.append(Law.Step(place: place, text: String(text.cut(at: "  # ").0)))
      }
    }
  }

  /// A registry in which types are as some blocks define them, or without the types that these name.
  func registry(_ base: Registry, with names: [String]) throws -> Registry {
    var types = base.types
    for name in names {
      guard let lines = self.types[name] else { throw CaseFailure("no types are named \(name)") }
      if let first = lines.first, first.hasPrefix("without ") {
        let removed = first.split(separator: " ").dropFirst()
        types.removeAll { type in removed.contains { $0 == type.id } }
        continue
      }
      let ids = Set(files([name]).keys)
      let changed = try SampleWorkbench(definitions: definitionFiles(["kit", name])).registry.types
      types = types.filter { !ids.contains($0.id) } + changed.filter { ids.contains($0.id) }
    }
    return try Registry(
      types: types, metadataKeys: base.metadataKeys, enums: base.enums, units: base.units,
      contentHash: base.contentHash + " changed")
  }

  /// A workbench with the caller's types, or the built-in ones, to which those of the laws are added where they are
  /// missing.
  func workbench(_ registry: Registry?) throws -> SampleWorkbench {
    guard let registry else { return try SampleWorkbench(definitions: definitionFiles(["kit"])) }
    let known = Set(registry.types.map(\.id))
    let needed = Self.builtIn.union(files(["kit"]).keys)
    guard !needed.isSubset(of: known) else { return SampleWorkbench(registry: registry) }
    let own = try SampleWorkbench(definitions: definitionFiles(["kit"])).registry
    let missing = own.types.filter { needed.contains($0.id) && !known.contains($0.id) }
    return SampleWorkbench(
      registry: try Registry(
        types: registry.types + missing, metadataKeys: registry.metadataKeys, enums: registry.enums,
        units: registry.units, contentHash: registry.contentHash))
  }

  private static let builtIn: Set<String> = [
    "bloodPressure", "bloodPressureDiastolic", "bloodPressureSystolic", "bloodType", "bodyMass", "dateOfBirth",
    "dietaryProtein", "dietaryWater", "food", "heartRate", "sleepAnalysis", "stepCount",
  ]

  private func definitionFiles(_ names: [String]) -> [CatalogFile] {
    files(names).sorted { $0.key < $1.key }
      .map { CatalogFile(path: "\($0.key).yaml", bytes: Array(($0.value + "\n").utf8)) }
  }

  /// Definitions by their types, each from the last block that has it.
  private func files(_ names: [String]) -> [String: String] {
    var files: [String: String] = [:]
    for definition in names.flatMap({ (types[$0] ?? []).split(separator: "---") }) {
      guard let line = definition.first(where: { $0.hasPrefix("type: ") }) else { continue }
      files[String(line.dropFirst(6))] = definition.joined(separator: "\n")
    }
    return files
  }
}

/// The texts that are compiled in: the plugin `EmbedFiles` writes them.
enum EmbeddedLaws {}

extension Law {
  /// Reads the line of a law: `query durable: samples are there again`.
  fileprivate init(_ line: Substring, _ set: [String]) {
    let (head, title) = line.cut(at: ": ")
    let words = head.split(separator: " ").map(String.init)
    self.init(
      name: String(title), level: words.first.flatMap(ConformanceLevel.init) ?? .write,
      needs: StorageCapabilities(names: words.dropFirst()), facility: words.lazy.compactMap(Facility.init).first,
      sets: set)
  }
}

extension StorageCapabilities {
  init(names: some Sequence<String>) {
    self = []
    for (level, name) in Self.names where names.contains(name) { insert(level) }
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The texts before and after the first place of another one; the second is empty where there is none.
  func cut(at mark: String) -> (Substring, Substring) {
    guard let place = self[...].firstRange(of: mark) else { return (self[...], "") }
    return (self[..<place.lowerBound], self[place.upperBound...])
  }

  /// The words between blanks; one in quotes may have blanks and escapes, as in JSON.
  var quotedWords: [(text: String, isQuoted: Bool)] {
    var words: [(text: String, isQuoted: Bool)] = []
    var rest = self[...].drop { $0 == " " }
    while let first = rest.first {
      var end = rest.firstIndex(of: " ") ?? rest.endIndex
      if first == "\"" {
        end = rest.index(after: rest.startIndex)
        while end < rest.endIndex, rest[end] != "\"" {
          end = rest.index(end, offsetBy: rest[end] == "\\" ? 2 : 1, limitedBy: rest.endIndex) ?? rest.endIndex
        }
        if end < rest.endIndex { end = rest.index(after: end) }
      }
      let bytes = Array(rest[..<end].utf8)
      let quoted = first == "\"" ? CanonicalObject.text(of: bytes.indices, in: bytes) : nil
      words.append((quoted ?? String(rest[..<end]), quoted != nil))
      rest = rest[end...].drop { $0 == " " }
    }
    return words
  }
}
