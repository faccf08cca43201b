package import Assay
package import HealthFormats
package import HealthModel
import HealthReports
import HealthValidation

/// The laws of reader plugins, held against one file: whole, cut short, and with other bytes.
package struct ReaderConformance {
  package struct Result: Sendable {
    package var name: String
    /// What is wrong; `nil` if it passed.
    package var failure: String?
    /// Why it was not run; `nil` if it was.
    package var skipped: String?
  }

  private let format: InputFormat
  private let reader: PluginManifest.Reader
  private let file: [UInt8]
  private let path: String
  private let registry: Registry
  private let now: Instant

  package init(
    _ format: InputFormat, _ reader: PluginManifest.Reader, file: [UInt8], path: String, registry: Registry,
    now: Instant
  ) {
    self.format = format
    self.reader = reader
    self.file = file
    self.path = path
    self.registry = registry
    self.now = now
  }

  /// The cases, in order.
  package static let names = ["recognized", "valid", "repeated", "cut", "changed", "empty"]

  package func run(_ name: String) async -> Result {
    var result = Result(name: name)
    switch name {
    case "recognized":
      guard !reader.suffixes.isEmpty || !reader.magic.isEmpty || !reader.members.isEmpty else {
        result.skipped = "the manifest has none of `suffixes`, `magic` and `members`"
        break
      }
      if (try? ZipArchive(path: path)).map({ ArchiveExports($0, formats: [format]).format }) == format { break }
      let found = FormatSniffer.sniff(
        prefix: Array(file.prefix(FormatSniffer.prefixLength)), path: path, formats: FormatList.core.adding([format]))
      if found != .format(format) { result.failure = "the file of the test is not recognized as \(format.rawValue)" }
    case "valid": result.failure = await valid()
    case "repeated": result.failure = repeated()
    case "cut":
      let counts = Set([1, file.count / 4, file.count / 2, file.count - 1].filter { $0 > 0 && $0 < file.count })
      result.failure =
        counts.sorted().lazy.compactMap { count in failure(of: Array(file.prefix(count)), "the first \(count) bytes") }
        .first
    case "changed":
      result.failure = (1...4).lazy.compactMap { seed in failure(of: changed(UInt64(seed)), "changed bytes") }.first
    default:
      let text = converted([])
      result.failure = failure(of: [], "an empty input")
      if result.failure == nil, text.samples > 0 { result.failure = "an empty input has \(text.samples) samples" }
    }
    return result
  }

  private func valid() async -> String? {
    var options = ValidationOptions(now: now.microseconds)
    options.origin = format.definition.origin
    var request = CheckRequest(inputs: [])
    request.types = registry
    request.jobs = 1
    var first: Diagnostic?
    let reporter = Reporter(sinks: [])
    reporter.listener = { finding in if finding.severity == .error, first == nil { first = finding } }
    do {
      let summary = try await CheckEngine(request, reporter).checkInput(try input(file), options: options)
      if let first {
        let place = first.location.place ?? (first.location.line > 0 ? "line \(first.location.line)" : "")
        return "\(place.isEmpty ? "" : place + ": ")\(first.code.name): \(first.message)"
      }
      return summary.accepted == 0 ? "the file of the test has no sample" : nil
    } catch {
      return "\(error)"
    }
  }

  private func repeated() -> String? {
    let (first, second) = (converted(file), converted(file))
    if first.text != second.text { return "the same input gave other samples the second time" }
    return first.places == second.places ? nil : "the same input gave other places the second time"
  }

  /// How the plugin fails at an input; `nil` if it reads it, or says that it is damaged.
  private func failure(of bytes: [UInt8], _ what: String) -> String? {
    guard case .damaged(_, .reader, let reason)? = converted(bytes).error else { return nil }
    return "\(what): \(reason)"
  }

  private func input(_ bytes: [UInt8]) throws(InputError) -> ResolvedInput {
    let input = ResolvedInput(text: bytes, path: path, format: format)
    return try input.table(named: path) ?? input
  }

  private func converted(
    _ bytes: [UInt8]
  ) -> (text: [UInt8], places: [ConvertedLocation?], samples: Int, error: InputError?) {
    var text: [UInt8] = []
    var places: [ConvertedLocation?] = []
    do {
      var chunks = try input(bytes).makeChunks(size: 1 << 16, types: registry)
      while let chunk = try chunks.next() {
        var start = 0
        while let end = chunk.bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
          places.append(chunk.converted?.place(at: start))
          start = end + 1
        }
        text += chunk.bytes
      }
      return (text, places, places.count, nil)
    } catch {
      return (text, places, places.count, error)
    }
  }

  /// The file with some other bytes, the same for the same seed.
  private func changed(_ seed: UInt64) -> [UInt8] {
    var bytes = file
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    for _ in 0..<min(64, max(1, bytes.count / 16)) where !bytes.isEmpty {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes[Int((state >> 33) % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: state >> 56)
    }
    return bytes
  }
}
