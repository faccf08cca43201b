import AssayPlatform
import HealthDigest
import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

/// What a store keeps of an import beside its position, as one JSON object: the counts, the settings, and whose the
/// samples are.
struct ImportDetails {
  var summary: Summary
  /// The first digits of a digest of the settings; `nil` if there were none, or an earlier version did not save them.
  var settings: String?
  var subject = InputSubject.none

  init(summary: Summary, settings: String? = nil, subject: InputSubject = .none) {
    self.summary = summary
    self.summary.resumedAt = nil
    self.settings = settings
    self.subject = subject
  }

  /// Reads what `text` wrote; `nil` if it is not that.
  init?(_ text: String) {
    guard let json = JSONValue(parsing: text.utf8), case .object = json, let summary = Summary(json, isWhole: false),
      !summary.files.isEmpty
    else { return nil }
    self.init(summary: summary, settings: json["settings"]?.text, subject: InputSubject(json["subject"]))
  }

  var text: String {
    var json = JSONBuilder()
    summary.append(to: &json) { json in
      if let scoped = summary.scoped {
        json.key("thresholds")
        json.array { list in
          for count in scoped {
            list.object { item in
              item.member("condition", count.condition)
              item.member("count", count.count)
              item.member("read", count.read)
            }
          }
        }
      }
      json.member("settings", settings)
      switch subject {
      case .none: break
      case .one(let name): json.member("subject", name)
      case .several: json.member("subject", false)
      }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// The settings that, besides its bytes and the catalog, decide how an input's samples are read: an import that was
  /// interrupted goes on only with the settings it began with, else a part of the samples would have another subject or
  /// another unit.
  ///
  /// A store keeps a digest, which names no participant.
  struct Settings {
    let digest: String
    /// Whether they are those of a run without options.
    let isPlain: Bool

    init(_ options: ValidationOptions, of input: ResolvedInput, quarantine: QuarantineFile?) {
      var context = QuarantineContext()
      context.subject = options.subject
      context.timeZone = options.timeZone?.identifier
      context.units = options.units == .strict ? nil : options.units.rawValue
      context.table = input.layout == TableLayout() ? nil : TableContext(row: [], layout: input.layout)
      var json = JSONBuilder()
      context.append(to: &json)
      if options.requiresSubject { json.value("subject required") }
      let named = quarantine.flatMap { $0.ownsFolder ? nil : PathText.resolved($0.path) }
      if let named { json.value(named) }
      isPlain = context == QuarantineContext() && !options.requiresSubject && named == nil
      digest = String(SHA256Digest(of: json.bytes).hexadecimal.prefix(16))
    }
  }
}

/// The subject of an input's stored samples, remembered with its import, so that withdrawing a participant also removes
/// the name of the import.
enum InputSubject: Sendable, Equatable {
  case none
  case one(String)
  case several

  init(_ json: JSONValue?) { self = json.map { $0.text.map { .one($0) } ?? .several } ?? .none }

  mutating func add(_ batch: SampleBatch) {
    guard self != .several, batch.count > 0 else { return }
    guard batch.subjects.ranges.count == 1, !batch.subject.contains(-1) else {
      self = .several
      return
    }
    let subject = batch.arena[batch.subjects.ranges[0].indices]
    switch self {
    case .none: self = .one(String(decoding: subject, as: UTF8.self))
    // By bytes, as stores compare: `==` takes two spellings of one accented letter for the same name.
    case .one(let name): if !name.utf8.elementsEqual(subject) { self = .several }
    case .several: break
    }
  }
}
