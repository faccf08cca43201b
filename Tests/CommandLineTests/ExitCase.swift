import Testing

/// A call of the command and the status it must end with.
struct ExitCase: Sendable, CustomTestStringConvertible {
  let shows: String
  let status: Int32
  /// The call, in which `$DIR` is a folder with the files of `ExitCase.files`.
  let call: String
  /// Standard input.
  var input = ""
  /// A path for standard output.
  var output: String?

  var testDescription: String { "\(status): \(shows)" }

  static let fine = #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#
  private static let unlikely = #"{"type":"heartRate","value":5,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#
  private static let wrong = #"{"type":"heartRate","value":72,"unit":"kg","start":"2026-01-01T08:00:00Z"}"#
  private static let type = """
    schema: 1
    type: org.example.score
    kind: quantity
    title: Score
    summary: Points of a made-up test.
    aggregation: discreteArithmetic
    unit: count
    sources: {type: this test}

    """

  /// What lies in `$DIR`.
  static let files: [(name: String, text: String)] = [
    ("fine.ndjson", fine + "\n"),
    ("unlikely.ndjson", unlikely + "\n"),
    ("wrong.ndjson", wrong + "\n"),
    ("cut.json", "[" + fine + ",\n" + #"{"type":"heartRate","va"#),
    ("empty.ndjson", ""), ("empty.zip", ""), ("empty.xml", ""), ("empty.json", ""), ("empty.csv", ""),
    ("empty.ndjson.gz", ""),
    ("text.db", "no database, just text, and longer than the header of one would be\n"),
    ("folder.db/inside.txt", "a folder\n"),
    (
      "lying/org.example.score.yaml",
      type + """
        examples:
          valid:
            - {value: 7, unit: kg, start: "2026-01-01T08:00:00Z"}
            - {value: 8, unit: count, start: "2026-01-01T08:00:00Z"}
          invalid:
            - {value: 7, unit: kg, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
            - {value: 7, start: "2026-01-01T08:00:00Z", code: unit-missing}

        """
    ),
    ("broken/org.example.score.yaml", type + "colour: red\n"),
  ]

  static let done: [ExitCase] = [
    ExitCase(shows: "nothing refused", status: 0, call: "validate $DIR/fine.ndjson"),
    ExitCase(shows: "an empty file", status: 0, call: "validate $DIR/empty.ndjson"),
    ExitCase(shows: "a warning is no refusal", status: 0, call: "validate $DIR/unlikely.ndjson"),
    ExitCase(shows: "refusals that shall not count", status: 0, call: "validate --fail-on never $DIR/wrong.ndjson"),
    ExitCase(shows: "standard input", status: 0, call: "validate -", input: fine + "\n"),
    ExitCase(
      shows: "paths from a list", status: 0, call: "validate --files-from -",
      input: "Tests/Fixtures/jsonlines/bom.ndjson\n"),
    ExitCase(shows: "normal forms", status: 0, call: "normalize $DIR/fine.ndjson"),
    ExitCase(shows: "a dry run", status: 0, call: "import --dry-run --store $DIR/dry.db $DIR/fine.ndjson"),
    ExitCase(shows: "the version", status: 0, call: "--version"),
    ExitCase(shows: "help", status: 0, call: "validate --help"),
    ExitCase(shows: "help by its verb", status: 0, call: "help catalog show"),
    ExitCase(shows: "a code explained", status: 0, call: "explain unit-incompatible"),
    ExitCase(shows: "a type by its identifier", status: 0, call: "explain HKQuantityTypeIdentifierHeartRate"),
    ExitCase(shows: "a conversion", status: 0, call: "units convert 98.6 degF degC"),
    ExitCase(shows: "a team's type", status: 0, call: "catalog test Tests/Fixtures/team-catalog"),
  ]

  static let refused: [ExitCase] = [
    ExitCase(shows: "a sample is refused", status: 1, call: "validate $DIR/wrong.ndjson"),
    ExitCase(shows: "a refused sample is left out", status: 1, call: "normalize $DIR/wrong.ndjson"),
    ExitCase(
      shows: "a dry run refuses as well", status: 1, call: "import --dry-run --store $DIR/dry.db $DIR/wrong.ndjson"),
    ExitCase(shows: "warnings that shall count", status: 1, call: "validate --fail-on warning $DIR/unlikely.ndjson"),
    ExitCase(shows: "an array that is cut", status: 1, call: "validate $DIR/cut.json"),
    ExitCase(shows: "nothing masks incomplete input", status: 1, call: "validate --fail-on never $DIR/cut.json"),
    ExitCase(shows: "an export that is cut", status: 1, call: "validate Tests/Fixtures/apple-health/truncated.xml"),
    ExitCase(shows: "an empty zip", status: 1, call: "validate $DIR/empty.zip"),
    ExitCase(shows: "an empty export", status: 1, call: "validate $DIR/empty.xml"),
    ExitCase(shows: "an empty JSON file", status: 1, call: "validate $DIR/empty.json"),
    ExitCase(shows: "an empty table", status: 1, call: "validate $DIR/empty.csv"),
    ExitCase(shows: "an empty gzip file", status: 1, call: "validate $DIR/empty.ndjson.gz"),
    ExitCase(shows: "a zip that is cut", status: 1, call: "validate Tests/Fixtures/apple-health/truncated.zip"),
    ExitCase(
      shows: "nothing masks a damaged zip", status: 1,
      call: "validate --fail-on never Tests/Fixtures/apple-health/bad-crc.zip"),
    ExitCase(shows: "a zip that leaves its folder", status: 1, call: "validate Tests/Fixtures/apple-health/slip.zip"),
    ExitCase(shows: "no unit", status: 1, call: "units parse bpm"),
    ExitCase(shows: "units of two dimensions", status: 1, call: "units convert 1 kg cm"),
    ExitCase(shows: "a broken definition under lint", status: 1, call: "catalog lint $DIR/broken"),
    ExitCase(shows: "an example that lies", status: 1, call: "catalog test $DIR/lying"),
  ]

  static let usage: [ExitCase] = [
    ExitCase(shows: "an unknown verb", status: 2, call: "chekc $DIR/fine.ndjson"),
    ExitCase(shows: "an unknown option", status: 2, call: "validate --bogus $DIR/fine.ndjson"),
    ExitCase(shows: "no input", status: 2, call: "validate"),
    ExitCase(shows: "no such file", status: 2, call: "validate $DIR/none.ndjson"),
    ExitCase(shows: "no such list of files", status: 2, call: "validate --files-from $DIR/none.txt"),
    ExitCase(shows: "an unknown input format", status: 2, call: "validate --format xyz $DIR/fine.ndjson"),
    ExitCase(shows: "an unknown output format", status: 2, call: "validate --output-format xyz $DIR/fine.ndjson"),
    ExitCase(shows: "no threads", status: 2, call: "validate --jobs 0 $DIR/fine.ndjson"),
    ExitCase(shows: "a number of threads that is none", status: 2, call: "validate --jobs many $DIR/fine.ndjson"),
    ExitCase(shows: "no severity", status: 2, call: "validate --fail-on sometimes $DIR/fine.ndjson"),
    ExitCase(shows: "no time", status: 2, call: "validate --now yesterday $DIR/fine.ndjson"),
    ExitCase(shows: "no time zone", status: 2, call: "validate --timezone Atlantis/Capital $DIR/fine.ndjson"),
    ExitCase(shows: "no such catalog", status: 2, call: "validate --catalog $DIR/none $DIR/fine.ndjson"),
    ExitCase(shows: "a broken catalog", status: 2, call: "validate --catalog $DIR/broken $DIR/fine.ndjson"),
    ExitCase(shows: "XML of another kind", status: 2, call: "validate Tests/Fixtures/apple-health/not-health.xml"),
    ExitCase(shows: "a zip without an export", status: 2, call: "validate Tests/Fixtures/apple-health/empty.zip"),
    ExitCase(shows: "a zip with two exports", status: 2, call: "validate Tests/Fixtures/apple-health/two-exports.zip"),
    ExitCase(shows: "a folder without an export", status: 2, call: "validate $DIR/folder.db"),
    ExitCase(shows: "text of no format", status: 2, call: "validate $DIR/text.db"),
    ExitCase(
      shows: "a store that is named by nothing known", status: 2, call: "import --store health $DIR/fine.ndjson"),
    ExitCase(shows: "a store no plugin has", status: 2, call: "import --store mysql:x $DIR/fine.ndjson"),
    ExitCase(shows: "no store", status: 2, call: "import $DIR/fine.ndjson"),
    ExitCase(shows: "an unknown kind", status: 2, call: "catalog list --kind quality"),
    ExitCase(shows: "an unknown type", status: 2, call: "catalog show hartRate"),
    ExitCase(shows: "an unknown code", status: 2, call: "explain unit-incompatibel"),
    ExitCase(shows: "an unknown grammar", status: 2, call: "units parse --grammar latin kg"),
    ExitCase(shows: "too few words", status: 2, call: "units convert 1 kg"),
    ExitCase(shows: "a question about no type", status: 2, call: "query --store $DIR/none.db --type hartRate"),
    ExitCase(shows: "no order", status: 2, call: "export --store $DIR/none.db --sort sideways"),
  ]

  static let environment: [ExitCase] = [
    ExitCase(shows: "an input the system does not read", status: 3, call: "validate /proc/self/mem"),
    ExitCase(shows: "a full standard output", status: 3, call: "validate $DIR/wrong.ndjson", output: "/dev/full"),
    ExitCase(
      shows: "a full standard output that nothing masks", status: 3,
      call: "validate --fail-on never $DIR/wrong.ndjson", output: "/dev/full"),
    ExitCase(shows: "full for normal forms", status: 3, call: "normalize $DIR/fine.ndjson", output: "/dev/full"),
    ExitCase(shows: "full for a listing", status: 3, call: "catalog list", output: "/dev/full"),
    ExitCase(shows: "full for the version", status: 3, call: "--version", output: "/dev/full"),
    ExitCase(shows: "a full output file", status: 3, call: "normalize -o /dev/full $DIR/fine.ndjson"),
    ExitCase(shows: "an output in no folder", status: 3, call: "normalize -o $DIR/none/x.ndjson $DIR/fine.ndjson"),
    ExitCase(shows: "a full quarantine", status: 3, call: "normalize --quarantine /dev/full $DIR/wrong.ndjson"),
    ExitCase(
      shows: "a quarantine in no folder", status: 3,
      call: "validate --quarantine $DIR/none/q.ndjson $DIR/wrong.ndjson"),
    ExitCase(shows: "a store in no folder", status: 3, call: "import --store $DIR/none/health.db $DIR/fine.ndjson"),
    ExitCase(shows: "a store where nobody writes", status: 3, call: "import --store /proc/assay.db $DIR/fine.ndjson"),
    ExitCase(shows: "a store that is a folder", status: 3, call: "import --store $DIR/folder.db $DIR/fine.ndjson"),
    ExitCase(shows: "a store that is something else", status: 3, call: "import --store $DIR/text.db $DIR/fine.ndjson"),
    ExitCase(shows: "a question to no store", status: 3, call: "query --store $DIR/none.db"),
    ExitCase(shows: "an export of no store", status: 3, call: "export --store $DIR/none.db"),
  ]

  /// Inputs that fail while others are sound; the call is the path.
  static let amongOthers: [ExitCase] = [
    ExitCase(shows: "a zip with a wrong checksum", status: 1, call: "Tests/Fixtures/apple-health/bad-crc.zip"),
    ExitCase(shows: "a zip that leaves its folder", status: 1, call: "Tests/Fixtures/apple-health/slip.zip"),
    ExitCase(shows: "a file the system does not read", status: 3, call: "/proc/self/mem"),
  ]
}
