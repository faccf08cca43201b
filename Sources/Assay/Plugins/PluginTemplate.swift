import HealthCatalog
package import HealthModel

/// A new plugin that passes its tests at once, for its author to go on from.
package struct PluginTemplate: Sendable {
  package struct File: Sendable, Hashable {
    package var path: String
    package var text: String
    package var isExecutable = false
  }

  package let files: [File]

  /// A process plugin: the one of `plugins/python-sqlite` under another name.
  package static func process(named name: String) -> PluginTemplate {
    let words: [(old: String, new: String)] = [
      ("plugins/python-sqlite", name), ("python-sqlite", name),
      ("python_sqlite", String(name.map { $0 == "-" ? "_" : $0 })),
    ]
    return PluginTemplate(
      files: EmbeddedText.list(Embedded.processPlugin).map { file in
        let path = replacing(words, in: file.path)
        return File(path: path, text: replacing(words, in: file.text), isExecutable: path.hasSuffix(".py"))
      })
  }

  package static func data(named name: String, registry: Registry) throws -> PluginTemplate {
    let type = try CatalogTemplate(
      id: "org.\(name).score", kind: .quantity, title: "Score", unit: "count",
      allowed: ValueBounds(minimum: 0, maximum: 10), registry: registry)
    var files = [
      File(
        path: PluginManifestReader.fileName,
        text: """
          name: \(name)
          version: 0.1.0
          summary: The types of a study.
          provides:
            types: true

          """),
      File(path: "README.md", text: readme(name: name, type: type.id)),
      File(path: "\(PluginFolder.typesName)/\(type.fileName)", text: type.yaml()),
    ]
    if let schema = EmbeddedSchemas.files.first(where: { $0.path == "type.schema.json" }) {
      files.append(File(path: "\(PluginFolder.typesName)/schema/\(schema.path)", text: schema.text))
    }
    return PluginTemplate(files: files)
  }

  private static func readme(name: String, type: String) -> String {
    """
    # \(name): the types of a study

    Data only: whoever loads this folder can check, normalize and store samples of the types in `types/`.

    ```sh
    assay validate --plugin \(name) samples.ndjson
    assay import --plugin \(name) samples.ndjson --store study.db
    assay plugins test \(name)
    ```

    A project names the folder in its `assay.yaml`: `plugins: [\(name)]`.

    | type | what |
    |---|---|
    | `\(type)` | a score; write what it is, its real limits, and where they come from |

    `assay catalog new ID --kind KIND --into \(name)/types` writes another type. Each has examples, valid ones and
    invalid ones with the code that they must raise; `assay plugins test` runs them. What other programs keep must not
    change its meaning: a type whose unit or values change gets a new id.

    """
  }

  /// A text in which words are replaced, the first that fits at each place.
  private static func replacing(_ words: [(old: String, new: String)], in text: String) -> String {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if let word = words.first(where: { bytes[index...].starts(with: $0.old.utf8) }) {
        output.append(contentsOf: word.new.utf8)
        index += word.old.utf8.count
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// A data plugin with a profile of a small table, its example, and the lines that are expected of it.
  package static func profile(named name: String) -> PluginTemplate {
    PluginTemplate(files: [
      File(
        path: PluginManifestReader.fileName,
        text: """
          name: \(name)
          version: 0.1.0
          summary: Reads the exports of a scale.
          provides:
            profiles: true

          """),
      File(
        path: "\(ProfileReader.folderName)/weights.yaml",
        text: """
          schema: 1
          title: Weights
          # A file is this profile's if its name matches, and its header has these columns.
          recognizes:
            name: "weights*.csv"
            columns: [When, Weight (kg)]
          # The times have no offset: --timezone names their zone.
          needs_timezone: true
          # The keys are those of `data` in assay.yaml, without `path` and `subject`.
          data:
            - columns: {When: start, Weight (kg): value, "*": "-"}
              date_format: dd.MM.yyyy HH:mm
              constants: {type: bodyMass, unit: kg, source.name: Scale}
          # `assay plugins test` reads each file; its samples must be these lines.
          examples:
            - file: examples/weights.csv
              timezone: Europe/Berlin
              samples: examples/weights.ndjson

          """),
      File(path: "examples/weights.csv", text: "When,Weight (kg),Battery\n05.01.2026 07:15,71.3,80\n"),
      File(path: "examples/weights.ndjson", text: line),
      File(path: "README.md", text: readme(ofProfile: name)),
    ])
  }

  private static let line =
    #"{"uuid":"019B8CCB-6AA0-81B5-8FCA-C728C5DAF326","type":"bodyMass","value":71.3,"unit":"kg","#
    + #""start":"2026-01-05T06:15:00Z","end":"2026-01-05T06:15:00Z","offset":"+01:00","source":{"name":"Scale"}}"#
    + "\n"

  private static func readme(ofProfile name: String) -> String {
    """
    # \(name): the exports of a scale

    Data only: whoever loads this folder reads the files that a profile in `profiles/` recognizes.

    ```sh
    assay validate --plugin \(name) --timezone Europe/Berlin \(name)/examples/weights.csv
    assay import --plugin \(name) --timezone Europe/Berlin weights.csv --store health.db
    assay plugins test \(name)
    ```

    | in the file | becomes | example |
    |---|---|---|
    | `Weight (kg)` | `bodyMass` | `examples/weights.csv` |

    Not carried: `Battery`, which says nothing of a person.

    After a change, write the expected lines anew and read the difference:

    ```sh
    assay normalize --plugin \(name) --timezone Europe/Berlin \(name)/examples/weights.csv -o \(name)/examples/weights.ndjson
    ```

    """
  }

  package static func reader(named name: String) -> PluginTemplate {
    PluginTemplate(files: [
      File(path: PluginManifestReader.fileName, text: readerManifest(name)),
      File(path: "README.md", text: readerReadme(name)),
      File(path: "read.py", text: readerProgram(name), isExecutable: true),
      File(path: "example/day.\(name)", text: example),
    ])
  }

  private static func readerManifest(_ name: String) -> String {
    """
    name: \(name)
    version: 0.1.0
    summary: Reads the files of a ring.
    protocol: 1
    provides:
      reader:
        - format: \(name)
          title: A day of a ring
          suffixes: [.\(name)]
          # RING, the first bytes of each file.
          magic: ["52494E47"]
    executable: read.py
    test:
      input: example/day.\(name)

    """
  }

  private static let example = """
    RING 1
    1767254400 61
    1767254460 62
    1767254520 64

    """

  private static func readerReadme(_ name: String) -> String {
    """
    # \(name): a plugin that reads a format

    It makes samples of files that begin with `RING`: a line for each heart rate, the time in seconds since 1970 and the
    beats a minute. Write your format in place of it, in `read.py` and `plugin.yaml`.

    ```sh
    assay plugins test \(name)
    assay validate --plugin \(name) \(name)/example/day.\(name)
    assay import --plugin \(name) \(name)/example/day.\(name) --store health.db
    ```

    It gets the bytes of the file, never its path, and answers samples with their places; a line that it cannot read is a
    fault, and reading goes on. Documentation/readers.md of Assay describes the messages, `assay explain
    record-unreadable` what becomes of a fault.

    """
  }

  private static func readerProgram(_ name: String) -> String {
    #"""
    #!/usr/bin/env python3
    """Reads the files of a ring: their bytes come in, samples with their places go out."""

    import datetime
    import io
    import json
    import sys

    STANDARD_INPUT = sys.stdin.buffer
    STANDARD_OUTPUT = sys.stdout
    # A print would otherwise end the conversation.
    sys.stdout = sys.stderr


    class Input(io.RawIOBase):
        """The bytes of the input, which come in announced pieces on standard input."""

        def __init__(self):
            self.left = 0
            self.ended = False

        def readable(self):
            return True

        def readinto(self, buffer):
            while self.left == 0 and not self.ended:
                self.left = json.loads(STANDARD_INPUT.readline())["count"]
                self.ended = self.left == 0
            piece = STANDARD_INPUT.read(min(self.left, len(buffer)))
            buffer[:len(piece)] = piece
            self.left -= len(piece)
            return len(piece)


    def say(message):
        STANDARD_OUTPUT.write(json.dumps(message, separators=(",", ":")) + "\n")


    def sample(line):
        """The sample of a line; a ValueError says why there is none."""
        words = line.decode("ascii").split()
        if len(words) != 2:
            raise ValueError("expected a time and a heart rate")
        moment = datetime.datetime.fromtimestamp(int(words[0]), datetime.timezone.utc)
        return {"type": "heartRate", "value": int(words[1]), "unit": "count/min",
                "start": moment.isoformat().replace("+00:00", "Z"), "source": {"name": "Ring"}}


    def read(source):
        for number, line in enumerate(source, start=1):
            if number == 1:
                if not line.startswith(b"RING"):
                    return say({"t": "damaged", "message": "the file does not begin with RING"})
                continue
            try:
                say({"t": "sample", "at": {"line": number}, "sample": sample(line)})
            except (ValueError, OverflowError, OSError) as error:
                say({"t": "fault", "at": {"line": number}, "message": str(error)[:200],
                     "record": {"line": line[:1000].decode("utf-8", "replace")}})
        say({"t": "end"})


    hello = json.loads(STANDARD_INPUT.readline())
    if hello["t"] == "hello" and hello["level"] == "read":
        say({"t": "hello", "protocol": 1, "name": "\#(name)", "version": "0.1.0", "levels": ["read"]})
        STANDARD_INPUT.readline()  # `read`, which names the input
        read(io.BufferedReader(Input()))
    else:
        say({"t": "error", "message": "this plugin reads; it keeps no store and judges nothing"})
    STANDARD_OUTPUT.flush()

    """#
  }

  package static func rule(named name: String) -> PluginTemplate {
    PluginTemplate(files: [
      File(path: PluginManifestReader.fileName, text: ruleManifest(name)),
      File(path: "README.md", text: ruleReadme(name)),
      File(path: "judge.py", text: ruleProgram(name), isExecutable: true),
      File(path: "example/samples.ndjson", text: samples),
      File(path: "example/findings.txt", text: findings),
    ])
  }

  private static func ruleManifest(_ name: String) -> String {
    """
    name: \(name)
    version: 0.1.0
    summary: Judges body masses against the one before.
    protocol: 1
    provides:
      rules:
        - code: steep-rise
          # The types that the rule is about; leave them out for samples of all types.
          types: [bodyMass]
          # What it looks at beside the type; leave them out for all members of a sample.
          fields: [value, subject]
          severity: warning
          title: A body mass is far above the one before
          page: The sample may be another person's, or its unit another one. Look at its source.
    executable: judge.py
    test:
      samples: example/samples.ndjson
      findings: example/findings.txt

    """
  }

  private static let samples = """
    {"type":"bodyMass","start":"2026-01-01T06:00:00Z","value":70,"unit":"kg","subject":"P01"}
    {"type":"bodyMass","start":"2026-01-02T06:00:00Z","value":71,"unit":"kg","subject":"P01"}
    {"type":"bodyMass","start":"2026-01-03T06:00:00Z","value":154,"unit":"kg","subject":"P01"}
    {"type":"bodyMass","start":"2026-01-04T06:00:00Z","value":92,"unit":"kg","subject":"P02"}

    """

  private static let findings = """
    3: warning[steep-rise] /value: 154 kg comes after 71 kg

    """

  private static func ruleReadme(_ name: String) -> String {
    """
    # \(name): a plugin with a rule

    It finds body masses that are more than 10 kg above the one before of the same person. Write your rule in place of it:
    `judge` in `judge.py`, and what people read about it in `plugin.yaml`.

    ```sh
    assay plugins test \(name)
    assay validate --plugin \(name) \(name)/example/samples.ndjson
    assay explain --plugin \(name) \(name)/steep-rise
    ```

    `example/findings.txt` has the findings that the test expects of `example/samples.ndjson`, a line each: the line of the
    sample, the severity and the rule, the field, the words. The samples are made up. Documentation/rules.md of Assay
    describes the messages.

    """
  }

  private static func ruleProgram(_ name: String) -> String {
    #"""
    #!/usr/bin/env python3
    """Judges body masses: batches of samples come in, findings go out."""

    import itertools
    import json
    import sys

    STANDARD_INPUT = sys.stdin.buffer
    STANDARD_OUTPUT = sys.stdout
    # A print would otherwise end the conversation.
    sys.stdout = sys.stderr

    last = {}  # the body mass before, by subject


    def judge(sample):
        """Yields the findings about a sample, in the form of `assay normalize`: the members that plugin.yaml names."""
        mass = sample.get("value")
        if sample["type"] != "bodyMass":
            return
        before = last.get(sample.get("subject"))
        last[sample.get("subject")] = mass
        if before is not None and mass > before + 10:
            yield {"rule": "steep-rise", "field": "/value", "message": f"{mass:g} kg comes after {before:g} kg"}


    def say(message):
        STANDARD_OUTPUT.write(json.dumps(message, separators=(",", ":")) + "\n")
        STANDARD_OUTPUT.flush()


    for line in STANDARD_INPUT:
        message = json.loads(line)
        if message["t"] == "hello":
            if message["level"] != "judge":
                say({"t": "error", "message": "this plugin judges samples; it keeps no store and reads no format"})
                break
            say({"t": "hello", "protocol": 1, "name": "\#(name)", "version": "0.1.0", "levels": ["judge"],
                 "rules": ["steep-rise"]})
        elif message["t"] == "judge":
            # One call for a batch takes less time than one for each line.
            lines = itertools.islice(STANDARD_INPUT, message["count"])
            samples = json.loads(b"[" + b",".join(lines) + b"]")
            findings = [{"at": at, **found} for at, sample in enumerate(samples) for found in judge(sample)]
            say({"t": "findings", "batch": message["batch"], "findings": findings})
        elif message["t"] == "end":
            say({"t": "end"})
            break

    """#
  }
}
