import Foundation
import Testing

/// Exports of Health Connect and JSON of health apps, by the command.
@Suite("Health apps") struct HealthAppTests {
  private static let hasPython = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/python3")
  }

  @Test(
    "JSON of apps is read by its name",
    arguments: [
      ["--format", "health-auto-export"], ["--format", "flutter-health", "--timezone", "UTC"],
      ["--format", "react-native-health-connect"], ["--format", "hcgateway"], ["--format", "health-connect-webhook"],
    ])
  func apps(_ options: [String]) throws {
    let name = options[1]
    let result = try AssayBinary.run(["validate"] + options + ["Tests/Cases/app-json/\(name).json"])
    // Of three forms one record has no type, or says no kind.
    let isRefused = ["health-auto-export", "flutter-health", "hcgateway"].contains(name)
    #expect(result.status == (isRefused ? 1 : 0), "\(result.text)\(result.errors)")
    #expect(result.text.contains(".json:") == isRefused, "\(result.text)")
  }

  /// Runs a function with a folder that holds an export of a version as a database and as an archive.
  private func withExport(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "assay-export-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let script = """
      import runpy, sys, zipfile
      sys.argv = ["make.py", "\(folder)"]
      runpy.run_path("\(AssayBinary.root)/Tests/Cases/health-connect/make.py", run_name="__main__")
      with zipfile.ZipFile("\(folder)/Health Connect.zip", "w", zipfile.ZIP_DEFLATED) as archive:
          archive.write("\(folder)/health-connect-23.db", "health_connect_export.db")
      with zipfile.ZipFile("\(folder)/other.zip", "w", zipfile.ZIP_DEFLATED) as archive:
          archive.write("\(folder)/health-connect-23.db", "backup/phone.db")
      with zipfile.ZipFile("\(folder)/two.zip", "w") as archive:
          archive.writestr("a/health_connect_export.db", b"")
          archive.writestr("b/health_connect_export.db", b"")
      with zipfile.ZipFile("\(folder)/journal.zip", "w") as archive:
          archive.write("\(folder)/health-connect-23.db", "health_connect_export.db")
          archive.writestr("health_connect_export.db-wal", b"changes")
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    try body(folder)
  }

  @Test("an export is found by its content, as archive and as database", .enabled(if: hasPython, "python3 is not here"))
  func exports() throws {
    try withExport { folder in
      for name in ["Health Connect.zip", "health-connect-23.db"] {
        let result = try AssayBinary.run(["validate", "\(folder)/\(name)", "--output-format", "json"])
        #expect(result.status == 0, "\(result.text)\(result.errors)")
        #expect(result.text.contains("alcohol_consumption_record_table"), "\(result.text)")
        let named = try AssayBinary.run(["validate", "--format", "health-connect", "\(folder)/\(name)"])
        #expect(named.status == 0, "\(named.text)\(named.errors)")
      }
      // From a pipe a database is copied; an archive cannot be read from one.
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/health-connect-9.db")))
      let piped = try AssayBinary.run(["validate", "-"], input: bytes)
      #expect(piped.status == 0, "\(piped.text)\(piped.errors)")
    }
  }

  @Test("changes beside a database are not passed over", .enabled(if: hasPython, "python3 is not here"))
  func journals() throws {
    try withExport { folder in
      func validate(_ name: String) throws -> (status: Int32, text: String) {
        let result = try AssayBinary.run(["validate", "--format", "health-connect", "\(folder)/\(name)"])
        return (result.status, result.text + result.errorText)
      }
      let database = folder + "/health-connect-23.db"
      for (ending, bytes, isHot) in [("-wal", [7], true), ("-journal", [0xD9], true), ("-journal", [0], false)] {
        let journal = database + ending
        try Data(bytes.map { UInt8($0) }).write(to: URL(fileURLWithPath: journal))
        let found = try validate("health-connect-23.db")
        #expect((found.status == 0) == !isHot, "\(ending): \(found.text)")
        if isHot { #expect(found.text.contains("health-connect-23.db\(ending) beside it are not in the database")) }
        try FileManager.default.removeItem(atPath: journal)
      }
      let packed = try validate("journal.zip")
      #expect(packed.status == 1 && packed.text.contains("changes in health_connect_export.db-wal"), "\(packed.text)")
      let two = try validate("two.zip")
      #expect(two.status == 2 && two.text.contains("2 databases"), "\(two.text)")
    }
  }

  @Test("an archive with the database under another name is found", .enabled(if: hasPython, "python3 is not here"))
  func otherName() throws {
    try withExport { folder in
      for options in [[], ["--format", "health-connect"]] {
        let result = try AssayBinary.run(["validate"] + options + ["\(folder)/other.zip"])
        #expect(result.status == 0, "\(result.text)\(result.errorText)")
      }
    }
  }

  @Test("records on one line are told apart by their bytes") func oneLine() throws {
    try TemporaryFolder.with { folder in
      let text = #"{"Steps":[{"count":1,"metadata":"x"},{"count":2,"metadata":"x"}]}"#
      let path = try folder.write("a.json", text)
      let result = try AssayBinary.run(["validate", "--format", "react-native-health-connect", path])
      #expect(result.text.contains("a.json:1:1: error"), "\(result.text)")
      #expect(result.text.contains("a.json: byte 37: error"), "\(result.text)")
    }
  }

  @Test("an import takes each record once, whichever way it comes", .enabled(if: hasPython, "python3 is not here"))
  func imports() throws {
    try withExport { folder in
      let store = folder + "/store.db"
      let first = try AssayBinary.run(["import", "\(folder)/Health Connect.zip", "--store", store])
      #expect(first.status == 0, "\(first.text)\(first.errors)")
      let again = try AssayBinary.run(["import", "\(folder)/health-connect-23.db", "--store", store])
      #expect(again.status == 0, "\(again.text)\(again.errors)")
      let count = try AssayBinary.run(["query", "--store", store, "--type", "heartRate"])
      // A header and two beats.
      #expect(count.text.split(separator: "\n").count == 3, "\(count.text)")
      let other = try AssayBinary.run(["validate", "\(folder)/store.db"])
      #expect(other.status == 2, "\(other.text)\(other.errors)")
    }
  }
}
