import HealthModel

/// The columns of samples in the Arrow format; Documentation/arrow.md says what is in each.
///
/// What is here stays: a later version of the schema may add columns at the end, and takes none away.
enum ArrowSampleColumn: Int, Sendable, Hashable, CaseIterable {
  case id, type, kind, subject
  case startTime, endTime, startOffset, endOffset
  case value, unit, category, categoryValue, text, structure
  case sourceName, sourceBundle, sourceVersion, sourceProduct, sourceOS, sourceOther
  case deviceName, deviceManufacturer, deviceModel, deviceHardware, deviceFirmware, deviceSoftware, deviceLocal
  case deviceUDI, deviceOther
  case metadata, original, createdTime, createdOffset, origin, other
  case correlationID, role, position
  case parentID, fields, lists, points, pointsRate, pointsUnits

  /// The column's name, type, and whether its values may be absent.
  var field: ArrowField {
    switch self {
    case .id: ArrowField("id", .text, isNullable: false)
    case .type: ArrowField("type", .text, isNullable: false)
    case .kind: ArrowField("kind", .text, isNullable: false)
    case .subject: ArrowField("subject", .text)
    case .startTime: ArrowField("start_time", .instant)
    case .endTime: ArrowField("end_time", .instant)
    case .startOffset: ArrowField("start_offset_minutes", .int32)
    case .endOffset: ArrowField("end_offset_minutes", .int32)
    case .value: ArrowField("value", .double)
    case .unit: ArrowField("unit", .text)
    case .category: ArrowField("category", .text)
    case .categoryValue: ArrowField("category_value", .int64)
    case .text: ArrowField("text", .text)
    case .structure: ArrowField("structure", .text)
    case .sourceName: ArrowField("source_name", .text)
    case .sourceBundle: ArrowField("source_bundle", .text)
    case .sourceVersion: ArrowField("source_version", .text)
    case .sourceProduct: ArrowField("source_product", .text)
    case .sourceOS: ArrowField("source_os", .text)
    case .sourceOther: ArrowField("source_other", .text)
    case .deviceName: ArrowField("device_name", .text)
    case .deviceManufacturer: ArrowField("device_manufacturer", .text)
    case .deviceModel: ArrowField("device_model", .text)
    case .deviceHardware: ArrowField("device_hardware", .text)
    case .deviceFirmware: ArrowField("device_firmware", .text)
    case .deviceSoftware: ArrowField("device_software", .text)
    case .deviceLocal: ArrowField("device_local", .text)
    case .deviceUDI: ArrowField("device_udi", .text)
    case .deviceOther: ArrowField("device_other", .text)
    case .metadata: ArrowField("metadata", .text)
    case .original: ArrowField("original", .text)
    case .createdTime: ArrowField("created_time", .instant)
    case .createdOffset: ArrowField("created_offset_minutes", .int32)
    case .origin: ArrowField("origin", .text)
    case .other: ArrowField("other", .text)
    case .correlationID: ArrowField("correlation_id", .text)
    case .role: ArrowField("role", .text)
    case .position: ArrowField("position", .int32)
    case .parentID: ArrowField("parent_id", .text)
    case .fields: ArrowField("fields", .map(Self.partValue))
    case .lists: ArrowField("lists", .map(ArrowField("value", .list(ArrowField("item", .map(Self.partValue))))))
    case .points: ArrowField("points", .map(ArrowField("value", .list(ArrowField("item", .double)))))
    case .pointsRate: ArrowField("points_rate", .double)
    case .pointsUnits: ArrowField("points_units", .map(ArrowField("value", .text)))
    }
  }

  /// The value of a field of a structured sample: one type for all fields of all types.
  private static let partValue = ArrowField(
    "value",
    .structure([
      ArrowField("number", .double), ArrowField("unit", .text), ArrowField("text", .text), ArrowField("time", .instant),
    ]))

  /// The columns of the parts of a source, by the keys of its object in the normal form, in their order.
  static let sourceParts: [(key: StaticString, column: ArrowSampleColumn)] = [
    ("name", .sourceName), ("bundle", .sourceBundle), ("version", .sourceVersion), ("product", .sourceProduct),
    ("os", .sourceOS),
  ]
  /// The columns of the parts of a device, by the keys of its object in the normal form, in their order.
  static let deviceParts: [(key: StaticString, column: ArrowSampleColumn)] = [
    ("name", .deviceName), ("manufacturer", .deviceManufacturer), ("model", .deviceModel),
    ("hardware", .deviceHardware), ("firmware", .deviceFirmware), ("software", .deviceSoftware),
    ("local", .deviceLocal), ("udi", .deviceUDI),
  ]

  static let version = 1

  /// The schema of samples of a catalog, by its hash, with columns after those of every stream.
  static func schema(catalogHash: String, adding more: [ArrowField] = []) -> ArrowSchema {
    ArrowSchema(
      fields: allCases.map(\.field) + more, metadata: [("assay.schema", "\(version)"), ("assay.catalog", catalogHash)])
  }
}

/// Columns after those of samples, in streams with the place and the digest of each sample.
enum ArrowTraceColumn {
  /// The digest of the content, by which stores tell a duplicate from a conflict.
  static let digest = ArrowField("digest", .text)
  /// The file, the line and the offset in bytes of the record.
  static let places = [ArrowField("path", .text), ArrowField("line", .int64), ArrowField("byte_offset", .int64)]
}

extension SampleArrowWriter {
  /// Adds to a table where its rows were read; the writer was made for that.
  package func addPlaces(
    of path: [UInt8], to table: inout ArrowTable, _ place: (Int) -> (line: Int, byteOffset: Int64)
  ) {
    let first = table.columns.count - ArrowTraceColumn.places.count
    for row in 0..<table.count {
      let place = place(row)
      table.columns[first].append(path)
      table.columns[first + 1].append(Int64(place.line))
      table.columns[first + 2].append(place.byteOffset)
    }
  }
}
