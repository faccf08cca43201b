public import HealthUnits

/// Writes normalized samples as JSON objects, one a line: keys in a fixed order, texts copied from the batch.
public struct SampleJSONWriter: Sendable {
  private let types: [TypeText]
  /// What lines say beside the samples.
  ///
  /// A place is known only where the chunks of an input are put in order: with it, the lines of samples that are not
  /// members end without their trace, which `TracedLines` adds.
  package var trace: SampleTrace = []

  /// The types whose samples `append` writes, and correlations that have a member of them; `nil` for all.
  package var only: TypeSelection?

  package var fields = LineFields.all

  private struct TypeText: Sendable {
    let id: [UInt8]
    let unit: [UInt8]
    /// The way to the unit; `nil` where it is the type's own.
    let conversion: UnitConversion?
    let cases: [[UInt8]]
    let roles: [[UInt8]]
    let column: ValueColumn
    let hasMembers: Bool
  }

  /// Creates a writer for the types of a registry, which must be the one the samples were judged by.
  ///
  /// - Parameters:
  ///   - registry: the types.
  ///   - units: the units in which quantities are written.
  public init(registry: Registry, units: ShownUnits = ShownUnits()) {
    types = registry.types.enumerated().map { index, type in
      let shape = type.shape
      return TypeText(
        id: Self.quoted(type.id),
        unit: shape.quantity.map { Self.quoted((units[index]?.unit ?? $0.unit).sampleText) } ?? [],
        conversion: units[index]?.conversion, cases: shape.enumeration?.cases.map { Self.quoted($0.name) } ?? [],
        // A role is written only where the member's type does not already say it.
        roles: shape.members?.map { $0.role == $0.type ? [] : Self.quoted($0.role) } ?? [],
        column: shape.column, hasMembers: shape.members != nil)
    }
  }

  private static func quoted(_ text: String) -> [UInt8] {
    var output: [UInt8] = []
    JSONText.appendQuoted(text.utf8, to: &output)
    return output
  }

  /// Appends every sample of a batch, a line each; members are inside their correlation.
  public func append(_ batch: SampleBatch, to output: inout [UInt8]) {
    var row = 0
    while row < batch.count {
      var end = row + 1
      while end < batch.count, batch.correlation[end] == Int32(truncatingIfNeeded: row) { end += 1 }
      defer { row = end }
      if let only, !only.contains(anyOf: row..<end, of: batch) { continue }
      append(row, members: row + 1..<end, of: batch, to: &output)
      output.append(UInt8(ascii: "\n"))
    }
  }

  /// Appends one sample as a separate object, without its members and without a line feed.
  ///
  /// A member keeps its role where its type does not say it.
  package func appendAlone(_ row: Int, of batch: SampleBatch, to output: inout [UInt8]) {
    appendFields(row, types[Int(batch.type[row])], of: batch, to: &output)
    output.append(UInt8(ascii: "}"))
  }

  private func append(_ row: Int, members: Range<Int>, of batch: SampleBatch, to output: inout [UInt8]) {
    let type = types[Int(batch.type[row])]
    appendFields(row, type, of: batch, to: &output)
    if type.hasMembers {
      output.append(contentsOf: ",\"members\":[".utf8)
      for member in members {
        if member > members.lowerBound { output.append(UInt8(ascii: ",")) }
        append(member, members: 0..<0, of: batch, to: &output)
      }
      output.append(UInt8(ascii: "]"))
    }
    if trace.contains(.digest), batch.correlation[row] >= 0 || !trace.contains(.place) {
      output.append(contentsOf: ",\"assay\":{\"digest\":\"".utf8)
      Hexadecimal.append(batch.digest[row], to: &output)
      output.append(contentsOf: "\"}".utf8)
    }
    output.append(UInt8(ascii: "}"))
  }

  private func appendFields(_ row: Int, _ type: TypeText, of batch: SampleBatch, to output: inout [UInt8]) {
    if fields.contains(.uuid) {
      append("{\"uuid\":\"", to: &output)
      batch.id[row].append(to: &output)
      append("\",\"type\":", to: &output)
    } else {
      append("{\"type\":", to: &output)
    }
    output.append(contentsOf: type.id)
    if fields.contains(.value) { appendValue(row, type, of: batch, to: &output) }
    appendTimes(row, of: batch, to: &output)
    if fields.contains(.subject) { appendText(batch.subject[row], batch.subjects, "\"subject\":", batch, to: &output) }
    if fields.contains(.origin) { appendText(batch.origin[row], batch.origins, "\"origin\":", batch, to: &output) }
    if fields.contains(.source) { appendObject(batch.source[row], batch.sources, "\"source\":", batch, to: &output) }
    if fields.contains(.device) { appendObject(batch.device[row], batch.devices, "\"device\":", batch, to: &output) }
    if fields.contains(.metadata) { appendRange(batch.metadata[row], ",\"metadata\":", batch, to: &output) }
    if fields.contains(.original) { appendRange(batch.original[row], ",\"original\":", batch, to: &output) }
    if fields == .all { appendRange(batch.unknown[row], ",", batch, to: &output) }
    let parent = Int(batch.correlation[row])
    if parent >= 0, batch.role[row] >= 0 {
      let roles = types[Int(batch.type[parent])].roles
      let role = Int(batch.role[row])
      if role < roles.count, !roles[role].isEmpty {
        append(",\"role\":", to: &output)
        output.append(contentsOf: roles[role])
      }
    }
  }

  private func appendValue(_ row: Int, _ type: TypeText, of batch: SampleBatch, to output: inout [UInt8]) {
    switch type.column {
    case .number:
      append(",\"value\":", to: &output)
      let value = batch.value[row]
      DecimalWriter.append(type.conversion.map { ShownUnits.value(value, by: $0) } ?? value, to: &output)
      append(",\"unit\":", to: &output)
      output.append(contentsOf: type.unit)
    case .enumCase, .text:
      append(",\"value\":", to: &output)
      let item = Int(batch.enumCase[row])
      if item >= 0, item < type.cases.count {
        output.append(contentsOf: type.cases[item])
      } else {
        JSONText.appendQuoted(batch.arena[batch.text[row].indices], to: &output)
      }
    case .parts:
      // The pairs of the object, without its braces.
      let range = batch.text[row].indices
      guard range.count > 2 else { break }
      output.append(UInt8(ascii: ","))
      output.append(contentsOf: batch.arena[range.lowerBound + 1..<range.upperBound - 1])
    case .absent: break
    }
  }

  private func appendTimes(_ row: Int, of batch: SampleBatch, to output: inout [UInt8]) {
    if batch.start[row] != SampleBatch.noTime, !fields.isDisjoint(with: [.start, .end]) {
      if fields.contains(.start) { appendTime(batch.start[row], ",\"start\":\"", to: &output) }
      if fields.contains(.end) { appendTime(batch.end[row], ",\"end\":\"", to: &output) }
      appendOffset(batch.startOffset[row], ",\"offset\":\"", to: &output)
      if batch.endOffset[row] != batch.startOffset[row], fields.contains(.end) {
        appendOffset(batch.endOffset[row], ",\"end_offset\":\"", to: &output)
      }
    }
    if batch.created[row] != SampleBatch.noTime, fields.contains(.created) {
      appendTime(batch.created[row], ",\"created\":\"", to: &output)
      if batch.createdOffset[row] != batch.startOffset[row] {
        appendOffset(batch.createdOffset[row], ",\"created_offset\":\"", to: &output)
      }
    }
  }

  private func appendTime(_ time: Int64, _ key: StaticString, to output: inout [UInt8]) {
    append(key, to: &output)
    TimestampWriter.append(time, to: &output)
    output.append(UInt8(ascii: "\""))
  }

  private func appendOffset(_ minutes: Int16, _ key: StaticString, to output: inout [UInt8]) {
    append(key, to: &output)
    TimestampWriter.appendOffset(minutes == SampleBatch.noOffset ? 0 : minutes, to: &output)
    output.append(UInt8(ascii: "\""))
  }

  private func appendText(
    _ index: Int32, _ table: InternTable, _ key: StaticString, _ batch: SampleBatch, to output: inout [UInt8]
  ) {
    guard index >= 0 else { return }
    output.append(UInt8(ascii: ","))
    append(key, to: &output)
    JSONText.appendQuoted(batch.arena[table.ranges[Int(index)].indices], to: &output)
  }

  private func appendObject(
    _ index: Int32, _ table: InternTable, _ key: StaticString, _ batch: SampleBatch, to output: inout [UInt8]
  ) {
    guard index >= 0 else { return }
    output.append(UInt8(ascii: ","))
    append(key, to: &output)
    output.append(contentsOf: batch.arena[table.ranges[Int(index)].indices])
  }

  private func appendRange(_ range: ByteRange, _ key: StaticString, _ batch: SampleBatch, to output: inout [UInt8]) {
    guard !range.isEmpty else { return }
    append(key, to: &output)
    output.append(contentsOf: batch.arena[range.indices])
  }

  private func append(_ text: StaticString, to output: inout [UInt8]) {
    output.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

/// The members of a sample's line that are written, beside its type and the members of a correlation.
package struct LineFields: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let uuid = LineFields(rawValue: 1)
  package static let value = LineFields(rawValue: 2)
  /// When it began, with the clock offset.
  package static let start = LineFields(rawValue: 4)
  /// When it ended, with the clock offset.
  package static let end = LineFields(rawValue: 8)
  package static let created = LineFields(rawValue: 16)
  package static let subject = LineFields(rawValue: 32)
  package static let origin = LineFields(rawValue: 64)
  package static let source = LineFields(rawValue: 128)
  package static let device = LineFields(rawValue: 256)
  package static let metadata = LineFields(rawValue: 512)
  package static let original = LineFields(rawValue: 1024)
  /// All of them, and members that are not known.
  package static let all = LineFields(rawValue: .max)

  package static let names: [(name: String, field: LineFields)] = [
    ("uuid", .uuid), ("value", .value), ("start", .start), ("end", .end), ("created", .created), ("subject", .subject),
    ("origin", .origin), ("source", .source), ("device", .device), ("metadata", .metadata), ("original", .original),
  ]
}

/// The units in which writers write quantities, if the caller requested units other than the types' own.
///
/// Only value and unit of a sample are written so; what else it holds stays as it is.
public struct ShownUnits: Sendable {
  @usableFromInline package struct Entry: Sendable {
    package let unit: UnitOfMeasure
    package let conversion: UnitConversion

    /// A value of the canonical unit in this one; beyond what a number can hold, the largest there is.
    @usableFromInline package func value(_ canonical: Double) -> Double { ShownUnits.value(canonical, by: conversion) }
  }

  /// A converted value; beyond what a number can hold, the largest there is.
  static func value(_ canonical: Double, by conversion: UnitConversion) -> Double {
    let largest = Double.greatestFiniteMagnitude
    return min(max(conversion(canonical), -largest), largest)
  }

  /// One entry for each type of the registry; empty when none is shown otherwise.
  private var entries: [Entry?] = []

  /// Shows all quantities in their types' own units.
  public init() {}

  package subscript(type: Int) -> Entry? { type < entries.count ? entries[type] : nil }

  /// Shows the values of a quantity type in a unit; other types have none, and nothing changes.
  ///
  /// - Parameters:
  ///   - unit: the unit.
  ///   - type: the type, as index into the registry.
  ///   - registry: the types.
  /// - Throws: `UnitError` when values do not convert to the unit.
  public mutating func show(_ unit: UnitOfMeasure, ofType type: Int, in registry: Registry) throws(UnitError) {
    guard let shape = registry.types[type].shape.quantity else { return }
    let entry = Entry(unit: unit, conversion: try shape.unit.conversion(to: unit))
    if entries.isEmpty { entries = Array(repeating: nil, count: registry.types.count) }
    entries[type] = entry
  }

  /// The same with fractions in percent, as answers have them.
  package func answering(in registry: Registry) -> ShownUnits {
    var units = self
    for (index, type) in registry.types.enumerated() {
      guard let unit = self[index]?.unit ?? type.shape.quantity?.unit else { continue }
      if unit.sampleText != unit.answered.sampleText { try? units.show(unit.answered, ofType: index, in: registry) }
    }
    return units
  }
}

/// Some of the types of a registry, asked for each sample.
@usableFromInline package struct TypeSelection: Sendable, Hashable {
  @usableFromInline var isChosen: [Bool]

  package init(of registry: Registry) { isChosen = Array(repeating: false, count: registry.types.count) }

  package mutating func insert(_ type: Int) { if isChosen.indices.contains(type) { isChosen[type] = true } }

  package mutating func formUnion(_ other: TypeSelection) {
    for (index, chosen) in other.isChosen.enumerated() where chosen { insert(index) }
  }

  /// Whether the type at an index of the registry is chosen; false for the negative index of a type that is not known.
  @inlinable package func contains(_ type: Int) -> Bool { type >= 0 && type < isChosen.count && isChosen[type] }

  /// Whether one of the rows of a sample, its own or a member's, is of a chosen type.
  package func contains(anyOf rows: Range<Int>, of batch: SampleBatch) -> Bool {
    for row in rows where contains(Int(batch.type[row])) { return true }
    return false
  }
}

/// What the lines of samples say beside the sample: where it was read, and the digest of its content.
///
/// It is in the member `assay` of a line, which readers pass over.
package struct SampleTrace: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The file, the line and the offset in bytes of the sample's record.
  package static let place = SampleTrace(rawValue: 1)
  /// The digest of the content, by which stores tell a duplicate from a conflict.
  package static let digest = SampleTrace(rawValue: 2)

  static let key: StaticString = "assay"
}
