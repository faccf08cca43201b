import HealthModel

// Instants are equal when they are the same moment. What is stored also says with which clock offset, so samples and their
// metadata are equal only when the offsets are, too.

extension Sample {
  /// Whether two samples say the same, with the same clock offsets.
  public static func == (left: Sample, right: Sample) -> Bool {
    left.id == right.id && left.type == right.type && left.value == right.value
      && left.start.isIdentical(to: right.start)
      && left.end.isIdentical(to: right.end) && left.created.isIdentical(to: right.created)
      && left.source == right.source && left.device == right.device && left.subject == right.subject
      && left.metadata == right.metadata && left.members == right.members
  }

  /// Feeds what tells most samples apart.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(type)
    hasher.combine(value)
    hasher.combine(start)
    hasher.combine(end)
  }
}

extension MetadataValue {
  /// Whether two values are the same; of dates, moment and clock offset.
  public static func == (left: MetadataValue, right: MetadataValue) -> Bool {
    switch (left, right) {
    case (.string(let one), .string(let other)), (.other(let one), .other(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.boolean(let one), .boolean(let other)): one == other
    case (.date(let one), .date(let other)): one.isIdentical(to: other)
    case (.quantity(let one), .quantity(let other)): one == other
    case (.string, _), (.number, _), (.boolean, _), (.date, _), (.quantity, _), (.other, _): false
    }
  }
}

extension Instant? {
  /// Whether both are the same moment with the same clock offset, or both are none.
  fileprivate func isIdentical(to other: Instant?) -> Bool {
    switch (self, other) {
    case (let one?, let other?): one.isIdentical(to: other)
    case (nil, nil): true
    case (nil, _?), (_?, nil): false
    }
  }
}
