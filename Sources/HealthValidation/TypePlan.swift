import HealthConditions
import HealthModel
import HealthUnits

/// A type definition made ready for judging: names as byte tables, limits as plain numbers.
///
/// A class, though immutable: a value of this size costs a retain for each of its arrays wherever a rule looks at it.
final class TypePlan: Sendable {
  /// Which column holds the value.
  let column: ValueColumn
  let hasTime: Bool
  let hasMembers: Bool
  /// The canonical unit's text, which most samples write.
  let canonicalUnit: [UInt8]
  let unit: UnitOfMeasure?
  /// Whether there is a unit: comparing it with `nil` copies it, with a retain for each of its parts.
  let hasUnit: Bool
  /// Whether the unit is `%`, which is a fraction in HealthKit's grammar.
  let isPercent: Bool
  let units: AllowedUnits
  /// The units that values may have, as messages name them.
  let wantedUnits: [UInt8]
  /// The type's own spellings, as indexes into those of `units`; `nil` when it has none, as most.
  let spellings: ByteKeyTable?
  let allowed: ValueBounds
  let plausible: ValueBounds
  /// The case of a name, alias or export text; `nil` where the type has no cases.
  let caseNames: ByteKeyTable
  let cases: [EnumCase]
  let rawCases: [Int: Int]
  let isValueOptional: Bool
  let text: TextShape?
  let members: [CorrelationMember]
  /// The types of `members`, as indexes into the registry.
  let memberTypes: [Int]
  /// The members by role and type.
  let roles: MemberRoles
  let minimumDuration: Int64
  let maximumDuration: Int64
  /// The length that samples usually stay below.
  let usualDuration: Int64
  /// The most that values grow in a second.
  let maximumRate: Double
  let required: [[UInt8]]
  /// The allowed metadata keys when the list is closed.
  let closedKeys: Set<[UInt8]>?
  let isDeprecated: Bool
  /// The type's own rules, and the conditions that they require.
  let rules: [TypeRule]
  let requirements: [BoundExpression?]
  /// What the rules read of structured samples; `nil` when they read nothing of them.
  let reading: ContentReading?
  /// The members that functions of the rules look through, by what the rules call them, as indexes into `members`.
  let memberLists: [String: [Int]]
  /// Whether a rule is about metadata.
  let requiresMetadata: Bool
  /// The name that content ids are made of, as a field of them.
  let identityName: [UInt8]
  /// The text an export writes for each case, which normalizing need not record.
  let exportTexts: [[UInt8]]

  /// The fields, lists and points of a structured type.
  let structure: StructurePlan?

  /// Binds the rules of a value of this shape, which is a part of a sample.
  convenience init(_ shape: TypeShape, named name: String, _ tables: inout EnumTables) {
    var numbers: Int32 = 0
    self.init(TypeDefinition(id: name, title: "", shape: shape), in: nil, &tables, &numbers)
  }

  /// Binds the rules of a type.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - registry: the registry that has the types of members.
  ///   - tables: the tables of enums, shared by types.
  ///   - numbers: the number for units of the next field that is a quantity.
  init(_ type: TypeDefinition, in registry: Registry?, _ tables: inout EnumTables, _ numbers: inout Int32) {
    let shape = type.shape
    rules = type.rules
    // The catalog has refused what cannot be bound.
    requirements = type.rules.map { rule in
      registry.flatMap { registry in
        try? ConditionBinder(types: [type], registry: registry, use: .rule).condition(rule.requirement)
      }
    }
    let bound = requirements.compactMap { $0 }
    reading = shape.structure.flatMap { ContentReading($0, for: bound) }
    requiresMetadata = bound.contains { $0.contains(where: \.isOfMetadata) }
    memberLists = bound.reduce(into: [:]) { lists, condition in
      for name in condition.memberLists {
        lists[name] = shape.members?.indices.filter { index in
          shape.members.map { $0[index].role == name || $0[index].type == name } ?? false
        }
      }
    }
    structure = shape.structure.map { StructurePlan($0, &tables, &numbers) }
    column = shape.column
    hasTime = shape.hasTime
    hasMembers = shape.members != nil
    identityName = IdentityBytes.field(type.identityName.utf8)
    minimumDuration = type.duration.minimum ?? 0
    maximumDuration = type.duration.maximum ?? Int64.max
    usualDuration = type.duration.usuallyBelow ?? Int64.max
    maximumRate = shape.quantity?.maximumRate ?? .infinity
    required = type.metadata.required.map { Array($0.utf8) }
    closedKeys =
      type.metadata.isClosed
      ? Set((type.metadata.required + type.metadata.known).map { Array($0.utf8) }) : nil
    isDeprecated = type.deprecation != nil
    let quantity = shape.quantity
    unit = quantity?.unit
    hasUnit = quantity != nil
    units = quantity?.units ?? AllowedUnits()
    allowed = quantity?.allowed ?? ValueBounds()
    plausible = quantity?.plausible ?? ValueBounds()
    text = shape.text
    members = shape.members ?? []
    memberTypes = members.map { registry?.typeIndex(named: $0.type) ?? -1 }
    roles = MemberRoles(members, types: memberTypes)
    canonicalUnit = Array((unit?.unitString ?? "").utf8)
    let only = units.only.map { $0.map(\.unitString).joined(separator: ", ") } ?? ""
    wantedUnits = only.isEmpty ? canonicalUnit : Array(only.utf8)
    var spellings: ByteKeyTable?
    for (index, spelling) in units.spellings.enumerated() {
      var table = spellings ?? ByteKeyTable()
      _ = table.insert(Array(spelling.text.utf8), value: index)
      spellings = table
    }
    self.spellings = spellings
    isPercent = canonicalUnit == [UInt8(ascii: "%")]
    let values = shape.enumeration
    cases = values?.cases ?? []
    isValueOptional = values?.isValueOptional ?? false
    let table = tables.table(of: values)
    caseNames = table.names
    rawCases = table.raws
    exportTexts = table.exports
  }
}

/// The names and raw integers of an enum's cases.
struct EnumTable: Sendable {
  private(set) var names = ByteKeyTable()
  private(set) var raws: [Int: Int] = [:]
  /// The text an export writes for each case.
  private(set) var exports: [[UInt8]] = []

  init(_ values: EnumDefinition?) {
    guard let values else { return }
    let prefixes = ([values.identifier].compactMap { $0 } + values.otherIdentifiers).map { Array($0.utf8) }
    for (index, item) in values.cases.enumerated() {
      if let raw = item.raw { raws[raw] = raws[raw] ?? index }
      let own = ([item.name] + item.aliases).map { Array($0.utf8) }
      for name in own { _ = names.insert(name, value: index) }
      for name in item.exports { _ = names.insert(Array(name.utf8), value: index) }
      for prefix in prefixes {
        for name in own { _ = names.insert(prefix + Self.capitalized(name), value: index) }
      }
      exports.append(
        item.exports.first.map { Array($0.utf8) }
          ?? Array((values.identifier ?? "").utf8) + Self.capitalized(Array(item.name.utf8)))
    }
  }

  /// A name with its first character capital.
  private static func capitalized(_ name: [UInt8]) -> [UInt8] {
    guard let first = name.first else { return name }
    guard first < 0x80 else {
      let text = String(decoding: name, as: UTF8.self)
      return Array((text.prefix(1).uppercased() + text.dropFirst()).utf8)
    }
    // Foreign letters apart, most names are ASCII, and Unicode's tables are slow to ask.
    return [first >= UInt8(ascii: "a") && first <= UInt8(ascii: "z") ? first - 0x20 : first] + name.dropFirst()
  }
}

/// The tables of enums, made once for the types that share an enum.
struct EnumTables {
  private var known: [String: (values: EnumDefinition, table: EnumTable)] = [:]

  /// The table of an enum; an empty one for none.
  mutating func table(of values: EnumDefinition?) -> EnumTable {
    guard let values else { return EnumTable(nil) }
    if let known = known[values.id], known.values == values { return known.table }
    let table = EnumTable(values)
    known[values.id] = (values, table)
    return table
  }
}
