import HealthModel

/// Splits the description of a device in place: `<<HKDevice: 0x283c1a620>, name:Apple Watch, model:Watch,
/// hardware:Watch7,2, software:11.6.1>`, in XML with `&lt;` and `&gt;`.
///
/// Values hold commas, so only `, key:` of a known key ends one. The address and the creation date are dropped: they
/// differ between the records of one device.
enum DeviceText {
  /// The description after the address, from its comma on; `nil` when the text has another form, and is the device's
  /// name.
  static func details(of text: Range<Int>, in bytes: RawSpan) -> Range<Int>? {
    guard let start = descriptionStart(text, bytes) else { return nil }
    let end = max(start, descriptionEnd(text, bytes))
    return bytes.first(UInt8(ascii: ","), from: start, to: end)..<end
  }

  /// Sets the sample's device fields from the details of a description.
  static func split(_ details: Range<Int>, in bytes: RawSpan, into sample: inout RawSample) {
    let end = details.upperBound
    var position = details.lowerBound
    var field: SampleField?
    var start = position
    while true {
      let comma = bytes.first(UInt8(ascii: ","), from: position, to: end)
      guard comma < end else { break }
      position = comma &+ 1
      guard let key = marker(at: comma, end: end, bytes) else { continue }
      // A key that was there already is part of a value.
      if let next = key.field, next == field || sample[next].isPresent { continue }
      set(field, start..<comma, bytes, in: &sample)
      field = key.field
      start = key.valueStart
      position = start
    }
    set(field, start..<max(start, end), bytes, in: &sample)
  }

  private static func set(_ field: SampleField?, _ range: Range<Int>, _ bytes: RawSpan, in sample: inout RawSample) {
    guard let field, !range.isEmpty else { return }
    var isEscaped = false
    for offset in range {
      let byte = bytes.byte(at: offset)
      if byte == UInt8(ascii: "&") || byte < 0x20 { isEscaped = true }
    }
    sample[field] = RawField(kind: .string, isEscaped: isEscaped, start: range.lowerBound, end: range.upperBound)
  }

  /// The position of the text after `<<HKDevice:`; `nil` if the text begins in another way.
  private static func descriptionStart(_ range: Range<Int>, _ bytes: RawSpan) -> Int? {
    var position = range.lowerBound
    let end = range.upperBound
    while position < end, bytes.byte(at: position) == UInt8(ascii: "&"),
      let found = XMLText.reference(at: position, end: end, in: bytes), found.scalar == 0x3C
    {
      position &+= found.length
    }
    guard position > range.lowerBound, bytes.hasPrefix("HKDevice:", at: position, end: end) else { return nil }
    return position &+ 9
  }

  /// Where the description ends: before its closing `>`.
  private static func descriptionEnd(_ range: Range<Int>, _ bytes: RawSpan) -> Int {
    let end = range.upperBound
    if bytes.byte(at: end &- 1) == UInt8(ascii: ">") { return end &- 1 }
    return bytes.hasPrefix("&gt;", at: end &- 4, end: end) ? end &- 4 : end
  }

  private struct Marker {
    /// The field the key stands for; `nil` for one that is dropped.
    var field: SampleField?
    var valueStart: Int
  }

  /// The `, key:` whose comma is at a position.
  private static func marker(at comma: Int, end: Int, _ bytes: RawSpan) -> Marker? {
    let start = comma &+ 2
    guard start < end, bytes.byte(at: comma &+ 1) == 0x20 else { return nil }
    @inline(__always) func found(_ key: StaticString, _ field: SampleField?) -> Marker? {
      guard bytes.hasPrefix(key, at: start, end: end) else { return nil }
      return Marker(field: field, valueStart: start &+ key.utf8CodeUnitCount)
    }
    switch bytes.byte(at: start) {
    case UInt8(ascii: "n"): return found("name:", .deviceName)
    case UInt8(ascii: "m"): return found("manufacturer:", .deviceManufacturer) ?? found("model:", .deviceModel)
    case UInt8(ascii: "h"): return found("hardware:", .deviceHardware)
    case UInt8(ascii: "f"): return found("firmware:", .deviceFirmware)
    case UInt8(ascii: "s"): return found("software:", .deviceSoftware)
    case UInt8(ascii: "l"): return found("localIdentifier:", .deviceLocal)
    case UInt8(ascii: "U"): return found("UDIDeviceIdentifier:", .deviceUDI) ?? found("UDI:", .deviceUDI)
    case UInt8(ascii: "u"): return found("udiDeviceIdentifier:", .deviceUDI)
    case UInt8(ascii: "c"): return found("creation date:", nil)
    default: return nil
    }
  }
}
