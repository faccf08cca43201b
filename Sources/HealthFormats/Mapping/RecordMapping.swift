/// How records of a foreign form become samples, whatever the form: what an item of `data` says besides which place
/// gives which field.
///
/// A place is where a record has a text: the name of a column of a table, or a path in JSON. Fields go by the names of
/// `TableField`: `value`, `source.name`, `metadata.KEY`.
public struct RecordMapping: Sendable, Hashable {
  /// Texts for fields that the records do not have, by the field's name.
  public var constants: [String: String] = [:]
  /// The decimal mark of numbers, `.` or `,`.
  public var decimalMark = UInt8(ascii: ".")
  /// How times are written, such as `dd.MM.yyyy HH:mm`, `unix` or `unix-ms`; `nil` means RFC 3339.
  public var dateFormat: String?
  /// What texts stand for, by the field's name and then by the text: `["type": ["HR": "heartRate"]]`.
  ///
  /// A text that is not listed stays as it is, unless `*` says what all others stand for. The name `timezone` is that of
  /// `zone`.
  public var values: [String: [String: String]] = [:]
  /// The places whose texts, with a space between them, are a time: by `start`, `end` or `created`.
  public var times: [String: [String]] = [:]
  /// How long samples are, in place of their `end`.
  public var duration: RecordDuration?
  /// The places of which the first that has a text gives a field, by the field's name; where `values` says what the
  /// field's texts stand for, the first whose text is listed goes before it.
  package var alternatives: [String: [String]] = [:]
  /// The place of the IANA name of the record's time zone; `nil` for one zone for all.
  public var zone: String?
  /// What a record must be for samples to be made of it: all of these hold.
  public var conditions: [RecordCondition] = []
  /// The places that not all files have: a table whose header lacks one of them is read, without its samples and fields.
  public var optional: Set<String> = []
  /// The samples of a record, in this order; empty when each record is one sample.
  public var rows: [RecordSample] = []

  /// Creates a mapping that changes nothing.
  public init() {}

  /// The text in `values` for all that are not listed.
  package static let others = "*"

  /// The name by which `values` maps time zones, which are not a field of samples.
  package static let zoneName = "timezone"

  /// Whether records become samples without a look at several of their places at once: as in a table whose columns are
  /// fields.
  package var isDirect: Bool {
    values.isEmpty && times.isEmpty && duration == nil && alternatives.isEmpty && zone == nil && conditions.isEmpty
      && rows.isEmpty
  }

  /// All places that the mapping names, each once, sorted.
  package var places: [String] {
    var names = Set(times.values.joined()).union(alternatives.values.joined())
    if let zone { names.insert(zone) }
    if let duration, duration.length == nil { names.insert(duration.place) }
    for condition in conditions { names.insert(condition.place) }
    for sample in rows { names.formUnion(sample.places.values) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// One of the samples that are made of a record.
public struct RecordSample: Sendable, Hashable {
  /// The places of its fields, by the field's name; they go before what the record gives to all of its samples.
  public var places: [String: String]
  /// Texts of its fields, by the field's name.
  public var constants: [String: String]

  /// Creates a sample with the places and the texts of its fields.
  public init(places: [String: String], constants: [String: String] = [:]) {
    self.places = places
    self.constants = constants
  }

  /// Whether a place gives what the sample is about: where all such places are empty, the record lacks the sample.
  @usableFromInline package static func isSubject(_ field: String) -> Bool {
    field == "value" || (field.hasPrefix("members.") && field.hasSuffix(".value"))
      || (field.hasPrefix("fields.") && !field.hasSuffix(".unit"))
  }
}

/// What a record must have at a place for samples to be made of it.
public struct RecordCondition: Sendable, Hashable {
  /// The place.
  public var place: String
  /// The texts of which the record has one, byte for byte; the empty text is a place that is empty or not there.
  public var texts: [String]
  /// Whether the record has none of the texts instead.
  public var isNegated: Bool

  /// Creates a condition.
  public init(_ place: String, isOneOf texts: [String], isNegated: Bool = false) {
    self.place = place
    self.texts = texts
    self.isNegated = isNegated
  }
}
