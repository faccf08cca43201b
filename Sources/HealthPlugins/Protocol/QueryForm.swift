import HealthModel
package import HealthStorage

/// The conditions of a query as members of a message: section 5 of the protocol.
package enum QueryForm {
  /// Appends a query's members as they are in a message, with commas between, without the braces around; nothing for
  /// a query without conditions.
  package static func append(_ query: SampleQuery, to output: inout [UInt8]) {
    output.append(contentsOf: members(of: query).bytes.dropFirst())
  }

  /// Reads the conditions of a message; what is not a condition is passed over.
  ///
  /// - Throws: `PluginError` of the kind `config` that names the member that is not understood.
  package static func query(parsing message: [UInt8]) throws(PluginError) -> SampleQuery {
    guard let object = JSONValue(parsing: message), object.members != nil else {
      throw PluginError(.configuration, "the query is not a JSON object", code: .unsupported)
    }
    do throws(MessageFault) {
      return try query(in: object)
    } catch {
      throw PluginError(.configuration, "the query's `\(error.word)` is not understood", code: .unsupported)
    }
  }

  // MARK: Writing

  static func members(of query: SampleQuery) -> JSONBuilder {
    var writer = JSONBuilder.openObject()
    if !query.types.isEmpty { writer.member("types", texts: query.types) }
    if let ids = query.ids { writer.member("ids", texts: ids.lazy.map(\.description)) }
    writer.member("from", query.from)
    writer.member("to", query.to)
    if query.isStrictStart { writer.member("strict_start", true) }
    if query.isStrictEnd { writer.member("strict_end", true) }
    writer.member("source", query.source)
    writer.member("subject", query.subject)
    if let device = query.device {
      var object = JSONBuilder.openObject()
      object.member("property", device.property.rawValue)
      object.member("values", texts: device.values)
      writer.member("device", object: object)
    }
    if !query.metadata.isEmpty { writer.member("metadata", objects: query.metadata.map(metadata)) }
    if !query.values.isEmpty { writer.member("values", objects: query.values.map(value)) }
    if !query.members.isEmpty { writer.member("members", objects: query.members.map(member)) }
    if query.sort.isDescending { writer.member("descending", true) }
    if query.sort.isByEnd { writer.member("by_end", true) }
    if let after = query.after {
      var object = JSONBuilder.openObject()
      object.member("type", after.type)
      object.member("time", after.time)
      object.member("id", after.id.description)
      writer.member("after", object: object)
    }
    if query.omitsMembers { writer.member("omit_members", true) }
    if let limit = query.limit { writer.member("limit", limit) }
    return writer
  }

  private static func value(_ condition: ValueCondition) -> JSONBuilder {
    var object = JSONBuilder.openObject()
    object.member("comparison", condition.comparison.rawValue)
    switch condition.operand {
    case .number(let number): object.member("number", finite: number)
    case .text(let text): object.member("text", text)
    }
    return object
  }

  private static func metadata(_ condition: MetadataCondition) -> JSONBuilder {
    var object = JSONBuilder.openObject()
    object.member("key", condition.key)
    guard let comparison = condition.comparison, let operand = condition.operand else { return object }
    object.member("comparison", comparison.rawValue)
    switch operand {
    case .text(let text): object.member("text", text)
    case .number(let number): object.member("number", finite: number)
    case .boolean(let flag): object.member("boolean", flag)
    case .quantity(let number, let unit):
      object.member("number", finite: number)
      object.member("unit", unit)
    }
    return object
  }

  private static func member(_ condition: MemberCondition) -> JSONBuilder {
    var object = JSONBuilder.openObject()
    object.member("role", condition.role)
    if !condition.values.isEmpty { object.member("values", objects: condition.values.map(value)) }
    return object
  }
}

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
    for condition in try message.objects("metadata") { query.metadata.append(try metadata(condition)) }
    for condition in try message.objects("values") { query.values.append(try value(condition)) }
    for condition in try message.objects("members") {
      var values: [ValueCondition] = []
      for part in try condition.objects("values") { values.append(try value(part)) }
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
