import AssayKit

let arguments = CommandLine.arguments
guard arguments.count == 3 else { fatalError("usage: Converter table.csv samples.ndjson") }
let result = try await Converter().convert(arguments[1], to: arguments[2], now: .now)
for finding in result.findings {
  print("\(finding.location.path):\(finding.location.line):", finding.message, finding.hint ?? "")
}
print(result.written, "samples written")
