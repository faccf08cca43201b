import HealthModel
import HealthUnits

/// Codes of other systems are of the form that the system's codes have: LOINC's with their check digit, UCUM's a unit
/// of the type's dimension, Open mHealth's a schema with its version, Health Connect's a record with the path of its
/// field.
enum CodeRule {
  static func check(_ subject: LintSubject) -> [Diagnostic] {
    subject.registry.types.flatMap { type in
      type.codes.sorted { $0.key < $1.key }.flatMap { system, texts in
        texts.compactMap { text -> Diagnostic? in
          guard let fault = fault(of: CodeInSystem(text).code, in: system, type) else { return nil }
          return Diagnostic(
            .catalogReference, fault.message, at: type.mark(of: "codes.\(system)"), severity: .warning, type: type.id,
            hint: fault.hint)
        }
      }
    }
  }

  private static func fault(
    of code: String, in system: String, _ type: TypeDefinition
  ) -> (message: String, hint: String)? {
    if system == "ucum" { return unitFault(of: code, type) }
    guard let form = forms[system], !form.isCode(code) else { return nil }
    return ("\(CatalogText.shown(code)) \(form.problem)", form.hint)
  }

  /// What codes of a system are like, what one that is not has wrong, and what to write.
  private static let forms: [String: (isCode: @Sendable (String) -> Bool, problem: String, hint: String)] = [
    "loinc": (isLOINC, "is not a code of LOINC", "a code ends in its check digit: `8867-4`"),
    "open_mhealth": (
      isSchema, "does not name a schema of Open mHealth",
      "write its namespace, name and version: `omh:heart-rate:2.0`"
    ),
    "health_connect": (
      isRecordField, "does not name a record of Health Connect",
      "write the record and the path of its field: `HeartRateRecord.samples[].beatsPerMinute`"
    ),
    "flutter": (
      { isName($0, letters: UInt8(ascii: "A")...UInt8(ascii: "Z")) },
      "is not a data type of the Flutter package `health`", "write its name in capitals: `HEART_RATE`"
    ),
    "health_auto_export": (
      { $0.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { isMember($0) } },
      "does not name a metric of Health Auto Export", "write the name that its JSON has: `heart_rate`"
    ),
    "mdc": (
      { !$0.isEmpty && $0.utf8.allSatisfy { digit($0) != nil } }, "is not a code of ISO/IEEE 11073-10101",
      "write its number: `131328`"
    ),
  ]

  private static func unitFault(of code: String, _ type: TypeDefinition) -> (message: String, hint: String)? {
    guard let unit = try? UnitOfMeasure(code, grammar: .ucum) else {
      return ("\(CatalogText.shown(code)) is not a unit of UCUM", "write a code such as `/min` or `mm[Hg]`")
    }
    guard let own = type.shape.quantity?.unit, own.dimension != unit.dimension, own.dimension.isPhysical,
      unit.dimension.isPhysical
    else { return nil }
    return (
      "\(CatalogText.shown(code)) measures something else than `\(own.unitString)`",
      "name the type's unit as UCUM writes it"
    )
  }

  /// Whether a text is the name of a record and the path of a field in it, where `[]` follows a list and a number the
  /// path.
  private static func isRecordField(_ code: String) -> Bool {
    var code = code
    if let sign = code.utf8.firstIndex(of: UInt8(ascii: "=")) {
      let number = code.utf8[sign...].dropFirst()
      guard !number.isEmpty, number.allSatisfy({ digit($0) != nil }) else { return false }
      code = String(code[..<sign])
    }
    var parts = code.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let record = parts.removeFirst()
    guard let first = record.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first),
      isMember(record.dropFirst()), record.count > 6, record.suffix(6).elementsEqual("Record".utf8)
    else { return false }
    return parts.allSatisfy { part in isMember(part.suffix(2).elementsEqual("[]".utf8) ? part.dropLast(2) : part) }
  }

  /// Whether a text is letters, digits and underscores, the first a letter.
  private static func isMember(_ text: Substring.UTF8View) -> Bool {
    guard let first = text.first, isLetter(first) else { return false }
    return text.allSatisfy { isLetter($0) || digit($0) != nil || $0 == UInt8(ascii: "_") }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

  /// Whether a text is some letters, digits and underscores, the first a letter.
  private static func isName(_ text: String, letters: ClosedRange<UInt8>) -> Bool {
    guard let first = text.utf8.first, letters.contains(first) else { return false }
    return text.utf8.allSatisfy { letters.contains($0) || digit($0) != nil || $0 == UInt8(ascii: "_") }
  }

  /// Whether a text is digits, a hyphen and the digit that follows from them by the Luhn formula.
  ///
  /// Source: LOINC Users' Guide, "Mod 10 check digits".
  static func isLOINC(_ code: String) -> Bool {
    let bytes = Array(code.utf8)
    guard (3...9).contains(bytes.count), bytes[bytes.count - 2] == UInt8(ascii: "-"),
      let check = digit(bytes[bytes.count - 1])
    else { return false }
    var sum = 0
    for (place, byte) in bytes.dropLast(2).reversed().enumerated() {
      guard let value = digit(byte) else { return false }
      let weighted = place.isMultiple(of: 2) ? 2 * value : value
      sum += weighted / 10 + weighted % 10
    }
    return (sum + check).isMultiple(of: 10)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
  }

  /// Whether a text is a namespace, a name and a version with a dot, between colons.
  private static func isSchema(_ code: String) -> Bool {
    let parts = code.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, !parts[1].isEmpty else { return false }
    let numbers = parts[2].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return numbers.count == 2 && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy { digit($0) != nil } }
  }
}
