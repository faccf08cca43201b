/// YAML in a folder of definitions that is not meant as one: objects of Kubernetes, and Assay's own configuration.
///
/// Anything else that defines nothing stays an error, since a key may be misspelled.
enum ForeignYAML {
  /// What a file is instead of a definition.
  enum Kind: Hashable {
    /// Objects of Kubernetes: `apiVersion` and `kind`.
    case kubernetes
    /// `assay.yaml` or `plugin.yaml`.
    case configuration
  }

  private static let configurations: Set<String> = ["assay.yaml", "assay.yml", "plugin.yaml"]
  private static let subjects: Set<String> = ["type", "overrides", "extends", "enum", "unit", "pending"]

  /// What a file is; `nil` for one that may be a definition.
  static func kind(of name: String, _ bytes: [UInt8]) -> Kind? {
    let isConfiguration = configurations.contains(name)
    guard isConfiguration || bytes.starts(with: Array("apiVersion:".utf8)) || mentionsVersion(bytes) else {
      return nil
    }
    let keys = topKeys(of: bytes)
    guard keys.isDisjoint(with: subjects) else { return nil }
    if keys.isSuperset(of: ["apiVersion", "kind"]), !keys.contains("schema") { return .kubernetes }
    // A metadata key of that name has a map with nothing else that a configuration has.
    return isConfiguration && !keys.contains("metadata") ? .configuration : nil
  }

  /// Whether a line begins with `apiVersion:`.
  private static func mentionsVersion(_ bytes: [UInt8]) -> Bool {
    let word = Array("\napiVersion:".utf8)
    guard bytes.count > word.count else { return false }
    for index in 0...(bytes.count - word.count) where bytes[index] == word[0] {
      if bytes[index..<index + word.count].elementsEqual(word) { return true }
    }
    return false
  }

  /// The keys at the beginning of a line.
  private static func topKeys(of bytes: [UInt8]) -> Set<String> {
    var keys: Set<String> = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let first = line.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7A,
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
      else { continue }
      keys.insert(String(decoding: line[..<colon], as: UTF8.self))
    }
    return keys
  }
}
