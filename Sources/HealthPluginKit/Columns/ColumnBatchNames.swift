import HealthJSON
import HealthModel
import HealthStorage

/// What the numbers of a batch of columns refer to: the JSON object at its end.
struct ColumnBatchNames: Sendable {
  /// A type of the samples.
  struct TypeName: Sendable {
    let id: String
    let kind: String?
    /// Of a characteristic: `values`, `date` or `text`.
    let shape: String?
    /// The unit of values; `nil` for types without numbers.
    let unit: String?
    /// How values are combined.
    let aggregation: String?
    let cases: [(name: String, raw: Int64?)]
    let roles: [String]
  }

  private(set) var types: [TypeName] = []
  /// Canonical JSON of each source.
  private(set) var sources: [Range<Int>] = []
  /// Canonical JSON of each device.
  private(set) var devices: [Range<Int>] = []
  private(set) var subjects: [String] = []
  private(set) var origins: [String] = []

  /// Reads the names; members that are not known are passed over.
  ///
  /// - Parameters:
  ///   - range: where the object is.
  ///   - bytes: the batch.
  /// - Throws: `ColumnFault` if the bytes are not an object of names.
  init(at range: Range<Int>, in bytes: [UInt8]) throws(ColumnFault) {
    var fault: ColumnFault?
    let isObject = CanonicalObject.forEachMember(of: range, in: bytes) { key, value in
      do throws(ColumnFault) {
        switch JSONText.string(key, in: bytes.span.bytes) {
        case "types": types = try Self.types(at: value, in: bytes)
        case "sources": sources = try Self.objects("sources", at: value, in: bytes)
        case "devices": devices = try Self.objects("devices", at: value, in: bytes)
        case "subjects": subjects = try Self.texts("subjects", JSONValue(parsing: bytes[value]))
        case "origins": origins = try Self.texts("origins", JSONValue(parsing: bytes[value]))
        default: break
        }
        return true
      } catch {
        fault = error
        return false
      }
    }
    if let fault { throw fault }
    guard isObject else { throw ColumnFault("the names are not a JSON object") }
  }

  private static func types(at range: Range<Int>, in bytes: [UInt8]) throws(ColumnFault) -> [TypeName] {
    guard let elements = JSONValue(parsing: bytes[range])?.elements else { throw ColumnFault("`types` is not a list") }
    var types: [TypeName] = []
    for element in elements {
      guard let id = element["id"]?.text else { throw ColumnFault("a type has no `id`") }
      var cases: [(name: String, raw: Int64?)] = []
      for item in element["cases"]?.elements ?? [] {
        guard let name = item["name"]?.text else { throw ColumnFault("a case of a type has no `name`") }
        cases.append((name, item["raw"]?.integer))
      }
      types.append(
        TypeName(
          id: id, kind: element["kind"]?.text, shape: element["shape"]?.text, unit: element["unit"]?.text,
          aggregation: element["aggregation"]?.text, cases: cases, roles: try texts("roles", element["roles"])))
    }
    return types
  }

  private static func texts(_ name: String, _ value: JSONValue?) throws(ColumnFault) -> [String] {
    guard let value else { return [] }
    let texts = value.elements?.compactMap(\.text)
    guard let texts, texts.count == value.elements?.count else { throw ColumnFault("`\(name)` is not a list of texts") }
    return texts
  }

  /// The places of the objects of a list, whose text is kept as it is.
  private static func objects(
    _ name: String, at range: Range<Int>, in bytes: [UInt8]
  ) throws(ColumnFault) -> [Range<Int>] {
    let text = bytes.span.bytes
    var cursor = JSONCursor(
      position: range.lowerBound, end: range.upperBound, longestString: Int.max, isLenient: true)
    var places: [Range<Int>] = []
    var isList = cursor.peek(text) == UInt8(ascii: "[")
    if isList {
      do throws(JSONFault) {
        try cursor.elements(text, depth: 0) { cursor throws(JSONFault) in
          isList = isList && cursor.peek(text) == UInt8(ascii: "{")
          let start = cursor.position
          _ = try cursor.value(text, depth: 1)
          places.append(start..<cursor.position)
        }
      } catch {
        isList = false
      }
    }
    guard isList else { throw ColumnFault("`\(name)` is not a list of objects") }
    return places
  }
}

/// Why a batch of columns cannot be read.
struct ColumnFault: Error {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}
