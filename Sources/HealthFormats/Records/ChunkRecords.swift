package import HealthModel

/// The records of foreign JSON that a chunk holds.
@usableFromInline package struct ChunkRecords: Sendable {
  let plan: RecordPlan
  /// How the values at the paths become fields.
  let layout: TableLayout
  /// The records in the chunk, in its order; of newline-delimited JSON the reader finds them.
  var found: FoundRecords
  package internal(set) var isByLine = false
  var fault: RawProblem?
  /// How many steps of a records path led to something, up to this chunk's end.
  var reach = 0
  /// What was counted around the records, by its name.
  var watched: [String: Int] = [:]

  init(_ plan: RecordPlan, _ layout: TableLayout, _ found: FoundRecords? = nil) {
    self.plan = plan
    self.layout = layout
    self.found = found ?? FoundRecords(parents: plan.captureDepths.count)
  }

  /// A record outside of its input, whose records path is the layout's own.
  init(_ plan: RecordPlan, _ layout: TableLayout, record: Range<Int>, with surroundings: [String: String]) {
    self.init(plan, layout)
    guard let profile = plan.profiles.firstIndex(where: { $0.path == layout.records?.records ?? "" }) else { return }
    for parent in plan.profiles[profile].parents {
      guard let text = surroundings[plan.profiles[profile].columns[parent.column]] else { continue }
      found.set(parent.capture, to: ParentValue(kind: .string, text: Array(text.utf8)), since: 0)
    }
    let key = plan.profiles[profile].keys.first.flatMap { [plan] in surroundings[plan.profiles[profile].columns[$0]] }
    if let key { found.keys.append(Array(key.utf8)) }
    found.containers.append([])
    found.add(
      RecordLocation(
        start: Int32(truncatingIfNeeded: record.lowerBound), end: Int32(truncatingIfNeeded: record.upperBound),
        profile: Int32(truncatingIfNeeded: profile), row: 0, container: 0, number: -1, key: key == nil ? -1 : 0))
  }

  package var isPublished: Bool { layout.records?.form != nil }

  /// Whether records have a place for the name of their time zone.
  package var hasZones: Bool { ([layout] + layout.further).contains { $0.mapping.zone != nil } }

  /// The context of the record that begins at a place of the chunk, without which it cannot be read outside of its
  /// input; `nil` if none begins there, if an object or array around it is among its values, or if it lacks one of them.
  package func context(at start: Int) -> TableContext? {
    guard let place = record(at: start), !place.isLate, !place.isMisplaced else { return nil }
    let path = plan.profiles[Int(place.profile)].path
    guard let own = layout.ofRecords(at: path) else { return nil }
    // Nothing around a record that is written anew is part of it.
    if layout.rewriting != nil {
      return passes(place, found) == nil ? nil : TableContext(row: [], layout: own)
    }
    let parents = plan.profiles[Int(place.profile)].parents
    // An object or array around a record has no text: read again, the record would lack what it was refused for.
    let hasParts = parents.contains { parent in
      let kind = found.rows[Int(place.row)][parent.capture].kind
      return kind == .object || kind == .array
    }
    if hasParts { return nil }
    return TableContext(row: [], layout: own, surroundings: surroundings(at: start))
  }

  /// Whether the values around a record that is written anew say to pass over it, which is counted; `nil` if it is not
  /// known what they say.
  func passes(_ place: RecordLocation, _ found: FoundRecords) -> Bool? {
    let parents = plan.profiles[Int(place.profile)].parents.map { found.rows[Int(place.row)][$0.capture] }
    guard let whole = parents.first, let value = parents.last, let watched = layout.records?.watched.first else {
      return false
    }
    if value.decoded.elementsEqual(watched.text.utf8) { return true }
    let isKnown =
      [.absent, .null].contains(value.kind)
      || value.kind == .string && watched.others.contains { value.decoded.elementsEqual($0.utf8) }
    return isKnown && [.absent, .null, .object].contains(whole.kind) ? false : nil
  }

  /// How the layout says that times are written; `nil` means RFC 3339.
  @usableFromInline package var dateFormat: String? { layout.dateFormat }

  func divided(at place: Int) -> (head: ChunkRecords, rest: ChunkRecords) {
    var (head, rest) = (self, self)
    head.fault = nil
    head.found = rest.found.take(before: place)
    if var fault = rest.fault {
      let shift = Int32(truncatingIfNeeded: place)
      fault.span = (fault.span.lowerBound &- shift)..<(fault.span.upperBound &- shift)
      rest.fault = fault
    }
    return (head, rest)
  }

  private func record(at start: Int) -> RecordLocation? {
    var (low, high) = (0, found.places.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(found.places[middle].start) < start { low = middle + 1 } else { high = middle }
    }
    return low < found.places.count && Int(found.places[low].start) == start ? found.places[low] : nil
  }

  /// The JSON Pointer (RFC 6901) of the record that begins at a place of the chunk, from the document's beginning.
  ///
  /// - Returns: the pointer in UTF-8; `nil` if no record begins there.
  package func pointer(at start: Int) -> [UInt8]? {
    guard let place = record(at: start) else { return nil }
    guard found.containers.indices.contains(Int(place.container)) else { return [] }
    var pointer = found.containers[Int(place.container)]
    if place.key >= 0 {
      RecordPointer.append(found.keys[Int(place.key)], to: &pointer)
    } else if place.number >= 0 {
      RecordPointer.append(Array(String(place.number).utf8), to: &pointer)
    }
    return pointer
  }

  /// The path in a record to the field of a sample that lacks it; `nil` if no path of the layout gives the field, or one
  /// that leads out of the record.
  package func path(of field: SampleField) -> String? {
    guard let path = layout.records?.fields["\(field.label)"], path.hasPrefix("/") else { return nil }
    return path
  }

  /// What the record that begins at a place of the chunk gets from around it: the values by their paths.
  ///
  /// Strings are as they are; other values are their JSON.
  func surroundings(at start: Int) -> [String: String] {
    guard let place = record(at: start) else { return [:] }
    let profile = plan.profiles[Int(place.profile)]
    var values: [String: String] = [:]
    for parent in profile.parents {
      let value = found.rows[Int(place.row)][parent.capture]
      guard value.kind != .absent, value.kind != .null else { continue }
      var text = value.decoded
      // Read again it is a text, whose numbers have the layout's mark.
      if value.kind == .number, layout.decimalMark != UInt8(ascii: ".") {
        text = text.map { $0 == UInt8(ascii: ".") ? layout.decimalMark : $0 }
      }
      values[profile.columns[parent.column]] = String(decoding: text, as: UTF8.self)
    }
    for column in profile.keys {
      if place.key >= 0 {
        values[profile.columns[column]] = String(decoding: found.keys[Int(place.key)], as: UTF8.self)
      } else if place.number >= 0 {
        values[profile.columns[column]] = String(place.number)
      }
    }
    return values
  }
}

/// JSON Pointers (RFC 6901) to records.
enum RecordPointer {
  static func append(_ name: [UInt8], to pointer: inout [UInt8]) {
    pointer.append(UInt8(ascii: "/"))
    for byte in name {
      switch byte {
      case UInt8(ascii: "~"): pointer += "~0".utf8
      case UInt8(ascii: "/"): pointer += "~1".utf8
      default: pointer.append(byte)
      }
    }
  }
}
