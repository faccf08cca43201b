import AssayPlatform
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage

/// `assay export --by subject --output FOLDER`: a file for each subject.
extension ExportCommand {
  /// What became of the files.
  private struct Written {
    var count = 0
    /// What tables left out, and names that the store lacks.
    var notes: [String] = []
    /// Why files are not written.
    var failures: [String] = []
    /// How many there should be.
    var total = 0
  }

  /// Writes the samples of each subject to a file of its own, and closes the store.
  ///
  /// A file that is there is replaced when the new one is complete. A file that cannot be written does not stop the
  /// others.
  ///
  /// - Throws: `CommandFailure`; `ExitCode` when samples were left out or a name is not in the store.
  func write(
    _ answer: SampleAnswer, _ query: SampleQuery, _ note: String?, intoFolder folder: String,
    closing store: any StorageBackend
  ) async throws {
    let written = try await OpenStore.closing(store) {
      do {
        let parts = try await query.bySubject(for: HealthStore(store, zones: ZoneFolders.database))
        let names = try SubjectFileNames.names(of: parts.map(\.subject), ending: Self.ending(answer.format))
        let output = try OutputFolder(folder)
        // A name that a link has is found before the first file is replaced.
        for name in names { _ = try output.path(of: name) }
        var written = Written(total: names.count)
        for (part, name) in zip(parts, names) where StopSignals.pending() == nil {
          try await Self.write(answer, part.query, of: store, to: name, in: output, &written)
        }
        written.notes = try await MissingNames.notes(query, in: store, isEmpty: parts.isEmpty) + written.notes
        if parts.isEmpty, let note { written.notes.append(note) }
        return written
      } catch let error as StorageError {
        throw CommandFailure(error)
      } catch let error as QueryError {
        throw CommandFailure(error)
      } catch let error as OutputError {
        throw CommandFailure(error)
      }
    }
    let count =
      "\(written.count) of \(CountText.of(written.total, "file")) in \(TextEscaping.escaped(folder, limit: 1000))"
    if let signal = StopSignals.pending() {
      throw CommandFailure("stopped by a signal; \(count) are complete", status: 128 + signal)
    }
    guard written.failures.isEmpty else {
      for failure in written.failures.prefix(10) { StandardError.write("assay: \(failure)\n") }
      throw CommandFailure("\(count) are written, the others are as they were", status: ExitStatus.environment)
    }
    try MissingNames.end(written.notes)
  }

  /// Writes the samples of one subject; a file that cannot be written is noted.
  private static func write(
    _ answer: SampleAnswer, _ query: SampleQuery, of store: any StorageBackend, to name: String,
    in folder: OutputFolder, _ written: inout Written
  ) async throws {
    do {
      let file = try folder.begin(name)
      let end = try await answer.write(
        query, of: store, AnswerCut(all: query, registry: answer.registry), to: file.output)
      // A file that is cut takes no other one's place.
      guard StopSignals.pending() == nil else { return }
      try file.finish()
      written.count += 1
      written.notes += CSVAnswer.notes(end.omissions).map { "\(TextEscaping.escaped(name)): \($0)" }
    } catch let error as OutputError {
      written.failures.append("\(error)")
    }
  }

  private static func ending(_ format: SampleFormat) -> String {
    switch format {
    case .csv: ".csv"
    case .json: ".json"
    case .jsonl: ".ndjson"
    case .table: ".txt"
    case .arrow: ".arrows"
    }
  }
}
