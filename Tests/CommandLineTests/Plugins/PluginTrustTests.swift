import Foundation
import Glibc
import Testing

/// An executable runs when the operator named its plugin and the store's URL asks for it, and never otherwise.
@Suite("Plugins and trust") struct PluginTrustTests {
  /// A plugin whose executable leaves a mark that it ran, in a project with data, a configuration and a second one in
  /// the folder of data.
  private func project(_ folder: TemporaryFolder) throws {
    try folder.write(
      "evil/plugin.yaml",
      """
      name: evil
      version: 1.0.0
      summary: Leaves a mark.
      protocol: 1
      provides: {storage: [evil]}
      executable: run
      environment: [SECRET]

      """)
    let program = try folder.write("evil/run", "#!/bin/sh\nset >\"${0%/*}/ran\"\nexit 1\n")
    chmod(program, 0o755)
    try folder.write("a.ndjson", ExitCase.fine + "\n")
    try folder.write("assay.yaml", "schema: 1\nplugins: [evil]\ndata: [{path: a.ndjson}]\n")
  }

  private func hasRun(_ folder: TemporaryFolder) -> Bool { TestFile.names(in: folder.path(of: "evil")).contains("ran") }

  @Test(
    "nothing runs that was not named and asked for",
    arguments: [
      "lint", "validate a.ndjson", "validate --plugin evil a.ndjson", "plugins list --plugin evil",
      "plugins list --config assay.yaml", "plugins show evil --plugin evil", "plugins show ./evil",
      "import --store evil:x a.ndjson", "import --store process:evil a.ndjson", "export --store process:evil",
      "import --store health.db --plugin evil a.ndjson", "import --store health.db --config assay.yaml a.ndjson",
      "query --store evil:x", "stats --store process:evil --type heartRate", "watch --store evil:x --once",
      "store info --store process:evil", "store delete --store evil:x --subject P01 --yes", "export --store evil:x",
      "revalidate a.ndjson --store evil:x", "catalog list", "catalog test", "explain heartRate",
      "import --store evil:x a.ndjson",
      "catalog lint --plugin evil", "import --dry-run --store process:evil --plugin evil a.ndjson",
    ])
  func idle(_ call: String) throws {
    try TemporaryFolder.with { folder in
      try project(folder)
      let result = try AssayBinary.run(CommandWords.split(call), folder: folder.path)
      #expect([0, 1, 2].contains(result.status), "\(result.errorText)")
      #expect(!hasRun(folder))
    }
  }

  @Test(
    "what was named and asked for runs",
    arguments: [
      "import --store evil:x --plugin evil a.ndjson", "import --store process:evil --plugin . a.ndjson",
      "import --store process:evil --config assay.yaml a.ndjson", "export --store evil:x --plugin ./evil",
      "plugins test ./evil --url evil:{folder}",
    ])
  func runs(_ call: String) throws {
    try TemporaryFolder.with { folder in
      try project(folder)
      let result = try AssayBinary.run(CommandWords.split(call), folder: folder.path)
      #expect(result.status == 3, "\(result.errorText)")
      #expect(hasRun(folder))
    }
  }

  @Test("a plugin starts where a descriptor is open that the limit no longer allows") func descriptors() throws {
    try TemporaryFolder.with { folder in
      try project(folder)
      let words = "bash -c 'exec 90</dev/null; ulimit -n 64; exec assay export --store evil:x --plugin evil'"
      let result = try AssayBinary.shell(words, folder: folder.path)
      #expect(result.status == 3, "\(result.errorText)")
      #expect(hasRun(folder))
    }
  }

  @Test("the variable names folders as well, and a plugin gets no variable that it does not list")
  func variable() throws {
    try TemporaryFolder.with { folder in
      try project(folder)
      let result = try AssayBinary.run(
        ["import", "--store", "process:evil", "a.ndjson"],
        environment: [
          "ASSAY_PLUGIN_PATH": ":\(folder.path(of: "evil"))", "SECRET": "listed", "OTHER_SECRET": "not listed",
        ], folder: folder.path)
      #expect(result.status == 3)
      let variables = String(decoding: try TestFile.bytes(folder.path(of: "evil/ran")), as: UTF8.self)
      #expect(variables.contains("SECRET='listed'") || variables.contains("SECRET=listed"))
      #expect(!variables.contains("not listed"))
      #expect(!variables.contains("ASSAY_PLUGIN_PATH"))
    }
  }

  @Test("a plugin that is installed beside the program runs when a store asks for it, and brings no types")
  func installed() throws {
    try TemporaryFolder.with { folder in
      try project(folder)
      let files = FileManager.default
      for name in ["bin", "lib/assay/plugins"] {
        try files.createDirectory(atPath: folder.path(of: name), withIntermediateDirectories: true)
      }
      try files.moveItem(atPath: folder.path(of: "evil"), toPath: folder.path(of: "lib/assay/plugins/evil"))
      try folder.write("assay.yaml", "schema: 1\ndata: [{path: a.ndjson}]\n")
      let program = folder.path(of: "bin/assay")
      // By another process: a child of another test that is started here while the file is written keeps it open, and what
      // is open for writing cannot be run.
      let original = URL(fileURLWithPath: AssayBinary.path).resolvingSymlinksInPath().path
      let copying = try ChildProcess("cp", [original, program], environment: AssayBinary.environment(), folder: "/")
      #expect(try copying.finish().status == 0)
      let mark = folder.path(of: "lib/assay/plugins/evil/ran")
      for (call, status, runs) in [
        ("lint", 0, false), ("validate a.ndjson", 0, false), ("plugins list", 0, false),
        ("import --store health.db a.ndjson", 0, false), ("import --store evil:x a.ndjson", 3, true),
      ] {
        let result = try ChildProcess(
          program, CommandWords.split(call), environment: AssayBinary.environment(), folder: folder.path
        ).finish()
        #expect(Int(result.status) == status, "\(call): \(result.errorText)")
        #expect(files.fileExists(atPath: mark) == runs, "\(call)")
        if call == "plugins list" { #expect(result.text.contains("\nevil ")) }
      }
    }
  }

  @Test("an executable that others may change is not run") func open() throws {
    try TemporaryFolder.with { folder in
      try project(folder)
      chmod(folder.path(of: "evil/run"), 0o777)
      let result = try AssayBinary.run(
        ["import", "--store", "process:evil", "--plugin", "evil", "a.ndjson"], folder: folder.path)
      #expect(result.status == 3)
      #expect(result.errorText.contains("plugin-start"))
      #expect(result.errorText.contains("written by others"))
      #expect(!hasRun(folder))
    }
  }

  @Test(
    "passwords in the names of stores are never printed",
    arguments: ["export", "query", "store info", "import a.ndjson", "import --dry-run a.ndjson"])
  func passwords(_ call: String) throws {
    try TemporaryFolder.with { folder in
      try project(folder)
      for options in [["--plugin", "evil"], []] {
        for url in ["evil://user:pass9word@host/db", "evil:x?password=pass9word", "nobody://user:pass9word@host/db"] {
          let result = try AssayBinary.run(
            CommandWords.split(call) + ["--store", url] + options, folder: folder.path)
          #expect(!result.errorText.contains("pass9word"), "\(result.errorText)")
          #expect(!result.text.contains("pass9word"))
        }
      }
    }
  }
}
