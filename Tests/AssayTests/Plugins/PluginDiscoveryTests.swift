import Assay
import Foundation
import Glibc
import HealthModel
import Testing

/// Plugins are found where the operator points, and nowhere else; their executables are nobody else's to change.
@Suite("Plugin discovery") struct PluginDiscoveryTests {
  private static let builtIn = [BuiltInPlugin(name: "sqlite", summary: "a file", location: "PATH")]

  private func list(_ folder: ConfigurationFolder, _ names: String...) throws(Failure) -> PluginList {
    try PluginList(
      names.map { PluginLocation(path: folder.path + "/" + $0, origin: .option) }, builtIn: Self.builtIn)
  }

  @Test("a folder is a plugin, or has plugins in it, each counted once and hidden ones not") func places() throws {
    let folder = try ConfigurationFolder()
    try folder.addPlugin("all/ring", storage: "ring")
    try folder.addPlugin("all/study", storage: nil)
    try folder.addPlugin("all/.hidden", storage: "hidden")
    try folder.add("all/notes/a.txt")
    let list = try list(folder, "all", "all/ring", "all/")
    #expect(list.folders.map(\.manifest.name) == ["ring", "study"])
    #expect(list.folders.map(\.manifest.kind) == [.process, .data])
    #expect(list.names == ["sqlite", "ring", "study"])
    #expect(list.process(for: "ring")?.manifest.name == "ring")
    #expect(list.process(for: "sqlite") == nil)
    #expect(list.folder(named: "study")?.typesFolder == folder.path + "/all/study/types")
  }

  @Test("what holds no plugin is said, with what pointed at it") func noPlugin() throws {
    let folder = try ConfigurationFolder(["empty/", "file"])
    for name in ["empty", "file", "none"] {
      let fault = #expect(throws: Failure.self) { try list(folder, name) }
      #expect(fault?.message.contains("--plugin names") == true)
    }
    let variable = PluginLocation.places(inVariable: ":\(folder.path)/empty:")
    #expect(variable.map(\.origin) == [.environment])
    let fault = #expect(throws: Failure.self) { try PluginList(variable, builtIn: []) }
    #expect(fault?.message.contains("ASSAY_PLUGIN_PATH") == true)
  }

  /// Programs, and where their plugins are installed.
  static let programs: [(String?, String?)] = [
    ("/usr/bin/assay", "/usr/lib/assay/plugins"), ("/bin/assay", "/lib/assay/plugins"), ("/usr/assay", nil),
    ("/usr/bin/tools/assay", nil), ("/assay", nil), ("bin/assay", nil), ("", nil), (nil, nil),
  ]

  @Test("plugins are installed beside a folder `bin`, and beside no other", arguments: programs)
  func installed(_ program: String?, _ place: String?) throws {
    let folder = try ConfigurationFolder()
    for path in ["usr/lib/assay/plugins/", "lib/assay/plugins/", "usr/bin/lib/assay/plugins/"] { try folder.add(path) }
    let isAbsolute = program?.hasPrefix("/") == true
    let places = PluginLocation.installed(with: program.map { isAbsolute ? folder.path + $0 : $0 })
    #expect(places == (place.map { [PluginLocation(path: folder.path + $0, origin: .installation)] } ?? []))
    #expect(PluginLocation.installed(with: folder.path + "/none/bin/assay").isEmpty)
  }

  @Test(
    "an option names a folder, or else an installed plugin",
    arguments: [
      ("ring", "lib/assay/plugins/ring"), ("none", nil), ("./ring", nil), ("Tests", nil), ("..", nil), ("", nil),
    ] as [(String, String?)])
  func option(_ item: (text: String, path: String?)) throws {
    let folder = try ConfigurationFolder()
    for name in ["ring", "Tests"] { try folder.addPlugin("lib/assay/plugins/" + name, storage: name.lowercased()) }
    let found = PluginLocation.option(item.text, with: folder.path + "/bin/assay")
    #expect(found == PluginLocation(path: item.path.map { folder.path + "/" + $0 } ?? item.text, origin: .option))
    #expect(PluginLocation.option(item.text, with: nil).path == item.text)
  }

  @Test("an installed plugin gives way to one that is pointed at; none installed is no mistake") func gives() throws {
    let folder = try ConfigurationFolder()
    try folder.add("lib/assay/plugins/")
    let installed = PluginLocation.installed(with: folder.path + "/bin/assay")
    #expect(try PluginList(installed, builtIn: Self.builtIn).folders.isEmpty)
    try folder.addPlugin("lib/assay/plugins/ring", storage: "ring")
    try folder.addPlugin("mine/ring", storage: "newer")
    try folder.addPlugin("yours/other", storage: "ring")
    for (own, names) in [
      (nil, ["lib/assay/plugins/ring"]), ("mine/ring", ["mine/ring"]), ("yours/other", ["yours/other"]),
      ("lib/assay/plugins/ring", ["lib/assay/plugins/ring"]),
    ] as [(String?, [String])] {
      let pointed = own.map { [PluginLocation(path: folder.path + "/" + $0, origin: .option)] } ?? []
      let list = try PluginList(pointed + installed, builtIn: Self.builtIn)
      #expect(list.folders.map(\.manifestPath) == names.map { folder.path + "/\($0)/plugin.yaml" })
      #expect(list.folders.first?.origin == (own == nil ? .installation : .option))
    }
  }

  @Test("a broken manifest comes with its findings") func broken() throws {
    let folder = try ConfigurationFolder()
    try folder.addPlugin("ring", storage: "ring")
    try folder.write("ring/plugin.yaml", "name: ring\n")
    let fault = #expect(throws: Failure.self) { try list(folder, "ring") }
    #expect(fault?.diagnostics.count == 3)
    #expect(fault?.diagnostics.allSatisfy { $0.location.path.hasSuffix("ring/plugin.yaml") } == true)
  }

  @Test("two plugins of one name or scheme are named with both places") func claims() throws {
    let folder = try ConfigurationFolder()
    try folder.addPlugin("a/ring", storage: "ring")
    try folder.addPlugin("b/ring", storage: "ring")
    try folder.addPlugin("c/other", storage: "ring")
    try folder.addPlugin("d/store", storage: "sqlite")
    for (names, word) in [(["a/ring", "b/ring"], "named"), (["a/ring", "c/other"], "keep stores")] {
      let places = names.map { PluginLocation(path: folder.path + "/" + $0, origin: .option) }
      let fault = #expect(throws: Failure.self) { try PluginList(places, builtIn: Self.builtIn) }
      #expect(fault?.message.contains(word) == true)
      for name in names { #expect(fault?.message.contains(name + "/plugin.yaml") == true) }
    }
    let fault = #expect(throws: Failure.self) { try list(folder, "d/store") }
    #expect(fault?.message.contains("compiled in") == true)
  }

  @Test("the folder of what is compiled in describes it") func described() throws {
    let folder = try ConfigurationFolder(["sqlite/"])
    try folder.write(
      "sqlite/plugin.yaml", "name: sqlite\nversion: 1\nsummary: a\nprovides: {storage: [sqlite]}\n")
    #expect(try list(folder, "sqlite").folders.map(\.manifest.kind) == [.swift])
  }

  @Test("an executable is started by its real path, with its arguments and the names of its variables")
  func executable() throws {
    let folder = try ConfigurationFolder()
    try folder.addPlugin("ring", storage: "ring")
    let plugin = try #require(try list(folder, "ring").folder(named: "ring"))
    let executable = "\(try plugin.executable())"
    for part in ["\"ring\"", "\"\(folder.path)/ring/bin/store\"", "[\"--fast\"]", "[\"RING_HOME\"]"] {
      #expect(executable.contains(part))
    }
  }

  /// What is wrong with an executable, and a word of the message.
  enum Damage: String, CaseIterable {
    case missing = "not there"
    case plain = "not an executable file"
    case folder = "is not an executable"
    case outside = "leads out"
    case openFile = "written by others"
    case openFolder = "be written by others"
    case openParent = "by everyone"
  }

  @Test("an executable that is not there, leads out or is open to others is not run", arguments: Damage.allCases)
  func refused(_ damage: Damage) throws {
    let folder = try ConfigurationFolder()
    try folder.addPlugin("above/ring", storage: "ring")
    let path = folder.path + "/above/ring/bin/store"
    switch damage {
    case .missing: unlink(path)
    case .plain: chmod(path, 0o644)
    case .folder:
      unlink(path)
      mkdir(path, 0o755)
    case .outside:
      unlink(path)
      symlink("/bin/sh", path)
    case .openFile: chmod(path, 0o757)
    case .openFolder: chmod(folder.path + "/above/ring/bin", 0o757)
    case .openParent: chmod(folder.path + "/above", 0o757)
    }
    let plugin = try #require(try list(folder, "above").folder(named: "ring"))
    let fault = #expect(throws: Failure.self) { try plugin.executable() }
    #expect(fault?.message.contains(damage.rawValue) == true, "\(fault?.message ?? "")")
  }

  @Test("a folder that is open to all but sticky lets nobody replace what is in it") func sticky() throws {
    let folder = try ConfigurationFolder()
    try folder.addPlugin("above/ring", storage: "ring")
    chmod(folder.path + "/above", 0o1777)
    let plugin = try #require(try list(folder, "above").folder(named: "ring"))
    #expect(throws: Never.self) { try plugin.executable() }
  }

  @Test("the first paragraph of a README is told, without headings") func introduction() throws {
    let folder = try ConfigurationFolder()
    try folder.addPlugin("ring", storage: "ring")
    try folder.write("ring/README.md", "# ring\n\nFirst line,\nsecond line.\n\nMore.\n")
    #expect(try list(folder, "ring").folder(named: "ring")?.introduction() == "First line,\nsecond line.")
  }

  @Test("types of a configuration's plugins come from each that has some") func types() throws {
    let folder = try ConfigurationFolder(["old/types/"])
    try folder.addPlugin("all/ring", storage: "ring")
    try folder.addPlugin("all/study", storage: nil)
    let mark = CatalogMark(path: "assay.yaml", line: 1, column: 1)
    var configuration = ProjectConfiguration(path: "assay.yaml", folder: folder.path)
    configuration.plugins = ["old", "all/ring", "all", "none"].map { Located($0, at: mark) }
    configuration.catalogs = [Located("types", at: mark)]
    let names = ["old/types", "all/study/types", "none/types", "types"]
    #expect(Project(configuration, start: "/").catalogFolders == names.map { folder.path + "/" + $0 })
  }
}

extension ConfigurationFolder {
  /// Writes a file.
  func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
  }

  /// Makes a plugin: a process one that keeps stores, or one with types.
  func addPlugin(_ name: String, storage: String?) throws {
    let word = name.split(separator: "/").last.map(String.init)?.filter { $0 != "." } ?? ""
    var text = "name: \(word)\nversion: 1.0.0\nsummary: For a test.\n"
    if let storage {
      try add(name + "/bin/store")
      chmod(path + "/\(name)/bin/store", 0o755)
      text +=
        "protocol: 1\nprovides: {storage: [\(storage)]}\nexecutable: [bin/store, --fast]\nenvironment: RING_HOME\n"
    } else {
      try add(name + "/types/")
      text += "provides: {types: true}\n"
    }
    try write(name + "/plugin.yaml", text)
  }
}
