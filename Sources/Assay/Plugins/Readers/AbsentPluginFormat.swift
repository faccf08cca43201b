import HealthFormats
import HealthModel
import HealthStorage

/// A format that a configuration names and that no plugin of the run reads.
struct AbsentPluginFormat: ConvertedFormat {
  let name: String
  let fileEndings: [String] = []
  let page = "plugins.md"

  /// The format of a name that one of a plugin can have; `nil` for other words.
  init?(named name: String) {
    guard StorageURL.isScheme(name), name.utf8.count <= 64, name.utf8.last != UInt8(ascii: "-"),
      !name.utf8.contains(where: { $0 >= 0x41 && $0 <= 0x5A })
    else { return nil }
    self.name = name
  }

  func recognizes(_ beginning: FormatBeginning) -> Bool { false }

  func makeSource(of input: ConvertedInput) throws(InputError) -> any ConvertedSource {
    throw .unknownFormat(
      path: input.displayPath,
      reason:
        "no plugin of this run reads the format \(name); name its plugin by --plugin, or the configuration by --config")
  }
}

extension InputFormat {
  /// The format as a plugin reads it, if it is one of a plugin's.
  func read(by formats: FormatList) -> InputFormat { formats.plugins.first { $0 == self } ?? self }
}
