import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthTestKit

/// The test of a plugin's readers: every law, by the file that its manifest names.
struct PluginReaderTest {
  let folder: PluginFolder
  let answerSeconds: Double
  let only: [String]
  let quiet: Bool

  /// Runs the cases and prints what became of each.
  ///
  /// - Returns: the exit status; `nil` if no case was run.
  func run(_ registry: Registry) async throws -> Int32? {
    guard let input = folder.manifest.testInput else {
      throw CommandFailure.usage(
        "the manifest of \(folder.manifest.name) has no `test:` with `input`, a file in its folder that the reader is "
          + "tested with")
    }
    let path = PathText.join(folder.path, input)
    var bytes: [UInt8] = []
    let readers: [ReaderPlugin]
    do {
      var source = try FileSource(path: path)
      while try source.read(into: &bytes, count: 1 << 20) > 0 {}
      readers = try ReaderPlugin.all(in: folder, recognizes: true)
    } catch let fault as PluginFault {
      throw CommandFailure(fault)
    } catch {
      throw CommandFailure(error)
    }
    var (passed, failed, skipped) = (0, 0, 0)
    for plugin in readers {
      let format = InputFormat(
        PluginFormat(plugin, seconds: answerSeconds) { StopSignals.pending() != nil })
      let laws = ReaderConformance(
        format, plugin.reader, file: bytes, path: path, registry: registry, now: .now)
      for name in ReaderConformance.names where only.isEmpty || only.contains(where: { name.contains($0) }) {
        let result = await laws.run(name)
        if let signal = StopSignals.pending() { CurrentProcess.exit(128 + signal) }
        if result.failure != nil { failed += 1 } else if result.skipped != nil { skipped += 1 } else { passed += 1 }
        guard !quiet || result.failure != nil else { continue }
        let word = result.failure != nil ? "FAILED " : result.skipped != nil ? "skipped" : "passed "
        let reason = (result.failure ?? result.skipped).map { ": " + TextEscaping.escaped($0, limit: 1000) } ?? ""
        try StandardOutput.writeIfOpen("\(word) \(plugin.reader.format): \(name)\(reason)\n")
      }
    }
    guard passed + failed + skipped > 0 else { return nil }
    try StandardOutput.writeIfOpen("\(passed) passed, \(failed) failed, \(skipped) skipped\n")
    return failed == 0 ? ExitStatus.done : ExitStatus.refused
  }
}
