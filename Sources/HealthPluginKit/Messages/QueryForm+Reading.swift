import HealthJSON
import HealthModel
import HealthStorage

extension QueryForm {
  static func query(in message: JSONValue) throws(MessageFault) -> SampleQuery {
    var query = SampleQuery()
    query.types = try message.texts("types")
    if message["ids"] != nil {
      let ids = try message.texts("ids").compactMap { SampleID($0) }
      guard ids.count == message["ids"]?.elements?.count else { throw .member("ids") }
      query.ids = ids
    }
    query.from = try time("from", of: message)
    query.to = try time("to", of: message)
    query.isStrictStart = try flag("strict_start", of: message)
    query.isStrictEnd = try flag("strict_end", of: message)
    query.source = try text("source", of: message)
    query.subject = try text("subject", of: message)
    if let device = message["device"] {
      guard let property = DeviceCondition.Property(rawValue: try device.text("property")) else {
        throw .member("device")
      }
      query.device = DeviceCondition(property, try device.texts("values"))
    }
    for condition in try list("metadata", of: message) { query.metadata.append(try metadata(condition)) }
    for condition in try list("values", of: message) { query.values.append(try value(condition)) }
    for condition in try list("members", of: message) {
      var values: [ValueCondition] = []
      for part in try list("values", of: condition) { values.append(try value(part)) }
      query.members.append(MemberCondition(role: try condition.text("role"), values: values))
    }
    let isDescending = try flag("descending", of: message)
    if try flag("by_end", of: message) {
      query.sort = isDescending ? .endDescending : .endAscending
    } else {
      query.sort = isDescending ? .descending : .ascending
    }
    query.after = try after(message)
    query.omitsMembers = try flag("omit_members", of: message)
    if message["limit"] != nil { query.limit = try message.whole("limit", in: 0...Int.max) }
    return query
  }

  private static func after(_ message: JSONValue) throws(MessageFault) -> PageToken? {
    guard let after = message["after"] else { return nil }
    guard let id = SampleID(try after.text("id")) else { throw .member("after") }
    return PageToken(type: try after.text("type"), time: try time("time", of: after), id: id)
  }

  private static func value(_ condition: JSONValue) throws(MessageFault) -> ValueCondition {
    let comparison = try comparison(condition)
    if let number = condition["number"]?.number { return ValueCondition(comparison, .number(number)) }
    return ValueCondition(comparison, .text(try condition.text("text")))
  }

  private static func metadata(_ condition: JSONValue) throws(MessageFault) -> MetadataCondition {
    let key = try condition.text("key")
    guard condition["comparison"] != nil else { return MetadataCondition(key: key) }
    let operand: MetadataCondition.Operand
    if let number = condition["number"]?.number {
      operand = try text("unit", of: condition).map { .quantity(number, unit: $0) } ?? .number(number)
    } else if let flag = condition["boolean"]?.flag {
      operand = .boolean(flag)
    } else {
      operand = .text(try condition.text("text"))
    }
    return MetadataCondition(key: key, try comparison(condition), operand)
  }

  private static func comparison(_ condition: JSONValue) throws(MessageFault) -> Comparison {
    guard let comparison = Comparison(rawValue: try condition.text("comparison")) else { throw .member("comparison") }
    return comparison
  }

  private static func list(_ name: String, of message: JSONValue) throws(MessageFault) -> [JSONValue] {
    guard let value = message[name] else { return [] }
    guard let elements = value.elements, elements.allSatisfy({ $0.members != nil }) else { throw .member(name) }
    return elements
  }

  private static func time(_ name: String, of message: JSONValue) throws(MessageFault) -> Int64? {
    guard message[name] != nil else { return nil }
    return try message.whole(name)
  }

  private static func text(_ name: String, of message: JSONValue) throws(MessageFault) -> String? {
    guard message[name] != nil else { return nil }
    return try message.text(name)
  }

  private static func flag(_ name: String, of message: JSONValue) throws(MessageFault) -> Bool {
    guard let value = message[name] else { return false }
    guard let flag = value.flag else { throw .member(name) }
    return flag
  }
}
