import Foundation
import Testing

/// Python 3 with the package `pyarrow`, which reads streams as users do.
enum ArrowPython {
  /// The interpreter that `make test` set up, else the one on the path; `nil` when neither has the package.
  static let interpreter: String? = [AssayBinary.root + "/.build-python/bin/python3", "python3"].first { program in
    (try? run(program, "import pyarrow", []).status) == 0
  }

  /// One that has pandas, Polars and DuckDB as well.
  static let withReaders: String? = [AssayBinary.root + "/.build-python/bin/python3", "python3"].first { program in
    (try? run(program, "import pyarrow, pandas, polars, duckdb, pytz", []).status) == 0
  }

  static func run(_ program: String, _ script: String, _ arguments: [String]) throws -> ProcessResult {
    var variables = AssayBinary.environment(["PYTHONDONTWRITEBYTECODE": "1"])
    for name in ["HOME", "PYTHONPATH"] { variables[name] = ProcessInfo.processInfo.environment[name] }
    return try ChildProcess(program, ["-c", script] + arguments, environment: variables, folder: AssayBinary.root)
      .finish()
  }
}

/// `assay normalize --as arrow`, as a person runs it.
@Suite("Arrow output") struct ArrowTests {
  static let inputs = [
    "demo/samples.ndjson", "apple-health/correlations-both.xml", "apple-health/export.zip", "apple-health/whole.zip",
    "apple-health/two-offsets.xml", "apple-health/truncated.xml",
  ]

  @Test("the columns say what the lines say", arguments: inputs) func lines(_ input: String) throws {
    let path = "Tests/Fixtures/" + input
    let arrow = try AssayBinary.run(["normalize", path, "--as", "arrow", "--quiet"])
    let lines = try AssayBinary.run(["normalize", path, "--quiet"])
    #expect(arrow.status == lines.status)
    #expect(arrow.errorText == lines.errorText)
    let read = try ReadStream(arrow.output)
    #expect(try RebuiltLines(read).lines() == lines.text.split(separator: "\n").map(String.init))
    #expect(read.isWhole == (input != "apple-health/truncated.xml"))
  }

  @Test("the bytes are the same with any number of jobs, and by both names of the form") func jobs() throws {
    let path = "Tests/Fixtures/demo/samples.ndjson"
    let one = try AssayBinary.run(["normalize", path, path, "--as", "arrow", "--jobs", "1"])
    let four = try AssayBinary.run(["normalize", path, path, "--output-format", "arrow", "--jobs", "4"])
    #expect(one.output == four.output)
    #expect(try ReadStream(one.output).isWhole)
  }

  @Test("an input that breaks off leaves the stream without its end, with the samples of all inputs")
  func incomplete() throws {
    let paths = ["truncated.xml", "two-offsets.xml"].map { "Tests/Fixtures/apple-health/" + $0 }
    let arrow = try AssayBinary.run(["normalize", "--as", "arrow", "--quiet"] + paths)
    let lines = try AssayBinary.run(["normalize", "--quiet"] + paths)
    let read = try ReadStream(arrow.output)
    #expect(!read.isWhole)
    #expect(!read.rows.isEmpty)
    #expect(try RebuiltLines(read).lines() == lines.text.split(separator: "\n").map(String.init))
  }

  @Test("columns are no input, and the page that says how to make lines of them is named") func input() throws {
    let arrow = try AssayBinary.run(["normalize", "Tests/Fixtures/demo/samples.ndjson", "--as", "arrow", "--quiet"])
    for (bytes, name) in [(arrow.output, "Arrow"), (Array("PAR1\0\0\0\0".utf8), "Parquet")] {
      let result = try AssayBinary.run(["validate", "-"], input: bytes)
      #expect(result.status == 2)
      #expect(result.errorText.contains("it is \(name); write its rows as lines with pyarrow or DuckDB"))
      #expect(result.errorText.contains("Reading back in Documentation/arrow.md"))
    }
  }

  @Test("another form is a mistake in the request") func unknown() throws {
    let result = try AssayBinary.run(["normalize", "Tests/Fixtures/demo/samples.ndjson", "--as", "parquet"])
    #expect(result.status == 2)
    #expect(result.errorText == "assay: unknown --as `parquet`; one of jsonl, arrow, fhir\n")
  }

  @Test(
    "pyarrow reads it, and finds nothing wrong",
    .enabled(if: ArrowPython.interpreter != nil, "python3 with the package pyarrow is not here"))
  func pyarrow() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path(of: "samples.arrows")
      _ = try AssayBinary.run(["normalize", "Tests/Fixtures/demo/samples.ndjson", "--as", "arrow", "-o", path])
      let script = """
        import pyarrow, sys
        table = pyarrow.ipc.open_stream(sys.argv[1]).read_all()
        table.validate(full=True)
        print(table.num_rows, table.filter(pyarrow.compute.is_null(table["correlation_id"])).num_rows)
        """
      let result = try ArrowPython.run(
        try #require(ArrowPython.interpreter), "import pyarrow.compute\n" + script, [path])
      #expect(result.text == "20 16\n", "\(result.errorText)")
    }
  }
}
