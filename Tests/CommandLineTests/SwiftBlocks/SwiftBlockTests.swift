import Foundation
import Testing

/// Each Swift block of a page, an article or a documentation comment compiles against the modules of this build.
///
/// `Tests/Cases/swift-blocks/names.tsv` says what a block that is only a part may assume.
@Suite("Swift blocks") struct SwiftBlockTests {
  private static let canCompile = CodeCompiler.find("swiftc") != nil && CodeCompiler.modules != nil

  private static let context = Result {
    BlockContext(String(decoding: try TestFile.bytes("Tests/Cases/swift-blocks/names.tsv"), as: UTF8.self))
  }

  private static let blocks = Result { try SwiftBlock.all(of: AssayBinary.root) }

  /// The options of a compiler that sees what a user of the package sees.
  private static func options() throws -> [String] {
    ["-typecheck", "-wmo", "-parse-as-library", "-swift-version", "6", "-suppress-warnings", "-module-name", "Blocks"]
      + ["-I", try #require(CodeCompiler.modules)] + CodeCompiler.moduleMaps
  }

  /// Those for users see what is public, those of declarations for this package also what it shows itself.
  @Test("each block compiles", .enabled(if: canCompile, "no swiftc, or no modules here"), arguments: [true, false])
  func programs(_ isPublic: Bool) throws {
    let context = try Self.context.get()
    let blocks = context.programs(try Self.blocks.get().filter { !$0.isManifest && $0.isPublic == isPublic })
    guard !blocks.isEmpty else { return }
    // SwiftPM names a package for its folder, as an identifier.
    let folderName = URL(fileURLWithPath: AssayBinary.root).lastPathComponent.lowercased()
    let package = String(folderName.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    try TemporaryFolder.with { folder in
      var files: [String] = []
      for (index, block) in blocks.enumerated() {
        files.append("block\(index + 1).swift")
        try folder.write(files[index], Array(context.source(of: block, named: "block\(index + 1)").utf8))
      }
      // One call, since most of the time goes into loading modules.
      try CodeCompiler.check(
        "swiftc", try Self.options() + (isPublic ? [] : ["-package-name", package]) + files, in: folder)
    }
  }

  @Test("each part of a manifest compiles", .enabled(if: canCompile, "no swiftc, or no modules here"))
  func manifests() throws {
    let program = URL(fileURLWithPath: try #require(CodeCompiler.find("swiftc"))).resolvingSymlinksInPath()
    let library = program.deletingLastPathComponent().deletingLastPathComponent().path + "/lib/swift/pm/ManifestAPI"
    let blocks = try Self.blocks.get().filter(\.isManifest)
    #expect(!blocks.isEmpty)
    try TemporaryFolder.with { folder in
      var files: [String] = []
      for (index, block) in blocks.enumerated() {
        files.append("block\(index + 1).swift")
        try folder.write(files[index], Array(BlockContext.manifest(of: block, named: "block\(index + 1)").utf8))
      }
      try CodeCompiler.check(
        "swiftc",
        ["-typecheck", "-wmo", "-parse-as-library", "-swift-version", "6", "-suppress-warnings"]
          + ["-package-description-version", "6.2", "-I", library] + files, in: folder)
    }
  }

  @Test(
    "an example that is wrong does not compile, and its page and line are named",
    .enabled(if: canCompile, "no swiftc, or no modules here"))
  func wrong() throws {
    let page = "# A page\n\n```swift\nlet unit = UnitOfMeasure.count\nlet heavy: Instant = unit\n```\n"
    let block = try #require(SwiftBlock.blocks(of: page, at: "Documentation/page.md").first)
    try TemporaryFolder.with { folder in
      try folder.write("block.swift", Array(try Self.context.get().source(of: block, named: "block").utf8))
      let result = try ChildProcess(
        try #require(CodeCompiler.find("swiftc")), try Self.options() + ["block.swift"],
        environment: AssayBinary.environment(), folder: folder.path
      ).finish()
      #expect(result.status != 0 && result.errorText.contains("Documentation/page.md:5:"), "\(result.errorText)")
    }
  }

  @Test("blocks are found in pages, articles and comments") func places() throws {
    let paths = Set(try Self.blocks.get().map(\.path))
    #expect(paths.contains("Documentation/library.md"))
    #expect(paths.contains("Sources/AssayKit/AssayKit.docc/GettingStarted.md"))
    #expect(paths.contains("Sources/HealthQueries/Asking/HealthStore.swift"))
  }

  @Test(
    "a block is for users if what it describes is public",
    arguments: [
      ("public struct A {", true), ("@frozen\npublic struct A {", true), ("package func a() {}", false),
      ("struct A {", false), ("  public init() {", true), ("@usableFromInline package struct A {", false),
    ])
  func access(_ declaration: String, _ isPublic: Bool) throws {
    let text = "/// First.\n///\n/// ```swift\n/// print(1)\n/// ```\n///\n/// More.\n\(declaration)\n"
    #expect(try #require(SwiftBlock.blocks(of: text, at: "Sources/A/A.swift").first).isPublic == isPublic)
  }

  @Test("each name that blocks may assume is one that a block uses") func names() throws {
    let context = try Self.context.get()
    let blocks = try Self.blocks.get()
    let used = Set(
      context.programs(blocks).flatMap { block in context.rows(for: block).map { "\($0.scope) \($0.name)" } })
    for row in context.rows where row.name == "blocks" {
      #expect(blocks.count { $0.path == row.scope && !$0.isManifest } > 1, "\(row)")
    }
    for row in context.rows where row.name != "blocks" { #expect(used.contains("\(row.scope) \(row.name)"), "\(row)") }
    let lines = String(decoding: try TestFile.bytes("Tests/Cases/swift-blocks/names.tsv"), as: UTF8.self)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.count == context.rows.count, "a line does not have three cells")
  }

  @Test(
    "a block's own variables are not parameters",
    arguments: [
      ("let store = 1", false), ("var (first, store) = pair", false), ("for store in list {", false),
      ("for try await store in list {", false), ("run { store in", false), ("run { first, store in", false),
      ("try await store.save()", true), ("print(first, store)", true), ("let first = store", true),
      ("sample.store = 1", false), ("save(store: 1)", false), ("// store", false), ("for first in store {", true),
    ])
  func parameters(_ line: String, _ isNeeded: Bool) {
    let block = SwiftBlock(path: "page.md", line: 1, lines: [line])
    let context = BlockContext("*\tstore\tHealthStore")
    #expect(context.rows(for: block).isEmpty == !isNeeded)
  }
}
