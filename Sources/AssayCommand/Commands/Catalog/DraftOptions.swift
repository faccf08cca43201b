import ArgumentParser
import HealthCatalog
import HealthModel

/// What a new definition says.
struct DraftOptions: ParsableArguments {
  @Argument(help: "The id, with a dot: org.study.gripStrength. Of a rule, the type that it is about.")
  var id: String?

  @Option(
    help: """
      quantity, category, characteristic, correlation, composite or series for a type; or enum, metadata, unit, or rule \
      for a rule on a type that is there.
      """, completion: .list(DefinitionKind.all.map(\.word)))
  var kind: String?

  @Option(help: "A name for people, in sentence case.")
  var title: String?

  @Option(help: "The canonical unit of a quantity.", completion: .custom { _, _, _ in CompletionWords.units })
  var unit: String?

  @Option(
    help: "How values of a quantity are combined.", completion: .list(AggregationStyle.allCases.map(\.rawValue)))
  var aggregation: String?

  @Option(parsing: .unconditional, help: "The least value that is allowed.")
  var min: Double?

  @Option(parsing: .unconditional, help: "The greatest value that is allowed.")
  var max: Double?

  @Option(
    name: .customLong("value"),
    help: "A case of a category, characteristic or enum, as NAME or NAME=INTEGER. Repeatable. Or `date`.")
  var values: [String] = []

  @Option(
    name: .customLong("member"), help: "A member of a correlation, as TYPE or TYPE=COUNT such as 0..1. Repeatable.",
    completion: .custom { _, _, _ in CompletionWords.types() })
  var members: [String] = []

  @Option(
    name: .customLong("value-kind"),
    help: """
      The kind of a metadata key's value: string, number, integer, boolean, date, quantity=UNIT or enum=ID of an enum.
      """)
  var valueKind: String?

  @Option(help: "What a unit is in other units, such as kg·m/s^2; without it, it converts to none.")
  var equals: String?

  @Option(help: "The name of a rule.")
  var rule: String?

  @Option(help: "The condition of a rule: what must be so of each sample.")
  var require: String?

  @Option(help: "What a finding says of a sample that breaks the rule.")
  var says: String?

  @Option(
    help: "The severity of that finding: error (default), warning or note.",
    completion: .list(["error", "warning", "note"]))
  var severity: String?

  @Option(help: "Why a rule changes a type.")
  var reason: String?

  @Option(help: "Where the definition and its numbers come from.")
  var source: String?

  /// Gives a draft what the options say.
  ///
  /// - Throws: `CommandFailure` for the first that cannot be that part.
  func fill(_ draft: inout CatalogDraft) throws {
    for limit in [min, max].compactMap({ $0 }) where !limit.isFinite || limit.magnitude > 1e15 {
      throw CommandFailure.usage("--min and --max take numbers up to 1e15")
    }
    let texts: [(DraftPart, String?)] = [
      (.kind, kind), (.id, id), (.title, title), (.unit, unit), (.aggregation, aggregation),
      (.minimum, min.map { "\($0)" }), (.maximum, max.map { "\($0)" }), (.value, valueKind), (.equals, equals),
      (.rule, rule), (.requirement, require), (.message, says), (.severity, severity), (.reason, reason),
      (.source, source),
    ]
    do throws(CatalogTemplateError) {
      for (part, text) in texts { if let text { try draft.set(part, text) } }
      if !values.isEmpty { try draft.set(.values, words: values) }
      if !members.isEmpty { try draft.set(.members, words: members) }
    } catch {
      throw CommandFailure.usage(error.description)
    }
  }
}
