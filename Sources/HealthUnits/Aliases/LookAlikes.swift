/// Characters that stand for ASCII ones in units people type and paste.
///
/// The strict grammars know bytes only, so `µg` fails there whichever of the two mu it holds. This folding runs before
/// aliases are looked up. It also undoes what Unicode normalization does to a text: the Kelvin sign is K in NFC and
/// NFD, and the Greek ano teleia is a middle dot.
enum LookAlikes {
  /// The text with look-alikes replaced, format characters dropped and spaces at both ends cut, as bytes.
  ///
  /// The only remaining characters beyond ASCII are `°`, `·` and those without a look-alike.
  static func folded(_ text: String) -> [UInt8] {
    // Nearly all texts: nothing in them looks like something else.
    if text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return Array(text.utf8) }
    var result: [UInt8] = []
    var isRaised = false
    for scalar in text.unicodeScalars {
      if let raised = superscript(scalar) {
        if !isRaised { result.append(ASCII.caret) }
        isRaised = true
        result.append(raised)
        continue
      }
      isRaised = false
      if let text = likeness(of: scalar) {
        result.append(contentsOf: text.utf8)
      } else {
        result.append(contentsOf: String(Character(scalar)).utf8)
      }
    }
    while result.last == ASCII.space { result.removeLast() }
    return Array(result.drop { $0 == ASCII.space })
  }

  private static func likeness(of scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0xB5, 0x3BC: "u"  // micro sign, Greek small mu
    case 0x212A: "K"  // Kelvin sign
    case 0x2103: "°C"
    case 0x2109: "°F"
    case 0xBA, 0x2DA: "°"  // masculine ordinal, ring above
    case 0x387, 0x2022, 0x2027, 0x2219, 0x22C5, 0x30FB: "·"  // ano teleia, bullets, dot operator
    case 0xD7, 0x2217: "*"  // multiplication sign, asterisk operator
    case 0x2044, 0x2215: "/"  // fraction slash, division slash
    case 0x2010...0x2012, 0x2212: "-"  // hyphens, figure dash, minus
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000, 0x09: " "
    case 0x200B...0x200F, 0x2060, 0xFEFF: ""
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0).map { String(Character($0)) }  // fullwidth ASCII
    default: nil
    }
  }

  private static func superscript(_ scalar: Unicode.Scalar) -> UInt8? {
    switch scalar.value {
    case 0xB9: ASCII.one
    case 0xB2: UInt8(ascii: "2")
    case 0xB3: UInt8(ascii: "3")
    case 0x2070: ASCII.zero
    case 0x2074...0x2079: UInt8(truncatingIfNeeded: scalar.value - 0x2074) + UInt8(ascii: "4")
    case 0x207B: ASCII.minus
    default: nil
    }
  }
}
