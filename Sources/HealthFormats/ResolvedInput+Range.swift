extension ResolvedInput {
  /// The input, of which only the lines of a range are read.
  package func limited(to range: LineRange) throws(InputError) -> ResolvedInput {
    guard case .file = place else {
      throw .unknownFormat(path: displayPath, reason: "a range is for a file that can be read from any place")
    }
    guard compression == nil else {
      throw .unknownFormat(path: displayPath, reason: "it is compressed; a range is for a plain file of JSON lines")
    }
    guard format == .jsonLines else {
      throw .unknownFormat(path: displayPath, reason: "it is read as \(format.rawValue); a range is for JSON lines")
    }
    var result = self
    result.range = range
    return result
  }

  /// The bytes of the lines of the input's range; `nil` if it has none and is read whole.
  package func makeLineSource() throws(InputError) -> LineRangeSource<FileSource>? {
    guard let range, case .file(let path) = place else { return nil }
    let source = try FileSource(path: path, within: boundary)
    try source.seek(to: LineRangeSource<FileSource>.place(before: range))
    return try LineRangeSource(source, range: range)
  }
}
