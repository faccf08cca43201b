import HealthJSON
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
  /// - Parameter message: the whole line, without its line feed.
  /// - Returns: the query.
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
