import AssayPlatform
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage

/// Stored samples that answer a query, drawn.
struct PictureAnswer {
  let place: PlotPlace
  /// The clock of a zone; `nil` for that of each sample.
  let clock: ChartClock?

  /// Prepares an answer; its times are those of a zone, by default those that samples were written with.
  init(_ place: PlotPlace, zone: TimeZoneRules?) {
    self.place = place
    clock =
      zone.map { rules in
        ChartClock(
          name: rules.identifier, local: { rules.local($0) }, instant: { rules.instant(ofLocal: $0) })
      }
  }

  /// Draws the samples, and closes the store.
  ///
  /// - Throws: `CommandFailure` when nothing can be drawn, the store fails, or a signal has come.
  func write(_ query: SampleQuery, closing backend: any StorageBackend) async throws {
    // Made at once, so that a place that cannot be written is reported before the work.
    let file: PendingFile?
    do {
      file = try place.file()
    } catch {
      try? await backend.close()
      throw error
    }
    let (book, missing) = try await OpenStore.closing(backend) {
      let store = HealthStore(backend, zones: ZoneFolders.database)
      do {
        let book = try await read(query, of: store)
        return (book, try await MissingNames.notes(query, in: backend, isEmpty: book.isEmpty))
      } catch let error as QueryError {
        throw CommandFailure(error)
      } catch let error as StorageError {
        throw CommandFailure(error)
      }
    }
    if let signal = StopSignals.pending() { throw CommandFailure("stopped by a signal", status: 128 + signal) }
    let pictures = book.all
    guard !pictures.isEmpty else {
      for note in missing { StandardError.write("assay: \(note)\n") }
      throw CommandFailure(book.refusal, status: ExitStatus.refused)
    }
    if let file {
      try file.output.append(SVGPicture.document(pictures))
      try file.finish()
    } else {
      let terminal = TerminalPicture(TerminalChart(environment: TerminalChart.variable))
      let output = ByteOutput.standardOutput()
      try output.append(pictures.map { terminal.text($0) }.joined(separator: "\n"))
      try output.flush()
    }
    try MissingNames.end(book.notes + missing)
  }

  private func read(_ query: SampleQuery, of store: HealthStore) async throws -> PictureBook {
    var book = PictureBook(registry: store.registry, clock: clock)
    guard !query.types.isEmpty || query.ids != nil else {
      throw CommandFailure.usage("--plot needs --type or --id: it draws samples of one kind, not a whole store")
    }
    try book.check(query)
    try await query.forEachSample(for: store) { sample in
      book.take(sample)
      return !book.isFull && !book.hasMoreParents && StopSignals.pending() == nil
    }
    for sample in book.parents where !book.isFull && StopSignals.pending() == nil {
      for type in book.series(of: sample) where !book.isFull {
        try await SeriesQuery(type.id, of: sample).forEachSeries(for: store) { series in
          book.take(series.sample)
          return !book.isFull && StopSignals.pending() == nil
        }
      }
    }
    return book
  }
}
