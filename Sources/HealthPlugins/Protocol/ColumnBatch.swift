public import HealthModel
import HealthStorage
import HealthUnits

/// Samples that came as columns, for stores that keep columns of their own.
///
/// A store gets them if its hello requests them; see Documentation/plugin-protocol.md, section 4.
///
/// ```swift
/// func append(_ columns: ColumnBatch) throws(PluginError) -> BatchAcknowledgement {
///   try keep(columns.samples(of: registry))
/// }
/// ```
public struct ColumnBatch: Sendable {
  /// How many samples there are.
  public let count: Int
  private let bytes: [UInt8]
  /// In the order of `BatchColumn`; those that a later host added are passed over.
  private var columns: [Column] = []
  /// The places of the texts of each dictionary, in the order of `BatchColumn.dictionaries`.
  private var dictionaries = BatchColumn.dictionaries.map { _ in [Range<Int>]() }

  /// The places of a column's buffers.
  struct Column {
    /// One bit for each value, which is 1 if it is there; `nil` if all are.
    var presence: Range<Int>?
    var numbers: Range<Int>
    var texts: Range<Int>
  }

  package init(reading bytes: [UInt8], count: Int) throws(PluginError) {
    guard count >= 0, count <= bytes.count, bytes.count <= Int32.max / 4 else {
      throw Self.fault("\(bytes.count) bytes cannot be \(count) samples")
    }
    self.bytes = bytes
    self.count = count
    var stream = ArrowMessages(bytes)
    while let message = try stream.next() {
      switch message.kind {
      // The columns are known, and their order.
      case ArrowMessages.schema: break
      case ArrowMessages.dictionary:
        guard columns.isEmpty else { throw Self.fault("a dictionary comes after the samples") }
        try addDictionary(message)
      case ArrowMessages.records:
        guard columns.isEmpty else { throw Self.fault("there is more than one record batch") }
        let records = try message.records(message.header)
        guard records.count == count else {
          throw Self.fault("there are \(records.count) samples of the \(count) announced")
        }
        columns = try Self.columns(BatchColumn.allCases.map(\.type), of: records, bytes)
      default: throw Self.fault("there is a message of an unknown kind")
      }
    }
    guard !columns.isEmpty else { throw Self.fault("there is no record batch") }
  }

  static func fault(_ reason: String) -> PluginError {
    PluginError(.data, "columns of samples cannot be read: \(reason)")
  }

  private mutating func addDictionary(_ message: ArrowMessages.Message) throws(PluginError) {
    let number = try message.header.number(0, Int64.self) ?? 0
    guard dictionaries.indices.contains(Int(clamping: number)) else { return }
    let records = try message.records(try message.header.table(1))
    guard let column = try Self.columns([.text], of: records, bytes).first, column.presence == nil else {
      throw Self.fault("a dictionary lacks texts")
    }
    dictionaries[Int(number)] = try Self.texts(column, records.count, bytes)
  }

  /// The columns of a record batch whose types are known; each buffer is long enough.
  private static func columns(
    _ types: [ArrowType], of records: ArrowMessages.Records, _ bytes: [UInt8]
  ) throws(PluginError) -> [Column] {
    var buffers = records.buffers[...]
    var columns: [Column] = []
    for (type, node) in zip(types, records.nodes) {
      let isText = type == .text
      guard node.0 == records.count, buffers.count >= (isText ? 3 : 2) else {
        throw fault("a column has another number of values or buffers")
      }
      let presence = buffers.removeFirst()
      let numbers = buffers.removeFirst()
      let column = Column(
        presence: node.1 == 0 ? nil : presence, numbers: numbers, texts: isText ? buffers.removeFirst() : 0..<0)
      guard column.presence.map({ $0.count >= (records.count + 7) / 8 }) ?? true,
        numbers.count >= (isText ? 4 * (records.count + 1) : width(of: type) * records.count)
      else { throw fault("a column needs more bytes than it has") }
      guard UTF8Check.firstFault(in: column.texts, of: bytes.span.bytes) == nil else {
        throw fault("the texts are not UTF-8")
      }
      columns.append(column)
    }
    guard columns.count == types.count else { throw fault("there are only \(columns.count) columns") }
    return columns
  }

  private static func width(of type: ArrowType) -> Int {
    switch type {
    case .uint8: 1
    case .int16: 2
    case .int32, .entry: 4
    case .bytes(let width): width
    default: 8
    }
  }

  private static func numbers<Number: BitwiseCopyable>(
    _ place: Range<Int>, _ count: Int, _ bytes: [UInt8], as: Number.Type
  ) -> [Number] {
    let size = MemoryLayout<Number>.stride * count
    precondition(place.count >= size, "a column of another width")
    return Array(unsafeUninitializedCapacity: count) { numbers, initialized in
      bytes.withUnsafeBytes { source in
        UnsafeMutableRawBufferPointer(numbers).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: source[place.lowerBound..<place.lowerBound + size]))
      }
      initialized = count
    }
  }

  private static func texts(_ column: Column, _ count: Int, _ bytes: [UInt8]) throws(PluginError) -> [Range<Int>] {
    let ends = numbers(column.numbers, count + 1, bytes, as: Int32.self)
    var places: [Range<Int>] = []
    places.reserveCapacity(count)
    for index in 0..<count {
      guard ends[index] >= 0, ends[index] <= ends[index + 1], Int(ends[index + 1]) <= column.texts.count else {
        throw fault("a text ends before it begins, or after all texts")
      }
      let base = column.texts.lowerBound
      places.append(base + Int(ends[index])..<base + Int(ends[index + 1]))
    }
    return places
  }

  private func numbers<Number: BitwiseCopyable>(_ name: BatchColumn, none: Number) -> [Number] {
    let column = self[name]
    var numbers = Self.numbers(column.numbers, count, bytes, as: Number.self)
    guard let presence = column.presence else { return numbers }
    for row in 0..<count where bytes[presence.lowerBound + row >> 3] >> UInt8(row & 7) & 1 == 0 { numbers[row] = none }
    return numbers
  }

  subscript(_ name: BatchColumn) -> Column { columns[BatchColumn.allCases.firstIndex(of: name) ?? 0] }

  private func dictionary(_ name: BatchColumn) -> [Range<Int>] {
    BatchColumn.dictionaries.firstIndex(of: name).map { dictionaries[$0] } ?? []
  }

  private func places(_ name: BatchColumn, isRequired: Bool = false) throws(PluginError) -> [Int32] {
    let numbers = numbers(name, none: -1 as Int32)
    let size = dictionary(name).count
    if let row = numbers.firstIndex(where: { $0 < (isRequired ? 0 : -1) || Int($0) >= size }) {
      throw Self.fault("`\(name.rawValue)` of sample \(row) is \(numbers[row]); its dictionary has \(size)")
    }
    return numbers
  }

  /// The samples as a batch of a registry's types.
  ///
  /// Numbers and texts are checked to be what the columns say they are; the rules of types are not applied again.
  ///
  /// - Parameter registry: the types that the store knows; each has to mean the same as the host's.
  /// - Returns: the samples, in their order.
  /// - Throws: `PluginError`: of the kind `config` when the registry does not have a type, or it differs in its unit,
  ///   aggregation, cases or roles; of the kind `data` when the columns contradict each other.
  public func samples(of registry: Registry) throws(PluginError) -> SampleBatch {
    var types = try ColumnTypes(dictionary(.definition).map { bytes[$0] }, of: registry)
    var batch = SampleBatch(of: registry)
    batch.startOffset = numbers(.startOffset, none: SampleBatch.noOffset)
    batch.endOffset = numbers(.endOffset, none: SampleBatch.noOffset)
    batch.createdOffset = numbers(.createdOffset, none: SampleBatch.noOffset)
    batch.created = numbers(.createdTime, none: SampleBatch.noTime)
    batch.digest = numbers(.digest, none: 0)
    batch.id = ids
    batch.isGivenID = numbers(.derived, none: 0 as UInt8).map { $0 == 0 }
    batch.record = Array(repeating: .empty, count: count)
    try addNumbers(to: &batch)
    try addTypes(&types, to: &batch)
    try addTexts(to: &batch)
    batch.source = try interned(.source, in: &batch.sources, of: &batch.arena)
    batch.device = try interned(.device, in: &batch.devices, of: &batch.arena)
    batch.subject = try interned(.subject, in: &batch.subjects, of: &batch.arena)
    batch.origin = try interned(.origin, in: &batch.origins, of: &batch.arena)
    return batch
  }

  private var ids: [SampleID] {
    let start = self[.id].numbers.lowerBound
    return bytes.withUnsafeBytes { bytes in
      (0..<count).map { row in
        let place = start + 16 * row
        return SampleID(
          high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)),
          low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)))
      }
    }
  }

  private func addNumbers(to batch: inout SampleBatch) throws(PluginError) {
    batch.start = numbers(.startTime, none: SampleBatch.noTime)
    batch.end = numbers(.endTime, none: SampleBatch.noTime)
    batch.value = numbers(.value, none: 0)
    for row in 0..<count {
      guard batch.value[row].isFinite else { throw Self.fault("the value of sample \(row) is not finite") }
      let isTimed = batch.start[row] != SampleBatch.noTime
      guard isTimed == (batch.end[row] != SampleBatch.noTime), batch.start[row] <= batch.end[row] else {
        throw Self.fault("sample \(row) ends before it starts, or has only one of `start_time` and `end_time`")
      }
    }
  }

  private func addTypes(_ types: inout ColumnTypes, to batch: inout SampleBatch) throws(PluginError) {
    let numbers = try places(.definition, isRequired: true)
    let (cases, roles) = (dictionary(.category), dictionary(.role))
    batch.type = numbers.map { types.indexes[Int($0)] }
    batch.enumCase = try places(.category)
    batch.role = try places(.role)
    batch.correlation = self.numbers(.correlation, none: -1)
    var head = -1
    for row in 0..<count {
      let type = Int(numbers[row])
      if batch.enumCase[row] >= 0 {
        let name = bytes[cases[Int(batch.enumCase[row])]]
        guard let item = types.item(batch.enumCase[row], name, of: type) else {
          throw Self.fault("sample \(row) has a case that its type does not have")
        }
        batch.enumCase[row] = item
      }
      let parent = Int(batch.correlation[row])
      if parent == -1 {
        head = row
        guard batch.role[row] == -1 else { throw Self.fault("sample \(row) has a role and no correlation") }
        continue
      }
      guard parent == head, head >= 0, types.hasMembers(Int(numbers[head])) else {
        throw Self.fault("sample \(row) does not follow its correlation")
      }
      guard batch.role[row] >= 0,
        let role = types.role(bytes[roles[Int(batch.role[row])]], of: Int(numbers[head]), member: type)
      else { throw Self.fault("sample \(row) has a role that its correlation does not have") }
      batch.role[row] = role
    }
  }

  private func interned(
    _ name: BatchColumn, in table: inout InternTable, of arena: inout [UInt8]
  ) throws(PluginError) -> [Int32] {
    let isJSON = name == .source || name == .device
    var indexes: [Int32] = []
    for text in dictionary(name) {
      guard !isJSON || Self.isObject(text, bytes.span.bytes) else {
        throw Self.fault("a `\(name.rawValue)` is not a JSON object")
      }
      let start = arena.count
      arena.append(contentsOf: bytes[text])
      indexes.append(table.intern(from: start, in: &arena))
    }
    return try places(name).map { $0 < 0 ? -1 : indexes[Int($0)] }
  }

  /// Adds the texts of samples; those that hold JSON are checked, as they are in lines.
  private func addTexts(to batch: inout SampleBatch) throws(PluginError) {
    func places(_ name: BatchColumn) throws(PluginError) -> [ByteRange] {
      let column = self[name]
      // None is there, as is the case for most columns.
      if column.texts.isEmpty { return Array(repeating: .empty, count: count) }
      let shift = batch.arena.count - column.texts.lowerBound
      batch.arena.append(contentsOf: bytes[column.texts])
      let isJSON = name != .text
      var ranges: [ByteRange] = []
      ranges.reserveCapacity(count)
      for (row, place) in try Self.texts(column, count, bytes).enumerated() {
        guard !isJSON || place.isEmpty || Self.isObject(place, bytes.span.bytes) else {
          throw Self.fault("`\(name.rawValue)` of sample \(row) is not a JSON object")
        }
        ranges.append(place.isEmpty ? .empty : ByteRange(place.lowerBound + shift..<place.upperBound + shift))
      }
      return ranges
    }
    let structures = try places(.structure)
    batch.text = try places(.text)
    for row in 0..<count where !structures[row].isEmpty { batch.text[row] = structures[row] }
    batch.metadata = try places(.metadata)
    batch.original = try places(.original)
    // Pairs without the braces of their object.
    batch.unknown = try places(.other).map { range in
      range.indices.count <= 2 ? .empty : ByteRange(range.indices.dropFirst().dropLast())
    }
  }

  private static func isObject(_ range: Range<Int>, _ text: RawSpan) -> Bool {
    var cursor = JSONCursor(position: range.lowerBound, end: range.upperBound, longestString: Int.max, isLenient: true)
    guard cursor.peek(text) == UInt8(ascii: "{") else { return false }
    return (try? cursor.value(text, depth: 0)) != nil && cursor.position == range.upperBound
  }
}

/// The messages of a stream of the Arrow format, one after the other, as far as columns of samples need them: bytes are
/// not trusted.
private struct ArrowMessages {
  static let schema: UInt8 = 1
  static let dictionary: UInt8 = 2
  static let records: UInt8 = 3

  struct Message {
    let kind: UInt8
    let header: FlatTable
    let body: Range<Int>

    func records(_ table: FlatTable) throws(PluginError) -> Records {
      var buffers: [Range<Int>] = []
      for (offset, size) in try table.pairs(2) {
        guard offset >= 0, size >= 0, offset <= body.count, size <= body.count - Int(offset) else {
          throw ColumnBatch.fault("a buffer is not in its message")
        }
        let start = body.lowerBound + Int(offset)
        buffers.append(start..<start + Int(size))
      }
      return Records(count: Int(try table.number(0, Int64.self) ?? 0), nodes: try table.pairs(1), buffers: buffers)
    }
  }

  struct Records {
    let count: Int
    let nodes: [(Int64, Int64)]
    let buffers: [Range<Int>]
  }

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() throws(PluginError) -> Message? {
    let whole = FlatTable(bytes, at: 0, end: bytes.count)
    guard try whole.load(position, UInt32.self) == UInt32.max else {
      throw ColumnBatch.fault("there is something else where a message should begin")
    }
    let size = Int(try whole.load(position + 4, UInt32.self))
    let start = position + 8
    guard size > 0 else {
      guard start == bytes.count else { throw ColumnBatch.fault("there are bytes after the end of the stream") }
      return nil
    }
    guard size <= bytes.count - start else { throw ColumnBatch.fault("a message is cut off") }
    let metadata = FlatTable(bytes, at: start, end: start + size)
    let root = FlatTable(bytes, at: start + Int(try metadata.load(start, UInt32.self)), end: start + size)
    let length = try root.number(3, Int64.self) ?? 0
    guard length >= 0, length <= bytes.count - start - size else { throw ColumnBatch.fault("a message is cut off") }
    position = start + size + Int(length)
    return Message(kind: try root.number(1, UInt8.self) ?? 0, header: try root.table(2), body: start + size..<position)
  }
}

/// A table of a FlatBuffer.
private struct FlatTable {
  private let bytes: [UInt8]
  private let place: Int
  private let end: Int

  init(_ bytes: [UInt8], at place: Int, end: Int) {
    self.bytes = bytes
    self.place = place
    self.end = end
  }

  func load<Number: FixedWidthInteger & BitwiseCopyable>(_ place: Int, _: Number.Type) throws(PluginError) -> Number {
    guard place >= 0, place <= end - MemoryLayout<Number>.size else {
      throw ColumnBatch.fault("a message refers to what is not in it")
    }
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: Number.self) }
  }

  /// Where a field is; `nil` if it has its default.
  private func field(_ number: Int) throws(PluginError) -> Int? {
    let fields = place - Int(try load(place, Int32.self))
    guard 4 + 2 * number < Int(try load(fields, UInt16.self)) else { return nil }
    let offset = Int(try load(fields + 4 + 2 * number, UInt16.self))
    return offset == 0 ? nil : place + offset
  }

  func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ field: Int, _ type: Number.Type
  ) throws(PluginError) -> Number? {
    guard let place = try self.field(field) else { return nil }
    return try load(place, type)
  }

  func table(_ field: Int) throws(PluginError) -> FlatTable {
    guard let place = try self.field(field) else { throw ColumnBatch.fault("a message lacks a part") }
    return FlatTable(bytes, at: place + Int(try load(place, UInt32.self)), end: end)
  }

  func pairs(_ field: Int) throws(PluginError) -> [(Int64, Int64)] {
    guard let place = try self.field(field) else { return [] }
    let vector = place + Int(try load(place, UInt32.self))
    let count = Int(try load(vector, UInt32.self))
    guard count <= (end - vector) / 16 else { throw ColumnBatch.fault("a message refers to what is not in it") }
    var pairs: [(Int64, Int64)] = []
    for index in 0..<count {
      let first = vector + 4 + 16 * index
      pairs.append((try load(first, Int64.self), try load(first + 8, Int64.self)))
    }
    return pairs
  }
}

/// The types of a batch of columns in a registry, where each has to mean the same as in the host's.
private struct ColumnTypes {
  private(set) var indexes: [Int32] = []
  private let registry: Registry
  /// The registry's index of each case, by its number in the dictionary.
  private var items: [[Int32: Int32]] = []
  /// The names that the host has, each of which the registry's type has with the same meaning.
  private var cases: [[[UInt8]: Int32]] = []
  private var roles: [[[UInt8]: Int32]] = []

  init(_ definitions: [ArraySlice<UInt8>], of registry: Registry) throws(PluginError) {
    self.registry = registry
    for text in definitions {
      guard let definition = JSONValue(parsing: text), let id = definition["id"]?.text else {
        throw ColumnBatch.fault("a definition of a type is not an object with an `id`")
      }
      guard let index = registry.typeIndex(named: id), registry.types[index].id == id else {
        throw Self.error("the plugin's catalog does not have the type `\(TextEscaping.escaped(id))`")
      }
      let type = registry.types[index]
      let signature = TypeSignature(type)
      for (part, known) in [
        ("kind", signature.kind), ("shape", signature.shape), ("unit", type.shape.quantity?.unit.sampleText),
        ("aggregation", signature.aggregation),
      ] where definition[part]?.text != known { throw Self.difference(part, of: id, definition[part]?.text, known) }
      indexes.append(Int32(truncatingIfNeeded: index))
      items.append([:])
      cases.append(try Self.cases(definition, id, type.shape.enumeration?.cases ?? []))
      roles.append(try Self.roles(definition, id, type.shape.members ?? []))
    }
  }

  private static func cases(
    _ definition: JSONValue, _ id: String, _ known: [EnumCase]
  ) throws(PluginError) -> [[UInt8]: Int32] {
    var places: [[UInt8]: Int32] = [:]
    for (number, item) in (definition["cases"]?.elements ?? []).enumerated() {
      guard let name = item["name"]?.text else { throw ColumnBatch.fault("a case of a type has no `name`") }
      // Nearly always the same catalog.
      let place =
        known.indices.contains(number) && known[number].name == name ? number : known.firstIndex { $0.name == name }
      guard let place, known[place].raw.map(Int64.init) == item["raw"]?.integer else {
        throw difference("case", of: id, name, nil)
      }
      places[Array(name.utf8)] = Int32(truncatingIfNeeded: place)
    }
    return places
  }

  private static func roles(
    _ definition: JSONValue, _ id: String, _ known: [CorrelationMember]
  ) throws(PluginError) -> [[UInt8]: Int32] {
    var places: [[UInt8]: Int32] = [:]
    for item in definition["roles"]?.elements ?? [] {
      guard let role = item.text else { throw ColumnBatch.fault("`roles` is not a list of texts") }
      guard let place = known.firstIndex(where: { $0.role == role }) else {
        throw difference("role", of: id, role, nil)
      }
      places[Array(role.utf8)] = Int32(truncatingIfNeeded: place)
    }
    return places
  }

  private static func difference(_ part: String, of type: String, _ sent: String?, _ known: String?) -> PluginError {
    let (type, sent) = (TextEscaping.escaped(type), TextEscaping.escaped(sent ?? "none"))
    let rest =
      known.map { ", in the plugin's `\(TextEscaping.escaped($0))`" } ?? ", which the plugin's does not have so"
    return error("the \(part) of `\(type)` is `\(sent)` in the catalog of Assay\(rest)")
  }

  private static func error(_ message: String) -> PluginError {
    PluginError(.configuration, message, hint: "give the plugin the catalog that Assay runs with")
  }

  func hasMembers(_ type: Int) -> Bool { registry.types[Int(indexes[type])].shape.members != nil }

  /// The registry's index of a case of a type, by its number in the dictionary and its name.
  mutating func item(_ number: Int32, _ name: ArraySlice<UInt8>, of type: Int) -> Int32? {
    if let known = items[type][number] { return known }
    let item = cases[type][Array(name)]
    items[type][number] = item
    return item
  }

  /// The registry's index of a role of a correlation; -1 for a part that has no name but that of its type.
  func role(_ name: ArraySlice<UInt8>, of type: Int, member: Int) -> Int32? {
    roles[type][Array(name)] ?? (name.elementsEqual(registry.types[Int(indexes[member])].id.utf8) ? -1 : nil)
  }
}
