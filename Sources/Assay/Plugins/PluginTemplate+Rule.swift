extension PluginTemplate {
  /// A plugin with a rule of its own, in Python without libraries.
  package static func rule(named name: String) -> PluginTemplate {
    PluginTemplate(files: [
      File(path: PluginManifestReader.fileName, text: manifest(name)),
      File(path: "README.md", text: readme(name)),
      File(path: "judge.py", text: program(name), isExecutable: true),
      File(path: "example/samples.ndjson", text: samples),
      File(path: "example/findings.txt", text: findings),
    ])
  }

  private static func manifest(_ name: String) -> String {
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

  private static func readme(_ name: String) -> String {
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

  private static func program(_ name: String) -> String {
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
