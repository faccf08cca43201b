extension ResolvedInput {
  /// An input whose text is in memory, as an editor has it before it is saved.
  ///
  /// - Parameters:
  ///   - text: the bytes, not compressed.
  ///   - path: the path that it is judged by, as that of a file.
  ///   - displayPath: how findings name it; `nil` for the path.
  ///   - format: how it is read.
  ///   - layout: how the columns of a table become fields.
  public init(
    text: [UInt8], path: String, displayPath: String? = nil, format: InputFormat, layout: TableLayout = TableLayout()
  ) {
    self.init(
      .text(text), path: path, shown: displayPath ?? path, format: format, size: Int64(text.count), layout: layout)
  }
}
