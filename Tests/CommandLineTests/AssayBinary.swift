import Foundation

/// The built command, run as a child process in a clean environment.
enum AssayBinary {
  /// The project's folder, seen from this file.
  static let root: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.path
  }()

  /// The binary: what `ASSAY_BINARY` names, else the one built beside this test bundle, else the debug build.
  static let path: String = {
    if let named = ProcessInfo.processInfo.environment["ASSAY_BINARY"], !named.isEmpty {
      return URL(fileURLWithPath: named).path
    }
    let programs = [
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "",
      CommandLine.arguments.first ?? "",
    ]
    var folders = programs.filter { $0.contains("/") }.map {
      URL(fileURLWithPath: $0).deletingLastPathComponent().path
    }
    folders += [Bundle.main.bundlePath, root + "/.build/debug"]
    let candidates = folders.map { $0 + "/assay" }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? root + "/.build/debug/assay"
  }()

  /// The version, as `assay --version` names it.
  static let version: String = {
    let words = (try? run(["--version"]).text.split(whereSeparator: \.isWhitespace)) ?? []
    return words.count > 1 ? String(words[1]) : "unknown"
  }()

  /// The variables a child gets: what the tests inherit could change what the command prints.
  static func environment(_ changes: [String: String] = [:]) -> [String: String] {
    let inherited = ProcessInfo.processInfo.environment
    var variables = [
      "PATH": inherited["PATH"] ?? "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC",
      "ASSAY_NOW": "2026-06-01T00:00:00Z", "SWIFT_BACKTRACE": "enable=no",
    ]
    // Where a coverage build writes its counts, and where an unusual toolchain keeps its libraries.
    for name in ["LLVM_PROFILE_FILE", "LD_LIBRARY_PATH"] { variables[name] = inherited[name] }
    return variables.merging(changes) { $1 }
  }

  /// Runs the command to its end, in the project's folder, so that paths in findings are the same everywhere.
  ///
  /// `input` is what it reads from standard input; `environment` holds variables beside the usual ones, or in their
  /// place; `output` is a path for standard output in place of a file that is read back, such as `/dev/full`.
  static func run(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:], folder: String = root,
    output: String? = nil
  ) throws -> ProcessResult {
    try start(arguments, input: input, environment: environment, folder: folder, output: output).finish()
  }

  /// Starts the command; the caller waits for it or kills it.
  static func start(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:], folder: String = root,
    output: String? = nil
  ) throws -> ChildProcess {
    try ChildProcess(
      path, arguments, input: input, environment: self.environment(environment), folder: folder, output: output)
  }

  /// Runs a script of the shell, in which `assay` is the built command.
  static func shell(
    _ script: String, _ arguments: [String] = [], environment: [String: String] = [:], folder: String = root
  ) throws -> ProcessResult {
    var variables = self.environment(environment)
    let place = URL(fileURLWithPath: path).deletingLastPathComponent().path
    variables["PATH"] = place + ":" + (variables["PATH"] ?? "")
    return try ChildProcess("/bin/sh", ["-c", script, "sh"] + arguments, environment: variables, folder: folder)
      .finish()
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
