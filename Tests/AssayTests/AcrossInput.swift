import HealthFormats
import HealthModel
import HealthValidation

/// Lines of samples, cut into batches wherever a test wants.
struct AcrossInput {
  let registry: Registry
  let lines: [[UInt8]]

  init(_ registry: Registry, _ text: some Collection<UInt8>) {
    self.registry = registry
    lines = text.split(separator: UInt8(ascii: "\n")).map { Array($0) }
  }

  /// The findings about all lines, in batches that end before each of the given lines, counted from 0.
  func findings(cutBefore cuts: [Int] = [], options: AcrossOptions = AcrossOptions()) throws -> [AcrossFinding] {
    var rules = AcrossRules(registry: registry, options: options)
    return try findings(cutBefore: cuts, by: &rules)
  }

  /// The findings about all lines by rules that tell more afterwards.
  func findings(cutBefore cuts: [Int] = [], by rules: inout AcrossRules) throws -> [AcrossFinding] {
    var findings: [AcrossFinding] = []
    var start = 0
    for cut in cuts.sorted() + [lines.count] {
      let piece = try batch(of: start..<max(start, cut))
      findings += rules.add(piece.batch, places: piece.places)
      start = max(start, cut)
    }
    return findings + rules.finish()
  }

  /// The samples of some lines with their places.
  func batch(of range: Range<Int>) throws -> (batch: SampleBatch, places: [SampleLocation]) {
    var text: [UInt8] = []
    var starts: [Int] = []
    for line in lines[range] {
      starts.append(text.count)
      text += line
      text.append(UInt8(ascii: "\n"))
    }
    let before = lines[..<range.lowerBound].reduce(0) { $0 + $1.count + 1 }
    let chunk = InputChunk(
      bytes: text, offset: Int64(before), index: 0, context: ChunkContext(isFirst: true, isLast: true))
    let options = ValidationOptions(now: ProjectFiles.now, normalizes: true)
    var judge = Validator(registry: registry, options: options).makeJudge()
    var reader = JSONLinesReader(chunk: chunk)
    var buffer = RawSampleBuffer(syntax: .json)
    let bytes = chunk.bytes.span.bytes
    while true {
      buffer.removeAll()
      guard case .sample(let span) = reader.next(in: bytes, into: &buffer) else { break }
      guard judge.judge(buffer, span: span, in: bytes) else {
        throw CaseIsMalformed(line: String(decoding: chunk.bytes[span].prefix(80), as: UTF8.self))
      }
    }
    var places: [SampleLocation] = []
    var line = 0
    for record in judge.batch.record {
      while line + 1 < starts.count, starts[line + 1] <= Int(record.start) { line += 1 }
      places.append(
        SampleLocation(
          file: 0, line: Int32(range.lowerBound + line + 1), column: 1,
          byteOffset: Int64(before) + Int64(record.start)))
    }
    return (judge.batch, places)
  }
}
