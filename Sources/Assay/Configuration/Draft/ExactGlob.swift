import AssayPlatform
import HealthModel

/// Globs that match some files of a folder and no others.
enum ExactGlob {
  private static let maximumNames = 64

  /// The globs of files: one if there is one that matches all of them and nothing else, else more.
  static func globs(of files: [String], among all: [String]) -> [(glob: String, files: [String])] {
    guard files.count > 1 else { return files.map { (glob: GlobPattern.escaped($0), files: [$0]) } }
    if let glob = glob(of: files, among: all) { return [(glob: glob, files: files)] }
    let folders = Dictionary(grouping: files, by: PathText.parent)
    guard folders.count == 1 else {
      // A glob of files in one folder matches files in this folder alone.
      let others = Dictionary(grouping: all, by: PathText.parent)
      return folders.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.flatMap { folder in
        globs(of: folder.value, among: others[folder.key] ?? [])
      }
    }
    if let glob = list(of: files) { return [(glob: glob, files: files)] }
    return files.map { (glob: GlobPattern.escaped($0), files: [$0]) }
  }

  private static func glob(of files: [String], among all: [String]) -> String? {
    let paths = files.map { $0.split(separator: "/", omittingEmptySubsequences: false).map(String.init) }
    guard let first = paths.first, paths.allSatisfy({ $0.count == first.count }) else { return nil }
    let wanted = Set(files)
    for form in [ending, words, affixes, digits] {
      let parts = first.indices.map { place -> String? in
        let names = paths.map { $0[place] }
        return Set(names).count == 1 ? GlobPattern.escaped(names[0]) : form(names)
      }
      let known = parts.compactMap { $0 }
      guard known.count == parts.count else { continue }
      let text = known.joined(separator: "/")
      guard let glob = GlobPattern(text) else { continue }
      if Set(all.filter { glob.matches($0) }) == wanted { return text }
    }
    return nil
  }

  private static func ending(_ names: [String]) -> String? {
    let endings = Set(names.map(FolderSurvey.ending))
    guard endings.count == 1, let ending = endings.first else { return nil }
    return "*" + GlobPattern.escaped(ending)
  }

  /// All names that begin with the same letters and end alike: `p*.csv` of `p01.csv` and `p02.csv`.
  private static func words(_ names: [String]) -> String? {
    let (prefix, suffix) = shared(names)
    var word = prefix[...]
    while word.last?.isNumber ?? false { word = word.dropLast() }
    return word.isEmpty ? nil : GlobPattern.escaped(String(word)) + "*" + GlobPattern.escaped(suffix)
  }

  /// All names that begin and end alike: `p0*.csv`.
  private static func affixes(_ names: [String]) -> String? {
    let (prefix, suffix) = shared(names)
    guard !prefix.isEmpty || !suffix.isEmpty else { return nil }
    return GlobPattern.escaped(prefix) + "*" + GlobPattern.escaped(suffix)
  }

  /// Names that differ in digits at the same places: `p[0-9][0-9].csv`.
  private static func digits(_ names: [String]) -> String? {
    let texts = names.map(Array.init)
    guard let first = texts.first, texts.allSatisfy({ $0.count == first.count }) else { return nil }
    var glob = ""
    for place in first.indices {
      let characters = Set(texts.map { $0[place] })
      if characters.count == 1 {
        glob += GlobPattern.escaped(String(first[place]))
      } else if characters.allSatisfy({ $0.isASCII && $0.isNumber }) {
        glob += "[0-9]"
      } else {
        return nil
      }
    }
    return glob
  }

  static func shared(_ names: [String]) -> (prefix: String, suffix: String) {
    guard let shortest = names.map(\.count).min(), let first = names.first else { return ("", "") }
    let texts = names.map(Array.init)
    let prefix = (0..<shortest).prefix { place in texts.allSatisfy { $0[place] == texts[0][place] } }.count
    let suffix = (0..<(shortest - prefix)).prefix { place in
      texts.allSatisfy { $0[$0.count - 1 - place] == texts[0][texts[0].count - 1 - place] }
    }.count
    return (String(first.prefix(prefix)), String(first.suffix(suffix)))
  }

  private static func list(of files: [String]) -> String? {
    let names = files.map(PathText.name)
    guard names.count <= maximumNames,
      names.allSatisfy({ $0.utf8.allSatisfy { $0 != UInt8(ascii: ",") && !"*?[]{}\\".utf8.contains($0) } })
    else { return nil }
    let folder = PathText.parent(of: files[0])
    let list = "{" + names.joined(separator: ",") + "}"
    return folder == "." ? list : GlobPattern.escaped(folder) + "/" + list
  }
}

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
