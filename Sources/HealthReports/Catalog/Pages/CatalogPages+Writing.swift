import AssayPlatform

extension CatalogPages {
  /// Writes the pages into a folder, which is made if it is not there.
  ///
  /// Each file is put in its place whole, and the index is the last. Other files of the folder stay. A link in the
  /// folder that has the name of a page is refused, and nothing is written.
  ///
  /// - Parameters:
  ///   - form: how the pages are written.
  ///   - folder: the folder.
  /// - Returns: the path of the index.
  /// - Throws: `OutputError` for the first page that cannot be written.
  package func write(_ form: Form, to folder: String) throws(OutputError) -> String {
    let files = files(form)
    let output = try OutputFolder(folder)
    // A page that cannot be written is found before the first one is replaced.
    for file in files { _ = try output.path(of: file.path) }
    for file in files { try output.write(file.path, Array(file.text.utf8)) }
    return files.last.map { PathText.join(folder, $0.path) } ?? folder
  }
}
