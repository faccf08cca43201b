import HealthModel

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
    if event.hasAnchor {
      refuse("anchors are not allowed", at: mark, hint: "put text with `&` in quotes")
    }
    if event.hasTag {
      refuse("tags are not allowed", at: mark, hint: "put text with `!` in quotes")
    }
    switch event.kind {
    case .other, .documentEnd:
      break
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
    case .scalar(let text, let isQuoted):
      return addScalar(text, isQuoted: isQuoted, at: mark)
    case .sequenceStart:
      return begin(isMapping: false, at: mark)
    case .mappingStart:
      return begin(isMapping: true, at: mark)
    case .sequenceEnd, .mappingEnd:
      return end()
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
      diagnostics.append(
        Diagnostic(.nesting, "nested deeper than the limit of \(YAMLLimits.depth)", at: mark))
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

  /// Puts a finished node where it belongs.
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
