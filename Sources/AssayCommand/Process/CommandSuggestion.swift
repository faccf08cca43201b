import ArgumentParser
import HealthModel

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
