public import HealthModel

extension ColumnBatch {
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
}
