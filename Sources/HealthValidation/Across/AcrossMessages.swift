package import HealthModel
import HealthUnits

/// The words for what is found among several samples.
package enum AcrossMessages {
  /// Makes the diagnostic of a finding, with the code's own severity.
  package static func diagnostic(
    _ finding: AcrossFinding, registry: Registry, paths: [String], names: LocationNames = LocationNames(), redacts: Bool
  ) -> Diagnostic {
    let index = Int(finding.type)
    let type = registry.types.indices.contains(index) ? registry.types[index] : nil
    let words = Self.words(finding, type, paths, names, redacts)
    let marks = Self.marks(of: finding.kind)
    var diagnostic = Diagnostic(
      code: finding.code, message: words.message.string, location: location(finding.place, paths, names), pointer: "",
      type: type?.id, uuid: finding.isGivenID && !redacts ? finding.id.description : nil,
      ruleLocation: words.rule.flatMap { type?.origins[$0] }, hint: words.hint?.string)
    diagnostic.field = marks.field
    diagnostic.evidence = marks.evidence
    if let related = finding.related {
      diagnostic.related = [RelatedLocation(location: location(related, paths, names), message: marks.other)]
    }
    return diagnostic
  }

  /// The class by which baselines identify a finding, and its other sample.
  private static func marks(of kind: AcrossFinding.Kind) -> (field: String, evidence: String, other: String) {
    switch kind {
    case .duplicate: ("", "duplicate-id", "the first sample")
    case .nearDuplicate: ("", "duplicate-content", "the other sample")
    case .version: (SampleField.metadata.pointer, "sync-version", "the other version")
    case .conflict: (SampleField.uuid.pointer, "conflict", "the first sample")
    case .overlap: (SampleField.end.pointer, "overlap", "the other sample")
    case .stageOutside: (SampleField.end.pointer, "outside", "the nearest session")
    case .rate: (SampleField.value.pointer, "rate-above-max", "the other sample")
    case .people: ("", "instants-shared", "the other sample")
    }
  }

  private static func words(
    _ finding: AcrossFinding, _ type: TypeDefinition?, _ paths: [String], _ names: LocationNames, _ redacts: Bool
  ) -> FindingMessage {
    let subject = type?.id ?? "the sample"
    let other = finding.related.map { reference(to: $0, from: finding.place, paths, names) } ?? "another sample"
    switch finding.kind {
    case .duplicate:
      return FindingMessage(
        "the same sample as \(other)",
        hint: finding.isGivenID ? nil : "if they are two readings, give each its own `uuid`")
    case .nearDuplicate:
      return FindingMessage(
        "the same content as \(other) with another id", hint: "one of two ways that a reading came on is enough")
    case .version:
      let hint: MessageText = "stores keep both; HealthKit keeps the highest version"
      guard !redacts else { return FindingMessage("another version of \(other) by the sync identifier", hint: hint) }
      let (own, before) = (DecimalWriter.string(finding.found), DecimalWriter.string(finding.limit))
      return FindingMessage("the same sample as \(other), in sync version \(own) instead of \(before)", hint: hint)
    case .conflict where type?.shape.hasTime == false && !finding.isGivenID:
      return FindingMessage(
        "another \(subject) than \(other)",
        hint: "a subject has one \(subject); if the inputs are of different people, give each a `subject`")
    case .conflict:
      return FindingMessage(
        "the same id as \(other) with other content", hint: "a corrected reading is a new sample with its own id")
    case .overlap where type?.shape.structure != nil:
      return FindingMessage(
        "\(subject) has the same start and end as \(other), and the same source",
        hint: "if two devices saved the same, keep one: totals count both", rule: "exclusive")
    case .overlap:
      let shared = redacts ? "time" : duration(finding.found)
      return FindingMessage(
        "\(subject) shares \(shared) with \(other), of the same source and device",
        hint: "where two devices recorded, name each in `device`", rule: "exclusive")
    case .stageOutside: return stage(finding, type, subject, redacts)
    case .rate:
      let unit = type?.shape.quantity.map { " " + $0.unit.unitString } ?? ""
      return FindingMessage.rate(of: subject, unit, found: finding.found, limit: finding.limit, redacts: redacts)
    case .people:
      let (shared, all) = (Int(finding.found), Int(finding.limit))
      return FindingMessage(
        "\(shared) of \(all) samples of \(subject) have the time of another one, and none says whose it is",
        hint: """
          if they are of several people, give the column with the person as `subject` in assay.yaml; if of one, name the \
          person there or by `--subject`
          """)
    }
  }

  private static func stage(
    _ finding: AcrossFinding, _ type: TypeDefinition?, _ subject: String, _ redacts: Bool
  ) -> FindingMessage {
    let hint: MessageText = "where it is a shift by whole hours, an offset is wrong"
    let session = type?.sessionCase.map { "`\($0)`" } ?? "the session"
    guard !redacts else {
      return FindingMessage("\(subject) is outside \(session) of the same source", hint: hint, rule: "session")
    }
    var name = subject
    if let cases = type?.shape.enumeration?.cases, cases.indices.contains(Int(finding.enumCase)) {
      name += " `\(cases[Int(finding.enumCase)].name)`"
    }
    return FindingMessage(
      "\(name) is \(duration(finding.found)) outside \(session) of the same source", hint: hint, rule: "session")
  }

  /// Another sample's place as a sentence names it.
  private static func reference(
    to place: SampleLocation, from own: SampleLocation, _ paths: [String], _ names: LocationNames
  ) -> String {
    if place == own { return "another sample of this record" }
    let name = names.text(of: place)
    if place.file != own.file {
      let path = TextEscaping.escaped(location(place, paths, names).path)
      return name.map { "\(path): \($0)" } ?? "\(path):\(place.line):\(place.column)"
    }
    if let name { return name }
    return place.line == own.line ? "line \(place.line), column \(place.column)" : "line \(place.line)"
  }

  private static func location(_ place: SampleLocation, _ paths: [String], _ names: LocationNames) -> SourceLocation {
    let file = Int(place.file)
    let path = paths.indices.contains(file) ? paths[file] : ""
    guard let name = names.text(of: place) else {
      return SourceLocation(path: path, line: Int(place.line), column: Int(place.column), byteOffset: place.byteOffset)
    }
    var location = SourceLocation(path: path)
    location.place = name
    return location
  }

  /// A length of time in its largest fitting unit.
  private static func duration(_ seconds: Double) -> String {
    for (size, name) in [(86_400.0, "day"), (3600, "hour"), (60, "minute")] where seconds >= size {
      return counted((seconds / size * 100).rounded() / 100, name)
    }
    return counted(seconds, "second")
  }

  private static func counted(_ number: Double, _ name: String) -> String {
    "\(DecimalWriter.string(number)) \(name)\(number == 1 ? "" : "s")"
  }
}

/// The names of places in inputs that are not lines of text, so that a window holds a number for each sample.
///
/// A place is a label, of which a run has few, and a number. It is kept where a line and a column are: the line is
/// negative and has the label and the number's high bits.
package struct LocationNames: Sendable {
  /// The most labels; samples whose labels come later are named by their label's kind only.
  private static let limit = 1000
  private static let other = "record"
  private static let lowBits: Int64 = 31
  private static let highBits: Int64 = 20

  private var names: [String] = [LocationNames.other]
  private var indexes: [String: Int] = [:]

  package init() {}

  package mutating func code(_ label: String, _ number: Int64?) -> (line: Int32, column: Int32) {
    let name = index(of: label)
    guard let number, number >= 0 else { return (Int32(-1 - name), -1) }
    let high = min(number >> Self.lowBits, (1 << Self.highBits) - 1)
    let low = number & ((1 << Self.lowBits) - 1)
    return (Int32(-1 - name) - Int32(truncatingIfNeeded: high << 10), Int32(truncatingIfNeeded: low))
  }

  private mutating func index(of label: String) -> Int {
    if let known = indexes[label] { return known }
    guard names.count <= Self.limit else { return 0 }
    names.append(label)
    indexes[label] = names.count - 1
    return names.count - 1
  }

  /// The name of a place, escaped for display; `nil` for a line and column.
  func text(of place: SampleLocation) -> String? {
    guard place.line < 0 else { return nil }
    let code = Int64(-1 - place.line)
    let name = names[Int(code & 1023) < names.count ? Int(code & 1023) : 0]
    guard place.column >= 0 else { return TextEscaping.escaped(name, limit: 200) }
    let number = (code >> 10) << Self.lowBits | Int64(place.column)
    return TextEscaping.escaped("\(name) \(number)", limit: 200)
  }
}
