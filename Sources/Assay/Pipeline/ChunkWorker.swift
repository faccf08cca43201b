import HealthFormats
import HealthModel
import HealthValidation

/// Reads and judges the records of one chunk.
///
/// A worker is used by one thread at a time and keeps its caches.
struct ChunkWorker: RecordWork, Sendable, ~Copyable {
  private var sampleJudge: SampleJudge
  private let validator: Validator
  private let form: SampleEncoding?
  private let keepsRefused: Bool
  private var withdrawn: WithdrawnSubjects
  private let maximumFindings: Int
  /// The elements of exports that types claim, and the files that elements can name.
  private let context: ReaderContext
  /// Whether reading stops at too many findings, and where to cut the chunk then; `nil` when all was read.
  private var stopsAtLimit = false
  private var cut: Int?
  /// What readers fill, kept from chunk to chunk: a file of an export is a chunk, and its record may have 100,000 parts.
  private var buffer = RawSampleBuffer(syntax: .json)

  /// How many findings a result holds before its chunk is divided: half a megabyte of them.
  ///
  /// A chunk of short lines, or of records with unknown fields, has more findings than bytes to read; a result
  /// waits for those before it, so its findings count toward memory as its bytes do.
  static let maximumFindings = 4096

  /// The room on a tape that is kept for the next chunk: 6 MB.
  private static let maximumKept = 1 << 18

  init(
    validator: Validator, writer form: SampleEncoding?, keepsRefused: Bool,
    withdrawn: WithdrawnSubjects = WithdrawnSubjects(), setsPendingAside: Bool = true, files: ExportFiles = .none,
    maximumFindings: Int = ChunkWorker.maximumFindings
  ) {
    self.maximumFindings = maximumFindings
    context = ReaderContext(elements: ExportElements(validator.registry), files: files)
    self.validator = validator
    self.form = form
    self.keepsRefused = keepsRefused
    self.withdrawn = withdrawn
    sampleJudge = validator.makeJudge()
    sampleJudge.setsPendingAside = setsPendingAside
  }

  /// Reads and judges the chunk's first records: all, or, if it stops at the limit, as many as a result may have findings
  /// for; the rest is with the result.
  mutating func judge(_ chunk: InputChunk, format: InputFormat, stopsAtLimit: Bool = true) -> ChunkResult {
    let chunk = stopsAtLimit ? chunk.loaded() : chunk
    var result = ChunkResult(chunk: chunk)
    sampleJudge.removeResults()
    (self.stopsAtLimit, cut) = (stopsAtLimit, nil)
    let outcome = format.definition.read(&result, in: context, by: &self)
    var extent = outcome.extent
    result.paths = outcome.paths
    result.usedSamples = outcome.usedSamples
    result.passedOver += outcome.passedOver
    for (name, count) in outcome.skipped { result.unsupportedCounts[name, default: 0] += count }
    for (name, count) in outcome.elements { result.elements[name, default: 0] += count }
    if let cut {
      let (head, rest) = chunk.divided(at: cut)
      guard format.canDivide(chunk) else {
        // Read again, as though the source had cut here: what a reader counts and makes ready fits the part.
        var part = judge(head, format: format, stopsAtLimit: false)
        part.rest = rest
        return part
      }
      // Of JSON, what was read is the part's, unless texts were added to it.
      (result.chunk, result.rest, extent) = (head, rest, nil)
    }
    result.findings = sampleJudge.findings
    result.batch = sampleJudge.batch
    result.total = sampleJudge.total
    result.byType = sampleJudge.byType
    result.calendar = sampleJudge.calendar
    result.scoped = sampleJudge.scoped
    switch form {
    case .lines(let writer): writer.append(sampleJudge.batch, to: &result.output)
    case .arrow(let writer): result.tables = writer.tables(of: sampleJudge.batch)
    case .records(var writer): writer.append(sampleJudge.batch, to: &result.output)
    case nil: break
    }
    let content = result.chunk.contentCount
    result.extent = extent ?? TextExtent(of: 0..<content, in: result.chunk.bytes.span.bytes)
    return result
  }

  mutating func read<Reader: RecordReader & ~Copyable>(
    _ reader: inout Reader, _ syntax: RawSyntax, _ result: inout ChunkResult
  ) {
    var last = 0..<0
    var buffer = RawSampleBuffer(syntax: syntax)
    swap(&buffer, &self.buffer)
    buffer.syntax = syntax
    defer { if buffer.tape.capacity <= Self.maximumKept { swap(&buffer, &self.buffer) } }
    let chunk = result.chunk.bytes
    let bytes = chunk.span.bytes
    reading: while true {
      buffer.removeAll()
      let firstFinding = sampleJudge.findings.count
      let isFull =
        stopsAtLimit
        && max(firstFinding, max(result.refused.count, result.unsupported.count)) >= maximumFindings
      let kind = reader.next(in: bytes, into: &buffer)
      if isFull, let next = kind.span {
        // Samples of one element have one place, and stay together.
        if next.lowerBound >= last.upperBound {
          guard result.chunk.records?.isByLine == true else {
            cut = Self.lineEnd(behind: last.upperBound, in: bytes)
            return
          }
          // A line of foreign JSON may hold several records, and means nothing in parts.
          let newline = bytes.firstNewline(from: last.upperBound, to: next.lowerBound)
          if newline < next.lowerBound {
            cut = newline + 1
            return
          }
        }
      }
      last = kind.span ?? last
      switch kind {
      case .end: break reading
      case .sample(let span):
        result.records += 1
        if !withdrawn.isEmpty, withdrawn.own(buffer, span, in: bytes) {
          result.withdrawn += max(1, buffer.samples.count)
          continue
        }
        let row = sampleJudge.batch.count
        let isAccepted = sampleJudge.judge(buffer, span: span, in: bytes)
        if sampleJudge.pending >= 0 {
          setAside(validator.registry.pendingNames[sampleJudge.pending], span, &result)
          continue
        }
        if sampleJudge.isPassedOver {
          result.passedOver += 1
          continue
        }
        if let code = buffer.problems.first?.code, code == .truncated || code == .zipDamaged {
          result.isIncomplete = true
        }
        if !isAccepted, keepsRefused {
          result.refuse(
            RefusedSpan(
              span: ByteRange(span), findings: firstFinding..<sampleJudge.findings.count,
              isFragment: result.chunk.context.isOverlong || result.chunk.file?.isWhole == false))
        }
        if !buffer.unsupported.isEmpty {
          keepUnsupported(buffer, parent: isAccepted && row < sampleJudge.batch.count ? row : nil, bytes, &result)
        }
        // What belongs to a refused sample is not read: it would have no parent.
        if isAccepted, !buffer.companions.isEmpty {
          keepCompanions(buffer, parent: row < sampleJudge.batch.count ? row : nil, bytes, &result)
        }
      case .unsupported(let span):
        result.records += 1
        if withdrawn.areHeld(in: span, of: bytes, syntax) {
          result.withdrawn += 1
          continue
        }
        // A file of which nothing is read is counted, not kept.
        if let file = result.chunk.file { result.unsupportedCounts[file.file.kind.title, default: 0] += 1 }
        keepUnsupported(buffer, parent: nil, bytes, &result)
      case .companion: keepCompanions(buffer, parent: nil, bytes, &result)
      case .broken(let span):
        sampleJudge.report(buffer.problems, span: span)
        if keepsRefused, !withdrawn.areHeld(in: span, of: bytes, syntax) {
          result.refused.append(
            RefusedSpan(span: ByteRange(span), findings: firstFinding..<sampleJudge.findings.count, isFragment: true))
        }
        result.isBroken = true
        result.hasHeaderFault = buffer.problems.contains { $0.code == .csvHeader }
        break reading
      }
    }
  }

  private static func lineEnd(behind place: Int, in bytes: RawSpan) -> Int {
    var end = place
    for byte in [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    where end < bytes.byteCount && bytes.unsafeLoad(fromByteOffset: end, as: UInt8.self) == byte { end += 1 }
    return end
  }

  private func setAside(_ name: String, _ span: Range<Int>, _ result: inout ChunkResult) {
    result.unsupportedCounts[name, default: 0] += 1
    if keepsRefused { result.unsupported.append(RefusedSpan(reason: .unsupported, span: ByteRange(span))) }
  }

  private func keepUnsupported(
    _ buffer: borrowing RawSampleBuffer, parent: Int?, _ bytes: RawSpan, _ result: inout ChunkResult
  ) {
    for item in buffer.unsupported {
      let name = Int(item.name.lowerBound)..<Int(item.name.upperBound)
      let text = String(decoding: name.map { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }, as: UTF8.self)
      result.unsupportedCounts[text, default: 0] += 1
      guard keepsRefused else { continue }
      result.unsupported.append(
        RefusedSpan(
          reason: .unsupported, span: ByteRange(Int(item.span.lowerBound)..<Int(item.span.upperBound)),
          parent: item.hasParent ? parent : nil))
    }
  }

  /// Keeps the elements whose samples are read with files of their own.
  private func keepCompanions(
    _ buffer: borrowing RawSampleBuffer, parent: Int?, _ bytes: RawSpan, _ result: inout ChunkResult
  ) {
    for item in buffer.companions {
      let range = Int(item.span.lowerBound)..<Int(item.span.upperBound)
      let element = bytes.extracting(range).withUnsafeBytes { Array($0) }
      result.companions.append(
        NamedCompanion(
          file: Int(item.file), element: element, start: range.lowerBound, parent: item.hasParent ? parent : nil))
    }
  }
}

extension RecordKind {
  fileprivate var span: Range<Int>? {
    switch self {
    case .sample(let span), .unsupported(let span), .companion(let span), .broken(let span): span
    case .end: nil
    }
  }
}
