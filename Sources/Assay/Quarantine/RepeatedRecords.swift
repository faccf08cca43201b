/// Which records of earlier imports another import kept again.
///
/// A record is decided on whole, however many lines it has: a correction is in one of them, and without the others it
/// would not be a record.
struct RepeatedRecords {
  private var isRepeated: [Bool] = []
  private var beginsRecord: [Bool] = []
  private var isUnreadable: [Bool] = []
  /// Lines that cannot be read and were not found yet, as far as there is room.
  private var unreadable: [(index: Int, bytes: [UInt8])] = []
  private var room = QuarantineLines.maximumLine

  /// Takes up a line of earlier imports.
  mutating func add(_ line: EarlierLine, _ text: QuarantineLines.Line) {
    if line.isUnreadable, text.bytes.count <= room {
      room -= text.bytes.count
      unreadable.append((isRepeated.count, text.bytes))
    }
    isRepeated.append(false)
    beginsRecord.append(line.beginsRecord)
    isUnreadable.append(line.isUnreadable)
  }

  /// Notes that the import has a line as well.
  mutating func mark(_ index: Int) { isRepeated[index] = true }

  /// Compares a line of the import with those that cannot be read.
  ///
  /// One that it begins with is what a process wrote before it was killed. Any other stays, since somebody may have
  /// corrected it and made a typing error.
  mutating func compare(_ line: [UInt8]) {
    guard !unreadable.isEmpty else { return }
    unreadable.removeAll { torn in
      guard line.starts(with: torn.bytes) else { return false }
      isRepeated[torn.index] = true
      return true
    }
  }

  /// For each line whether it stays, as all lines of its record do.
  var isKept: [Bool] {
    var kept = isRepeated.map(!)
    var start = 0
    while start < kept.count {
      var end = start + 1
      while end < kept.count, !beginsRecord[end] { end += 1 }
      if kept[start..<end].contains(true) { for index in start..<end { kept[index] = true } }
      start = end
    }
    return kept
  }

  /// How much stays.
  var rest: EarlierRecords.Rest {
    var rest = EarlierRecords.Rest()
    for (index, isKept) in isKept.enumerated() where isKept && (index == 0 || beginsRecord[index]) {
      rest.records += 1
      if isUnreadable[index] { rest.unreadable += 1 }
    }
    return rest
  }
}
