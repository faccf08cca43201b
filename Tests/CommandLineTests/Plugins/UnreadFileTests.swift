import Foundation
import Testing

/// Files that profiles are for and cannot read, and what is passed over: nothing of an export is lost without a word.
@Suite("Files that no profile reads") struct UnreadFileTests {
  private static let header = "timestamp,steps,data source\n"
  private static let row = "2026-01-05T07:00:00Z,5,Phone\n"
  private static let plugin = ["--plugin", "plugins/google-takeout"]

  /// A file by its content, and what the finding says.
  static let unread: [(name: String, bytes: [UInt8], says: String)] = [
    ("renamed", Array("timestamp,stepz\n1,2\n".utf8), "the header lacks the column `steps`; did you mean `stepz`?"),
    ("cut", Array("times".utf8), "the header lacks the columns `timestamp` and `steps`"),
    ("later", Array(("Steps\n" + header + row).utf8), "line 2 has them: write `skip_lines: 1`"),
    ("UTF-16", wide(header + row), "it is UTF-16, not UTF-8"),
  ]

  /// A text in UTF-16 with a byte order mark.
  private static func wide(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xFE]
    for byte in text.utf8 { bytes += [byte, 0] }
    return bytes
  }

  @Test("a file of a profile's name without its columns is a finding", arguments: unread)
  func finding(_ item: (name: String, bytes: [UInt8], says: String)) throws {
    try TemporaryFolder.with { folder in
      try folder.write("f/steps_1.csv", Self.header + Self.row)
      try folder.write("f/steps_2.csv", item.bytes)
      let call = { (path: String) in try AssayBinary.run(["validate", folder.path(of: path)] + Self.plugin) }
      for path in ["f", "f/steps_2.csv"] {
        let result = try call(path)
        #expect(result.status == 1)
        let words = "steps_2.csv: error[format-unknown]: the name is that of google-takeout/steps, and "
        #expect(result.text.contains(words), "\(result.text)\(result.errorText)")
        #expect(result.text.contains(item.says), "\(result.text)")
      }
      #expect(try call("f").errorText.contains("2 read") == false)
      let store = folder.path(of: "a.db")
      let imported = try AssayBinary.run(["import", folder.path(of: "f"), "--store", store] + Self.plugin)
      #expect(imported.status == 1)
      #expect(imported.errorText.contains("1 read, 1 accepted"), "\(imported.errorText)")
      guard try zip("f", as: "f.zip", in: folder) else { return }
      let archive = try call("f.zip")
      #expect(archive.status == 1)
      #expect(archive.text.contains("f.zip!f/steps_2.csv: error[format-unknown]"), "\(archive.text)")
    }
  }

  @Test("an empty file of a profile's name is a finding") func empty() throws {
    try TemporaryFolder.with { folder in
      try folder.write("f/steps_1.csv", Self.header + Self.row)
      try folder.write("f/steps_2.csv", "")
      let result = try AssayBinary.run(["validate", folder.path(of: "f")] + Self.plugin)
      #expect(result.status == 1)
      #expect(result.text.contains("steps_2.csv: error[truncated]: the file is empty"), "\(result.text)")
      guard try zip("f", as: "f.zip", in: folder) else { return }
      let archive = try AssayBinary.run(["validate", folder.path(of: "f.zip")] + Self.plugin)
      #expect(archive.status == 1)
      #expect(archive.text.contains("google-takeout/steps, and the file is empty"), "\(archive.text)")
    }
  }

  @Test("an export of a time without data, and Assay's own form, are no findings") func harmless() throws {
    try TemporaryFolder.with { folder in
      try folder.write("f/steps_1.csv", Self.header + Self.row)
      try folder.write("f/steps_2.csv", "type,value,unit,start\nstepCount,5,count,2026-01-05T07:00:00Z\n")
      try folder.write("f/x_com.google.steps.json", #"{"Data Source": "a", "Data Points": [ ]}"#)
      let result = try AssayBinary.run(["validate", folder.path(of: "f")] + Self.plugin)
      #expect(result.status == 0, "\(result.text)\(result.errorText)")
      #expect(result.errorText.contains("2 read, 2 accepted"), "\(result.errorText)")
    }
  }

  @Test("a member that is damaged from its first byte on makes the archive incomplete") func damaged() throws {
    try TemporaryFolder.with { folder in
      for number in 1...2 {
        let rows = (0..<500).map { "2026-01-05T07:00:00.\(100 + $0)Z,\($0),Phone\n" }
        try folder.write("f/steps_\(number).csv", Self.header + rows.joined())
      }
      guard try zip("f", as: "f.zip", in: folder) else { return }
      let path = folder.path(of: "f.zip")
      let damage = """
        import zipfile
        info = zipfile.ZipFile('\(path)').getinfo('f/steps_1.csv')
        data = bytearray(open('\(path)', 'rb').read())
        begin = info.header_offset + 30 + len(info.filename)
        data[begin:begin + 16] = b'\\xff' * 16
        open('\(path)', 'wb').write(data)
        """
      try folder.write("damage.py", damage)
      #expect(try AssayBinary.shell("python3 '\(folder.path(of: "damage.py"))'", environment: [:]).status == 0)
      let result = try AssayBinary.run(["validate", path] + Self.plugin)
      #expect(result.status == 1)
      #expect(result.text.contains("f.zip!f/steps_1.csv: error[zip-damaged]"), "\(result.text)\(result.errorText)")
      #expect(result.errorText.contains("500 read, 500 accepted"), "\(result.errorText)")
    }
  }

  @Test("an export of Apple Health and the files beside it are all read", arguments: [true, false])
  func beside(_ isArchive: Bool) throws {
    try TemporaryFolder.with { folder in
      try folder.write("t/apple_health_export/export.xml", try TestFile.bytes("Tests/Fixtures/demo/export.xml"))
      try folder.write("t/Takeout/steps_1.csv", Self.header + Self.row)
      try folder.write("t/Takeout/more.zip", "PK")
      if isArchive, try !zip("t", as: "t.zip", in: folder) { return }
      let path = folder.path(of: isArchive ? "t.zip" : "t")
      let alone = try AssayBinary.run(["normalize", path, "--quiet"])
      let lines = alone.text.split(separator: "\n").count
      #expect(lines > 0, "\(alone.errorText)")
      let result = try AssayBinary.run(["normalize", path] + Self.plugin)
      #expect(result.text.split(separator: "\n").count == lines + 1, "\(result.errorText)")
      if isArchive {
        #expect(result.errorText.contains("1 compressed file in it is not unpacked: `t/Takeout/more.zip`"))
      }
    }
  }

  @Test("the note lists names, all of them with -v, and counts links and pipes") func note() throws {
    try TemporaryFolder.with { folder in
      try folder.write("f/steps_1.csv", Self.header + Self.row)
      for number in 1...5 { try folder.write("f/other_\(number).json", #"{"a": 1}"#) }
      let made = try AssayBinary.shell(
        "cd '\(folder.path)' && ln -s /dev/null f/a && ln -s ../f2 f/b && mkdir f2 && mkfifo f/c", environment: [:])
      #expect(made.status == 0)
      let call = ["validate", folder.path(of: "f")] + Self.plugin
      let short = try AssayBinary.run(call)
      #expect(short.errorText.contains("which no profile recognizes"), "\(short.errorText)")
      #expect(short.errorText.contains("and 2 more (-v lists them)"), "\(short.errorText)")
      #expect(short.errorText.contains("1 link is not followed"), "\(short.errorText)")
      #expect(short.errorText.contains("2 pipes, devices and broken links are not read"), "\(short.errorText)")
      let long = try AssayBinary.run(call + ["-v"])
      for number in 1...5 { #expect(long.errorText.contains("other_\(number).json`")) }
    }
  }

  @Test("what another program wrote comes with a pointer to profiles", arguments: ["x.csv", "x.json"])
  func pointer(_ name: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write(name, name == "x.csv" ? Self.header + Self.row : #"[{"dateTime": "a", "value": 1}]"#)
      let result = try AssayBinary.run(["validate", folder.path(of: name)])
      #expect(result.status == 1)
      #expect(result.errorText.contains("read it with a profile: `--plugin`"), "\(result.errorText)")
    }
  }

  @Test("null in place of a record counts as passed over") func null() throws {
    try TemporaryFolder.with { folder in
      let record = #"{"dateTime":"01/05/26 07:00:00","value":"5"}"#
      try folder.write("steps-2026-01-05.json", "[\(record),null, null]")
      let path = folder.path(of: "steps-2026-01-05.json")
      let result = try AssayBinary.run(["validate", path, "--plugin", "plugins/fitbit"])
      #expect(result.status == 0, "\(result.text)")
      #expect(result.errorText.contains("1 read, 1 accepted, 0 refused, 2 records passed over"), "\(result.errorText)")
    }
  }

  @Test("plugins test says what of a profile does not hold") func test() throws {
    try TemporaryFolder.with { folder in
      let copied = try AssayBinary.shell(
        "cp -r '\(AssayBinary.root)/plugins/withings' '\(folder.path)'", environment: [:])
      #expect(copied.status == 0)
      let profile = "withings/profiles/weight.yaml"
      let text = String(decoding: try TestFile.bytes(folder.path(of: profile)), as: UTF8.self)
      try folder.write(profile, text.replacing("columns: [Date, Weight (kg)]", with: "columns: [Date, Weight (kq)]"))
      let column = try AssayBinary.run(["plugins", "test", folder.path(of: "withings")])
      #expect(
        column.text.contains("is recognized by no profile: the header lacks the column `Weight (kq)`; did you mean"),
        "\(column.text)")
      try folder.write(profile, text.replacing("name: \"weight.csv\"", with: "name: \"w.csv\""))
      let name = try AssayBinary.run(["plugins", "test", folder.path(of: "withings")])
      #expect(name.text.contains("its name does not match `w.csv`"), "\(name.text)")
    }
  }

  private func zip(_ path: String, as archive: String, in folder: TemporaryFolder) throws -> Bool {
    try AssayBinary.shell("cd '\(folder.path)' && python3 -m zipfile -c \(archive) \(path)", environment: [:]).status
      == 0
  }
}
