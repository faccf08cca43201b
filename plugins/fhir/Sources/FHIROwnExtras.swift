import HealthFormats
import HealthModel

/// What `FHIRWriter` wrote beside what FHIR has a place for: the members of a sample, as JSON.
struct FHIROwnExtras {
  /// The members with their keys, commas between.
  private(set) var pairs: [UInt8] = []
  /// The object of a structured sample; empty for another one.
  private(set) var parts: [UInt8] = []
  private(set) var hasValue = false
  private(set) var hasSubject = false
  private var members: [[UInt8]] = []
  private var place: RawField
  /// The objects of a sample whose members are children of their own, and those members.
  private static let objects = ["source", "device", "metadata"]
  private var objects: [[UInt8]] = [[], [], []]
  /// The members that are one text, in pieces.
  private var rest: [UInt8] = []

  init(_ resource: FHIRObservation, _ bytes: RawSpan) {
    place = resource.code
    let own = CheckedJSON.extensionNamed(FHIRNames.sampleExtension, in: resource.extensions, bytes)
    if own.isPresent { place = own }
    CheckedJSON.elements(of: CheckedJSON.member("extension", of: own, bytes), bytes) { child in add(child, bytes) }
    for (name, object) in zip(Self.objects, objects) where !object.isEmpty {
      if !pairs.isEmpty { pairs.append(UInt8(ascii: ",")) }
      pairs += "\"\(name)\":{".utf8
      pairs += object
      pairs.append(UInt8(ascii: "}"))
    }
    addComponents(resource, bytes)
    if !rest.isEmpty { add(rest: rest) }
  }

  private mutating func addComponents(_ resource: FHIRObservation, _ bytes: RawSpan) {
    CheckedJSON.elements(of: resource.components, bytes) { component in
      guard
        CheckedJSON.isText(
          Self.partCode(CheckedJSON.member("code", of: component, bytes), bytes), FHIRNames.samplePart, bytes)
      else { return }
      let piece = CheckedJSON.member("valueString", of: component, bytes)
      if piece.kind == .string { rest += JSONText.decoded(piece.range, in: bytes) }
    }
  }

  /// The code of a component that is a part of a sample; absent for others.
  private static func partCode(_ concept: RawField, _ bytes: RawSpan) -> RawField {
    var found = RawField.absent
    CheckedJSON.elements(of: CheckedJSON.member("coding", of: concept, bytes), bytes) { coding in
      if CheckedJSON.isText(CheckedJSON.member("system", of: coding, bytes), FHIRNames.partSystem, bytes) {
        found = CheckedJSON.member("code", of: coding, bytes)
      }
    }
    return found
  }

  static func isPart(_ component: FHIRObservation, _ bytes: RawSpan) -> Bool {
    partCode(component.code, bytes).isPresent
  }

  static func partName(_ component: FHIRObservation, _ bytes: RawSpan) -> String? {
    let code = partCode(component.code, bytes)
    return code.kind == .string ? CheckedJSON.string(code, bytes) : nil
  }

  private mutating func add(_ child: RawField, _ bytes: RawSpan) {
    let url = CheckedJSON.member("url", of: child, bytes)
    guard url.kind == .string, !url.range.isEmpty else { return }
    let text = CheckedJSON.member("valueString", of: child, bytes)
    if bytes.equals(url.range, "rest"), text.kind == .string {
      rest += JSONText.decoded(text.range, in: bytes)
    } else if bytes.equals(url.range, "parts"), text.kind == .string {
      parts += JSONText.decoded(text.range, in: bytes)
    } else if text.kind == .string {
      key(url, bytes)
      pairs.append(UInt8(ascii: "\""))
      append(text.range, bytes)
      pairs.append(UInt8(ascii: "\""))
    } else if let index = Self.objects.firstIndex(where: { CheckedJSON.isText(url, $0, bytes) }) {
      addMember(of: index, CheckedJSON.member("extension", of: child, bytes), bytes)
    }
  }

  /// Adds a member of an object: its key, and its value or its JSON.
  private mutating func addMember(of index: Int, _ parts: RawField, _ bytes: RawSpan) {
    let key = CheckedJSON.member("valueString", of: CheckedJSON.extensionNamed("key", in: parts, bytes), bytes)
    guard key.kind == .string else { return }
    let start = objects[index].count
    if start > 0 { objects[index].append(UInt8(ascii: ",")) }
    objects[index].append(UInt8(ascii: "\""))
    for place in key.range { objects[index].append(bytes.byte(at: place)) }
    objects[index] += "\":".utf8
    let value = CheckedJSON.extensionNamed("value", in: parts, bytes)
    let json = CheckedJSON.extensionNamed("json", in: parts, bytes)
    let isWritten =
      value.isPresent
      ? FHIRExtensionValue.append(value, bytes, to: &objects[index])
      : FHIRExtensionValue.append(json: json, bytes, to: &objects[index])
    if !isWritten { objects[index].removeSubrange(start...) }
  }

  private mutating func key(_ name: RawField, _ bytes: RawSpan) {
    hasSubject = hasSubject || bytes.equals(name.range, "subject")
    if !pairs.isEmpty { pairs.append(UInt8(ascii: ",")) }
    pairs.append(UInt8(ascii: "\""))
    append(name.range, bytes)
    pairs += "\":".utf8
  }

  private mutating func append(_ range: Range<Int>, _ bytes: RawSpan) {
    for place in range { pairs.append(bytes.byte(at: place)) }
  }

  /// Adds members of an object; what is not one adds nothing.
  private mutating func add(rest text: [UInt8]) {
    let bytes = text.span.bytes
    var cursor = JSONCursor(end: text.count, longestString: Int.max)
    guard cursor.peek(bytes) == UInt8(ascii: "{") else { return }
    try? cursor.members(bytes, depth: 0) { (cursor, key) throws(SyntaxError) in
      cursor.skipSpace(bytes)
      let start = cursor.position
      _ = try cursor.value(bytes, depth: 1)
      let value = start..<cursor.position
      if bytes.equals(key.range, "parts") {
        parts = Array(text[value])
      } else if bytes.equals(key.range, "members") {
        members = Self.objects(value, text)
      } else {
        hasValue = hasValue || bytes.equals(key.range, "value")
        self.key(key, bytes)
        append(value, bytes)
      }
    }
  }

  /// The objects of an array, without their braces.
  private static func objects(_ range: Range<Int>, _ text: [UInt8]) -> [[UInt8]] {
    let bytes = text.span.bytes
    var cursor = JSONCursor(position: range.lowerBound, end: range.upperBound, longestString: Int.max)
    guard cursor.peek(bytes) == UInt8(ascii: "[") else { return [] }
    var objects: [[UInt8]] = []
    try? cursor.elements(bytes, depth: 0) { (cursor) throws(SyntaxError) in
      let value = try cursor.value(bytes, depth: 1)
      objects.append(value.kind == .object ? Array(text[value.range].dropFirst().dropLast()) : [])
    }
    return objects
  }

  func append(to text: inout RewrittenSamples, _ bytes: RawSpan) { text.pairs(pairs, for: place) }

  func appendMember(_ number: Int, to text: inout RewrittenSamples) {
    if members.indices.contains(number) { text.pairs(members[number], for: place) }
  }
}
