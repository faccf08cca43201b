/// Why a stream of the Arrow format is not read further: what is wrong, where, and what to do.
package struct ArrowReadError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, and what was wanted.
  package let message: String
  /// What to do; `nil` if nothing but the message helps.
  package let hint: String?
  /// Whether the input is valid, and of a kind that is not read; otherwise it is damaged.
  package private(set) var isUnsupported = false
  /// Whether more text came of the input than its bytes can have.
  package private(set) var isSwelling = false
  /// The place in the input, in bytes from its beginning, of the message that is wrong.
  package internal(set) var offset: Int64

  init(_ message: String, hint: String? = nil, at offset: Int64 = 0) {
    self.message = message
    self.hint = hint
    self.offset = offset
  }

  package var description: String { hint.map { "\(message); \($0)" } ?? message }

  /// The same error with a place, unless it has one.
  func at(_ place: Int64) -> ArrowReadError {
    var error = self
    if offset == 0 { error.offset = place }
    return error
  }

  /// A stream that ends too early.
  static func ended(at offset: Int64) -> ArrowReadError {
    ArrowReadError(
      "the input ends within a message", hint: "the file is cut short: write or fetch it again", at: offset)
  }

  /// An input that is valid, and not read.
  static func unsupported(_ message: String, hint: String? = nil) -> ArrowReadError {
    var error = ArrowReadError(message, hint: hint)
    error.isUnsupported = true
    return error
  }

  /// An input whose rows name the same text again and again.
  static func swelling(_ what: String) -> ArrowReadError {
    var error = ArrowReadError(
      "the \(what) take more than \(ArrowSwelling.ratio) times the bytes that were read, and more than 16 MiB")
    error.isSwelling = true
    return error
  }

  /// Metadata that contradicts itself.
  static func broken(_ what: String) -> ArrowReadError { ArrowReadError("the metadata is broken: \(what)") }
}
