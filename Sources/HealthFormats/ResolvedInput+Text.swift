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

  /// The first bytes of the input, inflated; `nil` if only reading it says what they are, as for an archive.
  ///
  /// - Returns: the bytes; reading the input later begins with them again.
  package func beginning(_ count: Int = FormatSniffer.prefixLength) throws(InputError) -> [UInt8]? {
    switch place {
    case .stream(_, let prefix): return compression == nil ? prefix : nil
    case .text(let bytes): return Array(bytes.prefix(count))
    case .damaged, .member: return nil
    case .shared(let member, let archive): return try archive.prefix(of: member, count: count)
    case .file:
      var source = try makeByteSource()
      return try source.prefixAsFarAsSound(count)
    }
  }

  /// Whether the input has the same bytes each time that it is read: it is not a pipe.
  package var canBeReadAgain: Bool {
    if case .stream = place { return false }
    return true
  }
}
