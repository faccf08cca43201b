import HealthJSON
import HealthModel
public import HealthStorage

/// The conditions of a query as members of a message: section 5 of the protocol.
public enum QueryForm {
  /// Appends a query's members as they are in a message, with commas between, without the braces around; nothing for
  /// a query without conditions.
  public static func append(_ query: SampleQuery, to output: inout [UInt8]) {
    output.append(contentsOf: members(of: query).output.dropFirst())
  }

  /// Reads the conditions of a message; what is not a condition is passed over.
  ///
  /// - Parameter message: the whole line, without its line feed.
  /// - Returns: the query.
  /// - Throws: `PluginError` of the kind `config` that names the member that is not understood.
  public static func query(parsing message: [UInt8]) throws(PluginError) -> SampleQuery {
    guard let object = JSONValue(parsing: message), object.members != nil else {
      throw PluginError(.configuration, "the query is no JSON object", code: .unsupported)
    }
    do throws(MessageFault) {
      return try query(in: object)
    } catch {
      throw PluginError(.configuration, "the query's `\(error.word)` is not understood", code: .unsupported)
    }
  }

  // MARK: Writing

  static func members(of query: SampleQuery) -> MessageWriter {
    var writer = MessageWriter()
    if !query.types.isEmpty { writer.add("types", texts: query.types) }
    if let ids = query.ids { writer.add("ids", texts: ids.lazy.map(\.description)) }
    writer.add("from", optional: query.from)
    writer.add("to", optional: query.to)
    if query.isStrictStart { writer.add("strict_start", flag: true) }
    if query.isStrictEnd { writer.add("strict_end", flag: true) }
    writer.add("source", optional: query.source)
    writer.add("subject", optional: query.subject)
    if let device = query.device {
      var object = MessageWriter()
      object.add("property", text: device.property.rawValue)
      object.add("values", texts: device.values)
      writer.add("device", object: object)
    }
    if !query.metadata.isEmpty { writer.add("metadata", list: query.metadata.map { metadata($0).finished }) }
    if !query.values.isEmpty { writer.add("values", list: query.values.map { value($0).finished }) }
    if !query.members.isEmpty { writer.add("members", list: query.members.map { member($0).finished }) }
    if query.sort.isDescending { writer.add("descending", flag: true) }
    if query.sort.isByEnd { writer.add("by_end", flag: true) }
    if let after = query.after {
      var object = MessageWriter()
      object.add("type", text: after.type)
      object.add("time", optional: after.time)
      object.add("id", text: after.id.description)
      writer.add("after", object: object)
    }
    if query.omitsMembers { writer.add("omit_members", flag: true) }
    if let limit = query.limit { writer.add("limit", limit) }
    return writer
  }

  private static func value(_ condition: ValueCondition) -> MessageWriter {
    var object = MessageWriter()
    object.add("comparison", text: condition.comparison.rawValue)
    switch condition.operand {
    case .number(let number): object.add("number", number: number)
    case .text(let text): object.add("text", text: text)
    }
    return object
  }

  private static func metadata(_ condition: MetadataCondition) -> MessageWriter {
    var object = MessageWriter()
    object.add("key", text: condition.key)
    guard let comparison = condition.comparison, let operand = condition.operand else { return object }
    object.add("comparison", text: comparison.rawValue)
    switch operand {
    case .text(let text): object.add("text", text: text)
    case .number(let number): object.add("number", number: number)
    case .boolean(let flag): object.add("boolean", flag: flag)
    case .quantity(let number, let unit):
      object.add("number", number: number)
      object.add("unit", text: unit)
    }
    return object
  }

  private static func member(_ condition: MemberCondition) -> MessageWriter {
    var object = MessageWriter()
    object.add("role", text: condition.role)
    if !condition.values.isEmpty { object.add("values", list: condition.values.map { value($0).finished }) }
    return object
  }
}
