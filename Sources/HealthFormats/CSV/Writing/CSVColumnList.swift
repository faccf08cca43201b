import HealthModel

/// The columns of a table that is written: names with numbers, in the order they were first needed.
struct CSVColumnList: Sendable {
  private(set) var names: [[UInt8]] = []
  private var numbers: [[UInt8]: Int] = [:]
  /// The numbers of the columns of fields, by raw value; -1 for fields without one.
  ///
  /// Without it, looking up names takes most of the time of a row.
  private var fields = Array(repeating: -1, count: SampleField.count)
  /// Whether no column can be added any more.
  private var isClosed = false
  /// Whether the columns were named, so that fields without one are left out.
  private(set) var isSelection = false
  private(set) var hasMembers = true
  /// Whether a column is one of metadata, and of what an earlier normalizing kept.
  private(set) var hasMetadata = true
  private(set) var hasOriginal = true
  /// Whether a column was needed and did not fit.
  private(set) var isOverfull = false

  static let maximum = 4096
  static let always: [SampleField] = [.uuid, .type, .value, .unit, .start, .end, .offset]
  private static let order: [SampleField] =
    always + [
      .endOffset, .created, .createdOffset, .subject, .origin, .sourceName, .sourceBundle, .sourceVersion,
      .sourceProduct, .sourceOS, .deviceName, .deviceManufacturer, .deviceModel, .deviceHardware, .deviceFirmware,
      .deviceSoftware, .deviceLocal, .deviceUDI,
    ]

  init() { for field in Self.always { _ = number(of: Array(field.label.utf8)) } }

  /// The columns of these names, in their order.
  init(selecting names: [String]) throws(Failure) {
    (isClosed, isSelection, hasMembers) = (true, true, false)
    (hasMetadata, hasOriginal) = (false, false)
    for text in names {
      let name = Array(text.utf8)
      let field = TableField(name: name)
      guard field != nil else { throw Self.unknown(text) }
      guard numbers[name] == nil else { throw Self.fault("names `\(text)` twice") }
      switch field {
      case .member: hasMembers = true
      case .entry(.metadata, _): hasMetadata = true
      case .entry: hasOriginal = true
      case .field(let field): fields[Int(field.rawValue)] = self.names.count
      case nil: break
      }
      numbers[name] = self.names.count
      self.names.append(name)
    }
    guard self.names.count <= Self.maximum else { throw Self.fault("names more than \(Self.maximum) columns") }
  }

  /// A list of columns that no table can have: the problem, after the name of the list.
  private static func fault(_ problem: String) -> Failure { .usage(TextEscaping.escaped(problem)) }

  private static func unknown(_ name: String) -> Failure {
    if name != "role", TableField.isTooBroad(Array(name.utf8)) {
      let part =
        switch name {
        case "source", "device": "\(name).name"
        case "members": "members.bloodPressureSystolic.value"
        case "original": "original.value"
        default: "metadata.KEY"
        }
      return fault("names `\(name)`, which is an object; name a part of it, as in \(part)")
    }
    let near = Suggestion.nearest(to: name, among: order.map(\.label)).map { "did you mean `\($0)`?" }
    return fault("names `\(name)`, and no column has this name; \(near ?? "the columns are in Documentation/csv.md")")
  }

  func wants(_ name: [UInt8]) -> Bool { !isSelection || numbers[name] != nil }

  func wants(_ field: SampleField) -> Bool { !isSelection || fields[Int(field.rawValue)] >= 0 }

  /// The number of a field's column, which is added when it is new and the list is open.
  mutating func number(of field: SampleField) -> Int? {
    let known = fields[Int(field.rawValue)]
    if known >= 0 { return known }
    guard let number = number(of: Array(field.label.utf8)) else { return nil }
    fields[Int(field.rawValue)] = number
    return number
  }

  /// Adds a column for every field, for the members of correlations, and for what has none.
  ///
  /// The latter are `metadata`, `original` and `other`, objects of JSON. Nothing need be known of the samples that
  /// follow.
  mutating func addAll(members: [[UInt8]]) {
    for field in Self.order { _ = number(of: field) }
    for type in members {
      for field in [SampleField.value, .unit, .start, .end, .created, .uuid] {
        _ = number(of: Array("members.".utf8) + type + [UInt8(ascii: ".")] + Array(field.label.utf8))
      }
    }
    for rest in CSVRest.allCases { _ = number(of: rest.name) }
    hasRest = true
  }

  /// Whether what has no column goes to a column of JSON.
  private(set) var hasRest = false

  func contains(_ name: [UInt8]) -> Bool { numbers[name] != nil }

  /// The number of a column, which is added when it is new and the list is open.
  mutating func number(of name: [UInt8]) -> Int? {
    if let number = numbers[name] { return number }
    if isClosed { return nil }
    if names.count >= Self.maximum {
      isOverfull = true
      return nil
    }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }

  /// Removes the columns that were added last, until this number is left.
  mutating func remove(downTo count: Int) {
    while names.count > count, let name = names.popLast() { numbers[name] = nil }
    for index in fields.indices where fields[index] >= count { fields[index] = -1 }
  }

  /// Closes the list.
  ///
  /// - Returns: the numbers of the columns in the order of the table.
  mutating func close(members: [[UInt8]]) -> [Int] {
    isClosed = true
    let ranks = names.map { Rank($0, members) }
    return names.indices.sorted { ranks[$0] < ranks[$1] }
  }

  /// Where a column is: fields, parts of source and device, members, metadata, originals, fields of no known name.
  private struct Rank: Comparable {
    var kind: Int
    var place = 0
    var part = 0
    var name: [UInt8]

    init(_ name: [UInt8], _ members: [[UInt8]]) {
      self.name = name
      switch TableField(name: name) {
      case .field(let field):
        kind = 0
        place = CSVColumnList.order.firstIndex(of: field) ?? CSVColumnList.order.count
      case .member(let type, let field):
        kind = 2
        place = members.firstIndex(of: type) ?? members.count
        part = CSVColumnList.order.firstIndex(of: field) ?? 0
      case .entry(.original, let key):
        kind = 4
        let field = CSVColumnList.order.firstIndex { $0.label.utf8.elementsEqual(key) }
        place = field ?? CSVColumnList.order.count
      case .entry: kind = 3
      case nil where CSVRest.allCases.contains { $0.name == name }: kind = 6
      case nil: kind = TableField.unknown(name).kind == .unknown ? 5 : 1
      }
    }

    static func < (left: Rank, right: Rank) -> Bool {
      if (left.kind, left.place, left.part) != (right.kind, right.place, right.part) {
        return (left.kind, left.place, left.part) < (right.kind, right.place, right.part)
      }
      return left.name.lexicographicallyPrecedes(right.name)
    }
  }
}

/// The columns of a table for what has no column of its own, as objects of JSON.
enum CSVRest: String, CaseIterable {
  case metadata, original
  /// Fields that samples do not have.
  case other

  var name: [UInt8] { Array(rawValue.utf8) }

  /// Appends a member to the object of a sample; the first one begins it.
  static func append(_ key: [UInt8], _ value: [UInt8], isText: Bool, to object: inout [UInt8]) {
    object.append(object.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
    JSONText.appendQuoted(key, to: &object)
    object.append(UInt8(ascii: ":"))
    if isText { JSONText.appendQuoted(value, to: &object) } else { object += value }
  }
}
