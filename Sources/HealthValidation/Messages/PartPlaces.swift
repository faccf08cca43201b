import HealthModel

extension Registry {
  /// Where structured samples hold a list that a sample has at its top level: the hint for a field that no sample has.
  ///
  /// Their fields are not looked for: `name` or `status` may be anything in a sample of another type.
  ///
  /// - Returns: what to do; `nil` if no structured type has such a list.
  func place(ofPart name: String) -> String? {
    let shapes = types.lazy.compactMap { type in type.shape.structure.map { (type: type, shape: $0) } }
    for (type, shape) in shapes {
      if shape.lists.contains(where: { $0.name == name }) { return "write it in `lists`, as for \(type.id)" }
    }
    // Several of a kind: laps are events of the kind `lap`.
    guard name.last == "s" else { return nil }
    let one = String(name.dropLast())
    for (type, shape) in shapes {
      for list in shape.lists {
        for field in list.element.fields {
          guard case .enumeration(let kinds) = field.value, kinds.cases.contains(where: { $0.name == one }) else {
            continue
          }
          return "\(type.id) has them in the list `\(list.name)`, each with `\(field.name)` `\(one)`"
        }
      }
    }
    return nil
  }
}
