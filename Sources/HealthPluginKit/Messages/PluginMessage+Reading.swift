import HealthJSON
import HealthModel
import HealthStorage

extension PluginMessage {
  /// Reads a line, given without its line feed.
  package init(parsing line: [UInt8]) throws(MessageFault) {
    guard let message = JSONValue(parsing: line), message.members != nil else { throw MessageFault(.noObject) }
    guard let kind = message["t"]?.text else { throw MessageFault(.noKind) }
    switch kind {
    case "hello": self = .hello(try PluginHello(message))
    case "ack": self = try Self.acknowledgement(message)
    case "committed":
      self = .committed(
        try message.whole("commit"), anchor: message["anchor"]?.integer, isDurable: message["durable"]?.flag ?? false)
    case "rolledback": self = .rolledBack
    case "flushed": self = .flushed
    case "working": self = .working
    case "credit": self = .credit(try message.whole("credits", in: 1...64))
    case "log": self = .log(level: message["level"]?.text ?? "info", message: try message.text("message"))
    case "error": self = .error(ask: message["ask"]?.integer, batch: message["batch"]?.integer, try Self.error(message))
    default: self = try Self.answer(kind, ask: try message.whole("ask"), message)
    }
  }

  private static func answer(
    _ kind: String, ask: Int64, _ message: JSONValue
  ) throws(MessageFault) -> PluginMessage {
    switch kind {
    case "notes": return .notes(ask: ask, try StoreNote.notes(in: message))
    case "rows":
      let count = try message.whole("count", in: 0...Int.max)
      return .rows(ask: ask, count: count, bytes: try message.whole("bytes", in: 0...Int.max))
    case "columns":
      let count = try message.whole("count", in: 0...Int.max)
      return .columns(
        ask: ask, count: count, bytes: try message.whole("bytes", in: 0...Int.max), try ColumnNames(message))
    case "end": return .end(ask: ask, anchor: message["anchor"]?.integer)
    case "counts": return .counts(ask: ask, try counts(message))
    case "info": return .information(ask: ask, try information(message))
    case "verify": return .faults(ask: ask, try message.texts("faults").map { StoreFault($0) })
    case "mark": return .mark(ask: ask, commit: try message.whole("commit"))
    case "deleted":
      if message["samples"] != nil { return .deletions(ask: ask, try deletions(message)) }
      return .deleted(
        ask: ask,
        DeletionReceipt(
          deleted: try message.whole("count", in: 0...Int.max),
          anchor: ChangeAnchor(commit: message["anchor"]?.integer ?? 0)))
    case "statistics": return .statistics(ask: ask, try statistics(message))
    case "compacted":
      return .compacted(
        ask: ask,
        CompactionReceipt(bytesBefore: try message.whole("before"), bytesAfter: try message.whole("after")))
    case "forgotten": return .forgotten(ask: ask, count: try message.whole("count", in: 0...Int.max))
    default: throw MessageFault(.unknownKind, kind)
    }
  }

  private static func acknowledgement(_ message: JSONValue) throws(MessageFault) -> PluginMessage {
    var refused: [BatchAcknowledgement.Refusal] = []
    if let list = message["refused"] {
      guard let elements = list.elements else { throw .member("refused") }
      for element in elements {
        refused.append(
          BatchAcknowledgement.Refusal(
            line: try element.whole("line", in: 0...Int.max), reason: element["reason"]?.text ?? ""))
      }
    }
    return .acknowledgement(
      batch: try message.whole("batch"), accepted: try message.whole("accepted", in: 0...Int.max),
      BatchAcknowledgement(
        duplicates: try message.wholes("duplicate"), conflicts: try message.wholes("conflicting"), refused: refused))
  }

  private static func error(_ message: JSONValue) throws(MessageFault) -> PluginError {
    guard let kind = PluginError.Kind(rawValue: try message.text("kind")) else { throw .member("kind") }
    return PluginError(
      kind, message["message"]?.text ?? "", code: message["code"]?.text.flatMap(StorageError.Code.init(rawValue:)),
      hint: message["hint"]?.text)
  }

  private static func counts(_ message: JSONValue) throws(MessageFault) -> [StoredTypeCount] {
    var counts: [StoredTypeCount] = []
    var total = 0
    for member in message["types"]?.members ?? [] {
      guard let count = member.value.integer.flatMap(Int.init(exactly:)), count >= 0 else { throw .member("types") }
      let (sum, isTooLarge) = total.addingReportingOverflow(count)
      guard !isTooLarge else { throw .member("types") }
      total = sum
      counts.append(StoredTypeCount(type: member.key, count: count))
    }
    return counts
  }

  private static func information(_ message: JSONValue) throws(MessageFault) -> StoreInformation {
    var details: [StoreInformation.Detail] = []
    for member in message["details"]?.members ?? [] {
      guard let text = member.value.text else { throw .member("details") }
      details.append(StoreInformation.Detail(member.key, text))
    }
    return StoreInformation(
      format: try message.text("format"), byteCount: message["bytes"]?.integer,
      lastCommit: message["anchor"]?.integer ?? 0,
      deletions: try message.whole("deletions", in: 0...Int.max, default: 0), details: details)
  }

  private static func deletions(_ message: JSONValue) throws(MessageFault) -> [DeletedSample] {
    guard let elements = message["samples"]?.elements else { throw .member("samples") }
    var samples: [DeletedSample] = []
    samples.reserveCapacity(elements.count)
    for element in elements {
      guard let id = SampleID(try element.text("id")) else { throw .member("samples") }
      samples.append(DeletedSample(id: id, type: try element.text("type")))
    }
    return samples
  }

  private static func statistics(_ message: JSONValue) throws(MessageFault) -> SampleStatistics {
    var statistics = SampleStatistics()
    statistics.count = try message.whole("count", in: 0...Int.max)
    // A sum that is not finite is written as null.
    if message["sum"] == .null { throw .member("sum") }
    statistics.sum = message["sum"]?.number ?? 0
    statistics.minimum = message["minimum"]?.number
    statistics.maximum = message["maximum"]?.number
    statistics.mostRecent = message["most_recent"]?.number
    statistics.firstStart = message["first_start"]?.integer
    statistics.lastStart = message["last_start"]?.integer
    statistics.duration = message["duration"]?.integer ?? 0
    return statistics
  }
}
