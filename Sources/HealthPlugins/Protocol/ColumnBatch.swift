public import HealthModel
import HealthStorage
import HealthUnits

/// Samples that came as columns of numbers, for stores that keep columns of their own.
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
  let bytes: [UInt8]
  let layout: ColumnLayout
  let names: ColumnBatchNames

  /// Reads the bytes that a message announced.
  ///
  /// - Throws: `PluginError` of the kind `data` when the bytes are not such columns.
  package init(reading bytes: [UInt8], count: Int) throws(PluginError) {
    do throws(ColumnFault) {
      guard count >= 0, count <= bytes.count, bytes.count <= Int32.max / 4 else {
        throw ColumnFault("\(bytes.count) bytes cannot be \(count) samples")
      }
      layout = ColumnLayout(count: count)
      guard layout.end <= bytes.count else {
        throw ColumnFault("the columns need \(layout.end) bytes, and the batch has \(bytes.count)")
      }
      self.bytes = bytes
      self.count = count
      var end = layout.end
      for column in ColumnLayout.textLengths {
        for length in Self.numbers(column, of: count, layout, bytes, as: Int32.self) {
          guard length >= 0 else { throw ColumnFault("a text has a length below 0") }
          end += Int(length)
        }
      }
      guard end <= bytes.count else {
        throw ColumnFault("columns and texts need \(end) bytes, and the batch has \(bytes.count)")
      }
      guard UTF8Check.firstFault(in: layout.end..<bytes.count, of: bytes.span.bytes) == nil else {
        throw ColumnFault("the texts are not UTF-8")
      }
      names = try ColumnBatchNames(at: end..<bytes.count, in: bytes)
    } catch {
      throw Self.error(error)
    }
  }

  static func error(_ fault: ColumnFault) -> PluginError {
    PluginError(.data, "columns of samples cannot be read: \(fault.reason)")
  }

  func numbers<Number: BitwiseCopyable>(_ column: ColumnLayout.Column, as type: Number.Type) -> [Number] {
    Self.numbers(column, of: count, layout, bytes, as: type)
  }

  private static func numbers<Number: BitwiseCopyable>(
    _ column: ColumnLayout.Column, of count: Int, _ layout: ColumnLayout, _ bytes: [UInt8], as: Number.Type
  ) -> [Number] {
    let width = MemoryLayout<Number>.stride
    precondition(width == column.width && layout.end <= bytes.count, "a column of another width")
    return Array(unsafeUninitializedCapacity: count) { numbers, initialized in
      bytes.withUnsafeBytes { source in
        UnsafeMutableRawBufferPointer(numbers).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: source[layout[column]..<layout[column] + width * count]))
      }
      initialized = count
    }
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
    let types = try ColumnTypes(names.types, of: registry)
    do throws(ColumnFault) {
      var batch = SampleBatch(of: registry)
      batch.startOffset = numbers(.startOffset, as: Int16.self)
      batch.endOffset = numbers(.endOffset, as: Int16.self)
      batch.createdOffset = numbers(.createdOffset, as: Int16.self)
      batch.created = numbers(.created, as: Int64.self)
      batch.digest = numbers(.digest, as: UInt64.self)
      batch.id = ids
      batch.isGivenID = numbers(.isDerived, as: UInt8.self).map { $0 == 0 }
      batch.record = Array(repeating: .empty, count: count)
      try addNumbers(to: &batch)
      try addTypes(types, to: &batch)
      try addTexts(types, to: &batch)
      try addNames(to: &batch)
      return batch
    } catch {
      throw Self.error(error)
    }
  }

  private var ids: [SampleID] {
    bytes.withUnsafeBytes { bytes in
      (0..<count).map { row in
        let place = layout[.id] + row * ColumnLayout.Column.id.width
        return SampleID(
          high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)),
          low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)))
      }
    }
  }

  private func addNumbers(to batch: inout SampleBatch) throws(ColumnFault) {
    batch.start = numbers(.start, as: Int64.self)
    batch.end = numbers(.end, as: Int64.self)
    batch.value = numbers(.value, as: Double.self)
    for row in 0..<count {
      guard batch.value[row].isFinite else { throw ColumnFault("the value of sample \(row) is not finite") }
      let isTimed = batch.start[row] != SampleBatch.noTime
      guard isTimed == (batch.end[row] != SampleBatch.noTime), batch.start[row] <= batch.end[row] else {
        throw ColumnFault("sample \(row) ends before it starts, or has only one of `start` and `end`")
      }
    }
  }

  private func addTypes(_ types: ColumnTypes, to batch: inout SampleBatch) throws(ColumnFault) {
    let numbers = try places(.type, in: types.count, orNone: false)
    batch.type = numbers.map { types.indexes[Int($0)] }
    batch.enumCase = self.numbers(.item, as: Int32.self)
    batch.role = self.numbers(.role, as: Int32.self)
    batch.correlation = self.numbers(.correlation, as: Int32.self)
    var head = -1
    for row in 0..<count {
      let type = Int(numbers[row])
      guard let item = types.item(batch.enumCase[row], of: type) else {
        throw ColumnFault("sample \(row) has the case \(batch.enumCase[row]), which its type does not have")
      }
      batch.enumCase[row] = item
      let parent = Int(batch.correlation[row])
      if parent == -1 {
        head = row
        guard batch.role[row] == -1 else { throw ColumnFault("sample \(row) has a role and no correlation") }
        continue
      }
      guard parent == head, head >= 0, types.hasMembers[Int(numbers[head])] else {
        throw ColumnFault("sample \(row) does not follow its correlation")
      }
      guard let role = types.role(batch.role[row], of: Int(numbers[head])) else {
        throw ColumnFault("sample \(row) has the role \(batch.role[row]), which its correlation does not have")
      }
      batch.role[row] = role
    }
  }

  private func addNames(to batch: inout SampleBatch) throws(ColumnFault) {
    func intern(_ texts: [ArraySlice<UInt8>], in table: inout InternTable, of arena: inout [UInt8]) -> [Int32] {
      texts.map { text in
        let start = arena.count
        arena.append(contentsOf: text)
        return table.intern(from: start, in: &arena)
      }
    }
    func column(_ column: ColumnLayout.Column, _ indexes: [Int32]) throws(ColumnFault) -> [Int32] {
      try places(column, in: indexes.count).map { $0 < 0 ? -1 : indexes[Int($0)] }
    }
    batch.source = try column(
      .source, intern(names.sources.map { bytes[$0] }, in: &batch.sources, of: &batch.arena))
    batch.device = try column(
      .device, intern(names.devices.map { bytes[$0] }, in: &batch.devices, of: &batch.arena))
    batch.subject = try column(
      .subject, intern(names.subjects.map { Array($0.utf8)[...] }, in: &batch.subjects, of: &batch.arena))
    batch.origin = try column(
      .origin, intern(names.origins.map { Array($0.utf8)[...] }, in: &batch.origins, of: &batch.arena))
  }

  /// A column of places in a list of the names.
  private func places(
    _ column: ColumnLayout.Column, in size: Int, orNone: Bool = true
  ) throws(ColumnFault) -> [Int32] {
    let numbers = numbers(column, as: Int32.self)
    if let row = numbers.firstIndex(where: { $0 < (orNone ? -1 : 0) || Int($0) >= size }) {
      throw ColumnFault("`\(column.rawValue)` of sample \(row) is \(numbers[row]); the names have \(size)")
    }
    return numbers
  }

  /// Adds the texts of samples; those that hold JSON are checked, as they are in lines.
  func addTexts(_ types: ColumnTypes, to batch: inout SampleBatch) throws(ColumnFault) {
    var place = layout.end
    var columns: [[ByteRange]] = []
    for column in ColumnLayout.textLengths {
      columns.append(
        numbers(column, as: Int32.self).map { length in
          guard length > 0 else { return .empty }
          defer { place += Int(length) }
          return ByteRange(place - layout.end..<place - layout.end + Int(length))
        })
    }
    batch.arena = Array(bytes[layout.end..<place])
    (batch.text, batch.metadata, batch.original, batch.unknown) = (columns[0], columns[1], columns[2], columns[3])
    let numbers = numbers(.type, as: Int32.self)
    let text = batch.arena.span.bytes
    for row in 0..<count {
      let isJSON =
        (types.columns[Int(numbers[row])] != .parts || Self.isObject(batch.text[row], text))
        && Self.isObject(batch.metadata[row], text) && Self.isObject(batch.original[row], text)
        && Self.isMembers(batch.unknown[row], text)
      guard isJSON else { throw ColumnFault("a text of sample \(row) is not the JSON that its column holds") }
    }
  }

  private static func isObject(_ range: ByteRange, _ text: RawSpan) -> Bool {
    guard !range.isEmpty else { return true }
    var cursor = JSONCursor(
      position: range.indices.lowerBound, end: range.indices.upperBound, longestString: Int.max, isLenient: true)
    guard cursor.peek(text) == UInt8(ascii: "{") else { return false }
    return (try? cursor.value(text, depth: 0)) != nil && cursor.position == range.indices.upperBound
  }

  /// Whether a text is `"key":value`, or several with commas between.
  private static func isMembers(_ range: ByteRange, _ text: RawSpan) -> Bool {
    guard !range.isEmpty else { return true }
    var cursor = JSONCursor(
      position: range.indices.lowerBound, end: range.indices.upperBound, longestString: Int.max, isLenient: true)
    do throws(SyntaxError) {
      repeat {
        _ = try cursor.key(text)
        _ = try cursor.value(text, depth: 1)
      } while cursor.take(UInt8(ascii: ","), text)
    } catch {
      return false
    }
    return cursor.position == range.indices.upperBound
  }
}

/// The types of a batch of columns in a registry, where each has to mean the same as in the host's.
struct ColumnTypes {
  /// The type's index in the registry.
  private(set) var indexes: [Int32] = []
  private(set) var columns: [ValueColumn] = []
  private(set) var hasMembers: [Bool] = []
  /// The registry's index of each case and of each role of a type.
  private var items: [[Int32]] = []
  private var roles: [[Int32]] = []

  var count: Int { indexes.count }

  /// Looks types up.
  ///
  /// - Throws: `PluginError` of the kind `config` when the registry does not have a type, or has another one by its id.
  init(_ names: [ColumnBatchNames.TypeName], of registry: Registry) throws(PluginError) {
    for name in names {
      guard let index = registry.typeIndex(named: name.id), registry.types[index].id == name.id else {
        throw Self.error("the plugin's catalog does not have the type `\(TextEscaping.escaped(name.id))`")
      }
      let type = registry.types[index]
      let signature = TypeSignature(type)
      for (part, sent, known) in [
        ("kind", name.kind, signature.kind), ("shape", name.shape, signature.shape),
        ("unit", name.unit, type.shape.quantity?.unit.sampleText),
        ("aggregation", name.aggregation, signature.aggregation),
      ] where sent != known { throw Self.difference(part, of: name.id, sent, known) }
      indexes.append(Int32(truncatingIfNeeded: index))
      columns.append(type.shape.column)
      hasMembers.append(type.shape.members != nil)
      items.append(try Self.items(of: name, in: type.shape.enumeration?.cases ?? []))
      roles.append(try Self.roles(of: name, in: type.shape.members ?? []))
    }
  }

  private static func items(
    of type: ColumnBatchNames.TypeName, in known: [EnumCase]
  ) throws(PluginError) -> [Int32] {
    var places: [Int32] = []
    for (number, item) in type.cases.enumerated() {
      // Nearly always the same catalog.
      let place =
        known.indices.contains(number) && known[number].name == item.name
        ? number : known.firstIndex { $0.name == item.name }
      guard let place, known[place].raw.map(Int64.init) == item.raw else {
        throw difference("case", of: type.id, item.name, nil)
      }
      places.append(Int32(truncatingIfNeeded: place))
    }
    return places
  }

  private static func roles(
    of type: ColumnBatchNames.TypeName, in known: [CorrelationMember]
  ) throws(PluginError) -> [Int32] {
    var places: [Int32] = []
    for role in type.roles {
      guard let place = known.firstIndex(where: { $0.role == role }) else {
        throw difference("role", of: type.id, role, nil)
      }
      places.append(Int32(truncatingIfNeeded: place))
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

  /// The registry's index of a case; -1 stays -1, `nil` if the type does not have it.
  func item(_ number: Int32, of type: Int) -> Int32? { Self.place(Int(number), in: items[type]) }

  /// The registry's index of a role; -1 stays -1, `nil` if the correlation does not have it.
  func role(_ number: Int32, of type: Int) -> Int32? { Self.place(Int(number), in: roles[type]) }

  private static func place(_ number: Int, in places: [Int32]) -> Int32? {
    if number == -1 { return -1 }
    return places.indices.contains(number) ? places[number] : nil
  }
}

/// What the numbers of a batch of columns refer to: the JSON object at its end.
struct ColumnBatchNames: Sendable {
  struct TypeName: Sendable {
    let id: String
    let kind: String?
    /// Of a characteristic: `values`, `date` or `text`.
    let shape: String?
    /// The unit of values; `nil` for types without numbers.
    let unit: String?
    let aggregation: String?
    let cases: [(name: String, raw: Int64?)]
    let roles: [String]
  }

  private(set) var types: [TypeName] = []
  /// Canonical JSON of each source.
  private(set) var sources: [Range<Int>] = []
  /// Canonical JSON of each device.
  private(set) var devices: [Range<Int>] = []
  private(set) var subjects: [String] = []
  private(set) var origins: [String] = []

  /// Reads the names; members that are not known are passed over.
  init(at range: Range<Int>, in bytes: [UInt8]) throws(ColumnFault) {
    var fault: ColumnFault?
    let isObject = CanonicalObject.forEachMember(of: range, in: bytes) { key, value in
      do throws(ColumnFault) {
        switch JSONText.string(key, in: bytes.span.bytes) {
        case "types": types = try Self.types(at: value, in: bytes)
        case "sources": sources = try Self.objects("sources", at: value, in: bytes)
        case "devices": devices = try Self.objects("devices", at: value, in: bytes)
        case "subjects": subjects = try Self.texts("subjects", JSONValue(parsing: bytes[value]))
        case "origins": origins = try Self.texts("origins", JSONValue(parsing: bytes[value]))
        default: break
        }
        return true
      } catch {
        fault = error
        return false
      }
    }
    if let fault { throw fault }
    guard isObject else { throw ColumnFault("the names are not a JSON object") }
  }

  private static func types(at range: Range<Int>, in bytes: [UInt8]) throws(ColumnFault) -> [TypeName] {
    guard let elements = JSONValue(parsing: bytes[range])?.elements else { throw ColumnFault("`types` is not a list") }
    var types: [TypeName] = []
    for element in elements {
      guard let id = element["id"]?.text else { throw ColumnFault("a type has no `id`") }
      var cases: [(name: String, raw: Int64?)] = []
      for item in element["cases"]?.elements ?? [] {
        guard let name = item["name"]?.text else { throw ColumnFault("a case of a type has no `name`") }
        cases.append((name, item["raw"]?.integer))
      }
      types.append(
        TypeName(
          id: id, kind: element["kind"]?.text, shape: element["shape"]?.text, unit: element["unit"]?.text,
          aggregation: element["aggregation"]?.text, cases: cases, roles: try texts("roles", element["roles"])))
    }
    return types
  }

  private static func texts(_ name: String, _ value: JSONValue?) throws(ColumnFault) -> [String] {
    guard let value else { return [] }
    let texts = value.elements?.compactMap(\.text)
    guard let texts, texts.count == value.elements?.count else { throw ColumnFault("`\(name)` is not a list of texts") }
    return texts
  }

  /// The places of the objects of a list, whose text is kept as it is.
  private static func objects(
    _ name: String, at range: Range<Int>, in bytes: [UInt8]
  ) throws(ColumnFault) -> [Range<Int>] {
    let text = bytes.span.bytes
    var cursor = JSONCursor(
      position: range.lowerBound, end: range.upperBound, longestString: Int.max, isLenient: true)
    var places: [Range<Int>] = []
    var isList = cursor.peek(text) == UInt8(ascii: "[")
    if isList {
      do throws(SyntaxError) {
        try cursor.elements(text, depth: 0) { cursor throws(SyntaxError) in
          isList = isList && cursor.peek(text) == UInt8(ascii: "{")
          let start = cursor.position
          _ = try cursor.value(text, depth: 1)
          places.append(start..<cursor.position)
        }
      } catch {
        isList = false
      }
    }
    guard isList else { throw ColumnFault("`\(name)` is not a list of objects") }
    return places
  }
}

/// Why a batch of columns cannot be read.
struct ColumnFault: Error {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}
