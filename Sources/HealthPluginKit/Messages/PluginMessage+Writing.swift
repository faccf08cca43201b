import HealthJSON
import HealthModel
import HealthStorage

extension PluginMessage {
  /// The message as a line, its line feed included.
  package var line: [UInt8] {
    switch self {
    case .hello(let hello): return hello.writer.line
    case .acknowledgement(let batch, let accepted, let rest): return Self.acknowledgement(batch, accepted, rest)
    case .committed(let number, let anchor, let isDurable):
      var writer = JSONBuilder(message: "committed")
      writer.member("commit", number)
      writer.member("anchor", anchor)
      writer.member("durable", isDurable)
      return writer.line
    case .rolledBack: return JSONBuilder(message: "rolledback").line
    case .flushed: return JSONBuilder(message: "flushed").line
    case .working: return JSONBuilder(message: "working").line
    case .credit(let credits):
      var writer = JSONBuilder(message: "credit")
      writer.member("credits", credits)
      return writer.line
    case .log(let level, let message):
      var writer = JSONBuilder(message: "log")
      writer.member("level", level)
      writer.member("message", message)
      return writer.line
    case .error(let ask, let batch, let error): return Self.error(ask, batch, error)
    default: return answer.line
    }
  }

  /// The message when it answers a question.
  private var answer: JSONBuilder {
    switch self {
    case .notes(let ask, let notes):
      var writer = Self.answer("notes", ask)
      writer.member("notes", object: StoreNote.writer(of: notes))
      return writer
    case .rows(let ask, let count, let bytes):
      var writer = Self.answer("rows", ask)
      writer.member("count", count)
      writer.member("bytes", bytes)
      return writer
    case .columns(let ask, let count, let bytes, let names):
      var writer = Self.answer("columns", ask)
      writer.member("count", count)
      writer.member("bytes", bytes)
      names.write(to: &writer)
      return writer
    case .end(let ask, let anchor):
      var writer = Self.answer("end", ask)
      writer.member("anchor", anchor)
      return writer
    case .counts(let ask, let counts):
      var writer = Self.answer("counts", ask)
      var types = JSONBuilder.openObject()
      for count in counts { types.member(count.type, count.count) }
      writer.member("types", object: types)
      return writer
    case .information(let ask, let information): return Self.information(ask, information)
    case .faults(let ask, let faults):
      var writer = Self.answer("verify", ask)
      writer.member("faults", texts: faults.map(\.message))
      return writer
    case .deletions(let ask, let samples): return Self.deletions(ask, samples)
    case .mark(let ask, let commit):
      var writer = Self.answer("mark", ask)
      writer.member("commit", commit)
      return writer
    case .deleted(let ask, let receipt):
      var writer = Self.answer("deleted", ask)
      writer.member("count", receipt.deleted)
      writer.member("anchor", receipt.anchor.commit)
      return writer
    case .statistics(let ask, let statistics): return Self.statistics(ask, statistics)
    case .compacted(let ask, let receipt):
      var writer = Self.answer("compacted", ask)
      writer.member("before", receipt.bytesBefore)
      writer.member("after", receipt.bytesAfter)
      return writer
    case .forgotten(let ask, let count):
      var writer = Self.answer("forgotten", ask)
      writer.member("count", count)
      return writer
    default: return JSONBuilder.openObject()
    }
  }

  private static func answer(_ kind: String, _ ask: Int64) -> JSONBuilder {
    var writer = JSONBuilder(message: kind)
    writer.member("ask", ask)
    return writer
  }

  private static func acknowledgement(_ batch: Int64, _ accepted: Int, _ rest: BatchAcknowledgement) -> [UInt8] {
    var writer = JSONBuilder(message: "ack")
    writer.member("batch", batch)
    writer.member("accepted", accepted)
    writer.member("duplicate", numbers: rest.duplicates)
    writer.member("conflicting", numbers: rest.conflicts)
    if !rest.refused.isEmpty {
      writer.member(
        "refused",
        objects: rest.refused.map { refusal in
          var object = JSONBuilder.openObject()
          object.member("line", refusal.line)
          object.member("reason", refusal.reason)
          return object
        })
    }
    return writer.line
  }

  private static func error(_ ask: Int64?, _ batch: Int64?, _ error: PluginError) -> [UInt8] {
    var writer = JSONBuilder(message: "error")
    writer.member("ask", ask)
    writer.member("batch", batch)
    writer.member("kind", error.kind.rawValue)
    writer.member("code", error.code?.rawValue)
    writer.member("message", error.message)
    writer.member("hint", error.hint)
    return writer.line
  }

  private static func information(_ ask: Int64, _ information: StoreInformation) -> JSONBuilder {
    var writer = answer("info", ask)
    writer.member("format", information.format)
    writer.member("bytes", information.byteCount)
    writer.member("anchor", information.lastCommit)
    writer.member("deletions", information.deletions)
    if !information.details.isEmpty {
      var details = JSONBuilder.openObject()
      for detail in information.details { details.member(detail.name, detail.value) }
      writer.member("details", object: details)
    }
    return writer
  }

  private static func deletions(_ ask: Int64, _ samples: [DeletedSample]) -> JSONBuilder {
    var writer = answer("deleted", ask)
    writer.member(
      "samples",
      objects: samples.lazy.map { sample in
        var object = JSONBuilder.openObject()
        object.member("id", sample.id.description)
        object.member("type", sample.type)
        return object
      })
    return writer
  }

  private static func statistics(_ ask: Int64, _ statistics: SampleStatistics) -> JSONBuilder {
    var writer = answer("statistics", ask)
    writer.member("count", statistics.count)
    writer.member("sum", finite: statistics.sum)
    writer.member("minimum", finite: statistics.minimum)
    writer.member("maximum", finite: statistics.maximum)
    writer.member("most_recent", finite: statistics.mostRecent)
    writer.member("first_start", statistics.firstStart)
    writer.member("last_start", statistics.lastStart)
    writer.member("duration", statistics.duration)
    return writer
  }
}
