import ArgumentParser
import AssayPlatform
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage

/// The SVG file in which samples are drawn instead of being printed.
struct PictureOption: ParsableArguments {
  @Option(
    name: .customLong("plot"),
    help: ArgumentHelp("Draw the samples in this SVG file instead of printing them.", valueName: "file.svg"),
    completion: .file(extensions: ["svg"]))
  var plot: String? = nil

  /// The path of the file; `nil` without `--plot`, which excludes options that say how samples are printed.
  func path(_ arguments: [String], prints: Bool) throws -> String? {
    try PlotPlace.checkOnce(arguments)
    guard let plot else { return nil }
    try PlotPlace.checkName(plot)
    guard !prints else {
      throw CommandFailure.usage(
        "--plot draws the samples instead of printing them; leave out --output-format, --columns, --unit, --list and --as"
      )
    }
    return plot
  }
}

/// Stored samples that answer a query, drawn.
struct PictureAnswer {
  let path: String
  /// The clock of a zone; `nil` for that of each sample.
  let clock: ChartClock?

  /// Prepares an answer; its times are those of a zone, by default those that samples were written with.
  init(_ path: String, zone: TimeZoneRules?) {
    self.path = path
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
    let file: PendingFile
    do {
      file = try PlotPlace.file(path)
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
    try file.output.append(SVGPicture.document(pictures))
    try file.finish()
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
