import Foundation
import Testing

/// Chromium, and Python with axe-core.
enum Browser {
  /// Chromium's program; `nil` if it is not here.
  static let chromium: String? = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The interpreter that has axe-core; `nil` if it is not here.
  static let python: String? = {
    let path = AssayBinary.root + "/.build-python/bin/python3"
    guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
    let probe = try? ChildProcess(
      path, ["-c", "import importlib.util, sys; sys.exit(not importlib.util.find_spec('axe_playwright_python'))"],
      environment: AssayBinary.environment(), folder: AssayBinary.root
    ).finish()
    return probe?.status == 0 ? path : nil
  }()
}

/// The page for people in a browser: nothing is wider than the window, and everybody can read and reach it.
@Suite(
  "The page in a browser",
  .enabled(if: Browser.chromium != nil, "Chromium is not here (apt-get install chromium)"),
  .enabled(if: Browser.python != nil, "axe-playwright-python is not in .build-python"))
struct HTMLPageTests {
  /// What Chromium shows of a page, light and dark, wide and 390 pixels narrow: no overflow, and axe-core finds nothing.
  private func check(_ page: String) throws {
    let result = try ChildProcess(
      try #require(Browser.python), ["Tests/Schema/page.py", try #require(Browser.chromium), page],
      environment: AssayBinary.environment(), folder: AssayBinary.root
    ).finish()
    #expect(result.status == 0, "\(result.text)\(result.errorText)")
    #expect(result.text == "4\n")
  }

  @Test("the report of a project") func report() throws {
    try TemporaryFolder.with { folder in
      let page = folder.path(of: "page.html")
      _ = try AssayBinary.run(
        ["lint", "--config", "Tests/Fixtures/lint-project/assay.yaml", "--report", "html=" + page])
      try check(page)
    }
  }

  @Test("thresholds with long conditions and limits, one of them exceeded: no column is cut") func thresholds() throws {
    try TemporaryFolder.with { folder in
      try folder.write("in.ndjson", #"{"type":"heartRate","value":"fast","unit":"count/min"}"# + "\n")
      try folder.write(
        "assay.yaml",
        """
        schema: 1
        data:
          - path: in.ndjson
        fail_if:
          - warnings > 50 in source:Pulmonary-function-laboratory-spirometer-2
          - refused > 12.345% in type:environmentalAudioExposure
          - refused > 0
          - warnings > 123456789

        """)
      let page = folder.path(of: "page.html")
      _ = try AssayBinary.run(["lint", "--report", "html=" + page], folder: folder.path)
      let text = String(decoding: try TestFile.bytes(page), as: UTF8.self)
      try #require(text.contains("exceeded</span>") && text.contains("123,456,789"))
      try check(page)
    }
  }

  @Test(
    "pages of a catalog: the index, and a quantity, a category, a structured type and a code",
    arguments: [
      "index", "types/heartRate", "types/sleepAnalysis", "types/workout", "types/electrocardiogram",
      "codes/value-not-allowed",
    ])
  func catalog(_ name: String) throws {
    try TemporaryFolder.with { folder in
      let written = try AssayBinary.run(["catalog", "export", "--as", "html", "--output", folder.path(of: "site")])
      try #require(written.status == 0, "\(written.errorText)")
      try check(folder.path(of: "site/\(name).html"))
    }
  }
}
