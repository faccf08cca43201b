import HealthFormats
import HealthModel
import Testing

/// What is taken over from the samples before must be what reading would have found.
@Suite struct RepeatedTextTests {
  @Test func linesInOneChunkReadAsEachByItself() {
    var lines = RandomLines(seed: RandomExports.seed)
    for _ in 0..<400 {
      let texts = lines.next()
      let together = read(texts.flatMap { $0 })
      let apart = texts.flatMap { read($0) }
      #expect(together == apart, "of \(texts.map { String(decoding: $0, as: UTF8.self) })")
    }
  }

  @Test func describedDevicesReadAsEachByItself() {
    let devices = [
      "&lt;&lt;HKDevice: 0x1&gt;, name:Watch, manufacturer:Example Ltd, model:Watch, hardware:Watch6,7&gt;",
      "&lt;&lt;HKDevice: 0x2&gt;, name:Watch, manufacturer:Example Ltd, model:Watch, hardware:Watch6,7&gt;",
      "&lt;&lt;HKDevice: 0x1&gt;, name:Watch, manufacturer:Example Ltd, model:Watch, hardware:Watch6,8&gt;", "Scale",
      "S",
      "",
    ]
    let records = (0..<60).map { index in
      #"<Record type="HKQuantityTypeIdentifierStepCount" device="\#(devices[index * 7 % devices.count])" value="1"/>"#
    }
    let texts = records.map { Array($0.utf8) }
    #expect(readExport(texts) == texts.flatMap { readExport([$0]) })
  }

  /// A value that is compared instead of read must have been sound, also where a record has more faults than are told.
  @Test func faultyValuesAreReportedEachTime() {
    let faults = String(repeating: "<", count: 20)
    let values = ["Watch &bad; 1", "Watch < 1", "Watch \u{1} 1", "Watch &#1; 1"]
    for value in values {
      for first in ["", faults] {
        let record =
          #"<Record type="HKQuantityTypeIdentifierStepCount" unit="\#(first)" sourceName="\#(value)" value="1"/>"#
        let texts = Array(repeating: Array(record.utf8), count: 3)
        let found = readExport(texts)
        #expect(found == texts.flatMap { readExport([$0]) })
        #expect(found.allSatisfy { $0.contains(first.isEmpty ? "xml" : "illegalCharacter") }, "\(found)")
      }
    }
    // The same value behind a record with many faults, which may hide one of its own.
    let hidden = #"<Record type="T" unit="\#(faults)" sourceName="Watch < 1" value="1"/>"#
    let plain = #"<Record type="T" unit="count" sourceName="Watch < 1" value="1"/>"#
    let texts = [plain, hidden, plain, plain].map { Array($0.utf8) }
    #expect(readExport(texts) == texts.flatMap { readExport([$0]) })
  }

  @Test func recordsInOneChunkReadAsEachByItself() {
    var records = RandomRecords(seed: RandomExports.seed)
    for _ in 0..<400 {
      let texts = records.next()
      let together = readExport(texts)
      let apart = texts.flatMap { readExport([$0]) }
      #expect(together == apart, "of \(texts.map { String(decoding: $0, as: UTF8.self) })")
    }
  }

  /// Each record's samples as words, with texts in place of places.
  private func read(_ text: [UInt8]) -> [String] {
    let chunk = InputChunk(
      bytes: text, offset: 1, index: 1, context: ChunkContext(isFirst: false, isLast: false))
    var reader = JSONLinesReader(chunk: chunk)
    return read(&reader, .json, text)
  }

  private func readExport(_ records: [[UInt8]]) -> [String] {
    let text = Array(records.joined())
    let chunk = InputChunk(
      bytes: text, offset: 1, index: 1, context: ChunkContext(isFirst: false, isLast: false))
    var reader = AppleHealthReader(chunk: chunk)
    return read(&reader, .appleHealth, text)
  }

  private func read(
    _ reader: inout some RecordReader & ~Copyable, _ syntax: RawSyntax, _ text: [UInt8]
  ) -> [String] {
    var found: [String] = []
    var buffer = RawSampleBuffer(syntax: syntax)
    while true {
      buffer.removeAll()
      switch reader.next(in: text.span.bytes, into: &buffer) {
      case .end: return found
      case .sample(let span): found.append(describe(buffer, from: span.lowerBound, text))
      case .unsupported(let span), .companion(let span): found.append("no sample of \(span.count) bytes")
      case .broken(let span):
        found.append("broken after \(span.count) bytes")
        return found
      }
    }
  }

  private func describe(_ buffer: borrowing RawSampleBuffer, from start: Int, _ text: [UInt8]) -> String {
    var words = buffer.problems.map { "\($0.code) \($0.detail) \(Int($0.span.lowerBound) - start)" }
    for sample in buffer.samples {
      for field in SampleField.allCases where sample[field].isPresent {
        let value = sample[field]
        words.append(
          "\(field) \(value.kind) \(value.isEscaped) \(Int(value.start) - start) "
            + String(decoding: text[value.range], as: UTF8.self))
        #expect(sample.present[field])
        #expect(sample.strings[field] == (value.kind == .string))
      }
    }
    for sample in buffer.samples {
      for entry in sample.tape.map({ buffer.tape[$0] }) where entry.kind.isUnknown {
        words.append("unknown \(String(decoding: text[entry.key.range], as: UTF8.self)) \(entry.value.range.count)")
      }
    }
    return words.joined(separator: "; ")
  }
}
