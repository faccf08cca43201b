import HealthModel

@testable import HealthFormats

/// All that reading a table gives, in words that a case file can hold.
///
/// A sample is its fields as `name=text`, metadata as `m:key=text`, originals as `o:key=text`, unknown fields as
/// `?key=text`; the zone that the record names is `zone=text`; members stand behind ` / `. A finding of the reader is its code, its detail, and its line and column.
struct ReadTable: Hashable, Sendable {
  var records: [String] = []
  /// Where chunks end.
  var cuts: [Int64] = []
  /// Why the input broke off.
  var error: InputError?
  var isBroken = false

  /// Reads a table from memory.
  init(_ document: [UInt8], layout: TableLayout = TableLayout(), chunk size: Int = 1 << 20) {
    self.init(CSVChunker(source: MemorySource(document), size: size, layout: layout), of: document)
  }

  /// Reads a table chunk by chunk, as the pipeline does.
  init(_ source: some ChunkSource, of document: [UInt8]) {
    var source = source
    do throws(InputError) {
      while !isBroken, let chunk = try source.next() { read(chunk, of: document) }
    } catch {
      self.error = error
    }
  }

  private mutating func read(_ piece: InputChunk, of document: [UInt8]) {
    cuts.append(piece.offset + Int64(piece.contentCount) + piece.skipped)
    var chunk = piece
    var reader = CSVReader(preparing: &chunk)
    let text = ChunkText(chunk: chunk, document: document)
    var buffer = RawSampleBuffer(syntax: .csv)
    let bytes = chunk.bytes.span.bytes
    while true {
      buffer.removeAll()
      switch reader.next(in: bytes, into: &buffer) {
      case .end: return
      case .broken:
        records.append("broken " + text.problems(buffer))
        isBroken = true
        return
      default: records.append(buffer.problems.isEmpty ? text.samples(buffer) : text.problems(buffer))
      }
    }
  }
}

/// The texts and places of a chunk.
struct ChunkText {
  let chunk: InputChunk
  let document: [UInt8]

  /// The record's samples.
  func samples(_ buffer: borrowing RawSampleBuffer) -> String {
    buffer.samples.map { sample in
      var parts: [String] = []
      for field in SampleField.allCases where sample[field].isPresent {
        parts.append("\(field.label)=\(text(sample[field]))")
      }
      for (kinds, mark) in Self.marks {
        for place in sample.tape where kinds.contains(buffer.tape[place].kind) {
          parts.append(mark + entry(buffer.tape[place]))
        }
      }
      if buffer.zone.isPresent { parts.append("zone=" + text(buffer.zone)) }
      return parts.joined(separator: " ")
    }.joined(separator: " / ")
  }

  /// What the reader found wrong.
  func problems(_ buffer: borrowing RawSampleBuffer) -> String {
    buffer.problems.map { "\($0.code.name) \($0.detail) \(place(Int($0.span.lowerBound)))" }.joined(separator: " + ")
  }

  /// The text of a field, doubled quotes made single.
  func text(_ field: RawField) -> String {
    var output: [UInt8] = []
    if field.isEscaped {
      let bytes = chunk.bytes.span.bytes
      if chunk.records == nil {
        CSVText.appendDecoded(field.range, in: bytes, to: &output)
      } else {
        JSONText.appendDecoded(field.range, in: bytes, to: &output)
      }
    } else {
      output.append(contentsOf: chunk.bytes[field.range])
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The line and column of a place in the chunk; `-` when the input does not have it.
  func place(_ offset: Int) -> String {
    guard let content = chunk.contentOffset(of: offset) else { return "-" }
    let before = document.prefix(Int(chunk.offset) + content)
    let line = before.count(where: { $0 == UInt8(ascii: "\n") }) + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let column = before[start...].count(where: { $0 & 0xC0 != 0x80 }) + 1
    return "\(line):\(column)"
  }

  private static let marks: [([TapeEntry.Kind], String)] = [
    ([.metadata], "m:"), ([.original], "o:"), ([.unknown, .unknownOfSource, .unknownOfDevice], "?"),
  ]

  private func entry(_ entry: TapeEntry) -> String {
    let object = entry.kind.isUnknown ? entry.kind.object.map { $0.label + "." } : nil
    return (object ?? "") + "\(text(entry.key))=\(text(entry.value))"
  }
}
