import Foundation
import Testing

/// What tests of packages need of the machine.
enum PackagingTools {
  /// Whether Debian packages and the manual can be made.
  static let canPack = (try? AssayBinary.shell("command -v dpkg-deb && command -v python3").status) == 0

  /// Whether a release can be downloaded, and no installed program hides it.
  static let canFetch =
    (try? AssayBinary.shell("command -v curl && command -v bash && ! PATH=/usr/bin:/bin command -v assay").status) == 0

  /// Whether there is a `make`.
  static let hasMake = (try? AssayBinary.shell("command -v make").status) == 0
}

/// What `make package` makes of the built program: Debian packages, archives, checksums.
@Suite("Packages", .ofScripts, .enabled(if: PackagingTools.canPack, "dpkg-deb or python3 is not installed"))
struct PackageTests {
  /// Packs the built program and a plugin that does nothing into a folder.
  ///
  /// The program is a script that starts the built one: a debug build with its symbols takes a minute to pack.
  static func make(_ folder: TemporaryFolder, into name: String) throws {
    let program = try script("program", "exec '\(AssayBinary.path)' \"$@\"", folder)
    let plugin = try script("plugin", "exit 1", folder)
    let result = try AssayBinary.shell(
      ".packaging/build \"$1\" \"$2\" \"$3\"", [program, folder.path(of: name), plugin],
      environment: ["SOURCE_DATE_EPOCH": "1767225600", "MAINTAINER": "A Tester <tester@example.org>"])
    try #require(result.status == 0, "\(result.errorText)")
  }

  /// Writes a program that is a script.
  static func script(_ name: String, _ line: String, _ folder: TemporaryFolder) throws -> String {
    let path = try folder.write(name, "#!/bin/sh\n" + line + "\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  /// Runs a script in a folder; it must succeed.
  private func shell(_ script: String, in folder: String) throws -> String {
    let result = try AssayBinary.shell(script, folder: folder)
    try #require(result.status == 0, "\(script): \(result.errorText)")
    return result.text
  }

  @Test("a package holds the files that its case lists, and no others", arguments: ["assay", "assay-postgresql"])
  func contents(_ package: String) throws {
    try TemporaryFolder.with { folder in
      try Self.make(folder, into: "made")
      let listing = try shell(
        "dpkg-deb --contents made/\(package)_*.deb | awk '{ print $1, $2, $6 ($7 == \"->\" ? \" -> \" $8 : \"\") }'",
        in: folder.path)
      // These follow the folders of the project and the commands: they are compared with those.
      let folders =
        ["./usr/share/assay/catalog/", "./usr/share/doc/assay/Documentation/", "./usr/share/man/man1/"]
        + (package == "assay" ? ["./usr/lib/assay/plugins/"] : [])
      let lines = listing.split(separator: "\n").map(String.init)
      let listed = lines.filter { line in !folders.contains { line.contains($0) && !line.hasSuffix($0) } }
      let expected = String(decoding: try TestFile.bytes("Tests/Cases/packages/\(package).txt"), as: UTF8.self)
      #expect(listed == expected.split(separator: "\n").map(String.init))
      #expect(lines.allSatisfy { $0.contains(" root/root ") })
      let control = try shell("dpkg-deb --field made/\(package)_*.deb Version Maintainer Depends", in: folder.path)
      #expect(control.contains("Version: \(AssayBinary.version)\n"))
      #expect(control.contains("Maintainer: A Tester <tester@example.org>\n"))
      let needed = package == "assay" ? "tzdata" : "assay (= \(AssayBinary.version))"
      #expect(control.contains("Depends: \(needed)\n"))

      try #require(FileManager.default.fileExists(atPath: folder.path(of: "made")))
      _ = try shell("dpkg-deb --extract made/\(package)_*.deb root", in: folder.path)
      guard package == "assay" else { return }
      for (copy, source) in [("assay/catalog", "catalog"), ("doc/assay/Documentation", "Documentation")] {
        #expect(try shell("diff -r root/usr/share/\(copy) '\(AssayBinary.root)/\(source)'", in: folder.path).isEmpty)
      }
      for name in TestFile.names(in: folder.path(of: "root/usr/lib/assay/plugins")) {
        let source = "'\(AssayBinary.root)/plugins/\(name)'"
        #expect(try shell("diff -r root/usr/lib/assay/plugins/\(name) \(source)", in: folder.path).isEmpty)
      }
    }
  }

  @Test("every link of the packaged README leads to something in the package") func links() throws {
    try TemporaryFolder.with { folder in
      try Self.make(folder, into: "made")
      _ = try shell("dpkg-deb --extract made/assay_*.deb root", in: folder.path)
      let place = "root/usr/share/doc/assay/"
      let text = String(decoding: try TestFile.bytes(folder.path(of: place + "README.md")), as: UTF8.self)
      let targets = text.components(separatedBy: "](").dropFirst()
        .compactMap { $0.components(separatedBy: ")").first?.components(separatedBy: "#").first }
        .filter { !$0.contains("://") }
      #expect(targets.count > 5)
      for target in targets {
        #expect(FileManager.default.fileExists(atPath: folder.path(of: place + target)), "\(target)")
      }
    }
  }

  @Test("the same files and date make the same bytes, and the checksums are theirs") func reproducible() throws {
    try TemporaryFolder.with { folder in
      try Self.make(folder, into: "first")
      try Self.make(folder, into: "again")
      let sums = try shell("cat first/SHA256SUMS", in: folder.path)
      #expect(sums == (try shell("cat again/SHA256SUMS", in: folder.path)))
      let names = sums.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) }
      #expect(names.sorted() == TestFile.names(in: folder.path(of: "first")).filter { $0 != "SHA256SUMS" }.sorted())
      #expect(names.count == 6)
      _ = try shell("cd first && sha256sum --check --quiet SHA256SUMS", in: folder.path)
    }
  }

  @Test(
    "make install puts down what a package has, and nothing of an earlier version stays",
    .enabled(if: PackagingTools.hasMake, "make is not installed"))
  func install() throws {
    try TemporaryFolder.with { folder in
      try Self.make(folder, into: "made")
      _ = try shell("dpkg-deb --extract made/assay_*.deb root", in: folder.path)
      for name in ["assay/catalog/gone/gone.yaml", "man/man1/assay-gone.1.gz", "man/man1/other.1.gz"] {
        try folder.write("to/opt/share/" + name, "")
      }
      let made = try AssayBinary.shell(
        "make install PROGRAM=\"$1\" DESTDIR=\"$2\" PREFIX=/opt", [folder.path(of: "program"), folder.path(of: "to")],
        environment: ["SOURCE_DATE_EPOCH": "1767225600"])
      try #require(made.status == 0, "\(made.errorText)")
      // zsh's place is Debian's in the package; pages and overrides are the package's.
      let moves = "mv root/usr/share/zsh/vendor-completions root/usr/share/zsh/site-functions"
      _ = try shell(
        "\(moves); rm -r root/usr/share/doc root/usr/share/lintian; rm to/opt/share/man/man1/other.1.gz",
        in: folder.path)
      #expect(try shell("diff -r root/usr to/opt", in: folder.path).isEmpty)
      #expect(TestFile.names(in: folder.path(of: "to")) == ["opt"])

      let plugin = try AssayBinary.shell(
        "make install-postgresql PLUGIN=\"$1\" DESTDIR=\"$2\" PREFIX=/opt",
        [folder.path(of: "plugin"), folder.path(of: "to")])
      try #require(plugin.status == 0, "\(plugin.errorText)")
      _ = try shell("dpkg-deb --extract made/assay-postgresql_*.deb plugin-root", in: folder.path)
      let place = "lib/assay/plugins/postgresql"
      #expect(try shell("diff -r plugin-root/usr/\(place) to/opt/\(place)", in: folder.path).isEmpty)
    }
  }

  @Test(
    "pip installs the wheel, whose program finds the plugins in it by name",
    .enabled(if: (try? AssayBinary.shell("python3 -c 'import ensurepip'").status) == 0, "python3 has no ensurepip"))
  func wheel() throws {
    try TemporaryFolder.with { folder in
      try Self.make(folder, into: "made")
      _ = try shell("python3 -m venv env && env/bin/pip install --quiet --no-index made/*.whl", in: folder.path)
      try folder.write(
        "bad.ndjson", #"{"type":"heartRate","value":72,"unit":"kg","start":"2026-01-05T08:10:00Z"}"# + "\n")
      let found = try AssayBinary.shell("env/bin/assay validate bad.ndjson", folder: folder.path)
      #expect(found.status == 1 && found.text.contains("unit-incompatible"), "\(found.errorText)")
      // The program of the test is a script; the one that it starts is elsewhere.
      let plugins = try shell("ls env/lib/assay/plugins env/share/man/man1", in: folder.path)
      #expect(plugins.contains("fitbit\n") && plugins.contains("assay-import.1.gz\n"))
      _ = try shell(
        "env/bin/pip uninstall --quiet --yes assay-health && ! test -e env/lib/assay/plugins/fitbit/plugin.yaml",
        in: folder.path)
    }
  }

  @Test("the manual has a page for every command, and every option on it") func manual() throws {
    try TemporaryFolder.with { folder in
      _ = try shell("'\(AssayBinary.root)/.packaging/man-pages' assay pages 1.2.3 1767225600", in: folder.path)
      let data = try AssayBinary.run(["--experimental-dump-help"]).output
      let dump = try #require(try JSONSerialization.jsonObject(with: Data(data)) as? [String: Any])
      let root = try #require(dump["command"] as? [String: Any])
      var names: [String] = []
      try check(root, ["assay"], folder, &names)
      #expect(names.count > 30)
      #expect(TestFile.names(in: folder.path(of: "pages")).sorted() == names.map { $0 + ".1.gz" }.sorted())
    }
  }

  /// Compares the page of a command, and those of its subcommands, with what the program says of them.
  private func check(
    _ command: [String: Any], _ words: [String], _ folder: TemporaryFolder, _ names: inout [String]
  ) throws {
    let name = words.joined(separator: "-")
    names.append(name)
    let page = try shell("gzip -dc pages/\(name).1.gz", in: folder.path)
    #expect(page.hasPrefix(".TH \(name.uppercased().replacingOccurrences(of: "-", with: "\\-")) 1 \"2026-01-01\""))
    for argument in command["arguments"] as? [[String: Any]] ?? [] where argument["shouldDisplay"] as? Bool == true {
      for option in argument["names"] as? [[String: Any]] ?? [] {
        let dashes = option["kind"] as? String == "long" ? "--" : "-"
        let text = (dashes + (option["name"] as? String ?? "?")).replacingOccurrences(of: "-", with: "\\-")
        #expect(page.contains("\\fB\(text)\\fR"), "\(name) has no \(text)")
      }
    }
    for child in command["subcommands"] as? [[String: Any]] ?? [] {
      let word = try #require(child["commandName"] as? String)
      if word == "help" || child["shouldDisplay"] as? Bool != true { continue }
      try check(child, words + [word], folder, &names)
    }
  }
}
