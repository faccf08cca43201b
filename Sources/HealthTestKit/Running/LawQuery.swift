import HealthModel
import HealthStorage

/// What a step of a law asks for: clauses such as `types heartRate; from 08:00; value > 60; sort descending`.
struct LawQuery {
  private(set) var query = SampleQuery()
  /// The commit that changes are asked for since.
  private(set) var since: Int64 = 0
  private(set) var cuts: [Int64] = []
  /// The columns of a scan; `nil` if the step does not say.
  private(set) var columns: SampleScan.Columns?

  init(_ text: some StringProtocol, _ samples: NamedSamples, _ registry: Registry) throws {
    var condition: String?
    for clause in String(text).split(separator: "; ") {
      let (key, rest) = clause.cut(at: " ")
      if key == "condition" { condition = String(rest) } else { try take(key, String(rest), samples) }
    }
    guard let condition else { return }
    do {
      query.condition = try ConditionBinder(typesNamed: query.types, registry: registry).condition(condition)
    } catch {
      throw CaseFailure("the condition `\(condition)` means nothing: \(error.message)")
    }
  }

  var changes: ChangeQuery {
    ChangeQuery(
      since: ChangeAnchor(commit: since), types: query.types, omitsMembers: query.omitsMembers, limit: query.limit)
  }

  private mutating func take(_ key: Substring, _ rest: String, _ samples: NamedSamples) throws {
    let words = rest.quotedWords
    let texts = words.map(\.text)
    let first = texts.first ?? ""
    switch key {
    case "types": query.types = texts
    case "ids": query.ids = try texts.map { $0 == "missing" ? SampleID(high: 1, low: 1) : try samples.id($0) }
    case "from": query.from = try Self.time(first)
    case "to": query.to = try Self.time(first)
    case "strict":
      if first == "start" { query.isStrictStart = true } else { query.isStrictEnd = true }
    case "source": query.source = first
    case "subject": query.subject = first
    case "device":
      guard let property = DeviceProperty(rawValue: first) else { throw Self.unknown(rest) }
      query.device = DeviceCondition(property, Array(texts.dropFirst()))
    case "value": query.values.append(try Self.value(words[...]))
    case "metadata":
      let comparison = texts.count > 2 ? Comparison(rawValue: texts[1]) : nil
      query.metadata.append(
        MetadataCondition(key: first, comparison, comparison.map { _ in Self.operand(words[2...]) }))
    case "member":
      let values = try words.dropFirst().split { $0.text == "and" }.map { try Self.value($0) }
      query.members.append(MemberCondition(role: first, values: values))
    case "sort":
      guard let sort = SampleQuery.Sort(rawValue: first) else { throw Self.unknown(rest) }
      query.sort = sort
    case "limit": query.limit = Int(first)
    case "without": query.omitsMembers = true
    case "after":
      guard texts.count == 3 else { throw Self.unknown(rest) }
      let time = texts[1] == "none" ? nil : try Self.time(texts[1])
      query.after = PageToken(type: first, time: time, id: try samples.id(texts[2]))
    case "since": since = Int64(first) ?? 0
    case "cut": cuts = try texts.map { try Self.time($0) }
    case "columns":
      let all: [String: SampleScan.Columns] = ["sources": .sources, "zones": .zones, "subjects": .subjects]
      columns = texts.reduce(into: []) { $0.formUnion(all[$1] ?? []) }
    default: throw Self.unknown("\(key) \(rest)")
    }
  }

  private static func unknown(_ text: String) -> CaseFailure { CaseFailure("no query has the clause `\(text)`") }

  private static func value(_ words: ArraySlice<(text: String, isQuoted: Bool)>) throws -> ValueCondition {
    guard words.count == 2, let sign = words.first, let word = words.last,
      let comparison = Comparison(rawValue: sign.text)
    else { throw unknown(words.map(\.text).joined(separator: " ")) }
    let number = word.isQuoted ? nil : Double(word.text)
    return ValueCondition(comparison, number.map { .number($0) } ?? .text(word.text))
  }

  /// A number, a quantity, `true`, `false` or a text.
  private static func operand(_ words: ArraySlice<(text: String, isQuoted: Bool)>) -> MetadataCondition.Operand {
    guard let word = words.first else { return .text("") }
    if word.isQuoted { return .text(word.text) }
    if let number = Double(word.text) {
      return words.count > 1 ? .quantity(number, unit: words[words.startIndex + 1].text) : .number(number)
    }
    return word.text == "true" || word.text == "false" ? .boolean(word.text == "true") : .text(word.text)
  }

  /// Microseconds since 1970: `earliest`, `latest`, a time such as `08:00` of 2026-01-01 UTC, or one with its date.
  static func time(_ text: String) throws -> Int64 {
    if text == "earliest" { return Instant.earliest }
    if text == "latest" { return Instant.latest }
    let whole = text.contains("T") ? text : "2026-01-01T\(text.utf8.count == 5 ? text + ":00" : text)Z"
    guard let instant = Instant(whole) else { throw CaseFailure("cannot read the time `\(text)`") }
    return instant.microseconds
  }
}
