import ArgumentParser

/// `assay catalog`: looks at types, checks and compares definitions, runs their examples, writes new ones.
struct CatalogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog", abstract: "List, show, check, test, compare, export and make type definitions.",
    subcommands: [
      CatalogList.self, CatalogSearch.self, CatalogShow.self, CatalogCheckCommand.self, CatalogLintCommand.self,
      CatalogTest.self,
      CatalogDiffCommand.self,
      CatalogNew.self, CatalogExport.self, CatalogGenerate.self, CatalogSchema.self,
    ])
}
