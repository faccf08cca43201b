import HealthModel

/// Mistakes that YAML forbids and libyaml accepts: comments that no blank sets apart, lines of lists and quoted texts
/// that are not indented, a dash that is not text.
///
/// It follows the events, whose places distinguish texts, comments and indicators, and examines the bytes between them.
struct YAMLLayoutCheck {
  private let text: [UInt8]
  private let path: String
  /// The collections that are open: whether each is written in brackets, and the column it begins at, from 0.
  private var open: [(isFlow: Bool, column: Int)] = []
  /// Where the last event ended, as a place of `text` and in libyaml's count of characters.
  private var end = YAMLPlace()

  init(_ text: [UInt8], path: String) {
    self.text = text
    self.path = path
  }

  /// The fault between the last event and the end of this one.
  mutating func fault(upTo event: YAMLEvent) -> Diagnostic? {
    let start = end.moved(to: event.start, in: text)
    let stop = start.moved(to: event.end, in: text)
    let gap = end.offset..<start.offset
    let span = start.offset..<stop.offset
    end = stop
    let isInFlow = open.last?.isFlow ?? false
    if let place = unsetComment(in: gap) { return fault("a comment needs a blank before it", at: place) }
    if isInFlow, let place = unindentedLine(in: gap) { return indentationFault(at: place) }
    switch event.kind {
    case .scalar(_, let isQuoted):
      switch event.style {
      case .block: return blockFault(from: span.lowerBound)
      case .plain, .quoted:
        if isInFlow || event.style == .quoted, let place = unindentedLine(in: span, isText: isQuoted) {
          return indentationFault(at: place)
        }
        if isInFlow, event.style == .plain, text[span].elementsEqual("-".utf8) {
          return fault("a single dash in brackets; put it in quotes if it is text", at: span.lowerBound)
        }
      case .flow: break
      }
    case .sequenceStart, .mappingStart: open.append((event.style == .flow, event.column - 1))
    case .sequenceEnd, .mappingEnd: _ = open.popLast()
    default: break
    }
    return nil
  }

  // MARK: Comments

  /// The first `#` of a gap that nothing sets apart from what is before it.
  private func unsetComment(in gap: Range<Int>) -> Int? {
    var index = gap.lowerBound
    while index < gap.upperBound {
      if text[index] == UInt8(ascii: "#") {
        if index > 0, !Self.isBlankOrBreak(text[index - 1]) { return index }
        while index < gap.upperBound, text[index] != UInt8(ascii: "\n") { index += 1 }
      }
      index += 1
    }
    return nil
  }

  // MARK: Lines

  /// The column of the innermost collection that is not in brackets; -1 when there is none.
  private var indentation: Int { open.last { !$0.isFlow }?.column ?? -1 }

  /// The first character of a line in a range that is not indented more than the collection it belongs to.
  ///
  /// Lines of comments may be anywhere. A closing bracket at a line's beginning may, too: YAML forbids it, but it
  /// cannot be misread, and many write it.
  private func unindentedLine(in range: Range<Int>, isText: Bool = false) -> Int? {
    for index in range where isBreak(at: index) {
      let line = index + 1
      let content = text[line...].firstIndex { $0 != UInt8(ascii: " ") } ?? text.endIndex
      let first = text[content...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
      guard let first, !Self.isBlankOrBreak(first), content - line <= indentation else { continue }
      if !isText, [UInt8(ascii: "#"), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(first) { continue }
      return content
    }
    return nil
  }

  private func isBreak(at index: Int) -> Bool {
    if text[index] == UInt8(ascii: "\n") { return true }
    return text[index] == UInt8(ascii: "\r") && !text[(index + 1)...].starts(with: "\n".utf8)
  }

  private static func isBlankOrBreak(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  // MARK: Blocks

  /// A fault of a text after `|` or `>`: in its first line, or in blank lines that are longer than the text is indented.
  private func blockFault(from start: Int) -> Diagnostic? {
    let header = text[start...].prefix { $0 != UInt8(ascii: "\n") }
    guard header.first == UInt8(ascii: "|") || header.first == UInt8(ascii: ">") else { return nil }
    let marks = header.dropFirst().prefix { [UInt8(ascii: "+"), UInt8(ascii: "-")].contains($0) || $0 &- 0x30 <= 9 }
    if text[marks.endIndex...].first == UInt8(ascii: "#") {
      return fault("a comment needs a blank before it", at: marks.endIndex)
    }
    if marks.contains(where: { $0 &- 0x30 <= 9 }) { return nil }
    var longest = 0
    var line = header.endIndex + 1
    while line < text.endIndex {
      let content = text[line...].firstIndex { $0 != UInt8(ascii: " ") } ?? text.endIndex
      guard content < text.endIndex else { return nil }
      if text[content] == UInt8(ascii: "\n") || text[content] == UInt8(ascii: "\r") {
        longest = max(longest, content - line)
        line = (text[content...].firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex) + 1
        continue
      }
      guard content - line > indentation, longest > content - line else { return nil }
      return fault("a blank line before this one is indented more than it", at: content)
    }
    return nil
  }

  // MARK: Findings

  private func indentationFault(at place: Int) -> Diagnostic {
    fault("the line must be indented more than its key, with blanks", at: place)
  }

  private func fault(_ wanted: String, at place: Int) -> Diagnostic {
    Diagnostic(.yamlSyntax, wanted, at: YAMLTextCheck.mark(of: place, in: text, path: path))
  }
}

/// A place of a text, as an offset in bytes and in libyaml's count of characters.
private struct YAMLPlace {
  var offset = 0
  private var count = 0

  /// The place of a later character; events that begin earlier than the last one ended have no gap.
  func moved(to character: Int, in text: [UInt8]) -> YAMLPlace {
    var place = self
    while place.count < character, place.offset < text.count {
      place.offset += 1
      while place.offset < text.count, text[place.offset] & 0xC0 == 0x80 { place.offset += 1 }
      place.count += 1
    }
    return place
  }
}
