import Foundation
import Testing

/// Columns of samples in pyarrow, pandas, Polars and DuckDB, and the lines that pyarrow and DuckDB make of columns.
@Suite(
  "Other readers of Arrow",
  .enabled(if: ArrowPython.withReaders != nil, "python3 with pyarrow, pandas, Polars, DuckDB and pytz is not here"))
struct ArrowReaderTests {
  static let inputs = [
    "demo/samples.ndjson", "jsonlines/structured.ndjson", "apple-health/correlations-both.xml",
    "apple-health/whole.zip",
    "export-writer/samples.ndjson",
  ].map { "Tests/Fixtures/" + $0 }

  private static let begin = """
    import sys, json
    import pyarrow as pa, pyarrow.compute as pc, pandas, polars, duckdb
    samples = pa.ipc.open_stream(sys.argv[1]).read_all()

    """

  private func run(_ script: String, _ arguments: [String]) throws -> String {
    let result = try ArrowPython.run(try #require(ArrowPython.withReaders), Self.begin + script, arguments)
    #expect(result.status == 0, "\(result.errorText)")
    return result.text
  }

  private func columns(_ folder: TemporaryFolder, _ inputs: [String]) throws -> String {
    let path = folder.path(of: "samples.arrows")
    _ = try AssayBinary.run(["normalize", "--as", "arrow", "--quiet", "-o", path] + inputs)
    return path
  }

  /// The blocks of a language on the page about Arrow.
  private static func blocks(_ language: String) throws -> [String] {
    let page = try String(decoding: TestFile.bytes("Documentation/arrow.md"), as: UTF8.self)
    return page.components(separatedBy: "```\(language)\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
  }

  @Test("values, types and zones are those of the lines") func values() throws {
    try TemporaryFolder.with { folder in
      let line =
        #"{"type":"heartRate","value":61.5,"unit":"count/min","start":"2026-07-01T08:00:00.25-07:00","subject":"ü","#
        + #""metadata":{"a":1}}"#
      let path = try columns(folder, [folder.write("one.ndjson", line)])
      let script = """
        row = samples.to_pylist()[0]
        print(row["value"], row["unit"], row["subject"], row["start_time"].isoformat(), row["start_offset_minutes"])
        frame = samples.to_pandas()
        print(frame["start_time"].dtype, frame["start_time"][0].isoformat(), frame["value"][0], frame["metadata"][0])
        table = polars.read_ipc_stream(sys.argv[1])
        print(table.schema["start_time"], table["start_time"][0].isoformat(), table["value"][0], table["subject"][0])
        duckdb.execute("SET TimeZone = 'Asia/Tokyo'")
        print(duckdb.sql("SELECT typeof(start_time), epoch_us(start_time), typeof(value), value, typeof(points) FROM samples"
          ).fetchall()[0])
        """
      #expect(
        try run(script, [path]) == """
          61.5 count/min ü 2026-07-01T15:00:00.250000+00:00 -420
          datetime64[us, UTC] 2026-07-01T15:00:00.250000+00:00 61.5 {"a":1}
          Datetime(time_unit='us', time_zone='UTC') 2026-07-01T15:00:00.250000+00:00 61.5 ü
          ('TIMESTAMP WITH TIME ZONE', 1782918000250000, 'DOUBLE', 61.5, 'MAP(VARCHAR, DOUBLE[])')

          """)
    }
  }

  @Test("the queries of the page find the points of routes and the events of workouts") func queries() throws {
    try TemporaryFolder.with { folder in
      let path = try columns(folder, ["Tests/Fixtures/jsonlines/structured.ndjson"])
      let queries = try Self.blocks("sql").prefix(2)
      let script = """
        duckdb.execute("SET TimeZone = 'UTC'")
        for query in sys.argv[2:]:
            for row in duckdb.sql(query).fetchall(): print(*row[-4:] if len(row) == 4 else row[1:])
        """
      #expect(
        try run(script, [path] + queries).split(separator: "\n").sorted() == [
          "None 2026-01-01 08:00:00+00:00 -90.0 -180.0", "None 2026-01-01 08:00:00+00:00 48.1 11.5",
          "None 2026-01-01 08:00:00+00:00 90.0 180.0", "None 2026-01-01 08:00:01+00:00 48.1001 11.5002",
          "None 2026-01-01 08:00:02+00:00 48.1002 11.5004",
          "swimming lap 2026-01-01 08:00:00+00:00 0.0", "swimming pause 2026-01-01 08:10:00+00:00 None",
          "swimming resume 2026-01-01 08:30:00+00:00 None",
        ])
    }
  }

  @Test("what was exported as columns comes back by the program of the page, as a stream and as Parquet")
  func back() throws {
    try TemporaryFolder.with { folder in
      let direct = TestStore(folder, "direct.db")
      for input in Self.inputs { _ = try direct.importing(input) }
      let path = folder.path(of: "samples.arrows")
      let export = try AssayBinary.run(["export", "--store", direct.path, "--output-format", "arrow", "-o", path])
      #expect(export.status == 0, "\(export.errorText)")
      let programs = try Self.blocks("python")
      _ = try run("import os; os.chdir(sys.argv[2])\n" + programs[0], [path, folder.path])
      let parquet = folder.path(of: "duckdb.parquet")
      _ = try run("duckdb.sql(f\"COPY samples TO '{sys.argv[2]}' (COMPRESSION zstd)\")", [path, parquet])
      for (number, file) in [path, folder.path(of: "samples.parquet"), parquet].enumerated() {
        let lines = try ArrowPython.run(try #require(ArrowPython.withReaders), programs[1], [file])
        #expect(lines.status == 0, "\(lines.errorText)")
        let back = TestStore(folder, "back\(number).db")
        let (status, report) = try back.importing(folder.write("back\(number).ndjson", lines.output))
        #expect(status == 0, "\(report.findings("error").prefix(3))")
        #expect(try back.export() == direct.export())
      }
    }
  }

  @Test("Parquet with columns of its own becomes lines by the query of the page") func foreign() throws {
    try TemporaryFolder.with { folder in
      let query = try #require(try Self.blocks("sql").last)
      let call = try #require(try Self.blocks("sh").last?.firstMatch(of: /python3 -c '(.*)' \| assay validate -/)?.1)
      let script = """
        import os, datetime, pyarrow as pa, pyarrow.parquet as pq
        os.chdir(sys.argv[1])
        open("lines.sql", "w").write(sys.argv[2])
        zone = datetime.timezone(datetime.timedelta(hours=2))
        measured = [datetime.datetime(2026, 7, 1, hour, 0, 0, 250000, zone) for hour in (8, 9)]
        table = pa.table({"participant": ["P01", "ü"], "measured": measured, "pulse": [61, 62.5], "note": ["a", None]})
        pq.write_table(table, "readings.parquet")

        """
      let lines = try ArrowPython.run(
        try #require(ArrowPython.withReaders), "import sys\n" + script + call, [folder.path, query])
      #expect(lines.status == 0, "\(lines.errorText)")
      let valid = try AssayBinary.run(["validate", "-"], input: lines.output)
      #expect(valid.status == 0, "\(valid.text)")
      let samples = try AssayBinary.run(["normalize", "-", "--quiet"], input: lines.output).text.split(separator: "\n")
      #expect(samples.count == 2)
      #expect(
        samples[0].contains(#""type":"heartRate","value":61,"unit":"count/min","start":"2026-07-01T06:00:00.250Z""#))
      #expect(samples[1].contains(#""value":62.5"#) && samples[1].contains(#""subject":"ü""#))
    }
  }
}
