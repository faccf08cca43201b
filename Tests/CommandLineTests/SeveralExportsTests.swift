import Foundation
import Testing

/// Archives and folders that hold more than one export: both are read, or the command says which it needs to know.
@Suite("Several exports in one place") struct SeveralExportsTests {
  /// Runs a function with a folder that has archives of an Apple Health export, databases of Health Connect and tables.
  private func withArchives(_ body: (TemporaryFolder) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      try folder.write(
        "make.py",
        """
        import runpy, sys, zipfile
        sys.argv = ["make.py", "\(folder.path)"]
        runpy.run_path("\(AssayBinary.root)/Tests/Cases/health-connect/make.py", run_name="__main__")
        xml = open("\(AssayBinary.root)/Tests/Fixtures/demo/export.xml", "rb").read()
        db = open("\(folder.path)/health-connect-17.db", "rb").read()
        steps = b"timestamp,steps,data source\\n2026-01-05T07:00:00Z,5,Phone\\n"
        def make(name, members):
            with zipfile.ZipFile("\(folder.path)/" + name, "w") as archive:
                for member, content in members.items(): archive.writestr(member, content)
        make("both.zip", {"export.xml": xml, "hc.db": db})
        make("two.zip", {"a/export.xml": xml, "b/export.xml": xml, "steps_1.csv": steps})
        make("wide.zip", {"export.xml": xml.decode().encode("utf-16"), "steps_1.csv": steps})
        make("databases.zip", {"a.db": db, "b.db": db, "steps_1.csv": steps})
        make("cut.zip", {"hc.db": db[:5000], "steps_1.csv": steps})
        make("cut-alone.zip", {"hc.db": db[:5000]})
        make("beside.zip", {"hc.db": db, "notes.json": b'{"a": 1}'})
        """)
      try shell("python3 make.py", folder)
      try body(folder)
    }
  }

  /// Runs a script in the folder, which must succeed; `$export` is an Apple Health export.
  private func shell(_ script: String, _ folder: TemporaryFolder) throws {
    let variables = ["export": AssayBinary.root + "/Tests/Fixtures/demo/export.xml"]
    let result = try AssayBinary.shell(script, environment: variables, folder: folder.path)
    try #require(result.status == 0, "\(result.errorText)")
  }

  private static let cases: [(name: String, status: Int32, says: String)] = [
    ("both.zip", 2, "the archive holds an Apple Health export, `export.xml`, and one of health-connect, `hc.db`"),
    ("two.zip", 2, "the archive holds 2 exports, `a/export.xml` and `b/export.xml`"),
    ("wide.zip", 1, "error[encoding]: the file is not UTF-8"),
    ("databases.zip", 2, "the archive has 2 databases, such as `a.db` and `b.db`"),
    ("cut.zip", 0, "1 passed over, which nothing recognizes: `hc.db`"),
    ("cut-alone.zip", 2, "the database in it, `hc.db`, is not a Health Connect database, or is truncated"),
    ("beside.zip", 0, "1 passed over, which nothing recognizes: `notes.json`"),
  ]

  @Test("nothing is passed over without a word") func archives() throws {
    try withArchives { folder in
      for item in Self.cases {
        let call = ["validate", item.name, "--plugin", AssayBinary.root + "/plugins/google-takeout"]
        let result = try AssayBinary.run(call, folder: folder.path)
        let text = result.text + result.errorText
        #expect(result.status == item.status, "\(item.name): \(text.suffix(1000))")
        #expect(text.contains(item.says), "\(item.name): \(text.suffix(1000))")
      }
      for format in ["apple-health", "health-connect"] {
        let result = try AssayBinary.run(["validate", "both.zip", "--format", format, "-q"], folder: folder.path)
        #expect(result.status == (format == "apple-health" ? 1 : 0), "\(result.text)\(result.errorText)")
      }
    }
  }

  @Test(
    "an archive of two exports in a folder, and a file of an archive in a data set, are not passed over without a word")
  func containers() throws {
    try withArchives { folder in
      try shell("mkdir f && cp both.zip f && cp health-connect-17.db f/a.db", folder)
      let result = try AssayBinary.run(["validate", "f"], folder: folder.path)
      #expect(result.status == 2 && result.errorText.contains("both.zip: the archive holds"), "\(result.errorText)")
      try folder.write("assay.yaml", "schema: 1\ndata:\n  - path: beside.zip\n")
      let linted = try AssayBinary.run(["lint"], folder: folder.path)
      let says = "note[format-unknown]: of the files in it that may hold samples 1 read, 1 passed over"
      #expect(linted.text.contains(says), "\(linted.text)\(linted.errorText)")
    }
  }

  @Test("an archive beside its unpacked export is not read twice") func unpacked() throws {
    try withArchives { folder in
      try shell(
        "mkdir -p f/apple_health_export && cp \"$export\" f/apple_health_export && python3 -m zipfile -c f/export.zip f/apple_health_export",
        folder)
      let alone = try AssayBinary.run(["normalize", "f/apple_health_export", "--quiet"], folder: folder.path)
      let both = try AssayBinary.run(["normalize", "f"], folder: folder.path)
      #expect(alone.text.isEmpty == false && both.text == alone.text, "\(both.errorText)")
      #expect(both.errorText.contains("`f/export.zip`"), "\(both.errorText)")
    }
  }

  @Test("of a folder an export and what is beside it are read") func folders() throws {
    try withArchives { folder in
      try shell("mkdir f && cp \"$export\" f && cp health-connect-17.db f/a.db", folder)
      let counts = try ["f/export.xml", "f/a.db", "f"].map { path in
        try AssayBinary.run(["normalize", path, "--quiet"], folder: folder.path).text.split(separator: "\n").count
      }
      #expect(counts[0] > 0 && counts[1] > 0 && counts[2] == counts[0] + counts[1], "\(counts)")
    }
  }
}
