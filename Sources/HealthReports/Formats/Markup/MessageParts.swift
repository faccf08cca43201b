/// The parts of a message: what is between two backticks is a name, an id or a text that something has.
enum MessageParts {
  struct Part: Hashable {
    var text: String
    var isCode: Bool
  }

  /// Takes a message apart; a backtick without its partner is text.
  static func parts(of message: String) -> [Part] {
    let pieces = message.unicodeScalars.split(separator: "`", omittingEmptySubsequences: false).map { String($0) }
    var parts: [Part] = []
    var index = 0
    while index < pieces.count {
      let isCode = index % 2 == 1
      if isCode, index == pieces.count - 1 {
        parts.append(Part(text: "`" + pieces[index], isCode: false))
      } else if isCode, pieces[index].isEmpty {
        parts.append(Part(text: "``", isCode: false))
      } else if !pieces[index].isEmpty {
        parts.append(Part(text: pieces[index], isCode: isCode))
      }
      index += 1
    }
    return parts
  }
}
