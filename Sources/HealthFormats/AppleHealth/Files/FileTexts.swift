import HealthModel

/// Texts that the readers of an export's files need as slices, since tapes hold slices of one buffer.
///
/// They lie after a file's content in its chunk; the names are those of the attributes in which the main file writes the
/// same, so that a definition needs one name for both.
struct FileTexts {
  /// A text by its place among all.
  enum Name: Int, CaseIterable {
    case location, latitude, longitude, altitude, date, horizontalAccuracy, verticalAccuracy
    case rate, units, microvolt, parent

    var text: StaticString {
      switch self {
      case .location: "Location"
      case .latitude: "latitude"
      case .longitude: "longitude"
      case .altitude: "altitude"
      case .date: "date"
      case .horizontalAccuracy: "horizontalAccuracy"
      case .verticalAccuracy: "verticalAccuracy"
      case .rate: "rate"
      case .units: "units"
      case .microvolt: "mcV"
      case .parent: "parent"
      }
    }
  }

  private var fields = Fixed11<RawField>(repeating: .absent)

  /// Puts the texts at the end of a chunk's bytes.
  init(appendedTo bytes: inout [UInt8]) {
    for name in Name.allCases {
      let start = bytes.count
      name.text.withUTF8Buffer { bytes.append(contentsOf: $0) }
      fields[name.rawValue] = RawField(kind: .string, start: start, end: bytes.count)
    }
  }

  subscript(name: Name) -> RawField { fields[name.rawValue] }
}
