/// A library that inflates a stream of bytes piece by piece.
protocol StreamDecoder: AnyObject {
  static var name: String { get }

  /// A decoder at a stream's beginning; `nil` if allocating it fails.
  init?()

  /// Inflates the available input until the output is full.
  func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecodeStep
}

struct DecodeStep {
  /// How many bytes it took.
  var consumed: Int
  /// How many bytes it gave.
  var produced: Int
  /// Where the stream is.
  var state: State

  enum State {
    case inside
    /// The stream can end here; another one may follow.
    case atEnd
    /// The library's words for what is wrong.
    case damaged(String)
    /// The data may be sound, but is not unpacked here: why, and what to do.
    case refused(String)
  }
}
