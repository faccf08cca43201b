import HealthModel

/// Findings as SARIF 2.1.0: one run, the highest severity first, and a note when some were left out.
///
/// The services that read SARIF refuse or cut what is larger, so the report is cut here, where it is known which
/// findings are those of the highest severity.
struct SARIFReportWriter: ReportWriter {
  static let limit = 5_000

  private var results: MostSevereFirst<[UInt8]>
  private var fingerprints = FingerprintCounter()

  init(limit: Int = SARIFReportWriter.limit) { results = MostSevereFirst(limit: limit) }

  func wants(_ code: DiagnosticCode, _ severity: Severity) -> Bool { results.wants(severity) }

  mutating func add(_ diagnostic: Diagnostic, to output: ByteOutput) throws(OutputError) {
    let fingerprint = fingerprints.fingerprint(of: diagnostic)
    results.add(SARIFResult.object(diagnostic, fingerprint: fingerprint), diagnostic.severity)
  }

  mutating func end(_ ending: ReportEnding, to output: ByteOutput) throws(OutputError) {
    try output.append("{\"$schema\":\"\(Self.schema)\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":\n")
    try output.append(SARIFTool.object(version: ending.version, rules: ending.outcome.rules))
    try output.append(",\n\"columnKind\":\"unicodeCodePoints\",\"invocations\":")
    try output.append(invocations(ending))
    try output.append(",\"properties\":")
    try output.append(properties(ending))
    try output.append(",\"results\":[")
    var isFirst = true
    for result in results.elements {
      try output.append(isFirst ? "\n" : ",\n")
      try output.append(result)
      isFirst = false
    }
    try output.append("\n]}]}\n")
  }

  private static let schema = "https://json.schemastore.org/sarif-2.1.0.json"

  private func properties(_ ending: ReportEnding) -> [UInt8] {
    var json = JSONBuilder()
    json.object { item in
      item.member("total", ending.total)
      item.member("listed", results.count)
      ThresholdResult.append(ending.outcome.thresholds, to: &item)
    }
    return json.bytes
  }

  private func invocations(_ ending: ReportEnding) -> [UInt8] {
    let listed = results.count
    var json = JSONBuilder()
    json.array { list in
      list.object { item in
        item.member("executionSuccessful", !ending.summary.isIncomplete)
        let failures = ending.outcome.failures
        guard listed < ending.total || !failures.isEmpty else { return }
        item.array("toolExecutionNotifications") { notes in
          for failure in failures { Self.append(failure, to: &notes) }
          guard listed < ending.total else { return }
          notes.object { note in
            note.member("level", ending.count(.error) > listed ? "warning" : "note")
            note.object("message") { message in
              message.member("text", "\(listed) of \(ending.total) findings are listed, the highest severity first")
            }
          }
        }
      }
    }
    return json.bytes
  }

  /// How a plugin failed, which is why the run is not successful.
  private static func append(_ failure: Diagnostic, to notes: inout JSONBuilder) {
    notes.object { note in
      note.object("descriptor") { $0.member("id", failure.ruleName) }
      note.member("level", failure.severity.name)
      note.object("message") {
        $0.member("text", SARIFResult.plain(failure.sentence(at: ReportedLocation(failure.location))))
      }
    }
  }
}

enum SARIFResult {
  static func object(_ diagnostic: Diagnostic, fingerprint: String) -> [UInt8] {
    let place = ReportedLocation(diagnostic.location)
    var json = JSONBuilder()
    json.object { result in
      if let rule = diagnostic.rule {
        // The descriptors of plugins' rules come after those of all codes, and are found by their ids.
        result.member("ruleId", rule)
      } else {
        // How a plugin failed is a rule below the one that `ruleIndex` names, as the format has it.
        let code = diagnostic.code.name
        result.member("ruleId", diagnostic.failure.map { "\(code)/\($0)" } ?? code)
        result.member("ruleIndex", Int(diagnostic.code.rawValue))
      }
      result.member("level", diagnostic.severity.name)
      append(text: diagnostic.sentence(at: place), to: &result)
      result.array("locations") { list in
        list.object { append(place, to: &$0) }
      }
      if !diagnostic.related.isEmpty { append(diagnostic.related, to: &result) }
      result.object("partialFingerprints") { $0.member("assayFinding/v1", fingerprint) }
      if diagnostic.type != nil || diagnostic.pointer != nil || place.member != nil {
        result.object("properties") { properties in
          properties.member("type", diagnostic.type)
          properties.member("pointer", diagnostic.pointer)
          properties.member("member", place.member)
        }
      }
    }
    return json.bytes
  }

  private static func append(_ related: [RelatedLocation], to result: inout JSONBuilder) {
    result.array("relatedLocations") { list in
      for other in related {
        list.object { item in
          append(ReportedLocation(other.location), to: &item)
          append(text: other.message, to: &item)
        }
      }
    }
  }

  private static func append(_ place: ReportedLocation, to location: inout JSONBuilder) {
    location.object("physicalLocation") { physical in
      physical.object("artifactLocation") { $0.member("uri", place.uri) }
      guard place.line > 0 else { return }
      physical.object("region") { region in
        region.member("startLine", place.line)
        if place.column > 0 { region.member("startColumn", place.column) }
        if let offset = place.byteOffset { region.member("byteOffset", Int(offset)) }
      }
    }
  }

  private static func append(text: String, to json: inout JSONBuilder) {
    json.object("message") { $0.member("text", plain(text)) }
  }

  /// A message; `](` is taken apart, since `[text](target)` in a message is a link.
  static func plain(_ text: String) -> String {
    var plain = ""
    var isBehindBracket = false
    for scalar in text.unicodeScalars {
      if scalar == "(", isBehindBracket { plain += " " }
      plain.unicodeScalars.append(scalar)
      isBehindBracket = scalar == "]"
    }
    return plain
  }
}

/// The part of SARIF that says what made the report: the program and all its codes as rules.
enum SARIFTool {
  /// The object's bytes; the version is left out when it is empty.
  static func object(version: String, rules own: [RuleDescription] = []) -> [UInt8] {
    var json = JSONBuilder()
    json.object { tool in
      tool.object("driver") { driver in
        driver.member("name", "assay")
        driver.member("version", version.isEmpty ? nil : version)
        driver.array("rules") { rules in
          for code in DiagnosticCode.allCases { append(code, to: &rules) }
          for rule in own { append(rule, to: &rules) }
        }
      }
    }
    return json.bytes
  }

  private static func append(_ code: DiagnosticCode, to rules: inout JSONBuilder) {
    let text = code.info.gist
    rules.object { rule in
      rule.member("id", code.name)
      rule.member("name", name(of: code))
      for key in ["shortDescription", "fullDescription"] { appendText(key, text, to: &rule) }
      appendText("help", "`assay explain \(code.name)` says more.", to: &rule)
      append(code.defaultSeverity, tag: code.family.rawValue, to: &rule)
    }
  }

  private static func append(_ item: RuleDescription, to rules: inout JSONBuilder) {
    rules.object { rule in
      rule.member("id", item.name)
      appendText("shortDescription", SARIFResult.plain(PlainParagraphs.line(item.title)), to: &rule)
      appendText(
        "help",
        item.page.map { SARIFResult.plain(PlainParagraphs.text($0)) }
          ?? "`assay explain --plugin FOLDER \(item.name)` says more.", to: &rule)
      append(item.severity, tag: DiagnosticCode.pluginRule.name, to: &rule)
    }
  }

  /// The severity that a rule has unless a configuration changes it, and a word to group rules by.
  private static func append(_ severity: Severity, tag: String, to rule: inout JSONBuilder) {
    rule.object("defaultConfiguration") { $0.member("level", severity.name) }
    rule.object("properties") { properties in
      properties.array("tags") { $0.value(tag) }
    }
  }

  private static func appendText(_ key: String, _ text: String, to json: inout JSONBuilder) {
    json.object(key) { $0.member("text", text) }
  }

  /// The code as SARIF's names of rules are written: `UnitIncompatible`.
  private static func name(of code: DiagnosticCode) -> String {
    var name = ""
    for word in code.name.split(separator: "-") {
      name += word.prefix(1).uppercased()
      name += word.dropFirst()
    }
    return name
  }
}
