import Testing

/// A store that is not there is reported in the same way, whoever keeps it.
@Suite("Stores that are not there", .serialized) struct MissingStoreTests {
  @Test("reading ends with status 3 and store-missing, and makes nothing", arguments: StoreKind.present)
  func isMissing(_ kind: StoreKind) throws {
    try TemporaryFolder.with { folder in
      let store = kind.place("none", in: folder)
      for command in [["query"], ["export"], ["store", "info"], ["stats", "--type", "heartRate"]] {
        let result = try AssayBinary.run(command + ["--store", store.url] + store.options)
        #expect(result.status == 3, "\(command): \(result.text)\(result.errorText)")
        #expect(result.errorText.contains("error[store-missing]"), "\(command): \(result.errorText)")
        #expect(result.text.isEmpty)
      }
      #expect(TestFile.names(in: folder.path).isEmpty)
    }
  }
}
