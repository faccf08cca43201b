/// A code of a type in another system, as `codes` of a definition has it.
///
/// What follows it in brackets says where the two ideas differ: `SpeedRecord (partial: no activity)`.
package struct CodeInSystem: Hashable, Sendable {
  /// The code by itself: `SpeedRecord`.
  package let code: String
  /// How the two differ; `nil` when they mean the same.
  package let difference: String?

  package init(_ text: String) {
    guard text.hasSuffix(")"), let bracket = text.utf8.firstIndex(of: UInt8(ascii: "(")) else {
      code = text
      difference = nil
      return
    }
    let inner = text[text.utf8.index(after: bracket)...].dropLast()
    let head = text[..<bracket]
    code = String(head.last == " " ? head.dropLast() : head)
    let prefix = "partial: "
    difference = inner.hasPrefix(prefix) ? String(inner.dropFirst(prefix.count)) : String(inner)
  }
}
