package import HealthModel
package import HealthUnits

/// The codes of types, and units of UCUM, as published forms write them.
package enum InterchangeUnits {
  /// The codes that mean a type: the first is written, and all are read.
  package static func codes(of type: TypeDefinition, in system: String) -> [String] {
    (type.codes[system] ?? []).map { CodeInSystem($0) }.filter { $0.difference == nil }.map(\.code)
  }

  /// How many places the decimal point moves from a unit to another; `nil` if the numbers differ by more.
  package static func shift(from own: UnitOfMeasure, to code: String) -> Int? {
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
  package static func annotation(_ code: String) -> String? {
    guard code.hasPrefix("{"), code.hasSuffix("}"), code.utf8.count > 2 else { return nil }
    return String(code.dropFirst().dropLast())
  }
}

/// Moves the decimal point of a number in its text, so that nothing is rounded.
package enum DecimalShift {
  /// Appends a number of JSON's grammar with its point moved.
  package static func append(_ range: Range<Int>, in bytes: RawSpan, by places: Int, to output: inout [UInt8]) {
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

extension SampleID {
  package func appendLowercased(to output: inout [UInt8]) {
    let start = output.count
    append(to: &output)
    for place in start..<output.count where (0x41...0x46).contains(output[place]) { output[place] |= 0x20 }
  }
}

extension SampleBatch {
  /// A time of a row as text, at UTC if it has no offset.
  package static func text(_ time: Int64, _ offset: Int16) -> [UInt8] {
    var text: [UInt8] = []
    TimestampWriter.append(Instant(microseconds: time, offset: offset == noOffset ? 0 : offset), to: &text)
    return text
  }
}
