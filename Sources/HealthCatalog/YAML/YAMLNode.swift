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

  /// The node as JSON: an unquoted scalar that is a number, `true`, `false` or `null` is one.
  package var json: [UInt8] {
    var text = JSONBuilder()
    switch content {
    case .scalar(let scalar, let isQuoted):
      let value = isQuoted ? nil : JSONValue(parsing: scalar.utf8)
      if let value, value.text == nil { text.value(json: scalar.utf8) } else { text.value(scalar) }
    case .sequence(let items): text.array { list in for item in items { list.value(json: item.json) } }
    case .mapping(let entries):
      text.object { object in
        for entry in entries {
          object.key(entry.key)
          object.value(json: entry.value.json)
        }
      }
    }
    return text.bytes
  }

  package func entry(_ key: String) -> YAMLEntry? { entries?.first { $0.key == key } }

  package var kindName: String {
    switch content {
    case .scalar(let text, let isQuoted): text.isEmpty ? (isQuoted ? "empty text" : "nothing") : "text"
    case .sequence: "a list"
    case .mapping: "a map"
    }
  }

  /// This node with another laid over it: maps merge key by key, everything else is replaced.
  ///
  /// Every key keeps the mark of the file it comes from.
  func merged(with other: YAMLNode) -> YAMLNode {
    guard case .mapping(var entries) = content, case .mapping(let changes) = other.content else { return other }
    var places: [String: Int] = [:]
    for (index, entry) in entries.enumerated() { places[entry.key] = index }
    for change in changes {
      guard let place = places[change.key] else {
        entries.append(change)
        continue
      }
      let isMap = entries[place].value.entries != nil && change.value.entries != nil
      entries[place] = YAMLEntry(
        key: change.key, keyMark: isMap ? entries[place].keyMark : change.keyMark,
        value: entries[place].value.merged(with: change.value))
    }
    return YAMLNode(.mapping(entries), mark: mark)
  }

  func without(_ keys: Set<String>) -> YAMLNode {
    guard case .mapping(let entries) = content else { return self }
    return YAMLNode(.mapping(entries.filter { !keys.contains($0.key) }), mark: mark)
  }

  /// The place of every key by dotted path, for `origins`; lists are not entered.
  func keyMarks(sharing names: inout Set<String>) -> KeyOrigins {
    var marks: [(key: String, value: CatalogMark)] = []
    collectKeyMarks(prefix: "", sharing: &names, into: &marks)
    return KeyOrigins(marks)
  }

  private func collectKeyMarks(
    prefix: String, sharing names: inout Set<String>, into marks: inout [(key: String, value: CatalogMark)]
  ) {
    guard case .mapping(let entries) = content else { return }
    for entry in entries {
      let path = names.insert(prefix.isEmpty ? entry.key : prefix + entry.key).memberAfterInsert
      marks.append((path, entry.keyMark))
      if case .mapping = entry.value.content {
        entry.value.collectKeyMarks(prefix: path + ".", sharing: &names, into: &marks)
      }
    }
  }
}
