import HealthFormats
import HealthReports

/// The archive of an export: members one after the other, brought to the output as they come.
final class ExportArchive {
  private let zip: ZipWriter
  private let output: ByteOutput
  /// Text of the member that is being written.
  private var text: [UInt8] = []
  private var bytes: [UInt8] = []
  /// How much text waits to be packed: much at a time is quick, and all of it takes memory.
  private static let capacity = 128 * 1024

  init(_ output: ByteOutput) throws(RunFailure) {
    guard let zip = ZipWriter() else { throw RunFailure("not enough memory to pack an archive", status: .environment) }
    self.zip = zip
    self.output = output
  }

  /// Begins a member, by its path in the export's folder.
  func begin(_ name: String) throws(OutputError) { try begin(name, isLarge: false) }

  /// Begins a member that may be over 4 GiB.
  func begin(_ name: String, isLarge: Bool) throws(OutputError) {
    pack()
    zip.begin("\(AppleHealthWriter.folder)/\(name)", isLarge: isLarge, to: &bytes)
    try write()
  }

  /// Adds the text that is appended to the buffer to the member.
  func append(writing body: (inout [UInt8]) -> Void) throws(OutputError) {
    body(&text)
    guard text.count >= Self.capacity else { return }
    pack()
    try write()
  }

  /// Ends the archive.
  func finish() throws(OutputError) {
    pack()
    zip.finish(to: &bytes)
    try write()
  }

  private func pack() {
    zip.append(text, to: &bytes)
    text.removeAll(keepingCapacity: text.count <= 4 * Self.capacity)
  }

  private func write() throws(OutputError) {
    try output.append(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
