import Assay
import HealthModel
import HealthValidation
import Testing

/// Which severity a finding has under settings of several kinds.
struct SeverityPolicyTests {
  private typealias Setting = SeverityPolicy.Setting

  @Test("without a setting the code's own severity holds") func none() {
    let policy = SeverityPolicy()
    #expect(policy.isEmpty)
    #expect(!policy.usesSources)
    #expect(policy.severity(of: .valueImplausible, .warning) == .warning)
    let other = SeverityPolicy([Setting(code: .unitAlias, severity: .error)])
    #expect(!other.isEmpty)
    #expect(other.severity(of: .valueImplausible, .warning) == .warning)
  }

  @Test("of the settings that fit the last one holds") func last() throws {
    let heart = try #require(GlobPattern("heart*"))
    let policy = SeverityPolicy([
      Setting(code: .valueImplausible, severity: .error),
      Setting(code: .valueImplausible, severity: nil, types: [heart]),
      Setting(code: .unitAlias, severity: .warning),
      Setting(code: .unitAlias, severity: .error),
    ])
    #expect(policy.severity(of: .valueImplausible, .warning, type: "bodyMass") == .error)
    #expect(policy.severity(of: .valueImplausible, .warning, type: "heartRate") == nil)
    #expect(policy.severity(of: .valueImplausible, .warning) == .error)
    #expect(policy.severity(of: .unitAlias, .note) == .error)
    // The general setting behind the special one takes it back.
    let turned = SeverityPolicy([
      Setting(code: .valueImplausible, severity: nil, types: [heart]),
      Setting(code: .valueImplausible, severity: .note),
    ])
    #expect(turned.severity(of: .valueImplausible, .warning, type: "heartRate") == .note)
  }

  @Test("fixed codes keep their severity") func fixed() throws {
    let ring = try #require(GlobPattern("Ring"))
    let fixed = DiagnosticCode.allCases.filter(\.isFixed)
    let policy = SeverityPolicy(fixed.map { Setting(code: $0, severity: nil, sources: [ring]) })
    #expect(policy.isEmpty)
    #expect(!policy.usesSources)
    for code in fixed { #expect(policy.severity(of: code, .error, source: "Ring") == .error) }
  }

  @Test("a source fits by name or by bundle, a sample without one by neither") func sources() throws {
    let globs = try ["Ring*", "org.example.*"].map { try #require(GlobPattern($0)) }
    let policy = SeverityPolicy([Setting(code: .valueImplausible, severity: .error, sources: globs)])
    #expect(policy.usesSources)
    #expect(policy.severity(of: .valueImplausible, .warning, source: "Ring 2") == .error)
    #expect(policy.severity(of: .valueImplausible, .warning, source: "Watch", bundle: "org.example.app") == .error)
    #expect(policy.severity(of: .valueImplausible, .warning, bundle: "org.example.app") == .error)
    #expect(policy.severity(of: .valueImplausible, .warning, source: "Watch", bundle: "com.example") == .warning)
    #expect(policy.severity(of: .valueImplausible, .warning) == .warning)
  }

  @Test("each sample is judged by its own source") func samples() throws {
    let found = try severities(
      "Ring", "org.example.*",
      [
        pulse(#""source":{"name":"Ring"}"#), pulse(#""source":{"name":"Watch"}"#),
        pulse(#""source":{"name":"Watch","bundle":"org.example.app"}"#),
        pulse(#""source":{"name":"Watch","bundle":"com.example"}"#), pulse(#""source":{"name":"\u0052ing"}"#),
        pulse(#""source":{"name":"Ring"}"#), pulse(#""source":{"version":"2"}"#), pulse(#""device":{"name":"Ring"}"#),
        pulse(#""source":{"name":"Ring 2"}"#), pulse(#""source":{"name":"Ring"}"#),
      ])
    #expect(found == [.error, .warning, .error, .warning, .error, .error, .warning, .warning, .warning, .error])
  }

  @Test("members without a source have their correlation's") func members() throws {
    func pressure(_ systolic: String) -> String {
      #"{"type":"bloodPressure","start":"2026-01-01T08:00:00Z","source":{"name":"Ring"},"members":["#
        + #"{"type":"bloodPressureSystolic","value":400,"unit":"mmHg"\#(systolic)},"#
        + #"{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}"#
    }
    let found = try severities(
      "Ring", "org.example.*",
      [
        pressure(""), pressure(#","source":{"name":"Watch"}"#),
        pressure(#","source":{"bundle":"org.example.app"}"#), pressure(""),
      ])
    #expect(found == [.error, .warning, .error, .error])
  }

  /// A pulse that is hardly one.
  private func pulse(_ field: String) -> String {
    #"{"type":"heartRate","value":5,"unit":"count/min","start":"2026-01-01T08:00:00Z",\#(field)}"#
  }

  /// What the findings about some lines weigh where two globs of sources make implausible values errors.
  private func severities(_ name: String, _ bundle: String, _ lines: [String]) throws -> [Severity] {
    let globs = try [name, bundle].map { try #require(GlobPattern($0)) }
    var options = ValidationOptions(now: ProjectFiles.now)
    options.severities = SeverityPolicy([Setting(code: .valueImplausible, severity: .error, sources: globs)])
    let check = SampleCheck(Validator(registry: try ProjectFiles.registry(), options: options))
    let found = check.diagnostics(in: lines.joined(separator: "\n"))
    #expect(found.allSatisfy { $0.code == .valueImplausible })
    return found.map(\.severity)
  }
}
