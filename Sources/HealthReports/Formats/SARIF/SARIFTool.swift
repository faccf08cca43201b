import HealthModel

/// The part of SARIF that says what made the report: the program and all its codes as rules.
enum SARIFTool {
  /// The object's bytes; the version is left out when it is empty.
  static func object(version: String, rules own: [RuleDescription] = []) -> [UInt8] {
    var json = JSONBuilder()
    json.object { tool in
      tool.key("driver")
      tool.object { driver in
        driver.member("name", "assay")
        driver.member("version", version.isEmpty ? nil : version)
        driver.key("rules")
        driver.array { rules in
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
    rule.key("defaultConfiguration")
    rule.object { $0.member("level", severity.name) }
    rule.key("properties")
    rule.object { properties in
      properties.key("tags")
      properties.array { $0.value(tag) }
    }
  }

  private static func appendText(_ key: String, _ text: String, to json: inout JSONBuilder) {
    json.key(key)
    json.object { $0.member("text", text) }
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
