import HealthModel
import HealthUnits
import Synchronization

/// A type definition made ready for judging: names as byte tables, limits as plain numbers.
///
/// A class, though immutable: a value of this size costs a retain for each of its arrays wherever a rule looks at it.
final class TypePlan: Sendable {
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
  /// The case of a word that no case has, in an export whose words are those of the phone's language; `nil` for enums
  /// that exports write otherwise.
  var notSet: Int? { cases.contains { !$0.exports.isEmpty } ? cases.firstIndex { $0.name == "notSet" } : nil }
  let rawCases: [Int: Int]
  let isValueOptional: Bool
  let text: TextShape?
  let members: [CorrelationMember]
  let memberTypes: [Int]
  let roles: MemberRoles
  let minimumDuration: Int64
  let maximumDuration: Int64
  /// The length that samples usually stay below.
  let usualDuration: Int64
  /// The most that values grow in a second.
  let maximumRate: Double
  let required: [[UInt8]]
  let closedKeys: Set<[UInt8]>?
  let isDeprecated: Bool
  let rules: [TypeRule]
  /// The name that content ids are made of, as a field of them.
  let identityName: [UInt8]
  /// The text an export writes for each case, which normalizing need not record.
  let exportTexts: [[UInt8]]

  /// The conditions of the rules, and the content of a structured type: bound when the first sample needs them, since
  /// most inputs have few of the types, and a small job spends its time on plans.
  private let conditions = AtomicLazyReference<RulePlan>()
  private let content = AtomicLazyReference<StructurePlan>()
  /// The definition that both are bound from, and the number for units of its first field; `nil` for a type that has
  /// neither.
  private let unbound: UnboundType?

  /// Binds the rules of a value of this shape, which is a part of a sample.
  convenience init(_ shape: TypeShape, named name: String, _ tables: inout EnumTables) {
    var numbers: Int32 = 0
    self.init(TypeDefinition(id: name, title: "", shape: shape), in: nil, &tables, &numbers)
  }

  init(_ type: TypeDefinition, in registry: Registry?, _ tables: inout EnumTables, _ numbers: inout Int32) {
    let shape = type.shape
    rules = type.rules
    if let registry, !type.rules.isEmpty || shape.structure != nil {
      unbound = UnboundType(type, registry, numbers)
    } else {
      unbound = nil
    }
    numbers += Int32(truncatingIfNeeded: shape.structure?.mostUnits ?? 0)
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
      type.metadata.isClosed ? Set((type.metadata.required + type.metadata.known).map { Array($0.utf8) }) : nil
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

/// A definition whose rules or content are bound later; a class, since most types have none and plans are many.
private final class UnboundType: Sendable {
  let type: TypeDefinition
  let registry: Registry
  let numbers: Int32

  init(_ type: TypeDefinition, _ registry: Registry, _ numbers: Int32) {
    (self.type, self.registry, self.numbers) = (type, registry, numbers)
  }
}

extension TypePlan {
  /// The type's own rules, bound; `nil` for a type without any.
  var ruleConditions: RulePlan? {
    guard !rules.isEmpty, let unbound else { return nil }
    return conditions.load() ?? conditions.storeIfNil(RulePlan(unbound.type, in: unbound.registry))
  }

  /// The fields, lists and points of a structured type; `nil` for others.
  var structure: StructurePlan? {
    guard let unbound, let shape = unbound.type.shape.structure else { return nil }
    return content.load() ?? content.storeIfNil(StructurePlan(shape, numbers: unbound.numbers))
  }
}

/// The roles of a correlation's members, found by name and type without walking over all of them: a definition may have
/// thousands of roles, and a sample as many members.
struct MemberRoles: Sendable {
  private struct Pair: Sendable, Hashable {
    var name: Int
    var type: Int
  }

  private var names = ByteKeyTable()
  private var byPair: [Pair: Int] = [:]
  private var byType: [Int: Int] = [:]

  init(_ members: [CorrelationMember], types: [Int]) {
    var isDefault: Set<Int> = []
    for (index, type) in types.enumerated() where type >= 0 {
      let name = names.insert(Array(members[index].role.utf8), value: index) ?? index
      let pair = Pair(name: name, type: type)
      if byPair[pair] == nil { byPair[pair] = index }
      // A sample that names no role has the one that is called like its type, else the first of its type.
      if members[index].role == members[index].type, isDefault.insert(type).inserted {
        byType[type] = index
      } else if byType[type] == nil {
        byType[type] = index
      }
    }
  }

  /// The member whose role has the name at a place of a buffer, if it is of a type.
  func member(at range: Range<Int>, in bytes: RawSpan, type: Int) -> Int? {
    names.value(at: range, in: bytes).flatMap { byPair[Pair(name: $0, type: type)] }
  }

  func member(ofType type: Int) -> Int? { byType[type] }
}

/// The rules of a type made ready for judging; a class for the reason that `TypePlan` is one.
final class RulePlan: Sendable {
  /// The conditions that the rules require, in their order.
  let requirements: [BoundExpression?]
  /// The parts of structured samples that the rules read; `nil` when they read none.
  let reading: ParsedContent?
  /// The members that functions of the rules look through, by the names in the rules, as indexes into the members.
  let memberLists: [String: [Int]]
  let requiresMetadata: Bool

  init(_ type: TypeDefinition, in registry: Registry) {
    // The catalog has refused what cannot be bound.
    requirements = type.rules.map { rule in
      try? ConditionBinder(types: [type], registry: registry, use: .rule).condition(rule.requirement)
    }
    let bound = requirements.compactMap { $0 }
    reading = type.shape.structure.flatMap { ParsedContent($0, for: bound) }
    requiresMetadata = bound.contains { $0.contains(where: \.isOfMetadata) }
    let members = type.shape.members ?? []
    memberLists = bound.reduce(into: [:]) { lists, condition in
      for name in condition.memberLists {
        lists[name] = members.indices.filter { members[$0].role == name || members[$0].type == name }
      }
    }
  }
}
