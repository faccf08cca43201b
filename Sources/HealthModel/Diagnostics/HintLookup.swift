/// A word that was looked up for a finding's hint, as reports of a range of an input say it.
///
/// An input has so many lookups and no more. Whether one is left where a range begins is known only when the ranges
/// before it are: who puts their reports together decides it by what is here.
package struct HintLookup: Sendable {
  package enum State: String, Sendable, Hashable {
    case found
    /// Nothing is near to the word.
    case none
    /// No lookup was left.
    case over
  }

  /// The list that the word is compared with, as a number.
  package let list: UInt64
  package var word: UInt64
  /// The result.
  package let state: State
  package var otherwise: MessageText?

  package init(list: UInt64, word: UInt64, state: State) {
    self.list = list
    self.word = word
    self.state = state
  }

  /// Appends the lookup as the last member of an object that has ended.
  package func append(to output: inout [UInt8]) {
    guard output.last == UInt8(ascii: "}") else { return }
    output.removeLast()
    output.append(contentsOf: ",\"lookup\":{\"word\":\"".utf8)
    Hexadecimal.append(word ^ (list &* 0x9E37_79B9_7F4A_7C15), to: &output)
    output.append(contentsOf: "\",\"state\":\"\(state.rawValue)\"".utf8)
    if let otherwise {
      output.append(contentsOf: ",\"else\":".utf8)
      otherwise.appendShown(to: &output)
    }
    output.append(contentsOf: "}}".utf8)
  }
}
