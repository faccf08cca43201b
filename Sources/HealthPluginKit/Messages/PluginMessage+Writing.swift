import HealthModel
import HealthStorage

extension PluginMessage {
  /// The message as a line, its line feed included.
  package var line: [UInt8] {
    switch self {
    case .hello(let hello): return hello.writer.line
    case .acknowledgement(let batch, let accepted, let rest): return Self.acknowledgement(batch, accepted, rest)
    case .committed(let number, let anchor, let isDurable):
      var writer = MessageWriter("committed")
      writer.add("commit", number)
      writer.add("anchor", optional: anchor)
      writer.add("durable", flag: isDurable)
      return writer.line
    case .rolledBack: return MessageWriter("rolledback").line
    case .flushed: return MessageWriter("flushed").line
    case .working: return MessageWriter("working").line
    case .credit(let credits):
      var writer = MessageWriter("credit")
      writer.add("credits", credits)
      return writer.line
    case .log(let level, let message):
      var writer = MessageWriter("log")
      writer.add("level", text: level)
      writer.add("message", text: message)
      return writer.line
    case .error(let ask, let batch, let error): return Self.error(ask, batch, error)
    default: return answer.line
    }
  }

  /// The message when it answers a question.
  private var answer: MessageWriter {
    switch self {
    case .notes(let ask, let notes):
      var writer = Self.answer("notes", ask)
      writer.add("notes", object: StoreNote.writer(of: notes))
      return writer
    case .rows(let ask, let count, let bytes):
      var writer = Self.answer("rows", ask)
      writer.add("count", count)
      writer.add("bytes", bytes)
      return writer
    case .end(let ask, let anchor):
      var writer = Self.answer("end", ask)
      writer.add("anchor", optional: anchor)
      return writer
    case .counts(let ask, let counts):
      var writer = Self.answer("counts", ask)
      var types = MessageWriter()
      for count in counts { types.add(count.type, count.count) }
      writer.add("types", object: types)
      return writer
    case .information(let ask, let information): return Self.information(ask, information)
    case .faults(let ask, let faults):
      var writer = Self.answer("verify", ask)
      writer.add("faults", texts: faults.map(\.message))
      return writer
    case .deletions(let ask, let samples): return Self.deletions(ask, samples)
    case .mark(let ask, let commit):
      var writer = Self.answer("mark", ask)
      writer.add("commit", commit)
      return writer
    case .deleted(let ask, let receipt):
      var writer = Self.answer("deleted", ask)
      writer.add("count", receipt.deleted)
      writer.add("anchor", receipt.anchor.commit)
      return writer
    case .statistics(let ask, let statistics): return Self.statistics(ask, statistics)
    case .compacted(let ask, let receipt):
      var writer = Self.answer("compacted", ask)
      writer.add("before", receipt.bytesBefore)
      writer.add("after", receipt.bytesAfter)
      return writer
    case .forgotten(let ask, let count):
      var writer = Self.answer("forgotten", ask)
      writer.add("count", count)
      return writer
    default: return MessageWriter()
    }
  }

  private static func answer(_ kind: String, _ ask: Int64) -> MessageWriter {
    var writer = MessageWriter(kind)
    writer.add("ask", ask)
    return writer
  }

  private static func acknowledgement(_ batch: Int64, _ accepted: Int, _ rest: BatchAcknowledgement) -> [UInt8] {
    var writer = MessageWriter("ack")
    writer.add("batch", batch)
    writer.add("accepted", accepted)
    writer.add("duplicate", numbers: rest.duplicates)
    writer.add("conflicting", numbers: rest.conflicts)
    if !rest.refused.isEmpty {
      writer.add(
        "refused",
        list: rest.refused.map { refusal in
          var object = MessageWriter()
          object.add("line", refusal.line)
          object.add("reason", text: refusal.reason)
          return object.finished
        })
    }
    return writer.line
  }

  private static func error(_ ask: Int64?, _ batch: Int64?, _ error: PluginError) -> [UInt8] {
    var writer = MessageWriter("error")
    writer.add("ask", optional: ask)
    writer.add("batch", optional: batch)
    writer.add("kind", text: error.kind.rawValue)
    writer.add("code", optional: error.code?.rawValue)
    writer.add("message", text: error.message)
    writer.add("hint", optional: error.hint)
    return writer.line
  }

  private static func information(_ ask: Int64, _ information: StoreInformation) -> MessageWriter {
    var writer = answer("info", ask)
    writer.add("format", text: information.format)
    writer.add("bytes", optional: information.byteCount)
    writer.add("anchor", information.lastCommit)
    writer.add("deletions", information.deletions)
    if !information.details.isEmpty {
      var details = MessageWriter()
      for detail in information.details { details.add(detail.name, text: detail.value) }
      writer.add("details", object: details)
    }
    return writer
  }

  private static func deletions(_ ask: Int64, _ samples: [DeletedSample]) -> MessageWriter {
    var writer = answer("deleted", ask)
    writer.add(
      "samples",
      list: samples.lazy.map { sample in
        var object = MessageWriter()
        object.add("id", text: sample.id.description)
        object.add("type", text: sample.type)
        return object.finished
      })
    return writer
  }

  private static func statistics(_ ask: Int64, _ statistics: SampleStatistics) -> MessageWriter {
    var writer = answer("statistics", ask)
    writer.add("count", statistics.count)
    writer.add("sum", number: statistics.sum)
    writer.add("minimum", number: statistics.minimum)
    writer.add("maximum", number: statistics.maximum)
    writer.add("most_recent", number: statistics.mostRecent)
    writer.add("first_start", optional: statistics.firstStart)
    writer.add("last_start", optional: statistics.lastStart)
    writer.add("duration", statistics.duration)
    return writer
  }
}
