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
    let profile = VitalSignsProfile.of(FHIRUnit.codes(of: type, in: "loinc"))
    self.init(own, ucum: FHIRUnit.codes(of: type, in: "ucum").first, allowed: profile?.units ?? [])
  }

  init(_ own: UnitOfMeasure, ucum: String?, allowed: [String] = []) {
    sampleText = own.sampleText
    let wanted = (ucum.map { [$0] } ?? []).filter { allowed.isEmpty || allowed.contains($0) } + allowed
    for code in wanted {
      guard let shift = Self.shift(from: own, to: code) else { continue }
      // An annotation is not a unit, and validators warn of it.
      let annotation = Self.annotation(code)
      self.code = annotation == nil ? code : "1"
      text = annotation ?? (code == "1" ? own.sampleText : code)
      self.shift = shift
      return
    }
    (code, text, shift) = (nil, own.sampleText, 0)
  }

  static func codes(of type: TypeDefinition, in system: String) -> [String] {
    (type.codes[system] ?? []).map { CodeInSystem($0) }.filter { $0.difference == nil }.map(\.code)
  }

  /// How many places the decimal point moves from a unit to another; `nil` if the numbers differ by more.
  static func shift(from own: UnitOfMeasure, to code: String) -> Int? {
    guard let unit = try? UnitOfMeasure(code, grammar: .ucum) else { return nil }
    guard let conversion = try? own.conversion(to: unit) else {
      // A number without a unit of its own, such as the body mass index, is the number of the code.
      return own.dimension.isPhysical && unit.dimension.isPhysical ? nil : 0
    }
    guard conversion(0) == 0 else { return nil }
    let factor = conversion(1)
    var power = 1.0
    for places in 0...12 {
      if factor == power { return places }
      if factor == 1 / power { return -places }
      power *= 10
    }
    return nil
  }

  /// The text of a code that is only an annotation: `steps` of `{steps}`.
  static func annotation(_ code: String) -> String? {
    guard code.hasPrefix("{"), code.hasSuffix("}"), code.utf8.count > 2 else { return nil }
    return String(code.dropFirst().dropLast())
  }
}

/// Moves the decimal point of a number in its text, so that nothing is rounded.
enum DecimalShift {
  /// Appends a number of JSON's grammar with its point moved.
  static func append(_ range: Range<Int>, in bytes: RawSpan, by places: Int, to output: inout [UInt8]) {
    guard places != 0 else {
      for place in range { output.append(bytes.byte(at: place)) }
      return
    }
    var digits: [UInt8] = []
    var (point, exponent) = (-1, 0)
    var (isNegative, isSmall, isExponent) = (false, false, false)
    for place in range {
      let byte = bytes.byte(at: place)
      switch byte {
      case UInt8(ascii: "-"): if isExponent { isSmall = true } else { isNegative = true }
      case UInt8(ascii: "."): point = digits.count
      case UInt8(ascii: "e"), UInt8(ascii: "E"): isExponent = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if isExponent {
          // More is out of bounds whatever the digits are.
          if exponent < 100_000 { exponent = exponent * 10 + Int(byte - 0x30) }
        } else {
          digits.append(byte)
        }
      default: break
      }
    }
    if point < 0 { point = digits.count }
    point += (isSmall ? -exponent : exponent) + places
    let zeros = digits.prefix { $0 == 0x30 }.count
    digits.removeFirst(zeros)
    point -= zeros
    while digits.last == 0x30 { digits.removeLast() }
    guard !digits.isEmpty else {
      output.append(0x30)
      return
    }
    if isNegative { output.append(UInt8(ascii: "-")) }
    append(digits, point: point, to: &output)
  }

  /// Appends digits with a point after some of them, as people write numbers of a usual size.
  private static func append(_ digits: [UInt8], point: Int, to output: inout [UInt8]) {
    switch point {
    case -8...0:
      output += [0x30, UInt8(ascii: ".")]
      output += repeatElement(0x30, count: -point)
      output += digits
    case 1...21:
      output += digits.prefix(point)
      if digits.count <= point {
        output += repeatElement(0x30, count: point - digits.count)
      } else {
        output.append(UInt8(ascii: "."))
        output += digits.dropFirst(point)
      }
    default:
      output.append(digits[0])
      if digits.count > 1 {
        output.append(UInt8(ascii: "."))
        output += digits.dropFirst()
      }
      output.append(UInt8(ascii: "e"))
      output += String(point - 1).utf8
    }
  }
}
