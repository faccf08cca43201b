import Benchmark
import HealthFormats
import HealthModel
import HealthValidation

/// *judge*: the rules, on 10,000 samples: those of `validate` with reading, the rules alone, and with normal forms as
/// `import` wants them.
func judging() {
  measure(
    "judge.read.10k",
    on: { try JudgingThread(MadeInput(jsonLines: 10_000), normalizes: false) },
    { _, thread in try thread.readAndJudge() })
  measure(
    "judge.rules.10k",
    on: { try JudgingThread(MadeInput(jsonLines: 10_000), normalizes: false, parses: true) },
    { _, thread in try thread.judgeParsed() })
  measure(
    "judge.normalize.10k",
    on: { try JudgingThread(MadeInput(jsonLines: 10_000), normalizes: true, parses: true) },
    { _, thread in try thread.judgeParsed() })
}

/// What one thread of a run has: its judge, whose caches last.
final class JudgingThread {
  private let input: MadeInput
  private let parsed: [[ParsedRecord]]
  private var judge: SampleJudge

  /// - Parameters:
  ///   - input: what is judged.
  ///   - normalizes: whether normal forms are made.
  ///   - parses: whether the records are read here, for `judgeParsed`.
  /// - Throws: what keeps the types from being read.
  init(_ input: MadeInput, normalizes: Bool, parses: Bool = false) throws {
    self.input = input
    parsed = parses ? input.chunks.map { ParsedRecord.all(of: $0, in: input) } : []
    judge = try MadeSample.validator(normalizes: normalizes).makeJudge()
  }

  /// Reads and judges each record, as a run does.
  func readAndJudge() throws { try input.check(input.judge(by: &judge) { _ in }) }

  /// Judges records that were read before.
  func judgeParsed() throws { try input.check(Self.accepted(of: parsed, in: input, by: &judge)) }

  private static func accepted(
    of parsed: [[ParsedRecord]], in input: MadeInput, by judge: inout SampleJudge
  ) -> Int {
    var accepted = 0
    for (chunk, records) in zip(input.chunks, parsed) {
      judge.removeResults()
      let text = chunk.bytes
      let bytes = text.span.bytes
      for item in records { judge.judge(item.record, span: item.span, in: bytes) }
      accepted += judge.total.accepted
    }
    return accepted
  }
}

/// A record as it was read, and its place; a class, since its buffer is never copied.
private final class ParsedRecord {
  var record: RawSampleBuffer
  let span: Range<Int>

  /// Takes a record out of the reader's buffer.
  init(taking record: inout RawSampleBuffer, at span: Range<Int>) {
    self.record = RawSampleBuffer(syntax: record.syntax)
    self.span = span
    swap(&self.record, &record)
  }

  static func all(of chunk: InputChunk, in input: MadeInput) -> [ParsedRecord] {
    var records: [ParsedRecord] = []
    input.read(chunk) { record, span in records.append(ParsedRecord(taking: &record, at: span)) }
    return records
  }
}

extension MadeInput {
  /// Reads and judges all records.
  ///
  /// - Parameters:
  ///   - judge: who judges.
  ///   - take: told after each chunk.
  /// - Returns: how many were accepted.
  func judge(by judge: inout SampleJudge, _ take: (borrowing SampleJudge) -> Void) -> Int {
    var accepted = 0
    for chunk in chunks {
      judge.removeResults()
      let text = chunk.bytes
      read(chunk) { record, span in judge.judge(record, span: span, in: text.span.bytes) }
      accepted += judge.total.accepted
      take(judge)
    }
    return accepted
  }

  /// The samples in their normal form, a batch for each chunk.
  func batches() throws -> [SampleBatch] {
    var judge = try MadeSample.validator(normalizes: true).makeJudge()
    var batches: [SampleBatch] = []
    try check(self.judge(by: &judge) { batches.append($0.batch) })
    return batches
  }
}
