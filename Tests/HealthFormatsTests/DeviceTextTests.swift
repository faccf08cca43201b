import HealthModel
import Testing

@testable import HealthFormats

@Suite("Device descriptions")
struct DeviceTextTests {
  /// The device fields of a description as it stands in an attribute.
  private func fields(_ text: String) -> [String: String] {
    let export = ReadExport.document("<Record device=\"\(text)\"/>")
    return export.samples.first?.samples.first ?? ["nothing": "read"]
  }

  @Test("the parts of a watch, without address and creation date")
  func watch() {
    let text =
      "&lt;&lt;HKDevice: 0x283c1a620&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch7,2, "
      + "software:11.6.1, creation date:2025-08-14 23:49:07 +0000&gt;"
    #expect(
      fields(text) == [
        "device.name": "Apple Watch", "device.manufacturer": "Apple Inc.", "device.model": "Watch",
        "device.hardware": "Watch7,2", "device.software": "11.6.1",
      ])
  }

  @Test("all keys, in any order, with commas and references in the values")
  func allKeys() {
    let text =
      "&lt;&lt;HKDevice: 0x1&gt;, localIdentifier:A-1, UDIDeviceIdentifier:(01)2, firmware:1,0, b, name:A &amp; B, "
      + "model: m&gt;"
    #expect(
      fields(text) == [
        "device.local": "A-1", "device.udi": "(01)2", "device.firmware": "1,0, b", "device.name": "A & B",
        "device.model": " m",
      ])
  }

  @Test("a key that comes again is part of the value before it")
  func repeated() {
    #expect(
      fields("&lt;&lt;HKDevice: 0x1&gt;, name:a, name:b, model:c, name:d&gt;") == [
        "device.name": "a, name:b", "device.model": "c, name:d",
      ])
  }

  @Test(
    "other texts are names, and nothing is nothing",
    arguments: [
      ("Dummy device", ["device.name": "Dummy device"]), ("", [:]), ("&lt;phone&gt;", ["device.name": "<phone>"]),
      ("HKDevice: 0x1", ["device.name": "HKDevice: 0x1"]), ("&lt;&lt;HKDevice: 0x1&gt;&gt;", [:]),
      ("&lt;HKDevice:", [:]), ("&lt;&lt;HKDevice: 0x1&gt;, name:&gt;", [:]),
      ("&lt;&lt;HKDevice: 0x1>, name:x>", ["device.name": "x"]),
      ("&lt;&lt;HKDevice: 0x1&gt;, name", [:]), ("&lt;&lt;HKDevice: 0x1&gt;,", [:]),
    ] as [(String, [String: String])])
  func others(_ text: String, _ expected: [String: String]) {
    #expect(fields(text) == expected)
  }
}
