import HealthModel

extension FHIRValues {
  /// Writes the components of a correlation as its members.
  mutating func appendMembers(
    _ resource: FHIRObservation, _ extras: FHIROwnExtras?, _ bytes: RawSpan, to text: inout ObservedSamples
  ) {
    guard let entry, entry.hasMembers else { return }
    text.key("members")
    text.open("[")
    var number = 0
    var noted: [RawProblem] = []
    FHIRText.elements(of: resource.components, bytes) { place in
      guard let part = try? FHIRObservation(at: place.range, in: bytes), !FHIROwnExtras.isPart(part, bytes) else {
        return
      }
      // Of an own correlation each component is a member, also one whose value or type is elsewhere or not known.
      guard part.hasValue || dialect == .own else { return }
      let unit = FHIRReading.unit(of: part.quantity, bytes)
      let code = FHIRCode(part.code, unit: unit, by: types, bytes)
      guard code.type != nil || dialect == .own else { return }
      var values = FHIRValues(
        types, code, dialect: dialect == .own ? .own : code.isHealthKit || dialect == .healthKit ? .healthKit : .any)
      let own = dialect == .own ? FHIROwnExtras(part, bytes) : nil
      text.open("{")
      values.appendType(to: &text, bytes)
      if !(own?.hasValue ?? false) { values.appendValue(part, bytes, to: &text) }
      own?.append(to: &text, bytes)
      extras?.appendMember(number, to: &text)
      text.close("}")
      noted += values.problems
      number += 1
    }
    text.close("]")
    note(noted)
  }

  /// Writes fields, lists and points of a structured sample.
  func appendParts(
    _ resource: FHIRObservation, _ extras: FHIROwnExtras, _ bytes: RawSpan, to text: inout ObservedSamples
  ) {
    var parts = extras.parts
    guard !parts.isEmpty else { return }
    if let entry, !entry.waves.isEmpty, parts.suffix(2).elementsEqual("}}".utf8) {
      var waves: [[UInt8]] = entry.waves.map { _ in [] }
      FHIRText.elements(of: resource.components, bytes) { place in
        guard let part = try? FHIRObservation(at: place.range, in: bytes), part.sampledData.isPresent,
          let name = FHIROwnExtras.partName(part, bytes),
          let index = entry.waves.firstIndex(where: { name.hasSuffix("." + $0.name) })
        else { return }
        let data = FHIRText.member("data", of: part.sampledData, bytes)
        guard data.kind == .string else { return }
        if !waves[index].isEmpty { waves[index].append(UInt8(ascii: ",")) }
        for place in data.range {
          switch bytes.byte(at: place) {
          case UInt8(ascii: " "): waves[index].append(UInt8(ascii: ","))
          case UInt8(ascii: "E"): waves[index] += "null".utf8
          case let byte: waves[index].append(byte)
          }
        }
      }
      var columns: [UInt8] = []
      for (wave, data) in zip(entry.waves, waves) where !data.isEmpty {
        columns += #","\#(wave.name)":["#.utf8
        columns += data
        columns.append(UInt8(ascii: "]"))
      }
      parts.insert(contentsOf: columns, at: parts.count - 2)
    }
    // The members without the braces.
    text.pairs(parts.dropFirst().dropLast(), for: resource.code)
  }
}
