import Foundation
import Testing

/// Columns of samples in pyarrow, pandas, Polars and DuckDB, and what these write of them.
@Suite(
  "Other readers of Arrow",
  .enabled(if: ArrowPython.withReaders != nil, "python3 with pyarrow, pandas, Polars, DuckDB and pytz is not here"))
struct ArrowReaderTests {
  static let inputs = ["demo/samples.ndjson", "jsonlines/structured.ndjson", "apple-health/correlations-both.xml"]
    .map { "Tests/Fixtures/" + $0 }

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

  private func columns(_ folder: TemporaryFolder, _ inputs: [String] = inputs) throws -> String {
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
      let queries = try Self.blocks("sql")
      #expect(queries.count == 2)
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

  /// What writes the table `samples` to the second argument, by the name of a case.
  static let writers: [(name: String, script: String)] = [
    (
      "pyarrow, a file with the columns backward",
      """
      samples = samples.select(list(reversed(samples.column_names)))
      with pa.ipc.new_file(sys.argv[2], samples.schema) as writer: writer.write_table(samples)
      """
    ),
    (
      "pyarrow, large texts and dictionaries",
      """
      for index, name in enumerate(samples.column_names):
          if name in ("type", "unit", "source_name"): samples = samples.set_column(index, name, samples[name].dictionary_encode())
          elif samples.schema.field(index).type == pa.utf8():
              samples = samples.set_column(index, name, samples[name].cast(pa.large_utf8()))
      with pa.ipc.new_stream(sys.argv[2], samples.schema) as writer: writer.write_table(samples, max_chunksize=7)
      """
    ),
    ("Polars, a stream", "polars.read_ipc_stream(sys.argv[1]).write_ipc_stream(sys.argv[2])"),
    (
      "Polars, a file", "polars.read_ipc_stream(sys.argv[1]).write_ipc(sys.argv[2], compression='uncompressed')"
    ),
    (
      "Polars, a file of several batches",
      "polars.read_ipc_stream(sys.argv[1]).write_ipc(sys.argv[2], compression='uncompressed', record_batch_size=7)"
    ),
    (
      "Polars, a stream with categories",
      """
      table = polars.read_ipc_stream(sys.argv[1])
      table = table.with_columns(polars.col("type", "source_name", "category").cast(polars.Categorical))
      table.write_ipc_stream(sys.argv[2])
      """
    ),
    (
      "pandas, without nested columns",
      """
      frame = samples.drop_columns(["fields", "lists", "points", "points_units"]).to_pandas()
      samples = pa.Table.from_pandas(frame, preserve_index=False)
      with pa.ipc.new_stream(sys.argv[2], samples.schema) as writer: writer.write_table(samples)
      """
    ),
    (
      "DuckDB, sorted and back",
      """
      duckdb.execute("SET TimeZone = 'Asia/Tokyo'")
      duckdb.sql("CREATE TABLE mixed AS SELECT * FROM samples ORDER BY hash(id)")
      table = duckdb.sql("SELECT * FROM mixed ORDER BY coalesce(correlation_id, id), position NULLS FIRST").to_arrow_table()
      with pa.ipc.new_stream(sys.argv[2], table.schema) as writer: writer.write_table(table)
      """
    ),
  ]

  @Test("what others write of the columns imports as the same samples", arguments: writers.map(\.name))
  func back(_ name: String) throws {
    let script = try #require(Self.writers.first { $0.name == name }?.script)
    try TemporaryFolder.with { folder in
      let written = folder.path(of: "back.arrow")
      _ = try run(script, [try columns(folder), written])
      let (direct, back) = (TestStore(folder, "direct.db"), TestStore(folder, "back.db"))
      for input in Self.inputs { _ = try direct.importing(input) }
      let (status, report) = try back.importing(written)
      #expect(status == 0, "\(report.findings("error").prefix(3))")
      #expect(try back.export() == direct.export())
    }
  }

  @Test("Parquet of DuckDB imports by the lines of the page") func parquet() throws {
    try TemporaryFolder.with { folder in
      let convert = try #require(try Self.blocks("python").last)
      let script = """
        import os
        os.chdir(sys.argv[2])
        duckdb.sql("COPY samples TO 'samples.parquet' (COMPRESSION zstd)")

        """
      _ = try run(script + convert, [try columns(folder), folder.path])
      let (direct, back) = (TestStore(folder, "direct.db"), TestStore(folder, "back.db"))
      for input in Self.inputs { _ = try direct.importing(input) }
      #expect(try back.importing(folder.path(of: "samples.arrows")).status == 0)
      #expect(try back.export() == direct.export())
    }
  }

  @Test("columns of other names are reported once, and not read") func others() throws {
    try TemporaryFolder.with { folder in
      let written = folder.path(of: "more.arrows")
      let script = """
        samples = samples.append_column("month", pc.month(samples["start_time"]))
        with pa.ipc.new_stream(sys.argv[2], samples.schema) as writer: writer.write_table(samples)
        """
      _ = try run(script, [try columns(folder), written])
      let result = try AssayBinary.run(["validate", "--format", "arrow", written, "--output-format", "json"])
      let unknown = try RunReport(result).findings("warning").filter { $0.code == "field-unknown" }
      #expect(unknown.map(\.message) == ["columns that are not of samples are not read: `month`"])
    }
  }

  /// What is refused, and a part of the message.
  static let refusals: [(script: String, message: String)] = [
    (
      "options = pa.ipc.IpcWriteOptions(compression='zstd')",
      "the record batches are compressed; write them uncompressed"
    ),
    (
      "samples = samples.set_column(4, 'start_time', samples['start_time'].cast(pa.timestamp('us')))",
      "the column `start_time` has times without a zone"
    ),
    (
      "polars.from_arrow(samples).write_ipc(sys.argv[2], compression='zstd'); sys.exit()",
      "the record batches are compressed; write them uncompressed"
    ),
    ("samples = samples.drop_columns(['type'])", "there is no column `type`"),
    ("samples = samples.drop_columns(['structure'])", "there is no column `structure`"),
    ("samples = samples.set_column(8, 'value', samples['unit'])", "the column `value` is not a number; cast it"),
    (
      "samples = samples.filter(pc.is_valid(samples['correlation_id']))",
      "which is not right before its members; sort by coalesce(correlation_id, id), position NULLS FIRST"
    ),
  ]

  @Test("what cannot be read is refused, with what to do", arguments: refusals.map(\.script))
  func refused(_ script: String) throws {
    let message = try #require(Self.refusals.first { $0.script == script }?.message)
    try TemporaryFolder.with { folder in
      let written = folder.path(of: "other.arrows")
      let end = """

        with pa.ipc.new_stream(sys.argv[2], samples.schema, options=options) as writer: writer.write_table(samples)
        """
      _ = try run("options = None\n" + script + end, [try columns(folder), written])
      let result = try AssayBinary.run(["validate", written])
      #expect(result.status != 0)
      #expect((result.text + result.errorText).contains(message), "\(result.text) \(result.errorText)")
    }
  }
}
