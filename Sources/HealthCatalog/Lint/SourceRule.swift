import HealthModel

/// Every number says where it comes from: limits of values, rates and durations have an entry in `sources`.
enum SourceRule {
  static func check(_ subject: LintSubject) -> [Diagnostic] {
    subject.registry.types.flatMap { type in
      limits(of: type).compactMap { limit -> Diagnostic? in
        guard type.sources[limit.name] == nil else { return nil }
        return Diagnostic(
          .catalogSource, "nothing says where the limits in `\(limit.key)` come from",
          at: type.mark(of: limit.key), type: type.id,
          hint: "add `\(limit.name): …` to `sources`")
      }
    }
  }

  /// The keys with numbers that a type has, and the names of their sources.
  private static func limits(of type: TypeDefinition) -> [(key: String, name: String)] {
    var limits: [(key: String, name: String)] = []
    if let shape = type.shape.quantity {
      if !shape.allowed.isUnbounded { limits.append(("value.allowed", "allowed")) }
      if !shape.plausible.isUnbounded { limits.append(("value.plausible", "plausible")) }
      if shape.maximumRate != nil { limits.append(("rate", "rate")) }
    }
    if type.duration.minimum != nil || type.duration.maximum != nil { limits.append(("duration", "duration")) }
    return limits
  }
}
