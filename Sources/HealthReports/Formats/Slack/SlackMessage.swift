import HealthJSON
import HealthModel

/// The blocks of a message, within Slack's limits.
struct SlackMessage {
  /// The most blocks of a message.
  static let limitOfBlocks = 50
  /// The most characters of a section's text.
  static let limitOfText = 3000
  /// The most characters of a header.
  static let limitOfHeader = 150

  private let title: String
  private var blocks: [JSONBuilder] = []

  /// A message with a header, which is its text in notifications too.
  init(title: String) {
    // Characters are counted by UTF-16, which is never fewer than Slack counts.
    self.title = SlackText.cut(TextEscaping.escaped(title, limit: 1000), Self.limitOfHeader)
    blocks.append(block("header", text: self.title, of: "plain_text"))
  }

  /// Adds lines as sections, as many as they need; lines are in Slack's markup.
  mutating func addSection(_ lines: [String]) {
    var text = ""
    for line in lines {
      // A cut line could end inside of a mark; none is that long.
      let line = line.utf16.count > Self.limitOfText ? "…" : line
      if text.utf16.count + 1 + line.utf16.count > Self.limitOfText {
        append(text)
        text = ""
      }
      text += (text.isEmpty ? "" : "\n") + line
    }
    if !text.isEmpty { append(text) }
  }

  /// Adds a list with its title, and the number of what it leaves out; nothing if it is empty.
  mutating func addList(_ title: String, _ lines: [String], rest: Int, _ noun: String) {
    guard !lines.isEmpty else { return }
    addSection(["*\(title)*"] + lines + (rest > 0 ? ["and \(ReportEnding.counted(rest, "more \(noun)"))"] : []))
  }

  /// Adds small print.
  mutating func addContext(_ text: String) {
    var context = JSONBuilder.openObject()
    context.member("type", "context")
    context.key("elements")
    context.array { list in
      list.object { item in
        item.member("type", "plain_text")
        item.member("text", SlackText.cut(TextEscaping.escaped(text, limit: 1000), Self.limitOfText))
      }
    }
    // The last block has its place whatever comes before.
    if blocks.count < Self.limitOfBlocks { blocks.append(context) }
  }

  /// The message as JSON.
  var bytes: [UInt8] {
    var json = JSONBuilder()
    json.object { message in
      // Slack reads mentions and marks in this text, and shows it in notifications.
      message.member("text", SlackText.plain(title))
      message.member("blocks", objects: blocks)
    }
    return json.bytes
  }

  private mutating func append(_ text: String) {
    guard blocks.count < Self.limitOfBlocks - 1 else { return }
    blocks.append(block("section", text: text, of: "mrkdwn"))
  }

  private func block(_ type: String, text: String, of kind: String) -> JSONBuilder {
    var block = JSONBuilder.openObject()
    block.member("type", type)
    block.key("text")
    block.object { item in
      item.member("type", kind)
      item.member("text", text)
      // Keeps names and addresses in it from becoming mentions and links.
      if kind == "mrkdwn" { item.member("verbatim", true) }
    }
    return block
  }
}

/// Foreign text in Slack's markup.
enum SlackText {
  /// The most characters of a piece of foreign text.
  private static let limit = 300

  /// Text in which nothing is a mention, a link or a mark.
  static func plain(_ text: String) -> String { escaped(text, isCode: false) }

  /// Text as code.
  static func code(_ text: String) -> String {
    let content = escaped(text, isCode: true)
    return content.isEmpty ? "-" : "`\(content)`"
  }

  /// Text of at most `limit` UTF-16 units, with a mark where it is cut.
  static func cut(_ text: String, _ limit: Int) -> String {
    guard text.utf16.count > limit else { return text }
    var result = ""
    var count = 1
    for character in text {
      count += character.utf16.count
      if count > limit { break }
      result.append(character)
    }
    return result + "…"
  }

  private static func escaped(_ text: String, isCode: Bool) -> String {
    var result = ""
    for scalar in cut(TextEscaping.escaped(text, limit: limit), limit).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "`": result += "\\u{60}"
      case "*", "_", "~": result += isCode ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
