import HealthModel

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

  /// The member that a sample of a type is when it names no role.
  func member(ofType type: Int) -> Int? { byType[type] }
}
