import Testing

@testable import Assay

/// Base 64 as a quarantine writes and reads it.
struct Base64Tests {
  @Test(
    "the vectors of RFC 4648",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func vectors(_ plain: String, _ encoded: String) {
    #expect(Base64.encode(Array(plain.utf8)) == encoded)
    #expect(Base64.decode(encoded.utf8) == Array(plain.utf8))
  }

  @Test("every byte comes back") func bytes() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
      #expect(Base64.decode(Base64.encode(bytes).utf8) == bytes)
    }
  }

  @Test(
    "what nobody encodes is not decoded",
    arguments: ["Z", "Zg", "Zg=", "Zg===", "=Zg=", "Z===", "Zh==", "Zm9=", "Zm9v\n", "Zm_v", "Zg==Zg==", "Zm 9"])
  func malformed(_ text: String) { #expect(Base64.decode(text.utf8) == nil) }
}
