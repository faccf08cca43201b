import AssayPlatform
import HealthModel

/// The subject in the names of files or of their folders: `P01.csv`, `sub-02/steps.csv`.
enum ParticipantNames {
  struct Found: Sendable, Hashable {
    var pattern: String
    /// Whether the names are those of participants; otherwise they may be days or devices.
    var isSure: Bool
  }

  /// The way to the subject in the paths of files of one form; `nil` if their names tell no subjects.
  static func pattern(of files: [String]) -> Found? {
    let paths = files.map { $0.split(separator: "/").map(String.init) }
    guard files.count > 1, let first = paths.first, paths.allSatisfy({ $0.count == first.count }) else { return nil }
    let places = first.indices.filter { place in Set(paths.map { $0[place] }).count > 1 }
    // Where folders and names differ, the folders are the participants if they are all like that.
    for place in places {
      let names = paths.map { $0[place] }
      guard place == first.count - 1 || places.count == 1 || isAllNamed(names) else { continue }
      guard let found = pattern(of: names, isFile: place == first.count - 1) else { continue }
      if place == first.count - 1 { return found }
      let parts = first.indices.map { index in
        index == place ? found.pattern : places.contains(index) ? "*" : escaped(first[index])
      }
      return Found(pattern: parts.joined(separator: "/"), isSure: found.isSure)
    }
    return nil
  }

  private static func pattern(of names: [String], isFile: Bool) -> Found? {
    let ending = isFile ? FolderSurvey.ending(of: names[0]) : ""
    let stems = names.map { String($0.dropLast(ending.count)) }
    guard names.allSatisfy({ $0.hasSuffix(ending) }) else { return nil }
    // What all names share after the part that differs belongs to no subject: `P01_hr.csv`.
    let shared = ExactGlob.shared(stems)
    let cut = shared.suffix.firstIndex { $0 == "_" || $0 == "-" || $0 == "." || $0 == " " }
    let tail = cut.map { String(shared.suffix[$0...]) } ?? ""
    let parts = stems.map { String($0.dropLast(tail.count)) }
    let days = parts.contains(where: isDay)
    guard !days, parts.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 128 }) else { return nil }
    let isSure = isAllNamed(parts)
    let prefix = isSure ? String(parts[0].prefix { !$0.isNumber }) : ""
    let isOne = parts.allSatisfy { $0.hasPrefix(prefix) }
    let glob = (isOne ? escaped(prefix) : "") + "*"
    return Found(pattern: "(\(glob))" + escaped(tail + ending), isSure: isSure)
  }

  /// Whether a name is a day or a month: `2026-01`, `20260105`.
  private static func isDay(_ name: String) -> Bool {
    let digits = name.filter(\.isNumber)
    return digits.count >= 6 && (digits.hasPrefix("20") || digits.hasPrefix("19"))
      && name.allSatisfy { $0.isNumber || "-_. T".contains($0) }
  }

  private static func escaped(_ name: String) -> String {
    GlobPattern.escaped(name).replacing("(", with: "\\(").replacing(")", with: "\\)")
  }

  private static func isAllNamed(_ names: [String]) -> Bool { names.allSatisfy(isNamed) }

  /// Whether a name is that of a participant: a usual word or letter with a number.
  private static func isNamed(_ name: String) -> Bool {
    let letters = name.prefix { $0.isLetter }.lowercased()
    var rest = name.dropFirst(letters.count)
    if rest.first == "-" || rest.first == "_" { rest = rest.dropFirst() }
    return words.contains(letters) && (1...6).contains(rest.count) && rest.allSatisfy { $0.isASCII && $0.isNumber }
  }

  private static let words: Set<String> = [
    "p", "pt", "sub", "subj", "subject", "user", "participant", "patient", "proband", "pat", "vp", "vpn", "client",
    "person",
    "member",
  ]
}
