package import HealthModel

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
  /// What numbers have between thousands: `.`, `,`, `'` or a blank; `nil` for nothing.
  package var thousandsMark: UInt8?
  /// The texts that mean no value, byte for byte, such as `NA`: places that have one are empty.
  ///
  /// With any, no sample is made of a record whose value is empty.
  package var missing: [String] = []
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
    values.isEmpty && times.isEmpty && duration == nil && zone == nil && conditions.isEmpty
      && rows.isEmpty && missing.isEmpty
  }

  /// All places that the mapping names, each once, sorted.
  package var places: [String] {
    var names = Set(times.values.joined())
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

/// The form in which a quarantine keeps a mapping with its records: a replay reads them as the import did.
extension RecordMapping {
  /// Appends what the mapping says besides constants, the decimal mark and the format of dates, which layouts write
  /// themselves.
  package func append(to json: inout JSONBuilder) {
    if !values.isEmpty {
      json.key("values")
      json.object { inner in
        for (field, texts) in Self.sorted(values) { Self.append(field, texts, to: &inner) }
      }
    }
    if !times.isEmpty {
      json.key("times")
      json.object { inner in
        for (field, places) in Self.sorted(times) {
          inner.key(field)
          inner.array { list in for place in places { list.value(place) } }
        }
      }
    }
    json.member("thousands", thousandsMark.map { String(Unicode.Scalar($0)) })
    if !missing.isEmpty {
      json.key("missing")
      json.array { list in for text in missing { list.value(text) } }
    }
    json.member("zone", zone)
    if let duration {
      json.key("duration")
      json.object { inner in
        inner.member("place", duration.length == nil ? duration.place : nil)
        inner.member("length", duration.length)
        inner.member("unit", duration.unit.rawValue)
      }
    }
    if !conditions.isEmpty {
      json.key("conditions")
      json.array { list in
        for condition in conditions {
          list.object { item in
            item.member("place", condition.place)
            if condition.isNegated { item.member("negated", true) }
            item.key("texts")
            item.array { texts in for text in condition.texts { texts.value(text) } }
          }
        }
      }
    }
    if !optional.isEmpty {
      json.key("optional")
      json.array { list in
        for place in optional.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { list.value(place) }
      }
    }
    guard !rows.isEmpty else { return }
    json.key("rows")
    json.array { list in
      for row in rows {
        list.object { item in
          Self.append("places", row.places, to: &item)
          Self.append("constants", row.constants, to: &item)
        }
      }
    }
  }

  private static func append(_ name: String, _ texts: [String: String], to json: inout JSONBuilder) {
    guard !texts.isEmpty else { return }
    json.key(name)
    json.object { inner in
      for (key, text) in sorted(texts) { inner.member(key, text) }
    }
  }

  /// Dictionaries have no order, and equal mappings are written alike.
  private static func sorted<Value>(_ items: [String: Value]) -> [(key: String, value: Value)] {
    items.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  /// Reads what `append` wrote; what is not there or is of another kind is left out.
  package init(_ json: JSONValue) {
    self.init()
    constants = Self.texts(json["constants"])
    decimalMark = json["decimal"]?.text?.utf8.first ?? decimalMark
    thousandsMark = json["thousands"]?.text?.utf8.first
    dateFormat = json["date_format"]?.text
    missing = Self.list(json["missing"])
    for member in json["values"]?.members ?? [] { values[member.key] = Self.texts(member.value) }
    for member in json["times"]?.members ?? [] { times[member.key] = Self.list(member.value) }
    zone = json["zone"]?.text
    if let item = json["duration"], let unit = item["unit"]?.text.flatMap(RecordDuration.Unit.init(rawValue:)) {
      duration =
        item["length"]?.text.flatMap { RecordDuration.always($0, in: unit) }
        ?? item["place"]?.text.map { RecordDuration($0, in: unit) }
    }
    conditions = (json["conditions"]?.elements ?? []).compactMap { item in
      item["place"]?.text.map {
        RecordCondition($0, isOneOf: Self.list(item["texts"]), isNegated: item["negated"]?.flag ?? false)
      }
    }
    optional = Set(Self.list(json["optional"]))
    rows = (json["rows"]?.elements ?? []).map {
      RecordSample(places: Self.texts($0["places"]), constants: Self.texts($0["constants"]))
    }
  }

  package static func texts(_ json: JSONValue?) -> [String: String] {
    (json?.members ?? []).reduce(into: [:]) { $0[$1.key] = $1.value.text }
  }

  private static func list(_ json: JSONValue?) -> [String] { (json?.elements ?? []).compactMap(\.text) }
}

/// Where a record has the duration of its samples, which gives them their end.
public struct RecordDuration: Sendable, Hashable {
  /// The units of durations, by their names in HealthKit.
  public enum Unit: String, Sendable, Hashable, CaseIterable {
    case milliseconds = "ms"
    case seconds = "s"
    case minutes = "min"
    case hours = "hr"

    fileprivate var microseconds: Int64 {
      switch self {
      case .milliseconds: 1_000
      case .seconds: 1_000_000
      case .minutes: 60_000_000
      case .hours: 3_600_000_000
      }
    }
  }

  /// The place.
  public var place: String
  /// The unit of the number there.
  public var unit: Unit
  /// The number, if all samples are equally long and records do not have it; the place is empty then.
  public private(set) var length: String?

  /// Creates a duration.
  public init(_ place: String, in unit: Unit) {
    self.place = place
    self.unit = unit
  }

  /// Creates the duration of samples that are all equally long.
  ///
  /// - Parameters:
  ///   - length: a number from zero on with a point for its decimals, such as `1` or `0.5`.
  ///   - unit: its unit.
  /// - Returns: the duration; `nil` if the text is not such a number, or a century or longer.
  public static func always(_ length: String, in unit: Unit) -> RecordDuration? {
    var duration = RecordDuration("", in: unit)
    duration.length = length
    return duration.microseconds.isEmpty ? nil : duration
  }

  /// The digits of the microseconds that all samples last; empty if records say it.
  package var microseconds: [UInt8] {
    let text = Array((length ?? "").utf8)
    var digits: [UInt8] = []
    _ = unit.append(0..<text.count, in: text.span.bytes, to: &digits)
    return digits
  }
}

extension RecordDuration.Unit {
  /// The digits of a century in milliseconds, and more.
  private static let maximumDigits = 16
  /// The decimals that count: those of an hour are less than a microsecond from the eleventh on.
  private static let maximumDecimals = 10

  /// Appends how many microseconds a text is, to the nearest, as a field of the kind `duration` has it.
  ///
  /// - Returns: `false`, with nothing appended, if the text is not a number from zero on, or a century or longer.
  package func append(_ range: Range<Int>, in bytes: RawSpan, to output: inout [UInt8]) -> Bool {
    var (digits, decimals) = (0, -1)
    var whole: Int64 = 0
    var part: Int64 = 0
    var scale: Int64 = 1
    for place in range {
      let byte = bytes.byte(at: place)
      if byte == UInt8(ascii: "."), decimals < 0, digits > 0 {
        decimals = 0
        continue
      }
      guard byte &- 0x30 <= 9 else { return false }
      let digit = Int64(byte &- 0x30)
      if decimals < 0 {
        guard digits < Self.maximumDigits else { return false }
        digits += 1
        whole = whole * 10 + digit
      } else {
        decimals += 1
        guard decimals <= Self.maximumDecimals else { continue }
        part = part * 10 + digit
        scale *= 10
      }
    }
    guard digits > 0, decimals != 0, whole < 100 * 366 * Instant.day / microseconds else { return false }
    let product = Int128(part) * Int128(microseconds) * 2 + Int128(scale)
    let rest = Int64(truncatingIfNeeded: product / (Int128(scale) * 2))
    output.append(contentsOf: String(whole * microseconds + rest).utf8)
    return true
  }
}
