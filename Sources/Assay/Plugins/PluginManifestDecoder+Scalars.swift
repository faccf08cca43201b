import HealthCatalog
import HealthModel
import HealthStorage

extension PluginManifestDecoder {
  /// A plugin's name: it is in URLs, and never leads out of a folder.
  mutating func name(_ field: Field) -> String? {
    word(field, what: "a lower-case word with dashes, such as ring-store")
  }

  /// The part of a store's URL before the colon.
  mutating func scheme(_ field: Field) -> Located<String>? {
    guard let text = word(field, what: "lower-case words such as postgresql") else { return nil }
    guard text != "process" else {
      report(.configValue, "`process` is the prefix for the name of any plugin in a URL", at: field.node.mark)
      return nil
    }
    return Located(text, at: field.node.mark)
  }

  private mutating func word(_ field: Field, what: String) -> String? {
    guard let text = self.text(field) else { return nil }
    let isWord = StorageURL.isScheme(text) && text.utf8.count <= 64 && !text.utf8.contains { $0 >= 0x41 && $0 <= 0x5A }
    guard isWord, text.utf8.last != UInt8(ascii: "-") else {
      reportText(text, field, takes: what)
      return nil
    }
    return text
  }

  /// A plugin's version: digits, then letters, digits, dots, dashes and plus signs.
  mutating func release(_ field: Field) -> String? {
    guard let text = self.text(field) else { return nil }
    let isVersion = text.utf8.allSatisfy { byte in
      (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || ".-+".utf8.contains(byte)
    }
    guard isVersion, text.utf8.count <= 64, let first = text.utf8.first, first >= 0x30, first <= 0x39 else {
      reportText(text, field, takes: "a version such as 1.0.0")
      return nil
    }
    return text
  }

  mutating func protocolVersion(_ field: Field) -> Int? {
    guard case .scalar(text: let text, isQuoted: false) = field.node.content, let number = Self.integer(text) else {
      reportKind(field, takes: "a whole number")
      return nil
    }
    guard Self.protocols.contains(number) else {
      report(
        .configValue,
        "the plugin speaks version \(CatalogText.shown(text)) of the protocol, this version of assay speaks "
          + "\(Self.protocols.upperBound)", at: field.node.mark,
        hint: "install a newer version, or take a plugin made for this one")
      return nil
    }
    return number
  }

  /// A path in the plugin's folder, or a list of it and arguments.
  mutating func command(_ field: Field) -> [Located<String>]? {
    if let items = field.node.items, items.isEmpty {
      report(
        .configValue, "\(CatalogText.shown(field.path)) takes a path in the plugin's folder, then arguments",
        at: field.node.mark)
      return nil
    }
    guard let words = list(field, { $0.located($1) }), let path = words.first, isInside(path, field) else { return nil }
    return words
  }

  /// The path of a file in the plugin's folder.
  mutating func pathInside(_ field: Field) -> String? {
    guard let path = located(field), isInside(path, field) else { return nil }
    return path.value
  }

  private mutating func isInside(_ path: Located<String>, _ field: Field) -> Bool {
    let parts = path.value.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let leads = parts.contains { $0.isEmpty || $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }
    guard leads else { return true }
    report(
      .configValue,
      "\(CatalogText.shown(field.path)) takes a path in the plugin's folder, got \(CatalogText.shown(path.value))",
      at: path.mark, hint: "without `/` at its beginning, `.` and `..`")
    return false
  }

  mutating func variable(_ field: Field) -> String? {
    guard let text = self.text(field) else { return nil }
    let isName = text.utf8.allSatisfy { byte in
      (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || byte == UInt8(ascii: "_")
    }
    guard isName, let first = text.utf8.first, first < 0x30 || first > 0x39 else {
      reportText(
        text, field, takes: "the name of an environment variable",
        hint: "its value comes from where the command runs")
      return nil
    }
    // Variables for the program loader would run code that nobody named.
    guard !text.hasPrefix("LD_") else {
      reportText(text, field, takes: "no variable of the loader")
      return nil
    }
    return text
  }

  /// A map from parameters of the URL to texts.
  mutating func parameters(_ field: Field) -> [PluginManifest.Parameter]? {
    guard let fields = self.fields(field) else { return nil }
    var parameters: [PluginManifest.Parameter] = []
    for (name, value) in fields.all() {
      if let text = self.text(value) { parameters.append(PluginManifest.Parameter(name: name, text: text)) }
    }
    return parameters
  }
}
