/// The names of metadata keys, without the prefixes that all of HealthKit's have.
enum MetadataNames {
  /// `timeZone` for `HKTimeZone`, `sessionEstimate` for `HKMetadataKeySessionEstimate`.
  static func lower(_ keys: [String], reserved: Set<String> = []) -> [String] {
    var table = NameTable(reserved: reserved)
    return table.take(keys.map(bare), as: \.lowerCamel)
  }

  /// `TIME_ZONE`.
  static func upper(_ keys: [String]) -> [String] {
    var table = NameTable()
    return table.take(keys.map(bare), as: \.upperSnake)
  }

  private static func bare(_ key: String) -> String {
    for prefix in ["HKMetadataKey", "HK"] where key.hasPrefix(prefix) && key.utf8.count > prefix.utf8.count {
      return String(key.dropFirst(prefix.count))
    }
    return key
  }
}
