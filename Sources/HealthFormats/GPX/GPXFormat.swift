import HealthModel

/// A recording of places by itself (GPX 1.0 and 1.1): each track is a route, and heart rates of its points are samples.
package struct GPXFormat: ConvertedFormat {
  package let name = "gpx"
  package let fileEndings = [".gpx"]
  package let page = "gpx.md"

  package func recognizes(_ beginning: FormatBeginning) -> Bool {
    beginning.first == "<" && String(decoding: beginning.bytes.prefix(4096), as: UTF8.self).contains("<gpx")
  }

  package func makeSource(of input: ConvertedInput) throws(InputError) -> any ConvertedSource {
    GPXSource(input: input)
  }
}

/// Reads the points of a document with the reader of routes in exports, and writes each track as a sample.
private struct GPXSource: ConvertedSource {
  let input: ConvertedInput

  private static let columns = [
    ("latitude", "deg"), ("longitude", "deg"), ("altitude", "m"), ("horizontalAccuracy", "m"),
    ("verticalAccuracy", "m"), ("speed", "m/s"), ("course", "deg"),
  ]
  private static let longestRoute = 100_000
  /// What GPX says of a point beside its place and time, none of it about a person.
  private static let aboutPoints: Set<String> = [
    "ageofdgpsdata", "cmt", "desc", "dgpsid", "fix", "geoidheight", "hdop", "magvar", "name", "pdop", "sat", "src",
    "sym", "text", "type", "vdop",
  ]

  private struct Point {
    var time: Int64?
    var numbers = [Double?](repeating: nil, count: GPXSource.columns.count)
    var heartRate: Double?
    var hasFault = false
    var isComplete: Bool { time != nil && numbers[0] != nil && numbers[1] != nil && !hasFault }
  }

  mutating func next(into lines: inout ConvertedLines) throws(InputError) -> Bool {
    var source = try input.makeByteSource()
    var bytes = try source.prefix(ExportFiles.maximumSize + 1)
    let count = bytes.count
    guard count <= ExportFiles.maximumSize else { throw input.damaged("the recording is over 32 MiB") }
    let texts = FileTexts(appendedTo: &bytes)
    let span = bytes.span.bytes
    var buffer = RawSampleBuffer(syntax: .appleHealth)
    var reader = RouteReader(count: count, texts)
    reader.read(span, into: &buffer)
    if let problem = buffer.problems.first {
      let line = bytes.prefix(Int(problem.span.lowerBound)).count { $0 == UInt8(ascii: "\n") } + 1
      throw input.damaged("line \(line): \(problem.detail.text)")
    }
    let starts = (0..<count).filter {
      bytes[$0] == UInt8(ascii: "<") && span.hasPrefix("<trk", at: $0, end: count)
        && !XMLMarkup.isNameByte(bytes[$0 + 4])
    }
    let creator = Self.creator(bytes)
    var (track, points, others) = (0, [Point](), Set<String>())
    for place in buffer.tape.places(from: 0) {
      let entry = buffer.tape[place]
      guard entry.kind == .point else {
        Self.take(entry, bytes, &points[points.count - 1], &others)
        continue
      }
      while track < starts.count, starts[track] < Int(entry.value.start) {
        Self.write(points, track, creator, to: &lines)
        points = []
        track += 1
      }
      points.append(Point())
    }
    Self.write(points, track, creator, to: &lines)
    for name in others.sorted() { lines.addUnsupported("\(name) of points", at: .item("track", Int64(track))) }
    return false
  }

  private static func take(_ entry: TapeEntry, _ bytes: [UInt8], _ point: inout Point, _ others: inout Set<String>) {
    let name = String(decoding: bytes[entry.key.range], as: UTF8.self)
    let (range, span) = (entry.value.range, bytes.span.bytes)
    if name == "date" {
      point.time = TimestampParser.parse(range, in: span, syntax: .json)?.instant.microseconds
    } else if let column = columns.firstIndex(where: { $0.0 == name }) {
      point.numbers[column] = DecimalParser.parse(range, in: span)?.value
      if point.numbers[column] == nil { point.hasFault = true }
    } else if name.hasSuffix(":hr") {
      point.heartRate = DecimalParser.parse(range, in: span)?.value
    } else if !aboutPoints.contains(name) {
      others.insert(name)
    }
  }

  private static func write(_ points: [Point], _ track: Int, _ creator: String, to lines: inout ConvertedLines) {
    let place = ConvertedLocation.item("track", Int64(max(1, track)))
    let faults = points.count { !$0.isComplete }
    if faults > 0 {
      return lines.addFault(
        "\(faults) of \(points.count) points have no time, no latitude or longitude, or a number that cannot be read; "
          + "a route is a recording, so each point needs these",
        at: place)
    }
    for first in stride(from: 0, to: points.count, by: longestRoute) {
      let part = points[first..<min(first + longestRoute, points.count)]
      lines.add(at: place) { json in
        begin("workoutRoute", part, creator, &json)
        json.object("points") { json in write(part, to: &json) }
      }
    }
    for point in points {
      guard let rate = point.heartRate else { continue }
      lines.add(at: place) { json in
        begin("heartRate", [point], creator, &json)
        json.member("value", finite: rate)
        json.member("unit", "count/min")
      }
    }
  }

  private static func begin(_ type: String, _ points: ArraySlice<Point>, _ creator: String, _ json: inout JSONBuilder) {
    json.member("type", type)
    for (name, point) in [("start", points.first), ("end", points.last)] {
      var time: [UInt8] = []
      TimestampWriter.append(point?.time ?? 0, to: &time)
      json.key(name)
      json.value(ascii: time)
    }
    json.object("source") { $0.member("name", creator) }
  }

  private static func write(_ points: ArraySlice<Point>, to json: inout JSONBuilder) {
    let used = columns.indices.filter { column in points.contains { $0.numbers[column] != nil } }
    let start = points.first?.time ?? 0
    json.array("time") { list in for point in points { list.value(Double((point.time ?? 0) - start) / 1_000_000) } }
    json.object("units") { units in for column in used { units.member(columns[column].0, columns[column].1) } }
    for column in used {
      json.array(columns[column].0) { list in
        for point in points {
          if let number = point.numbers[column] { list.value(number) } else { list.value(json: "null".utf8) }
        }
      }
    }
  }

  /// The program that wrote the document, by its root element.
  private static func creator(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
    let parts = text.split(separator: "creator=", maxSplits: 1)
    guard parts.count == 2, let quote = parts[1].first, quote == "\"" || quote == "'" else { return "GPX" }
    let name = Array(parts[1].dropFirst().prefix { $0 != quote }.utf8)
    var decoded: [UInt8] = []
    XMLText.appendDecoded(0..<name.count, in: name.span.bytes, to: &decoded)
    return decoded.isEmpty ? "GPX" : String(decoding: decoded, as: UTF8.self)
  }
}
