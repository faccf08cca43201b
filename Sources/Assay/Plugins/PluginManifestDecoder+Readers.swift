import HealthCatalog
import HealthFormats
import HealthModel

extension PluginManifestDecoder {
  mutating func readers(_ field: Field) -> [PluginManifest.Reader]? {
    guard let readers = list(field, { $0.reader($1) }) else { return nil }
    var seen: Set<String> = []
    for reader in readers where !seen.insert(reader.format).inserted {
      report(.configValue, "the format \(CatalogText.shown(reader.format)) is there twice", at: field.node.mark)
    }
    return readers
  }

  private mutating func reader(_ field: Field) -> PluginManifest.Reader? {
    guard var fields = self.fields(field) else { return nil }
    let format = need("format", in: &fields) { $0.formatName($1) }
    let title = read("title", in: &fields) { $0.text($1) }
    let suffixes = read("suffixes", in: &fields) { $0.list($1) { $0.suffix($1) } } ?? []
    let magic = read("magic", in: &fields) { $0.list($1) { $0.magic($1) } } ?? []
    finish(fields)
    guard let format else { return nil }
    return PluginManifest.Reader(format: format, title: title, suffixes: suffixes, magic: magic)
  }

  /// The name of a format, which none that is built in has.
  private mutating func formatName(_ field: Field) -> String? {
    guard let name = self.name(field) else { return nil }
    guard name != "auto", InputFormat(rawValue: name) == nil, JSONDialect(named: name) == nil else {
      report(.configValue, "the format \(CatalogText.shown(name)) is built in", at: field.node.mark)
      return nil
    }
    return name
  }

  private mutating func suffix(_ field: Field) -> String? {
    guard let text = self.text(field) else { return nil }
    let isEnding =
      text.utf8.first == UInt8(ascii: ".") && text.utf8.count > 1 && text.utf8.count <= 32
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
    guard isEnding, text == text.lowercased() else {
      reportText(text, field, takes: "the end of a file's name in lower case, such as .fit")
      return nil
    }
    return text
  }

  /// `2E464954` or `2E464954@8`: bytes as hexadecimal digits, and where they are.
  private mutating func magic(_ field: Field) -> PluginManifest.Magic? {
    guard let text = self.text(field) else { return nil }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let digits = Array((parts.first ?? "").utf8)
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count - 1, by: 2) {
      guard let byte = UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16),
        digits[index] != UInt8(ascii: "+")
      else { break }
      bytes.append(byte)
    }
    let offset = parts.count == 2 ? Int(parts[1]) : parts.count == 1 ? 0 : nil
    guard bytes.count >= 2, bytes.count * 2 == digits.count, bytes.count <= 64, let offset, (0...4096).contains(offset)
    else {
      reportText(
        text, field,
        takes: "bytes as hexadecimal digits, two at least, and after `@` where they are, such as \"2E464954@8\"")
      return nil
    }
    return PluginManifest.Magic(bytes: bytes, offset: offset)
  }
}
