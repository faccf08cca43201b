extension PluginTemplate {
  /// A plugin that reads a small format of its own, in Python without libraries.
  package static func reader(named name: String) -> PluginTemplate {
    PluginTemplate(files: [
      File(path: PluginManifestReader.fileName, text: manifest(name)),
      File(path: "README.md", text: readme(name)),
      File(path: "read.py", text: program(name), isExecutable: true),
      File(path: "example/day.\(name)", text: example),
    ])
  }

  private static func manifest(_ name: String) -> String {
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

  private static func readme(_ name: String) -> String {
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

  private static func program(_ name: String) -> String {
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
}
