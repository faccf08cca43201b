import HealthModel

extension CatalogComparison {
  /// Compares fields and lists by their names.
  mutating func compareComposites(_ old: CompositeShape, _ new: CompositeShape, in subject: ChangeSubject) {
    compareFields(old.fields, new.fields, in: subject, at: "fields")
    for list in old.lists {
      let key = "lists.\(list.name)"
      guard let same = new.lists.first(where: { $0.name == list.name }) else {
        add(.memberRemoved, .breaking, "samples may no longer have the list", in: subject, at: key)
        continue
      }
      if same.limit < list.limit { add(.memberNarrowed, .breaking, "the list is shorter", in: subject, at: key) }
      if same.limit > list.limit { add(.memberWidened, .safe, "the list is longer", in: subject, at: key) }
      compareFields(list.fields, same.fields, in: subject, at: key)
    }
    for list in new.lists where !old.lists.contains(where: { $0.name == list.name }) {
      add(.memberAdded, .safe, "samples may have a list", in: subject, at: "lists.\(list.name)")
    }
  }

  private mutating func compareFields(
    _ old: [CompositeShape.Field], _ new: [CompositeShape.Field], in subject: ChangeSubject, at path: String
  ) {
    for field in old {
      let key = "\(path).\(field.name)"
      guard let same = new.first(where: { $0.name == field.name }) else {
        add(.memberRemoved, .breaking, "samples may no longer have the field", in: subject, at: key)
        continue
      }
      if same.allowed != field.allowed || same.isRequired != field.isRequired {
        add(.memberNarrowed, .breaking, "the rules of the field changed", in: subject, at: key)
      }
    }
    for field in new where !old.contains(where: { $0.name == field.name }) {
      let key = "\(path).\(field.name)"
      add(.memberAdded, field.isRequired ? .breaking : .safe, "samples have a field", in: subject, at: key)
    }
  }
}
