/// What was read of a condition's text: all of it, or what is before its first fault.
@usableFromInline package struct ConditionReading: Sendable {
  /// The condition; `nil` when the text has a fault.
  package let condition: ConditionSyntax?
  /// What is wrong; `nil` when nothing is.
  package let fault: SyntaxError?
  /// The comparisons before the fault that are outside of functions, in the order of the text.
  ///
  /// What is wrong with their names and values comes before the fault.
  package let finished: [ConditionSyntax]
  /// The name that the comparison with the fault begins with; `nil` when it has none.
  package let begun: ConditionSyntax?

  /// The longest text that is read, in bytes of UTF-8.
  package static let maximumLength = 4096

  package init(_ text: some StringProtocol, names: String = "") {
    let bytes = Array(text.utf8.prefix(Self.maximumLength + 1))
    guard bytes.count <= Self.maximumLength else {
      let words = "conditions are longer than \(Self.maximumLength) bytes"
      self.init(fault: SyntaxError(Self.maximumLength, words, instead: "ask for less at once"))
      return
    }
    var parser = ConditionParser(bytes, names: names)
    do throws(SyntaxError) {
      self.init(condition: try parser.whole())
    } catch {
      self.init(fault: error, finished: parser.finished, begun: parser.begun)
    }
  }

  private init(
    condition: ConditionSyntax? = nil, fault: SyntaxError? = nil, finished: [ConditionSyntax] = [],
    begun: ConditionSyntax? = nil
  ) {
    self.condition = condition
    self.fault = fault
    self.finished = finished
    self.begun = begun
  }

  @usableFromInline package func get() throws(SyntaxError) -> ConditionSyntax {
    if let condition { return condition }
    throw fault ?? SyntaxError(0, "a condition is missing")
  }
}
