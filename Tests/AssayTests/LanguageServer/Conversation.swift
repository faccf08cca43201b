import Assay
import Foundation
import Testing

/// A conversation of `Tests/Cases/lsp`; the form is described there.
struct Conversation: Sendable, CustomTestStringConvertible {
  /// What happens at a line.
  enum Step: Sendable {
    case send([[UInt8]])
    case get(String)
  }

  let name: String
  /// The files by name.
  let files: [String: String]
  /// The capabilities of the editor as JSON, if the conversation begins after `initialized`.
  let capabilities: String?
  /// The steps with their lines in the file.
  let steps: [(line: Int, step: Step)]

  var testDescription: String { name }

  /// All conversations, with the placeholders in them.
  static func all() throws -> [Conversation] {
    try ProjectFiles.names(in: "Tests/Cases/lsp", ending: ".ndjson").map { try Conversation(file: $0) }
  }

  init(file: String) throws {
    name = String(file.dropLast(7))
    let text = String(decoding: try ProjectFiles.bytes("Tests/Cases/lsp/" + file), as: UTF8.self)
    var steps: [(line: Int, step: Step)] = []
    var head: [String: Any] = [:]
    for (index, line) in text.split(separator: "\n").enumerated() {
      guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
        throw ConversationIsMalformed(name: name, line: index + 1)
      }
      if index == 0 {
        head = object
      } else if let raw = object["raw"] as? String {
        steps.append((line: index + 1, step: .send([Array(raw.utf8)])))
      } else if let sent = object["send"] {
        let messages = try ((sent as? [Any]) ?? [sent]).map { Array(try JSONSerialization.data(withJSONObject: $0)) }
        steps.append((line: index + 1, step: .send(messages)))
      } else if let expected = object["get"] {
        steps.append((line: index + 1, step: .get(try Self.text(expected))))
      } else {
        throw ConversationIsMalformed(name: name, line: index + 1)
      }
    }
    self.steps = steps
    files = head["files"] as? [String: String] ?? [:]
    capabilities = try head["initialize"].map(Self.text)
  }

  static func text(_ value: Any) throws -> String {
    String(
      decoding: try JSONSerialization.data(withJSONObject: value, options: [.withoutEscapingSlashes]), as: UTF8.self)
  }
}

/// A line of a conversation that is none.
struct ConversationIsMalformed: Error {
  var name: String
  var line: Int
}

/// Whether what came has what was expected in it.
enum MessageMatch {
  /// The first place where it has not, as a path; `nil` if all is there.
  static func fault(_ found: Any?, _ expected: Any, at path: String = "") -> String? {
    switch expected {
    case is NSNull: return found == nil || found is NSNull ? nil : path
    case let members as [String: Any]:
      guard let found = found as? [String: Any] else { return path }
      return members.sorted { $0.key < $1.key }.lazy
        .compactMap { fault(found[$0.key], $0.value, at: path + "/" + $0.key) }.first
    case let items as [Any]:
      guard let found = found as? [Any] else { return path }
      if items.first as? String == "…" {
        for (index, item) in items.enumerated().dropFirst()
        where !found.contains(where: { fault($0, item) == nil }) { return "\(path)/…\(index)" }
        return nil
      }
      guard items.count == found.count else { return "\(path): \(found.count) elements" }
      return zip(found, items).enumerated().lazy
        .compactMap { fault($0.element.0, $0.element.1, at: "\(path)/\($0.offset)") }.first
    case let text as String:
      guard let found = found as? String else { return path }
      return (text.hasPrefix("…") ? found.contains(text.dropFirst()) : found == text) ? nil : path
    default:
      guard let found = found as? NSObject, let expected = expected as? NSObject else { return path }
      return found == expected ? nil : path
    }
  }
}
