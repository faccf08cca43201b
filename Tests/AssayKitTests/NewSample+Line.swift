import AssayKit
import HealthModel

/// A new sample as a line of NDJSON, as a person would write it: what saving it must not differ from.
extension NewSample {
  var line: String { String(decoding: object.finished, as: UTF8.self) }

  private var object: JSONBuilder {
    var object = JSONBuilder.openObject()
    object.member("type", type)
    switch value {
    case .quantity(let number, let unit):
      object.key("value")
      object.value(number)
      object.member("unit", unit.unitString)
    case .text(let text): object.member("value", text)
    case .rawCase(let raw): object.member("value", raw)
    case .structure, .absent: break
    }
    object.member("start", start?.line)
    object.member("end", end?.line)
    object.member("created", created?.line)
    object.member("uuid", id?.description)
    object.member("subject", subject)
    object.member("role", role)
    if let source {
      var texts = JSONBuilder.openObject()
      texts.member("name", source.name)
      texts.member("bundle", source.bundle)
      texts.member("version", source.version)
      texts.member("product", source.product)
      texts.member("os", source.os)
      object.member("source", object: texts)
    }
    if let device {
      var texts = JSONBuilder.openObject()
      texts.member("name", device.name)
      texts.member("manufacturer", device.manufacturer)
      texts.member("model", device.model)
      texts.member("hardware", device.hardware)
      texts.member("firmware", device.firmware)
      texts.member("software", device.software)
      texts.member("local", device.local)
      texts.member("udi", device.udi)
      object.member("device", object: texts)
    }
    if !metadata.isEmpty { object.member("metadata", object: Self.object(metadata)) }
    if case .structure(let content) = value { object.members(of: content.object) }
    if !members.isEmpty { object.member("members", objects: members.map(\.object)) }
    return object
  }

  fileprivate static func object(_ metadata: [String: MetadataValue]) -> JSONBuilder {
    var object = JSONBuilder.openObject()
    for (key, value) in metadata.inOrder {
      object.key(key)
      switch value {
      case .string(let text): object.value(text)
      case .number(let number): object.value(number)
      case .boolean(let flag): object.value(flag)
      case .date(let instant): object.value(instant.line)
      case .quantity(let quantity): object.value(json: JSONBuilder.quantity(quantity.value, quantity.unit).finished)
      case .other(let json): object.value(json: json.utf8)
      }
    }
    return object
  }
}

extension NewStructure {
  fileprivate var object: JSONBuilder {
    var object = JSONBuilder.openObject()
    if !fields.isEmpty { object.member("fields", object: Self.object(fields)) }
    if !lists.isEmpty {
      var named = JSONBuilder.openObject()
      for (name, elements) in lists.inOrder {
        named.key(name)
        named.array { list in for element in elements { list.value(json: Self.text(element)) } }
      }
      object.member("lists", object: named)
    }
    object.member("parent", parent?.description)
    if let points { object.member("points", object: Self.object(points)) }
    return object
  }

  private static func object(_ fields: [String: NewField]) -> JSONBuilder {
    var object = JSONBuilder.openObject()
    for (name, field) in fields.inOrder {
      object.key(name)
      object.value(json: text(field))
    }
    return object
  }

  private static func text(_ field: NewField) -> [UInt8] {
    var builder = JSONBuilder.openObject()
    switch field {
    case .quantity(let number, let unit): return JSONBuilder.quantity(number, unit).finished
    case .metadata(let metadata): return NewSample.object(metadata).finished
    case .group(let fields): return object(fields).finished
    case .number(let number): builder.value(number)
    case .boolean(let flag): builder.value(flag)
    case .text(let text): builder.value(text)
    case .id(let id): builder.value(id.description)
    case .time(let instant): builder.value(instant.line)
    }
    return Array(builder.bytes.dropFirst())
  }

  private static func object(_ points: NewPoints) -> JSONBuilder {
    var object = JSONBuilder.openObject()
    var units = JSONBuilder.openObject()
    for case (let name, .quantities(_, let unit)) in points.columns.inOrder { units.member(name, unit.unitString) }
    object.member("units", object: units)
    switch points.timing {
    case .seconds(let seconds):
      object.key("time")
      object.array { list in for second in seconds { list.value(second) } }
    case .rate(let number, let unit): object.member("rate", object: .quantity(number, unit))
    case .none: break
    }
    for (name, column) in points.columns.inOrder {
      object.key(name)
      object.array { list in
        switch column {
        // JSON has no NaN: the builder writes null.
        case .quantities(let numbers, _), .numbers(let numbers): for number in numbers { list.value(number) }
        case .booleans(let flags):
          for flag in flags {
            if let flag { list.value(flag) } else { list.value(json: "null".utf8) }
          }
        }
      }
    }
    return object
  }
}

extension JSONBuilder {
  fileprivate static func quantity(_ number: Double, _ unit: UnitOfMeasure) -> JSONBuilder {
    var object = JSONBuilder.openObject()
    object.key("value")
    object.value(number)
    object.member("unit", unit.unitString)
    return object
  }
}

extension Instant {
  fileprivate var line: String {
    var output: [UInt8] = []
    TimestampWriter.append(self, to: &output)
    return String(decoding: output, as: UTF8.self)
  }
}

extension Dictionary where Key == String {
  fileprivate var inOrder: [(String, Value)] {
    sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }
  }
}
