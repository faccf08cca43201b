import HealthModel

/// Every number says where it comes from: limits of values, rates, counts and durations have an entry in `sources`.
enum SourceRule {
  static func check(_ subject: LintSubject) -> [Diagnostic] {
    subject.registry.types.flatMap { type in
      limits(of: type).compactMap { limit -> Diagnostic? in
        guard !hasSource(for: limit.name, in: type) else { return nil }
        return Diagnostic(
          .catalogSource, "nothing says where the limits in `\(limit.key)` come from",
          at: type.mark(of: limit.key), type: type.id,
          hint: "add `\(limit.name): …` to `sources`")
      }
    }
  }

  /// Whether a name, or for `fields.duration.allowed` one of the keys around it, has an entry.
  private static func hasSource(for name: String, in type: TypeDefinition) -> Bool {
    var path = name[...]
    while type.sources[String(path)] == nil {
      guard let dot = path.lastIndex(of: ".") else { return false }
      path = path[..<dot]
    }
    return true
  }

  /// The keys with numbers that a type has, and the names of their sources.
  private static func limits(of type: TypeDefinition) -> [(key: String, name: String)] {
    var limits: [(key: String, name: String)] = []
    if let shape = type.shape.quantity {
      if !shape.allowed.isUnbounded { limits.append(("value.allowed", "allowed")) }
      if !shape.plausible.isUnbounded { limits.append(("value.plausible", "plausible")) }
      if shape.maximumRate != nil { limits.append(("rate", "rate")) }
    }
    if let structure = type.shape.structure {
      for part in structure.parts {
        let path = part.path
        if !part.value.limits.allowed.isUnbounded { limits.append((path + ".allowed", path + ".allowed")) }
        if !part.value.limits.plausible.isUnbounded { limits.append((path + ".plausible", path + ".plausible")) }
      }
      let counts = structure.lists.map { "lists.\($0.name).count" } + ["points.limit"]
      // A count that nobody wrote is the same for all types.
      for path in counts where type.origins[path] != nil { limits.append((path, path)) }
    }
    if type.duration.minimum != nil || type.duration.maximum != nil { limits.append(("duration", "duration")) }
    let usual = "duration.usually_below"
    if type.duration.usuallyBelow != nil { limits.append((usual, usual)) }
    return limits
  }
}
