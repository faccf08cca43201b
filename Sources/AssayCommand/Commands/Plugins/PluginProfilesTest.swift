import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthTestKit

/// The test of a plugin's profiles: they can be read, and the examples of each hold.
struct PluginProfilesTest {
  let folder: PluginFolder
  let only: [String]
  let quiet: Bool

  /// Runs the examples and prints what became of each.
  ///
  /// - Returns: the exit status; `nil` if no case was run.
  func run(_ registry: Registry) async throws -> Int32? {
    let profiles: [FileProfile]
    do {
      profiles = try folder.profiles()
    } catch {
      throw CommandFailure(error)
    }
    guard !profiles.isEmpty else {
      try StandardOutput.writeIfOpen(
        "FAILED   profiles: the manifest says that there are profiles, and profiles/ has none\n")
      return ExitStatus.refused
    }
    let laws = ProfileConformance(
      folder: folder.path, profiles: FileProfiles(profiles), registry: registry, now: Instant.now.microseconds)
    var (passed, failed) = (0, 0)
    for name in try folder.unlistedProfiles() where only.isEmpty || only.contains(where: { name.contains($0) }) {
      failed += 1
      try StandardOutput.writeIfOpen(
        "FAILED   profiles/\(TextEscaping.escaped(name)).yaml: the manifest does not list it\n")
    }
    for profile in profiles where only.isEmpty || only.contains(where: { profile.name.contains($0) }) {
      if profile.examples.isEmpty {
        failed += 1
        try StandardOutput.writeIfOpen("FAILED   \(profile.shownName): it has no examples\n")
      }
      let unused = await laws.unusedPaths(of: profile)
      if !unused.isEmpty {
        failed += 1
        let paths = unused.map { "`\(TextEscaping.escaped($0, limit: 200))`" }.joined(separator: ", ")
        try StandardOutput.writeIfOpen(
          "FAILED   \(profile.shownName): no record of an example has a value at \(paths): correct the path, show it in an "
            + "example, or list it under `optional`\n")
      }
      for example in profile.examples {
        let failure = await laws.failure(of: example, profile)
        if failure != nil { failed += 1 } else { passed += 1 }
        guard !quiet || failure != nil else { continue }
        let reason = failure.map { ": " + TextEscaping.escaped($0, limit: 1000) } ?? ""
        let name = TextEscaping.escaped(example.file.value, limit: 1000)
        try StandardOutput.writeIfOpen(
          "\(failure == nil ? "passed " : "FAILED ")  \(profile.shownName): \(name)\(reason)\n")
      }
    }
    guard passed + failed > 0 else { return nil }
    try StandardOutput.writeIfOpen("\(passed) passed, \(failed) failed\n")
    return failed == 0 ? ExitStatus.done : ExitStatus.refused
  }
}
