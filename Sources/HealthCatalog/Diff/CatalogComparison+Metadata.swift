import HealthModel
import HealthUnits

extension CatalogComparison {
  // MARK: Rules of a type

  mutating func compareMetadataRules(_ old: MetadataRules, _ new: MetadataRules, in subject: ChangeSubject) {
    for key in new.required where !old.required.contains(key) {
      let message = "samples need the metadata key \(CatalogText.shown(key)) now"
      add(.metadataRequiredAdded, .breaking, message, in: subject, at: "metadata.required")
    }
    for key in old.required where !new.required.contains(key) {
      let message = "samples no longer need the metadata key \(CatalogText.shown(key))"
      add(.metadataRequiredRemoved, .safe, message, in: subject, at: "metadata.required")
    }
    switch (old.isClosed, new.isClosed) {
    case (false, false): break
    case (false, true):
      let list = DiffText.list(new.required + new.known)
      add(.metadataClosed, .risky, "other metadata keys than \(list) are findings", in: subject, at: "metadata.closed")
    case (true, false):
      add(.metadataOpened, .safe, "any metadata key may be there", in: subject, at: "metadata.closed")
    case (true, true): compareClosedLists(old.required + old.known, new.required + new.known, in: subject)
    }
  }

  private mutating func compareClosedLists(_ old: [String], _ new: [String], in subject: ChangeSubject) {
    for key in old where !new.contains(key) {
      let message = "the metadata key \(CatalogText.shown(key)) is a finding now"
      add(.metadataKnownRemoved, .risky, message, in: subject, at: "metadata.known")
    }
    for key in new where !old.contains(key) {
      let message = "the metadata key \(CatalogText.shown(key)) may be there now"
      add(.metadataKnownAdded, .safe, message, in: subject, at: "metadata.known")
    }
  }

  // MARK: Keys

  mutating func compareMetadataKeys() {
    var renamed: Set<String> = []
    for key in old.registry.metadataKeys {
      if let same = new.key(key.key) {
        compare(key, same)
      } else if let other = new.key(alsoNamed: key.key) {
        renamed.insert(other.key)
        let name = CatalogText.shown(other.key)
        add(
          .metadataRenamed, .risky, "the key is called \(name) now, and its old name means that", of: key.key,
          .metadata, oldMark: key.mark, newMark: other.mark)
        compare(key, other)
      } else {
        add(
          .metadataRemoved, .risky, "the key has no definition any more, so its values are not checked", of: key.key,
          .metadata, oldMark: key.mark)
      }
    }
    for key in new.registry.metadataKeys where old.key(key.key) == nil && !renamed.contains(key.key) {
      add(
        .metadataAdded, .risky, "the key has a definition now, so its values are checked", of: key.key, .metadata,
        newMark: key.mark)
    }
  }

  private mutating func compare(_ old: MetadataKeyDefinition, _ new: MetadataKeyDefinition) {
    let subject = ChangeSubject(
      new.key, .metadata, types: self.new.types(with: new.key), oldMark: old.mark, newMark: new.mark)
    for name in old.identifiers where !new.identifiers.contains(name) && name != new.key {
      let message = "the identifier \(CatalogText.shown(name)) is gone"
      add(.identifierRemoved, .breaking, message, in: subject, at: "identifiers")
    }
    for name in new.identifiers where !old.identifiers.contains(name) && name != old.key {
      add(.identifierAdded, .safe, "the identifier \(CatalogText.shown(name)) is new", in: subject, at: "identifiers")
    }
    switch (old.value, new.value) {
    case (.string(let length, let pattern), .string(let newLength, let newPattern)):
      compareTexts((length, pattern), (newLength, newPattern), in: subject)
    case (.quantity(let before), .quantity(let after)): compareUnits(before, after, in: subject)
    case (.enum(let before), .enum(let after)): compareValues(before, after, in: subject, at: "value.values")
    case (.integer, .number): add(.metadataWidened, .safe, "any number, not only whole ones", in: subject, at: "value")
    default:
      guard old.value != new.value else { return }
      let message = "the value was \(Self.word(old.value)), is \(Self.word(new.value))"
      add(.metadataKindChanged, .breaking, message, in: subject, at: "value")
    }
  }

  private typealias TextLimits = (length: Int?, pattern: TextPattern?)

  private mutating func compareTexts(_ old: TextLimits, _ new: TextLimits, in subject: ChangeSubject) {
    let change = BoundsChange(fromMaximum: old.length, to: new.length)
    let lengths = [old.length, new.length].map { $0.map { "at most \($0) bytes" } ?? "of any length" }
    let message = "the text was \(lengths[0]), is \(lengths[1])"
    if change.isNarrowed { add(.metadataNarrowed, .breaking, message, in: subject, at: "value.max_length") }
    if change.isWidened { add(.metadataWidened, .safe, message, in: subject, at: "value.max_length") }
    guard old.pattern != new.pattern else { return }
    let patterns = [old.pattern, new.pattern].map { $0.map { CatalogText.shown($0.source) } ?? "none" }
    // Whether one pattern takes all that the other took is not worked out, so another pattern counts as narrower.
    add(
      new.pattern == nil ? .metadataWidened : .metadataNarrowed, new.pattern == nil ? .safe : .breaking,
      "the pattern was \(patterns[0]), is \(patterns[1])", in: subject, at: "value.pattern")
  }

  private mutating func compareUnits(_ old: UnitOfMeasure?, _ new: UnitOfMeasure?, in subject: ChangeSubject) {
    guard old != new else { return }
    let names = [old, new].map { $0.map { CatalogText.shown($0.unitString) } ?? "any" }
    let message = "the unit was \(names[0]), is \(names[1])"
    switch (old, new) {
    case (.some, nil): add(.metadataWidened, .safe, message, in: subject, at: "value.unit")
    case (nil, _): add(.metadataNarrowed, .breaking, message, in: subject, at: "value.unit")
    case (.some(let before), .some(let after)):
      // Any unit of the dimension may be written, so only another dimension refuses what passed.
      let converts = before.isConvertible(to: after)
      add(.unitChanged, converts ? .risky : .breaking, message, in: subject, at: "value.unit")
    }
  }

  private static func word(_ value: MetadataValueShape) -> String {
    switch value {
    case .string: "text"
    case .number: "a number"
    case .integer: "a whole number"
    case .boolean: "true or false"
    case .date: "a time"
    case .quantity: "a quantity"
    case .enum: "a case of an enum"
    }
  }
}
