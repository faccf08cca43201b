public import HealthModel
import HealthUnits

extension ColumnBatch {
  /// The samples as a batch of a registry's types, as the host had them.
  ///
  /// - Parameter registry: the types that the store knows, with the units and cases of the host.
  /// - Returns: the samples, in their order.
  /// - Throws: `PluginError`: of the kind `config` when the registry lacks a type, a case or a role, or has another unit;
  ///   of the kind `data` when the columns contradict each other.
  public func samples(of registry: Registry) throws(PluginError) -> SampleBatch {
    let types = try ColumnTypes(names.types, of: registry)
    do throws(ColumnFault) {
      var batch = SampleBatch(of: registry)
      batch.start = numbers(.start, as: Int64.self)
      batch.end = numbers(.end, as: Int64.self)
      batch.created = numbers(.created, as: Int64.self)
      batch.startOffset = numbers(.startOffset, as: Int16.self)
      batch.endOffset = numbers(.endOffset, as: Int16.self)
      batch.createdOffset = numbers(.createdOffset, as: Int16.self)
      batch.value = numbers(.value, as: Double.self)
      batch.digest = numbers(.digest, as: UInt64.self)
      batch.id = ids
      batch.isGivenID = numbers(.isDerived, as: UInt8.self).map { $0 == 0 }
      batch.record = Array(repeating: .empty, count: count)
      try addTypes(types, to: &batch)
      addTexts(to: &batch)
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

  private func addTypes(_ types: ColumnTypes, to batch: inout SampleBatch) throws(ColumnFault) {
    let numbers = try references(.type, to: types.count, orNone: false)
    batch.correlation = self.numbers(.correlation, as: Int32.self)
    batch.enumCase = self.numbers(.item, as: Int32.self)
    batch.role = self.numbers(.role, as: Int32.self)
    batch.type = numbers.map { types.indexes[Int($0)] }
    var head = -1
    for row in 0..<count {
      let type = Int(numbers[row])
      let parent = Int(batch.correlation[row])
      if parent == -1 { head = row }
      guard parent == -1 || parent == head, head >= 0 else {
        throw ColumnFault("sample \(row) does not follow its correlation")
      }
      guard let item = types.item(Int(batch.enumCase[row]), of: type) else {
        throw ColumnFault("sample \(row) has a case that its type has not")
      }
      batch.enumCase[row] = item
      guard parent >= 0 || batch.role[row] < 0,
        let role = types.role(Int(batch.role[row]), of: Int(numbers[max(0, head)]))
      else { throw ColumnFault("sample \(row) has a role that its correlation has not") }
      batch.role[row] = role
    }
  }

  private func addTexts(to batch: inout SampleBatch) {
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
  }

  private func addNames(to batch: inout SampleBatch) throws(ColumnFault) {
    func intern(_ texts: [ArraySlice<UInt8>], in table: inout InternTable, of arena: inout [UInt8]) -> [Int32] {
      texts.map { text in
        let start = arena.count
        arena.append(contentsOf: text)
        return table.intern(from: start, in: &arena)
      }
    }
    let sources = intern(names.sources.map { bytes[$0] }, in: &batch.sources, of: &batch.arena)
    let devices = intern(names.devices.map { bytes[$0] }, in: &batch.devices, of: &batch.arena)
    let subjects = intern(names.subjects.map { Array($0.utf8)[...] }, in: &batch.subjects, of: &batch.arena)
    let origins = intern(names.origins.map { Array($0.utf8)[...] }, in: &batch.origins, of: &batch.arena)
    batch.source = try references(.source, to: sources.count).map { $0 < 0 ? -1 : sources[Int($0)] }
    batch.device = try references(.device, to: devices.count).map { $0 < 0 ? -1 : devices[Int($0)] }
    batch.subject = try references(.subject, to: subjects.count).map { $0 < 0 ? -1 : subjects[Int($0)] }
    batch.origin = try references(.origin, to: origins.count).map { $0 < 0 ? -1 : origins[Int($0)] }
  }

  /// A column of places in a list of the names.
  private func references(
    _ column: ColumnLayout.Column, to size: Int, orNone: Bool = true
  ) throws(ColumnFault) -> [Int32] {
    let numbers = numbers(column, as: Int32.self)
    guard numbers.allSatisfy({ $0 >= (orNone ? -1 : 0) && Int($0) < size }) else {
      throw ColumnFault("a number of the column `\(column)` is none of the names")
    }
    return numbers
  }
}

/// The types of a batch of columns in a registry.
private struct ColumnTypes {
  /// The type's index in the registry.
  private(set) var indexes: [Int32] = []
  /// The registry's index of each case and of each role of a type.
  private var items: [[Int32]] = []
  private var roles: [[Int32]] = []

  var count: Int { indexes.count }

  init(_ names: [ColumnBatchNames.TypeName], of registry: Registry) throws(PluginError) {
    for name in names {
      guard let index = registry.typeIndex(named: name.id), registry.types[index].id == name.id else {
        throw Self.missing("type `\(TextEscaping.escaped(name.id))`")
      }
      let shape = registry.types[index].shape
      guard shape.quantity?.unit.sampleText == name.unit else {
        throw Self.missing("unit `\(TextEscaping.escaped(name.unit ?? ""))` of `\(TextEscaping.escaped(name.id))`")
      }
      indexes.append(Int32(truncatingIfNeeded: index))
      items.append(try Self.places(of: name.cases, in: shape.enumeration?.cases.map(\.name) ?? [], "case", name.id))
      roles.append(try Self.places(of: name.roles, in: shape.members?.map(\.role) ?? [], "role", name.id))
    }
  }

  private static func places(
    of names: [String], in known: [String], _ what: String, _ type: String
  ) throws(PluginError) -> [Int32] {
    guard names != known else { return names.indices.map { Int32(truncatingIfNeeded: $0) } }
    var places: [Int32] = []
    for name in names {
      guard let place = known.firstIndex(of: name) else {
        throw missing("\(what) `\(TextEscaping.escaped(name))` of `\(TextEscaping.escaped(type))`")
      }
      places.append(Int32(truncatingIfNeeded: place))
    }
    return places
  }

  private static func missing(_ what: String) -> PluginError {
    PluginError(
      .configuration, "the plugin's catalog does not have the \(what)",
      hint: "give the plugin the catalog that Assay runs with")
  }

  /// The registry's index of a case; -1 stays -1, `nil` if the type does not have it.
  func item(_ number: Int, of type: Int) -> Int32? { Self.place(number, in: items[type]) }

  /// The same of a role.
  func role(_ number: Int, of type: Int) -> Int32? { Self.place(number, in: roles[type]) }

  private static func place(_ number: Int, in places: [Int32]) -> Int32? {
    if number == -1 { return -1 }
    return places.indices.contains(number) ? places[number] : nil
  }
}
