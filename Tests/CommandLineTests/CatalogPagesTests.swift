import Foundation
import Testing

/// `assay catalog export` of pages and of some types only.
@Suite("Catalog export of pages") struct CatalogPagesTests {
  private static let team = "Tests/Fixtures/team-catalog"

  private func paths(below folder: String) -> [String] {
    (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? [])
      .filter { $0.contains(".") && !$0.hasSuffix("/") }.sorted()
  }

  @Test("--only has the pages of a folder's types, and what it prints is the index") func only() throws {
    try TemporaryFolder.with { folder in
      let site = folder.path(of: "site") + "/"
      let result = try AssayBinary.run(["catalog", "export", "--only", Self.team, "--as", "markdown", "-o", site])
      #expect(result.status == 0 && result.text == folder.path(of: "site/index.md\n"), "\(result.errorText)")
      #expect(result.errorText == "1 page of types\n")
      let all = paths(below: site)
      #expect(all.filter { $0.hasPrefix("types/") } == ["types/org.study.gripStrength.md"])
      #expect(all.contains("codes/unit-incompatible.md") && !all.contains("codes/member-missing.md"))
      // Nothing unfinished is left, and a second run changes no byte.
      #expect(all.allSatisfy { $0.hasSuffix(".md") })
      let before = try all.map { try TestFile.bytes(folder.path(of: "site/" + $0)) }
      _ = try AssayBinary.run(["catalog", "export", "--only", Self.team, "--as", "markdown", "-o", site])
      #expect(try paths(below: site).map { try TestFile.bytes(folder.path(of: "site/" + $0)) } == before)
    }
  }

  @Test("a type of the built-in catalog that a folder overrides is one of its types") func overrides() throws {
    try TemporaryFolder.with { folder in
      try folder.write(
        "types/heartRate.yaml",
        """
        schema: 1
        overrides: heartRate
        reason: the study's devices
        value:
          allowed: {min: 0, max: 250}
          plausible: {min: 10, max: 250}
        sources: {allowed: the study's devices, plausible: the study's devices}

        """)
      let result = try AssayBinary.run(
        ["catalog", "export", "--only", folder.path(of: "types"), "--as", "json"])
      let object = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
      let types = try #require(object?["types"] as? [[String: Any]])
      #expect(types.compactMap { $0["type"] as? String } == ["heartRate"])
    }
  }

  @Test("--only narrows each form of one file", arguments: ["json", "json-schema", "markdown"])
  func forms(_ form: String) throws {
    let call = ["catalog", "export", "--as", form]
    let some = try AssayBinary.run(call + ["--only", Self.team])
    #expect(some.status == 0 && some.text.contains("org.study.gripStrength"), "\(some.errorText)")
    #expect(!some.text.contains("\"heartRate\"") && !some.text.contains("`heartRate`"))
    #expect(some.output.count * 2 < (try AssayBinary.run(call).output.count))
  }

  @Test("a folder without definitions is refused") func refused() throws {
    let result = try AssayBinary.run(
      ["catalog", "export", "--as", "json", "--only", "Tests/Fixtures/no-such-folder"])
    #expect(result.status != 0 && result.output.isEmpty)
    #expect(result.errorText.contains("no-such-folder"), "\(result.errorText)")
  }
}
