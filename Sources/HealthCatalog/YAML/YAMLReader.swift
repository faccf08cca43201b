package import HealthModel

/// The result of reading a file: the tree if it is valid, otherwise the findings.
package struct YAMLParseResult: Sendable {
  package var root: YAMLNode?
  package var diagnostics: [Diagnostic]
}

/// Reads one YAML document of the strict subset: no anchors, aliases, merge keys, tags, directives, second document or
/// duplicate keys, all within `YAMLLimits`.
package enum YAMLReader {
  /// Reads a file's bytes; a file without content is `catalog-empty`.
  package static func read(_ bytes: [UInt8], path: String) -> YAMLParseResult {
    var builder = YAMLTreeBuilder(path: path)
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if let refusal = YAMLTextCheck.refusal(of: bytes, text, path: path) {
      builder.diagnostics.append(refusal)
    } else {
      var layout = YAMLLayoutCheck(text, path: path)
      let accept: (YAMLEvent) -> Bool = { event in
        guard let fault = layout.fault(upTo: event) else { return builder.accept(event) }
        builder.diagnostics.append(fault)
        return false
      }
      if !text.isEmpty, let failure = YAMLEvents.scan(text, accept) {
        builder.diagnostics.append(failure.diagnostic(path: path, text: text))
      }
    }
    if builder.diagnostics.isEmpty, builder.root?.isBlank ?? true {
      builder.diagnostics.append(
        Diagnostic(.catalogEmpty, "the file is empty", at: CatalogMark(path: path, line: 0, column: 0)))
    }
    return YAMLParseResult(root: builder.diagnostics.isEmpty ? builder.root : nil, diagnostics: builder.diagnostics)
  }
}

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
  private var end = YAMLLocation()

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
private struct YAMLLocation {
  var offset = 0
  private var count = 0

  /// The place of a later character; events that begin earlier than the last one ended have no gap.
  func moved(to character: Int, in text: [UInt8]) -> YAMLLocation {
    var place = self
    while place.count < character, place.offset < text.count {
      place.offset += 1
      while place.offset < text.count, text[place.offset] & 0xC0 == 0x80 { place.offset += 1 }
      place.count += 1
    }
    return place
  }
}

/// The requirements on a file before libyaml reads it: UTF-8, of bounded length, without characters YAML does not
/// allow.
enum YAMLTextCheck {
  /// Why a file is not read any further; `nil` if it is.
  ///
  /// The text is the file without its byte order mark.
  static func refusal(of bytes: [UInt8], _ text: [UInt8], path: String) -> Diagnostic? {
    if bytes.count > YAMLLimits.fileBytes {
      let mark = CatalogMark(path: path, line: 0, column: 0)
      return Diagnostic(.objectTooLarge, "the file is larger than 1 MiB", at: mark)
    }
    if let encoding = foreignEncoding(bytes) {
      let mark = CatalogMark(path: path, line: 1, column: 1)
      return Diagnostic(.encoding, "the file is \(encoding); a definition is UTF-8", at: mark)
    }
    if let place = UTF8Check.firstFault(in: 0..<text.count, of: text.span.bytes) {
      return Diagnostic(.encoding, "bytes that are not UTF-8", at: Self.mark(of: place, in: text, path: path))
    }
    if let place = text.firstIndex(of: 0) {
      return Diagnostic(.encoding, "a NUL character", at: Self.mark(of: place, in: text, path: path))
    }
    if let place = firstControlCharacter(in: text) {
      let message = "a control character; write it as an escape in double quotes"
      return Diagnostic(.yamlSyntax, message, at: Self.mark(of: place, in: text, path: path))
    }
    return nil
  }

  private static func foreignEncoding(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    if bytes.starts(with: [0x1F, 0x8B]) { return "compressed with gzip" }
    return nil
  }

  /// The first character that YAML does not allow in a file, in well-formed UTF-8.
  ///
  /// These are C0 and C1 controls, DEL, a byte order mark inside, U+FFFE and U+FFFF.
  private static func firstControlCharacter(in text: [UInt8]) -> Int? {
    for index in text.indices {
      let byte = text[index]
      switch byte {
      case 0x09, 0x0A, 0x0D, 0x20...0x7E: continue
      case 0x00...0x1F, 0x7F: return index
      case 0xC2 where text[index + 1] < 0xA0 && text[index + 1] != 0x85: return index
      case 0xEF:
        let isMark = text[index + 1] == 0xBB && text[index + 2] == 0xBF
        let isNotACharacter = text[index + 1] == 0xBF && text[index + 2] >= 0xBE
        if isMark || isNotACharacter { return index }
      default: continue
      }
    }
    return nil
  }

  static func mark(of offset: Int, in text: [UInt8], path: String) -> CatalogMark {
    var mark = CatalogMark(path: path, line: 1, column: 1)
    for byte in text[..<offset] {
      if byte == 0x0A {
        mark.line += 1
        mark.column = 1
      } else if byte & 0xC0 != 0x80 {
        mark.column += 1
      }
    }
    return mark
  }
}

/// Builds the tree from events and refuses what is outside the subset, event by event.
struct YAMLTreeBuilder {
  var diagnostics: [Diagnostic] = []
  private(set) var root: YAMLNode?

  private let path: String
  private var documents = 0
  private var open: [OpenNode] = []

  /// A map or list that is not closed yet.
  private struct OpenNode {
    var isMapping: Bool
    var mark: CatalogMark
    var items: [YAMLNode] = []
    var entries: [YAMLEntry] = []
    var key: (text: String, mark: CatalogMark)?
    /// Where the first `indexed` keys are, once there are too many to search.
    var places: [String: Int] = [:]
    var indexed = 0

    var count: Int { isMapping ? entries.count : items.count }

    /// The place of a key that is there already.
    ///
    /// String's equality counts canonically equivalent spellings as the same, which is meant.
    mutating func mark(ofKey key: String) -> CatalogMark? {
      if entries.count <= 16 { return entries.first { $0.key == key }?.keyMark }
      while indexed < entries.count {
        places[entries[indexed].key] = indexed
        indexed += 1
      }
      return places[key].map { entries[$0].keyMark }
    }
  }

  init(path: String) { self.path = path }

  /// Handles an event; returns false if reading cannot go on.
  mutating func accept(_ event: YAMLEvent) -> Bool {
    let mark = CatalogMark(path: path, line: event.line, column: event.column)
    if event.hasAnchor { refuse("anchors are not allowed", at: mark, hint: "put text with `&` in quotes") }
    if event.hasTag { refuse("tags are not allowed", at: mark, hint: "put text with `!` in quotes") }
    switch event.kind {
    case .other, .documentEnd: break
    case .documentStart(let hasDirectives):
      if hasDirectives { refuse("directives are not allowed", at: mark) }
      documents += 1
      if documents > 1 {
        refuse("a file holds one document", at: mark)
        return false
      }
    case .alias:
      refuse("aliases are not allowed", at: mark, hint: "put text with `*` in quotes")
      return add(YAMLNode(.scalar(text: "", isQuoted: true), mark: mark))
    case .scalar(let text, let isQuoted): return addScalar(text, isQuoted: isQuoted, at: mark)
    case .sequenceStart: return begin(isMapping: false, at: mark)
    case .mappingStart: return begin(isMapping: true, at: mark)
    case .sequenceEnd, .mappingEnd: return end()
    }
    return diagnostics.count < YAMLLimits.findings
  }

  private mutating func refuse(_ message: String, at mark: CatalogMark, hint: String? = nil) {
    diagnostics.append(Diagnostic(.yamlSubset, message, at: mark, hint: hint))
  }

  private mutating func addScalar(_ text: String, isQuoted: Bool, at mark: CatalogMark) -> Bool {
    if text.utf8.count > YAMLLimits.scalarBytes {
      diagnostics.append(Diagnostic(.stringTooLong, "a text longer than 64 KiB", at: mark))
      return false
    }
    if text.utf8.contains(0) { refuse("NUL is not allowed in text", at: mark) }
    if let last = open.indices.last, open[last].isMapping, open[last].key == nil {
      return addKey(text, isQuoted: isQuoted, at: mark, to: last)
    }
    return add(YAMLNode(.scalar(text: text, isQuoted: isQuoted), mark: mark))
  }

  private mutating func addKey(_ text: String, isQuoted: Bool, at mark: CatalogMark, to index: Int) -> Bool {
    if text == "<<", !isQuoted { refuse("merge keys are not allowed", at: mark) }
    if let first = open[index].mark(ofKey: text) {
      let shown = TextEscaping.escaped(text)
      refuse("the key `\(shown)` is there twice, first in line \(first.line)", at: mark)
    }
    open[index].key = (text, mark)
    return diagnostics.count < YAMLLimits.findings
  }

  private mutating func begin(isMapping: Bool, at mark: CatalogMark) -> Bool {
    if open.count >= YAMLLimits.depth {
      diagnostics.append(Diagnostic(.nesting, "nested deeper than the limit of \(YAMLLimits.depth)", at: mark))
      return false
    }
    if let last = open.last, last.isMapping, last.key == nil {
      refuse("a key is text, not a map or a list", at: mark)
      return false
    }
    open.append(OpenNode(isMapping: isMapping, mark: mark))
    return diagnostics.count < YAMLLimits.findings
  }

  private mutating func end() -> Bool {
    guard let closed = open.popLast() else { return false }
    let content: YAMLNode.Content = closed.isMapping ? .mapping(closed.entries) : .sequence(closed.items)
    return add(YAMLNode(content, mark: closed.mark))
  }

  private mutating func add(_ node: YAMLNode) -> Bool {
    guard let last = open.indices.last else {
      root = node
      return diagnostics.count < YAMLLimits.findings
    }
    if open[last].count >= YAMLLimits.items {
      let message = "more than \(YAMLLimits.items) entries in one map or list"
      diagnostics.append(Diagnostic(.objectTooLarge, message, at: open[last].mark))
      return false
    }
    if !open[last].isMapping {
      open[last].items.append(node)
    } else if let key = open[last].key {
      open[last].entries.append(YAMLEntry(key: key.text, keyMark: key.mark, value: node))
      open[last].key = nil
    } else {
      refuse("a key is text, not an alias", at: node.mark)
      return false
    }
    return diagnostics.count < YAMLLimits.findings
  }
}

/// How large and deep a YAML file may be.
package enum YAMLLimits {
  package static let fileBytes = 1 << 20
  package static let scalarBytes = 64 << 10
  /// Entries of one map, items of one list.
  package static let items = 20_000
  /// Maps and lists within one another; checked on every event, since libyaml needs 10 seconds for 80,000 `[`.
  package static let depth = 64
  /// Findings in one file, after which reading it stops.
  package static let findings = 50
}
