package import HealthModel

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
    for (name, lists) in [("times", times), ("alternatives", alternatives)] where !lists.isEmpty {
      json.key(name)
      json.object { inner in
        for (field, places) in Self.sorted(lists) {
          inner.key(field)
          inner.array { list in for place in places { list.value(place) } }
        }
      }
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
}

extension RecordMapping {
  /// Reads what `append` wrote; what is not there or is of another kind is left out.
  package init(_ json: JSONValue) {
    self.init()
    constants = Self.texts(json["constants"])
    decimalMark = json["decimal"]?.text?.utf8.first ?? decimalMark
    dateFormat = json["date_format"]?.text
    for member in json["values"]?.members ?? [] { values[member.key] = Self.texts(member.value) }
    for member in json["times"]?.members ?? [] { times[member.key] = Self.list(member.value) }
    for member in json["alternatives"]?.members ?? [] { alternatives[member.key] = Self.list(member.value) }
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
