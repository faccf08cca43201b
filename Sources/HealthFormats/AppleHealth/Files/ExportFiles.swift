import HealthModel

/// The files of an export beside its main file: routes, electrocardiograms and documents.
///
/// They are found in the export's folder or archive. What an element names is looked up here by the last component of
/// its path alone: no path that data names is ever opened.
@usableFromInline package struct ExportFiles: Sendable {
  @usableFromInline package enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    case route
    /// An electrocardiogram, a table of one column after a header.
    case electrocardiogram
    /// The text of a clinical record, JSON.
    case document

    /// How names of such files end, in lower case.
    var ending: String {
      switch self {
      case .route: ".gpx"
      case .electrocardiogram: ".csv"
      case .document: ".json"
      }
    }

    @usableFromInline package var word: String {
      switch self {
      case .route: "route"
      case .electrocardiogram: "electrocardiogram"
      case .document: "document"
      }
    }

    /// What a file is called in a summary when nothing names it.
    @usableFromInline package var title: String {
      switch self {
      case .route: "GPX file"
      case .electrocardiogram: "CSV file"
      case .document: "JSON file"
      }
    }
  }

  /// The files in the order in which they are read: by the bytes of their paths.
  package let files: [ExportFile]
  private var places: [ByteKeyTable]

  package static let none = ExportFiles([])

  /// The longest file that is read, in bytes.
  package static let maximumSize = 32 << 20

  /// Creates a list of files; of two of one kind and name, elements name the first.
  init(_ files: [ExportFile]) {
    self.files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    places = Kind.allCases.map { _ in ByteKeyTable() }
    for (index, file) in self.files.enumerated() {
      _ = places[Int(file.kind.rawValue)].insert(Array(file.name.utf8), value: index)
    }
  }

  func number(of name: [UInt8], _ kind: Kind) -> Int? { places[Int(kind.rawValue)].value(for: name) }

  /// What a file is, by its path within the export; `nil` for one that is not read.
  static func kind(of path: String) -> Kind? {
    let parts = path.split(separator: "/")
    guard let name = parts.last, !parts.contains("__MACOSX"), !name.hasPrefix("._") else { return nil }
    let lower = name.lowercased()
    return Kind.allCases.first { lower.hasSuffix($0.ending) }
  }
}

/// One file of an export beside its main file.
@usableFromInline package struct ExportFile: Sendable, Hashable {
  package let path: String
  package let kind: ExportFiles.Kind
  package let displayPath: String
  /// How many bytes it has, by its folder's or archive's account.
  package let size: Int64
  /// The member of the archive; `nil` for a file in a folder.
  let member: ZipMember?

  var name: Substring { path.split(separator: "/").last ?? path[...] }
}

struct NamedFile {
  var path = RawField.absent
  var kind = ExportFiles.Kind.route

  var isNamed: Bool { path.isPresent }

  /// The number of the file; `nil` when the export has none of that name.
  func number(among files: ExportFiles, _ bytes: RawSpan) -> Int? {
    guard isNamed, !files.files.isEmpty else { return nil }
    var text: [UInt8] = []
    XMLText.appendDecoded(path.range, in: bytes, to: &text)
    let name = text.suffix(while: { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") })
    return name.isEmpty ? nil : files.number(of: Array(name), kind)
  }
}

extension [UInt8] {
  /// The longest end of which each byte satisfies a condition.
  fileprivate func suffix(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    var start = endIndex
    while start > startIndex, condition(self[start - 1]) { start -= 1 }
    return self[start...]
  }
}
