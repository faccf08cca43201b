/// The place of a finding in parts.
extension Diagnostic {
  /// The steps of `pointer`, from the sample to the place at fault; none for the whole sample, or without a sample.
  ///
  /// ```swift
  /// for finding in judged.findings(at: 0) where finding.path.last == "unit" {
  ///   print("correct the unit of", finding.member.map { "member \($0)" } ?? "the sample")
  /// }
  /// ```
  ///
  /// A step is the name of a field or the number of an element, without the escapes of JSON Pointer. A name that the
  /// sample made up is escaped for display, as in `pointer`.
  public var path: [String] {
    guard let pointer, pointer.first == "/" else { return [] }
    return pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(Self.plain)
  }

  /// The number of the member of a correlation that is at fault, from 0; `nil` for the correlation itself, or a sample
  /// without members.
  public var member: Int? {
    let path = path
    return path.count > 1 && path[0] == "members" ? Int(path[1]) : nil
  }

  /// The id of the sample, when it carries a valid one.
  public var sampleID: SampleID? { uuid.flatMap { SampleID($0) } }

  /// A step without escapes: `~1` stands for a slash, `~0` for a tilde.
  private static func plain(_ step: Substring) -> String {
    var plain = ""
    var isEscaped = false
    for character in step {
      if isEscaped {
        plain.append(character == "1" ? "/" : "~")
        isEscaped = false
      } else if character == "~" {
        isEscaped = true
      } else {
        plain.append(character)
      }
    }
    return plain
  }
}
