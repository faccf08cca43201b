/// A fault in JSON text: what is wrong and where.
///
/// Thrown by the byte reader and turned into a finding by its caller.
@usableFromInline package struct JSONFault: Error {
  /// The code of the finding it becomes.
  package var code: DiagnosticCode
  /// The expected or found text.
  package var detail: SyntaxDetail
  package var span: Range<Int>

  @usableFromInline package init(_ detail: SyntaxDetail, at position: Int, length: Int = 1) {
    self.init(.jsonSyntax, detail, at: position, length: length)
  }

  @usableFromInline package init(_ code: DiagnosticCode, _ detail: SyntaxDetail, at position: Int, length: Int = 1) {
    self.code = code
    self.detail = detail
    self.span = position..<(position + length)
  }

  package static func duplicate(_ key: RawField) -> JSONFault {
    JSONFault(.jsonDuplicateKey, .duplicateKey, at: Int(key.start), length: max(1, key.range.count))
  }
}
