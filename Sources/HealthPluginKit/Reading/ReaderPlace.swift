import HealthJSON

/// The place of a record in its original, as findings name it.
public enum ReaderPlace: Sendable, Hashable {
  /// A line of a text, from 1.
  case line(Int64)
  /// An offset in bytes, from 0.
  case byte(Int64)
  /// A numbered part: `.item("record", 12)`. An input has few different names.
  case item(String, Int64)
  /// A part by its name.
  case name(String)

  /// Appends the place as a message has it.
  func append(to json: inout JSONBuilder) {
    if case .name(let name) = self { return json.value(name) }
    json.object { place in
      switch self {
      case .line(let number): place.member("line", number)
      case .byte(let offset): place.member("byte", offset)
      case .item(let name, let number):
        place.member("name", name)
        place.member("number", number)
      case .name: break
      }
    }
  }
}
