import HealthFormats
import HealthModel
import HealthUnits

/// How the number of a type is written in a Quantity, and read from one.
struct FHIRUnit: Sendable, Hashable {
  /// The UCUM code; `nil` where the type has none that its numbers can be written in.
  let code: String?
  let text: String
  /// How many places the decimal point moves to the right: 2 for a fraction that is written as a percentage.
  let shift: Int
  let sampleText: String

  /// The unit of a type's numbers; `nil` if it has none.
  init?(_ type: TypeDefinition) {
    guard let own = type.shape.quantity?.unit else { return nil }
    let profile = VitalSignsProfile.of(InterchangeUnits.codes(of: type, in: "loinc"))
    self.init(own, ucum: InterchangeUnits.codes(of: type, in: "ucum").first, allowed: profile?.units ?? [])
  }

  init(_ own: UnitOfMeasure, ucum: String?, allowed: [String] = []) {
    sampleText = own.sampleText
    let wanted = (ucum.map { [$0] } ?? []).filter { allowed.isEmpty || allowed.contains($0) } + allowed
    for code in wanted {
      guard let shift = InterchangeUnits.shift(from: own, to: code) else { continue }
      // An annotation is not a unit, and validators warn of it.
      let annotation = InterchangeUnits.annotation(code)
      self.code = annotation == nil ? code : "1"
      text = annotation ?? (code == "1" ? own.sampleText : code)
      self.shift = shift
      return
    }
    (code, text, shift) = (nil, own.sampleText, 0)
  }
}
