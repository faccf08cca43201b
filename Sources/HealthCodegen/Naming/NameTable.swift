/// The names of one scope of a file, each given once.
///
/// A reserved word gets a suffix, and of two ids that would have one name the later gets a number. Names depend on the
/// order in which they are taken, which is that of ids.
struct NameTable {
  private let reserved: Set<String>
  private let suffix: String
  private var taken: Set<String> = []

  init(reserved: Set<String> = [], suffix: String = "_") {
    self.reserved = reserved
    self.suffix = suffix
  }

  /// A name that no other has: the one that is wanted, if it is free.
  mutating func take(_ wanted: String) -> String {
    let name = reserved.contains(wanted) ? wanted + suffix : wanted
    if taken.insert(name).inserted { return name }
    var number = 2
    while !taken.insert("\(name)_\(number)").inserted { number += 1 }
    return "\(name)_\(number)"
  }

  /// A name for each of several ids, in their order.
  mutating func take(_ ids: some Sequence<String>, as style: (IdentifierWords) -> String) -> [String] {
    ids.map { take(style(IdentifierWords($0))) }
  }
}
