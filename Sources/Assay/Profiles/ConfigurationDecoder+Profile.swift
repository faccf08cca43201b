import HealthCatalog
import HealthFormats
import HealthModel

/// Turns the YAML of a profile into a value: its items of `data` are those of a project's configuration.
extension ConfigurationDecoder {
  /// Reads the whole file; `nil` when there is any error.
  mutating func profile(_ root: YAMLNode, plugin: String, name: String) -> FileProfile? {
    guard let entries = root.entries else {
      report(.configSyntax, "the file takes a map of keys, got \(root.kindName)", at: root.mark)
      return nil
    }
    var fields = Fields(entries, path: "", mark: root.mark)
    guard isReadable(&fields) else { return nil }
    let title = need("title", in: &fields) { $0.text($1) }
    let recognition = need("recognizes", in: &fields) { $0.recognition($1) }
    let needsTimeZone = read("needs_timezone", in: &fields) { $0.flag($1) } ?? false
    let names = recognition?.names.first ?? (recognition?.keys.isEmpty == false ? "*.json" : "*.csv")
    let data = need("data", in: &fields) { decoder, field in
      decoder.maps(field) { $0.dataSet($1, ofFiles: Located(names, at: $1.mark)) }
    }
    let examples = read("examples", in: &fields) { $0.maps($1) { $0.example($1) } } ?? []
    finish(fields)
    guard let first = data?.first, let recognition else {
      if data?.isEmpty == true { report(.configValue, "`data` takes at least one item", at: root.mark) }
      return nil
    }
    checkJoined(data ?? [])
    check(recognition, needsTimeZone, first, at: root.mark)
    var joined = first
    joined.layout.further = (data ?? []).dropFirst().map(\.layout)
    return FileProfile(
      plugin: plugin, name: name, title: title ?? "", recognition: recognition, needsTimeZone: needsTimeZone,
      data: joined, examples: examples)
  }

  /// Which files the profile is for.
  private mutating func recognition(_ field: Field) -> FileRecognition? {
    guard var fields = self.fields(field) else { return nil }
    var recognition = FileRecognition()
    recognition.names = read("name", in: &fields) { $0.filled($1) { $0.list($1) { $0.glob($1)?.text } } } ?? []
    recognition.columns = read("columns", in: &fields) { $0.filled($1) { $0.list($1) { $0.text($1) } } } ?? []
    recognition.keys = read("keys", in: &fields) { $0.filled($1) { $0.list($1) { $0.text($1) } } } ?? []
    finish(fields)
    if recognition.names.isEmpty, recognition.columns.isEmpty, recognition.keys.isEmpty {
      report(
        .configKeyMissing, "\(CatalogText.shown(field.path)) needs `name`, `columns` or `keys`", at: field.node.mark,
        hint: "without them every file would be one of the profile's")
    }
    return recognition
  }

  /// Reports what a profile says twice, or of files that it is not for.
  private mutating func check(
    _ recognition: FileRecognition, _ needsTimeZone: Bool, _ data: DataSet, at mark: CatalogMark
  ) {
    let isTable = data.layout.records == nil
    if isTable ? !recognition.keys.isEmpty : !recognition.columns.isEmpty {
      report(
        .configValue,
        isTable
          ? "`recognizes.keys` is for JSON, and `data` reads a table"
          : "`recognizes.columns` is for tables, and `data` reads JSON",
        at: mark)
    }
    guard needsTimeZone, data.timeZone != nil || data.layout.mapping.zone != nil else { return }
    report(.configValue, "`needs_timezone` and `timezone` do not go together", at: mark)
  }

  /// A file and the lines that are expected of it.
  private mutating func example(_ field: Field) -> FileProfile.Example? {
    guard var fields = self.fields(field) else { return nil }
    let file = need("file", in: &fields) { $0.inside($1) }
    let samples = need("samples", in: &fields) { $0.inside($1) }
    let zone = read("timezone", in: &fields) { $0.text($1) }
    let refused = read("refused", in: &fields) { $0.integer($1, in: 0...1_000_000) } ?? 0
    finish(fields)
    guard let file, let samples else { return nil }
    return FileProfile.Example(file: file, samples: samples, timeZone: zone, refused: refused)
  }

  /// A path in the plugin's folder.
  private mutating func inside(_ field: Field) -> Located<String>? {
    guard let path = located(field) else { return nil }
    let parts = path.value.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }) else {
      reportText(path.value, field, takes: "a path in the plugin's folder")
      return nil
    }
    return path
  }
}
