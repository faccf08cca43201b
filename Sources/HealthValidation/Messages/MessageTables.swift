import HealthModel
import HealthUnits
import Synchronization

/// The lookup tables of messages, prepared once for a registry instead of once for each finding.
///
/// In a file where every record is wrong, messages take as long as reading: a hint must not go over the catalog. The
/// answers depend on the registry and the text alone, so it makes no difference which finding asked first.
final class MessageTables: Sendable {
  private struct State {
    var types: SuggestionList?
    var typeHints = BoundedMemo<String?>()
    var unitHints = BoundedMemo<String?>()
    var knownUnits = BoundedMemo<Bool>()
    var writtenUnits = BoundedMemo<(unit: UnitOfMeasure, factor: Rational)?>()
    var cases: [Int32: SuggestionList] = [:]
    var metadataCases: [Int32: SuggestionList] = [:]
    var metadata: [Int32: SuggestionList] = [:]
    var caseLists: [Int32: MessageText] = [:]
    var metadataCaseLists: [Int32: MessageText] = [:]
    var likelyUnits: [Int32: [LikelyUnits.Candidate]] = [:]
  }

  private let state = Mutex(State())
  let registry: Registry
  let plans: [TypePlan]
  let metadataPlans: [MetadataPlan]

  init(_ registry: Registry, _ plans: [TypePlan], _ metadataPlans: [MetadataPlan]) {
    self.registry = registry
    self.plans = plans
    self.metadataPlans = metadataPlans
  }

  /// The type's name that most likely was meant.
  func type(near text: [UInt8], _ budget: HintBudget) -> String? {
    budget.look(text, in: .types) {
      state.withLock { state in
        state.typeHints.hint(for: text) {
          let list = state.types ?? SuggestionList(registry.types.flatMap { [$0.id] + $0.identifiers })
          state.types = list
          return list.nearest(to: $0)
        }
      }
    }
  }

  /// What to write in place of a text that is not a unit; `nil` if nothing is near.
  func unitHint(
    for text: [UInt8], _ spellings: [UnitSpelling], ofType type: Int32, _ budget: HintBudget
  ) -> MessageText? {
    let hint = budget.look(text, in: .units(ofType: spellings.isEmpty ? -1 : type)) {
      if let own = spellings.first(where: { Self.isSame(text, $0.text) }) { return "did you mean `\(own.text)`?" }
      return state.withLock { $0.unitHints.hint(for: text) { Self.unitHint(for: $0) } }
    }
    return hint.map { MessageText($0) }
  }

  private static func unitHint(for text: String) -> String? {
    if let near = UnitAliases.suggestion(for: text) { return "did you mean `\(near)`?" }
    guard text.utf8.count <= 16, let known = UnitAliases.healthKitForm(of: text), known.factor != .one,
      !known.factor.description.contains("/")
    else { return nil }
    return "multiply the value by \(known.factor.description), and write `\(known.unit)`"
  }

  /// Whether two texts are the same but for the case of letters.
  private static func isSame(_ text: [UInt8], _ other: String) -> Bool {
    text.count == other.utf8.count && zip(text, other.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }

  /// Whether some grammar or list of spellings has a unit.
  func isKnownUnit(_ text: String) -> Bool {
    state.withLock {
      $0.knownUnits.value(for: Array(text.utf8)) {
        (try? UnitOfMeasure(text, table: registry.units)) != nil
          || (try? UnitOfMeasure(text, grammar: .ucum)) != nil || UnitAliases.healthKitForm(of: text) != nil
      }
    }
  }

  /// The case of a type that most likely was meant.
  func enumCase(near text: [UInt8], of type: Int32, _ cases: [EnumCase], _ budget: HintBudget) -> String? {
    budget.look(text, in: .cases(ofType: type)) {
      state.withLock { Self.kept(type, in: &$0.cases) { SuggestionList(cases.map(\.name)) } }
        .nearest(to: String(decoding: text, as: UTF8.self))
    }
  }

  /// The case of a metadata key that most likely was meant.
  func enumCase(near text: [UInt8], ofMetadata key: Int32, _ cases: [EnumCase], _ budget: HintBudget) -> String? {
    budget.look(text, in: .metadataCases(of: key)) {
      state.withLock { Self.kept(key, in: &$0.metadataCases) { SuggestionList(cases.map(\.name)) } }
        .nearest(to: String(decoding: text, as: UTF8.self))
    }
  }

  /// The metadata key of a type that most likely was meant.
  func metadataKey(near text: [UInt8], of type: Int32, _ budget: HintBudget) -> String? {
    guard type >= 0 else { return nil }
    return budget.look(text, in: .metadata(ofType: type)) {
      state.withLock {
        Self.kept(type, in: &$0.metadata) {
          let keys = registry.types[Int(type)].metadata
          return SuggestionList(keys.known + keys.required)
        }
      }.nearest(to: String(decoding: text, as: UTF8.self))
    }
  }

  func list(of cases: [EnumCase], ofType type: Int32) -> MessageText {
    state.withLock { Self.kept(type, in: &$0.caseLists) { FindingMessage.list(of: cases) } }
  }

  func list(of cases: [EnumCase], ofMetadata key: Int32) -> MessageText {
    state.withLock { Self.kept(key, in: &$0.metadataCaseLists) { FindingMessage.list(of: cases) } }
  }

  /// The conversion from a unit as it is written; `nil` if it is not a unit.
  func conversion(from text: [UInt8], to unit: UnitOfMeasure) -> UnitConversion? {
    let read = state.withLock { state in
      state.writtenUnits.value(for: text) {
        if let unit = try? UnitOfMeasure(utf8: text, table: registry.units) { return (unit, .one) }
        guard let form = UnitAliases.healthKitForm(of: String(decoding: text, as: UTF8.self)) else { return nil }
        return (try? UnitOfMeasure(form.unit)).map { ($0, form.factor) }
      }
    }
    return read.flatMap { read in (try? read.unit.conversion(to: unit))?.scaled(by: read.factor) }
  }

  /// The units that a type's numbers may have been meant in.
  func likelyUnits(of type: Int32) -> [LikelyUnits.Candidate] {
    state.withLock {
      Self.kept(type, in: &$0.likelyUnits) {
        registry.types[Int(type)].shape.quantity.map(LikelyUnits.candidates) ?? []
      }
    }
  }

  private static func kept<Value>(_ key: Int32, in values: inout [Int32: Value], _ make: () -> Value) -> Value {
    if let known = values[key] { return known }
    let made = make()
    values[key] = made
    return made
  }
}

/// Answers for the texts that asked last; a hostile input has more, and they are answered anew.
private struct BoundedMemo<Value: Sendable>: Sendable {
  private var values: [[UInt8]: Value] = [:]
  private static var limit: Int { 1024 }

  mutating func value(for text: [UInt8], _ make: () -> Value) -> Value {
    if let known = values[text] { return known }
    let made = make()
    // A long text is not a spelling that comes again.
    guard text.count <= 128 else { return made }
    if values.count >= Self.limit { values.removeAll(keepingCapacity: true) }
    values[text] = made
    return made
  }
}

extension BoundedMemo where Value == String? {
  /// The hint for a text in UTF-8.
  mutating func hint(for text: [UInt8], _ make: (String) -> String?) -> String? {
    value(for: text) { make(String(decoding: text, as: UTF8.self)) }
  }
}
