import HealthModel

/// The names of the files of subjects.
///
/// A name is the subject, in which all but letters, digits and `.-_` of ASCII are written as percent signs with two
/// digits; `_` for samples without a subject. No two subjects have one name, and none leads out of the folder.
enum SubjectFileNames {
  /// What file systems allow, less the mark of a file that is not complete.
  private static let longest = 200

  /// The names of the files of subjects.
  ///
  /// Subjects that differ only in the case of letters have their capital letters written as digits as well: on some
  /// file systems `P1.csv` and `p1.csv` are one file.
  ///
  /// - Throws: `CommandFailure` for a subject that is too long for the name of a file.
  static func names(of subjects: [String?], ending: String) throws -> [String] {
    let plain = subjects.map { name(of: $0, escapesCapitals: false) }
    var counts: [String: Int] = [:]
    for name in plain { counts[name.lowercased(), default: 0] += 1 }
    return try zip(subjects, plain).map { subject, plain in
      let isAlone = counts[plain.lowercased()] == 1
      let name = isAlone ? plain : name(of: subject, escapesCapitals: true)
      guard name.utf8.count <= longest else {
        throw CommandFailure.usage(
          "the subject `\(TextEscaping.escaped(subject ?? "", limit: 80))` is too long for the name of a file; export "
            + "it by --subject")
      }
      return name + ending
    }
  }

  private static func name(of subject: String?, escapesCapitals: Bool) -> String {
    guard let subject else { return "_" }
    var name: [UInt8] = []
    for byte in subject.utf8 {
      let isPlain: Bool =
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): !escapesCapitals
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): !name.isEmpty
        default: false
        }
      if isPlain {
        name.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        name += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: name, as: UTF8.self)
  }
}
