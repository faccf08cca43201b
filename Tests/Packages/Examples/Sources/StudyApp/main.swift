import AssayKit

let arguments = CommandLine.arguments
guard arguments.count == 3 else { fatalError("usage: StudyApp STORE DEFINITIONS") }
let study = try await GripStudy(arguments[1], definitions: arguments[2])
try await study.show { print($0) }
try await study.close()
