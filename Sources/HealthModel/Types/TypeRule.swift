package import HealthUnits

/// What must be so of each sample of a type, beside what its shape says: a condition with words of its own.
///
/// ```yaml
/// rules:
///   - {name: activeTimeFits, require: "duration <= end - start + 1 s", severity: warning, says: "the active time is longer than the workout"}
/// ```
@usableFromInline package struct TypeRule: Sendable, Hashable {
  /// The name, unique among the rules of the type.
  package var name: String
  /// The condition as it is written; `Documentation/conditions.md` has the language.
  ///
  /// A sample for which it is false breaks the rule; one for which it is unknown, since a value is missing, does not.
  package var requirement: String
  /// What a sample that breaks it has: an error, a warning or a note.
  package var severity: Severity
  /// What a finding says of such a sample.
  package var message: String

  @usableFromInline package init(name: String, requirement: String, severity: Severity = .error, message: String) {
    self.name = name
    self.requirement = requirement
    self.severity = severity
    self.message = message
  }
}

/// A number that follows from what a sample holds, under a name that questions, tables and rules may use.
///
/// ```yaml
/// computed:
///   distance: {unit: km, is: "sum(statistics.sum where type = distanceWalkingRunning)"}
/// ```
@usableFromInline package struct TypeExpression: Sendable, Hashable {
  /// The name, unique among the expressions, fields and lists of the type.
  package var name: String
  /// The unit of the number; `nil` for a number without one.
  package var unit: UnitOfMeasure?
  /// The expression as it is written, of fields and of expressions before it.
  package var text: String

  package init(name: String, unit: UnitOfMeasure?, text: String) {
    self.name = name
    self.unit = unit
    self.text = text
  }
}
