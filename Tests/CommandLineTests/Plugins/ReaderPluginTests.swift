import Foundation
import Glibc
import Testing

/// Plugins that read a format: their samples are judged as all others, and whatever goes wrong leaves the run incomplete.
@Suite("Plugins that read") struct ReaderPluginTests {
  static let hello = #"{"t":"hello","protocol":1,"name":"fake","version":"1.0.0","levels":["read"]}"#
  static let fine =
    #"{"type":"stepCount","value":5,"unit":"count","start":"2026-01-01T08:00:00Z","end":"2026-01-01T09:00:00Z"}"#
  private static let wrong = #"{"type":"stepCount","value":-5,"unit":"count","start":"2026-01-01T08:00:00Z"}"#
  /// Reads what every conversation begins with, and the file.
  static let begin =
    "read -r hello; read -r read; echo '\(hello)'; read -r piece; case $piece in *:0*) ;; *) read -r content ;; esac"

  static func sample(_ sample: String, _ place: String) -> String {
    #"echo '{"t":"sample","at":\#(place),"sample":\#(sample)}'"#
  }

  /// A plugin whose program is a shell script, and files beside it.
  static func write(_ script: String, to folder: TemporaryFolder, _ name: String = "fake", _ format: String = "counts")
    throws
  {
    try folder.write(
      "\(name)/plugin.yaml",
      """
      name: \(name)
      version: 1.0.0
      summary: Reads.
      protocol: 1
      provides:
        reader:
          - format: \(format)
            suffixes: [.counts]
            magic: ["434E5431"]
      executable: run
      test:
        input: a.counts

      """)
    let program = try folder.write("\(name)/run", "#!/bin/sh\n\(script)\n")
    chmod(program, 0o755)
    try folder.write("\(name)/a.counts", "CNT1 5\n")
    try folder.write("a.counts", "CNT1 5\n")
    try folder.write("other.bin", "CNT1 5\n")
  }

  private func run(
    _ script: String, _ arguments: [String]
  ) throws -> (status: Int32, text: String, errors: String) {
    try TemporaryFolder.with { folder in
      try Self.write(script, to: folder)
      let result = try AssayBinary.run(arguments, folder: folder.path)
      return (result.status, result.text, result.errorText)
    }
  }

  private static let several = """
    \(begin)
    \(sample(fine, #"{"name":"record","number":1}"#))
    \(sample(wrong, #"{"name":"record","number":2}"#))
    \(sample(wrong, #"{"line":7}"#))
    \(sample(wrong, #""the third lap""#))
    echo '{"t":"fault","at":{"byte":12},"message":"the record has no time"}'
    echo '{"t":"unsupported","at":{"byte":20},"kind":"stress"}'
    echo '{"t":"end"}'
    """

  @Test("findings name the places that the plugin says", arguments: ["a.counts", "other.bin"])
  func places(_ file: String) throws {
    let result = try run(
      Self.several, ["validate", "--plugin", "fake", file])
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.text.contains("\(file): record 2: error[value-not-allowed]"), "\(result.text)")
    #expect(result.text.contains("\(file):7:1: error[value-not-allowed]"))
    #expect(result.text.contains("\(file): the third lap: error[value-not-allowed]"))
    #expect(result.text.contains("\(file): byte 12: error[record-unreadable]: the record has no time"))
    #expect((result.text + result.errors).contains("stress"))
  }

  @Test("the bytes of the input come in pieces, and end with none") func bytes() throws {
    let script = """
      read -r hello; read -r read; echo '\(Self.hello)'
      read -r piece; head -c 7 > "$(dirname "$0")/got"; read -r last
      case "$piece$last" in
        '{"t":"bytes","count":7}{"t":"bytes","count":0}') \(Self.sample(Self.fine, "\"all\"")) ;;
        *) echo '{"t":"error","message":"other bytes"}' ;;
      esac
      echo '{"t":"end"}'
      """
    let result = try run(script, ["validate", "--plugin", "fake", "a.counts"])
    #expect(result.status == 0, "\(result.text)\(result.errors)")
  }

  @Test("samples are normalized, imported and linted") func verbs() throws {
    let script = "\(Self.begin); \(Self.sample(Self.fine, "\"x\"")); echo '{\"t\":\"end\"}'"
    let normal = try run(script, ["normalize", "--plugin", "fake", "a.counts"])
    #expect(normal.text.contains(#""value":5"#), "\(normal.errors)")
    let stored = try run(script, ["import", "--plugin", "fake", "a.counts", "--store", "s.db"])
    #expect(stored.status == 0, "\(stored.errors)")
    let linted = try run(script, ["lint", "--no-config", "--plugin", "fake", "a.counts"])
    #expect(linted.status == 0, "\(linted.errors)")
    let named = try run(script, ["validate", "--plugin", "fake", "--format", "counts", "other.bin"])
    #expect(named.status == 0, "\(named.errors)")
  }

  @Test(
    "a plugin that fails leaves the run incomplete",
    arguments: [
      ("exit 3", "plugin-exited"), ("\(begin); exit 0", "plugin-exited"), ("\(begin); sleep 60", "plugin-timeout"),
      ("read -r hello; echo hello; sleep 60", "plugin-protocol"),
      ("echo '{\"t\":\"end\"}'; sleep 60", "plugin-protocol"),
      ("\(begin); \(sample(fine, "7")); sleep 60", "plugin-protocol"),
      ("\(begin); echo '{\"t\":\"error\",\"message\":\"a library is missing\"}'; sleep 60", "a library is missing"),
      ("\(begin); head -c 13000000 /dev/zero | tr '\\000' x; sleep 60", "plugin-flood"),
      ("\(begin); \(sample(fine, "\"x\"")); echo '{\"t\":\"end\"}'; exit 3", "plugin-exited"),
      ("\(begin); \(sample(fine, "\"x\"")); echo '{\"t\":\"end\"}'; kill -9 $$", "plugin-exited"),
      ("\(begin); echo '{\"t\":\"end\"}'; sleep 60", "plugin-timeout"),
    ])
  func failure(_ script: String, _ words: String) throws {
    // One that writes much may take long where the machine is busy.
    let seconds = words == "plugin-timeout" ? "1" : "30"
    let result = try run(script, ["validate", "--plugin", "fake", "--plugin-timeout", seconds, "a.counts"])
    #expect(result.status == 1)
    #expect(result.text.contains("error[input-damaged]") && result.text.contains(words), "\(result.text)")
    #expect((result.text + result.errors).contains("INCOMPLETE"))
  }

  @Test("what is refused is kept as a sample, and replayed with its place in the original") func quarantine() throws {
    try TemporaryFolder.with { folder in
      try Self.write(Self.several, to: folder)
      let arguments = ["--plugin", "fake", "a.counts", "--store", "s.db", "--quarantine", "q.ndjson"]
      _ = try AssayBinary.run(["import"] + arguments, folder: folder.path)
      let kept = String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: folder.path + "/q.ndjson")), as: UTF8.self)
      #expect(kept.contains(#""place":"record 2""#) && kept.contains(#""format":"jsonl""#), "\(kept)")
      let again = try AssayBinary.run(["revalidate", "q.ndjson", "--store", "s.db"], folder: folder.path)
      #expect(again.text.contains("a.counts: record 2: error[value-not-allowed]"), "\(again.text)\(again.errorText)")
    }
  }

  @Test("what came before a failure counts") func before() throws {
    let result = try run(
      "\(Self.begin); \(Self.sample(Self.fine, "\"x\"")); exit 4", ["normalize", "--plugin", "fake", "a.counts"])
    #expect(result.status == 1)
    #expect(result.text.contains(#""value":5"#))
  }

  @Test("a sample before a line that breaks the protocol counts") func beforeBadLine() throws {
    let script = """
      \(Self.begin)
      printf '%s\\n' '{"t":"sample","at":"x","sample":\(Self.fine)}' 'no message'
      sleep 60
      """
    let result = try run(script, ["normalize", "--plugin", "fake", "a.counts"])
    #expect(result.status == 1)
    #expect(result.text.contains(#""value":5"#), "\(result.text)\(result.errors)")
  }

  @Test("a plugin that cannot run says nothing of the input") func absent() throws {
    let script = """
      read -r hello
      echo '{"t":"error","message":"a library is missing; pip install it"}'
      """
    let result = try run(script, ["validate", "--plugin", "fake", "a.counts"])
    #expect(result.status == 3)
    #expect(!(result.text + result.errors).contains("input-damaged"))
    #expect(
      (result.text + result.errors).contains("the plugin fake cannot run: a library is missing; pip install it"),
      "\(result.text)\(result.errors)")
  }

  @Test("kinds without end are counted together") func kinds() throws {
    let script = """
      \(Self.begin)
      i=0; while [ $i -lt 3000 ]; do
        echo "{\\"t\\":\\"unsupported\\",\\"at\\":\\"x\\",\\"kind\\":\\"kind$i\\"}"; i=$((i + 1))
      done
      echo '{"t":"end"}'
      """
    let result = try run(script, ["validate", "--output-format", "json", "--plugin", "fake", "a.counts"])
    #expect((result.text + result.errors).contains(#""other kinds":2000"#), "\(result.text.suffix(2000))")
  }

  @Test("a plugin of a variable reads only what --format names") func variable() throws {
    try TemporaryFolder.with { folder in
      try Self.write("\(Self.begin); \(Self.sample(Self.fine, "\"x\"")); echo '{\"t\":\"end\"}'", to: folder)
      let variables = ["ASSAY_PLUGIN_PATH": folder.path + "/fake"]
      let plain = try AssayBinary.run(["validate", "other.bin"], environment: variables, folder: folder.path)
      #expect(plain.status == 2, "\(plain.text)")
      let named = try AssayBinary.run(
        ["validate", "--format", "counts", "other.bin"], environment: variables, folder: folder.path)
      #expect(named.status == 0, "\(named.errorText)")
      let unknown = try AssayBinary.run(["validate", "--format", "count", "other.bin"], folder: folder.path)
      #expect(unknown.status == 2 && unknown.errorText.contains("unknown format"))
    }
  }

  @Test("a configuration that is named brings readers, and one that is found does not") func configuration() throws {
    try TemporaryFolder.with { folder in
      try Self.write("\(Self.begin); \(Self.sample(Self.fine, "\"x\"")); echo '{\"t\":\"end\"}'", to: folder)
      try folder.write("assay.yaml", "schema: 1\nplugins: [fake]\ndata:\n  - {path: other.bin, format: counts}\n")
      let named = try AssayBinary.run(["lint", "--config", "assay.yaml"], folder: folder.path)
      #expect(named.status == 0, "\(named.text)\(named.errorText)")
      let validated = try AssayBinary.run(["validate", "--config", "assay.yaml", "a.counts"], folder: folder.path)
      #expect(validated.status == 0, "\(validated.text)\(validated.errorText)")
      let found = try AssayBinary.run(["validate", "other.bin"], folder: folder.path)
      #expect(found.status == 2 && found.errorText.contains("counts"), "\(found.text)\(found.errorText)")
    }
  }

  @Test("a new reader passes its test, and says what it is") func template() throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") else { return }
    try TemporaryFolder.with { folder in
      let made = try AssayBinary.run(["plugins", "new", "ring-reader", "--kind", "reader"], folder: folder.path)
      #expect(made.status == 0, "\(made.errorText)")
      let tested = try AssayBinary.run(["plugins", "test", "ring-reader"], folder: folder.path)
      #expect(
        tested.status == 0 && tested.text.contains("6 passed, 0 failed, 0 skipped"), "\(tested.text)\(tested.errorText)"
      )
      let shown = try AssayBinary.run(["plugins", "show", "ring-reader"], folder: folder.path)
      #expect(shown.text.contains("format        ring-reader (.ring-reader): A day of a ring"), "\(shown.text)")
      let listed = try AssayBinary.run(["plugins", "list", "--plugin", "ring-reader"], folder: folder.path)
      #expect(listed.text.contains("format ring-reader"), "\(listed.text)")
      let valid = try AssayBinary.run(
        ["validate", "--plugin", "ring-reader", "ring-reader/example/day.ring-reader"], folder: folder.path)
      #expect(valid.status == 0, "\(valid.text)\(valid.errorText)")
    }
  }

  @Test("the test of a reader finds what is wrong with it") func conformance() throws {
    // It fails where its input is not what it was made for, and its samples are not valid.
    let script = """
      \(Self.begin)
      case "$piece" in '{"t":"bytes","count":7}') ;; *) exit 1 ;; esac
      \(Self.sample(Self.wrong, "\"x\""))
      echo '{"t":"end"}'
      """
    let result = try run(script, ["plugins", "test", "fake"])
    #expect(result.status == 1)
    #expect(result.text.contains("FAILED  counts: valid: x: value-not-allowed"), "\(result.text)")
    #expect(result.text.contains("FAILED  counts: cut: the first 1 bytes: plugin-exited"))
    #expect(result.text.contains("passed  counts: repeated"))
  }
}
