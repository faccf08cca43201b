import Foundation
import Testing

/// `assay export --as fhir`, `open-mhealth` and `health-connect`.
@Suite("Export as records of other programs") struct RecordExportTests {
  private static let fixture = "Tests/Fixtures/demo/export.xml"

  private func export(_ store: TestStore, _ options: String...) throws -> ProcessResult {
    try AssayBinary.run(["export", "--store", store.path] + options)
  }

  @Test("what is exported as FHIR is what a store holds, also as a Bundle", arguments: ["jsonl", "json"])
  func fhir(_ format: String) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      #expect(try store.importing(Self.fixture).report.summary.accepted > 0)
      let path = folder.path(of: format == "json" ? "bundle.json" : "lines.ndjson")
      let written = try export(store, "--as", "fhir", "--output-format", format, "--output", path)
      #expect(written.status == 0, "\(written.errorText)")
      let read = try AssayBinary.run(["normalize", "--no-config", "--format", "fhir", path])
      #expect(read.status == 0, "\(read.errorText)")
      #expect(try read.text == export(store).text)
    }
  }

  @Test("normalize writes the records that export writes") func normalize() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing(Self.fixture)
      let stored = try export(store, "--type", "heartRate", "--as", "fhir").text
      let read = try AssayBinary.run(["normalize", "--no-config", "--as", "fhir", Self.fixture]).text
      #expect(!stored.isEmpty && stored.split(separator: "\n").allSatisfy { read.contains($0) })
    }
  }

  @Test("normalize takes the options of FHIR") func normalizeOptions() throws {
    let arguments = ["normalize", "--no-config", Self.fixture]
    for subject in ["Patient/1", "https://example.org/fhir/Patient/1", "study-7"] {
      let read = try AssayBinary.run(
        arguments + ["--as", "fhir", "--fhir-subject", subject, "--fhir-no-extensions"])
      let lines = read.text.split(separator: "\n")
      #expect(!lines.isEmpty && lines.allSatisfy { $0.contains("\"\(subject)\"") }, "\(read.errorText)")
      #expect(lines.allSatisfy { !$0.contains("\"extension\"") })
    }
    let other = try AssayBinary.run(arguments + ["--fhir-subject", "Patient/1"])
    #expect(other.status == 2 && other.errorText.contains("--as fhir"))
    let store = try AssayBinary.run(arguments + ["--as", "open-mhealth"])
    #expect(store.status == 2 && store.errorText.contains("assay export --as open-mhealth"), "\(store.errorText)")
  }

  @Test("an export that is read without its format is hinted at", arguments: ["fhir", "open-mhealth"])
  func hint(_ form: String) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing(Self.fixture)
      for format in ["jsonl", "json"] {
        let path = folder.path(of: "out." + format)
        _ = try export(store, "--type", "heartRate", "--as", form, "--output-format", format, "--output", path)
        let plain = try AssayBinary.run(["validate", "--no-config", path])
        #expect(
          plain.status != 0 && plain.errorText.contains("it looks like \(form); read it with --format \(form)"),
          "\(plain.errorText)")
        let named = try AssayBinary.run(["validate", "--no-config", "--format", form, path])
        #expect(!named.errorText.contains("it looks like"))
      }
    }
  }

  @Test("what Health Connect cannot hold is counted with its reason, and makes the status 1") func healthConnect()
    throws
  {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing(Self.fixture)
      let all = try export(store, "--as", "health-connect", "--output-format", "json")
      #expect(all.status == 1)
      #expect(all.errorText.contains("dateOfBirth: no record holds it"), "\(all.errorText)")
      let records = try #require(try JSONSerialization.jsonObject(with: Data(all.output)) as? [[String: Any]])
      #expect(records.allSatisfy { $0["recordType"] is String && $0["metadata"] is [String: Any] })
      let some = try export(store, "--as", "health-connect", "--type", "heartRate")
      #expect(some.status == 0 && some.text.hasPrefix(#"{"recordType":"HeartRate","#), "\(some.errorText)")
    }
  }

  @Test(
    "options that do not go together are refused",
    arguments: [
      (["--as", "open-mhealth", "--fhir-subject", "P1"], "--fhir-subject"),
      (["--as", "fhir", "--omh-header", "omh"], "--omh-header"), (["--as", "fhir", "--unit", "lb"], "--unit"),
      (["--as", "fhir", "--output-format", "csv"], "--output-format"), (["--as", "hl7"], "one of apple-health, fhir"),
      (["--as", "arrow"], "--output-format arrow"), (["--output-format", "fhir"], "export --as fhir"),
      (["--as", "fhir", "--fhir-subject", "bad/x"], "got `bad/x`"),
      (["--as", "fhir", "--fhir-subject", "Patient/a b"], "--fhir-subject takes"),
      (["--as", "fhir", "--fhir-subject", "urn:uuid:7"], "--fhir-subject takes"),
      (["--as", "fhir", "--fhir-subject", ""], "--fhir-subject takes"),
      (["--as", "fhir", "out.ndjson"], "--output"), (["--as", "open-mhealth", "--omh-header", "x"], "ieee or omh"),
    ])
  func mistakes(_ options: [String], _ words: String) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing(Self.fixture)
      let result = try AssayBinary.run(["export", "--store", store.path] + options)
      #expect(result.status == 2 && result.errorText.contains(words), "\(result.status) \(result.errorText)")
    }
  }

  @Test("the definitions for FHIR are one Bundle, with the extension and its children") func definitions() throws {
    let result = try AssayBinary.run(["catalog", "export", "--as", "fhir-definitions"])
    let bundle = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    let resources = try #require(bundle["entry"] as? [[String: Any]]).compactMap { $0["resource"] as? [String: Any] }
    let kinds = resources.compactMap { $0["resourceType"] as? String }
    #expect(kinds == ["StructureDefinition", "CodeSystem", "CodeSystem", "CodeSystem"])
    let differential = resources.first?["differential"] as? [String: Any]
    let elements = try #require(differential?["element"] as? [[String: Any]])
    let ids = elements.compactMap { $0["id"] as? String }
    #expect(Set(ids).count == elements.count)
    let slices = Set(elements.compactMap { $0["sliceName"] as? String })
    #expect(slices.isSuperset(of: ["uuid", "parts", "rest", "source", "device", "metadata", "key", "value", "json"]))
  }
}
