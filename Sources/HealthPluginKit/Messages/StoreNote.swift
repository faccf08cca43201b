import HealthJSON

/// A text that a store keeps by its key, in the same transaction as samples.
package struct StoreNote: Sendable, Hashable {
  /// The key: `session`, or one that begins with `import:`, `type:` or `definition:`.
  package var key: String
  /// The text.
  package var text: String

  /// Creates a note.
  package init(key: String, text: String) {
    self.key = key
    self.text = text
  }

  static func writer(of notes: [StoreNote]) -> JSONBuilder {
    var writer = JSONBuilder.openObject()
    for note in notes { writer.member(note.key, note.text) }
    return writer
  }

  static func notes(in message: JSONValue) throws(MessageFault) -> [StoreNote] {
    guard let value = message["notes"] else { return [] }
    guard let members = value.members else { throw .member("notes") }
    var notes: [StoreNote] = []
    for member in members {
      guard let text = member.value.text else { throw .member("notes") }
      notes.append(StoreNote(key: member.key, text: text))
    }
    return notes
  }
}
