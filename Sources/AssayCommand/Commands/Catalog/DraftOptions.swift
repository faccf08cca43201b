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

  @Option(help: "The canonical unit of a quantity.", completion: .custom { _, _, _ in CompletionCandidates.units })
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
    completion: .custom { _, _, _ in CompletionCandidates.types() })
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

  /// The definition that the options say.
  ///
  /// - Throws: `Failure` when an option is missing, belongs to another kind, or cannot be what it says.
  func template(in registry: Registry) throws -> (kind: DefinitionKind, template: CatalogTemplate) {
    let options: [(name: String, isGiven: Bool)] = [
      ("the id", id != nil), ("--kind", kind != nil), ("--title", title != nil), ("--unit", unit != nil),
      ("--aggregation", aggregation != nil), ("--min", min != nil), ("--max", max != nil), ("--value", !values.isEmpty),
      ("--member", !members.isEmpty), ("--value-kind", valueKind != nil), ("--equals", equals != nil),
      ("--rule", rule != nil), ("--require", require != nil), ("--says", says != nil),
      ("--severity", severity != nil), ("--reason", reason != nil), ("--source", source != nil),
    ]
    let given = options.filter(\.isGiven).map(\.name)
    do throws(CatalogTemplateError) {
      if let kind, DefinitionKind(word: kind) == nil {
        throw .word(option: "--kind", kind, among: DefinitionKind.words)
      }
      if let severity, !Severity.allCases.contains(where: { $0.name == severity }) {
        throw .word(option: "--severity", severity, among: "error, warning or note")
      }
    } catch {
      throw Failure.usage(error.description)
    }
    let kind = kind.flatMap { DefinitionKind(word: $0) }
    let (needed, further) = kind?.options ?? ([], [])
    let missing = (["the id", "--kind"] + needed).filter { !given.contains($0) }
    guard let kind, missing.isEmpty else {
      throw Failure.usage(
        "missing: \(missing.joined(separator: ", ")); a complete example: assay catalog new "
          + (kind ?? .type(.quantity)).example)
    }
    for name in given.dropFirst(2) where !(needed + further).contains(name) {
      throw Failure.usage("a definition of the kind \(kind.word) has no \(name)")
    }
    for limit in [min, max].compactMap({ $0 }) where !limit.isFinite || limit.magnitude > 1e15 {
      throw Failure.usage("--min and --max take numbers up to 1e15")
    }
    do throws(CatalogTemplateError) {
      return (kind, try template(of: kind, in: registry))
    } catch {
      throw Failure.usage(error.description)
    }
  }

  private func template(
    of kind: DefinitionKind, in registry: Registry
  ) throws(CatalogTemplateError) -> CatalogTemplate {
    let (id, title) = (id ?? "", title ?? "")
    switch kind {
    case .type(let type):
      return try CatalogTemplate(
        id: id, kind: type, title: title, unit: unit, aggregation: aggregation,
        allowed: ValueBounds(minimum: min, maximum: max), values: values, members: members, source: source,
        registry: registry)
    case .enumeration:
      return try .enumeration(id: id, title: title, values: values, source: source, registry: registry)
    case .metadata:
      return try .metadata(key: id, title: title, value: valueKind ?? "", source: source, registry: registry)
    case .unit: return try .unit(symbol: id, title: title, meaning: equals, registry: registry)
    case .rule:
      let rule = TypeRule(
        name: rule ?? "", requirement: require ?? "",
        severity: Severity.allCases.first { $0.name == severity } ?? .error, message: says ?? "")
      return try .rule(rule, of: id, reason: reason ?? "", registry: registry)
    }
  }
}

/// What a new definition file defines.
enum DefinitionKind {
  case type(TypeKind)
  /// Cases that several types or metadata keys share.
  case enumeration
  case metadata, unit
  /// A rule on samples of a type that is there already.
  case rule

  static let all: [DefinitionKind] = TypeKind.allCases.map { .type($0) } + [.enumeration, .metadata, .unit, .rule]

  /// The word that says it: `quantity`, `enum`.
  var word: String {
    switch self {
    case .type(let kind): kind.rawValue
    case .enumeration: "enum"
    case .metadata: "metadata"
    case .unit: "unit"
    case .rule: "rule"
    }
  }

  /// The kind that a word says; `nil` for another word.
  init?(word: String) {
    guard let kind = Self.all.first(where: { $0.word == word }) else { return nil }
    self = kind
  }

  /// The words of all kinds, for messages: `quantity, category, … or rule`.
  static var words: String {
    let words = all.map(\.word)
    return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }

  /// The options beside the id and `--kind`: those that it needs, and those that it takes as well.
  var options: (needed: [String], further: [String]) {
    switch self {
    case .type(.quantity): (["--title", "--unit"], ["--aggregation", "--min", "--max", "--source"])
    case .type(.category), .enumeration: (["--title", "--value"], ["--source"])
    case .type(.characteristic): (["--title"], ["--value", "--source"])
    case .type(.correlation): (["--title", "--member"], ["--source"])
    case .type(.composite), .type(.series): (["--title"], ["--source"])
    case .metadata: (["--title", "--value-kind"], ["--source"])
    case .unit: (["--title"], ["--equals"])
    case .rule: (["--rule", "--require", "--says", "--reason"], ["--severity"])
    }
  }

  /// The arguments of a complete command, as an example.
  var example: String {
    switch self {
    case .type(.quantity): "org.study.gripStrength --kind quantity --title 'Grip strength' --unit kg --min 0 --max 150"
    case .type(.category): "org.study.pain --kind category --title Pain --value mild=0 --value severe=1"
    case .type(.characteristic): "org.study.arm --kind characteristic --title 'Study arm' --value control --value drug"
    case .type(.correlation):
      "org.study.visit --kind correlation --title Visit --member heartRate --member bodyMass=0..1"
    case .type(.composite): "org.study.gaitTest --kind composite --title 'Gait test'"
    case .type(.series): "org.study.march --kind series --title March"
    case .enumeration: "org.study.mood --kind enum --title Mood --value low --value high"
    case .metadata: "org.study.site --kind metadata --title 'Study site' --value-kind string"
    case .unit: "stride --kind unit --title Stride --equals m"
    case .rule:
      "heartRate --kind rule --rule atRest --require 'value < 100 count/min' --says 'the pulse is high' "
        + "--reason 'a study at rest'"
    }
  }
}
