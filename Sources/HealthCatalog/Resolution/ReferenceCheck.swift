import HealthModel

/// Whether what definitions name exists: types of members and parents, replacements, metadata keys.
struct ReferenceCheck {
  private let shapes: [String: TypeShape]
  private let canonical: [String: String]
  private let typeIDs: Set<String>
  private let keyNames: Set<String>
  private let declaredKeys: Set<String>
  /// Raw keys by their other names.
  private let keysByIdentifier: [String: String]

  init(types: [TypeDefinition], typeIDs: Set<String>, keys: [MetadataKeyDefinition], declaredKeys: Set<String>) {
    var shapes: [String: TypeShape] = [:]
    var canonical: [String: String] = [:]
    for type in types {
      for alias in type.aliases { canonical[alias] = type.id }
    }
    for type in types {
      shapes[type.id] = type.shape
      canonical[type.id] = type.id
    }
    self.shapes = shapes
    self.canonical = canonical
    self.typeIDs = typeIDs
    self.keyNames = Set(keys.map(\.key))
    self.declaredKeys = declaredKeys
    var keysByIdentifier: [String: String] = [:]
    for key in keys {
      for name in key.identifiers { keysByIdentifier[name] = key.key }
    }
    self.keysByIdentifier = keysByIdentifier
  }

  /// Checks all types and puts ids in place of aliases.
  func check(_ types: inout [TypeDefinition], reportingTo decoder: inout CatalogDecoder) {
    for index in types.indices {
      checkMembers(of: &types[index], reportingTo: &decoder)
      checkParent(of: &types[index], reportingTo: &decoder)
      checkReplacement(of: &types[index], reportingTo: &decoder)
      checkMetadata(of: types[index], reportingTo: &decoder)
    }
  }

  /// Checks the metadata keys that cases of enum files require.
  func checkCases(of enums: [RawDefinition], reportingTo decoder: inout CatalogDecoder) {
    for definition in enums {
      guard let cases = decoder.enums[definition.id]?.cases else { continue }
      let marks = definition.node.keyMarks(sharing: &decoder.knownPaths)
      for enumCase in cases where !enumCase.requires.isEmpty {
        checkKeys(enumCase.requires, at: marks["cases.\(enumCase.name).requires"] ?? definition.mark, &decoder)
      }
    }
  }

  private func checkMembers(of type: inout TypeDefinition, reportingTo decoder: inout CatalogDecoder) {
    guard var members = type.shape.members else { return }
    for index in members.indices {
      let member = members[index]
      let key = "members.\(member.role)"
      let mark = place(["\(key).type", key, "members"], in: type)
      guard let id = resolve(member.type, at: mark, &decoder) else { continue }
      members[index].type = id
      if members[index].role == member.type { members[index].role = id }
      if let shape = shapes[id], !shape.hasTimedValue {
        let kind = shape.kind.rawValue
        decoder.report(
          .catalogReference, "a member is a quantity or a category, \(CatalogText.shown(id)) is a \(kind)",
          at: mark)
      }
    }
    type.shape = type.shape.with(members: members)
  }

  private func checkParent(of type: inout TypeDefinition, reportingTo decoder: inout CatalogDecoder) {
    guard case .structure(var shape) = type.shape, let parent = shape.parent else { return }
    let mark = place(["parent.type", "parent"], in: type)
    guard let id = resolve(parent.type, at: mark, &decoder) else { return }
    if let found = shapes[id], !found.hasTime {
      decoder.report(
        .catalogReference, "a parent is a sample with a time, \(CatalogText.shown(id)) is a \(found.kind.rawValue)",
        at: mark)
    }
    shape.parent?.type = id
    type.shape = .structure(shape)
  }

  private func checkReplacement(of type: inout TypeDefinition, reportingTo decoder: inout CatalogDecoder) {
    guard let name = type.deprecation?.replacement else { return }
    let mark = place(["deprecated.use", "deprecated"], in: type)
    if let id = resolve(name, at: mark, &decoder) { type.deprecation?.replacement = id }
  }

  private func checkMetadata(of type: TypeDefinition, reportingTo decoder: inout CatalogDecoder) {
    checkKeys(type.metadata.required, at: place(["metadata.required", "metadata"], in: type), &decoder)
    checkKeys(type.metadata.known, at: place(["metadata.known", "metadata"], in: type), &decoder)
    // Cases of enum files are checked once, not for every type that uses them.
    guard let values = type.shape.enumeration, values.id == type.id else { return }
    for enumCase in values.cases where !enumCase.requires.isEmpty {
      let mark = place(["values.\(enumCase.name).requires", "values"], in: type)
      checkKeys(enumCase.requires, at: mark, &decoder)
    }
  }

  /// The id of the type with a name.
  private func resolve(_ name: String, at mark: CatalogMark, _ decoder: inout CatalogDecoder) -> String? {
    if let id = canonical[name] { return id }
    if typeIDs.contains(name) || decoder.brokenIDs.contains(name) { return nil }
    decoder.report(
      .catalogReference, "there is no type \(CatalogText.shown(name))", at: mark,
      hint: decoder.hint(for: name, amongSome: typeIDs.count, typeIDs.sorted()))
    return nil
  }

  /// Apple's keys are all defined, so an unknown one is misspelled; a team may leave its own undefined.
  private func checkKeys(_ keys: [String], at mark: CatalogMark, _ decoder: inout CatalogDecoder) {
    for key in keys {
      if keyNames.contains(key) || declaredKeys.contains(key) || decoder.brokenIDs.contains(key) { continue }
      let isApples = key.hasPrefix("HK") || key.hasPrefix("_HK")
      let raw = keysByIdentifier[key].map { "write the raw key \(CatalogText.shown($0))" }
      let near = decoder.hint(for: key, amongSome: keyNames.count, keyNames.sorted())
      decoder.report(
        .catalogReference, "the metadata key \(CatalogText.shown(key)) is not defined", at: mark,
        severity: isApples ? .error : .warning, hint: raw ?? near ?? "define it in a file with `metadata: \(key)`")
    }
  }

  private func place(_ keys: [String], in type: TypeDefinition) -> CatalogMark {
    for key in keys + ["type"] {
      if let mark = type.origins[key] { return mark }
    }
    return CatalogMark(path: "", line: 0, column: 0)
  }
}
