import Foundation
import Testing

/// A folder `Tests/Golden/<command>/<case>`: what to run, and what it printed when somebody last read it.
///
/// `args` holds one call of the command a line, with `#` lines saying what the case shows; words may stand in single
/// quotes, and `$DIR` is a fresh folder that the calls of a case share. `stdin`, where there is one, goes to each call.
struct GoldenCase: Sendable, CustomTestStringConvertible {
  /// The files of a case that `make bless` writes.
  enum Part: String, CaseIterable, Sendable {
    case stdout, stderr, status
  }

  /// The folder's path below `Tests/Golden`.
  let name: String

  var testDescription: String { name }

  static let folder = AssayBinary.root + "/Tests/Golden"
  /// Whether the goldens are to be written anew.
  static let isBlessing = ProcessInfo.processInfo.environment["BLESS"] == "1"

  /// Every case there is.
  static func all() -> [GoldenCase] {
    commandFolders().flatMap { command in
      subfolders(of: command).filter { exists("\(command)/\($0)/args") }.map { GoldenCase(name: "\(command)/\($0)") }
    }
  }

  /// Files and folders beside the cases that belong to none; folders of other tests hold no folders.
  static func orphans() -> [String] {
    let parts = Set(["args", "stdin"] + Part.allCases.map(\.rawValue))
    return commandFolders().flatMap { command in
      TestFile.names(in: folder + "/" + command).flatMap { name -> [String] in
        let item = "\(command)/\(name)"
        guard exists(item + "/args") else { return [item] }
        return TestFile.names(in: folder + "/" + item).filter { !parts.contains($0) }.map { item + "/" + $0 }
      }
    }
  }

  private static func commandFolders() -> [String] {
    TestFile.names(in: folder).filter { !subfolders(of: $0).isEmpty }
  }

  private static func subfolders(of name: String) -> [String] {
    TestFile.names(in: folder + "/" + name).filter { child in
      var isFolder: ObjCBool = false
      let path = "\(folder)/\(name)/\(child)"
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
  }

  private static func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder + "/" + name) }

  /// Runs the calls one after the other.
  func run() throws -> [Part: String] {
    let input = try Self.exists(name + "/stdin") ? TestFile.bytes("Tests/Golden/\(name)/stdin") : []
    return try TemporaryFolder.with { folder in
      var parts: [Part: String] = [.stdout: "", .stderr: "", .status: ""]
      for call in try calls() {
        let words = CommandWords.split(call).map { $0.replacingOccurrences(of: "$DIR", with: folder.path) }
        let result = try AssayBinary.run(words, input: input)
        parts[.stdout, default: ""] += StableText.of(result.output, folder: folder.path)
        parts[.stderr, default: ""] += StableText.of(result.errors, folder: folder.path)
        parts[.status, default: ""] += "\(result.status)\n"
      }
      return parts
    }
  }

  /// What is recorded; `nil` when nothing is.
  func recorded(_ part: Part) throws -> String? {
    guard Self.exists("\(name)/\(part.rawValue)") else { return nil }
    return String(decoding: try TestFile.bytes("Tests/Golden/\(name)/\(part.rawValue)"), as: UTF8.self)
  }

  /// Records what was observed.
  func record(_ part: Part, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(Self.folder)/\(name)/\(part.rawValue)"))
  }

  private func calls() throws -> [String] {
    let text = String(decoding: try TestFile.bytes("Tests/Golden/\(name)/args"), as: UTF8.self)
    return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }
}

/// The words of a command line.
enum CommandWords {
  /// Splits at blanks; what stands between single quotes is one word or a part of one.
  static func split(_ line: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isWord = false
    var isQuoted = false
    for character in line {
      switch character {
      case "'":
        isQuoted.toggle()
        isWord = true
      case " " where !isQuoted:
        if isWord { words.append(word) }
        word = ""
        isWord = false
      default:
        word.append(character)
        isWord = true
      }
    }
    if isWord { words.append(word) }
    return words
  }
}

/// Output without what differs from run to run: folders, versions, time taken; our own numbers stay.
enum StableText {
  /// The stable form of what a child wrote.
  static func of(_ bytes: [UInt8], folder: String) -> String {
    var text = String(decoding: bytes, as: UTF8.self)
    text = text.replacingOccurrences(
      of: " \\([0-9.]+ s, [0-9,]+ samples/s\\)", with: "", options: .regularExpression)
    text = text.replacingOccurrences(of: folder, with: "$DIR")
    text = text.replacingOccurrences(of: AssayBinary.root + "/Tests/Fixtures", with: "$FIXTURES")
    text = text.replacingOccurrences(of: AssayBinary.root, with: "$ROOT")
    text = text.replacingOccurrences(
      of: #""version":"[^"]*","catalog":"[0-9a-f]*"(,"tzdata":"[^"]*")?"#,
      with: #""version":"\$VERSION","catalog":"\$CATALOG","tzdata":"\$TZDATA""#, options: .regularExpression)
    text = text.replacingOccurrences(
      of: #""catalog":"[0-9a-f]{8,}""#, with: #""catalog":"\$CATALOG""#, options: .regularExpression)
    // A quarantine file has the name of its input and a digest of the path to it.
    text = text.replacingOccurrences(
      of: #"-[0-9a-f]{8}((\.[a-z]+)*\.(ndjson|lock))"#, with: #"-\$HASH$1"#, options: .regularExpression)
    return text.replacingOccurrences(of: "assay \(AssayBinary.version)", with: "assay $VERSION")
  }
}
