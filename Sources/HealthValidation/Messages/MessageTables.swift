import HealthModel
import HealthUnits
import Synchronization

/// What messages look up, prepared once for a registry instead of once for each finding.
///
/// In a file where every record is wrong, messages take as long as reading: a hint must not go over the catalog. The
/// answers depend on the registry and the text alone, so it makes no difference which finding asked first.
final class MessageTables: Sendable {
  private struct State {
    var types: SuggestionList?
    var typeHints = BoundedMemo<String?>()
    var unitHints = BoundedMemo<String?>()
    var knownUnits = BoundedMemo<Bool>()
    var writtenUnits = BoundedMemo<UnitOfMeasure?>()
    var cases: [Int32: SuggestionList] = [:]
    var metadataCases: [Int32: SuggestionList] = [:]
    var metadata: [Int32: SuggestionList] = [:]
    var caseLists: [Int32: String] = [:]
    var metadataCaseLists: [Int32: String] = [:]
    var scales: [Int32: [ScaleHint.Candidate]] = [:]
    var wordings = WordingMemo()
  }

  private let state = Mutex(State())
  let registry: Registry

  init(_ registry: Registry) { self.registry = registry }

  /// What is known of a finding's words.
  func wording(for key: WordingKey) -> WordingMemo.Answer { state.withLock { $0.wordings.answer(for: key) } }

  /// Keeps a finding's words.
  func keep(_ wording: Wording, for key: WordingKey) { state.withLock { $0.wordings.keep(wording, for: key) } }

  /// The type's name that most likely was meant.
  func type(near text: String) -> String? {
    state.withLock { state in
      state.typeHints.value(for: text) {
        let list = state.types ?? SuggestionList(registry.types.flatMap { [$0.id] + $0.identifiers })
        state.types = list
        return list.nearest(to: text)
      }
    }
  }

  /// The HealthKit unit that most likely was meant.
  func unit(near text: String) -> String? {
    state.withLock { $0.unitHints.value(for: text) { UnitAliases.suggestion(for: text) } }
  }

  /// Whether some grammar or list of spellings has a unit.
  func isKnownUnit(_ text: String) -> Bool {
    state.withLock {
      $0.knownUnits.value(for: text) {
        (try? UnitOfMeasure(text, table: registry.units)) != nil
          || (try? UnitOfMeasure(text, grammar: .ucum)) != nil || UnitAliases.healthKitForm(of: text) != nil
      }
    }
  }

  /// The case of a type that most likely was meant.
  func enumCase(near text: String, of type: Int32, _ cases: [EnumCase]) -> String? {
    state.withLock { state in
      Self.list(type, in: &state.cases) { cases.map(\.name) }.nearest(to: text)
    }
  }

  /// The case of a metadata key that most likely was meant.
  func enumCase(near text: String, ofMetadata key: Int32, _ cases: [EnumCase]) -> String? {
    state.withLock { state in
      Self.list(key, in: &state.metadataCases) { cases.map(\.name) }.nearest(to: text)
    }
  }

  /// The cases of a type in words.
  func list(of cases: [EnumCase], ofType type: Int32) -> String {
    state.withLock { Self.words(type, in: &$0.caseLists) { FindingMessages.list(of: cases) } }
  }

  /// The cases of a metadata key in words.
  func list(of cases: [EnumCase], ofMetadata key: Int32) -> String {
    state.withLock { Self.words(key, in: &$0.metadataCaseLists) { FindingMessages.list(of: cases) } }
  }

  private static func words(_ key: Int32, in lists: inout [Int32: String], _ make: () -> String) -> String {
    if let known = lists[key] { return known }
    let made = make()
    lists[key] = made
    return made
  }

  /// The metadata key of a type that most likely was meant.
  func metadataKey(near text: String, of type: Int32) -> String? {
    guard type >= 0 else { return nil }
    return state.withLock { state in
      Self.list(type, in: &state.metadata) {
        let keys = registry.types[Int(type)].metadata
        return keys.known + keys.required
      }.nearest(to: text)
    }
  }

  /// The conversion from a unit as it is written; `nil` when it is none.
  func conversion(from text: String, to unit: UnitOfMeasure) -> UnitConversion? {
    let read = state.withLock { state in
      state.writtenUnits.value(for: text) {
        if let unit = try? UnitOfMeasure(text, table: registry.units) { return unit }
        guard let form = UnitAliases.healthKitForm(of: text), form.factor == .one else { return nil }
        return try? UnitOfMeasure(form.unit)
      }
    }
    return read.flatMap { try? $0.conversion(to: unit) }
  }

  /// The units that a type's numbers may have been meant in.
  func scales(of type: Int32, _ shape: QuantityShape) -> [ScaleHint.Candidate] {
    state.withLock { state in
      if let known = state.scales[type] { return known }
      let made = ScaleHint.candidates(for: shape)
      state.scales[type] = made
      return made
    }
  }

  private static func list(
    _ key: Int32, in lists: inout [Int32: SuggestionList], _ words: () -> [String]
  ) -> SuggestionList {
    if let known = lists[key] { return known }
    let made = SuggestionList(words())
    lists[key] = made
    return made
  }
}

/// Answers for the first texts that asked; a hostile input has more, and they are answered anew.
private struct BoundedMemo<Value: Sendable>: Sendable {
  private var values: [String: Value] = [:]
  private static var limit: Int { 256 }

  mutating func value(for text: String, _ make: () -> Value) -> Value {
    // A long text is no spelling that comes again. Strings are equal by canonical equivalence, units are not: a Kelvin
    // sign would be answered for by a K.
    guard text.utf8.count <= 128, text.utf8.allSatisfy({ $0 < 0x80 }) else { return make() }
    if let known = values[text] { return known }
    let made = make()
    if values.count < Self.limit { values[text] = made }
    return made
  }
}
