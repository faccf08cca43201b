import HealthFormats
import HealthModel

/// The samples of an export, taken batch by batch: what becomes of each.
struct ExportWork {
  let writer: AppleHealthWriter
  let registry: Registry
  let attached: AttachedElements
  /// What the samples say of the whole export.
  private(set) var survey = ExportSurvey()
  /// The values of characteristics, by the index of their type.
  private(set) var profile: [Int: [UInt8]] = [:]
  private(set) var outcome = AppleHealthExport.Outcome()
  /// The types whose samples others belong to.
  private let parents: Set<Int32>

  init(writer: AppleHealthWriter, registry: Registry, attached: AttachedElements) {
    self.writer = writer
    self.registry = registry
    self.attached = attached
    let names = registry.types.compactMap { $0.shape.structure?.parent?.type }
    parents = Set(names.compactMap { registry.typeIndex(named: $0).map { Int32(clamping: $0) } })
  }

  /// Writes the files of samples, and keeps the elements of those that belong to others.
  mutating func takeFiles(_ batch: SampleBatch, _ archive: ExportArchive) throws {
    try survey.take(batch)
    let sources = writer.sources(of: batch)
    for row in 0..<batch.count {
      let hasFile = try writer.writeFiles(row, of: batch, sources, begin: archive.begin(_:)) { piece in
        try archive.append { $0 += piece }
      }
      switch writer.place(ofType: Int(batch.type[row])) {
      case .child:
        guard let child = writer.child(row, of: batch, sources) else {
          omit(row, of: batch)
          continue
        }
        try attached.append(child)
        outcome.written += 1
      case .file: if hasFile { outcome.written += 1 } else { omit(row, of: batch) }
      // Written with their elements.
      case .profile, .record, .correlation, .element: break
      case nil: omit(row, of: batch)
      }
    }
  }

  /// Looks at samples that have no files: characteristics, and those that no export holds.
  mutating func survey(_ batch: SampleBatch) throws {
    try survey.take(batch)
    for row in 0..<batch.count where batch.correlation[row] < 0 {
      let type = Int(batch.type[row])
      switch writer.place(ofType: type) {
      case .profile where profile[type] == nil:
        profile[type] = writer.profileValue(row, of: batch)
        outcome.written += 1
      case .profile, nil: omit(row, of: batch)
      case .record, .correlation, .element, .child, .file: break
      }
    }
  }

  mutating func takeElements(_ batch: SampleBatch, _ archive: ExportArchive) throws {
    // A sample can have come since the first reading.
    try survey.check(batch)
    let sources = writer.sources(of: batch)
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      var elements: [UInt8] = []
      if parents.contains(batch.type[row]), !attached.isEmpty {
        elements = try attached.elements(of: batch.id[row], slots: writer.slots(row, of: batch, sources))
      }
      var isWritten = false
      try archive.append { text in
        isWritten = writer.append(group, of: batch, sources, attached: elements, to: &text)
      }
      if isWritten { outcome.written += 1 } else { omit(row, of: batch) }
      row = group.upperBound
    }
  }

  private mutating func omit(_ row: Int, of batch: SampleBatch) {
    outcome.omitted[registry.types[Int(batch.type[row])].id, default: 0] += 1
  }
}

/// What the samples say of the whole export: when the last one was, and whose they are.
struct ExportSurvey {
  /// The last time of a sample, in microseconds since 1970 UTC; 1970 for none.
  private(set) var time: Int64 = 0
  private(set) var offset: Int16 = 0
  private var hasTime = false
  private var subject: [UInt8]?
  private var isKnown = false

  /// Looks at the samples of a batch.
  mutating func take(_ batch: SampleBatch) throws(AppleHealthExport.SeveralSubjects) {
    try check(batch)
    for row in 0..<batch.count {
      take(batch.end[row], batch.endOffset[row])
      take(batch.created[row], batch.createdOffset[row])
    }
  }

  private mutating func take(_ other: Int64, _ minutes: Int16) {
    guard other != SampleBatch.noTime, !hasTime || other > time else { return }
    (time, offset, hasTime) = (other, minutes, true)
  }

  mutating func check(_ batch: SampleBatch) throws(AppleHealthExport.SeveralSubjects) {
    var last: Int32?
    for row in 0..<batch.count where batch.subject[row] != last {
      let number = batch.subject[row]
      last = number
      let name = number < 0 ? nil : Array(batch.arena[batch.subjects.ranges[Int(number)].indices])
      if !isKnown {
        (subject, isKnown) = (name, true)
      } else if name != subject {
        let names = [Self.text(subject), Self.text(name)].sorted { ($0 ?? "") < ($1 ?? "") }
        throw AppleHealthExport.SeveralSubjects(first: names[0], second: names[1])
      }
    }
  }

  private static func text(_ name: [UInt8]?) -> String? { name.map { String(decoding: $0, as: UTF8.self) } }
}
