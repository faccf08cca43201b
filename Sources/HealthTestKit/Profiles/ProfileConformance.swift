package import Assay
import AssayPlatform
import HealthFormats
package import HealthModel
import HealthReports
import HealthValidation

/// The examples of a plugin's profiles: each file is recognized by its profile alone, and its samples are those that
/// are expected.
package struct ProfileConformance {
  private let folder: String
  private let profiles: FileProfiles
  private let registry: Registry
  private let now: Int64

  package init(folder: String, profiles: FileProfiles, registry: Registry, now: Int64) {
    self.folder = folder
    self.profiles = profiles
    self.registry = registry
    self.now = now
  }

  /// Runs an example.
  ///
  /// - Returns: what is wrong; `nil` if nothing is.
  package func failure(of example: FileProfile.Example, _ profile: FileProfile) async -> String? {
    do {
      let (lines, summary, first) = try await run(example, profile)
      let expected = try ConfigurationLocation.read(PathText.join(folder, example.samples.value))
      if summary.refused != example.refused {
        let words = first.map { "; the first error: line \($0.location.line): \($0.code.name): \($0.message)" } ?? ""
        let records = summary.refused == 1 ? "1 record is refused" : "\(summary.refused) records are refused"
        return "\(records), \(example.refused) expected\(words)"
      }
      return LineDifference.words(lines, expected, in: example.samples.value)
    } catch let failure as Failure {
      return failure.message
    } catch {
      return "\(error)"
    }
  }

  /// The places in JSON that no record of any example has a value at, and that are not said to be optional.
  ///
  /// - Returns: their paths, in order; none if an example cannot be read.
  package func unusedPaths(of profile: FileProfile) async -> [String] {
    var unused: Set<String>?
    for example in profile.examples {
      var own: Set<String> = []
      guard
        (try? await run(
          example, profile,
          asMapping: { finding in
            if finding.code == .jsonPath { own.insert(Self.path(in: finding.message)) }
          })) != nil
      else { return [] }
      unused = unused?.intersection(own) ?? own
    }
    let layouts = [profile.data.layout] + profile.data.layout.further
    let optional = layouts.reduce(into: Set<String>()) { $0.formUnion($1.mapping.optional) }
    return (unused ?? []).subtracting(optional).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The path that a finding of the code `json-path` quotes.
  private static func path(in message: String) -> String {
    String(message.drop { $0 != "`" }.dropFirst().prefix { $0 != "`" })
  }

  package func lines(of example: FileProfile.Example, _ profile: FileProfile) async throws -> [UInt8] {
    try await run(example, profile).lines
  }

  private func run(
    _ example: FileProfile.Example, _ profile: FileProfile, asMapping listener: ((Diagnostic) -> Void)? = nil
  ) async throws -> (lines: [UInt8], summary: Summary, first: Diagnostic?) {
    let path = PathText.join(folder, example.file.value)
    var inputs = ProjectInputs()
    inputs.profiles = profiles
    let named = profile.formats.first { $0.rawValue == example.format } ?? profile.formats.first
    inputs.format = named
    guard case .found(let input)? = try inputs.inputs([path]).inputs.first else {
      throw Failure.usage("\(path) cannot be read")
    }
    guard named != nil || profiles.name(for: input) == profile.shownName else {
      if let other = profiles.name(for: input) { throw Failure.usage("\(path) is recognized by \(other)") }
      let whole = (try? ResolvedInput.resolve(path: path)) ?? input
      let reason = profiles.mismatch(of: profile, whole).map { ": \($0)" } ?? ""
      throw Failure.usage("\(path) is recognized by no profile\(reason)")
    }
    var judging = JudgingSettings(now: now)
    judging.timeZone = example.timeZone
    let options = try judging.options(normalizes: true, of: input, in: nil)
    var first: Diagnostic?
    let reporter = Reporter(sinks: [])
    reporter.listener = { finding in
      if finding.severity == .error, first == nil { first = finding }
      listener?(finding)
    }
    let writer = SampleJSONWriter(registry: registry)
    var lines: [UInt8] = []
    // Of a form that is known, paths that lead to nothing are not reported.
    let read = listener == nil ? input : input.reading(by: InputLayout(input.layout))
    var request = CheckRequest(inputs: [])
    request.types = registry
    request.jobs = 1
    let engine = try CheckEngine(request, reporter, samples: { batch, _ in writer.append(batch, to: &lines) })
    let summary = try await engine.checkInput(read, options: options)
    return (lines, summary, first)
  }
}

/// Two texts that should have the same lines.
enum LineDifference {
  /// Says which line is the first that differs; `nil` if none does.
  static func words(_ lines: [UInt8], _ expected: [UInt8], in name: String) -> String? {
    guard lines != expected else { return nil }
    let feed = UInt8(ascii: "\n")
    let (own, other) = (lines.split(separator: feed), expected.split(separator: feed))
    let place = zip(own, other).enumerated().first { $1.0 != $1.1 }?.offset ?? min(own.count, other.count)
    func text(_ lines: [ArraySlice<UInt8>]) -> String {
      place < lines.count ? TextEscaping.escaped(utf8: lines[place], limit: 400) : "nothing"
    }
    return "line \(place + 1) of \(name) differs: got \(text(own)), expected \(text(other))"
  }
}
