package import HealthModel

/// A node of a YAML file with its place; what it means is up to the schema that reads it.
package struct YAMLNode: Sendable, Hashable {
  package enum Content: Sendable, Hashable {
    /// Text as written. `isQuoted` distinguishes `"12"` from `12`; block scalars count as quoted.
    case scalar(text: String, isQuoted: Bool)
    case sequence([YAMLNode])
    case mapping([YAMLEntry])
  }

  package var content: Content
  package var mark: CatalogMark

  package init(_ content: Content, mark: CatalogMark) {
    self.content = content
    self.mark = mark
  }
}

package struct YAMLEntry: Sendable, Hashable {
  package var key: String
  package var keyMark: CatalogMark
  package var value: YAMLNode

  package init(key: String, keyMark: CatalogMark, value: YAMLNode) {
    self.key = key
    self.keyMark = keyMark
    self.value = value
  }
}

extension YAMLNode {
  package var text: String? {
    if case .scalar(let text, _) = content { return text }
    return nil
  }

  /// The entries of a mapping, in the order written.
  package var entries: [YAMLEntry]? {
    if case .mapping(let entries) = content { return entries }
    return nil
  }

  package var items: [YAMLNode]? {
    if case .sequence(let items) = content { return items }
    return nil
  }

  /// Whether nothing is written: an unquoted scalar without text.
  package var isBlank: Bool { content == .scalar(text: "", isQuoted: false) }

  package func entry(_ key: String) -> YAMLEntry? { entries?.first { $0.key == key } }

  /// The node's kind, for messages.
  package var kindName: String {
    switch content {
    case .scalar(let text, let isQuoted): text.isEmpty ? (isQuoted ? "empty text" : "nothing") : "text"
    case .sequence: "a list"
    case .mapping: "a map"
    }
  }
}
