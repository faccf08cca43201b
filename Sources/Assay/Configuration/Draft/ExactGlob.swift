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
