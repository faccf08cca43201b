import CLibrary
import CPlatform

package enum EnvironmentVariables {
  /// A variable; `nil` when it is not set.
  package static func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// A variable as it is, `NAME=value`, which need not be UTF-8; `nil` when it is not set.
  package static func entry(_ name: String) -> [UInt8]? {
    guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "=")), let value = getenv(name) else { return nil }
    return Array(name.utf8) + [UInt8(ascii: "=")] + UnsafeRawBufferPointer(start: value, count: strlen(value))
  }

  package static func entries(without names: some Sequence<String>) -> [[UInt8]] {
    guard var place = platform_environment() else { return [] }
    let left = Set(names.map { Array($0.utf8) })
    var entries: [[UInt8]] = []
    while let text = place.pointee {
      let entry = Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
      if !left.contains(Array(entry.prefix { $0 != UInt8(ascii: "=") })) { entries.append(entry) }
      place += 1
    }
    return entries
  }
}
