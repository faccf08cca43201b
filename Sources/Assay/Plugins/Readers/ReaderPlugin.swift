package import HealthFormats
import HealthModel
package import HealthPlugins

/// A plugin that reads a format, ready to be started.
package struct ReaderPlugin: Sendable {
  package let name: String
  /// The format, and how its files are recognized.
  package let reader: PluginManifest.Reader
  /// The program.
  package let executable: PluginExecutable
  /// Whether files are recognized as the format's; otherwise only `--format` says it.
  package let recognizes: Bool

  /// Takes the readers of a plugin's folder; none if it has none.
  package static func all(in folder: PluginFolder, recognizes: Bool) throws(PluginFault) -> [ReaderPlugin] {
    guard !folder.manifest.readers.isEmpty else { return [] }
    let executable = try folder.executable()
    return folder.manifest.readers.map { reader in
      ReaderPlugin(
        name: folder.manifest.name, reader: reader, executable: executable, recognizes: recognizes)
    }
  }
}

package struct PluginFormat: ConvertedFormat {
  package var name: String { plugin.reader.format }
  package var fileEndings: [String] { plugin.recognizes ? plugin.reader.suffixes : [] }
  package let page = "plugins.md"
  package let hasForeignPlaces = true

  private let plugin: ReaderPlugin
  private let seconds: Double
  private let isInterrupted: @Sendable () -> Bool

  package init(
    _ plugin: ReaderPlugin, seconds: Double, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.plugin = plugin
    self.seconds = seconds
    self.isInterrupted = isInterrupted
  }

  package func recognizes(_ beginning: FormatBeginning) -> Bool {
    plugin.recognizes
      && plugin.reader.magic.contains { beginning.has(magic: $0.bytes, at: $0.offset) }
  }

  package func makeSource(of input: ConvertedInput) throws(InputError) -> any ConvertedSource {
    let name = input.displayPath.split(separator: "/").last.map(String.init) ?? "-"
    return PluginSource(
      input, try input.makeByteSource(), plugin, format: self.name, name: name,
      limits: ProcessLimits(answerSeconds: seconds), isInterrupted: isInterrupted)
  }
}
