import HealthModel

@testable import HealthFormats

/// A record as a test compares it: offsets of the input, texts decoded.
struct ReadRecord: Hashable, Sendable {
  var kind: String
  var start: Int64
  /// Where it ends; 0 for a broken document, whose end is that of its chunk.
  var end: Int64
  var samples: [[String: String]] = []
  var metadata: [[String]] = []
  var unknown: [String] = []
  var unsupported: [String] = []
  var problems: [String] = []

  /// The codes of the problems.
  var codes: [String] { problems.map { String($0.prefix { $0 != " " }) } }
}

/// All that reading an export gives.
struct ReadExport: Hashable, Sendable {
  var records: [ReadRecord] = []
  var elements: [String: Int] = [:]
  /// Where chunks end.
  var cuts: [Int64] = []
  /// Why the input broke off.
  var error: InputError?
  var isBroken = false

  /// The records that are samples, good or refused.
  var samples: [ReadRecord] { records.filter { $0.kind == "sample" } }

  /// Nothing read.
  init() {}

  /// Reads a document from memory.
  init(_ bytes: [UInt8], chunk size: Int = 1 << 20) {
    self.init(ElementChunker(source: MemorySource(bytes), size: size))
  }

  /// Reads chunk by chunk, as the pipeline does.
  init(_ source: some ChunkSource) {
    var source = source
    do throws(InputError) {
      while !isBroken, let chunk = try source.next() { read(chunk) }
    } catch {
      self.error = error
    }
  }

  private mutating func read(_ chunk: InputChunk) {
    cuts.append(chunk.offset + Int64(chunk.bytes.count) + chunk.skipped)
    var reader = AppleHealthReader(chunk: chunk)
    var buffer = RawSampleBuffer(syntax: .appleHealth)
    let bytes = chunk.bytes.span.bytes
    reading: while true {
      buffer.removeAll()
      switch reader.next(in: bytes, into: &buffer) {
      case .end: break reading
      case .sample(let span): records.append(Self.record("sample", span, buffer, chunk))
      case .unsupported(let span): records.append(Self.record("unsupported", span, buffer, chunk))
      case .companion(let span): records.append(Self.record("companion", span, buffer, chunk))
      case .broken(let span):
        var record = Self.record("broken", span, buffer, chunk)
        record.end = 0
        records.append(record)
        isBroken = true
        break reading
      }
    }
    for (name, count) in reader.elementCounts { elements[name, default: 0] += count }
  }

  private static func record(
    _ kind: String, _ span: Range<Int>, _ buffer: borrowing RawSampleBuffer, _ chunk: InputChunk
  ) -> ReadRecord {
    var record = ReadRecord(
      kind: kind, start: chunk.offset + Int64(span.lowerBound), end: chunk.offset + Int64(span.upperBound))
    for sample in buffer.samples {
      var fields: [String: String] = [:]
      for field in SampleField.allCases where sample[field].kind == .string {
        fields[field.label] = text(sample[field], chunk)
      }
      record.samples.append(fields)
      record.metadata.append(
        sample.tape.filter { buffer.tape[$0].kind == .metadata }.map { place in
          text(buffer.tape[place].key, chunk) + "=" + text(buffer.tape[place].value, chunk)
        })
      for place in sample.tape where buffer.tape[place].kind.isUnknown {
        record.unknown.append(text(buffer.tape[place].key, chunk))
      }
    }
    for item in buffer.unsupported {
      let name = chunk.bytes[Int(item.name.lowerBound)..<Int(item.name.upperBound)]
      let place = chunk.offset + Int64(item.span.lowerBound)
      record.unsupported.append(
        "\(String(decoding: name, as: UTF8.self)) \(place)+\(item.span.count)\(item.hasParent ? " inside" : "")")
    }
    record.problems = buffer.problems.map {
      "\($0.code.name) \($0.detail) \(chunk.offset + Int64($0.span.lowerBound))+\($0.span.count)"
    }
    return record
  }

  private static func text(_ field: RawField, _ chunk: InputChunk) -> String {
    var output: [UInt8] = []
    XMLText.appendDecoded(field.range, in: chunk.bytes.span.bytes, to: &output)
    return String(decoding: output, as: UTF8.self)
  }
}

extension ReadExport {
  /// Reads a document whose root holds these elements.
  static func document(_ body: String, chunk size: Int = 1 << 20) -> ReadExport {
    ReadExport(Array("<HealthData locale=\"en_US\">\n \(body)\n</HealthData>\n".utf8), chunk: size)
  }
}
