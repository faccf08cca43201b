import HealthModel

extension YAMLNode {
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

  /// This mapping without some of its keys.
  func without(_ keys: Set<String>) -> YAMLNode {
    guard case .mapping(let entries) = content else { return self }
    return YAMLNode(.mapping(entries.filter { !keys.contains($0.key) }), mark: mark)
  }

  /// The place of every key by dotted path, for `origins`; lists are not entered.
  func keyMarks() -> [String: CatalogMark] {
    var marks: [String: CatalogMark] = [:]
    marks.reserveCapacity(32)
    collectKeyMarks(prefix: "", into: &marks)
    return marks
  }

  private func collectKeyMarks(prefix: String, into marks: inout [String: CatalogMark]) {
    guard case .mapping(let entries) = content else { return }
    for entry in entries {
      let path = prefix.isEmpty ? entry.key : prefix + entry.key
      marks[path] = entry.keyMark
      if case .mapping = entry.value.content { entry.value.collectKeyMarks(prefix: path + ".", into: &marks) }
    }
  }
}
