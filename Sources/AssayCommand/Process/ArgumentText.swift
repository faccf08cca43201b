import ArgumentParser
import HealthModel

/// Messages of the argument parser, which repeat arguments as they were given, made safe to show.
enum ArgumentText {
  static func prefixed(_ message: String) -> String {
    message.hasPrefix("Error: ") ? "assay: " + message.dropFirst("Error: ".count) : message
  }

  /// The message with the characters of hostile arguments escaped, and no line that begins like a command of a CI
  /// system.
  static func safe(_ message: String, _ arguments: [String]) -> String {
    var text = message
    for argument in arguments {
      // An option and its value are repeated apart as well: `--name=value`.
      for part in [argument] + argument.split(separator: "=", maxSplits: 1).map(String.init) {
        let shown = TextEscaping.escaped(part, limit: 1000)
        if shown != part { text = replacing(part, with: shown, in: text) }
      }
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let clean = TextEscaping.escaped(line, limit: 10_000)
      return clean.hasPrefix("::") || clean.hasPrefix("##") ? " " + clean : clean
    }.joined(separator: "\n")
  }

  /// The message about the first argument that is not UTF-8; `nil` if all are.
  ///
  /// Paths are text here, and the text of such an argument has replacements in it: it would name another file, or none.
  static var unreadable: String? {
    // The arguments as the system gave them: `CommandLine.arguments` has repaired them already.
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil else { continue }
      var bytes: [UInt8] = []
      while argument[bytes.count] != 0 { bytes.append(UInt8(bitPattern: argument[bytes.count])) }
      return "the argument `\(TextEscaping.escaped(utf8: bytes, limit: 1000))` is not UTF-8; rename the file, or "
        + "give its content to standard input (`-`)"
    }
    return nil
  }

  private static func replacing(_ word: String, with other: String, in text: String) -> String {
    let bytes = Array(text.utf8)
    let pattern = Array(word.utf8)
    guard !pattern.isEmpty else { return text }
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: pattern) {
        output.append(contentsOf: other.utf8)
        index += pattern.count
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}

/// The words that name a command: `catalog lint`, `help import`.
enum CommandSuggestion {
  /// Refuses words that name no command, with the command that was probably meant.
  ///
  /// - Returns: the error; `nil` when all is well, or an option comes first.
  static func failure(_ arguments: [String], of root: any ParsableCommand.Type) -> Failure? {
    var command = root
    var path = [root.configuration.commandName ?? "assay"]
    var isHelp = false
    for word in arguments {
      let subcommands = command.configuration.subcommands
      if word.hasPrefix("-") || subcommands.isEmpty { return nil }
      if word == "help", !isHelp, path.count == 1 {
        isHelp = true
        continue
      }
      let names = subcommands.map { $0._commandName }
      guard let index = names.firstIndex(of: word) else {
        let near = Suggestion.nearest(to: word, among: names).map { "did you mean `\($0)`?" }
        let place = path.joined(separator: " ")
        return .usage(
          "`\(place)` has no command `\(TextEscaping.escaped(word, limit: 80))`; \(near ?? "see `\(place) --help`")")
      }
      command = subcommands[index]
      path.append(word)
    }
    return nil
  }
}

/// The scripts by which shells complete, which the argument parser writes.
enum CompletionScript {
  /// The script with words that all versions of fish understand.
  ///
  /// The parser's script asks for the cursor in the current word by `commandline -o -tC`, an error before fish 4: types,
  /// units and time zones would not complete.
  static func portable(_ text: String) -> String {
    text.replacing("(__assay_tokens -tC)", with: "(commandline -ct | string length)")
  }
}
