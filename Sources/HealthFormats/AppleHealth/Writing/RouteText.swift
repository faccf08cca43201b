import HealthModel

/// Writes the places of a route as GPX 1.1, as the Health app does.
struct RouteText: Sendable {
  private let latitude: Int
  private let longitude: Int
  private let altitude: Int?
  /// The columns that GPX has no element for, with the names that exports give them, in their order.
  private let others: [(name: String, column: Int)]

  /// The names in files of the attributes in which the main file writes the same.
  private static let shortNames = ["horizontalAccuracy": "hAcc", "verticalAccuracy": "vAcc"]
  private static let order = ["speed", "course", "hAcc", "vAcc"]
  /// How many points are written at a time.
  private static let piece = 1000

  /// The form of points; `nil` unless exports write their latitude, longitude and time.
  init?(_ points: PointsDefinition) {
    let names = points.columns.map { $0.export?.name }
    guard let latitude = names.firstIndex(of: "latitude"), let longitude = names.firstIndex(of: "longitude"),
      case .times(.some) = points.timing
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    let altitude = names.firstIndex(of: "altitude")
    self.altitude = altitude
    let rest = names.indices.filter { ![latitude, longitude, altitude].contains($0) }
    let found = rest.compactMap { index in
      names[index].map { (name: Self.shortNames[$0] ?? $0, column: index) }
    }
    others =
      Self.order.compactMap { name in found.first { $0.name == name } } + found.filter { !Self.order.contains($0.name) }
  }

  /// The path of a route's file in the export: by when it ended, as exports name it, and its id.
  static func name(_ row: Int, of batch: SampleBatch) -> String {
    var text: [UInt8] = []
    ExportTime.appendName(batch.end[row], offset: batch.endOffset[row], to: &text)
    return "workout-routes/route_\(String(decoding: text, as: UTF8.self))_\(batch.id[row]).gpx"
  }

  /// Writes the file of a route, piece by piece.
  func write<Failure: Error>(
    _ points: PointsContent, _ row: Int, of batch: SampleBatch, _ body: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var text: [UInt8] = []
    ExportTime.appendName(batch.end[row], offset: batch.endOffset[row], separator: " ", to: &text)
    let name = String(decoding: text, as: UTF8.self)
    text = Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="Assay" xmlns="http://www.topografix.com/GPX/1/1">
        <metadata>
          <time>\(TimestampWriter.string(batch.end[row]))</time>
        </metadata>
        <trk>
          <name>Route \(name)</name>
          <trkseg>

      """.utf8)
    for point in 0..<points.count {
      append(point, points, start: batch.start[row], to: &text)
      if point % Self.piece == Self.piece - 1 {
        try body(text)
        text.removeAll(keepingCapacity: true)
      }
    }
    text.append(contentsOf: "    </trkseg>\n  </trk>\n</gpx>\n".utf8)
    try body(text)
  }

  private func append(_ point: Int, _ points: PointsContent, start: Int64, to output: inout [UInt8]) {
    output.append(contentsOf: "      <trkpt lon=\"".utf8)
    append(points.columns[longitude], point, to: &output)
    output.append(contentsOf: "\" lat=\"".utf8)
    append(points.columns[latitude], point, to: &output)
    output.append(contentsOf: "\">".utf8)
    if let altitude, has(points.columns[altitude], point) {
      append("ele", points.columns[altitude], point, to: &output)
    }
    if point < points.times.count {
      output.append(contentsOf: "<time>".utf8)
      TimestampWriter.append(start &+ Int64((points.times[point] * 1_000_000).rounded()), to: &output)
      output.append(contentsOf: "</time>".utf8)
    }
    let start = output.count
    for (name, column) in others where has(points.columns[column], point) {
      if output.count == start { output.append(contentsOf: "<extensions>".utf8) }
      append(name, points.columns[column], point, to: &output)
    }
    if output.count > start { output.append(contentsOf: "</extensions>".utf8) }
    output.append(contentsOf: "</trkpt>\n".utf8)
  }

  private func append(_ name: String, _ column: [Double], _ point: Int, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "<"))
    output.append(contentsOf: name.utf8)
    output.append(UInt8(ascii: ">"))
    append(column, point, to: &output)
    output.append(contentsOf: "</".utf8)
    output.append(contentsOf: name.utf8)
    output.append(UInt8(ascii: ">"))
  }

  private func has(_ column: [Double], _ point: Int) -> Bool { point < column.count && column[point].isFinite }

  /// Appends a number without an exponent, which GPX does not take.
  private func append(_ column: [Double], _ point: Int, to output: inout [UInt8]) {
    guard has(column, point) else {
      output.append(UInt8(ascii: "0"))
      return
    }
    let start = output.count
    DecimalWriter.append(column[point], to: &output)
    guard let mark = output[start...].firstIndex(of: UInt8(ascii: "e")) else { return }
    let text = PlainDecimal.text(output[start..<mark], exponent: output[(mark + 1)...])
    output.replaceSubrange(start..., with: text)
  }
}

/// Writes decimal numbers without an exponent.
enum PlainDecimal {
  /// The digits of a number, with zeros in place of its exponent: `-1.5` and `-3` are `-0.0015`.
  static func text(_ number: ArraySlice<UInt8>, exponent: ArraySlice<UInt8>) -> [UInt8] {
    let shift = Int(String(decoding: exponent, as: UTF8.self)) ?? 0
    let isNegative = number.first == UInt8(ascii: "-")
    let parts = number.drop { $0 == UInt8(ascii: "-") }.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    var digits = Array(parts.joined())
    var point = (parts.first?.count ?? 0) + shift
    if point <= 0 {
      digits.insert(contentsOf: repeatElement(UInt8(ascii: "0"), count: 1 - point), at: 0)
      point = 1
    }
    if point > digits.count { digits.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: point - digits.count)) }
    var text = isNegative ? [UInt8(ascii: "-")] : []
    text += digits[..<point]
    if point < digits.count {
      text.append(UInt8(ascii: "."))
      text += digits[point...]
    }
    return text
  }
}
