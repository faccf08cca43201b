/// The parts that all samples share, as definitions of the schema.
///
/// The names of definitions that are not types begin with `_`, as no type's id does. Limits of texts count bytes in the
/// validator and characters here, which are never more.
enum SampleSchema {
  /// The definitions by name, without `_metadata`.
  static var definitions: SchemaNode {
    [
      "_sample": sample, "_timed": timed, "_text": text, "_uuid": uuid, "_instant": instant, "_offset": offset,
      "_source": textFields(["name", "bundle", "version", "product", "os"]),
      "_device": textFields(["name", "manufacturer", "model", "hardware", "firmware", "software", "local", "udi"]),
    ]
  }

  static let longestText = 65_536

  /// The fields of every kind of sample; a field of another name is a warning only.
  private static var sample: SchemaNode {
    [
      "type": "object",
      "properties": [
        "uuid": .reference("_uuid"), "subject": name, "origin": name, "role": .reference("_text"),
        "original": ["type": "object", "maxProperties": 256], "source": .reference("_source"),
        "device": .reference("_device"), "metadata": .reference("_metadata"),
      ],
    ]
  }

  private static var timed: SchemaNode {
    var node = SchemaNode.reference("_sample")
    node.add(
      "properties",
      [
        "start": .reference("_instant"), "end": .reference("_instant"), "created": .reference("_instant"),
        "offset": .reference("_offset"), "end_offset": .reference("_offset"),
        "created_offset": .reference("_offset"),
      ])
    return node
  }

  private static var text: SchemaNode { ["type": "string", "maxLength": .number(Double(longestText))] }

  private static var name: SchemaNode { ["type": "string", "minLength": 1, "maxLength": 128] }

  private static var uuid: SchemaNode {
    [
      "type": "string", "pattern": "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$", "minLength": 36,
      "maxLength": 36, "not": ["const": "00000000-0000-0000-0000-000000000000"],
    ]
  }

  private static var instant: SchemaNode {
    [
      "description": "RFC 3339 with an offset; a blank is read in place of T.", "type": "string",
      "pattern": .text(TimePatterns.whole(TimePatterns.instant)),
    ]
  }

  private static var offset: SchemaNode {
    ["type": "string", "pattern": .text(TimePatterns.whole(TimePatterns.offset)), "maxLength": 6]
  }

  /// An object whose known fields are texts.
  private static func textFields(_ names: [String]) -> SchemaNode {
    var fields: SchemaNode = [:]
    for name in names { fields.add(name, .reference("_text")) }
    return ["type": "object", "properties": fields]
  }
}

/// Regular expressions for times, in the part of ECMA-262 that JSON Schema recommends.
///
/// They know the length of every month and the leap years, but not when there were leap seconds.
enum TimePatterns {
  static let date = "(\(year)-\(monthAndDay)|\(leapYear)-02-29)"

  /// An offset up to 18 hours.
  static let offset = "[+-]((0[0-9]|1[0-7]):[0-5][0-9]|18:00)"

  static let instant =
    "\(date)[Tt ]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\\.[0-9]+)?([Zz]|\(offset))"

  /// The pattern of a text that is nothing else.
  static func whole(_ pattern: String) -> String { "^\(pattern)$" }

  private static let year = "(000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})"

  private static let monthAndDay =
    "((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))"

  /// A multiple of four among the numbers of two digits, without 00.
  private static let leap = "(0[48]|[2468][048]|[13579][26])"

  private static let leapYear = "([0-9]{2}\(leap)|\(leap)00)"
}
