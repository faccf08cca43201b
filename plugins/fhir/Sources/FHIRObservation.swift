import HealthFormats
import HealthModel

/// Where an Observation, or one of its components, has what a sample is made of: places in the input, nothing decoded.
///
/// Values of objects and arrays are their whole text. References are texts: nothing is looked up, and nothing is fetched.
struct FHIRObservation {
  var resourceType = RawField.absent
  var id = RawField.absent
  var status = RawField.absent
  var code = RawField.absent
  var meta = RawField.absent
  var extensions = RawField.absent
  var identifier = RawField.absent
  var subject = RawField.absent
  var device = RawField.absent
  var issued = RawField.absent
  var effective = RawField.absent
  var period = RawField.absent
  var quantity = RawField.absent
  var concept = RawField.absent
  var sampledData = RawField.absent
  /// A value that is a text, a number or a truth value by itself.
  var scalar = RawField.absent
  /// A value of a form that no sample has, such as a Range.
  var otherValue = RawField.absent
  var absentReason = RawField.absent
  var components = RawField.absent
  /// What may change the meaning of all else: extensions that a reader must not ignore, and rules by a reference.
  var modifiers = RawField.absent
  var rules = RawField.absent
  var second = RawField.absent
  private var hasTime = false

  init(at range: Range<Int>, in bytes: RawSpan) throws(SyntaxError) {
    var cursor = JSONCursor(position: range.lowerBound, end: range.upperBound, longestString: CheckedJSON.longestString)
    guard cursor.peek(bytes) == UInt8(ascii: "{") else { throw SyntaxError(.expectedObject, at: range.lowerBound) }
    try cursor.members(bytes, depth: 0) { (cursor, key) throws(SyntaxError) in
      let value = try cursor.value(bytes, depth: 1)
      let name = key.isEscaped ? JSONText.decoded(key.range, in: bytes) : []
      guard
        key.isEscaped ? take(0..<name.count, value, name.span.bytes) : take(key.range, value, bytes)
      else { throw SyntaxError.duplicate(key) }
    }
    try cursor.expectEnd(bytes)
  }

  /// Takes a member whose key is at a place of other bytes; `false` if it came before.
  private mutating func take(_ key: Range<Int>, _ value: RawField, _ bytes: RawSpan) -> Bool {
    func isName(_ name: StaticString) -> Bool { bytes.equals(key, name) }
    func set(_ field: inout RawField) -> Bool {
      defer { field = value }
      return !field.isPresent
    }
    if bytes.hasPrefix("value", at: key.lowerBound, end: key.upperBound) {
      if hasValue { second = value }
      takeValue(key.lowerBound + 5..<key.upperBound, value, bytes)
    } else if bytes.hasPrefix("effective", at: key.lowerBound, end: key.upperBound) {
      if hasTime { second = value }
      hasTime = true
      if isName("effectivePeriod") { period = value }
      if isName("effectiveDateTime") || isName("effectiveInstant") { effective = value }
    } else if isName("code") {
      return set(&code)
    } else if isName("id") {
      return set(&id)
    } else if isName("component") {
      return set(&components)
    } else if isName("extension") {
      return set(&extensions)
    } else if isName("status") {
      return set(&status)
    } else if isName("resourceType") {
      return set(&resourceType)
    } else if isName("subject") {
      return set(&subject)
    } else if isName("meta") {
      return set(&meta)
    } else if isName("identifier") {
      return set(&identifier)
    } else if isName("issued") {
      return set(&issued)
    } else if isName("device") {
      return set(&device)
    } else if isName("dataAbsentReason") {
      return set(&absentReason)
    } else if isName("modifierExtension") {
      return set(&modifiers)
    } else if isName("implicitRules") {
      return set(&rules)
    }
    return true
  }

  private mutating func takeValue(_ form: Range<Int>, _ value: RawField, _ bytes: RawSpan) {
    if bytes.equals(form, "Quantity") {
      quantity = value
    } else if bytes.equals(form, "CodeableConcept") {
      concept = value
    } else if bytes.equals(form, "SampledData") {
      sampledData = value
    } else if value.kind == .string || value.kind == .number || value.kind == .boolean {
      scalar = value
    } else {
      otherValue = value
    }
  }

  var hasValue: Bool {
    quantity.isPresent || concept.isPresent || scalar.isPresent || sampledData.isPresent || otherValue.isPresent
  }

  /// Where its time is if that is a day; `nil` for another one.
  func day(_ bytes: RawSpan) -> RawField? {
    guard !period.isPresent, effective.kind == .string else { return nil }
    return TimestampParser.parseDate(effective.range, in: bytes).map { _ in effective }
  }

  /// Why nothing of it may be read, and where that is; `nil` if it may.
  func refusal(_ bytes: RawSpan) -> RawProblem? {
    if modifiers.isPresent, modifiers.kind != .null {
      return RawProblem(.recordUnreadable, .modifierExtension, at: modifiers.range)
    }
    if rules.isPresent, rules.kind != .null { return RawProblem(.recordUnreadable, .implicitRules, at: rules.range) }
    if second.isPresent { return RawProblem(.recordUnreadable, .twoValues, at: second.range) }
    if absentReason.isPresent, hasValue {
      return RawProblem(.recordUnreadable, .absentValue, at: absentReason.range)
    }
    guard components.isPresent else { return nil }
    var found: RawProblem?
    CheckedJSON.elements(of: components, bytes) { place in
      guard found == nil, let part = try? FHIRObservation(at: place.range, in: bytes) else { return }
      found = part.refusal(bytes)
    }
    return found
  }

  /// Whether it was written by `FHIRWriter`: it has the tag, or the extension that servers keep when they drop a tag.
  func isOwn(_ bytes: RawSpan) -> Bool {
    var isOwn = false
    CheckedJSON.elements(of: CheckedJSON.member("tag", of: meta, bytes), bytes) { tag in
      guard CheckedJSON.isText(CheckedJSON.member("system", of: tag, bytes), FHIRNames.dialectSystem, bytes) else {
        return
      }
      isOwn = isOwn || CheckedJSON.isText(CheckedJSON.member("code", of: tag, bytes), FHIRNames.dialectCode, bytes)
    }
    return isOwn || CheckedJSON.extensionNamed(FHIRNames.sampleExtension, in: extensions, bytes).isPresent
  }
}
