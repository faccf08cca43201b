public import HealthModel

/// A fault in JSON text: what is wrong and where.
///
/// Thrown by the byte reader and turned into a finding by its caller.
public struct JSONFault: Error {
  /// The code of the finding it becomes.
  public var code: DiagnosticCode
  /// What was expected or found.
  public var detail: SyntaxDetail
  /// Where it is.
  public var span: Range<Int>

  /// A fault of syntax.
  public init(_ detail: SyntaxDetail, at position: Int, length: Int = 1) {
    self.init(.jsonSyntax, detail, at: position, length: length)
  }

  /// A fault of any code.
  public init(_ code: DiagnosticCode, _ detail: SyntaxDetail, at position: Int, length: Int = 1) {
    self.code = code
    self.detail = detail
    self.span = position..<(position + length)
  }

  /// A key that its object has already.
  public static func duplicate(_ key: RawField) -> JSONFault {
    JSONFault(.jsonDuplicateKey, .duplicateKey, at: Int(key.start), length: max(1, key.range.count))
  }
}
