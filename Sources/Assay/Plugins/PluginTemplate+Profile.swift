extension PluginTemplate {
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

  /// What the example gives; the id is that of its content.
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
}
