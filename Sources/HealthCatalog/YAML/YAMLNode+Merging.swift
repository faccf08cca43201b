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
