public import HealthModel

/// Makes columns of batches, for stores that keep samples as text.
@usableFromInline package struct ColumnBuilder: Sendable {
  /// The content of the last batch.
  package private(set) var columns = SampleColumns()
  private let wanted: SampleScan.Columns
  private var origins: [SampleOrigin: Int32] = [:]
  private var zones: [String: Int32] = [:]
  /// By their bytes: text with other bytes is another subject, even where Unicode calls the two equivalent.
  private var subjects: [[UInt8]?: Int32] = [:]

  package init(_ wanted: SampleScan.Columns) {
    self.wanted = wanted
    if !wanted.contains(.sources) { columns.sources = [SampleOrigin()] }
  }

  /// Puts a batch's samples in the place of the last one's; members that a query passes on after their correlation and
  /// samples without a time are left out.
  @usableFromInline package mutating func take(_ batch: SampleBatch) {
    columns.removeSamples()
    var known: [OriginKey: Int32] = [:]
    var numbers = SubjectNumbers(named: Array(repeating: -1, count: batch.subjects.ranges.count))
    for row in 0..<batch.count where batch.correlation[row] < 0 && batch.start[row] != SampleBatch.noTime {
      columns.start.append(batch.start[row])
      columns.end.append(batch.end[row])
      columns.startOffset.append(wanted.contains(.zones) ? batch.startOffset[row] : 0)
      columns.value.append(batch.value[row])
      columns.enumCase.append(batch.enumCase[row])
      if wanted.contains(.ids) { columns.id.append(batch.id[row]) }
      columns.source.append(wanted.contains(.sources) ? origin(row, of: batch, &known) : 0)
      columns.zone.append(wanted.contains(.zones) ? zone(row, of: batch) : -1)
      if wanted.contains(.subjects) { columns.subject.append(subject(row, of: batch, &numbers)) }
    }
  }

  /// The samples of the last batch that end at or after one moment and start before another; all of them without
  /// bounds.
  func columns(overlapping time: (from: Int64, to: Int64)?) -> SampleColumns {
    time.map { columns.overlapping($0) } ?? columns
  }

  /// The properties that distinguish the origins of one batch.
  private struct OriginKey: Hashable {
    var source: Int32
    var device: Int32
    var isUserEntered: Bool
  }

  private mutating func origin(_ row: Int, of batch: SampleBatch, _ known: inout [OriginKey: Int32]) -> Int32 {
    let isUserEntered = ScannedMetadata.isUserEntered(batch.metadata[row].indices, in: batch.arena)
    let key = OriginKey(source: batch.source[row], device: batch.device[row], isUserEntered: isUserEntered)
    if let index = known[key] { return index }
    let source = key.source < 0 ? nil : batch.sources.ranges[Int(key.source)].indices
    let device = key.device < 0 ? nil : batch.devices.ranges[Int(key.device)].indices
    let origin = SampleOrigin(
      source: source, device: device, in: batch.arena, isUserEntered: isUserEntered)
    let index = origins[origin] ?? Int32(truncatingIfNeeded: columns.sources.count)
    if origins.updateValue(index, forKey: origin) == nil { columns.sources.append(origin) }
    known[key] = index
    return index
  }

  /// The numbers of one batch's subjects; -1 for those that have not come yet.
  private struct SubjectNumbers {
    var named: [Int32]
    var none: Int32 = -1
  }

  private mutating func subject(_ row: Int, of batch: SampleBatch, _ numbers: inout SubjectNumbers) -> Int32 {
    let index = Int(batch.subject[row])
    let known = index < 0 ? numbers.none : numbers.named[index]
    if known >= 0 { return known }
    let name = index < 0 ? nil : Array(batch.arena[batch.subjects.ranges[index].indices])
    let number = subjects[name] ?? Int32(truncatingIfNeeded: columns.subjects.count)
    if subjects.updateValue(number, forKey: name) == nil {
      columns.subjects.append(name.map { String(decoding: $0, as: UTF8.self) })
    }
    if index < 0 { numbers.none = number } else { numbers.named[index] = number }
    return number
  }

  private mutating func zone(_ row: Int, of batch: SampleBatch) -> Int32 {
    guard let name = ScannedMetadata.timeZone(batch.metadata[row].indices, in: batch.arena) else { return -1 }
    let index = zones[name] ?? Int32(truncatingIfNeeded: columns.zones.count)
    if zones.updateValue(index, forKey: name) == nil { columns.zones.append(name) }
    return index
  }
}

/// The metadata that scans read.
package enum ScannedMetadata {
  /// Whether canonical metadata say that a person typed the sample in.
  package static func isUserEntered(_ metadata: Range<Int>, in bytes: [UInt8]) -> Bool {
    guard !metadata.isEmpty, let value = CanonicalObject.value(of: "HKWasUserEntered", of: metadata, in: bytes) else {
      return false
    }
    return bytes[value].elementsEqual("true".utf8)
  }

  package static func timeZone(_ metadata: Range<Int>, in bytes: [UInt8]) -> String? {
    guard !metadata.isEmpty, let value = CanonicalObject.value(of: "HKTimeZone", of: metadata, in: bytes) else {
      return nil
    }
    return CanonicalObject.text(of: value, in: bytes)
  }
}

extension SampleOrigin {
  /// Reads the canonical objects of a source and a device.
  public init(source: Range<Int>?, device: Range<Int>?, in bytes: [UInt8], isUserEntered: Bool) {
    func text(_ key: String, _ object: Range<Int>?) -> String? {
      guard let object, let value = CanonicalObject.value(of: key, of: object, in: bytes) else { return nil }
      return CanonicalObject.text(of: value, in: bytes)
    }
    self.init(
      bundle: text("bundle", source), name: text("name", source), product: text("product", source),
      deviceName: text("name", device), deviceModel: text("model", device), isUserEntered: isUserEntered)
  }
}
