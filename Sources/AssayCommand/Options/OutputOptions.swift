import ArgumentParser
import HealthFormats
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage
import HealthUnits

struct TextOrJSON: ParsableArguments {
  @Option(name: .customLong("output-format"), help: "text or json.", completion: .list(["text", "json"]))
  var outputFormat = "text"

  func isJSON() throws -> Bool {
    guard ["text", "json"].contains(outputFormat) else { throw Failure.usage("--output-format takes text or json") }
    return outputFormat == "json"
  }
}

extension RowFormat {
  init(option text: String) throws {
    guard let format = RowFormat(rawValue: text) else {
      throw Failure.usage("--output-format takes \(RowFormat.list)")
    }
    self = format
  }
}

struct ColumnOption: ParsableArguments {
  @Option(
    name: .customLong("columns"),
    help: """
      The columns of CSV, in this order: start,value,source.name. Without it, query has the columns that the first \
      10,000 samples need, and export those of all samples, which it reads twice.
      """)
  var names: String?

  func list(as format: SampleFormat) throws -> [String]? {
    guard let names else { return nil }
    guard format == .csv else { throw Failure.usage("--columns goes with --output-format csv") }
    return names.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
  }

  /// A writer of a table, of the columns that are named or those that samples need.
  func writer(_ registry: Registry, _ units: ShownUnits = ShownUnits(), as format: SampleFormat) throws
    -> SampleCSVWriter
  {
    guard let columns = try list(as: format) else { return SampleCSVWriter(registry: registry, units: units) }
    return try Failure.naming("--columns") {
      try SampleCSVWriter(columns: columns, registry: registry, units: units)
    }
  }
}

struct UnitOption: ParsableArguments {
  @Option(
    name: .customLong("unit"),
    help: """
      Show values in this unit, which all types of --type must accept; or those of one type, as in bodyMass=lb. \
      Repeatable.
      """,
    completion: .custom { _, _, _ in CompletionCandidates.units })
  var texts: [String] = []

  /// The units of the types of a question; of a correlation those of the members that accept the unit.
  func shown(_ query: SampleQuery, _ registry: Registry) throws -> ShownUnits {
    var units = ShownUnits()
    guard !texts.isEmpty else { return units }
    let words = try UnitSuggestions(texts, registry)
    let types = query.types.compactMap { registry.typeIndex(named: $0) }
    guard words.common == nil || !types.isEmpty else {
      throw Failure.usage(
        "--unit needs --type: not all types can be shown in one unit; or name the type, as in --unit bodyMass=lb")
    }
    let members = types.flatMap { registry.types[$0].shape.members ?? [] }.map(\.type)
    try words.check(types.isEmpty ? nil : Set(query.types).union(members))
    if let common = words.common {
      let named = Set(words.own.map(\.type.id))
      for index in types where !named.contains(registry.types[index].id) {
        try Self.show(common, of: registry.types[index], in: registry, &units)
      }
    }
    // After the unit for all, so that a member can have a unit that its correlation's other members do not accept.
    for item in words.own { try Self.show(item.unit, of: item.type, in: registry, &units) }
    return units
  }

  private static func show(
    _ unit: String, of type: TypeDefinition, in registry: Registry, _ units: inout ShownUnits
  ) throws {
    if let members = type.shape.members { return try show(unit, ofMembers: members, of: type.id, in: registry, &units) }
    guard let index = registry.typeIndex(named: type.id) else { return }
    try Failure.naming("--unit:") { try units.show(try registry.unit(unit, for: type), ofType: index, in: registry) }
  }

  private static func show(
    _ unit: String, ofMembers members: [CorrelationMember], of type: String, in registry: Registry,
    _ units: inout ShownUnits
  ) throws {
    var isTaken = false
    for index in members.compactMap({ registry.typeIndex(named: $0.type) }) {
      guard let parsed = try? registry.unit(unit, for: registry.types[index]) else { continue }
      try Failure.naming("--unit:") { try units.show(parsed, ofType: index, in: registry) }
      isTaken = true
    }
    guard isTaken else {
      let shown = TextEscaping.escaped(unit, limit: 64)
      throw Failure.usage("--unit: no member of \(type) has values that convert to `\(shown)`")
    }
  }
}

/// The values of `--unit`: a unit for all types, units of single types as `TYPE=UNIT`, or both.
struct UnitSuggestions {
  private(set) var common: String?
  /// The types that are named with their units, by id, in the order they were named.
  private(set) var own: [(type: TypeDefinition, unit: String)] = []

  init(_ texts: [String], _ registry: Registry) throws {
    for text in texts {
      // No unit of HealthKit or UCUM has an equals sign.
      guard let equals = text.firstIndex(of: "=") else {
        guard common == nil else {
          throw Failure.usage(
            "--unit is given twice for all types; name the types as in --unit bodyMass=lb --unit height=cm")
        }
        common = text
        continue
      }
      let type = try Failure.naming("--unit:") { try registry.type(asked: String(text[..<equals])) }
      guard !own.contains(where: { $0.type.id == type.id }) else {
        throw Failure.usage("--unit names \(type.id) twice")
      }
      own.append((type, String(text[text.index(after: equals)...])))
    }
  }

  func check(_ ids: Set<String>?) throws {
    guard let ids, let other = own.first(where: { !ids.contains($0.type.id) }) else { return }
    throw Failure.usage("--unit names \(other.type.id), which --type does not; add --type \(other.type.id)")
  }

  func unit(for type: TypeDefinition) -> String? { own.first { $0.type.id == type.id }?.unit ?? common }
}

struct RecordFormatOptions: ParsableArguments {
  @OptionGroup var fhir: FHIRFormatOptions

  @Option(
    help: "With --as open-mhealth: the header, ieee (1752.1, default) or omh (Open mHealth 1.2).",
    completion: .list(["ieee", "omh"]))
  var omhHeader: String?

  func options(_ form: InterchangeFormat, isDocument: Bool) throws -> InterchangeOptions {
    var options = try fhir.options(form)
    options.isDocument = isDocument
    guard form.rawValue == "open-mhealth" || omhHeader == nil else {
      throw Failure.usage("--omh-header goes with --as open-mhealth")
    }
    switch omhHeader {
    case nil, "ieee": break
    case "omh": options.hasOpenMHealthHeader = true
    default: throw Failure.usage("--omh-header takes ieee or omh")
    }
    return options
  }
}

struct FHIRFormatOptions: ParsableArguments {
  @Option(
    help: """
      With --as fhir: the subject of all observations, a reference such as Patient/1 or an identifier, in place of each \
      sample's own.
      """)
  var fhirSubject: String?

  @Flag(
    help: """
      With --as fhir: write what FHIR has no place for as the text of a component, for receivers that refuse extensions \
      they do not know.
      """)
  var fhirNoExtensions = false

  func options(_ form: InterchangeFormat?) throws -> InterchangeOptions {
    guard form?.rawValue == "fhir" || (fhirSubject == nil && !fhirNoExtensions) else {
      throw Failure.usage("--fhir-subject and --fhir-no-extensions go with --as fhir")
    }
    var options = InterchangeOptions()
    options.subject = fhirSubject
    options.hasExtensions = !fhirNoExtensions
    try form?.check(options)
    return options
  }
}

/// A page of Markdown as a terminal shows it: without the marks of headings, blocks of code and links.
enum TerminalPage {
  static func text(_ page: String) -> String {
    var isCode = false
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> String? in
      if line.hasPrefix("```") {
        isCode.toggle()
        return nil
      }
      if isCode { return "  " + line }
      if line.hasPrefix("#") { return line.drop { $0 == "#" || $0 == " " }.uppercased() }
      return String(line).replacing(#/\[([^\]]*)\]\([^)]*\)/#) { String($0.output.1) }
    }
    return lines.joined(separator: "\n")
  }
}

enum WrappedLines {
  static let width = 100

  /// The text with long indented lines broken at blanks; what goes on is indented by four more than its line.
  ///
  /// A word that is wider than a page has a line of its own. Lines without indent are titles and sentences, which a
  /// terminal breaks.
  static func text(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { wrapped($0) }.joined(separator: "\n")
  }

  private static func wrapped(_ line: Substring) -> String {
    guard line.first == " ", line.unicodeScalars.count > width else { return String(line) }
    let indent = String(line.prefix { $0 == " " })
    var lines: [String] = []
    var current = indent
    var isBegun = false
    for word in line.dropFirst(indent.count).split(separator: " ", omittingEmptySubsequences: false) {
      if isBegun, current.unicodeScalars.count + 1 + word.unicodeScalars.count > width {
        lines.append(current)
        current = indent + "    "
        isBegun = false
      }
      current += (isBegun ? " " : "") + word
      isBegun = true
    }
    return (lines + [current]).joined(separator: "\n")
  }
}
