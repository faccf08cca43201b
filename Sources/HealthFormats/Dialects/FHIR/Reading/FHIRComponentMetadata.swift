import HealthModel

/// What an observation says beside its sample, as an entry of metadata.
struct FHIRMetadataEntry {
  var key: String
  var place: RawField
  /// The text that stands for the value; `nil` if what is at the place is the value itself.
  var text: [UInt8]?
}

/// Components that are not members of a correlation, as metadata: nothing that they say is dropped.
extension FHIRValues {
  /// The entries of components, by their first code.
  ///
  /// Repeated codes are numbered: `x`, `x 2`.
  ///
  /// A quantity with a unit is `5 mg`, a concept its text or what its first coding says, and a value of another form its
  /// JSON.
  func metadata(
    of resource: FHIRObservation, besides keys: inout Set<String>, _ bytes: RawSpan
  ) -> [FHIRMetadataEntry] {
    var found: [FHIRMetadataEntry] = []
    // How often a code was there: of many equal ones none tries the numbers of those before it.
    var numbers: [String: Int] = [:]
    FHIRText.elements(of: resource.components, bytes) { place in
      guard let part = try? FHIRObservation(at: place.range, in: bytes) else { return }
      let code = FHIRCode(part.code, unit: FHIRReading.unit(of: part.quantity, bytes), by: types, bytes)
      guard code.type == nil || !(entry?.hasMembers ?? false), code.place.isPresent, part.hasValue else { return }
      let name = FHIRText.string(code.place, bytes)
      var number = numbers[name, default: 0] + 1
      var key = number == 1 ? name : "\(name) \(number)"
      while !keys.insert(key).inserted {
        number += 1
        key = "\(name) \(number)"
      }
      numbers[name] = number
      let (value, text) = Self.value(of: part, bytes)
      guard value.isPresent, value.kind != .null else { return }
      found.append(FHIRMetadataEntry(key: key, place: value, text: text))
    }
    return found
  }

  private static func value(of part: FHIRObservation, _ bytes: RawSpan) -> (RawField, [UInt8]?) {
    if part.scalar.isPresent { return (part.scalar, nil) }
    if part.quantity.kind == .object {
      let number = FHIRText.member("value", of: part.quantity, bytes)
      let unit = FHIRReading.unit(of: part.quantity, bytes)
      let comparator = FHIRText.member("comparator", of: part.quantity, bytes)
      guard number.kind == .number else { return json(part.quantity, bytes) }
      var text = comparator.kind == .string ? JSONText.decoded(comparator.range, in: bytes) : []
      text += number.range.map { bytes.byte(at: $0) }
      guard unit.kind == .string, !unit.range.isEmpty, !FHIRText.isText(unit, "1", bytes) else {
        return (number, comparator.kind == .string ? text : nil)
      }
      return (number, text + [0x20] + JSONText.decoded(unit.range, in: bytes))
    }
    if part.concept.kind == .object {
      let text = FHIRText.member("text", of: part.concept, bytes)
      if text.kind == .string { return (text, nil) }
      var coding = RawField.absent
      FHIRText.elements(of: FHIRText.member("coding", of: part.concept, bytes), bytes) { item in
        if !coding.isPresent { coding = item }
      }
      for name: StaticString in ["display", "code"] {
        let word = FHIRText.member(name, of: coding, bytes)
        if word.kind == .string { return (word, nil) }
      }
      return json(part.concept, bytes)
    }
    for other in [part.sampledData, part.otherValue] where other.isPresent { return json(other, bytes) }
    return (.absent, nil)
  }

  private static func json(_ value: RawField, _ bytes: RawSpan) -> (RawField, [UInt8]?) {
    (value, value.range.map { bytes.byte(at: $0) })
  }
}
