import AssayPlatform

extension CatalogPages {
  /// Writes the pages into a folder, which is made if it is not there.
  ///
  /// Each file is put in its place whole, and the index is the last. Other files of the folder stay.
  ///
  /// - Parameters:
  ///   - form: how the pages are written.
  ///   - folder: the folder.
  /// - Returns: the path of the index.
  /// - Throws: `OutputError` for the first page that cannot be written.
  public func write(_ form: Form, to folder: String) throws(OutputError) -> String {
    var made: Set<String> = []
    var last = folder
    for file in files(form) {
      let path = folder + "/" + file.path
      let parent = PathText.parent(of: path)
      if made.insert(parent).inserted {
        do {
          try FileTree.makeFolders(parent)
        } catch {
          throw OutputError(name: parent, code: error.code)
        }
      }
      try ByteOutput.replace(path, with: Array(file.text.utf8))
      last = path
    }
    return last
  }
}
