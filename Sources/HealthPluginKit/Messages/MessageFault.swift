package import HealthJSON

/// Why a line is not a message.
package struct MessageFault: Error, Sendable, Hashable {
  /// The kinds of faults.
  package enum Kind: Sendable, Hashable {
    /// The line is not a JSON object.
    case noObject
    /// The object says not what kind of message it is.
    case noKind
    /// A kind of message that is not known.
    case unknownKind
    /// A member is missing, or not what it must be.
    case badMember
    /// The same of `begin`: what it announces cannot be told from messages.
    case badBatch
  }

  /// The kind of fault.
  package var kind: Kind
  /// The word it is about: the kind of message or the member; empty when there is none.
  package var word: String
  /// The number of the question in the line, when it has one.
  package var ask: Int64?

  package init(_ kind: Kind, _ word: String = "", ask: Int64? = nil) {
    self.kind = kind
    self.word = word
    self.ask = ask
  }

  /// A member that is missing, or not what it must be.
  package static func member(_ name: String) -> MessageFault { MessageFault(.badMember, name) }
}

extension JSONValue {
  /// The text of a member that must be there.
  package func text(_ name: String) throws(MessageFault) -> String {
    guard let text = self[name]?.text else { throw .member(name) }
    return text
  }

  /// The texts of a list; empty when the member is absent.
  package func texts(_ name: String) throws(MessageFault) -> [String] {
    guard let value = self[name] else { return [] }
    guard let elements = value.elements else { throw .member(name) }
    let texts = elements.compactMap(\.text)
    guard texts.count == elements.count else { throw .member(name) }
    return texts
  }

  /// A whole number that must be there.
  package func whole(_ name: String) throws(MessageFault) -> Int64 {
    guard let value = self[name]?.integer else { throw .member(name) }
    return value
  }

  /// A whole number within bounds; the default when the member is absent and there is one.
  package func whole(
    _ name: String, in bounds: ClosedRange<Int>, default fallback: Int? = nil
  ) throws(MessageFault) -> Int {
    guard let value = self[name] else {
      guard let fallback else { throw .member(name) }
      return fallback
    }
    guard let number = value.integer.flatMap(Int.init(exactly:)), bounds.contains(number) else { throw .member(name) }
    return number
  }

  /// The whole numbers of a list; empty when the member is absent.
  package func wholes(_ name: String) throws(MessageFault) -> [Int] {
    guard let value = self[name] else { return [] }
    guard let elements = value.elements else { throw .member(name) }
    let numbers = elements.compactMap { $0.integer.flatMap(Int.init(exactly:)) }
    guard numbers.count == elements.count else { throw .member(name) }
    return numbers
  }
}
