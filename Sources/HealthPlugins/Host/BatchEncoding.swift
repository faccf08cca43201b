import AssayPlatform
import HealthModel
import HealthStorage

/// Samples that are sent together.
struct EncodedBatch: Sendable {
  var text: [UInt8] = []
  var rows: [Int32] = []
}

/// Divides appended samples into batches for a plugin, and writes them in the form that it takes.
struct BatchEncoding: Sendable {
  /// How many bytes a batch may have; the group that reaches it is the last one.
  static let maximumBytes = 4 << 20

  enum Writer: Sendable {
    case lines(LineEncoder)
    case columns(ColumnEncoder)
  }

  let writer: Writer
  /// The most samples of a batch, when no group is larger.
  let maximumCount: Int
  let minimumCount: Int
  let maximumLine: Int

  /// The outcome of a part of the samples.
  struct Encoded: Sendable {
    var batches: [EncodedBatch] = []
    var refused: [(row: Int, reason: String)] = []
  }

  /// How many parts are made of what is appended: the plugin works on the first while the next ones are written, and both
  /// sides wait only for the first and the last one.
  private static let pieces = 6

  /// Divides rows into parts of about a batch each, never within a group.
  func parts(of batch: SampleBatch) -> [Range<Int>] {
    let size = min(maximumCount, max(minimumCount, (batch.count + Self.pieces - 1) / Self.pieces))
    var parts: [Range<Int>] = []
    var start = 0
    var row = 0
    while row < batch.count {
      let end = batch.group(at: row).upperBound
      if end - start > size, row > start {
        parts.append(start..<row)
        start = row
      }
      row = end
    }
    if start < row { parts.append(start..<row) }
    return parts
  }

  func encode(_ part: Range<Int>, of batch: SampleBatch) -> Encoded {
    switch writer {
    case .lines(let encoder): encode(part, of: batch, asLines: encoder)
    case .columns(let encoder): encode(part, of: batch, asColumns: encoder)
    }
  }

  private func encode(_ part: Range<Int>, of batch: SampleBatch, asLines encoder: LineEncoder) -> Encoded {
    var result = Encoded()
    var current = EncodedBatch()
    current.rows.reserveCapacity(part.count)
    var row = part.lowerBound
    while row < part.upperBound {
      let group = batch.group(at: row)
      row = group.upperBound
      if current.text.count >= Self.maximumBytes {
        result.batches.append(current)
        current = EncodedBatch()
      }
      let start = current.text.count
      let head = current.rows.count
      if let reason = append(group, of: batch, head: head, by: encoder, to: &current) {
        current.text.removeSubrange(start...)
        current.rows.removeSubrange(head...)
        result.refused += group.map { (row: $0, reason: reason) }
      }
    }
    if !current.rows.isEmpty { result.batches.append(current) }
    return result
  }

  /// Appends a group; the result says why it cannot be sent.
  private func append(
    _ group: Range<Int>, of batch: SampleBatch, head: Int, by encoder: LineEncoder, to current: inout EncodedBatch
  ) -> String? {
    for row in group {
      let start = current.text.count
      encoder.append(row, of: batch, correlation: row == group.lowerBound ? -1 : head, to: &current.text)
      current.rows.append(Int32(truncatingIfNeeded: row))
      let length = current.text.count - start
      if length > maximumLine {
        return "a line of \(length) bytes is longer than a plugin is sent; the limit is \(maximumLine)"
      }
    }
    return nil
  }
}

/// Samples for a plugin that takes columns: rows of a batch that follow each other.
extension BatchEncoding {
  /// Writes a part as one batch; as several when it is large, or when a group in between is too large to be sent.
  func encode(_ part: Range<Int>, of batch: SampleBatch, asColumns encoder: ColumnEncoder) -> Encoded {
    var result = Encoded()
    var start = part.lowerBound
    var bytes = 0
    func send(upTo end: Int) {
      guard start < end else { return }
      result.batches.append(
        EncodedBatch(
          text: encoder.encode(start..<end, of: batch), rows: (start..<end).map { Int32(truncatingIfNeeded: $0) }))
      bytes = 0
    }
    var row = part.lowerBound
    while row < part.upperBound {
      let group = batch.group(at: row)
      row = group.upperBound
      let text = encoder.textSize(of: group, in: batch)
      if text.most > maximumLine {
        send(upTo: group.lowerBound)
        start = group.upperBound
        let reason = "the sample has \(text.most) bytes of text; the limit for plugins is \(maximumLine)"
        result.refused += group.map { (row: $0, reason: reason) }
        continue
      }
      // Texts that samples share are counted for each, so that this is an estimate, and never too low.
      if bytes >= Self.maximumBytes {
        send(upTo: group.lowerBound)
        start = group.lowerBound
      }
      bytes += text.sum + group.count * ColumnEncoder.numberSize
    }
    send(upTo: part.upperBound)
    return result
  }
}

/// Writes samples as sample lines.
///
/// An import spends its time here, so the envelope is copied whole from its type's template and filled in: 36 and 16
/// hexadecimal digits and two numbers, no text made for a sample.
struct LineEncoder: Sendable {
  private struct TypePart: Sendable {
    /// The envelope up to the type, with zeros for the digits of id and digest.
    let head: [UInt8]
    /// Of a correlation: `,"role":"…"` for each of its roles.
    let roles: [[UInt8]]
    /// The same for a member without a role.
    let ownRole: [UInt8]
  }

  private static let idPlace = 7
  private static let digestPlace = 55

  private let parts: [TypePart]
  private let lines: any SampleLineCoding

  init(registry: Registry, lines: any SampleLineCoding) {
    self.lines = lines
    parts = registry.types.map { type in
      var head = Array("{\"id\":\"00000000-0000-0000-0000-000000000000\"".utf8)
      head += Array(",\"digest\":\"0000000000000000\",\"type\":".utf8)
      JSONText.appendQuoted(type.id.utf8, to: &head)
      let roles = type.shape.members?.map { Self.role($0.role) } ?? []
      return TypePart(head: head, roles: roles, ownRole: Self.role(type.id))
    }
  }

  private static func role(_ name: String) -> [UInt8] {
    var text = Array(",\"role\":".utf8)
    JSONText.appendQuoted(name.utf8, to: &text)
    return text
  }

  func append(_ row: Int, of batch: SampleBatch, correlation: Int, to output: inout [UInt8]) {
    let part = parts[Int(batch.type[row])]
    let start = output.count
    output.append(contentsOf: part.head)
    let id = batch.id[row]
    let digest = batch.digest[row]
    output.withUnsafeMutableBytes { bytes in
      id.write(to: UnsafeMutableRawBufferPointer(rebasing: bytes[(start + Self.idPlace)...]))
      let place = start + Self.digestPlace
      let words = (
        Hexadecimal.word(UInt32(truncatingIfNeeded: digest >> 32)), Hexadecimal.word(UInt32(truncatingIfNeeded: digest))
      )
      bytes.storeBytes(of: words.0.bigEndian, toByteOffset: place, as: UInt64.self)
      bytes.storeBytes(of: words.1.bigEndian, toByteOffset: place + 8, as: UInt64.self)
    }
    if batch.start[row] != SampleBatch.noTime {
      Self.append(",\"start\":", to: &output)
      DecimalWriter.append(batch.start[row], to: &output)
      Self.append(",\"end\":", to: &output)
      DecimalWriter.append(batch.end[row], to: &output)
    }
    if correlation >= 0 { appendRole(row, of: batch, correlation: correlation, to: &output) }
    if !batch.isGivenID[row] { Self.append(",\"derived\":true", to: &output) }
    Self.append(",\"sample\":", to: &output)
    lines.append(row, of: batch, to: &output)
    output.append(UInt8(ascii: "}"))
    output.append(0x0A)
  }

  private func appendRole(_ row: Int, of batch: SampleBatch, correlation: Int, to output: inout [UInt8]) {
    Self.append(",\"correlation\":", to: &output)
    DecimalWriter.append(Int64(correlation), to: &output)
    let roles = parts[Int(batch.type[Int(batch.correlation[row])])].roles
    let role = Int(batch.role[row])
    output.append(contentsOf: roles.indices.contains(role) ? roles[role] : parts[Int(batch.type[row])].ownRole)
  }

  @inline(__always) private static func append(_ text: StaticString, to output: inout [UInt8]) {
    output.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

/// A plugin's answer to a batch, line by line.
struct BatchAnswer: Sendable, Hashable {
  private(set) var outcomes: [AppendReceipt.Outcome]
  /// Why lines were refused, by line, made safe to show.
  private(set) var reasons: [Int: String] = [:]
  /// Why the acknowledgement does not account for every line once, in words; `nil` if it does.
  private(set) var fault: String?

  init(accepted: Int, _ rest: BatchAcknowledgement, count: Int, secrets: StoreSecrets) {
    outcomes = Array(repeating: .accepted, count: count)
    settle(rest.duplicates, .duplicate)
    settle(rest.conflicts, .conflict)
    settle(rest.refused.map(\.line), .refused)
    for refusal in rest.refused { reasons[refusal.line] = secrets.shown(refusal.reason, limit: 500) }
    let others = rest.duplicates.count + rest.conflicts.count + rest.refused.count
    if fault == nil, accepted != count - others {
      fault = "\(accepted) accepted and \(others) other lines, but the batch has \(count)"
    }
  }

  private mutating func settle(_ lines: [Int], _ outcome: AppendReceipt.Outcome) {
    for line in lines where fault == nil {
      guard outcomes.indices.contains(line) else {
        fault = "line \(line), but the batch has lines 0 to \(outcomes.count - 1)"
        return
      }
      if outcomes[line] != .accepted { fault = "line \(line) twice" }
      outcomes[line] = outcome
    }
  }

  /// Whether a group of lines was stored in part: accepted beside conflicting or refused lines.
  func isHalf(_ group: Range<Int>) -> Bool {
    let found = Set(outcomes[group])
    return found.contains(.accepted) && (found.contains(.conflict) || found.contains(.refused))
  }
}
