import HealthModel

/// What a run came to, in the words that short reports share.
extension ReportEnding {
  /// A number and what it counts: `1 file`, `1,200 files`.
  static func counted(_ number: Int, _ noun: String) -> String {
    "\(GroupedDigits.string(number)) \(noun)" + (number == 1 ? "" : "s")
  }

  /// The result in a few words: `failed, incomplete, 12 errors, 1 warning`.
  var verdictText: String {
    var words: [String] = []
    if let isPassed = outcome.isPassed { words.append(isPassed ? "passed" : "failed") }
    if summary.isIncomplete { words.append("incomplete") }
    words.append(countText)
    return words.joined(separator: ", ")
  }

  /// The samples: `2,821 samples of 3 files read, 2,765 accepted, 56 refused (1.99 %)`.
  var samplesText: String {
    let files = summary.files.isEmpty ? "" : " of \(Self.counted(summary.files.count, "file"))"
    var parts = ["\(Self.counted(summary.read, "sample"))\(files) read"]
    parts.append("\(GroupedDigits.string(summary.accepted)) accepted")
    let others = [
      (summary.duplicates, "duplicates"), (summary.conflicts, "conflicts"), (summary.passedOver, "records passed over"),
      (summary.suppressed, "suppressed"), (summary.known, "in the baseline"),
    ]
    parts.append(
      "\(GroupedDigits.string(summary.refused)) refused" + ShareText.suffix(summary.refused, of: summary.read))
    for case (let number?, let word) in others where number > 0 {
      parts.append("\(GroupedDigits.string(number)) \(word)")
    }
    return parts.joined(separator: ", ")
  }

  /// The inputs that need a look: those that were not read to their end, then those with most refused samples.
  func worstFiles(_ limit: Int) -> [Summary.File] {
    let ordered = summary.files.enumerated().filter { $0.element.isIncomplete || $0.element.refused > 0 }
      .sorted { left, right in
        if left.element.isIncomplete != right.element.isIncomplete { return left.element.isIncomplete }
        if left.element.refused != right.element.refused { return left.element.refused > right.element.refused }
        return left.offset < right.offset
      }
    return ordered.prefix(limit).map(\.element)
  }
}
