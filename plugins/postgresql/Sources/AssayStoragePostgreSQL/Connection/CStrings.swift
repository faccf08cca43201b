extension [String] {
  /// Passes the texts on as C does: pointers to bytes that end with a zero, and a null pointer at the end.
  func withCStrings<Value>(_ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value) -> Value {
    var bytes: [UInt8] = []
    var places: [Int] = []
    for text in self {
      places.append(bytes.count)
      bytes.append(contentsOf: text.utf8)
      bytes.append(0)
    }
    return bytes.withUnsafeBytes { buffer in
      let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      var pointers = places.map { place -> UnsafePointer<CChar>? in base.map { $0 + place } }
      pointers.append(nil)
      return body(pointers)
    }
  }
}
