import HealthJSON
package import HealthModel
import HealthStorage
import HealthUnits

/// Writes rows of a batch as columns, so that a store with columns of its own need not read them from JSON.
package struct ColumnEncoder: Sendable {
  /// What names say of each type.
  private let types: [[UInt8]]

  /// Creates an encoder for samples of a registry's types.
  package init(registry: Registry) {
    types = registry.types.map { type in
      let signature = TypeSignature(type)
      var object = JSONBuilder.openObject()
      object.member("id", type.id)
      object.member("kind", signature.kind)
      object.member("shape", signature.shape)
      object.member("unit", type.shape.quantity?.unit.sampleText)
      object.member("aggregation", signature.aggregation)
      if let cases = type.shape.enumeration?.cases {
        object.key("cases")
        object.array { array in
          for item in cases {
            array.object { object in
              object.member("name", item.name)
              object.member("raw", item.raw.map(Int64.init))
            }
          }
        }
      }
      if let members = type.shape.members { object.member("roles", texts: members.map(\.role)) }
      return object.finished
    }
  }

  /// How many bytes of text rows have, those of sources and devices counted for each row.
  ///
  /// - Returns: those of all rows together, and of the row that has most.
  package func textSize(of rows: Range<Int>, in batch: SampleBatch) -> (sum: Int, most: Int) {
    var size = (sum: 0, most: 0)
    for row in rows {
      let own = [batch.text[row], batch.metadata[row], batch.original[row], batch.unknown[row]]
      var bytes = own.reduce(0) { $0 + $1.indices.count }
      if batch.source[row] >= 0 { bytes += batch.sources.ranges[Int(batch.source[row])].indices.count }
      if batch.device[row] >= 0 { bytes += batch.devices.ranges[Int(batch.device[row])].indices.count }
      size = (size.sum + bytes, max(size.most, bytes))
    }
    return size
  }

  /// How many bytes the numbers of a sample take.
  package static var numberSize: Int { ColumnLayout.width }

  /// The rows as columns, texts and names; groups are in them whole.
  package func encode(_ rows: Range<Int>, of batch: SampleBatch) -> [UInt8] {
    let layout = ColumnLayout(count: rows.count)
    var names = UsedNames(of: batch, types: types.count, count: rows.count)
    var output: [UInt8] = []
    output.reserveCapacity(layout.end + layout.end / 2)
    output.append(contentsOf: repeatElement(0, count: layout.end))
    output.withUnsafeMutableBytes { bytes in
      ColumnOutput(bytes: bytes, layout: layout, rows: rows).write(batch, &names)
    }
    for ranges in [batch.text, batch.metadata, batch.original, batch.unknown] {
      for row in rows where !ranges[row].isEmpty { output.append(contentsOf: batch.arena[ranges[row].indices]) }
    }
    append(names, of: batch, to: &output)
    return output
  }

  private func append(_ names: UsedNames, of batch: SampleBatch, to output: inout [UInt8]) {
    var object = JSONBuilder.openObject()
    object.key("types")
    object.array { array in
      for index in names.types.used { array.value(json: types[Int(index)]) }
    }
    for (name, table, used) in [
      ("sources", batch.sources, names.sources.used), ("devices", batch.devices, names.devices.used),
    ] where !used.isEmpty {
      object.key(name)
      object.array { array in
        for index in used { array.value(json: batch.arena[table.ranges[Int(index)].indices]) }
      }
    }
    for (name, table, used) in [
      ("subjects", batch.subjects, names.subjects.used), ("origins", batch.origins, names.origins.used),
    ] where !used.isEmpty {
      object.member(name, texts: used.map { batch.string(table.ranges[Int($0)]) })
    }
    output.append(contentsOf: object.finished)
  }
}

/// What the samples of a batch of columns use, numbered.
struct UsedNames {
  var types: NumberedNames
  var sources: NumberedNames
  var devices: NumberedNames
  var subjects: NumberedNames
  var origins: NumberedNames

  init(of batch: SampleBatch, types: Int, count: Int) {
    self.types = NumberedNames(tableSize: types, count: count)
    sources = NumberedNames(tableSize: batch.sources.count, count: count)
    devices = NumberedNames(tableSize: batch.devices.count, count: count)
    subjects = NumberedNames(tableSize: batch.subjects.count, count: count)
    origins = NumberedNames(tableSize: batch.origins.count, count: count)
  }
}
