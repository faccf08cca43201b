import HealthFormats
public import HealthModel
public import HealthValidation

/// The rules over several samples on their way through the inputs of a command.
///
/// Used by one thread at a time, in the order of the inputs.
public final class AcrossRun {
  private var rules: AcrossRules
  private let registry: Registry
  private var paths: [String] = []
  private let redacts: Bool

  /// Creates a run; with `redacts` its findings show nothing of the samples.
  public init(registry: Registry, options: AcrossOptions = AcrossOptions(), redacts: Bool = false) {
    self.registry = registry
    self.redacts = redacts
    rules = AcrossRules(registry: registry, options: options)
  }

  /// What was checked within which window, a sentence.
  public var coverage: String { rules.coverage }

  /// Begins an input.
  func begin(_ path: String) { paths.append(path) }

  /// Takes up the accepted samples of a chunk that begins at a position.
  func take(_ result: ChunkResult, at position: ReadPosition) -> [AcrossFinding] {
    guard result.batch.count > 0 else { return [] }
    return rules.add(result.batch, places: places(result, position), skipping: Set(result.twins))
  }

  /// Judges what was waiting for the end.
  public func finish() -> [AcrossFinding] { rules.finish() }

  /// The finding with its words.
  public func diagnostic(_ finding: AcrossFinding) -> Diagnostic {
    AcrossMessages.diagnostic(finding, registry: registry, paths: paths, redacts: redacts)
  }

  /// Where the records of the rows stand; they come in order, so the text is gone over once.
  private func places(_ result: ChunkResult, _ position: ReadPosition) -> [SamplePlace] {
    let bytes = result.chunk.bytes.span.bytes
    var line = position.line
    var column = position.column
    var cursor = 0
    var places: [SamplePlace] = []
    places.reserveCapacity(result.batch.count)
    for record in result.batch.record {
      let start = max(cursor, Int(record.start))
      let extent = TextExtent(of: cursor..<start, in: bytes)
      column = extent.lineFeeds == 0 ? column + extent.columns : 1 + extent.columns
      line += extent.lineFeeds
      cursor = start
      places.append(
        SamplePlace(
          file: Int32(clamping: paths.count - 1), line: Int32(clamping: line), column: Int32(clamping: column),
          byteOffset: result.chunk.offset + Int64(start)))
    }
    return places
  }
}
