import HealthModel

extension CatalogComparison {
  /// Compares fields, lists, columns and what surrounds them, each by its name.
  mutating func compareStructures(_ old: StructureShape, _ new: StructureShape, in subject: ChangeSubject) {
    compareFields(old.fields, new.fields, in: subject, at: "fields")
    // Whether a list that both have is needed is a matter of its count.
    let needed = old.lists.map { list in
      Part(list.name, isNeeded: (new.lists.first { $0.name == list.name } ?? list).minimum > 0)
    }
    compareNames(
      needed, new.lists.map { Part($0.name, isNeeded: $0.minimum > 0) }, noun: "list", in: subject, at: "lists")
    for list in old.lists {
      guard let same = new.lists.first(where: { $0.name == list.name }) else { continue }
      compare(list, same, in: subject)
    }
    if let before = old.points, let after = new.points { compare(before, after, in: subject) }
    compareParents(old.parent, new.parent, in: subject)
    compareExports(Self.exports(of: old), Self.exports(of: new), in: subject, at: "export")
  }

  /// The element and the attributes of its times, as one name.
  private static func exports(of shape: StructureShape) -> [String] {
    shape.export.map { ["\($0.element) \($0.start) \($0.end)"] } ?? []
  }

  /// The name of a field, list or column, and whether each sample has it.
  private struct Part {
    let name: String
    let isNeeded: Bool

    init(_ name: String, isNeeded: Bool) {
      self.name = name
      self.isNeeded = isNeeded
    }
  }

  /// What is gone, what is new, what is needed now, and what changed places, since the normal form follows the order.
  private mutating func compareNames(
    _ old: [Part], _ new: [Part], noun: String, in subject: ChangeSubject, at path: String
  ) {
    for part in old {
      let name = CatalogText.shown(part.name)
      let key = "\(path).\(part.name)"
      guard let same = new.first(where: { $0.name == part.name }) else {
        add(.partRemoved, .breaking, "samples may no longer have the \(noun) \(name)", in: subject, at: key)
        continue
      }
      if same.isNeeded, !part.isNeeded {
        add(.partNarrowed, .breaking, "samples must have the \(noun) \(name) now", in: subject, at: key)
      } else if part.isNeeded, !same.isNeeded {
        add(.partWidened, .safe, "samples may leave out the \(noun) \(name) now", in: subject, at: key)
      }
    }
    for part in new where !old.contains(where: { $0.name == part.name }) {
      let message = "samples \(part.isNeeded ? "must" : "may") have the \(noun) \(CatalogText.shown(part.name)) now"
      add(.partAdded, part.isNeeded ? .breaking : .safe, message, in: subject, at: "\(path).\(part.name)")
    }
    let before = old.map(\.name).filter { name in new.contains { $0.name == name } }
    let after = new.map(\.name).filter { name in old.contains { $0.name == name } }
    guard before != after else { return }
    let message = "each \(noun) has another place: content ids change, and the same file imported again is stored twice"
    add(.identityChanged, .risky, message, in: subject, at: path)
  }

  private mutating func compareFields(
    _ old: [FieldDefinition], _ new: [FieldDefinition], noun: String = "field", in subject: ChangeSubject,
    at path: String
  ) {
    compareNames(
      old.map { Part($0.name, isNeeded: $0.isRequired) }, new.map { Part($0.name, isNeeded: $0.isRequired) },
      noun: noun, in: subject, at: path)
    for field in old {
      guard let same = new.first(where: { $0.name == field.name }) else { continue }
      let key = "\(path).\(field.name)"
      compareFieldValues(field.value, same.value, in: subject, at: key)
      compareExports(field.attributes, same.attributes, in: subject, at: key)
    }
  }

  /// Names by which samples only arrive: what is stored does not depend on them.
  private mutating func compareExports(_ old: [String], _ new: [String], in subject: ChangeSubject, at key: String) {
    compareLists(
      old, new, in: subject, at: key,
      gone: (.identifierRemoved, .breaking, { "exports' \($1) is no longer read here" }),
      added: (.identifierAdded, .safe, { "exports' \($1) is read here now" }))
  }

  private mutating func compare(_ old: ListDefinition, _ new: ListDefinition, in subject: ChangeSubject) {
    let key = "lists.\(new.name)"
    let name = CatalogText.shown(new.name)
    switch (old.element, new.element) {
    case (.group(let before), .group(let after)): compareFields(before, after, in: subject, at: key + ".fields")
    case (.value(let before), .value(let after)): compareFieldValues(before.value, after.value, in: subject, at: key)
    case (.group, .value), (.value, .group):
      return add(.kindChanged, .breaking, "elements of \(name) are of another kind", in: subject, at: key)
    }
    compareCounts(
      (old.minimum, old.maximum), (new.minimum, new.maximum), "elements of \(name)", in: subject, at: key + ".count")
    if old.isWithinSample != new.isWithinSample {
      let message = "times of \(name) may \(new.isWithinSample ? "no longer " : "")lie outside of the sample"
      add(
        new.isWithinSample ? .partNarrowed : .partWidened, new.isWithinSample ? .risky : .safe, message, in: subject,
        at: key + ".within")
    }
    if old.sorted != new.sorted {
      let message =
        "the order of \(name) is another: content ids change, and the same file imported again is stored twice"
      add(.identityChanged, .risky, message, in: subject, at: key + ".sorted")
    }
    compareUnique(old.unique, new.unique, name, in: subject, at: key + ".unique")
    compareExports(old.export.names, new.export.names, in: subject, at: key + ".export")
  }

  /// The fewer fields tell elements apart, the fewer elements there may be.
  private mutating func compareUnique(
    _ old: [String], _ new: [String], _ name: String, in subject: ChangeSubject, at key: String
  ) {
    let (before, after) = (Set(old), Set(new))
    guard before != after else { return }
    let message = "elements of \(name) were told apart by \(DiffText.list(old)), are by \(DiffText.list(new))"
    let isLooser = after.isEmpty || (!before.isEmpty && after.isSuperset(of: before))
    let isStricter = before.isEmpty || (!after.isEmpty && before.isSuperset(of: after))
    if !isLooser { add(.partNarrowed, .breaking, message, in: subject, at: key) }
    if !isStricter { add(.partWidened, .safe, message, in: subject, at: key) }
  }

  private mutating func compareCounts(
    _ old: (minimum: Int, maximum: Int), _ new: (minimum: Int, maximum: Int), _ what: String,
    in subject: ChangeSubject, at key: String
  ) {
    let message = "there were \(old.minimum) to \(old.maximum) \(what), are \(new.minimum) to \(new.maximum)"
    addLimits(
      BoundsChange((old.minimum, old.maximum), to: (new.minimum, new.maximum)), .partNarrowed, .partWidened,
      message, in: subject, at: key)
  }

  private mutating func compare(_ old: PointsDefinition, _ new: PointsDefinition, in subject: ChangeSubject) {
    switch (old.timing, new.timing) {
    case (.rate(let before), .rate(let after)):
      compareFieldValues(.quantity(before), .quantity(after), in: subject, at: "points.rate")
    case (.times(let before), .times(let after)):
      compareExports(before.map { [$0] } ?? [], after.map { [$0] } ?? [], in: subject, at: "points.time")
    case (.none, .none): break
    case (.rate, _), (.times, _), (.none, _):
      add(.kindChanged, .breaking, "points have their place in time in another way", in: subject, at: "points")
    }
    compareCounts((old.minimum, old.maximum), (new.minimum, new.maximum), "points", in: subject, at: "points.limit")
    compareFields(old.columns, new.columns, noun: "column", in: subject, at: "points.columns")
    compareExports(
      old.export.isEmpty ? [] : [old.export], new.export.isEmpty ? [] : [new.export], in: subject, at: "points.export")
  }

  private mutating func compareParents(_ old: ParentDefinition?, _ new: ParentDefinition?, in subject: ChangeSubject) {
    compareNames(
      old.map { [Part("parent", isNeeded: $0.isRequired)] } ?? [],
      new.map { [Part("parent", isNeeded: $0.isRequired)] } ?? [], noun: "part", in: subject, at: "parent")
    guard let old, let new else { return }
    let before = self.new.registry.type(named: old.type)?.id ?? old.type
    guard before != new.type else { return }
    let types = "\(CatalogText.shown(old.type)), is \(CatalogText.shown(new.type))"
    add(.memberTypeChanged, .breaking, "the type of the parent was \(types)", in: subject, at: "parent.type")
  }
}

extension FieldDefinition {
  fileprivate var attributes: [String] { value.attributes(export) }
}

extension FieldValue {
  fileprivate func attributes(_ export: ExportAttribute?) -> [String] {
    guard let export else { return [] }
    switch self {
    case .quantity, .quantityOf: return [export.name] + (export.unit.isEmpty ? [] : [export.unit])
    default: return [export.name]
    }
  }
}

extension ExportChild? {
  /// The elements, as a comparison lists them.
  fileprivate var names: [String] {
    guard let self else { return [] }
    return self.elements + (self.parent.isEmpty ? [] : ["in " + self.parent])
      + (self.nameField.map { ["as " + $0] } ?? [])
  }
}
