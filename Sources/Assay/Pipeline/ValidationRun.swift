public import HealthFormats
public import HealthModel
public import HealthReports
import HealthValidation

/// Checks one input, and writes the accepted samples in their normal form when asked.
public struct ValidationRun {
  private let environment: RunEnvironment

  /// Creates a run with what the runs of a command share.
  public init(_ environment: RunEnvironment) { self.environment = environment }

  /// Reads an input to its end.
  ///
  /// - Parameters:
  ///   - input: the input.
  ///   - output: where accepted samples go as NDJSON; the validator's options must ask for normalizing.
  ///   - wanted: the file for refused records; `nil` keeps none.
  ///   - samples: takes the accepted samples, in the order of the input, and the rows that came before as members of a
  ///     correlation or as samples of their own; the validator's options must ask for normalizing.
  /// - Returns: the run's numbers.
  /// - Throws: `InputError` when the input cannot be read, `OutputError`, `Interrupted`; `StorageError.locked` when another
  ///   run writes to the file for refused records.
  public func run(
    _ input: ResolvedInput, output: ByteOutput? = nil, quarantine wanted: QuarantineFile? = nil,
    samples: ((SampleBatch, _ repeats: [Int]) throws -> Void)? = nil
  ) async throws -> Summary {
    try await run(input, into: output.map(SampleOutput.lines), quarantine: wanted, samples: samples)
  }

  /// Reads an input to its end, and writes accepted samples in one of several forms.
  package func run(
    _ input: ResolvedInput, into output: SampleOutput?, quarantine wanted: QuarantineFile?,
    samples: ((SampleBatch, _ repeats: [Int]) throws -> Void)? = nil
  ) async throws -> Summary {
    let validator = environment.validator
    let (lock, file) = try await environment.lock(wanted)
    defer { lock?.release() }
    let input = try input.inItsDialect(by: validator.registry)
    let run = InputRun(environment, input: input)
    if let file {
      run.quarantine = try Quarantine(file, catalogHash: validator.registry.contentHash)
    }
    var writer = SampleJSONWriter(registry: validator.registry)
    writer.only = environment.ruleLineTypes
    writer.fields = environment.ruleLineFields
    let lines = environment.rules.isEmpty ? nil : SampleForm.lines(writer)
    let form = output?.form(of: validator.registry) ?? lines
    let keepsRefused = file != nil
    let files = input.files
    let tally = LineTally()
    let pipeline = ChunkPipeline(jobs: environment.jobs, inputSize: input.totalSize) {
      ChunkWorker(validator: validator, writer: form, keepsRefused: keepsRefused, files: files)
    }
    func take(_ result: consuming ChunkResult) throws -> Bool {
      var result = result
      run.findRepeats(in: &result)
      try samples?(result.batch, result.repeats)
      try run.take(result)
      let place = run.place(of: result)
      run.advance(over: result)
      try output?.append(result, from: place)
      environment.progress?(run.position.byteOffset, run.summary.refused)
      if let signal = environment.interruption() { throw Interrupted(signal: signal, summary: run.summary) }
      return !run.isBroken
    }
    do {
      let size = ChunkPipeline.chunkSize(jobs: environment.jobs, of: input.format, input.layout)
      let source: any ChunkSource
      if let lines = try input.makeLineSource() {
        let first = lines.firstByte ?? input.range?.start ?? 0
        run.begin(at: first)
        source = input.chunks(of: TalliedSource(lines, tally), size: size, offset: first)
      } else {
        source = try input.makeChunks(size: size, types: validator.registry)
      }
      try await pipeline.run(source, format: input.format) { try take($0) }
      if let plan = run.filePlan {
        try await pipeline.run(plan.chunks(of: input), format: input.format) { try take($0) }
      }
      run.countUnnamedFiles()
    } catch let error as InputError {
      // A plugin that reads is ended by the signal as well.
      if let signal = environment.interruption() { throw Interrupted(signal: signal, summary: run.summary) }
      try run.damage(error)
    }
    if let range = input.range {
      run.summary.ranges = [tally.range(range, of: input.displayPath, size: input.size, redacts: environment.redacts)]
    }
    try run.finishRules()
    try run.quarantine?.synchronize()
    try run.reportUnusedSamples()
    try run.reportNotes()
    try run.reportUnusedPaths()
    try run.reportEmptiness()
    return run.finished
  }
}
