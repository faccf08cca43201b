import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports

/// The elements of samples that belong to others, such as routes and heartbeats, until those are written: in a file
/// without a name, with a place in memory for each.
final class AttachedElements {
  private struct Entry {
    var parent: SampleID
    var offset: Int64
    var beginning: Int32
    var slots: Int32
    var rest: Int32
    var inherits: Bool
    var isWritten = false

    var length: Int { Int(beginning) + Int(slots) + Int(rest) }
  }

  /// The file, and how it is written.
  private final class Spool {
    let file: Descriptor
    let output: ByteOutput

    init(_ file: consuming Descriptor, name: String) {
      output = ByteOutput(descriptor: file.number, name: name)
      self.file = file
    }
  }

  private let folder: String
  private var spool: Spool?
  private var entries: [Entry] = []

  /// Nothing yet; the file is made for the first element, on the disk of a folder.
  init(in folder: String) { self.folder = folder }

  /// Whether there are none.
  var isEmpty: Bool { entries.isEmpty }

  /// Adds an element; all are added before the first is read.
  func append(_ child: AppleHealthWriter.Child) throws(OutputError) {
    let output = try output()
    entries.append(
      Entry(
        parent: child.parent ?? .none, offset: output.length, beginning: Int32(clamping: child.beginning.count),
        slots: Int32(clamping: child.slots.count), rest: Int32(clamping: child.rest.count), inherits: child.inherits))
    try output.append(child.beginning)
    try output.append(child.slots)
    try output.append(child.rest)
  }

  private func output() throws(OutputError) -> ByteOutput {
    if let spool { return spool.output }
    let name = "a temporary file in \(folder)"
    do throws(SystemError) {
      let made = Spool(try TemporaryPlace.makeFile(in: folder, prefix: ".assay-"), name: name)
      spool = made
      return made.output
    } catch {
      throw OutputError(name: name, code: error.code)
    }
  }

  /// Ends adding.
  func seal() throws(OutputError) {
    try spool?.output.flush()
    entries.sort { ($0.parent, $0.offset) < ($1.parent, $1.offset) }
  }

  /// The elements of the samples that belong to one, in the order in which they were added.
  func elements(of parent: SampleID, slots: [UInt8]) throws(OutputError) -> [UInt8] {
    var index = entries.partitioningIndex { $0.parent >= parent }
    var text: [UInt8] = []
    while index < entries.count, entries[index].parent == parent {
      let entry = entries[index]
      let bytes = try read(entry)
      let (beginning, end) = (Int(entry.beginning), Int(entry.beginning) + Int(entry.slots))
      let isSame = entry.inherits && bytes[beginning..<end].elementsEqual(slots)
      text += bytes[..<(isSame ? beginning : end)]
      text += bytes[end...]
      entries[index].isWritten = true
      index += 1
    }
    return text
  }

  /// The elements of samples that belong to none that was written, one after the other.
  func remaining(_ body: ([UInt8]) throws -> Void) throws {
    for entry in entries where !entry.isWritten { try body(try read(entry)) }
  }

  private func read(_ entry: Entry) throws(OutputError) -> [UInt8] {
    guard let spool else { return [] }
    var outcome = SystemError?.none
    let bytes = [UInt8](unsafeUninitializedCapacity: entry.length) { buffer, filled in
      do throws(SystemError) {
        filled = try spool.file.read(
          into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<entry.length]),
          at: entry.offset)
        if filled < entry.length { outcome = .failedDevice }
      } catch {
        outcome = error
      }
    }
    if let outcome { throw OutputError(name: "a temporary file in \(folder)", code: outcome.code) }
    return bytes
  }
}

extension Array {
  /// The first place of an array in order at which a condition holds; the end for none.
  fileprivate func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
