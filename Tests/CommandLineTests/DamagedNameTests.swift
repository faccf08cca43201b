import Testing

/// Names that are not UTF-8: what cannot be read is refused in clear words, and nothing is left out behind status 0.
@Suite("Names that are not UTF-8") struct DamagedNameTests {
  /// A script of the shell, in which `$bad` is a name that is not UTF-8 and the folder is empty but for `fine.ndjson`.
  struct Script: Sendable, CustomTestStringConvertible {
    let shows: String
    let status: Int32
    let text: String
    /// What standard output or error says.
    var words = "is not UTF-8"

    var testDescription: String { "\(status): \(shows)" }
  }

  private static let lint = "mkdir types; cp \"$1\" types"
  private static let scripts = [
    Script(
      shows: "an input", status: 2, text: "cp fine.ndjson \"$bad\"; assay validate fine.ndjson \"$bad\"",
      words: "bad\\xFF` is not UTF-8"),
    Script(shows: "a store", status: 2, text: "assay import fine.ndjson --store \"$bad.db\""),
    Script(
      shows: "a path of a list", status: 2,
      text: "cp fine.ndjson \"$bad\"; echo \"$bad\" > list; assay validate --files-from list",
      words: "bad\\xFF` of --files-from is not UTF-8"),
    Script(
      shows: "a definition under lint", status: 1,
      text: lint + "; cp \"$1\" \"types/$bad.yaml\"; assay catalog lint types",
      words: "error[not-checked]: the name is not UTF-8"),
    Script(
      shows: "a folder of definitions under lint", status: 1,
      text: lint + "; mkdir \"types/$bad\"; cp \"$1\" \"types/$bad\"; assay catalog lint types"),
    Script(
      shows: "a definition that a command loads", status: 2,
      text: lint + "; cp \"$1\" \"types/$bad.yaml\"; assay validate --catalog types fine.ndjson"),
    Script(
      shows: "a file beside definitions that is none", status: 0,
      text: lint + "; cp \"$1\" \"types/$bad\"; assay catalog lint types", words: ""),
    Script(
      shows: "the main file of an export", status: 3,
      text: "mkdir export; cp fine.ndjson \"export/$bad.xml\"; assay validate export"),
    Script(
      shows: "a file in a folder beside others, which are read", status: 3,
      text: "mkdir data; cp fine.ndjson data; cp fine.ndjson \"data/$bad.ndjson\"; assay validate data",
      words: "1 read, 1 accepted, 0 refused; INCOMPLETE"),
    Script(
      shows: "a file in a folder that has no other", status: 3,
      text: "mkdir data; cp fine.ndjson \"data/$bad.ndjson\"; assay validate data"),
    Script(
      shows: "a file that a first configuration does not name", status: 0,
      text: "cp fine.ndjson \"$bad.ndjson\"; assay init --dry-run", words: "- path: fine.ndjson"),
    Script(
      shows: "a plugin in a folder of plugins", status: 2,
      text: "mkdir -p plugins/a \"plugins/$bad\"; assay plugins list --plugin plugins"),
  ]

  @Test("is refused, or has nothing that is missed", arguments: scripts) func named(_ script: Script) throws {
    try TemporaryFolder.with { folder in
      try folder.write("fine.ndjson", ExitCase.fine + "\n")
      let type = AssayBinary.root + "/Tests/Fixtures/team-catalog/org.study.gripStrength.yaml"
      let result = try AssayBinary.shell(
        "bad=$(printf 'bad\\377')\n" + script.text, [type], folder: folder.path)
      #expect(result.status == script.status, "\(result.text)\(result.errorText)")
      #expect(script.words.isEmpty || (result.text + result.errorText).contains(script.words))
    }
  }
}
